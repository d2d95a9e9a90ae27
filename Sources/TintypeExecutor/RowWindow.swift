/// A sliding window of rows that are made from the top and released from the top, in blocks of memory that are reused.
///
/// One thread at a time claims rows, finishes and releases them. Tasks access the memory through a copy of ``blocks``,
/// which stays valid for as long as the rows of the task are not released.
final class RowWindow: @unchecked Sendable {
  /// All rows that there are.
  let rows: Range<Int>

  /// The rows from here on are not claimed yet.
  private(set) var claimed: Int

  /// The rows before this one are complete.
  private(set) var done: Int

  /// The end of the rows that readers want.
  private(set) var demanded: Int

  /// The largest number of rows in memory at once.
  private(set) var mostRows = 0

  private var mostBlocks = 0

  /// The rows in memory.
  private(set) var blocks: RowBlocks

  /// Claimed rows that are not complete, in order.
  private var inProgress: [Range<Int>] = []

  private let blockBytes: Int
  private let isDry: Bool
  private var spare: [UnsafeMutableRawPointer] = []
  /// Tables that were replaced by larger ones. Tasks that have begun may still read them.
  private var outgrown: [UnsafeMutablePointer<UnsafeMutableRawPointer?>] = []

  /// - Parameters:
  ///   - rows: all rows.
  ///   - rowBytes: the distance of rows.
  ///   - margin: the bytes before the first row of a block.
  ///   - rowsPerBlock: the rows that lie side by side, from the first on.
  ///   - isDry: whether rows are only counted, without memory.
  init(_ rows: Range<Int>, rowBytes: Int, margin: Int, rowsPerBlock: Int = 1, isDry: Bool) {
    self.rows = rows
    self.isDry = isDry
    blockBytes = rowBytes * rowsPerBlock
    (claimed, done, demanded) = (rows.lowerBound, rows.lowerBound, rows.lowerBound)
    blocks = RowBlocks(rows, rowBytes: rowBytes, margin: margin, rowsPerBlock: rowsPerBlock)
  }

  deinit {
    blocks.forEach { $0.deallocate() }
    for memory in spare { memory.deallocate() }
    for table in outgrown + [blocks.table] { table.deallocate() }
  }

  /// Whether all rows are complete.
  var isComplete: Bool { done == rows.upperBound }

  /// How far claims, work, demands and releases are.
  struct Place {
    fileprivate let claimed, done, demanded, first: Int

    /// How many rows it is below another one; nil if it is not the same distance for all.
    func rows(below other: Place) -> Int? {
      let rows = claimed - other.claimed
      return done - other.done == rows && demanded - other.demanded == rows && first - other.first == rows ? rows : nil
    }
  }

  var place: Place { Place(claimed: claimed, done: done, demanded: demanded, first: first) }

  /// The first row that is still in memory.
  var first: Int { blocks.first }

  /// The largest number of bytes in memory at once.
  var mostBytes: ByteCount { ByteCount(blockBytes) * mostBlocks }

  /// Leaves out the rows before `row`, which nothing will need.
  func begin(at row: Int) {
    precondition(claimed == rows.lowerBound, "nothing is made yet")
    (claimed, done, demanded) = (row, row, row)
    blocks.begin(at: row)
  }

  /// Wants the rows before `row`, unless more are wanted already.
  func demand(upTo row: Int) { demanded = max(demanded, min(row, rows.upperBound)) }

  /// Gives out the next rows to be made, with memory for them.
  func claim(upTo row: Int) {
    let next = claimed..<row
    inProgress.append(next)
    claimed = row
    mostRows = max(mostRows, row - blocks.first)
    mostBlocks = max(mostBlocks, blocks.count(upTo: row))
    guard !isDry else { return blocks.end = row }
    while blocks.allocatedEnd < row {
      if blocks.isFull {
        outgrown.append(blocks.table)
        blocks.grow()
      }
      // Vectors look at what lies after the last row, though nothing comes of it.
      blocks.append(spare.popLast() ?? .allocate(byteCount: blockBytes + 128, alignment: 64))
    }
    blocks.end = row
  }

  /// Marks rows that were claimed as complete.
  func finish(_ rows: Range<Int>) {
    inProgress.removeAll { $0 == rows }
    done = inProgress.first?.lowerBound ?? claimed
  }

  /// Frees the rows before `row`, as far as they are complete.
  func release(before row: Int) {
    let next = max(min(row, done), blocks.first)
    if !isDry { blocks.removeAll(before: next) { spare.append($0) } }
    blocks.first = next
  }
}

/// Where rows of a window lie: a plain value that tasks copy.
struct RowBlocks {
  /// The rows in memory: `first..<end`.
  fileprivate(set) var first: Int
  fileprivate(set) var end: Int
  let rowBytes: Int
  let rowsPerBlock: Int
  private let margin: Int
  /// The number of the first row in block 0.
  private let origin: Int
  /// Block b is at `table[b & mask]`.
  fileprivate private(set) var table: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var mask: Int
  private var firstBlock = 0
  private var endBlock = 0

  fileprivate init(_ rows: Range<Int>, rowBytes: Int, margin: Int, rowsPerBlock: Int) {
    (first, end, origin) = (rows.lowerBound, rows.lowerBound, rows.lowerBound)
    (self.rowBytes, self.margin, self.rowsPerBlock) = (rowBytes, margin, rowsPerBlock)
    mask = 15
    table = Self.table(of: mask + 1)
  }

  /// Rows in memory that someone lends.
  ///
  /// - Parameter table: the address of the first row.
  init(lent rows: Range<Int>, rowBytes: Int, _ table: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    (first, end, origin) = (rows.lowerBound, rows.upperBound, rows.lowerBound)
    (self.rowBytes, margin, rowsPerBlock) = (rowBytes, 0, rows.count)
    (self.table, mask) = (table, 0)
  }

  private static func table(of count: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    let table = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
    table.initialize(repeating: nil, count: count)
    return table
  }

  /// A row in memory. Rows outside of the picture are the first or the last one.
  @inline(__always) func row(_ row: Int) -> UnsafeMutableRawPointer {
    let nearest = min(max(row, first), end - 1) - origin
    if rowsPerBlock == 1 { return table[nearest & mask].unsafelyUnwrapped + margin }
    let (block, place) = nearest.quotientAndRemainder(dividingBy: rowsPerBlock)
    return table[block & mask].unsafelyUnwrapped + (margin + place * rowBytes)
  }

  /// The rows from `row` on that lie side by side, at most `count`.
  func run(from row: Int, upTo count: Int) -> Int { min(count, rowsPerBlock - (row - origin) % rowsPerBlock) }

  /// The blocks of the rows in memory, if they end before `row`.
  fileprivate func count(upTo row: Int) -> Int {
    (row - origin + rowsPerBlock - 1) / rowsPerBlock - (first - origin) / rowsPerBlock
  }

  /// Begins with a row that is not the first one, before any has memory.
  fileprivate mutating func begin(at row: Int) {
    (first, end) = (row, row)
    firstBlock = (row - origin) / rowsPerBlock
    endBlock = firstBlock
  }

  /// The end of the rows that have memory.
  fileprivate var allocatedEnd: Int { origin + endBlock * rowsPerBlock }

  fileprivate var isFull: Bool { endBlock - firstBlock == mask + 1 }

  fileprivate mutating func append(_ memory: UnsafeMutableRawPointer) {
    table[endBlock & mask] = memory
    endBlock += 1
  }

  fileprivate mutating func grow() {
    let (larger, count) = (Self.table(of: 2 * (mask + 1)), 2 * (mask + 1))
    for block in firstBlock..<endBlock { larger[block & (count - 1)] = table[block & mask] }
    (table, mask) = (larger, count - 1)
  }

  fileprivate mutating func removeAll(before row: Int, _ free: (UnsafeMutableRawPointer) -> Void) {
    let next = min((row - origin) / rowsPerBlock, endBlock)
    for block in firstBlock..<max(next, firstBlock) {
      if let memory = table[block & mask] { free(memory) }
    }
    firstBlock = max(next, firstBlock)
  }

  fileprivate func forEach(_ body: (UnsafeMutableRawPointer) -> Void) {
    for block in firstBlock..<endBlock {
      if let memory = table[block & mask] { body(memory) }
    }
  }
}
