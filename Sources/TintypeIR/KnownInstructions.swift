import TintypeIntrinsics

/// Finds the instruction that is equal to another: a table of places in a list, by a number that equal instructions have in common.
///
/// Compiling asks this thousands of times a look, so the number is a few multiplications, and nothing is copied.
struct KnownInstructions {
  private struct Slot {
    /// Among the instructions, or -1.
    var place: Int32
    /// What the instruction there has in common with those that are equal to it.
    var sketch: UInt32
  }

  /// A power of two of them, at most half of them taken.
  private var slots: [Slot]
  private var count = 0

  /// With room for so many.
  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = [Slot](repeating: Slot(place: -1, sketch: 0), count: size)
  }

  /// Where the list has an equal instruction. Its label and its rate do not count. Nil where there is none: then it is taken to come
  /// behind the last.
  mutating func place(of instruction: Instruction, among instructions: [Instruction]) -> Int? {
    let sketch = instruction.sketch
    var slot = Int(sketch) & (slots.count - 1)
    while slots[slot].place >= 0 {
      let place = Int(slots[slot].place)
      if slots[slot].sketch == sketch, instructions[place].isSame(as: instruction) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Slot(place: Int32(instructions.count), sketch: sketch)
    count += 1
    if count * 2 > slots.count { grow() }
    return nil
  }

  private mutating func grow() {
    let taken = slots.filter { $0.place >= 0 }
    slots = [Slot](repeating: Slot(place: -1, sketch: 0), count: slots.count * 4)
    for entry in taken {
      var slot = Int(entry.sketch) & (slots.count - 1)
      while slots[slot].place >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}

extension Instruction {
  /// A number that equal instructions have in common. Which operation it is hardly counts: few are on the same operands.
  fileprivate var sketch: UInt32 {
    var hash = UInt64(0)
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
    case .source, .sourceBounds, .noise, .position, .frame, .evaluate, .interpolate, .construct, .dateText, .letters,
      .apply, .intersect, .spatial:
      break
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
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
