package import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
package import TintypeSizes

/// Evaluates typed expressions from the text alone, by writing them out and computing the instructions.
package struct Evaluator: ValueWriter {
  package let model: SemanticModel
  package let budget: CompileBudget
  package let space: WorkingSpace
  /// Whether parameters stand for all their values; if not, what depends on one is unknown.
  private let hasParameters: Bool
  package var builder = ProgramBuilder()
  package var locals: [Operand?] = []
  package var inlining = Inlining()
  package var origins = OriginMap()
  package var known = KnownLanes()

  init(_ model: SemanticModel, in space: WorkingSpace, hasParameters: Bool) {
    (self.model, budget, self.space, self.hasParameters) = (model, model.budget, space, hasParameters)
  }

  /// The value of an expression, if it is a value.
  mutating func value(of expression: TypedExpression) throws(WritingFailure) -> Value {
    guard let value = try operand(expression).value else { throw .unknown }
    return value
  }

  /// The numbers of an expression.
  mutating func lanes(of expression: TypedExpression) throws(WritingFailure) -> [Double] {
    if case .constant(let lanes) = expression.kind { return lanes }
    let operand = try operand(expression)
    let parts = (operand.parts ?? operand.value.map { [$0] } ?? []).map { knownLanes(of: $0) }
    guard !parts.isEmpty, !parts.contains(nil) else { throw .unknown }
    return parts.flatMap { $0 ?? [] }
  }

  // MARK: Numbers and ranges

  /// An interval for each lane of a value, which contains it whatever the parameters of its module are set to.
  func ranges(of value: Value) -> [Interval] {
    var givens = ValueRanges.Givens(parameters: model.parameters.map { $0.parameter?.lanes(isUsual: false) ?? [] })
    let choices = builder.instructions.indices.filter { builder.instructions[$0].operation == .apply(.select) }
    // Each branch under its condition: where parameters are compared, they are narrowed.
    for index in choices.prefix(CheckLimits.rangeAnalyses(of: builder.instructions.count)) {
      let instruction = builder.instructions[index]
      let ranges = ValueRanges(of: builder.instructions, givens)
      let branches = [false, true].compactMap { holds in
        ranges.assuming([.init(instruction.operands[2], holds: holds)])?.bounds(of: instruction.operands[holds ? 1 : 0])
      }
      if let first = branches.first { givens.known[Value(index)] = branches.reduce(first) { $0.union($1) } }
    }
    return ValueRanges(of: builder.instructions, givens)[value]
  }

  // MARK: What the text tells

  package mutating func knownTruth(of condition: Value) -> Bool? { knownLanes(of: condition).map { $0[0] != 0 } }

  package func parameter(_ index: Int) -> Parameter? { model.parameters[index].parameter }

  package mutating func operand(of symbol: Symbol) throws(WritingFailure) -> Operand {
    switch symbol {
    case .constant(let index):
      let entry = model.constants[index]
      if let lanes = entry.numbers[space], let type = entry.value?.type { return constants(lanes, type) }
      guard hasParameters, let value = entry.value else { throw .unknown }
      return try operand(value)
    case .parameter(let index):
      guard hasParameters, let parameter = parameter(index) else { throw .unknown }
      return .value(builder.parameter(index, parameter.type))
    case .frame where hasParameters: return .value(builder.frame())
    case .source, .frame, .image, .function, .module, .local, .intrinsic, .operation: throw .unknown
    }
  }

  package mutating func written(
    _ expression: TypedExpression, first: Operand?
  ) throws(WritingFailure) -> Operand {
    switch expression.kind {
    case .member(_, let symbol): return try operand(of: symbol)
    case .operation(let call) where call.operation == .format:
      let operands = try operands(of: expression, first: first)
      guard let what = operands.first?.value else { throw .unknown }
      let pattern = zip(call.arguments, operands).first { $0.0.input.name == .as }?.1.value
      return .value(text(of: what, by: pattern, call.numberFormat))
    default: throw .unknown
    }
  }

  package func lifted(_ result: Operand, from operands: [Operand], _ type: ExpressionType) -> Operand { result }

  package mutating func selected(
    _ otherwise: Operand, _ then: Operand, by condition: Operand, _ type: ExpressionType
  ) -> Operand {
    .value(builder.apply(.select, value(otherwise), value(then), value(condition)))
  }

  /// No text tells the color of a picture.
  package func inFunction(
    of module: Int, _ work: (inout Evaluator) throws(WritingFailure) -> Operand
  ) throws(WritingFailure) -> Operand {
    throw .unknown
  }

  package mutating func position(over arguments: [Operand]) -> Operand {
    .position(bounds: builder.sourceBounds())
  }

  package func pixel(of picture: Picture, isPremultiplied: Bool) -> Value {
    preconditionFailure("no text tells the color of a picture")
  }

  package func mark(_ kind: OriginMap.Kind, at place: SourceLocation) {}

  package func wrote(_ call: TypedExpression, from operands: [Operand], _ result: Operand) {}
}

extension SemanticModel {
  /// The numbers of an expression that depends on nothing but the text; nil for any other.
  package func constantLanes(of expression: TypedExpression, in space: WorkingSpace) -> [Double]? {
    var evaluator = Evaluator(self, in: space, hasParameters: false)
    return try? evaluator.lanes(of: expression)
  }
}

extension Analyzer {
  /// The numbers of an expression that depends on nothing but the text, or nil.
  mutating func constantLanes(_ expression: TypedExpression, in space: WorkingSpace? = nil) -> [Double]? {
    let locals = body?.locals ?? []
    return evaluated(in: space) { evaluator throws(WritingFailure) in
      for index in locals.isEmpty ? [] : locals.neededBy(expression) {
        guard let value = locals[index].constantValue else { throw .unknown }
        try evaluator.declare(index, locals[index].name, value)
      }
      return try evaluator.lanes(of: expression)
    }
  }

  /// What is evaluated, with the bodies of functions that are called; nil where it depends on more than the text.
  mutating func evaluated<Result>(
    in space: WorkingSpace? = nil, withParameters: Bool = false,
    _ work: (inout Evaluator) throws(WritingFailure) -> Result
  ) -> Result? {
    while true {
      do throws(WritingFailure) {
        let held = model.budget.heldBytes
        defer { model.budget.release(to: held) }
        var evaluator = Evaluator(model, in: space ?? module.header.workingSpace, hasParameters: withParameters)
        return try work(&evaluator)
      } catch {
        guard case .untyped(let function) = error, case .untyped = model.functions[function].state else { return nil }
        typeBody(of: function)
      }
    }
  }
}

extension TypedExpression {
  /// The parameter that it names, directly or through constants.
  func parameter(in model: SemanticModel) -> Int? {
    var found = withoutParentheses
    while true {
      switch found.kind {
      case .reference(.parameter(let index)), .member(_, .parameter(let index)): return index
      case .reference(.constant(let index)):
        guard let value = model.constants[index].value else { return nil }
        found = value.withoutParentheses
      default: return nil
      }
    }
  }

  /// The values of which conditions choose one, behind names, too; none where nothing is chosen.
  func alternatives(in model: SemanticModel) -> [TypedExpression] {
    var (open, found, isChosen) = ([self], [TypedExpression](), false)
    var seen: Set<Int> = []
    while let next = open.popLast() {
      switch next.withoutParentheses.kind {
      case .reference(.constant(let index)):
        if seen.insert(index).inserted, let value = model.constants[index].value { open.append(value) }
      case .conditional(let conditional):
        isChosen = true
        open += [conditional.otherwise.value, conditional.then.value]
      case .apply(let intrinsic, let operands, _) where intrinsic == .select:
        isChosen = true
        open += operands.prefix(2)
      default: found.append(next)
      }
    }
    return isChosen ? found : []
  }
}
