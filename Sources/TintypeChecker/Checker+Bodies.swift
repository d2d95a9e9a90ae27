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
          name: name.text, type: parameter.type.flatMap { valueType($0, .pixel) }, location: name.location,
          defaultValue: parameter.defaultValue))
    }
    functions[index].result = syntax.result.flatMap { valueType($0, .pixel) }
  }

  /// Checks a body once, for inputs nobody knows.
  mutating func checkBody(of index: Int) {
    guard case .unchecked = functions[index].state else { return }
    functions[index].state = .checking
    let (wasSilent, errors) = (isSilent, diagnostics.count)
    let (outerCall, outerCallDepth) = (outermostCall, callDepth)
    (isSilent, outermostCall, callDepth) = (false, nil, 0)
    checkDefaults(of: index)
    let result = onScratchPad { $0.bodyForUnknownInputs(of: index) }
    (isSilent, outermostCall, callDepth) = (wasSilent, outerCall, outerCallDepth)
    let isGood =
      result != nil && functions[index].hasGoodSignature && !diagnostics[errors...].contains { $0.severity == .error }
    functions[index].state = isGood ? .good : .bad
  }

  private mutating func checkDefaults(of index: Int) {
    for (position, input) in functions[index].inputs.enumerated() {
      guard let type = input.type, let value = input.defaultValue else { continue }
      let role = "the default of '\(input.name)'"
      functions[index].inputs[position].defaultLanes = number(value, type, as: role, isLibrary: functions[index].isLibrary)
    }
  }

  private mutating func bodyForUnknownInputs(of index: Int) -> Value? {
    var locals: [String: Operand] = [:]
    for (position, input) in functions[index].inputs.enumerated() {
      guard let type = input.type else {
        locals[input.name] = .poison
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
    var flow = Flow(
      surroundings: Surroundings(locals: locals, isLibrary: functions[index].isLibrary), result: functions[index].result)
    let block = functions[index].syntax.body
    read(block, &flow, when: nil)
    if !flow.isDone {
      report(.missingReturn(functions[index].syntax, at: block.syntax.lastLocation))
      return nil
    }
    guard !flow.isPoisoned, let last = flow.returns.last else { return nil }
    return flow.returns.dropLast().reversed().reduce(last.value) { otherwise, early in
      guard let condition = early.condition else { return early.value }
      return builder.apply(.select, otherwise, early.value, condition)
    }
  }

  /// What a body has come to so far.
  struct Flow {
    var surroundings: Surroundings
    /// nil when the declaration names no type there is.
    let result: ValueType?
    /// In the order of the text; the first whose condition holds is taken.
    var returns: [(condition: Value?, value: Value)] = []
    /// Whether every way has returned.
    var isDone = false
    var isPoisoned = false
  }

  /// Reads a block; `condition` is what has to hold to come here, nil for always.
  private mutating func read(_ block: BlockSyntax, _ flow: inout Flow, when condition: Value?) {
    let isDeep: Void? = deeper(at: block.location) { $0.readStatements(of: block, &flow, when: condition) }
    if isDeep == nil { (flow.isDone, flow.isPoisoned) = (true, true) }
  }

  private mutating func readStatements(of block: BlockSyntax, _ flow: inout Flow, when condition: Value?) {
    let outer = flow.surroundings
    for statement in block.statements {
      if flow.isDone {
        report(.unreachable(at: statement.location))
        break
      }
      switch statement {
      case .constant(let syntax): readConstant(syntax, &flow.surroundings)
      case .return(let syntax): readReturn(syntax, &flow, when: condition)
      case .conditional(let syntax): readConditional(syntax, &flow, when: condition)
      case .expression: break  // the parser has reported it
      }
    }
    flow.surroundings = outer
  }

  private mutating func readConstant(_ syntax: ConstantSyntax, _ surroundings: inout Surroundings) {
    var value = operand(syntax.value, surroundings)
    if let declared = syntax.type {
      let type = valueType(declared, .pixel)
      value = type.map { coerced(value, to: $0, at: syntax.value.location, as: role(of: syntax)) } ?? .poison
    }
    guard let name = syntax.name else { return }
    if surroundings.locals?[name.text] != nil {
      report(.duplicateLocal(name))
      value = .poison
    }
    if case .value(let known) = value { builder.label(known, name.text) }
    surroundings.locals?[name.text] = value
  }

  func role(of syntax: ConstantSyntax) -> String { "'\(syntax.name?.text ?? "")'" }

  private mutating func readReturn(_ syntax: ReturnSyntax, _ flow: inout Flow, when condition: Value?) {
    flow.isDone = true
    let found = operand(syntax.value, flow.surroundings)
    let result = flow.result.map { coerced(found, to: $0, at: syntax.value.location, as: "the result") }
    guard case .value(let value)? = result else {
      flow.isPoisoned = true
      return
    }
    flow.returns.append((condition, value))
  }

  private mutating func readConditional(_ syntax: ConditionalSyntax, _ flow: inout Flow, when condition: Value?) {
    let known = truth(syntax.condition, flow.surroundings)
    if known == nil { flow.isPoisoned = true }
    let truth = known ?? builder.constant([0], .bool)
    read(syntax.thenBlock, &flow, when: both(condition, truth))
    let thenIsDone = flow.isDone
    flow.isDone = false
    let otherwise = both(condition, builder.apply(.not, truth))
    switch syntax.elseBranch {
    case .block(let block): read(block, &flow, when: otherwise)
    case .conditional(let next):
      let isDeep: Void? = deeper(at: next.location) { $0.readConditional(next, &flow, when: otherwise) }
      if isDeep == nil { (flow.isDone, flow.isPoisoned) = (true, true) }
    case nil: break
    }
    flow.isDone = flow.isDone && thenIsDone
  }

  private mutating func both(_ a: Value?, _ b: Value) -> Value { a.map { builder.apply(.and, $0, b) } ?? b }

  /// A condition as a value, or nil when it is none.
  mutating func truth(_ syntax: ExpressionSyntax, _ surroundings: Surroundings) -> Value? {
    let found = operand(syntax, surroundings)
    guard case .value(let value) = coerced(found, to: .bool, at: syntax.location, as: "a condition") else { return nil }
    return value
  }

  /// The value of a block that stands as an expression: its last expression.
  mutating func value(of block: BlockSyntax, _ surroundings: Surroundings) -> Operand {
    var inner = surroundings
    for statement in block.statements.dropLast() {
      switch statement {
      case .constant(let syntax) where !inner.isTopLevel: readConstant(syntax, &inner)
      case .constant(let syntax): report(.constantOutsideKernel(at: syntax.location))
      case .return(let syntax): report(.returnInExpression(at: syntax.location))
      case .conditional(let syntax): report(.valueless(at: syntax.location))
      case .expression: break
      }
    }
    switch block.statements.last {
    case .expression(let value): return operand(value, inner)
    case .conditional(let syntax): return conditional(syntax, inner)
    case .return(let syntax): return poison(.returnInExpression(at: syntax.location))
    case .constant, nil: return poison(.blockWithoutValue(at: block.location))
    }
  }
}

extension Syntax {
  /// The place of the last token.
  fileprivate var lastLocation: SourceLocation {
    SourceLocation(location.file, Span(Swift.max(location.span.end - 1, location.span.start), location.span.end))
  }
}
