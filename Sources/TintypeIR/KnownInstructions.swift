import TintypeIntrinsics

/// Finds an equal instruction: a hash table of positions in the list of instructions.
///
/// The compiler uses it thousands of times per look, so the hash is a few multiplications, and nothing is copied.
struct KnownInstructions {
  private struct Slot {
    /// The position of the instruction, or -1.
    var place: Int32
    /// The hash of the instruction.
    var sketch: UInt32
  }

  /// Open addressing; the count is a power of two, and at most half of the slots are in use.
  private var slots: [Slot]
  private var count = 0

  /// Reserves capacity.
  init(capacity: Int) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = [Slot](repeating: Slot(place: -1, sketch: 0), count: size)
  }

  /// The position of an equal instruction; labels and rates are ignored. If there is none, returns nil and records that
  /// the instruction will be appended to the list.
  mutating func place(of instruction: Instruction, among instructions: [Instruction]) -> Int? {
    let sketch = instruction.sketch
    var slot = Int(truncatingIfNeeded: sketch) & (slots.count - 1)
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
      var slot = Int(truncatingIfNeeded: entry.sketch) & (slots.count - 1)
      while slots[slot].place >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}

extension Instruction {
  /// The hash. The operation contributes little: few operations share the same operands.
  fileprivate var sketch: UInt32 {
    var hash = UInt64(0)
    func mix(_ number: UInt64) { hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15 }
    func mix(_ four: SIMD4<Int32>) {
      let words = unsafeBitCast(four, to: SIMD2<UInt64>.self)
      mix(words[0])
      mix(words[1])
    }
    mix(operands.first)
    mix(operands.rest)
    switch operation {
    case .constant(let lanes): for lane in lanes { mix(lane.bitPattern) }
    case .parameter(let index), .measured(let index): mix(UInt64(truncatingIfNeeded: index))
    case .component(let lanes): for lane in lanes { mix(UInt64(truncatingIfNeeded: lane)) }
    case .curve(let numbers), .lookup(let numbers):
      if !numbers.isEmpty { mix(numbers[numbers.count / 2].bitPattern) }
    case .cubics(let function): mix(function.interval.lower.bitPattern)
    case .lane: mix(1)
    case .source(let number, _), .sourceBounds(let number): mix(UInt64(truncatingIfNeeded: number))
    case .noise, .position, .frame, .shot, .evaluate, .interpolate, .construct, .text, .letters,
      .apply, .intersect, .spatial:
      break
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }

  /// Whether both compute the same. The lanes of a constant are compared bit by bit, so that 0 and -0 differ. The type
  /// is compared too, because 1 is a scalar and a truth value.
  fileprivate func isSame(as other: Instruction) -> Bool {
    guard type == other.type, operands == other.operands else { return false }
    if case .constant(let lanes) = operation, case .constant(let others) = other.operation {
      return lanes.elementsEqual(others) { $0.bitPattern == $1.bitPattern }
    }
    return operation == other.operation
  }
}
