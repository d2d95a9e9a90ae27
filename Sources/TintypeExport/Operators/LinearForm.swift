import TintypeIR
import TintypeIntrinsics

/// A sum of multiples of values, and a number: what is left of a value when its additions and its products with
/// constants are taken apart.
struct LinearForm {
  private(set) var terms: [(value: Value, factor: Double)] = []
  private(set) var offset: Double

  private init(_ offset: Double) { self.offset = offset }

  private init(_ value: Value) { (terms, offset) = ([(value, 1)], 0) }

  /// The number, where nothing else is left.
  private var number: Double? { terms.isEmpty ? offset : nil }

  /// The factor of a value; 0 where it is none of the terms.
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
    case .apply(.add): return form(0, &known).adding(form(1, &known))
    case .apply(.subtract): return form(0, &known).adding(form(1, &known).scaled(by: -1))
    case .apply(.negate): return form(0, &known).scaled(by: -1)
    case .apply(.multiply):
      let (a, b) = (form(0, &known), form(1, &known))
      return b.number.map { a.scaled(by: $0) } ?? a.number.map { b.scaled(by: $0) }
    case .apply(.divide):
      let (a, b) = (form(0, &known), form(1, &known))
      guard let divisor = b.number, divisor != 0 else { return nil }
      return a.scaled(by: 1 / divisor)
    case .apply(.mix):
      guard let t = form(2, &known).number else { return nil }
      return form(0, &known).scaled(by: 1 - t).adding(form(1, &known).scaled(by: t))
    case .apply(.dot):
      var sum = LinearForm(0)
      let lanes = (0..<2).map { Self.lanes(of: instruction.operands[$0], in: program, &known) }
      guard let first = lanes[0], let second = lanes[1], first.count == second.count else { return nil }
      for (a, b) in zip(first, second) {
        guard let product = b.number.map({ a.scaled(by: $0) }) ?? a.number.map({ b.scaled(by: $0) }) else {
          return nil
        }
        sum = sum.adding(product)
      }
      return sum
    default: return nil
    }
  }

  private static func lanes(
    of value: Value, in program: Program, _ known: inout [Value: LinearForm]
  ) -> [LinearForm]? {
    switch program[value].operation {
    case .constant(let numbers): return numbers.map { LinearForm($0) }
    case .construct: return program[value].operands.map { LinearForm(of: $0, in: program, &known) }
    default: return nil
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
