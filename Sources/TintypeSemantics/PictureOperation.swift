import TintypeIR
import TintypeSyntax

/// What is built in and belongs to whole pictures: it makes one, looks beyond the pixel, or measures.
enum PictureOperation: String, CaseIterable {
  case noise, pixels, text
  case crop, turn, flip
  case blur, median
  case sample, straighten, zoom, resize
}

extension Checker {
  mutating func call(
    _ operation: PictureOperation, _ arguments: [LabelledArgument], _ syntax: CallSyntax
  ) -> Operand {
    switch operation {
    case .noise: noise(arguments, syntax)
    case .pixels: pixels(arguments, syntax)
    case .text: letters(arguments, syntax)
    case .crop: crop(arguments, syntax)
    case .turn: turn(arguments, syntax)
    case .flip: flip(arguments, syntax)
    case .blur: filter(.blur, arguments, syntax)
    case .median: filter(.median, arguments, syntax)
    case .sample: sample(arguments, syntax)
    case .straighten: straighten(arguments, syntax)
    case .zoom: zoom(arguments, syntax)
    case .resize: resize(arguments, syntax)
    }
  }
}
