package import TintypeIR

/// Removes the values that the output does not depend on. A value constructed from lanes moves to its first use.
package func removeDeadValues(_ program: Program) -> Program { Survivors(of: program).program }

/// The same for a program whose ranges are known.
func removeDeadValues(_ ranged: RangedProgram) -> RangedProgram {
  let survivors = Survivors(of: ranged.program)
  return RangedProgram(survivors.program, ranged.ranges.reordered(survivors.order))
}

/// The values that stay, in their new order.
private struct Survivors {
  private let original: Program
  /// The old position of each new value.
  let order: [Int]
  /// The new position of each old value, or -1.
  private let renamed: [Int]

  init(of program: Program) {
    original = program
    let isLive = program.reached
    var order: [Int] = []
    var renamed = [Int](repeating: -1, count: program.instructions.count)
    order.reserveCapacity(program.instructions.count)
    /// Keeps a value, after the lanes it is constructed from.
    func keep(_ index: Int) {
      for operand in program.instructions[index].operands where renamed[operand.index] < 0 { keep(operand.index) }
      renamed[index] = order.count
      order.append(index)
    }
    for index in program.instructions.indices where isLive[index] && renamed[index] < 0 {
      if case .construct = program.instructions[index].operation { continue }
      keep(index)
    }
    for result in [program.output.color, program.output.bounds] where renamed[result.index] < 0 { keep(result.index) }
    (self.order, self.renamed) = (order, renamed)
  }

  /// The new program; the original one if every value stays where it is.
  var program: Program {
    if order.elementsEqual(original.instructions.indices) { return original }
    let instructions = order.map { index in
      var moved = original.instructions[index]
      moved.operands.rename { Value(renamed[$0.index]) }
      return moved
    }
    return original.renamed(instructions) { renamed[$0.index] < 0 ? nil : Value(renamed[$0.index]) }
  }
}
