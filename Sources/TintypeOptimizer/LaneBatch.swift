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
    let declaration = operation.declaration
    blocks = (0..<(count + 7) / 8).map { block in
      let (x, y, z) = (a.blocks[block * stepA], b.blocks[block * stepB], c.blocks[block * stepC])
      if let vector = declaration.vector { return vector(x, y, z) }
      var result = x
      for lane in 0..<8 { result[lane] = declaration.single(x[lane], y[lane], z[lane]) }
      return result
    }
  }

  private var step: Int { count == nil ? 0 : 1 }

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
