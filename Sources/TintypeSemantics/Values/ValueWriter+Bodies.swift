import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

// Statements become values: both branches of a condition are computed, and `select` chooses.
extension ValueWriter {
  /// What a body returns.
  package mutating func operand(
    of body: TypedBody, _ type: ExpressionType
  ) throws(WritingFailure) -> Operand {
    var flow = Flow(body: body)
    try write(body.block, &flow, when: nil)
    guard let last = flow.returns.last else { throw .unknown }
    return flow.returns.dropLast().reversed().reduce(last.value) { otherwise, early in
      guard let condition = early.condition else { return early.value }
      return either(otherwise, early.value, by: .value(condition), type)
    }
  }

  /// Writes a block out; `condition` holds where it is reached, nil for always. Names that it declares end with it.
  private mutating func write(
    _ block: TypedBlock, _ flow: inout Flow, when condition: Value?
  ) throws(WritingFailure) {
    let assumed = origins.assumptions.count
    defer { origins.assumptions.removeLast(origins.assumptions.count - assumed) }
    try deeper(at: block.location) { writer throws(WritingFailure) in
      for statement in block.statements where !flow.isDone {
        try writer.write(statement, &flow, when: condition)
      }
    }
    for case .declare(let local, _) in block.statements { locals[local] = nil }
  }

  private mutating func write(
    _ statement: TypedStatement, _ flow: inout Flow, when condition: Value?
  ) throws(WritingFailure) {
    switch statement {
    case .declare(let local, let value): try declare(local, flow.body.locals[local].name, value)
    case .assign(let local, let lanes, let value, _):
      let new = try operand(value)
      locals[local] = if let lanes { try replacing(lanes, of: locals[local]?.value, by: new.value) } else { new }
    case .loop(let local, let range, _, let block):
      for number in range where !flow.isDone {
        locals[local] = .value(builder.constant(Double(number)))
        try write(block, &flow, when: condition)
      }
    case .result(let value):
      flow.isDone = true
      flow.returns.append((condition, try operand(value)))
    case .conditional(let test, let then, let otherwise):
      try write(test, then, otherwise, &flow, when: condition)
    }
  }

  /// A variable with some of its lanes replaced.
  private mutating func replacing(
    _ lanes: [Int], of old: Value?, by new: Value?
  ) throws(WritingFailure) -> Operand {
    guard let old, let new else { throw .unknown }
    let type = builder.type(of: old)
    let parts = (0..<type.width).map { lane in
      lanes.firstIndex(of: lane).map { builder.component([$0], of: new) } ?? builder.component([lane], of: old)
    }
    return .value(builder.construct(parts, type))
  }

  private mutating func write(
    _ test: TypedExpression, _ then: TypedBlock, _ otherwise: TypedBlock?, _ flow: inout Flow, when condition: Value?
  ) throws(WritingFailure) {
    guard let truth = try operand(test).value else { throw .unknown }
    mark(.condition(truth), at: test.location)
    if let known = knownTruth(of: truth) {
      if let taken = known ? then : otherwise { try write(taken, &flow, when: condition) }
      return
    }
    let before = locals
    let way = both(condition, truth)
    try write(then, &flow, when: way, if: truth, holds: true)
    let (thenLocals, thenIsDone) = (locals, flow.isDone)
    (locals, flow.isDone) = (before, false)
    let other = both(condition, builder.apply(.not, truth))
    if let otherwise { try write(otherwise, &flow, when: other, if: truth, holds: false) }
    if !thenIsDone { locals = flow.isDone ? thenLocals : merged(thenLocals, locals, of: flow.body, by: truth) }
    // What follows is reached only by the branch that has not returned.
    if thenIsDone != flow.isDone { origins.assumptions.append(.init(truth, holds: flow.isDone)) }
    flow.isDone = flow.isDone && thenIsDone
  }

  private mutating func write(
    _ block: TypedBlock, _ flow: inout Flow, when condition: Value, if truth: Value, holds: Bool
  ) throws(WritingFailure) {
    try assuming(truth, holds: holds) { writer throws(WritingFailure) in
      try writer.write(block, &flow, when: condition)
    }
  }

  /// The values of variables after a condition: those of the branch that was taken.
  private mutating func merged(
    _ whenTrue: [Operand?], _ whenFalse: [Operand?], of body: TypedBody, by truth: Value
  ) -> [Operand?] {
    var result = whenFalse
    let variables = body.locals.indices.filter { body.locals[$0].isVariable }
    for local in variables.sorted(by: { body.locals[$0].name < body.locals[$1].name }) {
      guard let a = whenTrue[local], let b = whenFalse[local] else { continue }
      if let a = a.value, a == b.value { continue }
      if a.value != nil || a.parts != nil { result[local] = either(b, a, by: .value(truth), body.locals[local].type) }
    }
    return result
  }

  private mutating func both(_ a: Value?, _ b: Value) -> Value { a.map { builder.apply(.and, $0, b) } ?? b }
}

/// The control flow of a body so far.
private struct Flow {
  let body: TypedBody
  /// In the order of the text; the first whose condition holds counts.
  var returns: [(condition: Value?, value: Operand)] = []
  /// Whether every path has returned.
  var isDone = false
}
