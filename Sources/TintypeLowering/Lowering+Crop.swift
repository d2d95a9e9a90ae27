import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

extension Lowering {
  /// Crops a picture to a rectangle without moving pixels: to another one's bounds, to relative corners, by its sides,
  /// or to a ratio.
  mutating func crop(_ inputs: Inputs) -> Operand {
    guard var picture = inputs[.image]?.picture else { preconditionFailure("a crop is of a picture") }
    let bounds = picture.bounds ?? sourceBounds
    let frame = builder.rectangle(bounds)
    let rectangle: Value =
      if PictureInput.Name.sides.contains(where: { inputs[$0] != nil }) {
        inside(frame, cutBy: inputs, of: bounds)
      } else if inputs[.ratio] != nil {
        inside(frame, ratio: .value(inputs.value(.ratio)), inputs.anchor())
      } else if let to = inputs[.to]?.value, builder.type(of: to) == .rect {
        to
      } else {
        builder.intersect(bounds, inside(frame, from: corner(.from, inputs), to: corner(.to, inputs)))
      }
    // The color stays in its form: a crop reads no other pixel.
    picture.bounds = builder.intersection([picture.bounds, rectangle])
    return .picture(picture)
  }

  private mutating func corner(_ name: PictureInput.Name, _ inputs: Inputs) -> Value? {
    guard let corner = inputs[name]?.value, let written = inputs.call[name]?.location else { return nil }
    mark(.anchor(corner), at: written)
    return corner
  }

  /// A rectangle without margins of these lengths.
  private mutating func inside(_ frame: Rectangle, cutBy inputs: Inputs, of bounds: Value) -> Value {
    let cuts = PictureInput.Name.sides.map { side in
      inputs[side].map { _ in pixelCount(side, inputs, in: bounds).roundedLength }
    }
    var cut = frame
    if let left = cuts[0] { cut.left = frame.left + left }
    if let top = cuts[1] { cut.top = frame.top + top }
    if let right = cuts[2] { cut.right = frame.right - right }
    if let bottom = cuts[3] { cut.bottom = frame.bottom - bottom }
    return builder.write(cut)
  }

  /// From one relative corner to another.
  mutating func inside(_ frame: Rectangle, from: Value?, to: Value?) -> Value {
    let first = from ?? builder.constant([0, 0], .vec2)
    let last = to ?? builder.constant([1, 1], .vec2)
    let edges = [first, last].flatMap { corner in
      [
        frame.left + (frame.width * .lane(0, of: corner)).roundedLength,
        frame.top + (frame.height * .lane(1, of: corner)).roundedLength,
      ]
    }
    return builder.construct(edges.map { builder.write($0) }, .rect)
  }

  /// The largest rectangle of a ratio of width to height.
  private mutating func inside(_ frame: Rectangle, ratio: Formula, _ anchor: (x: Formula, y: Formula)) -> Value {
    let width = Formula.min(frame.width, frame.height * ratio).rounded
    let height = Formula.min(frame.height, frame.width / ratio).rounded
    return builder.write(
      Rectangle(
        left: frame.left + ((frame.width - width) * anchor.x).rounded,
        top: frame.top + ((frame.height - height) * anchor.y).rounded, width: width, height: height))
  }
}
