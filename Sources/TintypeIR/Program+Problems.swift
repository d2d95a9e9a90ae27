import TintypeIntrinsics

extension Program {
  /// What is wrong with the program's form, a sentence each; empty for a valid one. Runs between passes in tests.
  public var problems: [String] {
    var problems: [String] = []
    for index in instructions.indices {
      if let problem = problem(of: index) { problems.append("%\(index): \(problem)") }
    }
    for parameter in parameters {
      let count = parameter.defaultValue.count
      let fits =
        switch parameter.type {
        case .curve: MonotoneCurve(parameter.defaultValue) != nil
        case .text, .date: isWritten(parameter.defaultValue, parameter.type)
        default: count == parameter.type.width
        }
      if parameter.type == .lut, !isTable(parameter.defaultValue) {
        problems.append("\(parameter.name): the default is no table of the program")
      }
      if !fits { problems.append("\(parameter.name): the default has \(count) numbers") }
    }
    for (value, type, what) in [(output.color, ValueType.rgba, "color"), (output.bounds, .rect, "bounds")] {
      guard instructions.indices.contains(value.index) else {
        problems.append("output: the \(what) is no value")
        continue
      }
      if self[value].type != type { problems.append("output: the \(what) is a \(self[value].type)") }
    }
    if instructions.indices.contains(output.bounds.index), self[output.bounds].rate != .uniform {
      problems.append("output: the bounds vary")
    }
    return problems
  }

  private func problem(of index: Int) -> String? {
    let instruction = instructions[index]
    guard instruction.operands.allSatisfy({ 0..<index ~= $0.index }) else { return "an operand does not stand above" }
    let types = instruction.operands.map { self[$0].type }
    guard let type = resultType(of: instruction, types) else {
      return "\(instruction.operation) does not take \(types.map(\.rawValue))"
    }
    if let type = type.first, type != instruction.type { return "the type is \(type), not \(instruction.type)" }
    let rate = rate(of: instruction)
    return rate == instruction.rate ? nil : "the rate is \(rate)"
  }

  private func rate(of instruction: Instruction) -> Rate {
    let varies = instruction.operation.variesByItself || instruction.operands.contains { self[$0].rate == .varying }
    return varies ? .varying : .uniform
  }

  /// The only type the result can have, an empty array where the text says it, nil when the operands do not fit.
  private func resultType(of instruction: Instruction, _ types: [ValueType]) -> [ValueType]? {
    switch instruction.operation {
    case .position: types.isEmpty ? [.vec2] : nil
    case .frame: types.isEmpty ? [.scalar] : nil
    case .curve(let points): types.isEmpty && MonotoneCurve(points) != nil ? [.curve] : nil
    case .lookup(let numbers):
      types == [.scalar] && isSourceChannel(instruction.operands[0]) && numbers.count == 256 ? [.scalar] : nil
    case .cubics: types == [.scalar] ? [.scalar] : nil
    case .evaluate: types.count == 2 && types[0] == .curve && types[1].isNumeric ? [types[1]] : nil
    case .interpolate: types == [.lut, .rgb] || types == [.lut, .scalar, .scalar, .scalar] ? [.rgb] : nil
    case .constant(let lanes):
      types.isEmpty
        && (instruction.type.isWritten
          ? isWritten(Array(lanes), instruction.type)
          : lanes.count == instruction.type.width && (instruction.type != .lut || isTable(Array(lanes))))
        ? [] : nil
    case .dateText: types == [.date, .text] ? [.text] : nil
    case .letters:
      types == [.text, .scalar, .scalar, .scalar, .scalar, .scalar]
        && instruction.operands.allSatisfy { self[$0].rate == .uniform } ? [.scalar] : nil
    case .parameter(let index):
      types.isEmpty && parameters.indices.contains(index) ? [parameterType(index, instruction.type)] : nil
    case .source: types.isEmpty ? [.rgba] : nil
    case .sourceBounds: types.isEmpty ? [.rect] : nil
    case .noise: types == [.scalar] && self[instruction.operands[0]].rate == .uniform ? [.rgba] : nil
    case .construct:
      types.reduce(0) { $0 + $1.width } == instruction.type.width
        && types.allSatisfy { $0.hasLanes } ? [] : nil
    case .component(let lanes):
      types.count == 1 && types[0].hasLanes && (1...4).contains(lanes.count)
        && lanes.allSatisfy { 0..<types[0].width ~= $0 }
        ? [ProgramBuilder.type(ofWidth: lanes.count)] : nil
    case .apply(let intrinsic): intrinsic.resultType(of: types).map { [$0] }
    case .lane(let operation): laneType(operation, types).map { [$0] }
    case .spatial(let operation):
      types.count == 3 && isField(instruction, types, operation.reading) ? [types[0]] : nil
    case .intersect:
      types == [.rect, .rect] && instruction.operands.allSatisfy { self[$0].rate == .uniform } ? [.rect] : nil
    }
  }

  /// Whether numbers are those of a text, or of a date, which may be that of the photo.
  private func isWritten(_ lanes: [Double], _ type: ValueType) -> Bool {
    switch type {
    case .text: TextLanes.text(of: lanes).unicodeScalars.count == lanes.count
    default: lanes.isEmpty || CivilDate(lanes: lanes) != nil
    }
  }

  /// Whether the lanes of a `lut` stand for one of the tables.
  private func isTable(_ lanes: [Double]) -> Bool {
    lanes.count == 1 && tables.indices.contains { Double($0) == lanes[0] }
  }

  /// The type of a parameter; the lane of a quantity is also had as a scalar.
  private func parameterType(_ index: Int, _ wanted: ValueType) -> ValueType {
    let type = parameters[index].type
    return type.isSingleNumber && wanted == .scalar ? .scalar : type
  }

  /// Whether the operands are a field of numbers, how it is read, and a rectangle that is the same at all pixels.
  private func isField(_ instruction: Instruction, _ types: [ValueType], _ reading: SpatialReading) -> Bool {
    let rates = instruction.operands.map { self[$0].rate }
    let isRead =
      switch reading {
      case .around: types[1] == .scalar && rates[1] == .uniform
      case .elsewhere: types[1] == .vec2
      }
    return types[0].isNumeric && isRead && types[2] == .rect && rates[2] == .uniform
  }

  private func isSourceChannel(_ value: Value) -> Bool {
    guard case .component = self[value].operation else { return false }
    return self[self[value].operands[0]].operation == .source
  }

  private func laneType(_ operation: LaneOperation, _ types: [ValueType]) -> ValueType? {
    switch operation {
    case .select: types.count == 3 && types[0] == .bool && types[1] == types[2] && types[1].width == 1 ? types[1] : nil
    case .and, .or, .not: types == Array(repeating: .bool, count: operation.arity) ? .bool : nil
    case .add, .subtract, .multiply, .divide, .multiplyAdd, .negate, .minimum, .maximum, .absolute, .floor,
      .squareRoot, .exp2, .log2, .power, .sine, .cosine, .srgbCode, .less, .lessOrEqual, .equal:
      types == Array(repeating: .scalar, count: operation.arity) ? (operation.givesTruth ? .bool : .scalar) : nil
    }
  }
}
