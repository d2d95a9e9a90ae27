import TintypeIR
import TintypeIntrinsics

/// The dominators of the values of a program: every path from the inputs to a value passes through its dominators.
///
/// ```
///  red ─┐          ┌─ curve ─┐
///       ├─ gray ───┤         ├─ value        gray is a dominator of value
///  blue ┘          └─ 1 - x ─┘
/// ```
///
/// The nearest (immediate) dominator of a value is the nearest common dominator of its operands, because the graph has
/// no loops (Cooper, Harvey and Kennedy, 2001).
struct Dominators {
  /// The nearest dominator of each value; nil if there is none, or if the value depends on anything but lane
  /// operations.
  private var nearest: [Int?] = []
  private var depths: [Int] = []

  /// The longest path searched, both for the dominators of a value and for a common dominator. Longer paths count as
  /// none.
  private static let farthest = 64

  init(_ program: Program) {
    nearest.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices {
      let dominator = common(of: program.instructions[index], program)
      nearest.append(dominator)
      depths.append(dominator.map { depths[$0] + 1 } ?? 0)
    }
  }

  /// The dominators of a value, nearest first.
  func above(_ value: Value) -> [Value] {
    var dominators: [Value] = []
    var next = nearest[value.index]
    while let dominator = next, dominators.count < Self.farthest {
      dominators.append(Value(dominator))
      next = nearest[dominator]
    }
    return dominators
  }

  private func common(of instruction: Instruction, _ program: Program) -> Int? {
    guard case .lane(let operation) = instruction.operation, operation.declaration.model != nil else { return nil }
    var dominator: Int?
    for operand in instruction.operands {
      if case .constant = program[operand].operation { continue }
      guard let before = dominator else {
        dominator = operand.index
        continue
      }
      guard let both = common(before, operand.index) else { return nil }
      dominator = both
    }
    return dominator
  }

  private func common(_ a: Int, _ b: Int) -> Int? {
    var (a, b) = (a, b)
    for _ in 0..<Self.farthest {
      if a == b { return a }
      if depths[a] >= depths[b] {
        guard let next = nearest[a] else { return nil }
        a = next
      } else {
        guard let next = nearest[b] else { return nil }
        b = next
      }
    }
    return nil
  }
}
