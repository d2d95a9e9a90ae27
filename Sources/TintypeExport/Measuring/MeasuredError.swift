import Tintype
import TintypeImage
import TintypeRender

/// The error of a table against the render of the look, in units of 1/255 of the range.
///
/// It is measured on samples and proves no bound, unless every code is among them: ``limit`` adds a margin.
public struct MeasuredError: Sendable {
  /// The error on one set of colors.
  public struct Part: Sendable {
    /// The name of the set.
    public let name: String
    /// The largest difference of a channel.
    public let largest: Double
    /// The mean difference of all channels; nil for colors found by search.
    public let mean: Double?
  }

  /// The error under one way to interpolate.
  public struct Reading: Sendable {
    /// The way: tetrahedral, trilinear, or linear.
    public let name: String
    /// A part for each set of colors.
    public let parts: [Part]
    /// The largest difference of all.
    public var largest: Double { parts.map(\.largest).max() ?? 0 }

    /// The number of colors.
    public let samples: Int

    /// Whether no color can have a larger difference than those that were tried.
    public let isComplete: Bool

    /// What no difference is expected to exceed; where every code was tried, none does. A reader's single precision
    /// needs a hundredth of a code where a look is steep.
    public var limit: Double { isComplete ? largest + 0.01 : 1.1 * largest + 0.01 }
  }

  /// One entry for each interpolation that a reader may use; the first is the best.
  public let readings: [Reading]

  /// The largest difference under the best way to interpolate.
  public var largest: Double { readings[0].largest }

  /// What no difference is expected to exceed under it.
  public var limit: Double { readings[0].limit }

  /// What to tell whoever makes the table; nil where its error is at most two codes of 8 bits.
  public var note: String? {
    let parts = readings[0].parts
    guard largest > 2, let mean = parts.compactMap(\.mean).last else { return nil }
    let (most, grays) = (largest.fixed(1), parts[0].largest.fixed(1))
    return "the table is off by up to \(most) of 255 in some color, by \(mean.fixed(1)) in the mean and by at most"
      + " \(grays) in grays; --size and --max-error make a finer one"
  }

  /// Measures operators against the render of a look.
  init(of operators: [ColorOperator], against rendered: Rendered) throws(ImageError) {
    let hasCube = operators.contains { if case .cube = $0 { true } else { false } }
    let ways = hasCube ? ColorOperator.Interpolation.allCases : [.tetrahedral]
    readings = try ways.map { way throws(ImageError) in
      func differences(_ color: SIMD3<Double>, _ expected: SIMD3<Double>) -> SIMD3<Double> {
        let result = operators.reduce(color) { $1($0, way) }
        var differences = SIMD3<Double>()
        for lane in 0..<3 {
          let difference = (min(max(result[lane], 0), 1) - expected[lane]).magnitude * 255
          differences[lane] = difference.isNaN ? .infinity : difference
        }
        return differences
      }
      var worst: [(color: SIMD3<Double>, error: Double)] = []
      var parts = rendered.sets.map { set in
        let all = zip(set.colors, set.results).map { differences($0, $1) }
        worst += zip(set.colors, all).map { ($0, $1.max()) }
        let mean = all.reduce(0) { $0 + $1.sum() } / Double(3 * all.count)
        return Part(name: set.name, largest: all.map { $0.max() }.max() ?? 0, mean: mean)
      }
      worst = Array(worst.sorted { $0.error > $1.error }.prefix(64))
      try Self.climb(&worst, rendered.look) { differences($0, $1).max() }
      parts.append(Part(name: "the worst near these", largest: worst.map(\.error).max() ?? 0, mean: nil))
      return Reading(
        name: hasCube ? way.rawValue : "linear", parts: parts,
        samples: rendered.sets.reduce(0) { $0 + $1.colors.count } + Self.climbed,
        isComplete: rendered.isComplete)
    }
  }

  /// The number of colors of a local search.
  private static let climbed = 64 * 6 * 7

  /// Local search: moves colors along the axes toward larger errors, in decreasing steps, since a look may have kinks
  /// between the test colors.
  private static func climb(
    _ colors: inout [(color: SIMD3<Double>, error: Double)], _ look: ColorLook,
    error: (_ color: SIMD3<Double>, _ expected: SIMD3<Double>) -> Double
  ) throws(ImageError) {
    for halvings in 6...12 {
      let step = 1 / Double(1 << halvings)
      let codes = colors.flatMap { known in
        (0..<6).map { way in
          var color = known.color
          color[way / 2] = min(max(color[way / 2] + (way % 2 == 0 ? step : -step), 0), 1)
          let code = (color * 65535).rounded(.toNearestOrEven)
          return SIMD3(UInt16(code.x), UInt16(code.y), UInt16(code.z))
        }
      }
      for (index, (code, result)) in zip(codes, try look.renderer.rendered(codes)).enumerated() {
        let found = (color: numbers(code), error: error(numbers(code), numbers(result)))
        if found.error > colors[index / 6].error { colors[index / 6] = found }
      }
    }
  }

  /// The test colors rendered by the look, from 0 to 1.
  struct Rendered {
    let look: ColorLook
    private(set) var sets: [(name: String, colors: [SIMD3<Double>], results: [SIMD3<Double>])] = []
    private(set) var isComplete = false

    init(_ look: ColorLook) throws(ImageError) {
      self.look = look
      for set in TestColors.sets { try add(set) }
    }

    mutating func add(_ set: TestColors) throws(ImageError) {
      sets.append((set.name, set.colors.map(numbers), try look.renderer.rendered(set.colors).map(numbers)))
      isComplete = isComplete || set.isComplete
    }
  }
}

/// Codes of 16 bits as numbers from 0 to 1.
func numbers(_ codes: SIMD3<UInt16>) -> SIMD3<Double> {
  SIMD3(Double(codes.x), Double(codes.y), Double(codes.z)) / 65535
}
