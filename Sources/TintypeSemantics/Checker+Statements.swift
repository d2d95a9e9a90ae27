import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Statements become values: every way through a body is computed, and conditions choose among them.
extension Checker {
  /// What a body has come to so far.
  struct ControlFlow {
    var surroundings: Surroundings
    /// What the names of the body stand for at this point.
    var locals: [String: Operand] {
      get { surroundings.locals ?? [:] }
      _modify {
        // Taken out while it is changed: two owners would mean a copy for every name.
        var locals = surroundings.locals.take() ?? [:]
        defer { surroundings.locals = locals }
        yield &locals
      }
    }
    /// The ones that may be assigned to.
    var variables: Set<String> = []
    /// nil when the declaration names no type there is.
    let result: ValueType?
    /// In the order of the text; the first whose condition holds is taken.
    var returns: [(condition: Value?, value: Value)] = []
    /// Whether every way has returned.
    var isDone = false
    var isPoisoned = false
  }

  /// Reads a block; `condition` is what has to hold to come here, nil for always. Names declared inside end with it, what is
  /// assigned to names outside stays.
  mutating func read(_ block: BlockSyntax, _ flow: inout ControlFlow, when condition: Value?) {
    let isDeep: Void? = deeper(at: block.location) { $0.readStatements(of: block, &flow, when: condition) }
    if isDeep == nil { (flow.isDone, flow.isPoisoned) = (true, true) }
  }

  private mutating func readStatements(of block: BlockSyntax, _ flow: inout ControlFlow, when condition: Value?) {
    let (outer, outerVariables) = (flow.locals, flow.variables)
    let assumed = draft.origins.assumptions.count
    defer { draft.origins.assumptions.removeLast(draft.origins.assumptions.count - assumed) }
    for statement in block.statements {
      if flow.isDone {
        report(.unreachable(at: statement.location))
        break
      }
      read(statement, &flow, when: condition)
    }
    if flow.locals.count > outer.count { flow.locals = flow.locals.filter { outer[$0.key] != nil } }
    flow.variables = outerVariables
  }

  private mutating func read(_ statement: StatementSyntax, _ flow: inout ControlFlow, when condition: Value?) {
    switch statement {
    case .constant(let syntax): declare(syntax.name, syntax.type, syntax.value, &flow.surroundings)
    case .variable(let syntax):
      declare(syntax.name, syntax.type, syntax.value, &flow.surroundings)
      if let name = syntax.name { flow.variables.insert(name.text) }
    case .assignment(let syntax): readAssignment(syntax, &flow)
    case .loop(let syntax): readLoop(syntax, &flow, when: condition)
    case .return(let syntax): readReturn(syntax, &flow, when: condition)
    case .conditional(let syntax): readConditional(syntax, &flow, when: condition)
    case .expression: break  // the parser has reported it
    }
  }

  /// Enters a name with its value into a body.
  private mutating func declare(
    _ name: TokenSyntax?, _ typeSyntax: TypeSyntax?, _ valueSyntax: ExpressionSyntax, _ surroundings: inout Surroundings
  ) {
    var value = operand(valueSyntax, surroundings)
    if let typeSyntax {
      let type = valueType(typeSyntax, .pixel)
      let role = "'\(name?.text ?? "")'"
      value = type.map { coerced(value, to: $0, at: valueSyntax.location, as: role, isPixel: true) } ?? .poison
    }
    guard let name else { return }
    if surroundings.locals?[name.text] != nil {
      report(.duplicateLocal(name))
      value = .poison
    }
    if case .value(let known) = value { builder.label(known, name.text) }
    surroundings.locals?[name.text] = value
  }

  private mutating func readAssignment(_ syntax: AssignmentSyntax, _ flow: inout ControlFlow) {
    let name = syntax.name
    guard let old = flow.locals[name.text] else {
      report(.unknownVariable(name, nearest: nearestName(to: name.text, among: flow.variables)))
      return
    }
    guard flow.variables.contains(name.text) else {
      report(.notAVariable(name))
      return
    }
    var new = operand(syntax.value, flow.surroundings)
    if let operation = syntax.operation {
      new = applied(operation.intrinsic, [(old, name.location), (new, syntax.value.location)], at: syntax.location)
    }
    if case .value(let value) = old {
      new = coerced(new, to: builder[value].type, at: syntax.value.location, as: "'\(name.text)'")
    }
    flow.locals[name.text] = new
  }

  /// Reads the body once for each number of the range, from the first on.
  private mutating func readLoop(_ syntax: LoopSyntax, _ flow: inout ControlFlow, when condition: Value?) {
    guard let range = wholeRange(syntax.range) else {
      flow.isPoisoned = true
      return
    }
    guard let name = syntax.variable else { return }
    if flow.locals[name.text] != nil { report(.duplicateLocal(name)) }
    let outer = flow.locals[name.text]
    let wasSilent = isSilent
    for number in range where !flow.isDone {
      flow.locals[name.text] = .value(builder.constant(Double(number)))
      read(syntax.body, &flow, when: condition)
      // What is wrong with the body has been said in the first round.
      isSilent = true
    }
    isSilent = wasSilent
    flow.locals[name.text] = outer
  }

  private mutating func wholeRange(_ syntax: RangeClauseSyntax) -> ClosedRange<Int>? {
    let lower = number(syntax.lower, .scalar, as: "the first number of a loop")?.first
    let upper = number(syntax.upper, .scalar, as: "the last number of a loop")?.first
    guard let lower, let upper else { return nil }
    guard lower == lower.rounded(), upper == upper.rounded(), lower <= upper,
      upper - lower < Double(CheckLimits.loopRounds)
    else {
      report(.badLoopRange(syntax))
      return nil
    }
    return Int(lower)...Int(upper)
  }

  private mutating func readReturn(_ syntax: ReturnSyntax, _ flow: inout ControlFlow, when condition: Value?) {
    flow.isDone = true
    let found = operand(syntax.value, flow.surroundings)
    let result = flow.result.map { coerced(found, to: $0, at: syntax.value.location, as: "the result", isPixel: true) }
    guard case .value(let value)? = result else {
      flow.isPoisoned = true
      return
    }
    flow.returns.append((condition, value))
  }

  private mutating func readConditional(_ syntax: ConditionalSyntax, _ flow: inout ControlFlow, when condition: Value?)
  {
    let known = truth(syntax.condition, flow.surroundings)
    if known == nil { flow.isPoisoned = true }
    let truth = known ?? builder.constant([0], .bool)
    let before = flow.locals
    mark(.condition(truth), at: syntax.condition.location)
    let way = both(condition, truth)
    assuming(truth, holds: true) { $0.read(syntax.thenBlock, &flow, when: way) }
    let (thenLocals, thenIsDone) = (flow.locals, flow.isDone)
    (flow.locals, flow.isDone) = (before, false)
    let otherwise = both(condition, builder.apply(.not, truth))
    switch syntax.elseBranch {
    case .block(let block): assuming(truth, holds: false) { $0.read(block, &flow, when: otherwise) }
    case .conditional(let next):
      let isDeep: Void? = deeper(at: next.location) { checker in
        checker.assuming(truth, holds: false) { $0.readConditional(next, &flow, when: otherwise) }
      }
      if isDeep == nil { (flow.isDone, flow.isPoisoned) = (true, true) }
    case nil: break
    }
    if !thenIsDone {
      flow.locals = flow.isDone ? thenLocals : merged(thenLocals, flow.locals, flow.variables, by: truth)
    }
    // Who is still here came by the way that has not returned.
    if thenIsDone != flow.isDone { draft.origins.assumptions.append(.init(truth, holds: flow.isDone)) }
    flow.isDone = flow.isDone && thenIsDone
  }

  /// What variables stand for behind a condition: what they were given on the way that was taken.
  private mutating func merged(
    _ whenTrue: [String: Operand], _ whenFalse: [String: Operand], _ variables: Set<String>, by truth: Value
  ) -> [String: Operand] {
    var result = whenFalse
    // In the order of names: instructions must come in the same order in every run.
    for name in variables.sorted() {
      guard case .value(let a)? = whenTrue[name], case .value(let b)? = whenFalse[name] else {
        result[name] = .poison
        continue
      }
      if a != b { result[name] = .value(builder.apply(.select, b, a, truth)) }
    }
    return result
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
      case .constant(let syntax) where !inner.isTopLevel: declare(syntax.name, syntax.type, syntax.value, &inner)
      case .constant(let syntax):
        report(.constantOutsideKernel(at: syntax.location))
        if let name = syntax.name { inner.poisoned.insert(name.text) }
      case .return(let syntax): report(.returnInExpression(at: syntax.location))
      case .conditional(let syntax): report(.valueless(at: syntax.location))
      case .variable, .assignment, .loop: report(.statementInExpression(at: statement.location))
      case .expression: break
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
