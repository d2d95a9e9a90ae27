import CTintypeLanes
import TintypeIntrinsics

/// The loops of the tile machine for one vector width, and the constants they need.
struct LoopTable: @unchecked Sendable {
  /// The widest loops that this processor supports.
  static let widest = LoopTable(tt_loops_here())

  /// Loops over eight pixels at a time, which every supported processor can run.
  static let eight = LoopTable(tt_loops_of_8())

  /// Whether its vectors are wider than eight.
  var isWide: Bool { loops != tt_loops_of_8() }

  private let loops: UnsafePointer<tt_loops>
  /// Coefficients of the logarithm to base 2 and of the power of 2.
  private let exponential: UnsafePointer<Float>
  /// Coefficients of sine and cosine, half pi in three parts, the largest angle.
  private let angle: UnsafePointer<Float>
  /// Coefficients of the arc tangent, half pi.
  private let arc: UnsafePointer<Float>

  private init(_ loops: UnsafePointer<tt_loops>?) {
    self.loops = loops!
    let (l, e) = (ElementaryPolynomials.log2, ElementaryPolynomials.exp2)
    exponential = Self.copied([l.0, l.1, l.2, l.3, l.4, l.5, l.6, l.7, l.8, e.0, e.1, e.2, e.3, e.4, e.5])
    let (s, c, h) = (ElementaryPolynomials.sine, ElementaryPolynomials.cosine, ElementaryPolynomials.halfPi)
    angle = Self.copied([s.0, s.1, s.2, c.0, c.1, c.2, h.0, h.1, h.2, ElementaryPolynomials.largestAngle])
    arc = Self.copied(ElementaryPolynomials.arcTangent + [h.0])
  }

  /// The entries of `SRGBCodes`, bit by bit.
  private nonisolated(unsafe) static let codes: UnsafePointer<Float> = {
    require(SRGBCodes.leastLight == 0x1p-13, "the loops begin the table at the same light")
    return copied(SRGBCodes.table.map { Float(bitPattern: $0) })
  }()

  /// Copies numbers to memory that is allocated once and never freed.
  private static func copied(_ numbers: [Float]) -> UnsafePointer<Float> {
    let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: numbers.count)
    _ = memory.initialize(from: numbers)
    return UnsafePointer(memory.baseAddress!)
  }

  /// The loop of a lane operation, and its constants; those of a loop that needs none are not read.
  func entry(of operation: LaneOperation) -> (loop: tt_loop, constants: UnsafePointer<Float>) {
    let (loops, none) = (loops.pointee, exponential)
    return switch operation {
    case .add: (loops.add, none)
    case .subtract: (loops.subtract, none)
    case .multiply: (loops.multiply, none)
    case .divide: (loops.divide, none)
    case .multiplyAdd: (loops.multiply_add, none)
    case .negate: (loops.negate, none)
    case .minimum: (loops.minimum, none)
    case .maximum: (loops.maximum, none)
    case .absolute: (loops.absolute, none)
    case .floor: (loops.floor, none)
    case .squareRoot: (loops.square_root, none)
    case .exp2: (loops.exp2, exponential)
    case .log2: (loops.log2, exponential)
    case .power: (loops.power, exponential)
    case .sine: (loops.sine, angle)
    case .cosine: (loops.cosine, angle)
    case .arcTangent: (loops.arc_tangent, arc)
    case .srgbCode: (loops.srgb_code, Self.codes)
    case .less: (loops.less, none)
    case .lessOrEqual: (loops.less_or_equal, none)
    case .equal: (loops.equal, none)
    case .and: (loops.and_, none)
    case .or: (loops.or_, none)
    case .not: (loops.not_, none)
    case .select: (loops.select, none)
    }
  }

  /// The loop of a chain of operations, or of several weighted sums at once.
  func loop(_ step: FusedStep) -> tt_loop {
    switch (step.operation, step.rows) {
    case (_, 0): return loops.pointee.nothing
    case (.dot, 2): return loops.pointee.two_dots
    case (.dot, 3): return loops.pointee.three_dots
    case (.affineDot, 2): return loops.pointee.two_affine_dots
    case (.affineDot, 3): return loops.pointee.three_affine_dots
    case (let operation, _): return loop(operation)
    }
  }

  private func loop(_ operation: FusedOperation) -> tt_loop {
    switch operation {
    case .clamp: loops.pointee.clamp
    case .addClamp: loops.pointee.add_clamp
    case .affineClamp: loops.pointee.affine_clamp
    case .dot: loops.pointee.dot
    case .affineDot: loops.pointee.affine_dot
    case .selectSum: loops.pointee.select_sum
    case .complementProduct: loops.pointee.complement_product
    case .affineMaximum: loops.pointee.affine_maximum
    case .differenceProduct: loops.pointee.difference_product
    case .smoothstep: loops.pointee.smoothstep
    }
  }

  /// The loop of a function in pieces.
  var functionLoop: tt_loop { loops.pointee.cubics }

  /// Computes each pixel as a weighted sum of itself and its neighbors in the row.
  func weighAcross(
    _ row: UnsafePointer<Float>, _ weights: UnsafeBufferPointer<Float>, into result: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    loops.pointee.weigh_across(row, weights.baseAddress!, weights.count - 1, result, count)
  }

  /// Computes each pixel of two rows as a weighted sum over rows: `rows` are those from the reach of the weights above
  /// the first one to as far below the second one. If both results are the same memory, it holds the first row.
  func weighDown(
    _ rows: UnsafePointer<UnsafePointer<Float>?>, _ weights: UnsafeBufferPointer<Float>,
    into first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, count: Int
  ) {
    loops.pointee.weigh_down(rows, weights.baseAddress!, weights.count - 1, first, second, count)
  }

  /// The positions of pixel centers, starting at one pixel.
  func place(_ first: Int, step: Float, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>) {
    loops.pointee.position(numbers(result), Float(first) + 0.5, step, vectors)
  }

  /// Decodes one channel of 8-bit pixels.
  func load(
    _ pixels: UnsafePointer<UInt8>, channel: Int, of channels: Int, count: Int,
    into result: UnsafeMutablePointer<Lanes>
  ) {
    loops.pointee.load(
      numbers(result), pixels, Int32(channel), Int32(channels), count)
  }

  /// Encodes 8-bit pixels: clamped, rounded to nearest, NaN as 0.
  func store(_ color: [Source], into pixels: UnsafeMutablePointer<UInt8>, channels: Int, count: Int) {
    withUnsafeTemporaryAllocation(of: tt_operand.self, capacity: color.count) { operands in
      for (index, source) in color.enumerated() { operands.initializeElement(at: index, to: source.operand) }
      loops.pointee.store(pixels, operands.baseAddress!, Int32(channels), count)
    }
  }

  /// Prepares a table of 256 numbers for look-ups; needs memory for another 256 after it.
  func prepare(table: UnsafeMutablePointer<Float>) { loops.pointee.prepare_table(table) }

  /// Looks up numbers in a table by the bytes of one channel.
  func lookUp(
    _ pixels: UnsafePointer<UInt8>, channel: Int, of channels: Int, in table: UnsafePointer<Float>, count: Int,
    into result: UnsafeMutablePointer<Lanes>
  ) {
    loops.pointee.look_up(numbers(result), pixels, Int32(channel), Int32(channels), table, count)
  }

  /// Looks up numbers in a table by the 16-bit patterns of one channel.
  func lookUp(
    _ samples: UnsafePointer<UInt16>, channel: Int, of channels: Int, in table: UnsafePointer<Float>, count: Int,
    into result: UnsafeMutablePointer<Lanes>
  ) {
    loops.pointee.look_up_words(numbers(result), samples, Int32(channel), Int32(channels), table, count)
  }

  /// Generates noise, starting at a column.
  func draw(_ noise: PixelNoise, column: Int, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>) {
    loops.pointee.noise(
      numbers(result), noise.firstKey, noise.secondKey, UInt32(truncatingIfNeeded: column), vectors)
  }
}
