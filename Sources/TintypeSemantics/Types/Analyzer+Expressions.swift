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

  /// An expression that has to be of a type.
  mutating func expression(
    _ syntax: ExpressionSyntax, _ scope: Scope, of type: ValueType, as role: String, isPixel: Bool = false
  ) -> TypedExpression {
    let value = expression(syntax, scope)
    return attempt(at: value.location, after: 1) { analyzer throws(Reported) in
      try analyzer.coerced(value, to: type, as: role, isPixel: isPixel)
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
    case .interpolatedText(let text): return try self.text(text, scope)
    case .name(let name): return try named(name, scope)
    case .parenthesized(let inner):
      let value = expression(inner.value, scope)
      return TypedExpression(.parenthesized(value), value.type, at: place)
    case .prefix(let prefix): return try self.prefix(prefix, scope)
    case .infix(let infix): return try self.infix(infix, scope)
    case .member(let member): return try self.member(member, scope)
    case .conditional(let conditional): return try self.conditional(conditional, scope)
    case .call(let call): return try self.call(call, first: nil, scope)
    case .pipe(let pipe): return self.pipe(pipe, scope)
    case .quantity(let quantity): return self.quantity(quantity)
    case .choice(let choice): return TypedExpression(.word, .word(choice.name.text), at: place)
    case .curve(let curve): return try self.curve(curve, scope)
    case .lut(let lut): return try table(lut)
    case .picture(let picture): return try self.picture(picture)
    case .row(let row): throw reported(.rowWithoutMatrix(row))
    case .list(let list): return try self.list(list, scope)
    case .subscripted(let element): return try self.element(element, scope)
    case .missing: throw Reported()
    }
  }

  /// A row of a matrix: three numbers, as of a color.
  mutating func row(_ syntax: RowSyntax, _ scope: Scope) -> TypedExpression {
    attempt(at: syntax.location) { analyzer throws(Reported) in
      guard syntax.numbers.count == 3 else { throw analyzer.reported(.shortRow(syntax)) }
      let numbers = syntax.numbers.map { analyzer.expression($0, scope, of: .scalar, as: "a number of a row") }
      return try analyzer.lifted(.construct(.rgb, numbers), .rgb, from: numbers, at: syntax.location)
    }
  }

  // Chains of operators, members and pipes are left-associative and may be long. They are processed in loops, since the
  // call stack is limited.

  /// The links of a chain in the order of the text, and the operand on its left.
  private func chain<Link>(
    _ last: Link, _ operand: (Link) -> ExpressionSyntax, _ link: (ExpressionSyntax) -> Link?
  ) -> (links: [Link], leftmost: ExpressionSyntax) {
    var links = [last]
    while let next = link(operand(links[links.count - 1])) { links.append(next) }
    return (links.reversed(), operand(links[links.count - 1]))
  }

  private mutating func prefix(_ syntax: PrefixSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let (signs, innermost) = chain(syntax, { $0.operand }) { if case .prefix(let next) = $0 { next } else { nil } }
    var result = expression(innermost, scope)
    for sign in signs {
      result = try applied(sign.operation == .minus ? .negate : .not, [result], at: sign.location, sign.location)
    }
    return result
  }

  private mutating func infix(_ syntax: InfixSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let (links, leftmost) = chain(syntax, { $0.left }) { if case .infix(let next) = $0 { next } else { nil } }
    var result = expression(leftmost, scope)
    let others = links.map { expression($0.right, scope) }
    for (link, other) in zip(links, others) {
      let operands = [result, other]
      if link.operation == .fallback {
        result = try withFallback(result, other, link)
      } else if let comparison = try choiceComparison(operands, link) {
        result = comparison
      } else if let intrinsic = link.operation.intrinsic {
        result = try applied(intrinsic, operands, at: link.operatorLocation, link.location)
      }
    }
    return result
  }

  private mutating func pipe(_ syntax: PipeSyntax, _ scope: Scope) -> TypedExpression {
    let (links, leftmost) = chain(syntax, { $0.left }) { if case .pipe(let next) = $0 { next } else { nil } }
    return links.reduce(expression(leftmost, scope)) { left, link in
      attempt(at: link.location, after: 1) { analyzer throws(Reported) in
        switch link.right {
        case .call(let call): return try analyzer.call(call, first: left, scope)
        case .missing: throw Reported()
        // `|> blur 0.3%` is reported already.
        case .name(let name) where name.syntax.firstToken?.next?.kind == .number: throw Reported()
        case let other: throw analyzer.reported(.pipeIntoNoCall(other, of: link))
        }
      }
    }
  }

  private mutating func conditional(_ syntax: ConditionalSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let condition = condition(syntax.condition, scope)
    let then = value(of: syntax.thenBlock, scope)
    let otherwise: TypedValueBlock
    switch syntax.elseBranch {
    case .block(let block): otherwise = value(of: block, scope)
    case .conditional(let next):
      otherwise = TypedValueBlock(constants: [], value: expression(.conditional(next), scope))
    case nil: throw reported(.missingElse(at: syntax.location))
    }
    let values = withPlainNumbers(.select, [otherwise.value, then.value, condition])
    let operands = [
      values[0].moved(to: syntax.elseLocation), values[1].moved(to: syntax.thenBlock.location), condition,
    ]
    let type = try resultType(.select, operands, at: syntax.ifLocation)
    let conditional = TypedConditional(
      condition: condition, then: TypedValueBlock(constants: then.constants, value: values[1]),
      otherwise: TypedValueBlock(constants: otherwise.constants, value: values[0]))
    return TypedExpression(.conditional(conditional), type, at: syntax.location)
  }

  // MARK: Operators and built-in functions

  /// A function or operator of the table; diagnostics point at `named`.
  mutating func applied(
    _ intrinsic: Intrinsic, _ operands: [TypedExpression], at named: SourceLocation, _ place: SourceLocation
  ) throws(Reported) -> TypedExpression {
    let operands = withPlainNumbers(intrinsic, operands)
    let type = try resultType(intrinsic, operands, at: named)
    let result = TypedExpression(.apply(intrinsic, operands, at: named), type, at: place)
    if intrinsic == .inverse, let lanes = constantLanes(result), !lanes.allSatisfy({ $0.isFinite }) {
      throw reported(.noInverse(at: place, of: operands[0].location.text, rows: constantLanes(operands[0]) ?? []))
    }
    return result
  }

  /// The operands with as few percentages as possible converted to plain numbers: `c * 60%` is `c * 0.6`. A percentage
  /// next to a position in pixels stays a length, because a number would be a mistake.
  private func withPlainNumbers(_ intrinsic: Intrinsic, _ operands: [TypedExpression]) -> [TypedExpression] {
    let places = operands.indices.reversed().filter { operands[$0].plainNumber != nil }
    let signature = intrinsic.definition.signature
    func fits(_ operands: [TypedExpression]) -> Bool {
      let types = operands.compactMap { $0.type.pixel }
      return types.count == operands.count && signature.resultType(of: types) != nil
    }
    guard !places.isEmpty, !fits(operands), !operands.contains(where: { $0.isInPixels }) else { return operands }
    let choices = (1..<(1 << places.count)).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
    for choice in choices {
      var plain = operands
      for (bit, place) in places.enumerated() where choice & (1 << bit) != 0 {
        plain[place] = operands[place].plainNumber ?? operands[place]
      }
      if fits(plain) { return plain }
    }
    return operands
  }

  private mutating func resultType(
    _ intrinsic: Intrinsic, _ operands: [TypedExpression], at place: SourceLocation
  ) throws(Reported) -> ExpressionType {
    if operands.contains(where: { $0.type.isUnknown }) { throw Reported() }
    if let choice = operands.first(where: { $0.type.isWord || $0.type.isSelection }) {
      if let text = operands.first(where: { $0.type == .value(.text) }), text.location.text.hasPrefix("\"") {
        throw reported(.choiceInQuotes(at: text.location))
      }
      if case .selection(let parameter) = choice.type,
        let number = operands.first(where: { $0.type == .value(.scalar) })
      {
        throw reported(.choiceAsNumber(at: number.location, of: parameter))
      }
      throw reported(.loneChoice(at: choice.location))
    }
    if let type = typeOfTruths(intrinsic, operands.map({ $0.type })) { return type }
    let types = operands.compactMap { $0.type.pixel }
    let signature = intrinsic.definition.signature
    let isOtherUnit = if case .conversion(let unit) = signature { types != [unit] } else { false }
    let isWhole = types.count == operands.count && !isOtherUnit
    guard
      let type = typeOfLanes(intrinsic, operands.map({ $0.type }))
        ?? (isWhole ? typeOfProduct(intrinsic, types) ?? signature.resultType(of: types) : nil)
    else {
      let found = operands.map { (what: $0.type.described, place: $0.location) }
      throw reported(
        .operandMismatch(intrinsic, found, at: place, hueOf: operands.compactMap { kernelOfHue($0) }.first))
    }
    return try liftedType(type, from: operands, at: place)
  }

  /// The type of a matrix times a color or a matrix; nil for other operands.
  private func typeOfProduct(_ intrinsic: Intrinsic, _ types: [ValueType]) -> ValueType? {
    guard intrinsic == .multiply, types[0] == .matrix, [.rgb, .matrix].contains(types[1]) else { return nil }
    return types[1]
  }

  /// The type of what is compared lane by lane or at each pixel, or made of such truths; nil for other operands.
  private func typeOfTruths(_ intrinsic: Intrinsic, _ types: [ExpressionType]) -> ExpressionType? {
    let isOverPixels = types.contains { $0.isOverPixels }
    func truths(_ count: Int?) -> ExpressionType? {
      guard let count, count > 1 || isOverPixels else { return nil }
      return isOverPixels ? .condition(count, isBounded: types.contains { $0.isBounded }) : .truths(count)
    }
    switch intrinsic.definition.signature {
    case .comparison: return truths(commonLanes(types)?.width)
    case .logic:
      let count = types[0].truthCount
      return types.allSatisfy { $0.truthCount == count } ? truths(count) : nil
    case .truths where (types[0].truthCount ?? 1) > 1: return isOverPixels ? truths(1) : .value(.bool)
    case .choice where types[2] == .value(.bool) && types[0].isTruths && types[1] == types[0]: return types[0]
    default: return nil
    }
  }

  /// The type of one of two values that is chosen lane by lane; nil for other operands.
  private func typeOfLanes(_ intrinsic: Intrinsic, _ types: [ExpressionType]) -> ValueType? {
    guard intrinsic == .select, let count = types[2].truthCount, count > 1, let common = commonLanes(types.dropLast())
    else { return nil }
    return common.width == count || common == .scalar ? ProgramBuilder.type(ofWidth: count) : nil
  }

  /// The type of numbers to which all of these widen, at each pixel of pictures; nil where there is none.
  private func commonLanes(_ types: [ExpressionType]) -> ValueType? {
    let values = types.compactMap { $0.pixel }
    return values.count == types.count ? IntrinsicSignature.lanes(types.count).resultType(of: values) : nil
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
    guard usesPosition || operands.contains(where: { $0.type.isOverPixels }) else { return .value(type) }
    let isBounded = operands.contains { $0.type.isBounded }
    switch type {
    case .scalar: return .mask(isBounded: isBounded)
    case .rgba, .rgb: return .image(isBounded: isBounded)
    case .bool: return .condition(1, isBounded: isBounded)
    case .vec2 where isReadingPlace: return .place(isBounded: isBounded)
    default: throw reported(.noPicture(at: place, type.described))
    }
  }

  // MARK: Members

  private mutating func member(_ syntax: MemberSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    var (links, innermost) = chain(syntax, { $0.base }) { if case .member(let next) = $0 { next } else { nil } }
    var result: TypedExpression
    if let fact = factOfPhoto(links[0], of: innermost, scope) {
      result = fact
      links.removeFirst()
    } else {
      result = try used(&links, of: innermost, scope) ?? expression(innermost, scope)
    }
    for link in links { result = try member(link, of: result) }
    return result
  }

  /// A number or truth that the photo's metadata state, such as `source.iso`, in a body: it is the same at every pixel,
  /// so bodies may ask for it although they do not see the photo.
  private func factOfPhoto(_ syntax: MemberSyntax, of base: ExpressionSyntax, _ scope: Scope) -> TypedExpression? {
    guard !scope.isTopLevel, case .name(let name) = base, name.name == "source", scope.locals?["source"] == nil,
      module.declared["source"] == nil, let field = syntax.name.flatMap({ ShotField(rawValue: $0.text) }),
      ShotField.members.contains(field), !field.type.isWritten
    else { return nil }
    return TypedExpression(.shot(field, source: nil, fallback: nil), .value(field.type), at: syntax.location)
  }

  private mutating func member(_ syntax: MemberSyntax, of base: TypedExpression) throws(Reported) -> TypedExpression {
    guard let name = syntax.name else { throw Reported() }
    func typed(_ kind: TypedExpression.Kind, _ type: ExpressionType) -> TypedExpression {
      TypedExpression(kind, type, at: syntax.location)
    }
    switch (base.type, name.text) {
    case (.unknown, _): throw Reported()
    case (.image, "bounds"), (.mask, "bounds"):
      guard base.type.isBounded else { throw reported(.noBounds(at: syntax.location)) }
      return typed(.bounds(base), .value(.rect))
    case (.image, _) where base.isSource && TypedExpression.sourceMembers.contains(name.text):
      return sourceMember(name.text, of: base, at: syntax.location)
    case (.image, "rgb"), (.image, "rgba"): throw reported(.colorOfImage(syntax, name))
    case (.image(let isBounded), _):
      if let lane = ["r", "g", "b", "a"].firstIndex(of: name.text) {
        return typed(.component([lane], base), .mask(isBounded: isBounded))
      }
    case (.list(_, let count), "count"): return typed(.converted(base, [Double(count)]), .value(.scalar))
    case (.position, _):
      if let member = TypedExpression.PlaceMember(rawValue: name.text) {
        return typed(.place(member, base), .value(.vec2))
      }
    case (.value, let text):
      if let lanes = base.type.lanes(named: text) {
        return typed(.component(lanes, base), .value(ProgramBuilder.type(ofWidth: lanes.count)))
      }
    case (.mask, _), (.place, _), (.truths, _), (.condition, _), (.list, _), (.word, _), (.selection, _): break
    }
    let known = base.type.members + (base.isSource ? TypedExpression.sourceMembers : [])
    throw reported(.unknownMember(name, of: base.type.described, known: known, parts: colorParts(base)))
  }
}

extension TypedExpression {
  /// The same with the place that a diagnostic about a block points at.
  func moved(to place: SourceLocation) -> TypedExpression { TypedExpression(kind, type, at: place) }
}

extension InfixOperator {
  /// What the operator computes; nil for `??`, which is part of a field of the photo.
  var intrinsic: Intrinsic? {
    switch self {
    case .fallback: nil
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
