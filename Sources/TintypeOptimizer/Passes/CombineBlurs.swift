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
  if sums.found.isEmpty { return program }
  var renamed: [Value] = []
  return removeDeadValues(
    rebuild(program) { instruction, builder in
      let value =
        sums.found[renamed.count].map { $0.written(&builder) { renamed[$0.index] } }
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
  var field: Value?
  var sigmas: [Value] = []
  var bounds: Value?

  func written(_ builder: inout ProgramBuilder, _ renamed: (Value) -> Value) -> Value {
    let blurs = builder.spatial(
      .blurs(blurs.map { $0.weight }), [renamed(field!)], Operands(sigmas.map(renamed)), in: renamed(bounds!))
    let sum = rest.map { builder.lane(.add, [blurs, renamed($0)]) } ?? blurs
    return others.reduce(sum) { sum, term in
      builder.lane(.multiplyAdd, [renamed(term.value), builder.constant(Double(term.weight)), sum])
    }
  }
}

/// The sums of a program that are worth a step of their own, by their last instructions.
private struct BlurSums {
  private(set) var found: [Int: BlurSum] = [:]
  private let program: Program
  private var uses: [Int]
  /// The fields that are blurred by a radius, in a rectangle.
  private var fields: [Operands: Set<Value>] = [:]

  private static let mostBlurs = 4

  init(_ program: Program) {
    self.program = program
    uses = [Int](repeating: 0, count: program.instructions.count)
    for instruction in program.instructions {
      for operand in instruction.operands { uses[operand.index] += 1 }
      if instruction.operation == .spatial(.blur) {
        fields[Operands(instruction.operands.dropFirst()), default: []].insert(instruction.operands[0])
      }
    }
    var isInside = [Bool](repeating: false, count: uses.count)
    for index in program.instructions.indices.reversed() where !isInside[index] {
      var inside: [Value] = []
      guard let sum = sum(endingAt: Value(index), &inside) else { continue }
      for value in inside { isInside[value.index] = true }
      found[index] = sum
    }
  }

  private func sum(endingAt last: Value, _ inside: inout [Value]) -> BlurSum? {
    var sum = BlurSum()
    var next = last
    walk: while next == last || uses[next.index] == 1 {
      guard case .lane(let operation) = program[next].operation, program[next].rate == .varying else { break }
      let operands = program[next].operands
      switch operation {
      case .multiply, .multiplyAdd:
        guard let term = term(operands[0], operands[1]) else { break walk }
        if isFree(term.value) { sum.blurs.append(term) } else { sum.others.append(term) }
      case .add:
        guard let place = operands.firstIndex(where: isFree) else { break walk }
        sum.blurs.append((operands[place], 1))
        inside.append(next)
        next = operands[1 - place]
        continue
      default: break walk
      }
      inside.append(next)
      if operation == .multiply { return grouped(sum) }
      next = operands[2]
    }
    sum.rest = next == last ? nil : next
    return grouped(sum)
  }

  private func term(_ a: Value, _ b: Value) -> BlurSum.Term? {
    for (value, factor) in [(a, b), (b, a)] where program[value].rate == .varying {
      if case .constant(let numbers) = program[factor].operation { return (value, Float(numbers[0])) }
    }
    return nil
  }

  /// Whether a value is a blur of one channel that nothing else reads.
  private func isFree(_ value: Value) -> Bool {
    guard uses[value.index] == 1, program[value].operation == .spatial(.blur) else { return false }
    return fields[Operands(program[value].operands.dropFirst())]?.count == 1
  }

  /// The sum with the blurs of one field, if there are several; the others become terms.
  private func grouped(_ all: BlurSum) -> BlurSum? {
    guard let first = all.blurs.first else { return nil }
    let operands = program[first.value].operands
    var sum = all
    (sum.field, sum.bounds, sum.blurs) = (operands[0], operands[2], [])
    for blur in all.blurs {
      let read = program[blur.value].operands
      if read[0] == operands[0], read[2] == operands[2], sum.blurs.count < Self.mostBlurs, blur.weight.isFinite {
        sum.blurs.append(blur)
        sum.sigmas.append(read[1])
      } else {
        sum.others.append(blur)
      }
    }
    return sum.blurs.count > 1 ? sum : nil
  }
}
