import TintypeIR
import TintypeIntrinsics

// Matrices, and comparisons lane by lane: a program holds no operation on them. They are written out as the sums,
// products and choices of numbers that they are made of.
extension ValueWriter {
  /// Whether an operation takes or gives what no value of a program holds.
  func hasParts(_ operands: [Operand], _ type: ExpressionType) -> Bool {
    (type.truthCount ?? 1) > 1 || operands.contains { $0.parts != nil }
  }

  /// An intrinsic that is composed of others, for operands of which some may have parts.
  mutating func composed(_ intrinsic: Intrinsic, _ operands: [Operand], _ type: ExpressionType) -> Operand {
    if case .composed(let composition) = intrinsic.definition.formula { return composed(composition, operands[0]) }
    switch intrinsic.definition.signature {
    case .product: return product(operands[0].parts ?? [], operands[1])
    case .blend:
      let amount = value(operands[2])
      let rows = zip(operands[0].parts ?? [], operands[1].parts ?? [])
      return .parts(rows.map { builder.apply(.mix, $0, $1, amount) })
    case .choice:
      guard let truths = operands[2].parts, truths.count > 1 else {
        return either(operands[0], operands[1], by: operands[2], type)
      }
      let (a, b) = (value(operands[0]), value(operands[1]))
      let lanes = truths.enumerated().map { builder.apply(.select, lane($0, of: a), lane($0, of: b), $1) }
      return .value(builder.construct(lanes, ProgramBuilder.type(ofWidth: lanes.count)))
    default:
      guard let count = type.truthCount else { preconditionFailure("\(intrinsic) has no parts") }
      return .parts(
        (0..<count).map { index in
          builder.apply(intrinsic, Operands(operands.map { $0.parts?[index] ?? lane(index, of: value($0)) }))
        })
    }
  }

  private mutating func composed(_ composition: IntrinsicDefinition.Composition, _ operand: Operand) -> Operand {
    let parts = operand.parts ?? []
    switch composition {
    case .transpose: return .parts(rows { row, column, builder in builder.component([row], of: parts[column]) })
    case .inverse: return .parts(inverse(of: parts))
    case .direction:
      let vector = value(operand)
      // No length below the smallest one whose square is a normal single.
      let length = builder.apply(.max, builder.apply(.length, vector), builder.constant(0x1p-63))
      return .value(builder.apply(.divide, vector, length))
    case .anyTruth, .everyTruth:
      return .value(parts.dropFirst().reduce(parts[0]) { builder.apply(composition == .anyTruth ? .or : .and, $0, $1) })
    }
  }

  /// One of two operands of a type, by a condition; parts are chosen one by one.
  mutating func either(
    _ otherwise: Operand, _ then: Operand, by condition: Operand, _ type: ExpressionType
  ) -> Operand {
    guard let a = otherwise.parts, let b = then.parts else { return selected(otherwise, then, by: condition, type) }
    let truth = value(condition)
    let parts = Operand.parts(zip(a, b).map { builder.apply(.select, $0, $1, truth) })
    return lifted(parts, from: [otherwise, then, condition], type)
  }

  /// A lane of a value; a scalar has the same one everywhere.
  private mutating func lane(_ index: Int, of value: Value) -> Value {
    builder.type(of: value).width == 1 ? value : builder.component([index], of: value)
  }

  // MARK: Matrices

  /// The rows of a matrix times a color, or times a matrix.
  private mutating func product(_ rows: [Value], _ other: Operand) -> Operand {
    guard let others = other.parts else {
      let color = value(other)
      return .value(builder.construct(rows.map { builder.apply(.dot, color, $0) }, .rgb))
    }
    return .parts(
      rows.map { row in
        let parts = (0..<3).map { builder.apply(.multiply, others[$0], builder.component([$0], of: row)) }
        return builder.apply(.add, builder.apply(.add, parts[0], parts[1]), parts[2])
      })
  }

  /// Cofactors by the determinant.
  private mutating func inverse(of matrix: [Value]) -> [Value] {
    let lanes = matrix.map { row in (0..<3).map { builder.component([$0], of: row) } }
    /// The cofactor of the element in this row and column; indices go on from 2 with 0.
    func cofactor(_ row: Int, _ column: Int, _ builder: inout ProgramBuilder) -> Value {
      let (down, right) = ([(row + 1) % 3, (row + 2) % 3], [(column + 1) % 3, (column + 2) % 3])
      return builder.apply(
        .subtract, builder.apply(.multiply, lanes[down[0]][right[0]], lanes[down[1]][right[1]]),
        builder.apply(.multiply, lanes[down[0]][right[1]], lanes[down[1]][right[0]]))
    }
    let first = builder.construct((0..<3).map { cofactor(0, $0, &builder) }, .rgb)
    let determinant = builder.apply(.dot, matrix[0], first)
    return rows { row, column, builder in builder.apply(.divide, cofactor(column, row, &builder), determinant) }
  }

  /// The rows of a matrix of these elements.
  private mutating func rows(_ element: (_ row: Int, _ column: Int, inout ProgramBuilder) -> Value) -> [Value] {
    (0..<3).map { row in builder.construct((0..<3).map { column in element(row, column, &builder) }, .rgb) }
  }
}
