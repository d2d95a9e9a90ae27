import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

extension Lowering {
  /// `text(what, on, at, height, margin, face, format, font, align)`: how much of each pixel is covered by letters.
  mutating func letters(_ inputs: Inputs, _ lettering: Lettering) -> Operand {
    let bounds = inputs[.on] == nil ? sourceBounds : field(inputs, .on).bounds
    let line = line(inputs)
    let (x, y) = inputs.anchor(.at)
    if let written = inputs.call[.at]?.location, case .value(let place)? = inputs[.at] {
      mark(.anchor(place), at: written)
    }
    let frame = builder.rectangle(bounds)
    let height = Formula.value(builder.write(pixelCount(.height, inputs, in: bounds)))
    let margin = Formula.value(builder.write(pixelCount(.margin, inputs, in: bounds)))
    let place = [
      frame.left + margin + x * (frame.width - margin * 2), frame.top + margin + y * (frame.height - margin * 2),
      x, y, height, align(inputs) ?? x,
    ]
    let mask = builder.letters(line, lettering, place.map { builder.write($0) })
    return .picture(Picture(color: .mask(mask), bounds: bounds))
  }

  /// Where lines are aligned, if a call says so.
  private func align(_ inputs: Inputs) -> Formula? {
    let alignment: LineAlignment? = inputs.word(.align)
    return alignment.map { .number($0.part) }
  }

  /// The text.
  private mutating func line(_ inputs: Inputs) -> Value {
    text(of: inputs.value(.what), by: inputs[.format]?.value, NumberFormat())
  }
}
