import TintypeIntrinsics
public import TintypeTables
import TintypeText

extension Instruction {
  /// The lanes of the result from the lanes of the operands, in double precision; nil if it depends on the picture or
  /// on parameters.
  ///
  /// Truth is 1 and 0. This is the reference semantics, shared by the interpreter and the constant evaluation
  /// of TintypeSemantics.
  public func meaning(of operands: [[Double]], tables: [ColorTable]) -> [Double]? {
    switch operation {
    case .constant(let numbers): Array(numbers)
    case .construct: operands.flatMap { $0 }
    case .component(let lanes): lanes.map { operands[0][$0] }
    case .intersect:
      (0..<4).map { ($0 < 2 ? greatest : least)(operands[0][$0], operands[1][$0]) }
    case .apply(let intrinsic): applied(intrinsic, operands)
    case .lane(let operation): [operation.exact(operands.map { $0[0] })]
    case .curve(let points): points
    case .lookup(let numbers): [numbers[Int((operands[0][0] * 255).rounded())]]
    // The coefficients define the function, and they are for single precision.
    case .cubics(let function): [Double(function(Float(operands[0][0])))]
    // Correct for uniform fields; other fields need more than one pixel.
    case .spatial(let operation): operands[0].map { $0 * operation.factorOfUniform }
    case .evaluate: MonotoneCurve(operands[0]).map { curve in operands[1].map { curve($0) } }
    case .interpolate: tables[Int(operands[0][0])].exact(operands.dropFirst().flatMap { $0 })
    case .text(let operation): operation.lanes(of: operands)
    case .letters, .parameter, .source, .sourceBounds, .noise, .position, .frame, .shot, .measured: nil
    }
  }

  private func applied(_ intrinsic: Intrinsic, _ operands: [[Double]]) -> [Double] {
    // Texts vary in length, so they are chosen as a whole.
    if intrinsic == .select, type.isLetters { return operands[operands[2][0] != 0 ? 1 : 0] }
    switch intrinsic.definition.meaning {
    case .whole(let meaning): return [meaning(operands)]
    case .composed: preconditionFailure("no program holds a composed intrinsic")
    case .each(let meaning):
      return (0..<type.width).map { lane in meaning(operands.map { $0.count == 1 ? $0[0] : $0[lane] }) }
    }
  }
}
