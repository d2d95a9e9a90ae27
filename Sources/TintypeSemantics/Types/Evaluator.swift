import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeTables

/// Evaluates a typed expression from the text alone: to its numbers, or to their intervals over all settings.
package struct Evaluator<Lane: LaneDomain> {
  private let model: SemanticModel
  /// The working space of a color literal in a file without a look.
  private let space: WorkingSpace
  /// The lanes of a parameter, where they are known.
  private let parameter: (Int) -> [Lane]?
  private var narrowed: [Int: [Lane]] = [:]
  private var steps = 0
  private var depth = 0

  /// A function whose body has to be typed first.
  private(set) var missing: Int?

  package init(_ model: SemanticModel, in space: WorkingSpace, parameter: @escaping (Int) -> [Lane]? = { _ in nil }) {
    (self.model, self.space, self.parameter) = (model, space, parameter)
  }

  /// The lanes of an expression; nil where the text does not tell.
  package mutating func lanes(of expression: TypedExpression) -> [Lane]? { lanes(of: expression, []) }

  private mutating func lanes(of expression: TypedExpression, _ locals: [[Lane]?]) -> [Lane]? {
    // Chains lean left and may be long: a stack is short.
    var chain = [expression]
    while let first = chain[chain.count - 1].operands.first, first.type.isKnownByLanes { chain.append(first) }
    var result = lanes(ofLeaf: chain.removeLast(), locals)
    for expression in chain.reversed() {
      guard let first = result else { return nil }
      var operands = [first]
      for operand in expression.operands.dropFirst() {
        guard let lanes = lanes(of: operand, locals) else { return nil }
        operands.append(lanes)
      }
      result = combined(expression, operands)
    }
    return result
  }

  private mutating func lanes(ofLeaf expression: TypedExpression, _ locals: [[Lane]?]) -> [Lane]? {
    steps += 1
    guard steps <= CheckLimits.steps else { return nil }
    return known(expression, locals)
      ?? Lane.unknown.flatMap { unknown in
        expression.type.pixel.map { Array(repeating: unknown, count: $0.width) }
      }
  }

  private mutating func known(_ expression: TypedExpression, _ locals: [[Lane]?]) -> [Lane]? {
    switch expression.kind {
    case .constant(let numbers): return numbers.map { Lane($0) }
    case .color(let channels, let own): return Lane.color(channels, in: own ?? space)
    case .local(let index): return locals.indices.contains(index) ? locals[index] : nil
    case .reference(let symbol), .member(_, let symbol): return lanes(of: symbol)
    case .conditional(let conditional): return lanes(of: conditional, locals)
    case .date: return []
    case .call(let function, let inputs, _) where inputs.isEmpty: return called(function, inputs, [])
    default: return nil
    }
  }

  private mutating func lanes(of symbol: Symbol) -> [Lane]? {
    switch symbol {
    case .parameter(let index): return narrowed[index] ?? parameter(index)
    case .constant(let index):
      let entry = model.constants[index]
      if let numbers = entry.numbers[space] { return numbers.map { Lane($0) } }
      // A constant without numbers depends on parameters, whose ranges may be known.
      guard Lane.self != Double.self, depth < CheckLimits.callDepth, let value = entry.value else { return nil }
      depth += 1
      defer { depth -= 1 }
      return lanes(of: value)
    default: return nil
    }
  }

  private mutating func combined(_ expression: TypedExpression, _ operands: [[Lane]]) -> [Lane]? {
    steps += 1
    guard steps <= CheckLimits.steps else { return nil }
    switch expression.kind {
    case .parenthesized: return operands[0]
    case .apply(let intrinsic, _, _):
      guard let type = expression.type.value else { return nil }
      guard intrinsic == .select else { return Lane.applied(intrinsic, operands, type) }
      guard let truth = operands[2][0].truth else { return wide(operands[0], type).union(wide(operands[1], type)) }
      return wide(operands[truth ? 1 : 0], type)
    case .construct(let type, _):
      let parts = operands.flatMap { $0 }
      return parts.count == type.width ? parts : Array(repeating: parts[0], count: type.width)
    case .component(let lanes, _): return expression.type.value == nil ? nil : lanes.map { operands[0][$0] }
    case .evaluate: return expression.type.value == nil ? nil : Lane.evaluated(operands[0], operands[1])
    case .lookUp(_, _, let isShown):
      guard expression.type.value != nil, let color = operands[0] as? [Double], let table = operands[1] as? [Double]
      else { return nil }
      let isConverted = isShown && space == .linearSRGB
      let shown = isConverted ? Double.applied(.linearToSrgb, [color], .rgb) : color
      let found = model.tables[Int(table[0])].exact(shown)
      return (isConverted ? Double.applied(.srgbToLinear, [found], .rgb) : found) as? [Lane]
    case .call(let function, let inputs, _): return called(function, inputs, operands)
    default: return nil
    }
  }

  private func wide(_ lanes: [Lane], _ type: ValueType) -> [Lane] {
    lanes.count == 1 && type.width > 1 ? Array(repeating: lanes[0], count: type.width) : lanes
  }

  // MARK: Conditions

  private mutating func lanes(of conditional: TypedConditional, _ locals: [[Lane]?]) -> [Lane]? {
    guard let condition = lanes(of: conditional.condition, locals) else { return nil }
    if let truth = condition[0].truth {
      return lanes(of: truth ? conditional.then : conditional.otherwise, locals)
    }
    let outer = narrowed
    narrow(by: conditional.condition, holds: true, locals)
    let then = lanes(of: conditional.then, locals)
    narrowed = outer
    narrow(by: conditional.condition, holds: false, locals)
    let otherwise = lanes(of: conditional.otherwise, locals)
    narrowed = outer
    guard let then, let otherwise, then.count == otherwise.count else { return nil }
    return then.union(otherwise)
  }

  private mutating func lanes(of block: TypedValueBlock, _ locals: [[Lane]?]) -> [Lane]? {
    var locals = locals
    for (local, value) in block.constants { set(local.index, lanes(of: value, locals), &locals) }
    return lanes(of: block.value, locals)
  }

  private func set(_ local: Int, _ lanes: [Lane]?, _ locals: inout [[Lane]?]) {
    while locals.count <= local { locals.append(nil) }
    locals[local] = lanes
  }

  /// Narrows parameters by a comparison that holds, or does not.
  private mutating func narrow(by condition: TypedExpression, holds: Bool, _ locals: [[Lane]?]) {
    guard case .apply(let intrinsic, let operands, _) = condition.core.kind else { return }
    switch (intrinsic, holds) {
    case (.not, _): narrow(by: operands[0], holds: !holds, locals)
    case (.and, true), (.or, false): for operand in operands { narrow(by: operand, holds: holds, locals) }
    case (.less, true), (.lessOrEqual, true), (.greater, false), (.greaterOrEqual, false):
      order(operands[0], below: operands[1], locals)
    case (.less, false), (.lessOrEqual, false), (.greater, true), (.greaterOrEqual, true):
      order(operands[1], below: operands[0], locals)
    default: break
    }
  }

  private mutating func order(_ a: TypedExpression, below b: TypedExpression, _ locals: [[Lane]?]) {
    guard let low = lanes(of: a, locals), let high = lanes(of: b, locals), low.count == 1, high.count == 1 else {
      return
    }
    if let index = a.parameter(in: model) { narrowed[index] = [low[0].limited(below: high[0])] }
    if let index = b.parameter(in: model) { narrowed[index] = [high[0].limited(above: low[0])] }
  }

  // MARK: Calls

  private mutating func called(_ index: Int, _ inputs: [TypedExpression.Input], _ operands: [[Lane]]) -> [Lane]? {
    let entry = model.functions[index]
    guard depth < CheckLimits.callDepth, let result = entry.result else { return nil }
    guard let body = entry.body else {
      missing = missing ?? index
      return nil
    }
    var locals = [[Lane]?](repeating: nil, count: body.locals.count)
    for (place, input) in entry.inputs.enumerated() {
      guard let given = inputs.firstIndex(where: { $0.index == place }) else {
        locals[place] = input.defaultValue.flatMap { lanes(of: $0) }
        continue
      }
      locals[place] = operands[given]
    }
    depth += 1
    defer { depth -= 1 }
    var run = Run(locals: locals)
    read(body.block, &run)
    return run.isDone ? run.result.map { wide($0, result) } : nil
  }

  /// The execution of a body.
  private struct Run {
    var locals: [[Lane]?]
    /// The values that it can return.
    var result: [Lane]?
    var isDone = false
    /// Whether a value that it may return is unknown.
    var isUnknown = false
  }

  private mutating func read(_ block: TypedBlock, _ run: inout Run) {
    for statement in block.statements where !run.isDone && !run.isUnknown { read(statement, &run) }
  }

  private mutating func read(_ statement: TypedStatement, _ run: inout Run) {
    switch statement {
    case .declare(let local, let value), .assign(let local, let value, _):
      set(local, lanes(of: value, run.locals), &run.locals)
    case .loop(let local, let range, let block):
      for number in range where !run.isDone && !run.isUnknown {
        set(local, [Lane(Double(number))], &run.locals)
        read(block, &run)
      }
    case .result(let value):
      guard let found = lanes(of: value, run.locals) else { return give(up: &run) }
      run.result = run.result.map { $0.count == found.count ? $0.union(found) : found } ?? found
      run.isDone = true
    case .conditional(let condition, let then, let otherwise):
      guard let found = lanes(of: condition, run.locals) else { return give(up: &run) }
      if let truth = found[0].truth {
        if truth { read(then, &run) } else if let otherwise { read(otherwise, &run) }
        return
      }
      var other = run
      read(then, &run)
      other.result = run.result
      if let otherwise { read(otherwise, &other) }
      if run.isUnknown || other.isUnknown { return give(up: &run) }
      if run.isDone {
        run.locals = other.locals
      } else if !other.isDone {
        run.locals = zip(run.locals, other.locals).map { a, b in
          a.flatMap { a in b.flatMap { a.count == $0.count ? a.union($0) : nil } }
        }
      }
      run.result = other.result ?? run.result
      run.isDone = run.isDone && other.isDone
    }
  }

  private func give(up run: inout Run) {
    (run.result, run.isDone, run.isUnknown) = (nil, true, true)
  }
}

extension ExpressionType {
  /// Whether it is fully described by its lanes.
  fileprivate var isKnownByLanes: Bool { value != nil || isSelection }
}

extension Array where Element: LaneDomain {
  fileprivate func union(_ other: [Element]) -> [Element] { zip(self, other).map { $0.union($1) } }
}

extension TypedExpression {
  /// The parameter that it names, directly or through constants.
  func parameter(in model: SemanticModel) -> Int? {
    var found = core
    while true {
      switch found.kind {
      case .reference(.parameter(let index)), .member(_, .parameter(let index)): return index
      case .reference(.constant(let index)):
        guard let value = model.constants[index].value else { return nil }
        found = value.core
      default: return nil
      }
    }
  }
}
