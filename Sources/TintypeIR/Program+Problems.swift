import TintypeIntrinsics

extension Program {
  /// Validates the program: one sentence per problem, empty if it is valid. Tests run this between passes.
  public var problems: [String] {
    var problems: [String] = []
    for index in instructions.indices {
      if let problem = problem(of: index) { problems.append("%\(index): \(problem)") }
    }
    for parameter in parameters {
      let (lanes, type) = (parameter.defaultValue, parameter.type)
      let fits =
        type == .curve
        ? MonotoneCurve(lanes) != nil
        : type.isLetters ? isWritten(lanes, type) : lanes.count == type.width
      if type == .lut, !isTable(lanes) {
        problems.append("\(parameter.name): the default is no table of the program")
      }
      if !fits { problems.append("\(parameter.name): the default has \(lanes.count) numbers") }
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
    guard instruction.type != .matrix else { return "no program holds a matrix" }
    let types = instruction.operands.map { self[$0].type }
    guard let type = resultType(of: instruction, types) else {
      return "\(instruction.operation) does not take \(types.map { $0.rawValue })"
    }
    if let type = type.first, type != instruction.type { return "the type is \(type), not \(instruction.type)" }
    if instruction.type.isLetters, instruction.rate != .uniform { return "letters vary" }
    let rate = instruction.impliedRate { self[$0].rate }
    return rate == instruction.rate ? nil : "the rate is \(rate)"
  }

  /// The result type that the operation and its operands imply; an empty array if the text determines it, nil if the
  /// operands do not match.
  private func resultType(of instruction: Instruction, _ types: [ValueType]) -> [ValueType]? {
    if let signature = instruction.operation.declaration.signature {
      let areUniform = instruction.operands.allSatisfy { self[$0].rate == .uniform }
      guard types == signature.operands, areUniform || !signature.areUniform else { return nil }
      return isValid(instruction) ? [signature.result] : nil
    }
    switch instruction.operation {
    case .evaluate: return types.count == 2 && types[0] == .curve && types[1].isNumeric ? [types[1]] : nil
    case .interpolate: return types == [.lut, .rgb] || types == [.lut, .scalar, .scalar, .scalar] ? [.rgb] : nil
    case .constant(let lanes): return types.isEmpty && isConstant(Array(lanes), instruction.type) ? [] : nil
    case .parameter(let index):
      return types.isEmpty && parameters.indices.contains(index) ? [parameterType(index, instruction.type)] : nil
    case .measured: return types.isEmpty && [.scalar, .rgb].contains(instruction.type) ? [] : nil
    case .construct:
      let isFull = types.reduce(0) { $0 + $1.width } == instruction.type.width
      return isFull && types.allSatisfy { $0.hasLanes } ? [] : nil
    case .component(let lanes):
      guard types.count == 1, types[0].hasLanes, (1...4).contains(lanes.count),
        lanes.allSatisfy({ 0..<types[0].width ~= $0 })
      else { return nil }
      return [ProgramBuilder.type(ofWidth: lanes.count)]
    case .apply(let intrinsic): return intrinsic.isComposed ? nil : intrinsic.resultType(of: types).map { [$0] }
    case .lane(let operation): return operation.declaration.signature.resultType(of: types).map { [$0] }
    case .spatial(let operation):
      return isSpatial(instruction, types, operation) ? [types[0]] : nil
    case .source, .sourceBounds, .noise, .position, .frame, .shot, .curve, .lookup, .cubics, .text, .letters,
      .intersect:
      preconditionFailure("\(instruction.operation) has a signature")
    }
  }

  /// Whether the payload of an instruction with a fixed signature is valid.
  private func isValid(_ instruction: Instruction) -> Bool {
    if case .curve(let points) = instruction.operation { return MonotoneCurve(points) != nil }
    if let number = instruction.operation.sourceNumber { return 0...pictures.count ~= number }
    guard case .lookup(let numbers) = instruction.operation else { return true }
    return numbers.count == 256 && isSourceChannel(instruction.operands[0])
  }

  private func isConstant(_ lanes: [Double], _ type: ValueType) -> Bool {
    if type.isLetters { return isWritten(lanes, type) }
    return lanes.count == type.width && (type != .lut || isTable(lanes))
  }

  /// Whether numbers are a valid text, or a valid date. An empty date is that of the photo.
  private func isWritten(_ lanes: [Double], _ type: ValueType) -> Bool {
    if type == .text || type == .picture { return TextLanes.text(of: lanes).unicodeScalars.count == lanes.count }
    return lanes.isEmpty || CivilDate(lanes: lanes) != nil
  }

  /// Whether the lane of a `lut` is the position of a table.
  private func isTable(_ lanes: [Double]) -> Bool {
    lanes.count == 1 && tables.indices.contains { Double($0) == lanes[0] }
  }

  /// The type of a parameter; the lane of a quantity may also be read as a scalar.
  private func parameterType(_ index: Int, _ wanted: ValueType) -> ValueType {
    let type = parameters[index].type
    return type.isSingleNumber && wanted == .scalar ? .scalar : type
  }

  /// Whether the operands are numeric fields of one type, amounts or a place, and a uniform rectangle.
  private func isSpatial(_ instruction: Instruction, _ types: [ValueType], _ operation: SpatialOperation) -> Bool {
    let fields = types.prefix(operation.fieldCount)
    guard types.dropFirst(fields.count) == (operation.amountTypes + [.rect])[...] else { return false }
    let uniform = instruction.operands.dropFirst(operation.filter == nil ? 2 : fields.count)
    return fields.allSatisfy { $0 == types[0] } && types[0].isNumeric
      && uniform.allSatisfy { self[$0].rate == .uniform }
  }

  private func isSourceChannel(_ value: Value) -> Bool {
    guard case .component = self[value].operation else { return false }
    if case .source = self[self[value].operands[0]].operation { return true }
    return false
  }
}
