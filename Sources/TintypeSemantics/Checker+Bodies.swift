import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  mutating func checkSignature(of index: Int) {
    let syntax = functions[index].syntax
    var seen: [String: SourceLocation] = [:]
    for parameter in syntax.parameters {
      guard let name = parameter.name else { continue }
      if let first = seen[name.text] {
        report(.duplicateName(name, first: first))
        functions[index].hasDuplicateInputs = true
      } else {
        seen[name.text] = name.location
      }
      functions[index].inputs.append(
        .init(
          name: name.text, type: parameter.type.flatMap { inputType($0) }, location: name.location,
          defaultValue: parameter.defaultValue))
    }
    functions[index].result = syntax.result.flatMap { valueType($0, .pixel) }
  }

  private mutating func inputType(_ syntax: TypeSyntax) -> InputType? {
    syntax.name == InputType.positionName ? .position : valueType(syntax, .pixel).map(InputType.value)
  }

  /// Checks a body once, for inputs nobody knows; that of a trusted module has been.
  mutating func checkBody(of index: Int) {
    guard case .unchecked = functions[index].state else { return }
    functions[index].state = .checking
    let (wasSilent, errors) = (isSilent, diagnostics.count)
    let (outerCall, outerCallDepth) = (outermostCall, callDepth)
    (isSilent, outermostCall, callDepth) = (false, nil, 0)
    defer { (isSilent, outermostCall, callDepth) = (wasSilent, outerCall, outerCallDepth) }
    checkDefaults(of: index)
    if modules[functions[index].module].isTrusted {
      functions[index].state = .good
      return
    }
    let result = readForUnknownInputs(index)
    let isGood =
      result != nil && functions[index].hasGoodSignature && !diagnostics[errors...].contains { $0.severity == .error }
    functions[index].state = isGood ? .good : .bad
  }

  /// Reads what nobody has read so far because it was trusted: who wants advice wants it on all of the recipe.
  mutating func readTrustedBodies() {
    guard modules[Self.recipe].isTrusted else { return }
    for index in functions.indices where functions[index].module == Self.recipe { _ = readForUnknownInputs(index) }
  }

  private mutating func readForUnknownInputs(_ index: Int) -> Value? {
    onScratchPad { checker in
      let result = checker.bodyForUnknownInputs(of: index)
      if checker.functions[index].module == Checker.recipe { checker.linted?.bodies[index] = checker.draft }
      return result
    }
  }

  private mutating func checkDefaults(of index: Int) {
    for (position, input) in functions[index].inputs.enumerated() {
      guard case .value(let type)? = input.type, let value = input.defaultValue else { continue }
      let role = "the default of '\(input.name)'"
      functions[index].inputs[position].defaultLanes = number(
        value, type, as: role, in: functions[index].module)
    }
  }

  private mutating func bodyForUnknownInputs(of index: Int) -> Value? {
    var locals: [String: Operand] = [:]
    for (position, input) in functions[index].inputs.enumerated() {
      guard case .value(let type)? = input.type else {
        locals[input.name] = input.type == .position ? .position(bounds: builder.sourceBounds()) : .poison
        if let value = input.defaultValue { report(.positionWithDefault(at: value.location)) }
        continue
      }
      let value = builder.add(Instruction(.parameter(position), type: type, rate: .varying))
      // Of two inputs with one name neither is meant.
      locals[input.name] = locals[input.name] == nil ? .value(value) : .poison
    }
    return body(of: index, locals)
  }

  /// The value of a body for given inputs, or nil when something was reported.
  mutating func body(of index: Int, _ locals: [String: Operand]) -> Value? {
    var flow = ControlFlow(
      surroundings: Surroundings(locals: locals, module: functions[index].module), result: functions[index].result)
    let block = functions[index].syntax.body
    read(block, &flow, when: nil)
    if !flow.isDone {
      report(.missingReturn(functions[index].syntax))
      return nil
    }
    guard !flow.isPoisoned, let last = flow.returns.last else { return nil }
    return flow.returns.dropLast().reversed().reduce(last.value) { otherwise, early in
      guard let condition = early.condition else { return early.value }
      return builder.apply(.select, otherwise, early.value, condition)
    }
  }
}
