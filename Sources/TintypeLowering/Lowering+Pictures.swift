import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

// What the operations on whole pictures have in common: the picture they work on, and what they are told.
extension Lowering {
  /// What an operation is told, by the names of its inputs.
  struct Inputs {
    let operation: PictureOperation
    private let expressions: [TypedExpression?]
    private let operands: [Operand?]

    init(_ operation: PictureOperation, _ inputs: [TypedExpression.Input], _ values: [Operand]) {
      self.operation = operation
      var expressions = [TypedExpression?](repeating: nil, count: operation.inputs.count)
      var operands = [Operand?](repeating: nil, count: operation.inputs.count)
      for (input, value) in zip(inputs, values) {
        expressions[input.index] = input.value
        operands[input.index] = value
      }
      (self.expressions, self.operands) = (expressions, operands)
    }

    private func index(_ name: String) -> Int? { operation.inputs.firstIndex(of: name) }

    subscript(name: String) -> Operand? { index(name).flatMap { operands[$0] } }

    /// A value that has to be there.
    func value(_ name: String) -> Value {
      guard let value = self[name]?.value else { preconditionFailure("'\(operation.rawValue)' is told no '\(name)'") }
      return value
    }

    /// One of some words; nil for another place or none.
    func word<Word: RawRepresentable>(_ name: String) -> Word? where Word.RawValue == String {
      guard case .word(let text)? = self[name] else { return nil }
      return Word(rawValue: text)
    }

    /// A number that the text tells.
    func number(_ name: String, _ model: SemanticModel, _ space: WorkingSpace) -> Double? {
      var evaluator = Evaluator<Double>(model, in: space)
      return index(name).flatMap { expressions[$0] }.flatMap { evaluator.lanes(of: $0) }?.first
    }
  }

  mutating func operated(
    _ operation: PictureOperation, _ inputs: [TypedExpression.Input], _ values: [Operand], _ lettering: Lettering?
  ) -> Operand {
    let inputs = Inputs(operation, inputs, values)
    switch operation {
    case .noise: return noise(inputs)
    case .pixels: return .value(pixelCount(of: inputs.value("length"), in: sourceBounds))
    case .text:
      guard let lettering else { preconditionFailure("a line of text has letters") }
      return letters(inputs, lettering)
    case .crop: return crop(inputs)
    case .turn: return turn(inputs)
    case .flip: return flip(inputs)
    case .blur: return filter(.blur, inputs)
    case .median: return filter(.median, inputs)
    case .sample: return sample(inputs)
    case .straighten: return straighten(inputs)
    case .zoom: return zoom(inputs)
    case .resize: return resize(inputs)
    }
  }

  private mutating func noise(_ inputs: Inputs) -> Operand {
    var seed = inputs.value("seed")
    if builder[seed].type == .seed { seed = builder.apply(.number, seed) }
    return .image(ImageOperand(color: .premultiplied(builder.noise(seed: seed)), bounds: nil))
  }

  /// A picture as a field: premultiplied color, or the number of a mask, and the rectangle in which it is known.
  struct Picture {
    let lanes: Value
    /// That of the photo where the picture itself has no end.
    let bounds: Value
    let isMask: Bool
  }

  /// The picture that an operation works on.
  mutating func picture(_ inputs: Inputs, _ name: String = "image") -> Picture {
    switch inputs[name] {
    case .image(let image)?:
      Picture(lanes: builder.premultiplied(image), bounds: image.bounds ?? sourceBounds, isMask: false)
    case .mask(let mask)?: Picture(lanes: mask.value, bounds: mask.bounds ?? sourceBounds, isMask: true)
    default: preconditionFailure("'\(inputs.operation.rawValue)' works on no picture")
    }
  }

  /// What an operation made of a picture.
  func operand(_ lanes: Value, in bounds: Value, like picture: Picture) -> Operand {
    picture.isMask
      ? .mask(MaskOperand(value: lanes, bounds: bounds))
      : .image(ImageOperand(color: .premultiplied(lanes), bounds: bounds))
  }

  // MARK: Lengths

  /// A length in pixels: % of the short side of a rectangle, um on the frame of the source.
  mutating func pixelCount(of length: Value, in bounds: Value) -> Value {
    let (width, height) = size(of: bounds)
    let percent = builder.apply(.multiply, builder.component([0], of: length), builder.constant(0.01))
    let ofSide = builder.apply(.multiply, percent, builder.apply(.min, width, height))
    var sum = builder.apply(.add, ofSide, builder.component([2], of: length))
    if let format = instance.format, isMeasuredOnFilm(length) {
      let (frameWidth, frameHeight) = size(of: builder.sourceBounds())
      let scale = builder.apply(
        .divide, builder.apply(.max, frameWidth, frameHeight), builder.constant(format.longSideMicrometers))
      sum = builder.apply(.add, sum, builder.apply(.multiply, builder.component([1], of: length), scale))
    }
    return sum
  }

  /// Whether a length can have a part in um: not one of numbers and parameters in other units, which never change
  /// theirs.
  private func isMeasuredOnFilm(_ length: Value) -> Bool {
    switch builder[length].operation {
    case .constant(let lanes): builder[length].type == .length && lanes[1] != 0
    case .parameter(let index): ["um", "mm"].contains(model.settable[index].parameter.unit)
    default: builder[length].operands.contains { isMeasuredOnFilm($0) }
    }
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
