import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

// What the operations on whole pictures have in common: their arguments, and the picture they work on.
extension Lowering {
  /// The arguments of an operation, by the names of its inputs; where a call leaves one out, its default.
  struct Inputs {
    let operation: PictureOperation
    let given: [TypedExpression.Input]
    let operands: [PictureInput.Name: Operand]

    subscript(name: PictureInput.Name) -> Operand? { operands[name] }

    /// A value that has to be there.
    func value(_ name: PictureInput.Name) -> Value {
      guard let value = self[name]?.value else {
        preconditionFailure("'\(operation.rawValue)' has no value for '\(name)'")
      }
      return value
    }

    /// One of some words.
    func word<Word: RawRepresentable>(_ name: PictureInput.Name) -> Word? where Word.RawValue == String {
      if case .word(let text)? = self[name] { Word(rawValue: text) } else { nil }
    }

    /// A place that a word or a `vec2` gives: across and down, 0 to 1.
    func anchor(_ name: PictureInput.Name = .anchor) -> (x: Formula, y: Formula) {
      if let anchor: Anchor = word(name) { return (.number(anchor.place[0]), .number(anchor.place[1])) }
      let place = value(name)
      return (.lane(0, of: place), .lane(1, of: place))
    }

    /// A number that the text tells.
    func number(_ name: PictureInput.Name, _ model: SemanticModel, _ space: WorkingSpace) -> Double? {
      var evaluator = Evaluator<Double>(model, in: space)
      let index = operation.inputs.firstIndex { $0.name == name }
      return index.flatMap(given.value).flatMap { evaluator.lanes(of: $0) }?.first
    }
  }

  private mutating func inputs(
    of operation: PictureOperation, _ given: [TypedExpression.Input], _ values: [Operand]
  ) -> Inputs {
    let inputs = operation.inputs
    var operands: [PictureInput.Name: Operand] = [:]
    for (input, value) in zip(given, values) { operands[inputs[input.index].name] = value }
    for input in inputs where operands[input.name] == nil {
      switch input.absence {
      case .value(let lanes):
        operands[input.name] = .value(builder.constant(lanes, input.kind.valueType ?? .scalar))
      case .word(let word): operands[input.name] = .word(word)
      case .required, .optional: break
      }
    }
    return Inputs(operation: operation, given: given, operands: operands)
  }

  mutating func operated(
    _ operation: PictureOperation, _ inputs: [TypedExpression.Input], _ values: [Operand], _ lettering: Lettering?
  ) -> Operand {
    let inputs = self.inputs(of: operation, inputs, values)
    switch operation {
    case .noise: return noise(inputs)
    case .pixels: return .value(builder.write(pixelCount(of: inputs.value(.length), in: sourceBounds)))
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
    var seed = inputs.value(.seed)
    if builder.type(of: seed) == .seed { seed = builder.apply(.number, seed) }
    return .picture(Picture(color: .premultiplied(builder.noise(seed: seed)), bounds: nil))
  }

  /// A picture as a field: premultiplied color, or the number of a mask, in a rectangle.
  struct Field {
    var lanes: Value
    /// That of the photo where the picture itself has no end.
    var bounds: Value
    let isMask: Bool

    var operand: Operand {
      .picture(Picture(color: isMask ? .mask(lanes) : .premultiplied(lanes), bounds: bounds))
    }
  }

  /// The picture that an operation works on.
  mutating func field(_ inputs: Inputs, _ name: PictureInput.Name = .image) -> Field {
    guard let picture = inputs[name]?.picture else {
      preconditionFailure("'\(inputs.operation.rawValue)' works on no picture")
    }
    return Field(
      lanes: builder.premultiplied(picture), bounds: picture.bounds ?? sourceBounds, isMask: picture.isMask)
  }

  /// A length in pixels: % of the short side of a rectangle, um on the frame of the source.
  mutating func pixelCount(of length: Value, in bounds: Value) -> Formula {
    let sum = .lane(0, of: length) * 0.01 * builder.rectangle(bounds).shortSide + .lane(2, of: length)
    guard let format = instance.format, isMeasuredOnFilm(length) else { return sum }
    let scale = builder.rectangle(builder.sourceBounds()).longSide / .number(format.longSideMicrometers)
    return sum + .lane(1, of: length) * scale
  }

  /// Whether a length can have a part in micrometers: numbers and parameters keep their units.
  private func isMeasuredOnFilm(_ length: Value) -> Bool {
    switch builder[length].operation {
    case .constant(let lanes): builder[length].type == .length && lanes[1] != 0
    case .parameter(let index): ["um", "mm"].contains(model.settable[index].parameter.unit)
    default: builder[length].operands.contains { isMeasuredOnFilm($0) }
    }
  }

  /// A picture at a place, across and down from its top left.
  mutating func sampled(_ field: Field, x: Formula, y: Formula, _ filter: SampleFilter) -> Value {
    let frame = builder.rectangle(field.bounds)
    let place = builder.construct([builder.write(frame.left + x), builder.write(frame.top + y)], .vec2)
    return builder.spatial(.sample(filter), field.lanes, place, in: field.bounds)
  }
}
