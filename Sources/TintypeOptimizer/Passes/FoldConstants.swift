import TintypeIR
import TintypeIntrinsics

/// Constant folding, in the executor's single precision, so the bytes of a render do not change. A result that is not
/// finite is not folded, so that all constants can be printed and read back.
@Sendable func foldConstants(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  // This rule runs for every instruction, so the cheap test comes first: few results depend on constants only.
  guard instruction.operands.allSatisfy({ isKnown($0, builder) }) else { return nil }
  switch instruction.operation {
  case .lane(let operation):
    guard let numbers = scalars(instruction.operands, builder) else { return nil }
    return constant(operation(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0))
  case .apply(let intrinsic):
    guard !instruction.type.isLetters,
      let numbers = instruction.operands.optionalMap({ lanes(of: $0, builder) })
    else { return nil }
    let formula = intrinsic.definition.formula { numbers[$0].count }
    if instruction.type.width == 1 { return constant(formula.evaluated { numbers[$0][$1] }) }
    let results = (0..<instruction.type.width).map { lane in
      formula.evaluated { operand, _ in numbers[operand][numbers[operand].count == 1 ? 0 : lane] }
    }
    return results.allSatisfy { $0.isFinite } ? builder.constant(results.map { Double($0) }, instruction.type) : nil
  case .text(let operation):
    guard let operands = instruction.operands.optionalMap({ builder.constant($0) }) else { return nil }
    // A date without arguments is the date of the photo, which is unknown to the optimizer.
    if case .date = operation, operands[0].isEmpty { return nil }
    return instruction.meaning(of: operands.map { Array($0) }, tables: []).map { builder.constant($0, .text) }
  case .component(let selection):
    guard case .constant(let numbers) = builder[instruction.operands[0]].operation else { return nil }
    return builder.constant(selection.map { numbers[$0] }, instruction.type)
  case .constant, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .measured, .curve, .evaluate,
    .interpolate, .lookup, .cubics, .construct, .letters, .intersect, .spatial:
    return nil
  }

  func constant(_ result: Float) -> Value? {
    if instruction.type == .bool { return builder.constant(Numbers(result.bitPattern == 0 ? 0 : 1), .bool) }
    return result.isFinite ? builder.constant(Numbers(Double(result)), instruction.type) : nil
  }
}

/// Whether a value may be a constant, or is constructed from lanes.
private func isKnown(_ value: Value, _ builder: ProgramBuilder) -> Bool {
  builder.isConstant(value) || builder.isConstruct(value)
}

/// The operands as lanes, or nil if one is not a constant.
private func scalars(_ operands: Operands, _ builder: ProgramBuilder) -> [Float]? {
  operands.optionalMap { lanes(of: $0, builder)?.first }
}

/// The lanes of a constant, also of one constructed from constants. Truth is a mask.
private func lanes(of value: Value, _ builder: ProgramBuilder) -> [Float]? {
  if case .construct = builder[value].operation {
    return builder[value].operands.optionalMap { lanes(of: $0, builder) }?.flatMap { $0 }
  }
  let isTruth = builder[value].type == .bool
  return builder.constant(value)?.map { isTruth ? .truth($0 != 0) : Float($0) }
}

extension Sequence {
  /// All results, or nil as soon as one is nil.
  fileprivate func optionalMap<Result>(_ transform: (Element) -> Result?) -> [Result]? {
    var results: [Result] = []
    for element in self {
      guard let result = transform(element) else { return nil }
      results.append(result)
    }
    return results
  }
}
