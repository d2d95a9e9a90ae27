import TintypeColor
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

/// What the numbers of a color stand for.
enum ColorEncoding {
  /// Amounts of light: twice the number is twice the light.
  case light
  /// The values that a screen shows.
  case codes
  /// The values of a camera's log curve.
  case log

  /// A clause about values of it.
  var described: String {
    switch self {
    case .light: "this is light"
    case .codes: "these are display values"
    case .log: "these are log values"
    }
  }
}

extension SemanticModel {
  /// Calls of the library's functions whose first input is named `light` or `code`, with a color that is known to be
  /// the other; formulas for display values of what is known to be light; and sums with the photo's color that are
  /// probably not meant. Nothing is reported where the encoding is unknown.
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
  /// What each expression of the one at hand is a part of.
  private var parents: [ObjectIdentifier: TypedExpression] = [:]

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
    // What is wrong before may be what makes the output wrong.
    if ofPhoto == .light, warnings.isEmpty, let codes = codesOfOutput, codes.location.file == file {
      warnings.append(.outputOfCodes(codes.location, power: base(ofPower: codes)?.location))
    }
    return warnings
  }

  /// What the output shows, where these are display values.
  private var codesOfOutput: TypedExpression? { model.shown.flatMap { self[$0] == .known(.codes) ? $0 : nil } }

  /// The color of `pow(c, 1 / 2.2)`.
  private func base(ofPower expression: TypedExpression) -> TypedExpression? {
    guard case .apply(let intrinsic, let operands, _) = expression.kind, intrinsic == .pow else { return nil }
    return operands[0]
  }

  /// The encoding of an expression, each part of which is reported where it is wrong.
  private mutating func visit(_ root: TypedExpression?, _ function: Int?, _ file: SourceFile) -> Knowledge {
    guard let root else { return .unknown }
    for expression in root.all {
      for child in expression.children { parents[ObjectIdentifier(child)] = expression }
    }
    for expression in root.all {
      found[ObjectIdentifier(expression)] = knowledge(of: expression, function)
      if expression.location.file == file, let problem = formula(expression, function) ?? table(expression) {
        warnings.append(problem)
      }
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
    case .construct(_, let parts): parts.allSatisfy { self[$0] == .neutral } ? .neutral : .unknown
    case .component(let lanes, let inner): lanes.count > 2 ? self[inner] : .unknown
    case .apply(let intrinsic, let operands, _): applied(intrinsic, operands, function)
    case .call(let callee, let given, _):
      result(of: model.functions[callee], given.value(at: 0).map { self[$0] } ?? .unknown)
    case .lookUp(_, _, let isShown): isShown ? .known(ofPhoto) : .unknown
    // A curve by which codes stay codes: one that decodes them makes 0.21 of their middle.
    case .evaluate(let curve, let color):
      self[color] == .known(.codes) && shape(of: curve).map { 0.35...0.7 ~= $0(0.5) } == true ? self[color] : .unknown
    case .operation(let call):
      call.arguments.first.map { $0.value.type.isImage && expression.type.isImage ? self[$0.value] : .unknown }
        ?? .unknown
    default: expression.type == .value(.scalar) ? .neutral : .unknown
    }
  }

  /// Sums, products and mixtures of light are light, and those of codes are codes.
  private func applied(_ intrinsic: Intrinsic, _ operands: [TypedExpression], _ function: Int?) -> Knowledge {
    if intrinsic == .linearToSrgb { return .known(.codes) }
    if intrinsic == .srgbToLinear { return .known(.light) }
    if intrinsic == .pow, let power = number(operands[1], function) {
      let color = common([operands[0]])
      if color == .known(.light), Self.isDecoding(1 / power) { return .known(.codes) }
      return color == .known(.codes) && Self.isDecoding(power) ? .known(.light) : .unknown
    }
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

  // MARK: Formulas

  /// Whether an expression is the color that comes out, or that with a factor, limits or another sum: not a part of a
  /// longer formula, in which it may have any unit.
  ///
  /// - Parameter allowsQuotient: whether it may be divided by a number that looks like a range of codes.
  private func isWhole(_ expression: TypedExpression, _ function: Int?, allowsQuotient: Bool = false) -> Bool {
    if let function, model.functions[function].body?.locals.contains(where: { $0.role == .variable }) == true {
      return false
    }
    var expression = expression
    while let parent = parents[ObjectIdentifier(expression)] {
      switch parent.kind {
      case .parenthesized: break
      case .apply(let intrinsic, let operands, _) where [.multiply, .add, .subtract].contains(intrinsic):
        let other = operands.first { $0 !== expression }
        guard let other, other.type == .value(.scalar), (number(other, function) ?? 1) < 16 else { return false }
      case .apply(let intrinsic, let operands, _) where intrinsic == .divide && allowsQuotient:
        guard operands[0] === expression, let range = number(operands[1], function), range >= 100 else { return false }
      case .apply(let intrinsic, let operands, _) where [.saturate, .clamp, .min, .max].contains(intrinsic):
        guard operands.dropFirst().allSatisfy({ $0 === expression || number($0, function) != nil }) else {
          return false
        }
      default: return false
      }
      expression = parent
    }
    return true
  }

  /// A formula for display values of what is known to be light: a contrast about 0.5, a curve that bends both ways from
  /// there, the power of a screen.
  private func formula(_ expression: TypedExpression, _ function: Int?) -> Diagnostic? {
    switch expression.kind {
    case .evaluate(let curve, let color):
      guard isLight(color), bendsAboutHalf(curve) else { return nil }
      return .curveOfLight(of: color.location, in: expression.location)
    case .apply(let intrinsic, let operands, _) where intrinsic == .pow:
      guard isLight(operands[0]), number(operands[1], function).map(Self.isDecoding) == true,
        isLimitedPhoto(operands[0], function), isWhole(expression, function)
      else { return nil }
      return .decodedTwice(operands[0].location, in: expression.location)
    case .apply(let intrinsic, let operands, _) where intrinsic == .srgbToLinear:
      guard isLight(operands[0]), isLimitedPhoto(operands[0], function) else { return nil }
      return .decodedTwice(operands[0].location, in: expression.location)
    case .apply(let intrinsic, let operands, _) where intrinsic == .add:
      for (product, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        guard let color = distance(in: product, function), isHalf(other, function) else { continue }
        return .contrastOfLight(of: color.location, in: expression.location)
      }
      return oddSum(expression, of: operands, function)
    case .apply(let intrinsic, let operands, _) where intrinsic == .subtract:
      return oddSum(expression, of: operands, function)
    case .apply(let intrinsic, let operands, _) where intrinsic == .divide:
      guard isPhoto(operands[0], function), let white = number(operands[1], function),
        [255, 1023, 4095, 65_535].contains(white), isWhole(expression, function)
      else { return nil }
      return .dividedLikeCodes(operands[1].location, operands[0].location, in: expression.location)
    case .apply(let intrinsic, let operands, _)
    where intrinsic == .normalize && expression.type.isImage
      && isPhoto(operands[0], function) && parents[ObjectIdentifier(expression)].map({ !$0.isDot }) != false:
      return .normalizedColor(at: expression.location)
    case .apply(let intrinsic, let operands, _) where intrinsic == .multiply:
      for (color, factor) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        guard ofPhoto == .light, self[color] == .known(.codes), !isReported(color),
          case .apply(let inner, _, _) = factor.withoutParentheses.kind, inner == .gain
        else { continue }
        return .gainOfCodes(color.location, factor.location)
      }
      if case .apply(let inverse, let matrices, _) = operands[0].withoutParentheses.kind, inverse == .inverse,
        arePrimaries(matrices[0]), case .call(let callee, _, _) = operands[1].withoutParentheses.kind,
        model.functions[callee].module == SemanticModel.library, isDecoder(model.functions[callee])
      {
        return .primariesTurnedRound(operands[0].location, isInverted: true)
      }
      guard arePrimaries(operands[0]), case .known(let encoding) = self[operands[1]], encoding != .light,
        !isReported(operands[1])
      else { return nil }
      return .primariesOfCodes(operands[1].location, encoding, operands[0].location.text)
    default: return nil
    }
  }

  /// Whether something in an expression is wrong by itself.
  private func isReported(_ expression: TypedExpression) -> Bool {
    warnings.contains { expression.location.span.union($0.primary.location.span) == expression.location.span }
  }

  /// Whether a matrix is one of the library's for the primaries of cameras.
  private func arePrimaries(_ matrix: TypedExpression) -> Bool {
    guard matrix.type == .value(.matrix), case .reference(.constant(let index)) = matrix.withoutParentheses.kind else {
      return false
    }
    return model.constants[index].module == SemanticModel.library
  }

  /// What is encoded already, in a table that encodes what it gets.
  private func table(_ expression: TypedExpression) -> Diagnostic? {
    guard case .lookUp(let color, let table, isShown: true) = expression.kind, ofPhoto == .light,
      case .known(let encoding) = self[color], encoding != .light
    else { return nil }
    var light: SourceLocation?
    if case .apply(let intrinsic, let operands, _) = color.withoutParentheses.kind, intrinsic == .linearToSrgb {
      light = operands[0].location
    }
    return .encodedTwice(color.location, encoding, table: table.location, light: light)
  }

  /// The sum or difference of the photo's color and a number that looks like a code, or that would go to alpha, too.
  private func oddSum(_ sum: TypedExpression, of operands: [TypedExpression], _ function: Int?) -> Diagnostic? {
    for (color, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard isPhoto(color, function), other.type == .value(.scalar), isWhole(sum, function, allowsQuotient: true) else {
        continue
      }
      if let number = number(other, function), number >= 4, number != 255, number == number.rounded() {
        let constant = declared(other)
        let isDivided = parents[ObjectIdentifier(sum)].map { !isWhole(sum, function) && $0.type == sum.type } ?? false
        return .codesOfDifference(
          number, at: constant?.location ?? other.location, others: constant == nil ? [] : codes, isDivided: isDivided)
      }
      if color.type == .value(.rgba) { return .alphaOfSum(at: color.location) }
    }
    return nil
  }

  /// Whether a color is the photo's within limits.
  private func isLimitedPhoto(_ color: TypedExpression, _ function: Int?) -> Bool {
    let inner = color.withoutParentheses
    if case .apply(let intrinsic, let operands, _) = inner.kind, [.saturate, .clamp, .min, .max].contains(intrinsic) {
      return operands.contains { isLimitedPhoto($0, function) }
    }
    return isPhoto(inner, function)
  }

  /// The value of a constant of the recipe that is named.
  private func declared(_ expression: TypedExpression) -> TypedExpression? {
    guard case .reference(.constant(let index)) = expression.withoutParentheses.kind,
      model.constants[index].module == SemanticModel.recipe
    else { return nil }
    return model.constants[index].value
  }

  /// The constants of the recipe that look like codes.
  private var codes: [(value: Double, place: SourceLocation)] {
    model.constants.filter { $0.module == SemanticModel.recipe }.compactMap { constant in
      guard let value = constant.value, case .constant(let lanes) = value.kind, lanes.count == 1,
        16...1023 ~= lanes[0], lanes[0] == lanes[0].rounded()
      else { return nil }
      return (lanes[0], value.location)
    }
  }

  /// Whether a color is that of the photo, or an input that gets it, or a small multiple.
  private func isPhoto(_ color: TypedExpression, _ function: Int?) -> Bool {
    guard case .known = self[color] else { return false }
    switch color.withoutParentheses.kind {
    case .reference(.source): return true
    case .apply(let intrinsic, let factors, _) where intrinsic == .multiply:
      return factors.contains { $0.type == .value(.scalar) && (number($0, function) ?? 1) < 16 }
        && factors.contains { isPhoto($0, function) }
    case .local(let index): return function.map { model.functions[$0].body?.locals[index].role == .input } == true
    default: return false
    }
  }

  /// The light of `(c - 0.5) * 1.3`.
  private func distance(in product: TypedExpression, _ function: Int?) -> TypedExpression? {
    guard case .apply(let times, let factors, _) = product.withoutParentheses.kind, times == .multiply else {
      return nil
    }
    for factor in factors {
      guard case .apply(let minus, let terms, _) = factor.withoutParentheses.kind, minus == .subtract else { continue }
      if isLight(terms[0]), isHalf(terms[1], function) { return terms[0] }
    }
    return nil
  }

  private func isLight(_ color: TypedExpression) -> Bool { self[color] == .known(.light) }

  /// Whether a power is that by which a screen makes light of codes.
  private static func isDecoding(_ power: Double) -> Bool { [2.2, 2.4].contains { abs(power - $0) < 0.01 } }

  private func isHalf(_ expression: TypedExpression, _ function: Int?) -> Bool { number(expression, function) == 0.5 }

  /// The number that all lanes of a constant expression are.
  private func number(_ expression: TypedExpression, _ function: Int?) -> Double? {
    var expression = expression.withoutParentheses
    if case .local(let index) = expression.kind, let function,
      let value = model.functions[function].body?.locals[index].constantValue
    {
      expression = value
    }
    guard let lanes = model.constantLanes(of: expression, in: model.recipe.header.workingSpace) else { return nil }
    return lanes.first.flatMap { first in lanes.allSatisfy { $0 == first } ? first : nil }
  }

  private func shape(of curve: TypedExpression) -> MonotoneCurve? {
    var curve = curve.withoutParentheses
    if case .reference(.constant(let index)) = curve.kind, let value = model.constants[index].value { curve = value }
    guard case .converted(_, let points) = curve.withoutParentheses.kind else { return nil }
    return MonotoneCurve(points)
  }

  /// Whether a curve of the recipe ends at white, darkens what lies below 0.5, and brightens what lies above.
  private func bendsAboutHalf(_ curve: TypedExpression) -> Bool {
    guard let shape = shape(of: curve) else { return false }
    return shape.end <= 1 && abs(shape(0.5) - 0.5) < 0.06 && shape(0.25) < 0.24 && shape(0.75) > 0.76
  }

  private func problem(
    of call: TypedExpression, _ callee: Int, _ given: [TypedExpression.Input], at place: SourceLocation
  ) -> Diagnostic? {
    let function = model.functions[callee]
    if isDecoder(function), wanted(by: function) == .codes, let input = model.recipe.header.input, input.space == nil,
      let color = given.value(at: 0), [.known(.light), .known(.codes)].contains(self[color])
    {
      return .decodedByHeader(at: place, function.name, input.rawValue)
    }
    if wanted(by: function) == .light, hasInverse(function),
      case .apply(let intrinsic, let factors, _)? = given.value(at: 0)?.withoutParentheses.kind,
      intrinsic == .multiply, arePrimaries(factors[0]), factors[0].location.file == call.location.file
    {
      return .primariesTurnedRound(factors[0].location, isInverted: false)
    }
    let inner: SourceLocation? =
      switch given.value(at: 0)?.withoutParentheses.kind {
      case .apply(let intrinsic, let operands, _) where intrinsic == .linearToSrgb || intrinsic == .srgbToLinear:
        operands[0].location
      default: nil
      }
    guard let wanted = wanted(by: function), let color = given.value(at: 0), case .known(let encoding) = self[color],
      color.location.file == call.location.file, (wanted == .light) != (encoding == .light)
    else { return nil }
    return .wrongEncoding(
      of: color.location, encoding, in: call.location, function.name, at: place, isLog: isDecoder(function),
      inner: inner, hasOtherNumbers: ColorParts(madeBy: function.name) != nil,
      isConvertedBack: wanted == .codes && result(of: function, .unknown) == .known(.codes))
  }
}

extension TypedExpression {
  /// Whether it is a scalar product, for which the length of a color does not count.
  fileprivate var isDot: Bool { if case .apply(let intrinsic, _, _) = kind { intrinsic == .dot } else { false } }
}
