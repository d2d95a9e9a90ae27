import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

// What was written for the values of one pixel serves whole images: every argument gives its color at this pixel, and the
// result is an image again.
extension Checker {
  typealias Argument = (operand: Operand, location: SourceLocation)

  /// A function or operator of the table. Over images it acts on straight color and leaves the first one's alpha alone.
  mutating func applied(_ intrinsic: Intrinsic, _ arguments: [Argument], at place: SourceLocation) -> Operand {
    if arguments.contains(where: { $0.operand.isPoison }) { return .poison }
    if let choice = arguments.first(where: { $0.operand.isChoice || $0.operand.isSelection }) {
      return poison(.loneChoice(at: choice.location))
    }
    if arguments.contains(where: { $0.operand.isPosition }) {
      return poison(.operandMismatch(intrinsic, arguments.map { (describe($0.operand), $0.location) }, at: place))
    }
    if intrinsic == .select, let chosen = choice(of: arguments) { return chosen }
    let values = arguments.map { argument -> Value in
      switch argument.operand {
      case .value(let value): value
      case .mask(let mask): mask.value
      case .image(let image): builder.straight(image)
      case .place(let value, _): value
      case .position, .choice, .selection: preconditionFailure("positions and choices are dealt with above")
      case .poison: preconditionFailure("poison is dealt with above")
      }
    }
    let types = values.map { builder.type(of: $0) }
    let definition = intrinsic.definition
    if case .conversion(let unit) = definition.signature, types != [unit] {
      return poison(.operandMismatch(intrinsic, arguments.map { (describe($0.operand), $0.location) }, at: place))
    }
    guard definition.signature.resultType(of: types) != nil else {
      return poison(.operandMismatch(intrinsic, arguments.map { (describe($0.operand), $0.location) }, at: place))
    }
    let result = builder.apply(intrinsic, Operands(values))
    if linted != nil, definition.hazard != nil {
      mark(.operation(intrinsic, values, arguments.map(\.location)), at: place)
    }
    return lifted(result, from: arguments, at: place)
  }

  /// One of two images, with its alpha.
  private mutating func choice(of arguments: [Argument]) -> Operand? {
    guard let otherwise = arguments[0].operand.image, let image = arguments[1].operand.image,
      case .value(let condition) = arguments[2].operand, builder[condition].type == .bool
    else { return nil }
    let bounds = builder.intersection([otherwise.bounds, image.bounds])
    if case .straight(let a, let alphaA) = otherwise.color, case .straight(let b, let alphaB) = image.color {
      let alpha = alphaA == alphaB ? alphaA : builder.apply(.select, alphaA, alphaB, condition)
      return .image(
        ImageOperand(color: .straight(builder.apply(.select, a, b, condition), alpha: alpha), bounds: bounds))
    }
    let color = builder.apply(.select, builder.premultiplied(otherwise), builder.premultiplied(image), condition)
    return .image(ImageOperand(color: .premultiplied(color), bounds: bounds))
  }

  /// The result of something computed at this pixel, as an image or mask when an argument was one, or when it looked at the
  /// pixel's place all the same.
  mutating func lifted(
    _ result: Value, from arguments: [Argument], usesPosition: Bool = false, at place: SourceLocation
  ) -> Operand {
    guard usesPosition || arguments.contains(where: { $0.operand.isImage || $0.operand.isMask || $0.operand.isPlace })
    else { return .value(result) }
    let operands = arguments.map(\.operand)
    let bounds = builder.intersection(operands.map(\.bounds))
    switch builder[result].type {
    case .scalar: return .mask(MaskOperand(value: result, bounds: bounds))
    case .rgba: return .image(ImageOperand(color: .premultiplied(result), bounds: bounds))
    case .rgb:
      let alpha = operands.lazy.compactMap(\.image).first.map { builder.alpha(of: $0) } ?? builder.constant(1)
      return .image(ImageOperand(color: .straight(result, alpha: alpha), bounds: bounds))
    case .vec2 where placeBounds != nil: return .place(result, bounds: bounds)
    default: return poison(.noPicture(at: place, builder[result].type.described))
    }
  }
}

extension Operand {
  var isPoison: Bool { if case .poison = self { true } else { false } }

  var isChoice: Bool { if case .choice = self { true } else { false } }

  var isSelection: Bool { if case .selection = self { true } else { false } }

  var isPosition: Bool { if case .position = self { true } else { false } }

  var isPlace: Bool { if case .place = self { true } else { false } }

  var isImage: Bool { image != nil }

  var isMask: Bool { if case .mask = self { true } else { false } }

  var image: ImageOperand? { if case .image(let image) = self { image } else { nil } }

  /// The rectangle of an image or mask that ends somewhere.
  var bounds: Value? {
    switch self {
    case .image(let image): image.bounds
    case .mask(let mask): mask.bounds
    case .place(_, let bounds): bounds
    case .value, .position, .choice, .selection, .poison: nil
    }
  }
}
