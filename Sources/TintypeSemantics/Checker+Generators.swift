import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What is built in and needs no picture: noise, and lengths as pixels.
extension Checker {
  mutating func noise(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let complete = complete(arguments, to: ["seed"], of: syntax) else { return .poison }
    var operand = complete[0].operand
    if case .value(let seed) = operand, builder[seed].type == .seed { operand = .value(builder.apply(.number, seed)) }
    let seed = coerced(operand, to: .scalar, at: complete[0].location, as: "a seed")
    guard case .value(let value) = seed else { return .poison }
    if let number = constantLanes(value)?[0], !number.isSeed {
      return poison(.seedIsNotWhole(at: complete[0].location))
    }
    return .image(ImageOperand(color: .premultiplied(builder.noise(seed: value)), bounds: nil))
  }

  /// A length in pixels of the source: % of its short side, um by the declared film format.
  mutating func pixels(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard let complete = complete(arguments, to: ["length"], of: syntax) else { return .poison }
    let length = coerced(complete[0].operand, to: .length, at: complete[0].location, as: "what 'pixels' measures")
    guard case .value(let length) = length else { return .poison }
    return pixelCount(of: length, in: sourceBounds, at: complete[0].location).map(Operand.value) ?? .poison
  }

  /// A length in pixels: % of the short side of a rectangle, um on the frame of the source.
  mutating func pixelCount(of length: Value, in bounds: Value, at place: SourceLocation) -> Value? {
    let (width, height) = size(of: bounds)
    let percent = builder.apply(.multiply, builder.component([0], of: length), builder.constant(0.01))
    let ofSide = builder.apply(.multiply, percent, builder.apply(.min, width, height))
    var sum = builder.apply(.add, ofSide, builder.component([2], of: length))
    if isMeasuredOnFilm(length) {
      guard let format = header.format else {
        report(.filmWithoutFormat(at: place))
        return nil
      }
      let (frameWidth, frameHeight) = size(of: builder.sourceBounds())
      let scale = builder.apply(
        .divide, builder.apply(.max, frameWidth, frameHeight), builder.constant(format.longSideMicrometers))
      sum = builder.apply(.add, sum, builder.apply(.multiply, builder.component([1], of: length), scale))
    }
    return sum
  }

  /// Whether a length can have a part in um: not one of numbers and parameters in other units, which never change theirs.
  private func isMeasuredOnFilm(_ length: Value) -> Bool {
    switch builder[length].operation {
    case .constant(let lanes): builder[length].type == .length && lanes[1] != 0
    case .parameter(let index): ["um", "mm"].contains(parameters[index].unit)
    default: builder[length].operands.contains { isMeasuredOnFilm($0) }
    }
  }
}
