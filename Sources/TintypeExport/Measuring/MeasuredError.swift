import Tintype
import TintypeImage

/// How far a table is from what the look renders, in 255ths of the range.
public struct MeasuredError: Sendable {
  /// The error on one set of colors.
  public struct Part: Sendable {
    /// The name of the set.
    public let name: String
    /// The largest difference of a channel.
    public let largest: Double
    /// The mean difference of all channels.
    public let mean: Double
  }

  /// The error under one way to interpolate.
  public struct Reading: Sendable {
    /// The way: tetrahedral, trilinear, or linear.
    public let name: String
    /// A part for each set of colors.
    public let parts: [Part]
    /// The largest difference of all.
    public var largest: Double { parts.map(\.largest).max() ?? 0 }
  }

  /// For each way to interpolate that the reader of a file may choose; the first is the best.
  public let readings: [Reading]

  /// The largest difference under the best way to interpolate.
  public var largest: Double { readings[0].largest }

  /// Measures operators against the render of a look.
  init(of operators: [ColorOperator], against renderer: Rendered) {
    let hasCube = operators.contains { if case .cube = $0 { true } else { false } }
    let ways = hasCube ? ColorOperator.Interpolation.allCases : [.tetrahedral]
    readings = ways.map { way in
      Reading(
        name: hasCube ? way.rawValue : "linear",
        parts: renderer.sets.map { set in
          var (largest, sum) = (0.0, 0.0)
          for (color, expected) in zip(set.colors, set.results) {
            var result = color
            for step in operators { result = step(result, way) }
            for lane in 0..<3 {
              let difference = (min(max(result[lane], 0), 1) - expected[lane]).magnitude * 255
              largest = max(largest, difference.isNaN ? .infinity : difference)
              sum += difference
            }
          }
          return Part(name: set.name, largest: largest, mean: sum / Double(3 * set.colors.count))
        })
    }
  }

  /// What a look makes of the test colors, from 0 to 1.
  struct Rendered {
    let sets: [(name: String, colors: [SIMD3<Double>], results: [SIMD3<Double>])]

    init(_ look: ColorLook) throws(ImageError) {
      sets = try TestColors.sets.map { set throws(ImageError) in
        (set.name, set.colors.map(numbers), try look.renderer(set.colors).map(numbers))
      }
    }
  }
}

/// Codes of 16 bits as numbers from 0 to 1.
func numbers(_ codes: SIMD3<UInt16>) -> SIMD3<Double> {
  SIMD3(Double(codes.x), Double(codes.y), Double(codes.z)) / 65535
}
