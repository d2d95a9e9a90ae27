import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Finds out what an expression is; what makes no sense is reported and becomes poison.
  mutating func operand(_ syntax: ExpressionSyntax, _ surroundings: Surroundings) -> Operand {
    deeper(at: syntax.location) { $0.operandInside(syntax, surroundings) } ?? .poison
  }

  private mutating func operandInside(_ syntax: ExpressionSyntax, _ surroundings: Surroundings) -> Operand {
    switch syntax {
    case .number(let number): return .value(builder.constant(number.value))
    case .color(let color): return .value(literal(color))
    case .boolean(let truth): return .value(builder.constant([truth.value ? 1 : 0], .bool))
    case .string(let string): return text(string, surroundings)
    case .name(let name): return named(name, surroundings)
    case .parenthesized(let inner): return operand(inner.value, surroundings)
    case .prefix(let prefix): return self.prefix(prefix, surroundings)
    case .infix(let infix): return self.infix(infix, surroundings)
    case .member(let member): return self.member(member, surroundings)
    case .conditional(let conditional): return self.conditional(conditional, surroundings)
    case .call(let call): return self.call(call, first: nil, surroundings)
    case .pipe(let pipe): return self.pipe(pipe, surroundings)
    case .quantity(let quantity): return .value(self.quantity(quantity))
    case .choice(let choice): return .choice(choice.name.text)
    case .curve(let curve): return self.curve(curve)
    case .lut(let lut): return table(lut)
    case .missing: return .poison
    }
  }

  /// A color literal is what a screen shows: it is converted into the working space.
  private mutating func literal(_ color: ColorSyntax) -> Value {
    let channels = color.channels.map { Double($0) / 255 }
    let shown = builder.constant(Array(channels.prefix(3)), .rgb)
    let working = (literalSpace ?? header.workingSpace) == .linearSRGB ? builder.apply(.srgbToLinear, shown) : shown
    guard channels.count == 4 else { return working }
    let alpha = builder.constant(channels[3])
    return builder.construct([builder.apply(.multiply, working, alpha), alpha], .rgba)
  }

  private mutating func named(_ syntax: NameSyntax, _ surroundings: Surroundings) -> Operand {
    let name = syntax.name
    if isSetting { return poison(.nameInSetting(syntax)) }
    if let local = surroundings.locals?[name] { return local }
    if surroundings.poisoned.contains(name) { return .poison }
    if isDistrusted(name, surroundings) { return .poison }
    if let index = constantIndex(name, surroundings) { return constant(index, syntax, surroundings) }
    if isUsed(name, surroundings) { return poison(.lookWithoutCall(syntax)) }
    if surroundings.module == instance.module {
      if surroundings.isTopLevel {
        if let operand = names[name] { return operand }
        if let declaration = instance.below[name] { return declaredBelow(syntax, declaration) }
      } else if names[name] != nil || instance.below[name] != nil {
        let isImage = name == "source" || names[name]?.isImage == true || names[name]?.isMask == true
        return poison(.notVisibleInKernel(syntax, isImage ? "an image" : "declared outside"))
      }
    }
    if functionIndex(name, surroundings) != nil || Intrinsic.function(named: name) != nil
      || Self.builtInNames.contains(name)
    {
      return poison(.functionWithoutCall(syntax))
    }
    return unknown(syntax, surroundings)
  }

  private mutating func unknown(_ syntax: NameSyntax, _ surroundings: Surroundings) -> Operand {
    let name = syntax.name
    if modules[surroundings.module].isIncomplete { return .poison }
    declareRestOfLibrary()
    if let parameter = parameters.first(where: { $0.choices.contains(name) }) {
      return poison(.choiceWithoutDot(syntax, of: parameter.name))
    }
    return poison(
      .unknownName(
        syntax, nearest: nearest(to: name, among: visibleNames(surroundings)), isInKernel: !surroundings.isTopLevel))
  }

  private func isDistrusted(_ name: String, _ surroundings: Surroundings) -> Bool {
    modules[surroundings.module].distrustedNames.contains(name)
  }

  private func isUsed(_ name: String, _ surroundings: Surroundings) -> Bool {
    modules[surroundings.module].uses[name] != nil
  }

  /// A parameter or image that stands further below: an error, unless it stands in another file or all of it has been
  /// checked before.
  private mutating func declaredBelow(_ syntax: NameSyntax, _ declaration: SourceLocation) -> Operand {
    let name = syntax.name
    if instance.declaring.last != name, let role = numberRole { return poison(.notConstant(at: syntax.location, role)) }
    if declaration.file == syntax.location.file {
      let isAbove = declaration.span.start < syntax.span.start && !instance.declaring.contains(name)
      guard instance.isChecked || isAbove else { return poison(.usedBeforeDeclaration(syntax, declaration)) }
    }
    if instance.declaring.contains(name) { return poison(.definedByItself(syntax, module.declared[name]?.name)) }
    let isDeep: Void? = deeper(at: syntax.location) { $0.declareNow(name) }
    return isDeep == nil ? .poison : names[name] ?? .poison
  }

  private func visibleNames(_ surroundings: Surroundings) -> [String] {
    let module = modules[surroundings.module]
    let constants = modules[Self.library].constants.merging(module.constants) { $1 }
    return (surroundings.locals.map { Array($0.keys) } ?? Array(names.keys)) + module.uses.keys
      + constants.filter { !constantIsOpen($0.value) }.keys
  }

  private func constantIsOpen(_ index: Int) -> Bool {
    if case .checking = constants[index].content { true } else { false }
  }

  /// The constant of a name; what a recipe declares hides what the library has.
  func constantIndex(_ name: String, _ surroundings: Surroundings) -> Int? {
    if let own = modules[surroundings.module].constants[name] { return own }
    guard let shared = modules[Self.library].constants[name] else { return nil }
    return modules[surroundings.module].declared[name] == nil ? shared : nil
  }

  /// The kernel or function of a name; what a recipe declares hides what the library has.
  func functionIndex(_ name: String, _ surroundings: Surroundings) -> Int? {
    if let own = modules[surroundings.module].functions[name] { return own }
    guard let shared = modules[Self.library].functions[name] else { return nil }
    return modules[surroundings.module].declared[name] == nil ? shared : nil
  }

  private mutating func constant(_ index: Int, _ syntax: NameSyntax, _ surroundings: Surroundings) -> Operand {
    if constantIsOpen(index) {
      constants[index].content = .bad
      return poison(.definedByItself(syntax, constants[index].syntax.name))
    }
    switch constant(index) {
    case .constant(let lanes, let type): return .value(known(lanes, type))
    case .dependent:
      if surroundings.isTopLevel { return dependentConstant(index) }
      return poison(.notVisibleInKernel(syntax, "a constant that depends on the picture or a parameter"))
    case .unchecked, .checking, .bad: return .poison
    }
  }

  // Chains of operators, members and pipes lean left and may be long: they are read in loops, since a stack is short.

  private mutating func prefix(_ syntax: PrefixSyntax, _ surroundings: Surroundings) -> Operand {
    var signs = [syntax]
    var innermost = syntax.operand
    while case .prefix(let next) = innermost {
      signs.append(next)
      innermost = next.operand
    }
    return signs.reversed().reduce(operand(innermost, surroundings)) { inner, sign in
      let intrinsic: Intrinsic = sign.operation == .minus ? .negate : .not
      return applied(intrinsic, [(inner, sign.operand.location)], at: sign.location)
    }
  }

  private mutating func infix(_ syntax: InfixSyntax, _ surroundings: Surroundings) -> Operand {
    var chain = [syntax]
    var leftmost = syntax.left
    while case .infix(let next) = leftmost {
      chain.append(next)
      leftmost = next.left
    }
    return chain.reversed().reduce(operand(leftmost, surroundings)) { left, link in
      let right = operand(link.right, surroundings)
      let operands: [Argument] = [(left, link.left.location), (right, link.right.location)]
      if let result = choiceComparison(operands, link) { return result }
      return applied(link.operation.intrinsic, operands, at: link.operatorLocation)
    }
  }

  private mutating func pipe(_ syntax: PipeSyntax, _ surroundings: Surroundings) -> Operand {
    var chain = [syntax]
    var leftmost = syntax.left
    while case .pipe(let next) = leftmost {
      chain.append(next)
      leftmost = next.left
    }
    return chain.reversed().reduce(operand(leftmost, surroundings)) { left, link in
      switch link.right {
      case .call(let call): self.call(call, first: (left, link.left.location), surroundings)
      case .missing: .poison
      case let other: poison(.pipeIntoNoCall(other, of: link))
      }
    }
  }

  mutating func conditional(_ syntax: ConditionalSyntax, _ surroundings: Surroundings) -> Operand {
    deeper(at: syntax.location) { $0.conditionalInside(syntax, surroundings) } ?? .poison
  }

  private mutating func conditionalInside(_ syntax: ConditionalSyntax, _ surroundings: Surroundings) -> Operand {
    let condition = truth(syntax.condition, surroundings)
    if let condition { mark(.condition(condition), at: syntax.condition.location) }
    let thenValue = assuming(condition, holds: true) { $0.value(of: syntax.thenBlock, surroundings) }
    let elseValue: Operand
    switch syntax.elseBranch {
    case .block(let block): elseValue = assuming(condition, holds: false) { $0.value(of: block, surroundings) }
    case .conditional(let next):
      elseValue = assuming(condition, holds: false) { $0.conditional(next, surroundings) }
    case nil: return poison(.missingElse(syntax))
    }
    guard let condition else { return .poison }
    let operands: [Argument] = [
      (elseValue, syntax.elseLocation), (thenValue, syntax.thenBlock.location),
      (Operand.value(condition), syntax.condition.location),
    ]
    return applied(.select, operands, at: syntax.ifLocation)
  }

  // MARK: Members

  private mutating func member(_ syntax: MemberSyntax, _ surroundings: Surroundings) -> Operand {
    var chain = [syntax]
    var innermost = syntax.base
    while case .member(let next) = innermost {
      chain.append(next)
      innermost = next.base
    }
    chain.reverse()
    let base = used(&chain, of: innermost, surroundings) ?? operand(innermost, surroundings)
    return chain.reduce(base) { member($1, of: $0) }
  }

  private mutating func member(_ syntax: MemberSyntax, of base: Operand) -> Operand {
    guard let name = syntax.name else { return .poison }
    switch base {
    case .poison: return .poison
    case .mask(let mask):
      guard name.text == "bounds" else { return poison(.unknownMember(name, of: "a mask", known: ["bounds"])) }
      return bounds(mask.bounds, of: syntax)
    case .image(let image):
      if name.text == "bounds" { return bounds(image.bounds, of: syntax) }
      // Without numbers: when the photo was taken.
      if name.text == "date", syntax.base.isSource { return .value(builder.constant([], .date)) }
      if name.text == "rgb" || name.text == "rgba" { return poison(.colorOfImage(syntax, name)) }
      guard let lane = ["r", "g", "b", "a"].firstIndex(of: name.text) else {
        return poison(.unknownMember(name, of: "an image", known: ["r", "g", "b", "a", "bounds"]))
      }
      let color = builder.premultiplied(image)
      return .mask(MaskOperand(value: builder.component([lane], of: color), bounds: image.bounds))
    case .position(let bounds): return place(name, bounds)
    case .place: return poison(.unknownMember(name, of: "a place", known: []))
    case .choice, .selection: return poison(.unknownMember(name, of: "a choice", known: []))
    case .value(let value): return swizzle(value, name)
    }
  }

  private mutating func bounds(_ bounds: Value?, of syntax: MemberSyntax) -> Operand {
    bounds.map(Operand.value) ?? poison(.noBounds(of: syntax))
  }

  /// What is known of the pixel's place: y is down, and a pixel's place is its center.
  private mutating func place(_ name: TokenSyntax, _ bounds: Value) -> Operand {
    let corner = builder.component([0, 1], of: bounds)
    switch name.text {
    case "size":
      return known(builder.apply(.subtract, builder.component([2, 3], of: bounds), corner), Interval(1, .infinity))
    case "pixels": return known(builder.apply(.subtract, builder.position(), corner), Interval(0.5, .infinity))
    case "relative":
      let size = builder.apply(.subtract, builder.component([2, 3], of: bounds), corner)
      let place = builder.apply(.divide, builder.apply(.subtract, builder.position(), corner), size)
      // The center of a pixel lies on no edge.
      return known(place, Interval(.leastNonzeroMagnitude, 1))
    default: return poison(.unknownMember(name, of: "a position", known: ["relative", "pixels", "size"]))
    }
  }

  private mutating func swizzle(_ value: Value, _ name: TokenSyntax) -> Operand {
    let type = builder[value].type
    let letters: [Character] =
      switch type {
      case .vec2: ["x", "y"]
      case .rgb: ["r", "g", "b"]
      case .rgba: ["r", "g", "b", "a"]
      default: []
      }
    let lanes = name.text.compactMap { letters.firstIndex(of: $0) }
    guard lanes.count == name.text.count, (1...4).contains(lanes.count) else {
      return poison(.unknownMember(name, of: type.described, known: letters.map(String.init)))
    }
    return .value(builder.component(lanes, of: value))
  }
}

extension ExpressionSyntax {
  /// Whether it is the photo.
  fileprivate var isSource: Bool { if case .name(let name) = self { name.name == "source" } else { false } }
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
