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
      if let first = seen[name.text] { report(.duplicateName(name, first: first)) }
      seen[name.text] = name.location
      functions[index].inputs.append(
        .init(
          name: name.text, type: parameter.type.flatMap { valueType($0) }, location: name.location,
          defaultValue: parameter.defaultValue))
    }
    functions[index].result = syntax.result.flatMap { valueType($0) }
  }

  /// Checks a body once, for inputs nobody knows.
  mutating func checkBody(of index: Int) {
    guard case .unchecked = functions[index].state else { return }
    functions[index].state = .checking
    let (program, wasSilent, wasInScratch, errors) = (builder, isSilent, isInScratch, diagnostics.count)
    builder = ProgramBuilder()
    (isSilent, isInScratch) = (false, true)
    var locals: [String: Operand] = [:]
    for (position, input) in functions[index].inputs.enumerated() {
      guard let type = input.type else {
        locals[input.name] = .poison
        continue
      }
      locals[input.name] = .value(builder.add(Instruction(.parameter(position), type: type, rate: .varying)))
      if let value = input.defaultValue { _ = number(value, type, as: "the default of '\(input.name)'") }
    }
    let result = body(of: index, locals)
    (builder, isSilent, isInScratch) = (program, wasSilent, wasInScratch)
    let isGood = result != nil && functions[index].hasGoodSignature && !diagnostics[errors...].contains { $0.severity == .error }
    functions[index].state = isGood ? .good : .bad
  }

  /// The value of a body for given inputs, or nil when something was reported.
  mutating func body(of index: Int, _ locals: [String: Operand]) -> Value? {
    var flow = Flow(locals: locals, result: functions[index].result)
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
    var locals: [String: Operand]
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
    let outer = flow.locals
    for statement in block.statements {
      if flow.isDone {
        report(.unreachable(at: statement.location))
        break
      }
      switch statement {
      case .constant(let syntax): readConstant(syntax, &flow.locals)
      case .return(let syntax): readReturn(syntax, &flow, when: condition)
      case .conditional(let syntax): readConditional(syntax, &flow, when: condition)
      case .variable, .assignment, .loop: break
      case .expression: break  // the parser has reported it
      }
    }
    flow.locals = outer
  }

  private mutating func readConstant(_ syntax: ConstantSyntax, _ locals: inout [String: Operand]) {
    var value = operand(syntax.value, Surroundings(locals: locals))
    if let declared = syntax.type {
      guard let type = valueType(declared) else { return }
      value = coerced(value, to: type, at: syntax.value.location, as: "'\(syntax.name?.text ?? "")'")
    }
    guard let name = syntax.name else { return }
    if locals[name.text] != nil { report(.duplicateLocal(name)) }
    if case .value(let known) = value { builder.label(known, name.text) }
    locals[name.text] = value
  }

  private mutating func readReturn(_ syntax: ReturnSyntax, _ flow: inout Flow, when condition: Value?) {
    flow.isDone = true
    let found = operand(syntax.value, Surroundings(locals: flow.locals))
    let result = flow.result.map { coerced(found, to: $0, at: syntax.value.location, as: "the result") }
    guard case .value(let value)? = result else {
      flow.isPoisoned = true
      return
    }
    flow.returns.append((condition, value))
  }

  private mutating func readConditional(_ syntax: ConditionalSyntax, _ flow: inout Flow, when condition: Value?) {
    guard let truth = truth(syntax.condition, Surroundings(locals: flow.locals)) else {
      flow.isPoisoned = true
      return
    }
    read(syntax.thenBlock, &flow, when: both(condition, truth))
    let thenIsDone = flow.isDone
    flow.isDone = false
    let otherwise = both(condition, builder.apply(.not, truth))
    switch syntax.elseBranch {
    case .block(let block): read(block, &flow, when: otherwise)
    case .conditional(let next): readConditional(next, &flow, when: otherwise)
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
      case .constant(let syntax) where inner.locals != nil:
        readConstant(syntax, &inner.locals!)
      case .constant(let syntax): report(.constantOutsideKernel(at: syntax.location))
      case .return(let syntax): report(.returnInExpression(at: syntax.location))
      case .conditional(let syntax): report(.valueless(at: syntax.location))
      case .variable, .assignment, .loop, .expression: break
      }
    }
    switch block.statements.last {
    case .expression(let value): return operand(value, inner)
    case .conditional(let syntax): return conditional(syntax, inner)
    case .return(let syntax): return poison(.returnInExpression(at: syntax.location))
    case .constant, .variable, .assignment, .loop, nil: return poison(.blockWithoutValue(at: block.location))
    }
  }
}

extension Syntax {
  /// The place of the last token.
  fileprivate var lastLocation: SourceLocation {
    SourceLocation(location.file, Span(Swift.max(location.span.end - 1, location.span.start), location.span.end))
  }
}
