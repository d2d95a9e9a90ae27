import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Finds out what an expression is; what makes no sense is reported and becomes poison.
  mutating func operand(_ syntax: ExpressionSyntax, _ surroundings: Surroundings) -> Operand {
    switch syntax {
    case .number(let number): return .value(builder.constant(number.value))
    case .color(let color): return .value(literal(color))
    case .boolean(let truth): return .value(builder.constant([truth.value ? 1 : 0], .bool))
    case .string(let string): return poison(.textIsNoValue(at: string.location))
    case .name(let name): return named(name, surroundings)
    case .parenthesized(let inner): return operand(inner.value, surroundings)
    case .prefix(let prefix): return self.prefix(prefix, surroundings)
    case .infix(let infix): return self.infix(infix, surroundings)
    case .member(let member): return self.member(member, surroundings)
    case .conditional(let conditional): return self.conditional(conditional, surroundings)
    case .call(let call): return self.call(call, first: nil, surroundings)
    case .pipe(let pipe):
      let left = operand(pipe.left, surroundings)
      guard case .call(let call) = pipe.right else {
        if case .missing = pipe.right { return .poison }
        return poison(.pipeIntoNoCall(pipe.right))
      }
      return self.call(call, first: (left, pipe.left.location), surroundings)
    case .quantity(let quantity): return .value(self.quantity(quantity))
    case .choice(let choice): return .choice(choice.name.text)
    case .curve(let curve): return self.curve(curve)
    case .lut(let lut): return poison(.tableNotRead(at: lut.location))
    case .missing: return .poison
    }
  }

  /// A colour literal is what a screen shows: it is converted into the working space.
  private mutating func literal(_ color: ColorSyntax) -> Value {
    let channels = color.channels.map { Double($0) / 255 }
    let shown = builder.constant(Array(channels.prefix(3)), .rgb)
    let working = header.workingSpace == .linearSRGB ? builder.apply(.srgbToLinear, shown) : shown
    guard channels.count == 4 else { return working }
    let alpha = builder.constant(channels[3])
    return builder.construct([builder.apply(.multiply, working, alpha), alpha], .rgba)
  }

  private mutating func named(_ syntax: NameSyntax, _ surroundings: Surroundings) -> Operand {
    let name = syntax.name
    if let local = surroundings.locals?[name] { return local }
    if let index = constantNames[name] {
      let found = constant(index)
      if surroundings.isTopLevel { return found }
      if case .value(let value) = found, constantLanes(value) != nil { return found }
      if case .poison = found { return .poison }
      return poison(.notVisibleInKernel(syntax, "a constant that depends on the picture or a parameter"))
    }
    if let operand = names[name] {
      if surroundings.isTopLevel { return operand }
      let what = parameters.contains { $0.name == name } ? "a parameter of the look" : "an image"
      return poison(.notVisibleInKernel(syntax, what))
    }
    if let below = imagesBelow[name] { return poison(.usedBeforeDeclaration(syntax, below)) }
    if functionNames[name] != nil || Intrinsic.function(named: name) != nil || Self.builtInNames.contains(name) {
      return poison(.functionWithoutCall(syntax))
    }
    if let parameter = parameters.first(where: { $0.choices.contains(name) }) {
      return poison(.choiceWithoutDot(syntax, of: parameter.name))
    }
    let visible = surroundings.locals.map { Array($0.keys) } ?? Array(names.keys)
    return poison(.unknownName(syntax, nearest: nearestName(to: name, among: visible + constantNames.keys)))
  }

  private mutating func prefix(_ syntax: PrefixSyntax, _ surroundings: Surroundings) -> Operand {
    let inner = operand(syntax.operand, surroundings)
    let intrinsic: Intrinsic = syntax.operation == .minus ? .negate : .not
    return applied(intrinsic, [(inner, syntax.operand.location)], at: syntax.location)
  }

  private mutating func infix(_ syntax: InfixSyntax, _ surroundings: Surroundings) -> Operand {
    let left = operand(syntax.left, surroundings)
    let right = operand(syntax.right, surroundings)
    let operands = [(left, syntax.left.location), (right, syntax.right.location)]
    if let result = choiceComparison(operands, syntax) { return result }
    return applied(syntax.operation.intrinsic, operands, at: syntax.operatorLocation)
  }

  mutating func conditional(_ syntax: ConditionalSyntax, _ surroundings: Surroundings) -> Operand {
    let condition = truth(syntax.condition, surroundings)
    let thenValue = value(of: syntax.thenBlock, surroundings)
    let elseValue: Operand
    switch syntax.elseBranch {
    case .block(let block): elseValue = value(of: block, surroundings)
    case .conditional(let next): elseValue = conditional(next, surroundings)
    case nil: return poison(.missingElse(syntax))
    }
    guard let condition else { return .poison }
    let operands = [
      (elseValue, syntax.location), (thenValue, syntax.thenBlock.location),
      (Operand.value(condition), syntax.condition.location),
    ]
    return applied(.select, operands, at: syntax.thenBlock.location)
  }

  // MARK: Members

  private mutating func member(_ syntax: MemberSyntax, _ surroundings: Surroundings) -> Operand {
    let base = operand(syntax.base, surroundings)
    guard let name = syntax.name else { return .poison }
    switch base {
    case .poison: return .poison
    case .mask(let mask):
      guard name.text == "bounds" else { return poison(.unknownMember(name, of: "a mask", known: ["bounds"])) }
      return bounds(mask.bounds, of: syntax)
    case .image(let image):
      if name.text == "bounds" { return bounds(image.bounds, of: syntax) }
      guard let lane = ["r", "g", "b", "a"].firstIndex(of: name.text) else {
        return poison(.unknownMember(name, of: "an image", known: ["r", "g", "b", "a", "bounds"]))
      }
      let color = builder.premultiplied(image)
      return .mask(MaskOperand(value: builder.component([lane], of: color), bounds: image.bounds))
    case .position(let bounds): return place(name, bounds)
    case .choice: return poison(.unknownMember(name, of: "a choice", known: []))
    case .value(let value): return swizzle(value, name)
    }
  }

  private mutating func bounds(_ bounds: Value?, of syntax: MemberSyntax) -> Operand {
    bounds.map(Operand.value) ?? poison(.noBounds(of: syntax))
  }

  /// What is known of the pixel's place: y is down, and a pixel's place is its centre.
  private mutating func place(_ name: TokenSyntax, _ bounds: Value) -> Operand {
    let corner = builder.component([0, 1], of: bounds)
    switch name.text {
    case "size": return .value(builder.apply(.subtract, builder.component([2, 3], of: bounds), corner))
    case "pixels": return .value(builder.apply(.subtract, builder.position(), corner))
    case "relative":
      let size = builder.apply(.subtract, builder.component([2, 3], of: bounds), corner)
      return .value(builder.apply(.divide, builder.apply(.subtract, builder.position(), corner), size))
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
      return poison(.unknownMember(name, of: describe(type), known: letters.map(String.init)))
    }
    return .value(builder.component(lanes, of: value))
  }
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
