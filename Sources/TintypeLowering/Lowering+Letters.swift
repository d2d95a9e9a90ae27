import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

extension Lowering {
  /// `text(what, on, at, height, margin, face, format, font)`: how much of each pixel is covered by a line of letters.
  mutating func letters(_ inputs: Inputs, _ lettering: Lettering) -> Operand {
    let bounds = inputs[.on] == nil ? sourceBounds : field(inputs, .on).bounds
    let line = line(inputs)
    let (x, y) = inputs.anchor(.at)
    let frame = builder.rectangle(bounds)
    let height = Formula.value(builder.write(pixelCount(.height, inputs, in: bounds)))
    let margin = Formula.value(builder.write(pixelCount(.margin, inputs, in: bounds)))
    let place = [
      frame.left + margin + x * (frame.width - margin * 2), frame.top + margin + y * (frame.height - margin * 2),
      x, y, height,
    ]
    let mask = builder.letters(line, lettering, place.map { builder.write($0) })
    return .picture(Picture(color: .mask(mask), bounds: bounds))
  }

  /// The line of text.
  private mutating func line(_ inputs: Inputs) -> Value {
    let what = inputs.value(.what)
    guard builder.type(of: what) == .date else { return what }
    let pattern =
      inputs[.format]?.value ?? builder.constant(TextLanes.lanes(of: DatePattern.usual), .text)
    return builder.dateText(what, pattern)
  }
}
