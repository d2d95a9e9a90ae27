import TintypeTables

/// A step of a color transform, in the terms of the Common LUT Format (CLF; Academy and ASC, S-2014-006).
enum ColorOperator {
  /// Rows of factors for red, green and blue, and an offset.
  case matrix([SIMD4<Double>])
  /// Each channel to a power; 0 below 0.
  case power(SIMD3<Double>)
  /// Linear light of a code as sRGB has it, mirrored about 0: the "moncurve" of 2.4 and 0.055.
  case light
  /// The inverse of ``light``.
  case code
  /// Clamps each channel.
  case range(low: Double?, high: Double?)
  /// Each channel by itself through equally spaced entries over 0 to 1, clamped outside.
  case curves([SIMD3<Double>])
  /// A cube over 0 to 1.
  case cube(ColorTable.Stage)

  static let identityMatrix: [SIMD4<Double>] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]

  /// How a reader finds colors between the entries of a cube.
  enum Interpolation: String, CaseIterable {
    case tetrahedral, trilinear
  }

  /// The color that comes out.
  func callAsFunction(_ color: SIMD3<Double>, _ interpolation: Interpolation) -> SIMD3<Double> {
    switch self {
    case .matrix(let rows):
      return SIMD3(
        (0..<3).map { row in
          rows[row].x * color.x + rows[row].y * color.y + rows[row].z * color.z + rows[row].w
        })
    case .power(let exponents):
      return SIMD3((0..<3).map { color[$0] <= 0 ? 0 : positivePower(color[$0], exponents[$0]) })
    case .light: return SIMD3((0..<3).map { MonCurve.light(color[$0]) })
    case .code: return SIMD3((0..<3).map { MonCurve.code(color[$0]) })
    case .range(let low, let high):
      return SIMD3((0..<3).map { lane in min(max(color[lane], low ?? color[lane]), high ?? .infinity) })
    case .curves(let entries): return interpolated(color, entries)
    case .cube(let stage):
      return interpolation == .tetrahedral ? stage.tetrahedral(color) : stage.trilinear(color)
    }
  }

  private func interpolated(_ color: SIMD3<Double>, _ entries: [SIMD3<Double>]) -> SIMD3<Double> {
    let last = Double(entries.count - 1)
    return SIMD3(
      (0..<3).map { lane in
        let position = min(max(color[lane], 0), 1) * last
        let cell = min(Int(position), entries.count - 2)
        let (a, b) = (entries[cell][lane], entries[cell + 1][lane])
        return a + (b - a) * (position - Double(cell))
      })
  }
}

/// CLF's exponent with a linear part near black, of the parameters 2.4 and 0.055.
///
/// The linear part is the tangent where the curve's slope is that of the line through 0, which is at 0.0392857 and not
/// at the 0.04045 of IEC 61966-2-1: the two differ by less than 1e-7.
enum MonCurve {
  static let exponent = 2.4
  static let offset = 0.055
  private static let start = offset / (exponent - 1)
  private static let slope =
    (exponent - 1) / offset * positivePower(exponent * offset / ((exponent - 1) * (1 + offset)), exponent)

  static func light(_ code: Double) -> Double {
    let x = code.magnitude
    let light = x >= start ? positivePower((x + offset) / (1 + offset), exponent) : x * slope
    return code < 0 ? -light : light
  }

  static func code(_ light: Double) -> Double {
    let x = light.magnitude
    let code = x >= start * slope ? (1 + offset) * positivePower(x, 1 / exponent) - offset : x / slope
    return light < 0 ? -code : code
  }
}

extension ColorTable.Stage {
  /// Between the four nearest entries of the tetrahedron.
  fileprivate func tetrahedral(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let (cell, fraction) = place(of: color)
    var corner = cell
    var sum = entry(corner)
    for axis in [0, 1, 2].sorted(by: { fraction[$0] > fraction[$1] }) {
      let before = entry(corner)
      corner[axis] += 1
      sum += fraction[axis] * (entry(corner) - before)
    }
    return sum
  }

  /// Between the eight nearest entries.
  fileprivate func trilinear(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let (cell, fraction) = place(of: color)
    var sum = SIMD3<Double>(repeating: 0)
    for corner in 0..<8 {
      let offset = SIMD3(corner & 1, corner >> 1 & 1, corner >> 2)
      var weight = 1.0
      for axis in 0..<3 { weight *= offset[axis] == 1 ? fraction[axis] : 1 - fraction[axis] }
      sum += weight * entry(cell &+ offset)
    }
    return sum
  }

  private func place(of color: SIMD3<Double>) -> (cell: SIMD3<Int>, fraction: SIMD3<Double>) {
    var (cell, fraction) = (SIMD3<Int>(), SIMD3<Double>())
    for axis in 0..<3 {
      let position = min(max(color[axis], 0), 1) * Double(edge - 1)
      cell[axis] = min(Int(position), edge - 2)
      fraction[axis] = position - Double(cell[axis])
    }
    return (cell, fraction)
  }

  private func entry(_ corner: SIMD3<Int>) -> SIMD3<Double> {
    let entry = entries[(corner.z * edge + corner.y) * edge + corner.x]
    return SIMD3(Double(entry.x), Double(entry.y), Double(entry.z))
  }
}
