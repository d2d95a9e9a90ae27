import TintypeIR
import TintypeIntrinsics

/// Computes at once what depends on constants only, in the single precision in which the executor would have done it:
/// the bytes of a render do not change. A result that is not finite is left to run, so that constants print and read back.
@Sendable func foldConstants(_ instruction: Instruction, _ builder: inout ProgramBuilder) -> Value? {
  // Asked of every instruction, so first what is cheap: a result that depends on nothing open is rare.
  guard instruction.operands.allSatisfy({ isKnown($0, builder) }) else { return nil }
  switch instruction.operation {
  case .lane(let operation):
    guard let numbers = scalars(instruction.operands, builder) else { return nil }
    return constant(operation(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0))
  case .apply(let intrinsic):
    guard let numbers = instruction.operands.optionalMap({ lanes(of: $0, builder) }) else { return nil }
    guard instruction.type.width == 1 else { return nil }
    let formula = intrinsic.definition.formula(operandWidths: numbers.map(\.count))
    return constant(formula.evaluated { numbers[$0][$1] })
  case .dateText:
    // A date without numbers is that of the photo, which is known after the optimizer.
    guard let operands = instruction.operands.optionalMap({ builder.constant($0) }), !operands[0].isEmpty else {
      return nil
    }
    return instruction.meaning(of: operands.map { Array($0) }, tables: []).map { builder.constant($0, .text) }
  case .component(let selection):
    guard case .constant(let numbers) = builder[instruction.operands[0]].operation else { return nil }
    return builder.constant(selection.map { numbers[$0] }, instruction.type)
  default:
    return nil
  }

  func constant(_ result: Float) -> Value? {
    if instruction.type == .bool { return builder.constant(Numbers(result.bitPattern == 0 ? 0 : 1), .bool) }
    return result.isFinite ? builder.constant(Double(result)) : nil
  }
}

/// Whether a value may be a constant, or is put together.
private func isKnown(_ value: Value, _ builder: ProgramBuilder) -> Bool {
  builder.isConstant(value) || builder.isConstruct(value)
}

/// The operands as lanes of the tile machine, or nil when one is no constant.
private func scalars(_ operands: Operands, _ builder: ProgramBuilder) -> [Float]? {
  operands.optionalMap { lanes(of: $0, builder)?.first }
}

/// The lanes of a constant (also one put together from constants); truth is a mask.
private func lanes(of value: Value, _ builder: ProgramBuilder) -> [Float]? {
  switch builder[value].operation {
  case .constant(let numbers):
    builder[value].type == .bool ? numbers.map { .truth($0 != 0) } : numbers.map { Float($0) }
  case .construct: builder[value].operands.optionalMap { lanes(of: $0, builder) }?.flatMap { $0 }
  default: nil
  }
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
