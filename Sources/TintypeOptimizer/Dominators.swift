import TintypeIR
import TintypeIntrinsics

/// Where all that a value depends on goes through one other value.
///
/// ```
///  red ─┐          ┌─ curve ─┐
///       ├─ gray ───┤         ├─ value        gray is a dominator of value
///  blue ┘          └─ 1 - x ─┘
/// ```
///
/// The nearest dominator of a value is the nearest common one of its operands: what compilers call an immediate dominator, in a graph
/// without loops (Cooper, Harvey and Kennedy, 2001).
struct Dominators {
  /// The nearest dominator of each value; nil where it depends on several, or on something that is no lane operation.
  private var nearest: [Int?] = []
  private var depths: [Int] = []

  /// Dominators that are looked at for a value, and steps to a common one; longer ways are taken for none.
  private static let farthest = 64

  init(_ program: Program) {
    nearest.reserveCapacity(program.instructions.count)
    for instruction in program.instructions {
      let dominator = common(of: instruction, program)
      nearest.append(dominator)
      depths.append(dominator.map { depths[$0] + 1 } ?? 0)
    }
  }

  /// The dominators of a value, the nearest first.
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
    guard case .lane(let operation) = instruction.operation, operation.isContinuousInPieces else { return nil }
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

extension LaneOperation {
  /// Whether samples tell what it does between them, but for a place where a comparison turns.
  var isContinuousInPieces: Bool {
    switch self {
    case .floor, .equal, .sine, .cosine: false
    default: true
    }
  }
}
