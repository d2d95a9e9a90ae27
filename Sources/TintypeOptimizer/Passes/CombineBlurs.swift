import TintypeIR
import TintypeIntrinsics

/// Makes one step of the sum of several blurs of a field by constant weights: the blurs are added where the field is
/// smallest, and made as large as the picture once.
///
/// In single precision the sum is within 2^-20 of the sum of the magnitudes of its terms, because it is rounded in
/// another order. Blurs that something else reads stay, and so do those of several channels by one radius, which are
/// one field anyway.
func combineBlurs(_ program: Program) -> Program {
  let sums = BlurSums(program)
  guard sums.found.contains(where: { $0 != nil }) else { return program }
  var renamed: [Value] = []
  return removeDeadValues(
    rebuild(program) { instruction, builder in
      let value =
        sums.found[renamed.count].map { $0.written(&builder, program) { renamed[$0.index] } }
        ?? builder.add(instruction.withRate(in: builder))
      renamed.append(value)
      return value
    })
}

/// A sum of products with constants, as far as it has blurs of one field.
private struct BlurSum {
  typealias Term = (value: Value, weight: Float)

  var blurs: [Term] = []
  var others: [Term] = []
  /// What the products are added to.
  var rest: Value?

  func written(_ builder: inout ProgramBuilder, _ program: Program, _ renamed: (Value) -> Value) -> Value {
    let read = blurs.map { program[$0.value].operands }
    let step = builder.spatial(
      .blurs(blurs.map { $0.weight }), [renamed(read[0][0])], Operands(read.map { renamed($0[1]) }),
      in: renamed(read[0][2]))
    let sum = rest.map { builder.lane(.add, [step, renamed($0)]) } ?? step
    return others.reduce(sum) { sum, term in
      builder.lane(.multiplyAdd, [renamed(term.value), builder.constant(Double(term.weight)), sum])
    }
  }
}

/// The sums of a program that are worth a step of their own.
private struct BlurSums {
  /// The sum that ends in each value.
  private(set) var found: [BlurSum?]
  private let program: Program
  private var uses: [Int]
  private var blurs: [Value] = []

  private static let mostBlurs = 4

  init(_ program: Program) {
    self.program = program
    uses = [Int](repeating: 0, count: program.instructions.count)
    found = uses.map { _ in nil }
    for (index, instruction) in program.instructions.enumerated() {
      for operand in instruction.operands { uses[operand.index] += 1 }
      if instruction.operation == .spatial(.blur) { blurs.append(Value(index)) }
    }
    guard blurs.count > 1 else { return }
    var isInside = [Bool](repeating: false, count: uses.count)
    for index in program.instructions.indices.reversed() where !isInside[index] {
      var inside: [Value] = []
      found[index] = sum(endingAt: Value(index), &inside)
      if found[index] != nil { for value in inside { isInside[value.index] = true } }
    }
  }

  private func sum(endingAt last: Value, _ inside: inout [Value]) -> BlurSum? {
    var sum = BlurSum()
    sum.rest = last
    while let next = sum.rest, next == last || uses[next.index] == 1, let (term, rest) = split(next) {
      if isFree(term.value) { sum.blurs.append(term) } else { sum.others.append(term) }
      inside.append(next)
      sum.rest = rest
    }
    return grouped(sum)
  }

  /// A product with a constant, or a blur, and what it is added to.
  private func split(_ value: Value) -> (BlurSum.Term, rest: Value?)? {
    guard case .lane(let operation) = program[value].operation, program[value].rate == .varying else { return nil }
    let operands = program[value].operands
    switch operation {
    case .multiply: return product(operands).map { ($0, nil) }
    case .multiplyAdd: return product(operands).map { ($0, operands[2]) }
    case .add: return operands.firstIndex(where: isFree).map { ((operands[$0], 1), operands[1 - $0]) }
    default: return nil
    }
  }

  private func product(_ operands: Operands) -> BlurSum.Term? {
    for (value, factor) in [(operands[0], operands[1]), (operands[1], operands[0])]
    where program[value].rate == .varying {
      if case .constant(let numbers) = program[factor].operation { return (value, Float(numbers[0])) }
    }
    return nil
  }

  /// Whether a value is a blur that nothing else reads, of a field that is the only one with its radius.
  private func isFree(_ value: Value) -> Bool {
    guard uses[value.index] == 1, program[value].operation == .spatial(.blur) else { return false }
    let read = program[value].operands
    return blurs.allSatisfy {
      let other = program[$0].operands
      return other[0] == read[0] || other[1] != read[1] || other[2] != read[2]
    }
  }

  /// The sum with the blurs of one field, if there are several; the others become terms.
  private func grouped(_ all: BlurSum) -> BlurSum? {
    guard let first = all.blurs.first else { return nil }
    let field = program[first.value].operands
    var sum = all
    sum.blurs = []
    for blur in all.blurs {
      let read = program[blur.value].operands
      if read[0] == field[0], read[2] == field[2], sum.blurs.count < Self.mostBlurs, blur.weight.isFinite {
        sum.blurs.append(blur)
      } else {
        sum.others.append(blur)
      }
    }
    return sum.blurs.count > 1 ? sum : nil
  }
}
