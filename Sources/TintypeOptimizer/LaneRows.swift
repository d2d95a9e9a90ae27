import TintypeIntrinsics

/// Values at many places, in the executor's arithmetic: a row of lanes for each value.
struct LaneRows {
  /// The number of lanes of a row.
  private(set) var count: Int

  /// The number of rows.
  private var rowCount = 0

  /// Blocks of eight lanes, row after row. After the last row are blocks of rows that were removed, to be used again.
  /// Lanes after the last one of a row are undefined.
  private var blocks: [SIMD8<Float>] = []

  /// Rows that nothing needs any more.
  private var free: [Int] = []

  /// No rows yet, but room for some.
  init(count: Int = 1, capacity: Int = 0) {
    self.count = count
    blocks.reserveCapacity(width * capacity)
  }

  /// The number of blocks of a row.
  private var width: Int { (count + 7) / 8 }

  /// Removes the rows, and reuses their memory.
  mutating func reset(count: Int) {
    (self.count, rowCount) = (count, 0)
    free.removeAll(keepingCapacity: true)
  }

  /// Gives a row's memory to a later one.
  mutating func release(_ row: Int) { free.append(row) }

  /// A row whose lanes are to be written.
  private mutating func newRow() -> Int {
    if let row = free.popLast() { return row }
    rowCount += 1
    let missing = rowCount * width - blocks.count
    if missing > 0 { blocks += repeatElement(SIMD8(), count: missing) }
    return rowCount - 1
  }

  /// Adds a row with the same number in all lanes, and returns its position.
  @discardableResult mutating func append(_ number: Float) -> Int {
    let row = newRow()
    for block in 0..<width { blocks[row * width + block] = SIMD8(repeating: number) }
    return row
  }

  /// Adds a row lane by lane.
  @discardableResult mutating func append(each number: (_ lane: Int) -> Float) -> Int {
    let row = newRow()
    for lane in 0..<width * 8 { blocks[row * width + lane >> 3][lane & 7] = number(min(lane, count - 1)) }
    return row
  }

  /// Adds an operation on rows. Operands beyond its arity are ignored.
  @discardableResult mutating func append(_ operation: LaneOperation, _ a: Int, _ b: Int, _ c: Int) -> Int {
    let row = newRow()
    let (width, declaration) = (width, operation.declaration)
    let single = declaration.single
    for block in 0..<width {
      let (x, y, z) = (blocks[a * width + block], blocks[b * width + block], blocks[c * width + block])
      if let vector = declaration.vector {
        blocks[row * width + block] = vector(x, y, z)
      } else {
        var result = x
        for lane in 0..<8 { result[lane] = single(x[lane], y[lane], z[lane]) }
        blocks[row * width + block] = result
      }
    }
    return row
  }

  /// The lanes of a row.
  subscript(row: Int) -> [Float] { (0..<count).map { blocks[row * width + $0 >> 3][$0 & 7] } }
}
