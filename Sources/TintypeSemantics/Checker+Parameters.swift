import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  mutating func declareParameter(_ syntax: ParameterSyntax) {
    guard let name = syntax.name else { return }
    guard module.isOwner(name) else {
      _ = parameter(syntax, name)
      return
    }
    // Something in another file may have needed it already.
    if instance.below[name.text] != nil { declaring(name.text) { $0.declareOwnedParameter(syntax, name) } }
  }

  private mutating func declareOwnedParameter(_ syntax: ParameterSyntax, _ name: TokenSyntax) {
    let parameter = parameter(syntax, name)
    instance.below[name.text] = nil
    names[name.text] = parameter.map { enter($0) } ?? .poison
  }

  /// A parameter of the look, which the program gets as a value.
  mutating func enter(_ parameter: Parameter) -> Operand {
    let value = builder.parameter(parameters.count, parameter.type)
    parameters.append(parameter)
    return parameter.type == .choice ? .selection(value, of: parameter) : .value(value)
  }

  /// What the declaration says; nil when that makes no sense.
  private mutating func parameter(_ syntax: ParameterSyntax, _ name: TokenSyntax) -> Parameter? {
    let type = syntax.type.flatMap { parameterType($0) }
    var parameter = Parameter(
      name: name.text, type: type ?? .scalar, defaultValue: [],
      choices: syntax.choices.map { $0.stringValue ?? $0.text },
      unit: syntax.unit?.text ?? syntax.defaultValue.unit?.rawValue, group: syntax.group?.stringValue,
      label: syntax.label?.stringValue, documentation: syntax.documentation)
    let lanes = type == nil ? nil : defaultValue(syntax, parameter)
    guard let lanes else { return nil }
    parameter.defaultValue = lanes
    checkRanges(syntax, &parameter)
    if let setting = settings(of: name, from: syntax.location.file),
      let lanes = value(of: setting, parameter, space: header.workingSpace)
    {
      parameter.defaultValue = lanes
    }
    return parameter
  }

  private mutating func parameterType(_ syntax: TypeSyntax) -> ValueType? {
    syntax.name == ValueType.choice.rawValue ? .choice : valueType(syntax, .setting)
  }

  private mutating func defaultValue(_ syntax: ParameterSyntax, _ parameter: Parameter) -> [Double]? {
    guard parameter.type == .choice else {
      if let word = syntax.choices.first { report(.choicesOfNoChoice(at: word.location)) }
      return number(syntax.defaultValue, parameter.type, as: "the default of '\(parameter.name)'")
    }
    guard !parameter.choices.isEmpty else {
      report(.missingChoices(syntax))
      return nil
    }
    return choice(syntax.defaultValue, of: parameter).map { [$0] }
  }

  private mutating func checkRanges(_ syntax: ParameterSyntax, _ parameter: inout Parameter) {
    guard parameter.type.isNumeric || parameter.type.isQuantity || parameter.type == .seed else {
      let clauses = [syntax.range?.location, syntax.slider?.location, syntax.step?.location].compactMap { $0 }
      if let first = clauses.first { report(.rangeOfNoNumber(at: first, parameter.type.described)) }
      return
    }
    if let clause = syntax.range {
      parameter.hardRange = range(clause, syntax, parameter)
      if let range = parameter.hardRange, let magnitudes = parameter.magnitudes(of: parameter.defaultValue),
        !magnitudes.allSatisfy(range.contains)
      {
        report(.defaultOutOfRange(syntax, range))
      }
    }
    if let clause = syntax.slider {
      parameter.sliderRange = range(clause, syntax, parameter)
      if let slider = parameter.sliderRange, let hard = parameter.hardRange,
        slider.lowerBound < hard.lowerBound || slider.upperBound > hard.upperBound
      {
        report(.sliderOutOfRange(clause, hard))
      }
    }
    if let step = syntax.step {
      parameter.step = magnitude(step, syntax, parameter, as: "a step")
      if let size = parameter.step, size <= 0 { report(.stepNotPositive(at: step.location)) }
    }
  }

  private mutating func range(
    _ clause: RangeClauseSyntax, _ syntax: ParameterSyntax, _ parameter: Parameter
  ) -> ClosedRange<Double>? {
    let lower = magnitude(clause.lower, syntax, parameter, as: "the lower end of a range")
    guard let lower else { return nil }
    guard let upper = magnitude(clause.upper, syntax, parameter, as: "the upper end of a range") else { return nil }
    guard lower < upper else {
      report(lower == upper ? .rangeOfOneNumber(clause) : .emptyRange(clause))
      return nil
    }
    return lower...upper
  }

  /// One number of a parameter's clauses: a plain one, or one in the unit of the default.
  private mutating func magnitude(
    _ expression: ExpressionSyntax, _ syntax: ParameterSyntax, _ parameter: Parameter, as role: String
  ) -> Double? {
    let type = parameter.type.isQuantity ? parameter.type : .scalar
    guard let lanes = number(expression, type, as: role) else { return nil }
    guard type == .length else { return lanes.first }
    guard let unit = expression.unit, unit.lengthLane == syntax.defaultValue.unit?.lengthLane else {
      report(.unitsDiffer(at: expression.location, wanted: syntax.defaultValue.unit?.rawValue ?? "no unit"))
      return nil
    }
    return unit.lengthLane.map { lanes[$0] }
  }

  /// The numbers of an expression that has to be known from the text; nil when it has been reported.
  mutating func number(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, in module: Int? = nil
  ) -> [Double]? {
    onProgram { $0.numberOnProgram(syntax, type, as: role, in: module ?? $0.instance.module) }
  }

  private mutating func numberOnProgram(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, in module: Int
  ) -> [Double]? {
    numberRole = role
    let found = operand(syntax, .topLevel(of: module))
    numberRole = nil
    if found.isImage || found.isMask {
      report(.notConstant(at: syntax.location, role))
      return nil
    }
    // A seed is written as the number it is.
    let written = type == .seed ? .scalar : type
    guard case .value(let value) = coerced(found, to: written, at: syntax.location, as: role) else { return nil }
    guard let lanes = constantLanes(value) else {
      report(.notConstant(at: syntax.location, role))
      return nil
    }
    guard lanes.allSatisfy(\.isFinite) else {
      report(.notFinite(at: syntax.location, role))
      return nil
    }
    if type == .seed, !lanes[0].isSeed {
      report(.seedIsNotWhole(at: syntax.location))
      return nil
    }
    return lanes
  }

  /// The operand as a value of a type; anything else is reported.
  mutating func coerced(
    _ operand: Operand, to type: ValueType, at place: SourceLocation, as role: String, isPixel: Bool = false
  ) -> Operand {
    switch operand {
    case .poison: return .poison
    case .value(let value) where builder[value].type == type: return operand
    case .value(let value) where type == .date && builder[value].type == .text: return date(value, at: place)
    default:
      return poison(
        .typeMismatch(at: place, role, type, found: describe(operand), isPixel: isPixel, isSetting: isSetting))
    }
  }
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

extension UnitWord {
  /// Which lane of a length it fills.
  fileprivate var lengthLane: Int? {
    switch self {
    case .percent: 0
    case .micrometers, .millimeters: 1
    case .pixels: 2
    case .stops, .kelvins, .degrees, .radians: nil
    }
  }
}

extension Parameter {
  /// The numbers of a value that a range speaks of: of a length, the one in the parameter's unit; nil when it has others.
  func magnitudes(of value: [Double]) -> [Double]? {
    guard type == .length, let lane = unit.flatMap(UnitWord.init)?.lengthLane else { return value }
    return value.indices.allSatisfy { $0 == lane || value[$0] == 0 } ? [value[lane]] : nil
  }
}
