import Tintype
import TintypeImage
import TintypeTables

/// What a table of a look consists of.
enum TableForm {
  /// Exponents, matrices and curves.
  case operators
  /// A curve for each channel.
  case curves
  /// A cube, behind a curve where that lowers the error.
  case cube(mayHaveShaper: Shaper?, edges: [Int], usual: Int)

  /// How a file holds the curve in front of a cube.
  enum Shaper {
    case exponent, curve
  }

  init(_ look: ColorLook, _ target: ExportTarget, _ reader: CubeReader, _ size: TableSize) {
    let edges = reader == .resolve ? [17, 33, 65] : [17, 33, 65, 129]
    switch target {
    case .cube where reader.takesCurves && look.isSeparable: self = .curves
    case .cube: self = .cube(mayHaveShaper: reader.takesBoth ? .curve : nil, edges: edges, usual: 33)
    case .hald: self = .cube(mayHaveShaper: nil, edges: Self.haldEdges, usual: 64)
    default:
      let isCube = if case .entries = size { true } else { look.operators(curveEntries: 2) == nil }
      self = isCube ? .cube(mayHaveShaper: .exponent, edges: edges, usual: 33) : .operators
    }
  }

  /// Those whose third power is a square: of the levels 2 to 11.
  static let haldEdges = HaldPicture.levels.map { $0 * $0 }

  /// The sizes to try, smallest first.
  func sizes(_ wanted: TableSize) throws(ExportRefusal) -> [Int] {
    let (ladder, usual) =
      switch self {
      case .operators, .curves: ([256, 1024, 4096, 16_384, 65_536], 4096)
      case .cube(_, let edges, let usual): (edges, usual)
      }
    switch wanted {
    case .usual: return [usual]
    case .error: return ladder.filter { $0 > 8 }
    case .entries(let entries):
      switch self {
      case .cube(_, let edges, _) where edges == Self.haldEdges:
        guard edges.contains(entries) else {
          throw .badSize(entries, possible: "one of " + edges.map(String.init).joined(separator: ", "))
        }
      case .cube(_, let edges, _):
        guard (2...edges[edges.count - 1]).contains(entries) else {
          throw .badSize(entries, possible: "from 2 to \(edges[edges.count - 1])")
        }
      case .operators, .curves:
        guard (2...65_536).contains(entries) else { throw .badSize(entries, possible: "from 2 to 65536") }
      }
      return [entries]
    }
  }

  /// The operators of a file of a size, and their error.
  func operators(
    _ look: ColorLook, _ size: Int, _ rendered: MeasuredError.Rendered
  ) throws(ImageError) -> ([ColorOperator], MeasuredError) {
    func measured(_ operators: [ColorOperator], also colors: TestColors) throws(ImageError) -> (
      [ColorOperator], MeasuredError
    ) {
      var all = rendered
      try all.add(colors)
      return (operators, try MeasuredError(of: operators, against: all))
    }
    switch self {
    case .operators:
      guard let operators = look.operators(curveEntries: size) else {
        preconditionFailure("what has operators has them for every size")
      }
      return try measured(operators, also: look.isSeparable ? .ofSeparateChannels : .inside(ColorLook.inputs(33)))
    case .curves: return try measured([.curves(look.curves(size))], also: .ofSeparateChannels)
    case .cube(let shaper, _, _):
      let first = ColorLook.inputs(size)
      var best = (operators: [ColorOperator.cube(try look.cube(first))], inputs: first)
      var least = try MeasuredError(of: best.operators, against: rendered).largestOnAverage
      for exponent in shaper == nil ? [] : [1.5, 2, 3] {
        let inputs = (0..<size).map { place in
          UInt16((positivePower(Double(place) / Double(size - 1), exponent) * 65535).rounded())
        }
        let operators = [Self.shaped(1 / exponent, shaper), ColorOperator.cube(try look.cube(inputs))]
        let error = try MeasuredError(of: operators, against: rendered).largestOnAverage
        if error < least { (best, least) = ((operators, inputs), error) }
      }
      return try measured(best.operators, also: .inside(best.inputs))
    }
  }

  private static func shaped(_ exponent: Double, _ shaper: Shaper?) -> ColorOperator {
    if shaper == .exponent { return .power(SIMD3(repeating: exponent)) }
    return .curves(
      (0..<4096).map { place in
        SIMD3(repeating: (positivePower(Double(place) / 4095, exponent) * 1e6).rounded() / 1e6)
      })
  }

  /// What to tell a reader.
  func use(_ reader: CubeReader) -> String? {
    guard reader == .ffmpeg else { return nil }
    let filter = if case .curves = self { "lut1d" } else { "lut3d" }
    return "ffmpeg -i IN -vf format=gbrpf32le,\(filter)=FILE OUT"
  }
}

extension MeasuredError {
  /// The mean of the largest errors of the sets, which gives shadows and grays the same weight as all colors.
  fileprivate var largestOnAverage: Double {
    let parts = readings[0].parts.filter { $0.mean != nil }
    return parts.reduce(0) { $0 + $1.largest } / Double(parts.count)
  }
}
