import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

extension Lowering {
  /// `text(what, on, at, height, margin, face, format, font)`: how much of each pixel is covered by a line of letters.
  mutating func letters(_ inputs: Inputs, _ lettering: Lettering) -> Operand {
    let bounds = inputs["on"] == nil ? sourceBounds : picture(inputs, "on").bounds
    let line = line(inputs)
    let corner: TextCorner? = inputs.word("at")
    let place = inputs["at"]?.value ?? builder.constant((corner ?? .bottomRight).place, .vec2)
    let height = length(inputs["height"]?.value, percent: 3, in: bounds)
    let margin = length(inputs["margin"]?.value, percent: 5, in: bounds)
    let (left, top, _, _) = edges(of: bounds)
    let (width, tall) = size(of: bounds)
    let anchor = [0, 1].map { builder.component([$0], of: place) }
    let twice = builder.apply(.multiply, margin, builder.constant(2))
    let corners = zip([(left, width), (top, tall)], anchor).map { side, part in
      let room = builder.apply(.subtract, side.1, twice)
      return builder.apply(
        .add, builder.apply(.add, side.0, margin), builder.apply(.multiply, part, room))
    }
    let mask = builder.letters(line, lettering, corners + anchor + [height])
    return .mask(MaskOperand(value: mask, bounds: bounds))
  }

  /// What is written.
  private mutating func line(_ inputs: Inputs) -> Value {
    let what = inputs.value("what")
    guard builder[what].type == .date else { return what }
    let pattern =
      inputs["format"]?.value ?? builder.constant(TextLanes.lanes(of: DatePattern.usual), .text)
    return builder.dateText(what, pattern)
  }

  private mutating func length(_ length: Value?, percent: Double, in bounds: Value) -> Value {
    if let length { return pixelCount(of: length, in: bounds) }
    let (width, height) = size(of: bounds)
    return builder.apply(.multiply, builder.constant(percent / 100), builder.apply(.min, width, height))
  }
}
