import TintypeIR
import TintypeIntrinsics

// Intrinsics and lane operations. An operator is printed in the spelling of the language, a function as its table entry
// specifies, and everything else as its formula.
extension ShaderPrinter {
  mutating func applied(_ intrinsic: Intrinsic, _ operands: Operands, _ type: ValueType) -> ShaderCode {
    let definition = intrinsic.definition
    let codes = operands.map(code)
    if let symbol = definition.symbol { return .operation(symbol, codes) }
    var width = type.width
    if case .whole = definition.formula { width = operands.map { self.type($0).width }.max() ?? 1 }
    switch definition.shader {
    case .native(let name)? where !dialect.missing.contains(name) && (width > 1 || definition.takesLanes):
      return call(name, codes.map { filled($0, width) }, lanes: type.width)
    case .lane(let operation)?: return lane(operation, codes, width)
    case .native?, nil: break
    }
    let formula = definition.formula { self.type(operands[$0]).width }
    if formula.readsOnce || !definition.takesLanes {
      return code(of: formula, definition.takesLanes ? width : 1, operands) { [dialect] operand, lane in
        definition.takesLanes || width == 1 ? codes[operand] : dialect.lanes([lane], of: codes[operand], isColor: false)
      }
    }
    let function = self.function(of: intrinsic, formula)
    let arguments = codes.map { filled($0, width) }
    return width == 1 ? .call(function, arguments) : lanewiseCall(function, as: "\(function)\(width)", arguments, width)
  }

  /// A lane operation on expressions; single numbers stand for all lanes.
  mutating func lane(_ operation: LaneOperation, _ parts: [ShaderCode], _ width: Int) -> ShaderCode {
    switch operation.spelling {
    case .symbol(let symbol): return .operation(symbol, parts)
    case .native(let name): return call(name, parts.map { filled($0, width) }, lanes: width)
    case .function(let function):
      use(function)
      let arguments = parts.map { filled($0, width) }
      if width == 1 { return .call(function.name, arguments) }
      return lanewiseCall(function.name, as: "\(function.name)\(width)", arguments, width)
    case .multiplyAdd: return .operation("+", [.operation("*", Array(parts.prefix(2))), parts[2]])
    case .choice: return dialect.choice(parts[0], filled(parts[1], width), filled(parts[2], width))
    }
  }

  /// An expression with as many lanes as the result.
  private func filled(_ code: ShaderCode, _ width: Int) -> ShaderCode {
    code.lanes == width || width == 1 ? code : dialect.construct(.float(width), [code])
  }

  // MARK: Formulas

  /// - Parameters:
  ///   - operands: that are values of the program.
  ///   - known: parts of the formula that have a name.
  private mutating func code(
    of formula: LaneFormula, _ width: Int, _ operands: Operands = [], known: [LaneFormula: ShaderCode] = [:],
    operand: (_ operand: Int, _ lane: Int) -> ShaderCode
  ) -> ShaderCode {
    if let code = known[formula] { return code }
    switch formula {
    case .operand(let index, let lane): return operand(index, lane)
    case .constant(let number): return dialect.literal(number)
    case .apply(let operation, let parts):
      // Languages leave the result undefined if the limits are swapped.
      if operation == .minimum, case .apply(.maximum, let inner) = parts[0],
        let low = numbers(inner[1], operands), let high = numbers(parts[1], operands), low.max()! <= high.min()!
      {
        let limited = [inner[0], inner[1], parts[1]].map {
          code(of: $0, width, operands, known: known, operand: operand)
        }
        return call("clamp", limited.map { filled($0, width) }, lanes: width)
      }
      return lane(operation, parts.map { code(of: $0, width, operands, known: known, operand: operand) }, width)
    }
  }

  /// The numbers of a part that is a constant.
  private func numbers(_ part: LaneFormula, _ operands: Operands) -> [Double]? {
    if case .constant(let number) = part { return [number] }
    guard case .operand(let index, _) = part, index < operands.count,
      case .constant(let numbers) = shader.program[operands[index]].operation
    else { return nil }
    return Array(numbers)
  }

  /// The name of a function that computes a formula of single numbers. What the formula uses twice has a name.
  private mutating func function(of intrinsic: Intrinsic, _ formula: LaneFormula) -> String {
    let (name, operands) = ("tt_\(intrinsic.rawValue)", intrinsic.definition.operands)
    guard !generated.contains(where: { $0.name == name }) else { return name }
    var uses: [LaneFormula: Int] = [:]
    var order: [LaneFormula] = []
    func visit(_ part: LaneFormula) {
      guard case .apply(_, let parts) = part else { return }
      uses[part, default: 0] += 1
      if uses[part] == 1 {
        parts.forEach(visit)
        order.append(part)
      }
    }
    visit(formula)
    var known: [LaneFormula: ShaderCode] = [:]
    var lines = ["// " + intrinsic.definition.documentation]
    lines.append(dialect.function(name, operands.map { (.float(1), $0) }, .float(1)))
    for part in order where uses[part]! > 1 {
      let type: ShaderType = if case .apply(let operation, _) = part, operation.givesTruth { .bool } else { .float(1) }
      let value = code(of: part, 1, known: known) { operand, _ in ShaderCode(operands[operand]) }
      known[part] = ShaderCode("t\(known.count + 1)")
      lines.append("  " + dialect.statement(type, "t\(known.count)", value))
    }
    let result = code(of: formula, 1, known: known) { operand, _ in ShaderCode(operands[operand]) }
    generated.append((name, lines + ["  return \(result.text);", "}"]))
    return name
  }
}

extension IntrinsicDefinition {
  /// Whether it is computed lane by lane.
  fileprivate var takesLanes: Bool { if case .each = formula { true } else { false } }
}

extension LaneFormula {
  /// Whether it can be inlined for vectors: it reads every operand once, and compares nothing.
  fileprivate var readsOnce: Bool {
    var read: Set<LaneFormula> = []
    func visit(_ part: LaneFormula) -> Bool {
      switch part {
      case .constant: true
      case .operand: read.insert(part).inserted
      case .apply(let operation, let parts): !operation.givesTruth && parts.allSatisfy(visit)
      }
    }
    return visit(self)
  }
}

extension LaneOperation {
  fileprivate var givesTruth: Bool { [.comparison, .logic(1), .logic(2)].contains(declaration.signature) }

  fileprivate enum Spelling {
    case symbol(String)
    case native(String)
    case function(ShaderFunction)
    case multiplyAdd, choice
  }

  fileprivate var spelling: Spelling {
    switch self {
    case .add: .symbol("+")
    case .subtract, .negate: .symbol("-")
    case .multiply: .symbol("*")
    case .divide: .symbol("/")
    case .less: .symbol("<")
    case .lessOrEqual: .symbol("<=")
    case .equal: .symbol("==")
    case .and: .symbol("&&")
    case .or: .symbol("||")
    case .not: .symbol("!")
    case .minimum: .native("min")
    case .maximum: .native("max")
    case .absolute: .native("abs")
    case .floor: .native("floor")
    case .squareRoot: .native("sqrt")
    case .exp2: .native("exp2")
    case .arcTangent: .native("atan")
    case .log2: .function(.logarithm)
    case .power: .function(.power)
    case .sine: .function(.sine)
    case .cosine: .function(.cosine)
    case .multiplyAdd: .multiplyAdd
    case .select: .choice
    case .srgbCode: preconditionFailure("no formula rounds to codes")
    }
  }
}

extension ShaderCode {
  /// An operator on one or two operands.
  fileprivate static func operation(_ symbol: String, _ operands: [ShaderCode]) -> ShaderCode {
    if symbol == "+", operands[1].binding == .unary, operands[1].text.hasPrefix("-") {
      return operation("-", [operands[0], ShaderCode(String(operands[1].text.dropFirst()), lanes: operands[1].lanes)])
    }
    if operands.count == 2, let binding = ShaderText.operations[symbol[...]] {
      return .binary(operands[0], symbol, operands[1], binding)
    }
    return ShaderCode(symbol + operands[0].within(.postfix), .unary, lanes: operands[0].lanes)
  }
}
