import TintypeIntrinsics

/// Finds the instruction that is equal to another: a table of places in a list, by a number that equal instructions have in common.
///
/// Compiling asks this thousands of times a look, so the number is a few multiplications, and nothing is copied.
struct KnownInstructions {
  /// Places among the instructions, or -1; a power of two of them, at most half of them taken.
  private var slots = [Int32](repeating: -1, count: 64)
  private var count = 0

  /// Where the list has an equal instruction, or nil. Its label and its rate do not count.
  func place(of instruction: Instruction, among instructions: [Instruction]) -> Int? {
    var slot = instruction.sketch & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if instructions[place].isSame(as: instruction) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes note of the last of some instructions, all of which it knows but this.
  mutating func addLast(of instructions: [Instruction]) {
    count += 1
    if count * 2 > slots.count {
      slots = [Int32](repeating: -1, count: slots.count * 4)
      for place in instructions.indices { enter(place, instructions[place]) }
    } else {
      enter(instructions.count - 1, instructions[instructions.count - 1])
    }
  }

  private mutating func enter(_ place: Int, _ instruction: Instruction) {
    var slot = instruction.sketch & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }
}

extension Instruction {
  /// A number that equal instructions have in common. Which operation it is hardly counts: few are on the same operands.
  fileprivate var sketch: Int {
    var hash = UInt64(operands.count)
    func mix(_ number: UInt64) { hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15 }
    for operand in operands { mix(UInt64(truncatingIfNeeded: operand.index)) }
    switch operation {
    case .constant(let lanes): for lane in lanes { mix(lane.bitPattern) }
    case .parameter(let index): mix(UInt64(truncatingIfNeeded: index))
    case .component(let lanes): for lane in lanes { mix(UInt64(truncatingIfNeeded: lane)) }
    case .curve(let numbers), .lookup(let numbers):
      if !numbers.isEmpty { mix(numbers[numbers.count / 2].bitPattern) }
    case .cubics(let function): mix(function.interval.lower.bitPattern)
    case .lane: mix(1)
    default: break
    }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Whether both compute the same. The lanes of a constant count bit by bit, so that 0 and -0 stay apart, and its type counts,
  /// because 1 is a scalar and a truth value.
  fileprivate func isSame(as other: Instruction) -> Bool {
    guard type == other.type, operands == other.operands else { return false }
    if case .constant(let lanes) = operation, case .constant(let others) = other.operation {
      return lanes.elementsEqual(others) { $0.bitPattern == $1.bitPattern }
    }
    return operation == other.operation
  }
}
