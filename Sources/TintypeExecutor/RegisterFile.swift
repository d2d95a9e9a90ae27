import CTintypeLanes
import TintypePlan

/// The registers of one thread, one tile of pixels each, followed by the uniform numbers, each repeated over a vector.
///
/// An operand is an address and a stride: a register advances with the pixels, a uniform number has stride 0. One loop
/// handles every combination. The memory belongs to whoever created the file, and is released by ``deallocate()``.
struct RegisterFile {
  /// Pixels in a tile; a multiple of the 64 that the widest loops write at once.
  static let tileWidth = 512

  /// One cache line more than the tile, so that registers do not compete for the same cache lines.
  private static let vectorsPerRegister = tileWidth / 8 + 2

  /// A uniform number is repeated for as many pixels as the widest loop processes at once.
  private static let vectorsPerUniform = 2

  private let vectors: UnsafeMutablePointer<Lanes>
  private let registerCount: Int

  private let uniformCount: Int

  /// The size of a table: one number per 8-bit code.
  private static let tableSize = 256

  /// Vectors per table, including the memory that prepares it for look-ups.
  private static let vectorsPerTable = 2 * tableSize / 8

  /// Cache line size: registers are aligned to it, so that no vector straddles two lines.
  private static let lineBytes = 64

  init(registerCount: Int, uniforms: [Float], tables: [[Float]], _ loops: LoopTable) {
    self.registerCount = registerCount
    uniformCount = uniforms.count
    let count = Self.vectorCount(
      registerCount: registerCount, uniformCount: uniforms.count, tableCount: tables.count)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Lanes>.stride, alignment: Self.lineBytes)
    vectors = memory.bindMemory(to: Lanes.self, capacity: max(count, 1))
    vectors.initialize(repeating: Lanes(repeating: 0), count: count)
    for (slot, number) in uniforms.enumerated() {
      uniform(slot).update(repeating: Lanes(repeating: number), count: Self.vectorsPerUniform)
    }
    for (index, numbers) in tables.enumerated() {
      require(numbers.count == Self.tableSize, "a table has a number for each code")
      let table = UnsafeMutablePointer(mutating: table(index))
      for (code, number) in numbers.enumerated() { table[code] = number }
      loops.prepare(table: table)
    }
  }

  func deallocate() { vectors.deallocate() }

  /// The number of vectors for registers, uniform numbers and tables.
  static func vectorCount(registerCount: Int, uniformCount: Int, tableCount: Int) -> Int {
    registerCount * vectorsPerRegister + uniformCount * vectorsPerUniform + tableCount * vectorsPerTable
  }

  /// The first vector of a register.
  @inline(__always) func register(_ register: Plan.Register) -> UnsafeMutablePointer<Lanes> {
    vectors + register.index * Self.vectorsPerRegister
  }

  /// The vector of a uniform number.
  @inline(__always) func uniform(_ slot: Int) -> UnsafeMutablePointer<Lanes> {
    vectors + registerCount * Self.vectorsPerRegister + slot * Self.vectorsPerUniform
  }

  /// The first number of a table.
  func table(_ index: Int) -> UnsafePointer<Float> {
    let first =
      registerCount * Self.vectorsPerRegister + uniformCount * Self.vectorsPerUniform + index * Self.vectorsPerTable
    return UnsafeRawPointer(vectors + first).assumingMemoryBound(to: Float.self)
  }

  /// The location of an operand.
  func source(_ operand: Plan.Operand) -> Source {
    switch operand {
    case .register(let register): Source(address: self.register(register), stride: 1)
    case .uniform(let slot): Source(address: uniform(slot.index), stride: 0)
    }
  }
}

/// The location of an operand: the first vector, and a stride of 1 or 0 vectors.
struct Source {
  var address: UnsafeMutablePointer<Lanes>
  var stride: Int

  /// The location in the form that C loops take.
  var operand: tt_operand { tt_operand(at: numbers(address), stride: stride) }
}

/// The lanes as an array of floats.
@inline(__always) func numbers(_ lanes: UnsafeMutablePointer<Lanes>) -> UnsafeMutablePointer<Float> {
  UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self)
}
