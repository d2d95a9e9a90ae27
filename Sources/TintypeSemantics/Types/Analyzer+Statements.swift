import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Analyzer {
  /// Types a block of a body. Names that are declared inside end with it.
  mutating func block(_ syntax: BlockSyntax, _ scope: inout Scope) -> TypedBlock {
    (try? deeper(at: syntax.location) { $0.blockInside(syntax, &scope) }) ?? given(up: syntax.location)
  }

  private mutating func given(up place: SourceLocation) -> TypedBlock {
    body?.isDone = true
    return TypedBlock(location: place)
  }

  private mutating func blockInside(_ syntax: BlockSyntax, _ scope: inout Scope) -> TypedBlock {
    let outer = scope.locals
    var block = TypedBlock(location: syntax.location)
    for statement in syntax.statements {
      if body?.isDone == true {
        if !bodyIsUnreadable() { report(.unreachable(at: statement.location)) }
        break
      }
      if let statement = self.statement(statement, &scope, in: syntax.span) { block.statements.append(statement) }
    }
    scope.locals = outer
    return block
  }

  /// Whether a part of the body at work could not be read. It is searched once.
  mutating func bodyIsUnreadable() -> Bool {
    guard let body else { return false }
    let isUnreadable = body.isUnreadable ?? model.functions[body.function].syntax.body.syntax.hasUnreadablePart
    self.body?.isUnreadable = isUnreadable
    return isUnreadable
  }

  private mutating func statement(
    _ statement: StatementSyntax, _ scope: inout Scope, in block: Span
  ) -> TypedStatement? {
    switch statement {
    case .constant(let syntax):
      declaration(syntax, as: .constant, &scope, in: block).map { .declare($0.local, $0.value) }
    case .variable(let syntax):
      declaration(syntax, as: .variable, &scope, in: block).map { .declare($0.local, $0.value) }
    case .assignment(let syntax): assignment(syntax, &scope)
    case .loop(let syntax): loop(syntax, scope)
    case .return(let syntax): result(syntax, scope)
    case .conditional(let syntax): conditionalStatement(syntax, &scope)
    case .expression: nil  // the parser has reported it
    }
  }

  /// Enters a name with its value into a body; nil when the name is missing.
  private mutating func declaration(
    _ syntax: some NamedSyntax & TypedSyntax & ValuedSyntax, as role: Local.Role, _ scope: inout Scope, in block: Span
  ) -> (local: Int, value: TypedExpression)? {
    let untyped = expression(syntax.value, scope)
    let value = attempt(at: untyped.location, after: 1) { analyzer throws(Reported) in
      if role == .variable, untyped.type.isPicture { throw analyzer.reported(.pictureInVariable(at: untyped.location)) }
      if role == .variable, untyped.type.isList { throw analyzer.reported(.listInVariable(at: untyped.location)) }
      if role == .variable, let type = untyped.type.value, !type.allows(.chosen) {
        analyzer.report(.notAssigned(type, at: untyped.location))
      }
      guard let type = syntax.type else { return untyped }
      return try analyzer.coerced(
        untyped, toBodyType: analyzer.bodyType(type, hasPictures: scope.isOverPictures),
        as: "'\(syntax.name?.text ?? "")'")
    }
    guard let name = syntax.name else { return nil }
    let isDuplicate = scope.locals?[name.text] != nil
    if isDuplicate { report(.duplicateLocal(name)) }
    let start = syntax.value.span.end
    let reach = Span(min(start, block.end), block.end)
    let type = isDuplicate ? .unknown : value.type
    guard let local = body?.add(name.text, type, at: name.location, in: reach, as: role, value: value) else {
      return nil
    }
    scope.locals?[name.text] = local
    return (local, value)
  }

  private mutating func assignment(_ syntax: AssignmentSyntax, _ scope: inout Scope) -> TypedStatement? {
    let name = syntax.name
    guard let local = scope.locals?[name.text], let body else {
      let variables = scope.locals?.filter { self.body?.locals[$0.value].isVariable == true }.map { $0.key } ?? []
      let declares = syntax.part == nil && syntax.operation == nil
      let nearest = nearest(to: name.text, among: variables)
      report(.unknownVariable(name, nearest: nearest, declares: declares))
      // What reads it is not reported again.
      if declares, nearest == nil, let body {
        scope.locals?[name.text] = self.body?.add(
          name.text, .unknown, at: name.location,
          in: Span(syntax.span.end, model.functions[body.function].syntax.span.end),
          as: .variable)
      }
      return nil
    }
    guard body.locals[local].isVariable else {
      // Once: what follows from it is unknown.
      if body.locals[local].type != .unknown { report(.notAVariable(name, body.locals[local])) }
      self.body?.locals[local].type = .unknown
      return nil
    }
    let new = expression(syntax.value, scope)
    let whole = self.local(local, at: name.location)
    var lanes: [Int]?
    let value = attempt(at: new.location, after: 1) { analyzer throws(Reported) in
      let old = try syntax.part.map { part throws(Reported) in try analyzer.part(part, of: whole) } ?? whole
      if case .component(let named, _) = old.kind { lanes = named }
      var value = new
      if let intrinsic = syntax.operation?.intrinsic {
        value = try analyzer.applied(intrinsic, [old, new], at: syntax.location, syntax.location)
      }
      if case .value(let type) = old.type {
        if syntax.part == nil, type == .scalar, let wider = value.type.value, wider.isNumeric, wider.width > 1 {
          throw analyzer.reported(
            .widerValue(of: name, wider, at: value.location, declared: body.locals[local].location))
        }
        return try analyzer.coerced(value.moved(to: new.location), to: type, as: "'\(old.location.text)'")
      }
      if value.type != old.type, !value.type.isUnknown, !old.type.isUnknown {
        analyzer.report(.otherType(value.location, "'\(name.text)'", old.type, found: value.type))
      }
      return value
    }
    if syntax.part == nil, value.type != whole.type { self.body?.locals[local].type = .unknown }
    return .assign(local, lanes: lanes, value, at: name.location)
  }

  /// A part of a variable, to which its lanes are assigned.
  private mutating func part(_ name: TokenSyntax, of whole: TypedExpression) throws(Reported) -> TypedExpression {
    let type = try known(whole).type
    if type.isPosition { throw reported(.partOfPosition(at: name.location)) }
    guard let lanes = type.lanes(named: name.text) else {
      throw reported(.unknownMember(name, of: type.described, known: type.members))
    }
    guard Set(lanes).count == lanes.count else { throw reported(.partAssignedTwice(name)) }
    let place = SourceLocation(name.location.file, whole.location.span.union(name.span))
    return TypedExpression(.component(lanes, whole), .value(ProgramBuilder.type(ofWidth: lanes.count)), at: place)
  }

  /// Types the body of a loop, which is the same in every round; a loop without a range has none.
  private mutating func loop(_ syntax: LoopSyntax, _ scope: Scope) -> TypedStatement? {
    let found = try? wholeRange(syntax.range, scope)
    let isDone = body?.isDone ?? false
    var inner = scope
    var local: Int?
    if let name = syntax.variable {
      if scope.locals?[name.text] != nil { report(.duplicateLocal(name)) }
      local = body?.add(name.text, .value(.scalar), at: name.location, in: syntax.span, as: .counter)
      inner.locals?[name.text] = local
    }
    let block = block(syntax.body, &inner)
    if let local, let found { return .loop(local, found.range, bounds: found.bounds, block) }
    body?.isDone = isDone
    return nil
  }

  private mutating func wholeRange(
    _ syntax: RangeClauseSyntax, _ scope: Scope
  ) throws(Reported) -> (range: ClosedRange<Int64>, bounds: [TypedExpression]) {
    let first = try? constant(syntax.lower, .scalar, as: "the first number of a loop", in: scope)
    let last = try constant(syntax.upper, .scalar, as: "the last number of a loop", in: scope)
    guard let first else { throw Reported() }
    let (lower, upper) = (first.lanes[0], last.lanes[0])
    guard lower == lower.rounded(), upper == upper.rounded(), lower <= upper,
      upper - lower < Double(CheckLimits.loopRounds), abs(lower) < 0x1p53
    else { throw reported(.badLoopRange(at: syntax.location)) }
    return (Int64(lower)...Int64(upper), [first.value, last.value])
  }

  private mutating func result(_ syntax: ReturnSyntax, _ scope: Scope) -> TypedStatement {
    body?.isDone = true
    let value = expression(syntax.value, scope)
    guard let type = body?.result else { return .result(value) }
    // Where there are two, a condition chooses.
    if body?.hasResult == true, let type = type.value, !type.allows(.chosen) {
      report(.notChosen(type.described, at: value.location))
    }
    body?.hasResult = true
    return .result(
      attempt(at: value.location, after: 1) { analyzer throws(Reported) in
        let result = try analyzer.coerced(value, toBodyType: type, as: "the result")
        if result.type == .image(isBounded: false) { throw analyzer.reported(.unboundedResult(at: value.location)) }
        return result
      })
  }

  /// A value as one of a type that a body declares.
  private mutating func coerced(
    _ value: TypedExpression, toBodyType type: ExpressionType, as role: String
  ) throws(Reported) -> TypedExpression {
    switch (type, value.type) {
    case (.value(let type), _): return try coerced(value, to: type, as: role, isPixel: true)
    case (.image, .image), (.mask, .mask): return value
    case (_, .unknown): throw Reported()
    default: throw reported(.notAPicture(value.location, role, isMask: type.isMask, value.type))
    }
  }

  private mutating func conditionalStatement(_ syntax: ConditionalSyntax, _ scope: inout Scope) -> TypedStatement {
    let condition = condition(syntax.condition, scope, isStatement: true)
    let then = block(syntax.thenBlock, &scope)
    let isThenDone = body?.isDone ?? false
    body?.isDone = false
    var otherwise: TypedBlock?
    switch syntax.elseBranch {
    case .block(let block): otherwise = self.block(block, &scope)
    case .conditional(let next):
      let inner = try? deeper(at: next.location) { $0.conditionalStatement(next, &scope) }
      otherwise =
        inner.map { TypedBlock(statements: [$0], location: next.location) } ?? given(up: next.location)
    case nil: break
    }
    let isElseDone = body?.isDone ?? false
    body?.isDone = isThenDone && isElseDone
    return .conditional(condition, then: then, otherwise: otherwise)
  }

  /// A condition; its type is unknown where it is no truth value. A statement decides once, for all pixels.
  mutating func condition(
    _ syntax: ExpressionSyntax, _ scope: Scope, isStatement: Bool = false
  ) -> TypedExpression {
    let value = expression(syntax, scope)
    return attempt(at: value.location, after: 1) { analyzer throws(Reported) in
      guard case .condition(1, _) = value.type else { return try analyzer.coerced(value, to: .bool, as: "a condition") }
      if isStatement { throw analyzer.reported(.conditionOfStatement(at: value.location)) }
      return value
    }
  }

  /// The value of a block in an expression: its last expression.
  mutating func value(of syntax: BlockSyntax, _ scope: Scope) -> TypedValueBlock {
    var inner = scope
    var constants: [(local: (index: Int, name: String), value: TypedExpression)] = []
    for statement in syntax.statements.dropLast() {
      switch statement {
      case .constant(let constant) where !inner.isTopLevel:
        if let found = declaration(constant, as: .constant, &inner, in: syntax.span) {
          constants.append(((found.local, constant.name?.text ?? ""), found.value))
        }
      case .constant(let constant):
        report(.constantOutsideKernel(at: constant.location))
        if let name = constant.name { inner.invalidNames.insert(name.text) }
      case .return(let syntax): report(.returnInExpression(at: syntax.location))
      case .conditional(let syntax): report(.valueless(at: syntax.location))
      case .variable, .assignment, .loop: report(.statementInExpression(at: statement.location))
      case .expression: break
      }
    }
    let value = attempt(at: syntax.location) { analyzer throws(Reported) in
      switch syntax.statements.last {
      case .expression(let value): return analyzer.expression(value, inner)
      case .conditional(let syntax): return analyzer.expression(.conditional(syntax), inner)
      case .return(let syntax): throw analyzer.reported(.returnInExpression(at: syntax.location))
      case .constant, .variable, .assignment, .loop, nil:
        throw analyzer.reported(.blockWithoutValue(at: syntax.location))
      }
    }
    return TypedValueBlock(constants: constants, value: value)
  }
}
