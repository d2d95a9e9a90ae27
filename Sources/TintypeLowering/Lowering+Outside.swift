import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// What lies outside of an image: nothing, its edge, its mirror image, or a color.
extension Lowering {
  /// Makes an image larger. Its pixels stay as they are.
  mutating func pad(_ inputs: Inputs) -> Operand {
    var field = field(inputs)
    let frame = builder.rectangle(field.bounds)
    let (left, top, right, bottom) = margins(inputs, around: frame, field.bounds)
    let (x, y) = builder.pixel(in: frame)
    let outside: OutsidePixels = inputs.word(.outside) ?? .transparent
    var lanes = sampled(field, x: x - left, y: y - top, .nearest, outside)
    if let color = inputs[.color]?.value {
      let around = builder.construct([color, builder.constant(1)], .rgba)
      lanes = builder.apply(.select, around, lanes, isInside(frame, x - left, y - top))
    }
    field.lanes = lanes
    field.bounds = builder.write(
      Rectangle(
        left: frame.left, top: frame.top, width: frame.width + left + right, height: frame.height + top + bottom))
    return field.operand
  }

  /// What is added at the left, top, right and bottom, in whole pixels.
  private mutating func margins(
    _ inputs: Inputs, around frame: Rectangle, _ bounds: Value
  ) -> (Formula, Formula, Formula, Formula) {
    if inputs[.ratio] != nil {
      let ratio = Formula.value(inputs.value(.ratio))
      let (across, down) = inputs.anchor()
      let columns = Formula.max(frame.width, frame.height * ratio).rounded - frame.width
      let rows = Formula.max(frame.height, frame.width / ratio).rounded - frame.height
      let (left, top) = ((columns * across).rounded, (rows * down).rounded)
      return (left, top, columns - left, rows - top)
    }
    let sides = PictureInput.Name.sides.map { side in
      let name = inputs[.by] == nil ? side : .by
      return inputs[name] == nil ? Formula.number(0) : pixelCount(name, inputs, in: bounds).roundedLength
    }
    return (sides[0], sides[1], sides[2], sides[3])
  }

  /// An image at a place, across and down from its top left, or what lies outside of it there.
  mutating func sampled(
    _ field: Field, x: Formula, y: Formula, _ filter: SampleFilter, _ outside: OutsidePixels
  ) -> Value {
    let frame = builder.rectangle(field.bounds)
    switch outside {
    case .edge: return sampled(field, x: x, y: y, filter)
    case .mirror: return sampled(field, x: mirrored(x, in: frame.width), y: mirrored(y, in: frame.height), filter)
    case .transparent:
      let color = sampled(field, x: x, y: y, filter)
      if filter == .nearest {
        let none = builder.constant(Array(repeating: 0, count: builder.type(of: color).width), builder.type(of: color))
        return builder.apply(.select, none, color, isInside(frame, x, y))
      }
      // Half a pixel on either side of the edge, a pixel is partly covered.
      let covered = [x + 0.5, frame.width - x + 0.5, y + 0.5, frame.height - y + 0.5].map {
        Formula.min(.max($0, 0), 1)
      }
      return builder.apply(.multiply, color, builder.write(covered[0] * covered[1] * covered[2] * covered[3]))
    }
  }

  /// A coordinate in an image that is mirrored at its edges, over and over.
  private func mirrored(_ place: Formula, in size: Formula) -> Formula {
    let turn = size * 2
    let inTurn = place - .apply(.floor, [place / turn]) * turn
    return .min(inTurn, turn - inTurn)
  }

  /// Whether a place lies in an image.
  mutating func isInside(_ frame: Rectangle, _ x: Formula, _ y: Formula) -> Value {
    let tests = [x, y, frame.width - x, frame.height - y].map {
      builder.apply(.less, builder.constant(0), builder.write($0))
    }
    return tests.dropFirst().reduce(tests[0]) { builder.apply(.and, $0, $1) }
  }
}
