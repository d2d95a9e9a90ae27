import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// What is measured over the photo before it is rendered.
extension Lowering {
  /// `mean(image)`, `minimum(image)`, `maximum(image)`, `percentile(image, fraction)`.
  mutating func measured(
    _ statistic: Statistic, _ inputs: Inputs, at place: SourceLocation
  ) throws(WritingFailure) -> Operand {
    guard let picture = inputs[.image]?.picture else { preconditionFailure("a picture is measured") }
    let measurement = Measurement(
      statistic, of: builder.straight(picture), in: picture.bounds ?? sourceBounds, fraction: inputs[.fraction]?.value,
      text: place.text)
    let outermost = inlining.outermostCall ?? place
    for root in [measurement.value, measurement.bounds] + [measurement.fraction].compactMap({ $0 }) {
      if let dependence = dependence(of: root) { throw .refused(.notMeasurable(at: outermost, dependence)) }
    }
    let number = measurements.firstIndex { $0.isSame(as: measurement) } ?? measurements.count
    if number == measurements.count {
      guard number < Measurement.most else { throw .refused(.tooManyMeasurements(at: outermost)) }
      measurements.append(measurement)
    }
    return .value(builder.measured(number, builder.type(of: measurement.value)))
  }

  /// What a value depends on besides the color of the photo at this pixel and numbers of the look; nil for nothing.
  private func dependence(of root: Value) -> String? {
    var open = [root]
    var seen: Set<Value> = []
    while let value = open.popLast() {
      guard seen.insert(value).inserted else { continue }
      switch builder[value].operation {
      case .spatial: return "other pixels, as a blur does"
      case .noise: return "noise"
      case .position: return "the place of the pixel"
      case .letters: return "letters"
      case .frame: return "the number of the frame"
      case .source(let number, _) where number > 0, .sourceBounds(let number) where number > 0: return "another picture"
      case .constant, .parameter, .source, .sourceBounds, .shot, .measured, .curve, .evaluate, .interpolate, .lookup,
        .cubics, .construct, .text, .component, .apply, .lane, .intersect:
        open += builder[value].operands
      }
    }
    return nil
  }
}
