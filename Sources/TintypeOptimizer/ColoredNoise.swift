public import TintypeIR
import TintypeIntrinsics

extension Program {
  /// Whether noise may change the chroma of the result, and not only how light it is.
  ///
  /// It does not where red, green and blue are one value, or where the same noise is added to all three as the last
  /// step. Expects split lanes.
  public var hasColoredNoise: Bool {
    let channels = self[output.color].operands.prefix(3)
    let reach = NoiseReach(self)
    guard Set(channels).count > 1, channels.contains(where: { reach.hasNoise[$0.index] }) else { return false }
    let added = channels.map { addedNoise(to: $0, reach) }
    return added.contains(nil) || Set(added).count > 1
  }

  /// The terms of noise alone that a value is the sum of, besides terms without noise: each a value, or the factors
  /// of a product. Nil for a value that noise reaches in any other way.
  private func addedNoise(to value: Value, _ reach: NoiseReach) -> Set<[Value]>? {
    guard reach.hasNoise[value.index] else { return [] }
    let operands = self[value].operands
    func isTerm(_ value: Value) -> Bool { !reach.hasPicture[value.index] }
    func sum(_ terms: [Set<[Value]>?]) -> Set<[Value]>? {
      terms.contains(nil) ? nil : terms.reduce(into: []) { $0.formUnion($1!) }
    }
    if isTerm(value) { return [[value]] }
    switch self[value].operation {
    case .lane(.add): return sum(operands.map { addedNoise(to: $0, reach) })
    case .lane(.multiplyAdd):
      let factors = Array(operands.prefix(2))
      let product = factors.allSatisfy { !reach.hasNoise[$0.index] } ? [] : Set([factors])
      return factors.allSatisfy(isTerm) || product.isEmpty ? sum([product, addedNoise(to: operands[2], reach)]) : nil
    default: return nil
    }
  }
}

/// What the values of a program depend on.
private struct NoiseReach {
  var hasNoise: [Bool]
  var hasPicture: [Bool]

  init(_ program: Program) {
    hasNoise = program.instructions.map { $0.operation == .noise }
    hasPicture = program.instructions.map { if case .source = $0.operation { true } else { false } }
    for (index, instruction) in program.instructions.enumerated() {
      for operand in instruction.operands {
        hasNoise[index] = hasNoise[index] || hasNoise[operand.index]
        hasPicture[index] = hasPicture[index] || hasPicture[operand.index]
      }
    }
  }
}
