import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Analyzer {
  /// Resolves and types an expression; one with an error is reported, and its type is unknown.
  mutating func expression(_ syntax: ExpressionSyntax, _ scope: Scope) -> TypedExpression {
    attempt(at: syntax.location) { analyzer throws(Reported) in
      try analyzer.deeper(at: syntax.location) { analyzer throws(Reported) in
        try analyzer.expressionInside(syntax, scope)
      }
    }
  }

  private mutating func expressionInside(
    _ syntax: ExpressionSyntax, _ scope: Scope
  ) throws(Reported) -> TypedExpression {
    let place = syntax.location
    switch syntax {
    case .number(let number): return TypedExpression(.constant([number.value]), .value(.scalar), at: place)
    case .color(let color):
      let space = literalSpace ?? (module.isLook ? module.header.workingSpace : nil)
      let type: ValueType = color.channels.count == 4 ? .rgba : .rgb
      return TypedExpression(.color(color.channels, space), .value(type), at: place)
    case .boolean(let truth): return TypedExpression(.constant([truth.value ? 1 : 0]), .value(.bool), at: place)
    case .string(let string): return try text(string, scope)
    case .name(let name): return named(name, scope)
    case .parenthesized(let inner):
      let value = expression(inner.value, scope)
      return TypedExpression(.parenthesized(value), value.type, at: place)
    case .prefix(let prefix): return self.prefix(prefix, scope)
    case .infix(let infix): return self.infix(infix, scope)
    case .member(let member): return self.member(member, scope)
    case .conditional(let conditional): return self.conditional(conditional, scope)
    case .call(let call): return self.call(call, first: nil, scope)
    case .pipe(let pipe): return self.pipe(pipe, scope)
    case .quantity(let quantity): return self.quantity(quantity)
    case .choice(let choice): return TypedExpression(.word, .word(choice.name.text), at: place)
    case .curve(let curve): return try self.curve(curve)
    case .lut(let lut): return try table(lut)
    case .missing: throw Reported()
    }
  }

  // Chains of operators, members and pipes lean left and may be long: they are read in loops, since a stack is short.

  private mutating func prefix(_ syntax: PrefixSyntax, _ scope: Scope) -> TypedExpression {
    var signs = [syntax]
    var innermost = syntax.operand
    while case .prefix(let next) = innermost {
      signs.append(next)
      innermost = next.operand
    }
    return signs.reversed().reduce(expression(innermost, scope)) { inner, sign in
      applied(sign.operation == .minus ? .negate : .not, [inner], at: sign.location, sign.location)
    }
  }

  private mutating func infix(_ syntax: InfixSyntax, _ scope: Scope) -> TypedExpression {
    var chain = [syntax]
    var leftmost = syntax.left
    while case .infix(let next) = leftmost {
      chain.append(next)
      leftmost = next.left
    }
    return chain.reversed().reduce(expression(leftmost, scope)) { left, link in
      let operands = [left, expression(link.right, scope)]
      return choiceComparison(operands, link)
        ?? applied(link.operation.intrinsic, operands, at: link.operatorLocation, link.location)
    }
  }

  private mutating func pipe(_ syntax: PipeSyntax, _ scope: Scope) -> TypedExpression {
    var chain = [syntax]
    var leftmost = syntax.left
    while case .pipe(let next) = leftmost {
      chain.append(next)
      leftmost = next.left
    }
    return chain.reversed().reduce(expression(leftmost, scope)) { left, link in
      switch link.right {
      case .call(let call): self.call(call, first: left, scope)
      case .missing: .unknown(at: link.location, [left])
      case let other: invalid(.pipeIntoNoCall(other, of: link), at: link.location, [left])
      }
    }
  }

  mutating func conditional(_ syntax: ConditionalSyntax, _ scope: Scope) -> TypedExpression {
    attempt(at: syntax.location) { analyzer throws(Reported) in
      try analyzer.deeper(at: syntax.location) { $0.conditionalInside(syntax, scope) }
    }
  }

  private mutating func conditionalInside(_ syntax: ConditionalSyntax, _ scope: Scope) -> TypedExpression {
    let place = syntax.location
    let condition = truth(syntax.condition, scope)
    let then = value(of: syntax.thenBlock, scope)
    let otherwise: TypedValueBlock
    switch syntax.elseBranch {
    case .block(let block): otherwise = value(of: block, scope)
    case .conditional(let next): otherwise = TypedValueBlock(constants: [], value: conditional(next, scope))
    case nil:
      report(.missingElse(at: syntax.location))
      return .unknown(at: place, [condition] + then.expressions)
    }
    let conditional = TypedConditional(condition: condition, then: then, otherwise: otherwise)
    let operands = [
      otherwise.value.moved(to: syntax.elseLocation), then.value.moved(to: syntax.thenBlock.location), condition,
    ]
    return attempt(at: place, conditional.expressions) { analyzer throws(Reported) in
      let type = try analyzer.resultType(.select, operands, at: syntax.ifLocation)
      return TypedExpression(.conditional(conditional), type, at: place)
    }
  }

  // MARK: Operators and built-in functions

  /// A function or operator of the table; diagnostics point at `named`.
  mutating func applied(
    _ intrinsic: Intrinsic, _ operands: [TypedExpression], at named: SourceLocation, _ place: SourceLocation
  ) -> TypedExpression {
    attempt(at: place, operands) { analyzer throws(Reported) in
      let type = try analyzer.resultType(intrinsic, operands, at: named)
      return TypedExpression(.apply(intrinsic, operands, at: named), type, at: place)
    }
  }

  private mutating func resultType(
    _ intrinsic: Intrinsic, _ operands: [TypedExpression], at place: SourceLocation
  ) throws(Reported) -> ExpressionType {
    if operands.contains(where: \.type.isUnknown) { throw Reported() }
    if let choice = operands.first(where: { $0.type.isWord || $0.type.isSelection }) {
      throw reported(.loneChoice(at: choice.location))
    }
    let types = operands.compactMap(\.type.pixel)
    if intrinsic == .select, operands[0].type.isImage, operands[1].type.isImage, types.last == .bool {
      return .image(isBounded: operands[0].type.isBounded || operands[1].type.isBounded)
    }
    let signature = intrinsic.definition.signature
    let isOtherUnit = if case .conversion(let unit) = signature { types != [unit] } else { false }
    guard types.count == operands.count, !isOtherUnit, let type = signature.resultType(of: types) else {
      throw reported(.operandMismatch(intrinsic, operands.map { ($0.type.described, $0.location) }, at: place))
    }
    return try liftedType(type, from: operands, at: place)
  }

  /// The type of a value computed at one pixel: an image or mask where an operand is one, or where it uses the
  /// position of the pixel.
  mutating func lifted(
    _ kind: TypedExpression.Kind, _ type: ValueType, from operands: [TypedExpression], usesPosition: Bool = false,
    at place: SourceLocation, named: SourceLocation? = nil
  ) throws(Reported) -> TypedExpression {
    let lifted = try liftedType(type, from: operands, usesPosition: usesPosition, at: named ?? place)
    return TypedExpression(kind, lifted, at: place)
  }

  private mutating func liftedType(
    _ type: ValueType, from operands: [TypedExpression], usesPosition: Bool = false, at place: SourceLocation
  ) throws(Reported) -> ExpressionType {
    guard usesPosition || operands.contains(where: { $0.type.isPicture || $0.type.isPlace })
    else { return .value(type) }
    let isBounded = operands.contains { $0.type.isBounded }
    switch type {
    case .scalar: return .mask(isBounded: isBounded)
    case .rgba, .rgb: return .image(isBounded: isBounded)
    case .vec2 where isReadingPlace: return .place(isBounded: isBounded)
    default: throw reported(.noPicture(at: place, type.described))
    }
  }

  // MARK: Members

  private mutating func member(_ syntax: MemberSyntax, _ scope: Scope) -> TypedExpression {
    var chain = [syntax]
    var innermost = syntax.base
    while case .member(let next) = innermost {
      chain.append(next)
      innermost = next.base
    }
    chain.reverse()
    let base = used(&chain, of: innermost, scope) ?? expression(innermost, scope)
    return chain.reduce(base) { member($1, of: $0) }
  }

  private mutating func member(_ syntax: MemberSyntax, of base: TypedExpression) -> TypedExpression {
    let place = syntax.location
    guard let name = syntax.name else { return .unknown(at: place, [base]) }
    func unknown(_ what: String, _ known: [String]) -> TypedExpression {
      invalid(.unknownMember(name, of: what, known: known), at: place, [base])
    }
    switch base.type {
    case .unknown: return .unknown(at: place, [base])
    case .mask:
      guard name.text == "bounds" else { return unknown("a mask", ["bounds"]) }
      return bounds(of: base, syntax)
    case .image(let isBounded):
      if name.text == "bounds" { return bounds(of: base, syntax) }
      // The constant without numbers is the date of the photo.
      if name.text == "date", case .reference(.source) = base.kind {
        return TypedExpression(.date(base), .value(.date), at: place)
      }
      if name.text == "rgb" || name.text == "rgba" { return invalid(.colorOfImage(syntax, name), at: place, [base]) }
      guard let lane = ["r", "g", "b", "a"].firstIndex(of: name.text) else {
        return unknown("an image", ["r", "g", "b", "a", "bounds"])
      }
      return TypedExpression(.component([lane], base), .mask(isBounded: isBounded), at: place)
    case .position:
      guard let member = TypedExpression.PlaceMember(rawValue: name.text) else {
        return unknown("a position", TypedExpression.PlaceMember.allCases.map(\.rawValue))
      }
      return TypedExpression(.place(member, base), .value(.vec2), at: place)
    case .place: return unknown("a place", [])
    case .word, .selection: return unknown("a choice", [])
    case .value(let type): return swizzle(base, type, name, at: place)
    }
  }

  private mutating func bounds(of base: TypedExpression, _ syntax: MemberSyntax) -> TypedExpression {
    guard base.type.isBounded else { return invalid(.noBounds(at: syntax.location), at: syntax.location, [base]) }
    return TypedExpression(.bounds(base), .value(.rect), at: syntax.location)
  }

  private mutating func swizzle(
    _ base: TypedExpression, _ type: ValueType, _ name: TokenSyntax, at place: SourceLocation
  ) -> TypedExpression {
    let letters: [Character] =
      switch type {
      case .vec2: ["x", "y"]
      case .rgb: ["r", "g", "b"]
      case .rgba: ["r", "g", "b", "a"]
      default: []
      }
    let lanes = name.text.compactMap { letters.firstIndex(of: $0) }
    guard lanes.count == name.text.count, (1...4).contains(lanes.count) else {
      return invalid(.unknownMember(name, of: type.described, known: letters.map(String.init)), at: place, [base])
    }
    let found = ProgramBuilder.type(ofWidth: lanes.count)
    return TypedExpression(.component(lanes, base), .value(found), at: place)
  }
}

extension TypedExpression {
  /// The same with the place that a diagnostic about a block points at.
  fileprivate func moved(to place: SourceLocation) -> TypedExpression { TypedExpression(kind, type, at: place) }
}

extension InfixOperator {
  /// What the operator computes.
  var intrinsic: Intrinsic {
    switch self {
    case .or: .or
    case .and: .and
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .plus: .add
    case .minus: .subtract
    case .times: .multiply
    case .divide: .divide
    }
  }
}
