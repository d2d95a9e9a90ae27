import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Cuts a picture to a rectangle, and moves nothing: to another one's bounds, to relative corners, by its sides, or to a
  /// ratio.
  mutating func crop(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    let inputs = ["image", "to", "from", "ratio", "anchor"] + Self.sides
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return .poison }
    let (to, from, ratio, anchor) = (matched[1], matched[2], matched[3], matched[4])
    let sides = Array(matched[5...])
    let ways = [to != nil || from != nil, ratio != nil || anchor != nil, sides.contains { $0 != nil }]
    guard ways.contains(true) else {
      return poison(.missingArguments(["to"], of: syntax, inputs: ["image", "to"]))
    }
    guard ways.count(where: { $0 }) == 1 else { return poison(.cropsInSeveralWays(syntax)) }
    if let to, from == nil, !to.operand.isRectangleOrCorner(in: builder) {
      return coerced(to.operand, to: .rect, at: to.location, as: "what 'crop' cuts to")
    }
    guard let picture = picture(matched[0], of: syntax) else { return .poison }
    let rectangle: Value? =
      if ways[2] {
        inside(picture.bounds, cutBy: sides)
      } else if ways[1] {
        inside(picture.bounds, ratio: ratio, anchor: anchor, syntax)
      } else if case .value(let value)? = to?.operand, builder[value].type == .rect, from == nil {
        value
      } else {
        inside(picture.bounds, from: from, to: to, syntax)
      }
    guard let rectangle else { return .poison }
    // The picture as it is: a crop looks at no other pixel.
    switch matched[0]!.operand {
    case .image(var image):
      image.bounds = builder.intersection([image.bounds, rectangle])
      return .image(image)
    case .mask(var mask):
      mask.bounds = builder.intersection([mask.bounds, rectangle])
      return .mask(mask)
    default: return .poison
    }
  }

  private static let sides = ["left", "top", "right", "bottom"]

  /// So much less on each side.
  private mutating func inside(_ bounds: Value, cutBy sides: [Argument?]) -> Value? {
    let (left, top, right, bottom) = edges(of: bounds)
    var cut: [Value] = []
    for ((side, name), edge) in zip(zip(sides, Self.sides), [left, top, right, bottom]) {
      guard let side else {
        cut.append(edge)
        continue
      }
      guard let length = lengthInPixels(side, as: "'\(name)' of 'crop'", in: bounds) else { return nil }
      cut.append(builder.apply(cut.count < 2 ? .add : .subtract, edge, whole(length)))
    }
    return builder.construct(cut, .rect)
  }

  /// From one relative corner to another.
  private mutating func inside(
    _ bounds: Value, from: Argument?, to: Argument?, _ syntax: CallSyntax
  ) -> Value? {
    guard let first = uniform(from, .vec2, as: "'from' of 'crop'", default: [0, 0]),
      let last = uniform(to, .vec2, as: "'to' of 'crop'", default: [1, 1])
    else { return nil }
    if let first = constantLanes(first), let last = constantLanes(last),
      (0..<2).contains(where: { max(first[$0], 0) >= min(last[$0], 1) })
    {
      report(.emptyCrop(syntax))
      return nil
    }
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

  /// Where the rectangle of a ratio stays when the picture is longer.
  private enum Anchor: String, CaseIterable {
    case center, top, bottom, left, right

    var place: [Double] {
      switch self {
      case .center: [0.5, 0.5]
      case .top: [0.5, 0]
      case .bottom: [0.5, 1]
      case .left: [0, 0.5]
      case .right: [1, 0.5]
      }
    }
  }

  /// The largest rectangle of a ratio of width to height.
  private mutating func inside(
    _ bounds: Value, ratio: Argument?, anchor: Argument?, _ syntax: CallSyntax
  ) -> Value? {
    guard let ratio else {
      report(.missingArguments(["ratio"], of: syntax, inputs: ["image", "ratio", "anchor"]))
      return nil
    }
    guard let wide = uniform(ratio, .scalar, as: "'ratio' of 'crop'"), let place = place(of: anchor) else { return nil }
    if let number = constantLanes(wide)?[0], !(number > 0 && number.isFinite) {
      report(.ratioIsNone(at: ratio.location))
      return nil
    }
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

  private mutating func place(of anchor: Argument?) -> Value? {
    if let anchor, !anchor.operand.isChoice { return uniform(anchor, .vec2, as: "'anchor' of 'crop'") }
    let word: Anchor? = word(anchor, as: "'anchor' of 'crop'", default: .center)
    return word.map { builder.constant($0.place, .vec2) }
  }
}

extension Operand {
  /// Whether a crop can end there.
  fileprivate func isRectangleOrCorner(in builder: ProgramBuilder) -> Bool {
    if case .value(let value) = self { [.rect, .vec2].contains(builder[value].type) } else { false }
  }
}
