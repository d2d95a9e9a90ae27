import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSizes
import TintypeSyntax
import TintypeTables

extension Analyzer {
  /// Reads a parameter of the current module, unless something in another file has needed it already.
  mutating func typeParameter(_ index: Int) {
    let syntax = model.parameters[index].syntax
    guard case .untyped = model.parameters[index].state, let name = syntax.name else { return }
    model.parameters[index].state = .typing
    declaring(name.text) { analyzer in
      analyzer.model.parameters[index].parameter = try? analyzer.parameter(syntax, name)
    }
    model.parameters[index].state = .typed(())
    if model.parameters[index].parameter != nil { module.parameters.append(index) }
  }

  mutating func parameter(_ syntax: ParameterSyntax, _ name: TokenSyntax) throws(Reported) -> Parameter {
    guard let type = syntax.type, model.budget.holds(CompileCosts.parameter) else { throw Reported() }
    var parameter = Parameter(name: name.text, type: try valueType(type, .setting), defaultValue: [])
    parameter.choices = syntax.choices.map { $0.stringValue ?? $0.text }
    parameter.unit = syntax.unit?.text ?? (parameter.type.isQuantity ? syntax.defaultValue?.unit?.rawValue : nil)
    if parameter.type == .scalar, let unit = syntax.unit, unit.saysPercent { report(.unitInWords(unit)) }
    (parameter.group, parameter.label) = (syntax.group?.stringValue, syntax.label?.stringValue)
    parameter.documentation = syntax.documentation
    if parameter.type == .choice {
      guard !parameter.choices.isEmpty else { throw reported(.missingChoices(at: syntax.location)) }
    } else if let word = syntax.choices.first {
      report(.choicesOfNoChoice(at: word.location))
    }
    if let value = syntax.defaultValue {
      parameter.defaultValue = try lanes(of: value, parameter, as: "the default of '\(parameter.name)'")
    } else if parameter.type == .lut {
      let known = model.tables.firstIndex(of: .identity)
      if known == nil { model.tables.append(.identity) }
      parameter.defaultValue = [Double(known ?? model.tables.count - 1)]
    }
    checkRanges(syntax, &parameter)
    if let setting = settings(of: name, from: syntax.location.file),
      let lanes = try? value(of: setting, parameter, space: module.header.workingSpace)
    {
      parameter.defaultValue = lanes
    }
    return parameter
  }

  /// The numbers that an expression gives a parameter.
  mutating func lanes(
    of syntax: ExpressionSyntax, _ parameter: Parameter, as role: String
  ) throws(Reported) -> [Double] {
    if parameter.type == .choice { return [try choice(syntax, of: parameter)] }
    if parameter.type == .seed, case .choice(let choice) = syntax {
      guard choice.name.text == PhotoSeed.word else {
        throw reported(.unknownSeed(choice.name.text, at: syntax.location))
      }
      return PhotoSeed.lanes
    }
    return try number(syntax, parameter.type, as: role, inPercent: parameter.isInPercent)
  }

  private mutating func checkRanges(_ syntax: ParameterSyntax, _ parameter: inout Parameter) {
    guard parameter.type.hasRange else {
      let clauses = [syntax.range?.location, syntax.slider?.location, syntax.step?.location].compactMap { $0 }
      if let first = clauses.first { report(.rangeOfNoNumber(at: first, parameter.type.described)) }
      return
    }
    parameter.hardRange = syntax.range.flatMap { try? range($0, syntax, parameter) }
    if let range = parameter.hardRange, let magnitudes = parameter.magnitudes(of: parameter.defaultValue),
      !magnitudes.allSatisfy(range.contains)
    {
      report(.defaultOutOfRange(syntax, range))
    }
    parameter.sliderRange = syntax.slider.flatMap { try? range($0, syntax, parameter) }
    if let slider = parameter.sliderRange, let hard = parameter.hardRange, slider.clamped(to: hard) != slider {
      report(.sliderOutOfRange(at: syntax.slider?.location ?? syntax.location, hard))
    }
    if let step = syntax.step {
      parameter.step = try? magnitude(step, syntax, parameter, as: "a step")
      if let size = parameter.step, size <= 0 { report(.stepNotPositive(at: step.location)) }
    }
  }

  private mutating func range(
    _ clause: RangeClauseSyntax, _ syntax: ParameterSyntax, _ parameter: Parameter
  ) throws(Reported) -> ClosedRange<Double> {
    let lower = try magnitude(clause.lower, syntax, parameter, as: "the lower end of a range")
    let upper = try magnitude(clause.upper, syntax, parameter, as: "the upper end of a range")
    guard lower < upper else {
      throw reported(lower == upper ? .rangeOfOneNumber(at: clause.location) : .emptyRange(clause))
    }
    return lower...upper
  }

  /// One number of a parameter's clauses: a plain one, or one in the unit of the default.
  private mutating func magnitude(
    _ expression: ExpressionSyntax, _ syntax: ParameterSyntax, _ parameter: Parameter, as role: String
  ) throws(Reported) -> Double {
    let type = parameter.type.isQuantity ? parameter.type : .scalar
    let lanes = try number(expression, type, as: role, inPercent: parameter.isInPercent)
    guard type == .length else { return lanes[0] }
    let wanted = syntax.defaultValue?.unit
    guard let lane = expression.unit?.meaning.lane, lane == wanted?.meaning.lane else {
      throw reported(.unitsDiffer(at: expression.location, wanted: wanted?.rawValue ?? "no unit"))
    }
    return lanes[lane]
  }

  /// The numbers of an expression that has to be known from the text.
  mutating func number(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, inPercent: Bool = false
  ) throws(Reported) -> [Double] {
    try constant(syntax, type, as: role, inPercent: inPercent).lanes
  }

  /// The same with the expression itself, which may name the constants of a body in its scope.
  mutating func constant(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, inPercent: Bool = false, in scope: Scope = .topLevel
  ) throws(Reported) -> (value: TypedExpression, lanes: [Double]) {
    let outer = (numberRole, body, isReadingPlace)
    (numberRole, isReadingPlace) = (role, false)
    if scope.isTopLevel { body = nil }
    let found = expression(syntax, scope)
    (numberRole, isReadingPlace) = (outer.0, outer.2)
    if scope.isTopLevel {
      body = outer.1
      module.numbers.append(found)
    }
    if found.type.isPicture { throw reported(.notConstant(at: syntax.location, role)) }
    // A seed is written as the number it is.
    let value = try coerced(found, to: type == .seed ? .scalar : type, as: role, inPercent: inPercent)
    guard let lanes = constantLanes(value, in: literalSpace) else {
      let locals = body?.locals ?? []
      let changing = scope.isTopLevel ? nil : locals.neededBy(value).first { locals[$0].constantValue == nil }
      throw reported(.notConstant(at: syntax.location, role, changing.map { locals[$0] }))
    }
    guard lanes.allSatisfy({ $0.isFinite }) else { throw reported(.notFinite(at: syntax.location, role)) }
    if type == .seed, !lanes[0].isSeed { throw reported(.seedIsNotWhole(at: syntax.location)) }
    return (value, lanes)
  }

  /// The expression as a value of a type; anything else is reported. `inPercent`: 60% is the plain number
  /// 60 there, and not 0.6.
  mutating func coerced(
    _ value: TypedExpression, to type: ValueType, as role: String, isPixel: Bool = false, inPercent: Bool = false
  ) throws(Reported) -> TypedExpression {
    switch value.type {
    case .unknown: throw Reported()
    case .value(type): return value
    case .value(.length) where type == .scalar:
      if inPercent, let number = value.percentage {
        return TypedExpression(.converted(value, [number]), .value(.scalar), at: value.location)
      }
      if let number = value.plainNumber { return number }
    case .value(.text) where type == .date: return try date(value)
    default: break
    }
    throw reported(
      .typeMismatch(
        at: value.location, role, type, found: value.type.described, isPixel: isPixel, isSetting: isSetting,
        isOwn: model.functions.contains { $0.module == SemanticModel.recipe && role.hasSuffix(" '\($0.name)'") },
        constant: constantOfPercentage(value),
        quantity: value.quantityInside.flatMap { $0.type == .value(type) ? $0.location : nil }))
  }

  /// The declaration `let a = 60%` behind a name where a scalar was wanted.
  func constantOfPercentage(_ value: TypedExpression) -> TokenSyntax? {
    guard case .reference(.constant(let index)) = value.withoutParentheses.kind,
      model.constants[index].value?.withoutParentheses.plainNumber != nil
    else { return nil }
    return model.constants[index].syntax.name
  }
}

extension TypedExpression {
  /// What `gain(push)` or `pixels(width)` makes a plain number of.
  fileprivate var quantityInside: TypedExpression? {
    switch withoutParentheses.kind {
    case .apply(let intrinsic, let operands, _):
      if case .conversion = intrinsic.definition.signature { operands[0] } else { nil }
    case .operation(let call) where call.operation == .pixels: call[.length]
    default: nil
    }
  }
}

extension WordSyntax {
  /// Whether it means percent in words, well spelled or not.
  fileprivate var saysPercent: Bool {
    let words = ["percent", "percentage", "pct"]
    return words.contains(text.lowercased()) || nearestName(to: text, among: words.prefix(2)) != nil
  }
}

extension Double {
  /// Whether noise can start from it.
  var isSeed: Bool { self == rounded() && PhotoSeed.all.contains(self) }
}

extension ExpressionSyntax {
  /// The unit of a quantity, with or without a sign.
  fileprivate var unit: UnitWord? {
    switch self {
    case .quantity(let quantity): quantity.unit
    case .prefix(let prefix): prefix.operand.unit
    case .parenthesized(let inner): inner.value.unit
    default: nil
    }
  }
}

extension TypedExpression {
  /// A percentage that is written out as the scalar that it is; nil for anything else.
  var plainNumber: TypedExpression? {
    // Divided, so that 60% is the number that 0.6 is.
    percentage.map { TypedExpression(.converted(self, [$0 / 100]), .value(.scalar), at: location) }
  }

  /// Whether it is `.photo`.
  var isSeedOfPhoto: Bool {
    if case .construct(.seed, _) = withoutParentheses.kind { true } else { false }
  }

  /// Whether it is computed from a place or size in pixels.
  var isInPixels: Bool {
    all.contains { if case .place(let member, _) = $0.kind { member != .relative } else { false } }
  }

  /// The number of a percentage that is written out, with or without a sign.
  fileprivate var percentage: Double? {
    if case .parenthesized(let inner) = kind { return inner.percentage }
    return switch kind {
    case .constant(let lanes)
    where type == .value(.length) && location.file.text[location.span.end - 1] == UInt8(ascii: "%"):
      lanes[0]
    case .apply(let intrinsic, let operands, _) where intrinsic == .negate: operands[0].percentage.map { -$0 }
    default: nil
    }
  }
}

extension Parameter {
  /// Whether its plain number counts hundredths.
  var isInPercent: Bool { type == .scalar && unit == UnitWord.percent.rawValue }

  /// The numbers of a value that a range applies to: for a length, the number in the parameter's unit; nil if it has
  /// other units. The seed `.photo` has none; a range limits explicit seeds only.
  package func magnitudes(of value: [Double]) -> [Double]? {
    PhotoSeed.isMeant(by: value, of: type) ? [] : magnitudes(of: value) { $0 == 0 }
  }

  /// The same for the ranges of a value.
  func magnitudes(of ranges: [Interval]) -> [Interval]? { magnitudes(of: ranges) { $0 == Interval(0) } }

  private func magnitudes<Lane>(of lanes: [Lane], _ isZero: (Lane) -> Bool) -> [Lane]? {
    guard let measured = measuredLane else { return lanes }
    return lanes.indices.allSatisfy { $0 == measured || isZero(lanes[$0]) } ? [lanes[measured]] : nil
  }

  /// A value with each number that a range applies to within it; nil where the value has other units.
  package func clamped(_ value: [Double]) -> [Double]? {
    guard let range = hardRange, let magnitudes = magnitudes(of: value) else { return hardRange == nil ? value : nil }
    guard !magnitudes.isEmpty else { return value }
    func clamped(_ number: Double) -> Double { min(max(number, range.lowerBound), range.upperBound) }
    var value = value
    for lane in value.indices where lane == measuredLane ?? lane { value[lane] = clamped(value[lane]) }
    return value
  }

  /// The lane that a range applies to, if it is one of several: that of a length's unit.
  package var measuredLane: Int? { type == .length ? unit.flatMap(UnitWord.init)?.meaning.lane : nil }

  /// A bound of a range as the language writes it.
  func spelledBound(_ bound: Double) -> String {
    var lanes = [Double](repeating: 0, count: type.width)
    lanes[measuredLane ?? 0] = bound
    return type.isQuantity ? spelled(lanes) : bound.spelled
  }
}
