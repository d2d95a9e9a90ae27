import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

extension Lowering {
  /// Cuts a picture to a rectangle, and moves nothing: to another one's bounds, to relative corners, by its sides, or
  /// to a
  /// ratio.
  mutating func crop(_ inputs: Inputs) -> Operand {
    let picture = picture(inputs)
    let sides = Self.sides.map { inputs[$0]?.value }
    let rectangle: Value =
      if sides.contains(where: { $0 != nil }) {
        inside(picture.bounds, cutBy: sides)
      } else if inputs["ratio"] != nil {
        inside(picture.bounds, ratio: inputs)
      } else if let to = inputs["to"]?.value, builder[to].type == .rect {
        to
      } else {
        inside(picture.bounds, corners: inputs)
      }
    // The picture as it is: a crop looks at no other pixel.
    var result = inputs["image"] ?? .value(picture.lanes)
    result.bounds = builder.intersection([result.bounds, rectangle])
    return result
  }

  private static let sides = ["left", "top", "right", "bottom"]

  /// So much less on each side.
  private mutating func inside(_ bounds: Value, cutBy sides: [Value?]) -> Value {
    let (left, top, right, bottom) = edges(of: bounds)
    var cut: [Value] = []
    for (side, edge) in zip(sides, [left, top, right, bottom]) {
      guard let side else {
        cut.append(edge)
        continue
      }
      cut.append(builder.apply(cut.count < 2 ? .add : .subtract, edge, whole(pixelCount(of: side, in: bounds))))
    }
    return builder.construct(cut, .rect)
  }

  /// From one relative corner to another.
  private mutating func inside(_ bounds: Value, corners inputs: Inputs) -> Value {
    let first = inputs["from"]?.value ?? builder.constant([0, 0], .vec2)
    let last = inputs["to"]?.value ?? builder.constant([1, 1], .vec2)
    let (left, top, _, _) = edges(of: bounds)
    let (width, height) = size(of: bounds)
    let corners = [first, last].flatMap { corner in
      [(left, width, 0), (top, height, 1)].map { edge, side, lane in
        let part = builder.apply(.multiply, side, builder.component([lane], of: corner))
        return builder.apply(.add, edge, whole(part))
      }
    }
    return builder.intersect(bounds, builder.construct(corners, .rect))
  }

  /// The largest rectangle of a ratio of width to height.
  private mutating func inside(_ bounds: Value, ratio inputs: Inputs) -> Value {
    let wide = inputs.value("ratio")
    let anchor: CropAnchor? = inputs.word("anchor")
    let place = inputs["anchor"]?.value ?? builder.constant((anchor ?? .center).place, .vec2)
    let (left, top, _, _) = edges(of: bounds)
    let (width, height) = size(of: bounds)
    let newWidth = whole(builder.apply(.min, width, builder.apply(.multiply, height, wide)))
    let newHeight = whole(builder.apply(.min, height, builder.apply(.divide, width, wide)))
    func moved(_ edge: Value, _ room: Value, _ taken: Value, _ lane: Int) -> Value {
      let free = builder.apply(.subtract, room, taken)
      let part = builder.apply(.multiply, free, builder.component([lane], of: place))
      return builder.apply(.add, edge, whole(part))
    }
    return rectangle(
      left: moved(left, width, newWidth, 0), top: moved(top, height, newHeight, 1), width: newWidth, height: newHeight)
  }
}
