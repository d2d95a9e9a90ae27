import TintypeIntrinsics

/// Many lanes of one value in the executor's arithmetic, or a single lane that represents all of them.
struct LaneBatch {
  /// Blocks of eight lanes; lanes after the last valid one are undefined.
  private var blocks: [SIMD8<Float>]

  /// The number of lanes; nil if one number represents all lanes.
  private let count: Int?

  /// The same number in all lanes.
  init(_ number: Float) { (blocks, count) = ([SIMD8(repeating: number)], nil) }

  /// One number per lane, at least one.
  init(_ numbers: [Float]) {
    count = numbers.count
    blocks = stride(from: 0, to: numbers.count, by: 8).map { first in
      var block = SIMD8<Float>(repeating: numbers[first])
      for lane in 0..<min(8, numbers.count - first) { block[lane] = numbers[first + lane] }
      return block
    }
  }

  /// Applies an operation to all lanes. Operands beyond its arity are ignored.
  init(_ operation: LaneOperation, _ a: LaneBatch, _ b: LaneBatch, _ c: LaneBatch, count: Int) {
    self.count = count
    let (stepA, stepB, stepC) = (a.step, b.step, c.step)
    blocks = (0..<(count + 7) / 8).map { block in
      Self.applied(operation, a.blocks[block * stepA], b.blocks[block * stepB], c.blocks[block * stepC])
    }
  }

  private var step: Int { count == nil ? 0 : 1 }

  /// Common operations run as vectors, all others lane by lane.
  private static func applied(
    _ operation: LaneOperation, _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>
  ) -> SIMD8<Float> {
    switch operation {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return a / b
    case .minimum: return b.replacing(with: a, where: a .< b)
    case .maximum: return b.replacing(with: a, where: a .> b)
    case .less: return truth(a .< b)
    case .lessOrEqual: return truth(a .<= b)
    // True has all bits set, so it is not a number (NaN).
    case .select: return b.replacing(with: c, where: a .== a)
    default:
      var result = a
      for lane in 0..<8 { result[lane] = operation(a[lane], b[lane], c[lane]) }
      return result
    }
  }

  private static func truth(_ mask: SIMDMask<SIMD8<Int32>>) -> SIMD8<Float> {
    SIMD8(repeating: .truth(false)).replacing(with: SIMD8(repeating: .truth(true)), where: mask)
  }

  /// Applies a transform to each lane.
  func mapped(_ transform: (Float) -> Float) -> LaneBatch {
    var result = self
    for block in result.blocks.indices {
      for lane in 0..<8 { result.blocks[block][lane] = transform(blocks[block][lane]) }
    }
    return result
  }

  subscript(lane: Int) -> Float { blocks[count == nil ? 0 : lane >> 3][lane & 7] }

  /// All lanes; a single one if it represents all.
  var lanes: [Float] { (0..<(count ?? 1)).map { self[$0] } }
}
