import TintypeIR

/// Removes the values that the output does not depend on. A value constructed from lanes moves to its first use.
func removeDeadValues(_ program: Program) -> Program {
  var isLive = [Bool](repeating: false, count: program.instructions.count)
  isLive[program.output.color.index] = true
  isLive[program.output.bounds.index] = true
  for index in program.instructions.indices.reversed() where isLive[index] {
    for operand in program.instructions[index].operands { isLive[operand.index] = true }
  }
  var survivors = Survivors(program)
  for index in program.instructions.indices where isLive[index] {
    if case .construct = program.instructions[index].operation { continue }
    survivors.keep(index)
  }
  survivors.keep(program.output.color.index)
  survivors.keep(program.output.bounds.index)
  return survivors.program
}

/// The values that stay, in their new order.
private struct Survivors {
  private let original: Program
  /// The old position of each new value.
  private var order: [Int] = []
  /// The new position of each old value, or -1.
  private var renamed: [Int]

  init(_ program: Program) {
    original = program
    renamed = Array(repeating: -1, count: program.instructions.count)
    order.reserveCapacity(program.instructions.count)
  }

  /// Keeps a value, after the lanes it is constructed from.
  mutating func keep(_ index: Int) {
    guard renamed[index] < 0 else { return }
    for operand in original.instructions[index].operands { keep(operand.index) }
    renamed[index] = order.count
    order.append(index)
  }

  /// The new program; the original one if every value stays where it is.
  var program: Program {
    if order.elementsEqual(original.instructions.indices) { return original }
    var program = original
    program.instructions = order.map { index in
      var moved = original.instructions[index]
      moved.operands.rename { Value(renamed[$0.index]) }
      return moved
    }
    program.output = Program.Output(
      color: Value(renamed[original.output.color.index]), bounds: Value(renamed[original.output.bounds.index]))
    return program
  }
}
