import TintypeDiagnostics
import TintypeIntrinsics

/// What the numbers of a color stand for.
enum ColorEncoding {
  /// Amounts of light: twice the number is twice the light.
  case light
  /// The values that a screen shows.
  case codes
  /// The values of a camera's log curve.
  case log
}

extension SemanticModel {
  /// Calls of the library's functions whose first input is named `light` or `code`, with a color that is known to be
  /// the other. Nothing is reported where the encoding is unknown.
  var wrongEncodings: [Diagnostic] {
    guard recipe.isLook, let file = recipe.files.first else { return [] }
    var encodings = Encodings(self)
    return encodings.wrong(in: file)
  }
}

/// The encodings of expressions, as far as they follow from the working space and from what is called.
private struct Encodings {
  /// What is known of a value: a literal and a number go with any encoding.
  private enum Knowledge: Equatable {
    case unknown, neutral
    case known(ColorEncoding)
  }

  private let model: SemanticModel
  private let ofPhoto: ColorEncoding
  private var found: [ObjectIdentifier: Knowledge] = [:]
  private var images: [Int: Knowledge] = [:]
  private var constants: [Int: Knowledge] = [:]
  /// Of the inputs of the recipe's own functions: what all calls agree on.
  private var inputs: [Int: [Int: Knowledge]] = [:]
  private var warnings: [Diagnostic] = []

  init(_ model: SemanticModel) {
    self.model = model
    ofPhoto = model.recipe.header.workingSpace == .linearSRGB ? .light : .codes
  }

  mutating func wrong(in file: SourceFile) -> [Diagnostic] {
    for (index, constant) in model.constants.enumerated() where constant.module == SemanticModel.recipe {
      constants[index] = visit(constant.value, nil, file)
    }
    for (index, image) in model.images.enumerated() { images[index] = visit(image.value, nil, file) }
    _ = visit(model.recipe.output, nil, file)
    for (index, function) in model.functions.enumerated() where function.module == SemanticModel.recipe {
      for expression in function.body?.block.expressions ?? [] { _ = visit(expression, index, file) }
    }
    return warnings
  }

  /// The encoding of an expression, each part of which is reported where it is wrong.
  private mutating func visit(_ root: TypedExpression?, _ function: Int?, _ file: SourceFile) -> Knowledge {
    guard let root else { return .unknown }
    for expression in root.all {
      found[ObjectIdentifier(expression)] = knowledge(of: expression, function)
      guard case .call(let callee, let given, let place) = expression.kind else { continue }
      if model.functions[callee].module == SemanticModel.recipe {
        for input in given { pass(self[input.value], to: input.index, of: callee) }
      } else if expression.location.file == file, let problem = problem(of: expression, callee, given, at: place) {
        warnings.append(problem)
      }
    }
    return self[root]
  }

  private subscript(_ expression: TypedExpression) -> Knowledge { found[ObjectIdentifier(expression)] ?? .unknown }

  private mutating func pass(_ knowledge: Knowledge, to input: Int, of function: Int) {
    let before = inputs[function]?[input]
    inputs[function, default: [:]][input] = before.map { $0 == knowledge ? $0 : .unknown } ?? knowledge
  }

  private func knowledge(of expression: TypedExpression, _ function: Int?) -> Knowledge {
    switch expression.kind {
    case .constant, .color: .neutral
    case .reference(.source): .known(ofPhoto)
    case .reference(.image(let index)): images[index] ?? .unknown
    case .reference(.constant(let index)): constants[index] ?? .neutral
    case .local(let index): local(index, of: function)
    case .parenthesized(let inner): self[inner]
    case .component(let lanes, let inner): lanes.count > 2 ? self[inner] : .unknown
    case .apply(let intrinsic, let operands, _): applied(intrinsic, operands)
    case .call(let callee, let given, _):
      result(of: model.functions[callee], given.value(at: 0).map { self[$0] } ?? .unknown)
    case .operation(let call):
      call.arguments.first.map { $0.value.type.isImage && expression.type.isImage ? self[$0.value] : .unknown }
        ?? .unknown
    default: expression.type == .value(.scalar) ? .neutral : .unknown
    }
  }

  /// Sums, products and mixtures of light are light, and those of codes are codes.
  private func applied(_ intrinsic: Intrinsic, _ operands: [TypedExpression]) -> Knowledge {
    if intrinsic == .linearToSrgb { return .known(.codes) }
    if intrinsic == .srgbToLinear { return .known(.light) }
    switch intrinsic.definition.signature {
    case .linear, .product, .quotient, .blend: return common(operands)
    default: return .unknown
    }
  }

  private func local(_ index: Int, of function: Int?) -> Knowledge {
    guard let function, let locals = model.functions[function].body?.locals else { return .unknown }
    if locals[index].role == .input { return inputs[function]?[index] ?? .unknown }
    return locals[index].constantValue.map { self[$0] } ?? .unknown
  }

  /// What all operands that are colors have in common; numbers and literals go with any.
  private func common(_ operands: [TypedExpression]) -> Knowledge {
    operands.reduce(.neutral) { common, operand in
      let isNumber = operand.type == .value(.scalar) || operand.type.isMask
      let knowledge = isNumber ? .neutral : self[operand]
      if knowledge == .neutral || knowledge == common { return common }
      return common == .neutral ? knowledge : .unknown
    }
  }

  /// What is known of the result of a function of the library by what its input has to be. Where the library has an
  /// inverse the numbers are no color any more: hue, saturation and lightness, or log values.
  ///
  /// - Parameter input: what is known of its first argument. A step that takes any color works in the working space.
  private func result(of function: FunctionEntry, _ input: Knowledge) -> Knowledge {
    guard function.module == SemanticModel.library, let result = function.result,
      result.isImage || result.value?.isColor == true
    else { return .unknown }
    switch wanted(by: function) {
    case .codes: return isDecoder(function) ? .known(.light) : hasInverse(function) ? .unknown : .known(.codes)
    case .light: return hasInverse(function) ? .known(.log) : .unknown
    case .log: return .unknown
    case nil: return ["c", "photo", "top"].contains(function.inputs.first?.name) ? input : .unknown
    }
  }

  /// What a function of the library takes, by the name of its first input; nil for others.
  private func wanted(by function: FunctionEntry) -> ColorEncoding? {
    guard function.module == SemanticModel.library, let first = function.inputs.first, first.type != .value(.scalar)
    else { return nil }
    return ["code": .codes, "light": .light][first.name]
  }

  /// Whether a function makes light of the values of a camera's curve.
  private func isDecoder(_ function: FunctionEntry) -> Bool { function.name.hasPrefix("from") }

  private func hasInverse(_ function: FunctionEntry) -> Bool {
    model.modules[SemanticModel.library].declared["from" + function.name.capitalizedFirst] != nil
  }

  private func problem(
    of call: TypedExpression, _ callee: Int, _ given: [TypedExpression.Input], at place: SourceLocation
  ) -> Diagnostic? {
    let function = model.functions[callee]
    guard let wanted = wanted(by: function), let color = given.value(at: 0), case .known(let encoding) = self[color],
      color.location.file == call.location.file, (wanted == .light) != (encoding == .light)
    else { return nil }
    return .wrongEncoding(
      of: color.location, encoding, in: call.location, function.name, at: place, isLog: isDecoder(function),
      isConvertedBack: wanted == .codes && result(of: function, .unknown) == .known(.codes))
  }
}
