package import TintypeIR
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
package struct Dominators {
  /// The nearest dominator of each value; nil if there is none, or if the value is no step.
  private var nearest: [Int?] = []
  private var depths: [Int] = []

  /// The longest path searched, both for the dominators of a value and for a common dominator. Longer paths count as
  /// none.
  private static let farthest = 64

  /// Dominators by lane operations of which ranges can be proved.
  init(_ program: Program) {
    self.init(program) { operation in
      if case .lane(let lane) = operation { lane.declaration.model != nil } else { false }
    }
  }

  /// - Parameter isStep: whether the result of an operation depends on its operands only; all others are inputs.
  package init(_ program: Program, isStep: (Operation) -> Bool) {
    nearest.reserveCapacity(program.instructions.count)
    for index in program.instructions.indices {
      let dominator = isStep(program.instructions[index].operation) ? common(of: index, program) : nil
      nearest.append(dominator)
      depths.append(dominator.map { depths[$0] + 1 } ?? 0)
    }
  }

  /// The two farthest dominators of a value that fulfill a condition, farthest first.
  func farthest(above value: Value, where isWanted: (Value) -> Bool) -> Operands {
    var (farthest, second): (Value?, Value?) = (nil, nil)
    var next = nearest[value.index]
    for _ in 0..<Self.farthest {
      guard let dominator = next else { break }
      if isWanted(Value(dominator)) { (farthest, second) = (Value(dominator), farthest) }
      next = nearest[dominator]
    }
    var found = Operands()
    if let farthest { found.append(farthest) }
    if let second { found.append(second) }
    return found
  }

  /// The nearest dominator of a value.
  package subscript(value: Value) -> Value? { nearest[value.index].map { Value($0) } }

  private func common(of index: Int, _ program: Program) -> Int? {
    var dominator: Int?
    for operand in program.instructions[index].operands {
      if case .constant = program.instructions[operand.index].operation { continue }
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
