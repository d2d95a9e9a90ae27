import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics
import TintypeText

// What the operations on whole pictures have in common: their arguments, and the picture they work on.
extension Lowering {
  /// The operands of an operation, by the names of its inputs; where a call leaves one out, its default.
  struct Inputs {
    let call: PictureCall
    fileprivate(set) var operands: [PictureInput.Name: Operand] = [:]

    subscript(name: PictureInput.Name) -> Operand? { operands[name] }

    /// A value that has to be there.
    func value(_ name: PictureInput.Name) -> Value {
      guard let value = self[name]?.value else {
        preconditionFailure("'\(call.operation.name)' has no value for '\(name)'")
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
  }

  mutating func operated(
    _ call: PictureCall, _ operands: [Operand], at place: SourceLocation
  ) throws(WritingFailure) -> Operand {
    var inputs = Inputs(call: call)
    for (argument, operand) in zip(call.arguments, operands) { inputs.operands[argument.input.name] = operand }
    for input in call.operation.inputs where inputs[input.name] == nil {
      switch input.absence {
      case .value(let lanes):
        inputs.operands[input.name] = .value(builder.constant(lanes, input.kind.valueType ?? .scalar))
      case .word(let word): inputs.operands[input.name] = .word(word)
      case .required, .optional: break
      }
    }
    switch call.operation {
    case .noise: return noise(inputs)
    case .pixels: return .value(builder.write(pixelCount(.length, inputs, in: sourceBounds)))
    case .text:
      guard let lettering = call.lettering else { preconditionFailure("a line of text has letters") }
      return letters(inputs, lettering)
    case .format: return .value(text(of: inputs.value(.what), by: inputs[.as]?.value, call.numberFormat))
    case .crop: return crop(inputs)
    case .pad: return pad(inputs)
    case .turn: return turn(inputs)
    case .flip: return flip(inputs)
    case .filter(.blur) where inputs[.by] != nil: return varyingBlur(inputs)
    case .filter(let operation): return filter(call.kernel.map { .convolve($0) } ?? operation, inputs)
    case .sample: return sample(inputs)
    case .neighbor: return try neighbor(inputs, at: place)
    case .straighten: return straighten(inputs)
    case .zoom: return zoom(inputs)
    case .resize: return resize(inputs)
    case .fit, .fill, .stretch, .tile: return placed(inputs)
    case .measure(let statistic): return try measured(statistic, inputs, at: place)
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
      preconditionFailure("'\(inputs.call.operation.name)' works on no picture")
    }
    return Field(
      lanes: builder.premultiplied(picture), bounds: picture.bounds ?? sourceBounds, isMask: picture.isMask)
  }

  /// A length in pixels: % of the short side of a rectangle, um on the frame of the source.
  mutating func pixelCount(_ name: PictureInput.Name, _ inputs: Inputs, in bounds: Value) -> Formula {
    let length = inputs.value(name)
    let sum = .lane(0, of: length) * 0.01 * builder.rectangle(bounds).shortSide + .lane(2, of: length)
    guard isMeasuredOnFilm(length) else { return sum }
    // A step of a library in a recipe that names no film.
    let format = instance.format ?? .small
    let scale = builder.rectangle(builder.sourceBounds()).longSide / .number(format.longSideMicrometers)
    return sum + .lane(1, of: length) * scale
  }

  /// A picture at a place, across and down from its top left.
  mutating func sampled(_ field: Field, x: Formula, y: Formula, _ filter: SampleFilter) -> Value {
    let frame = builder.rectangle(field.bounds)
    let place = builder.construct([builder.write(frame.left + x), builder.write(frame.top + y)], .vec2)
    return builder.spatial(.sample(filter), field.lanes, place, in: field.bounds)
  }
}
