import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What the steps that look beyond a pixel have in common: the picture they work on, and what they are told.
extension Checker {
  /// A picture as a field: premultiplied color, or the number of a mask, and the rectangle in which it is known.
  struct Picture {
    let lanes: Value
    /// That of the photo where the picture itself has no end.
    let bounds: Value
    let isMask: Bool
  }

  /// The picture that a step works on; reported when it is none.
  mutating func picture(_ argument: Argument?, of syntax: CallSyntax) -> Picture? {
    switch argument?.operand {
    case .image(let image):
      return Picture(
        lanes: builder.premultiplied(image), bounds: image.bounds ?? sourceBounds, isMask: false)
    case .mask(let mask):
      return Picture(lanes: mask.value, bounds: mask.bounds ?? sourceBounds, isMask: true)
    case .poison: return nil
    case nil:
      report(.missingArguments(["image"], of: syntax, inputs: ["image"]))
      return nil
    case let other?:
      report(.notAnImage(at: argument!.location, describe(other), for: syntax.callee))
      return nil
    }
  }

  /// What a step made of a picture.
  func operand(_ lanes: Value, in bounds: Value, like picture: Picture) -> Operand {
    picture.isMask
      ? .mask(MaskOperand(value: lanes, bounds: bounds))
      : .image(ImageOperand(color: .premultiplied(lanes), bounds: bounds))
  }

  /// Reads what says where in a picture: a kernel's position there is the one in that picture.
  mutating func readingPlace<Result>(in picture: Operand?, _ work: (inout Checker) -> Result) -> Result {
    guard let picture, picture.isImage || picture.isMask else { return work(&self) }
    let outer = placeBounds
    placeBounds = picture.bounds ?? sourceBounds
    defer { placeBounds = outer }
    return work(&self)
  }

  /// A value of a type that is the same at all pixels, or its default where it was not given.
  mutating func uniform(
    _ argument: Argument?, _ type: ValueType, as role: String, default lanes: [Double]? = nil
  ) -> Value? {
    guard let argument else { return lanes.map { builder.constant($0, type) } }
    if argument.operand.isMask || argument.operand.isImage || argument.operand.isPlace {
      report(.sameAtAllPixels(at: argument.location, role, describe(argument.operand)))
      return nil
    }
    guard case .value(let value) = coerced(argument.operand, to: type, at: argument.location, as: role) else {
      return nil
    }
    return value
  }

  /// A length that is not negative, in pixels; reported where the text or a parameter's range says otherwise.
  mutating func lengthInPixels(
    _ argument: Argument, as role: String, in bounds: Value, atMost limit: FilterLimit? = nil
  ) -> Value? {
    guard let length = uniform(argument, .length, as: role) else { return nil }
    if let lanes = constantLanes(length) {
      if lanes.contains(where: { $0 < 0 }) {
        report(.negativeLength(at: argument.location, role, parameter: nil))
        return nil
      }
      if let limit, lanes[0] > Double(limit.percent) || lanes[2] > Double(limit.pixels) {
        report(.radiusTooLarge(at: argument.location, role, limit))
        return nil
      }
    }
    if case .parameter(let index) = builder[length].operation, let range = parameters[index].hardRange,
      range.lowerBound < 0
    {
      report(.negativeLength(at: argument.location, role, parameter: parameters[index].name))
      return nil
    }
    return pixelCount(of: length, in: bounds, at: argument.location)
  }

  /// One of some words.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ argument: Argument?, as role: String, default word: Word?
  ) -> Word? where Word.RawValue == String {
    guard let argument else { return word }
    let words = Word.allCases.map(\.rawValue)
    switch argument.operand {
    case .poison: return nil
    case .choice(let text):
      if let word = Word(rawValue: text) { return word }
      report(.unknownWord(text, at: argument.location, role, words: words, nearest: nearest(to: text, among: words)))
    case let other: report(.notAWord(at: argument.location, role, describe(other), words: words))
    }
    return nil
  }

  // MARK: Rectangles

  mutating func edges(of bounds: Value) -> (left: Value, top: Value, right: Value, bottom: Value) {
    (
      builder.component([0], of: bounds), builder.component([1], of: bounds), builder.component([2], of: bounds),
      builder.component([3], of: bounds)
    )
  }

  mutating func size(of bounds: Value) -> (width: Value, height: Value) {
    let (left, top, right, bottom) = edges(of: bounds)
    if case .sourceBounds = builder[bounds].operation { return (right, bottom) }
    return (builder.apply(.subtract, right, left), builder.apply(.subtract, bottom, top))
  }

  /// The nearest whole number.
  mutating func whole(_ number: Value) -> Value {
    builder.apply(.floor, builder.apply(.add, number, builder.constant(0.5)))
  }

  mutating func rectangle(left: Value, top: Value, width: Value, height: Value) -> Value {
    builder.construct(
      [left, top, builder.apply(.add, left, width), builder.apply(.add, top, height)], .rect)
  }

  /// The pixel's place, across and down, from the top left of a rectangle.
  mutating func positionInside(_ bounds: Value) -> (x: Value, y: Value) {
    let position = builder.position()
    let (left, top, _, _) = edges(of: bounds)
    return (
      builder.apply(.subtract, builder.component([0], of: position), left),
      builder.apply(.subtract, builder.component([1], of: position), top)
    )
  }

  /// A picture at a place, across and down from its top left.
  mutating func sampled(_ picture: Picture, x: Value, y: Value, _ filter: SampleFilter) -> Value {
    let (left, top, _, _) = edges(of: picture.bounds)
    let place = builder.construct([builder.apply(.add, left, x), builder.apply(.add, top, y)], .vec2)
    return builder.spatial(.sample(filter), picture.lanes, place, in: picture.bounds)
  }
}
