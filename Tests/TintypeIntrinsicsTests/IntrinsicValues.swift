import Testing
import TintypeIntrinsics

/// One call of an intrinsic with what an independent source says it gives. All operands are exact in single precision.
struct IntrinsicValue: Sendable, CustomTestStringConvertible {
  let intrinsic: Intrinsic
  let operands: [[Double]]
  let expected: Double

  init(_ intrinsic: Intrinsic, operands: [[Double]], gives expected: Double) {
    (self.intrinsic, self.operands, self.expected) = (intrinsic, operands, expected)
  }

  init(_ intrinsic: Intrinsic, _ operands: [Double]..., gives expected: Double) {
    self.init(intrinsic, operands: operands, gives: expected)
  }

  init(_ intrinsic: Intrinsic, _ operands: Double..., gives expected: Double) {
    self.init(intrinsic, operands: operands.map { [$0] }, gives: expected)
  }

  var testDescription: String { "\(intrinsic) \(operands) = \(expected)" }

  /// What the table says it means.
  var meaning: Double {
    switch intrinsic.definition.meaning {
    case .each(let meaning): meaning(operands.map { $0[0] })
    case .whole(let meaning): meaning(operands)
    case .composed: .nan
    }
  }

  /// The result of the tile machine; a truth value as 1 or 0.
  var singlePrecision: Float {
    let formula = intrinsic.definition.formula.scalar(operandWidths: operands.map(\.count))
    let result = formula.evaluated { index, lane in
      isTruth(index) ? .truth(operands[index][lane] != 0) : Float(operands[index][lane])
    }
    guard givesTruth else { return result }
    return result.bitPattern == 0 ? 0 : result.bitPattern == ~0 ? 1 : .nan
  }

  private func isTruth(_ index: Int) -> Bool {
    switch intrinsic.definition.signature {
    case .logic: true
    case .choice: index == 2
    default: false
    }
  }

  private var givesTruth: Bool {
    switch intrinsic.definition.signature {
    case .logic, .comparison: true
    default: false
    }
  }
}
