import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  mutating func declareParameter(_ syntax: ParameterSyntax) {
    guard let name = syntax.name else { return }
    let type = syntax.type.flatMap { valueType($0, .setting) }
    let lanes = type.flatMap { number(syntax.defaultValue, $0, as: "the default of '\(name.text)'") }
    guard isOwner(name) else { return }
    below[name.text] = nil
    names[name.text] = .poison
    guard let type, let lanes else { return }
    var parameter = Parameter(
      name: name.text, type: type, defaultValue: lanes, unit: syntax.unit?.text, group: syntax.group?.stringValue,
      label: syntax.label?.stringValue, documentation: syntax.documentation)
    checkRanges(syntax, &parameter)
    names[name.text] = .value(builder.parameter(parameters.count, type))
    parameters.append(parameter)
  }

  private mutating func checkRanges(_ syntax: ParameterSyntax, _ parameter: inout Parameter) {
    guard parameter.type.isNumeric else {
      let clauses = [syntax.range?.location, syntax.slider?.location, syntax.step?.location].compactMap { $0 }
      if let first = clauses.first { report(.rangeOfNoNumber(at: first, describe(parameter.type))) }
      return
    }
    if let clause = syntax.range {
      parameter.hardRange = range(clause)
      if let range = parameter.hardRange, !parameter.defaultValue.allSatisfy(range.contains) {
        report(.defaultOutOfRange(syntax, range))
      }
    }
    if let clause = syntax.slider {
      parameter.sliderRange = range(clause)
      if let slider = parameter.sliderRange, let hard = parameter.hardRange,
        slider.lowerBound < hard.lowerBound || slider.upperBound > hard.upperBound
      {
        report(.sliderOutOfRange(clause, hard))
      }
    }
    if let step = syntax.step {
      parameter.step = number(step, .scalar, as: "a step")?.first
      if let size = parameter.step, size <= 0 { report(.stepNotPositive(at: step.location)) }
    }
  }

  private mutating func range(_ clause: RangeClauseSyntax) -> ClosedRange<Double>? {
    let lower = number(clause.lower, .scalar, as: "the lower end of a range")?.first
    let upper = number(clause.upper, .scalar, as: "the upper end of a range")?.first
    guard let lower, let upper else { return nil }
    guard lower < upper else {
      report(.emptyRange(clause))
      return nil
    }
    return lower...upper
  }

  /// The numbers of an expression that has to be known from the text; nil when it has been reported.
  mutating func number(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, isLibrary: Bool = false
  ) -> [Double]? {
    onProgram { $0.numberOnProgram(syntax, type, as: role, isLibrary: isLibrary) }
  }

  private mutating func numberOnProgram(
    _ syntax: ExpressionSyntax, _ type: ValueType, as role: String, isLibrary: Bool
  ) -> [Double]? {
    let found = operand(syntax, .topLevel(isLibrary: isLibrary))
    guard case .value(let value) = coerced(found, to: type, at: syntax.location, as: role) else { return nil }
    guard let lanes = constantLanes(value) else {
      report(.notConstant(at: syntax.location, role))
      return nil
    }
    guard lanes.allSatisfy(\.isFinite) else {
      report(.notFinite(at: syntax.location, role))
      return nil
    }
    return lanes
  }

  /// The operand as a value of a type; anything else is reported.
  mutating func coerced(_ operand: Operand, to type: ValueType, at place: SourceLocation, as role: String) -> Operand {
    switch operand {
    case .poison: return .poison
    case .value(let value) where builder[value].type == type: return operand
    default: return poison(.typeMismatch(at: place, role, wanted: describe(type), found: describe(operand), type, isSetting: isSetting))
    }
  }
}
