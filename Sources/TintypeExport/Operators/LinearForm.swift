import TintypeIR
import TintypeIntrinsics

/// A linear combination of values plus a constant, obtained by expanding additions and products with constants.
struct LinearForm {
  private(set) var terms: [(value: Value, factor: Double)] = []
  private(set) var offset: Double

  private init(_ offset: Double) { self.offset = offset }

  private init(_ value: Value) { (terms, offset) = ([(value, 1)], 0) }

  /// The number, where nothing else is left.
  private var number: Double? { terms.isEmpty ? offset : nil }

  /// The factor of a value; 0 if it is not a term.
  func factor(of value: Value) -> Double { terms.first { $0.value == value }?.factor ?? 0 }

  /// The form of a scalar of a program that is split into lanes.
  init(of value: Value, in program: Program) {
    var known: [Value: LinearForm] = [:]
    self.init(of: value, in: program, &known)
  }

  private init(of value: Value, in program: Program, _ known: inout [Value: LinearForm]) {
    if let form = known[value] {
      self = form
      return
    }
    self = Self.sum(value, in: program, &known) ?? LinearForm(value)
    known[value] = self
  }

  private static func sum(_ value: Value, in program: Program, _ known: inout [Value: LinearForm]) -> LinearForm? {
    let instruction = program[value]
    func form(_ operand: Int, _ known: inout [Value: LinearForm]) -> LinearForm {
      LinearForm(of: instruction.operands[operand], in: program, &known)
    }
    switch instruction.operation {
    case .constant(let numbers): return numbers.count == 1 ? LinearForm(numbers[0]) : nil
    case .apply(let intrinsic):
      let lanes = instruction.operands.map { Self.lanes(of: $0, in: program, &known) }
      guard lanes.allSatisfy({ $0 != nil }) else { return nil }
      let formula = intrinsic.definition.formula { lanes[$0]!.count }
      return formula.folded(
        operand: { lanes[$0]![$1] }, constant: { LinearForm($0) }, apply: { Self.combined($0, $1, $2, $3) })
    default: return nil
    }
  }

  /// The result of an operation on linear forms; nil if it is not linear.
  private static func combined(
    _ operation: LaneOperation, _ a: LinearForm?, _ b: LinearForm?, _ c: LinearForm?
  ) -> LinearForm? {
    guard let a, let b, let c else { return nil }
    let product = b.number.map { a.scaled(by: $0) } ?? a.number.map { b.scaled(by: $0) }
    switch operation {
    case .add: return a.adding(b)
    case .subtract: return a.adding(b.scaled(by: -1))
    case .negate: return a.scaled(by: -1)
    case .multiply: return product
    case .multiplyAdd: return product.map { c.adding($0) }
    case .divide: return b.number.flatMap { $0 == 0 ? nil : a.scaled(by: 1 / $0) }
    default: return nil
    }
  }

  private static func lanes(
    of value: Value, in program: Program, _ known: inout [Value: LinearForm]
  ) -> [LinearForm]? {
    switch program[value].operation {
    case .constant(let numbers): return numbers.map { LinearForm($0) }
    case .construct: return program[value].operands.map { LinearForm(of: $0, in: program, &known) }
    default: return program[value].type.width == 1 ? [LinearForm(of: value, in: program, &known)] : nil
    }
  }

  private func scaled(by factor: Double) -> LinearForm {
    var form = self
    form.offset *= factor
    form.terms = factor == 0 ? [] : terms.map { ($0.value, $0.factor * factor) }
    return form
  }

  private func adding(_ other: LinearForm) -> LinearForm {
    var form = self
    form.offset += other.offset
    for term in other.terms {
      if let place = form.terms.firstIndex(where: { $0.value == term.value }) {
        form.terms[place].factor += term.factor
      } else {
        form.terms.append(term)
      }
    }
    form.terms.removeAll { $0.factor == 0 }
    return form
  }
}
