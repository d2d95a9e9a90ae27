import TintypeColor
import TintypeIR

/// A model with the numbers that are written: rounded, and without the points of curves that change nothing visible.
struct ModelNumbers {
  /// The model with rounded numbers; its curves still have all points.
  let rounded: ColorModel
  /// The points of each channel's curve, x0 y0 x1 y1 ...
  let curves: [[Double]]

  init(_ model: ColorModel) {
    var rounded = model
    rounded.numbers = model.numbers.map { ($0 * 1000).rounded() / 1000 }
    self.rounded = rounded
    curves = (0..<3).map { Self.thinned(rounded.points($0)) }
  }

  /// A curve with as few of its points as stay within a code of 8 bits.
  private static func thinned(_ points: [Double]) -> [Double] {
    guard let whole = MonotoneCurve(points) else { return points }
    let places = (0...100).map { Double($0) / 100 }
    var kept = points
    while kept.count > 6 {
      let candidates = stride(from: 2, to: kept.count - 2, by: 2).map { index in
        var fewer = kept
        fewer.removeSubrange(index..<index + 2)
        let curve = MonotoneCurve(fewer)
        return (fewer, places.map { abs((curve?($0) ?? 2) - whole($0)) }.max() ?? 0)
      }
      guard let best = candidates.min(by: { $0.1 < $1.1 }), best.1 < 1.0 / 255 else { break }
      kept = best.0
    }
    return kept
  }
}
