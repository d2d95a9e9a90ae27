import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

// Statements become values: both branches of a condition are computed, and `select` chooses.
extension Lowering {
  /// A call of a kernel or function: its body with these arguments.
  mutating func called(
    _ index: Int, _ inputs: [TypedExpression.Input], _ operands: [Operand], _ expression: TypedExpression,
    at place: SourceLocation
  ) throws(TooLarge) -> Operand {
    let entry = model.functions[index]
    guard let body = entry.body else { preconditionFailure("what is called has been typed") }
    var arguments = [(operand: Operand, place: SourceLocation)?](repeating: nil, count: entry.inputs.count)
    for (input, operand) in zip(inputs, operands) { arguments[input.index] = (operand, input.value.location) }
    // A kernel over images knows the place of the pixel in the image that it works on.
    let bounds = builder.intersection(arguments.map { $0?.operand.bounds }) ?? placeBounds ?? sourceBounds
    var locals = [Operand?](repeating: nil, count: body.locals.count)
    for (index, input) in entry.inputs.enumerated() {
      locals[index] = local(input, arguments[index], in: bounds)
    }
    guard builder.instructions.count < CheckLimits.instructions, callDepth < CheckLimits.callDepth else {
      throw tooLarge(at: place)
    }
    called.insert(index)
    swap(&self.locals, &locals)
    let outer = (placeBounds, outermostCall)
    (outermostCall, callDepth) = (outermostCall ?? place, callDepth + 1)
    defer {
      self.locals = locals
      (placeBounds, outermostCall) = outer
      callDepth -= 1
    }
    let result = try value(of: body)
    return lifted(result, from: operands, expression)
  }

  /// The operand of an input at this pixel.
  private mutating func local(
    _ input: FunctionEntry.Input, _ argument: (operand: Operand, place: SourceLocation)?, in bounds: Value
  ) -> Operand {
    guard case .value(let type)? = input.type else { return argument?.operand ?? .position(bounds: bounds) }
    if let (operand, place) = argument {
      guard let picture = operand.picture else { return operand }
      if case .mask(let mask) = picture.color { mark(.mask(mask), at: place) }
      return .value(type == .rgba ? builder.premultiplied(picture) : builder.straight(picture))
    }
    var evaluator = Evaluator<Double>(model, in: instance.space)
    guard let lanes = input.defaultValue.flatMap({ evaluator.lanes(of: $0) }) else {
      preconditionFailure("an input is given or has a default")
    }
    return .value(known(lanes, type))
  }

  /// Writes a body out for unknown inputs.
  mutating func writeUncalled(_ index: Int) throws(TooLarge) {
    guard let body = model.functions[index].body else { return }
    locals = [Operand?](repeating: nil, count: body.locals.count)
    for (place, input) in model.functions[index].inputs.enumerated() {
      switch input.type {
      case .value(let type)?:
        locals[place] = .value(builder.add(Instruction(.parameter(place), type: type, rate: .varying)))
      default: locals[place] = .position(bounds: builder.sourceBounds())
      }
    }
    _ = try value(of: body)
  }

  // MARK: Statements

  /// The control flow of a body so far.
  private struct Flow {
    /// In the order of the text; the first whose condition holds counts.
    var returns: [(condition: Value?, value: Value)] = []
    /// Whether every path has returned.
    var isDone = false
  }

  private mutating func value(of body: TypedBody) throws(TooLarge) -> Value {
    var flow = Flow()
    try write(body.block, of: body, &flow, when: nil)
    guard let last = flow.returns.last else { preconditionFailure("a body returns") }
    return flow.returns.dropLast().reversed().reduce(last.value) { otherwise, early in
      guard let condition = early.condition else { return early.value }
      return builder.apply(.select, otherwise, early.value, condition)
    }
  }

  /// Writes a block out; `condition` holds where it is reached, nil for always. Names that it declares end with it.
  private mutating func write(
    _ block: TypedBlock, of body: TypedBody, _ flow: inout Flow, when condition: Value?
  ) throws(TooLarge) {
    let assumed = origins.assumptions.count
    defer { origins.assumptions.removeLast(origins.assumptions.count - assumed) }
    flow = try deeper(at: block.location) { [flow] lowering throws(TooLarge) in
      var flow = flow
      for statement in block.statements where !flow.isDone {
        try lowering.write(statement, of: body, &flow, when: condition)
      }
      return flow
    }
    for case .declare(let local, _) in block.statements { locals[local] = nil }
  }

  private mutating func write(
    _ statement: TypedStatement, of body: TypedBody, _ flow: inout Flow, when condition: Value?
  ) throws(TooLarge) {
    switch statement {
    case .declare(let local, let value):
      let operand = try operand(value)
      locals[local] = operand
      if case .value(let value) = operand { builder.label(value, body.locals[local].name) }
    case .assign(let local, let value, _): locals[local] = try operand(value)
    case .loop(let local, let range, let block):
      for number in range where !flow.isDone {
        locals[local] = .value(builder.constant(Double(number)))
        try write(block, of: body, &flow, when: condition)
      }
    case .result(let value):
      flow.isDone = true
      guard let result = try operand(value).value else { preconditionFailure("a body returns a value") }
      flow.returns.append((condition, result))
    case .conditional(let test, let then, let otherwise):
      try write(test, then, otherwise, of: body, &flow, when: condition)
    }
  }

  private mutating func write(
    _ test: TypedExpression, _ then: TypedBlock, _ otherwise: TypedBlock?, of body: TypedBody, _ flow: inout Flow,
    when condition: Value?
  ) throws(TooLarge) {
    guard let truth = try operand(test).value else { preconditionFailure("a condition is a truth value") }
    mark(.condition(truth), at: test.location)
    let before = locals
    let way = both(condition, truth)
    try assume(truth, holds: true, then, of: body, &flow, when: way)
    let (thenLocals, thenIsDone) = (locals, flow.isDone)
    (locals, flow.isDone) = (before, false)
    let other = both(condition, builder.apply(.not, truth))
    if let otherwise { try assume(truth, holds: false, otherwise, of: body, &flow, when: other) }
    if !thenIsDone { locals = flow.isDone ? thenLocals : merged(thenLocals, locals, of: body, by: truth) }
    // What follows is reached only by the branch that has not returned.
    if thenIsDone != flow.isDone { origins.assumptions.append(.init(truth, holds: flow.isDone)) }
    flow.isDone = flow.isDone && thenIsDone
  }

  private mutating func assume(
    _ truth: Value, holds: Bool, _ block: TypedBlock, of body: TypedBody, _ flow: inout Flow, when condition: Value?
  ) throws(TooLarge) {
    origins.assumptions.append(.init(truth, holds: holds))
    defer { origins.assumptions.removeLast() }
    try write(block, of: body, &flow, when: condition)
  }

  /// The values of variables after a condition: those of the branch that was taken.
  private mutating func merged(
    _ whenTrue: [Operand?], _ whenFalse: [Operand?], of body: TypedBody, by truth: Value
  ) -> [Operand?] {
    var result = whenFalse
    let variables = body.locals.indices.filter { body.locals[$0].isVariable }
    for local in variables.sorted(by: { body.locals[$0].name < body.locals[$1].name }) {
      guard case .value(let a)? = whenTrue[local], case .value(let b)? = whenFalse[local], a != b else { continue }
      result[local] = .value(builder.apply(.select, b, a, truth))
    }
    return result
  }

  private mutating func both(_ a: Value?, _ b: Value) -> Value { a.map { builder.apply(.and, $0, b) } ?? b }
}
