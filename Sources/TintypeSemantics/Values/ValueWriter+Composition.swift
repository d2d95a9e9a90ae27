import TintypeIR
import TintypeIntrinsics

// Matrices, and comparisons lane by lane: a program holds no operation on them. They are written out as the sums,
// products and choices of numbers that they are made of.
extension ValueWriter {
  // MARK: Matrices

  /// A matrix times a color, or times a matrix.
  mutating func product(_ matrix: Value, _ other: Value) -> Value {
    let rows = (0..<3).map { row($0, of: matrix) }
    if builder.type(of: other) != .matrix {
      return builder.construct(rows.map { builder.apply(.dot, other, $0) }, .rgb)
    }
    let others = (0..<3).map { row($0, of: other) }
    let sums = rows.map { row in
      let parts = (0..<3).map { builder.apply(.multiply, others[$0], builder.component([$0], of: row)) }
      return builder.apply(.add, builder.apply(.add, parts[0], parts[1]), parts[2])
    }
    return builder.construct(sums, .matrix)
  }

  private mutating func row(_ row: Int, of matrix: Value) -> Value {
    if let numbers = builder.constant(matrix) { return builder.constant(Array(numbers[3 * row..<3 * row + 3]), .rgb) }
    return builder.component(Array(3 * row..<3 * row + 3), of: matrix)
  }

  /// An intrinsic that is composed of others.
  mutating func composed(_ intrinsic: Intrinsic, _ operand: Value) -> Value {
    switch intrinsic {
    case .normalize:
      // No length below the smallest one whose square is a normal single.
      let length = builder.apply(.max, builder.apply(.length, operand), builder.constant(0x1p-63))
      return builder.apply(.divide, operand, length)
    case .transpose:
      let rows = (0..<3).map { row($0, of: operand) }
      return fromElements { row, column, builder in builder.component([row], of: rows[column]) }
    case .inverse: return inverse(of: operand)
    default: preconditionFailure("\(intrinsic) is not composed of others")
    }
  }

  /// Cofactors by the determinant.
  private mutating func inverse(of matrix: Value) -> Value {
    let rows = (0..<3).map { row($0, of: matrix) }
    let lanes = rows.map { row in (0..<3).map { builder.component([$0], of: row) } }
    /// The cofactor of the element in this row and column; indices go on from 2 with 0.
    func cofactor(_ row: Int, _ column: Int, _ builder: inout ProgramBuilder) -> Value {
      let (down, right) = ([(row + 1) % 3, (row + 2) % 3], [(column + 1) % 3, (column + 2) % 3])
      return builder.apply(
        .subtract, builder.apply(.multiply, lanes[down[0]][right[0]], lanes[down[1]][right[1]]),
        builder.apply(.multiply, lanes[down[0]][right[1]], lanes[down[1]][right[0]]))
    }
    let first = builder.construct((0..<3).map { cofactor(0, $0, &builder) }, .rgb)
    let determinant = builder.apply(.dot, rows[0], first)
    return fromElements { row, column, builder in builder.apply(.divide, cofactor(column, row, &builder), determinant) }
  }

  /// A matrix of these elements.
  private mutating func fromElements(_ element: (_ row: Int, _ column: Int, inout ProgramBuilder) -> Value) -> Value {
    let rows = (0..<3).map { row in
      builder.construct((0..<3).map { column in element(row, column, &builder) }, .rgb)
    }
    return builder.construct(rows, .matrix)
  }

  // MARK: Truths lane by lane

  /// An intrinsic that takes or gives a truth for each lane.
  mutating func withTruths(_ intrinsic: Intrinsic, _ operands: [Operand], _ type: ExpressionType) -> Operand {
    switch intrinsic {
    case .any, .all:
      let truths = operands[0].truths ?? []
      return .value(truths.dropFirst().reduce(truths[0]) { builder.apply(intrinsic == .any ? .or : .and, $0, $1) })
    case .select:
      guard let truths = operands[2].truths, case .value(let type) = type else {
        return either(operands[0], operands[1], by: value(operands[2]), type)
      }
      let (a, b) = (value(operands[0]), value(operands[1]))
      let lanes = truths.enumerated().map { builder.apply(.select, lane($0, of: a), lane($0, of: b), $1) }
      return .value(builder.construct(lanes, type))
    default:
      guard case .truths(let count) = type else { preconditionFailure("\(intrinsic) gives no truths") }
      return .truths(
        (0..<count).map { index in
          builder.apply(intrinsic, Operands(operands.map { $0.truths?[index] ?? lane(index, of: value($0)) }))
        })
    }
  }

  /// A lane of a value; a scalar has the same one everywhere.
  private mutating func lane(_ index: Int, of value: Value) -> Value {
    builder.type(of: value).width == 1 ? value : builder.component([index], of: value)
  }

  /// One of two operands of a type, by a condition; each of several truths is chosen by itself.
  mutating func either(
    _ otherwise: Operand, _ then: Operand, by condition: Value, _ type: ExpressionType
  ) -> Operand {
    guard let a = otherwise.truths, let b = then.truths else { return selected(otherwise, then, by: condition, type) }
    return .truths(zip(a, b).map { builder.apply(.select, $0, $1, condition) })
  }
}
