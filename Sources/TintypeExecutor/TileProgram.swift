import CTintypeLanes
import TintypeIntrinsics
import TintypeLettering
import TintypePlan
import TintypeTables

/// The plan's steps over the tiles of one thread, with every address found beforehand: running a tile allocates nothing.
struct TileProgram: ~Copyable {
  private let registers: RegisterFile
  private let steps: [ResolvedStep]
  private let lookUps: [TableLookUp]
  private let lines: [InkRows]
  private let tables: TableMemory
  private let results: [Source]
  private let frame: UInt32
  private let codes = SRGBCodeTable.shared.entries

  /// A step with addresses instead of names.
  private enum ResolvedStep {
    case load(channel: Int, UnsafeMutablePointer<Lanes>)
    case lookup(channel: Int, UnsafePointer<Float>, UnsafeMutablePointer<Lanes>)
    case interpolate(Int)
    case cubics(FunctionPieces, UnsafeMutablePointer<Lanes>, Source)
    case noise(channel: UInt32, seed: UInt32, UnsafeMutablePointer<Lanes>)
    case position(axis: Int, UnsafeMutablePointer<Lanes>)
    case letters(Int, UnsafeMutablePointer<Lanes>)
    case field(Int, channel: Int, UnsafeMutablePointer<Lanes>)
    case sample(Int, channel: Int, SampleFilter, x: Source, y: Source, UnsafeMutablePointer<Lanes>)
    case lane(LaneOperation, UnsafeMutablePointer<Lanes>, Source, Source, Source)
    case fused(FusedLoop)
  }

  init(_ plan: Plan, uniforms: [Float], tables: TableMemory, frame: UInt32) {
    self.init(plan.lastPass, of: plan, uniforms, tables, frame: frame)
  }

  init(_ pass: Plan.Pass, of plan: Plan, _ uniforms: [Float], _ tables: TableMemory, frame: UInt32) {
    var lookUps: [TableLookUp] = []
    var lines: [InkRows] = []
    let placed = plan.placedLines(uniforms: uniforms)
    let registers = RegisterFile(registerCount: pass.registerCount, uniforms: uniforms, tables: plan.tables)
    steps = StepFusion.joined(pass).map { joined in
      let step: Plan.Step
      switch joined {
      case .fused(let chain): return .fused(FusedLoop(chain, registers))
      case .step(let alone): step = alone
      }
      switch step {
      case .load(let channel, let register):
        return .load(channel: channel, registers.register(register.index))
      case .lookup(let channel, let table, let register):
        return .lookup(channel: channel, registers.table(table), registers.register(register.index))
      case .interpolate(let table, let results, let operands):
        lookUps.append(
          TableLookUp(
            tables.tables[table], operands.map { registers.source($0) },
            into: results.map { registers.register($0.index) }))
        return .interpolate(lookUps.count - 1)
      case .cubics(let function, let register, let operand):
        return .cubics(
          tables.functions[function], registers.register(register.index), registers.source(operand))
      case .noise(let channel, let seed, let register):
        return .noise(
          channel: UInt32(channel), seed: Plan.seed(uniforms[seed.index]), registers.register(register.index))
      case .position(let axis, let register): return .position(axis: axis, registers.register(register.index))
      case .letters(let line, let register):
        lines.append(InkRows(placed[line]))
        return .letters(lines.count - 1, registers.register(register.index))
      case .field(let field, let channel, let register):
        return .field(field, channel: channel, registers.register(register.index))
      case .sample(let field, let channel, let filter, let x, let y, let register):
        return .sample(
          field, channel: channel, filter, x: registers.source(x), y: registers.source(y),
          registers.register(register.index))
      case .lane(let operation, let register, let operands):
        let sources = operands.map { registers.source($0) }
        let (second, third) = (sources.count > 1 ? sources[1] : sources[0], sources.count > 2 ? sources[2] : sources[0])
        return .lane(operation, registers.register(register.index), sources[0], second, third)
      }
    }
    results = pass.results.map { registers.source($0) }
    self.registers = registers
    self.lookUps = lookUps
    self.lines = lines
    self.tables = tables
    self.frame = frame
  }

  /// Runs all steps over up to ``RegisterFile/tileWidth`` pixels of one row and stores the colour.
  ///
  /// - Parameters:
  ///   - row: in source pixels.
  ///   - column: of the first pixel, in source pixels.
  ///   - count: of pixels.
  ///   - pixels: the stored source pixels from that one on.
  ///   - fields: the fields of the plan.
  ///   - result: where the colour goes.
  func run(
    row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows], to result: WrittenPixels
  ) {
    compute(row: row, column: column, count: count, from: pixels, fields)
    result.store(count: count, from: results)
  }

  /// Runs all steps and keeps the results as floats, a plane for each, `stride` apart.
  func run(
    row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows],
    to planes: UnsafeMutablePointer<Float>, stride: Int
  ) {
    compute(row: row, column: column, count: count, from: pixels, fields)
    for (channel, source) in results.enumerated() {
      let plane = UnsafeMutableRawPointer(planes + channel * stride)
      var source = source
      for vector in 0..<(count + 7) / 8 {
        plane.storeBytes(of: source.address.pointee, toByteOffset: vector * 32, as: Lanes.self)
        source.address += source.stride
      }
    }
  }

  private func compute(row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows]) {
    let vectors = (count + 7) / 8
    for step in steps {
      switch step {
      case .load(let channel, let register): pixels.load(channel: channel, count: count, into: register)
      case .lookup(let channel, let table, let register):
        pixels.lookUp(channel: channel, in: table, count: count, into: register)
      case .interpolate(let index): lookUps[index].run(vectors)
      case .cubics(let function, let register, let x): map(vectors, register, x) { function($0) }
      case .noise(let channel, let seed, let register):
        let keys = PixelNoise(seed: seed, frame: frame, channel: channel, row: Int32(truncatingIfNeeded: row))
        draw(keys, column: column, vectors, into: register)
      case .position(let axis, let register):
        place(axis == 0 ? column : row, step: axis == 0 ? 1 : 0, vectors, into: register)
      case .letters(let line, let register): lines[line].draw(row: row, column: column, vectors, into: register)
      case .field(let field, let channel, let register):
        fields[field].read(channel: channel, row: row, column: column, count: count, into: register)
      case .sample(let field, let channel, let filter, let x, let y, let register):
        fields[field].sample(channel: channel, filter, x: x, y: y, vectors, into: register)
      case .lane(let operation, let register, let a, let b, let c): compute(operation, vectors, into: register, a, b, c)
      case .fused(let loop): loop.run(vectors)
      }
    }
  }

  /// Runs the steps that need no picture over given contents of the registers, and gives the contents they leave.
  func run(over contents: [[Float]]) -> [[Float]] {
    let count = contents.map(\.count).max() ?? 0
    require(count <= RegisterFile.tileWidth, "a register holds one tile")
    for (index, numbers) in contents.enumerated() {
      let register = registers.register(index)
      for (pixel, number) in numbers.enumerated() { register[pixel / 8][pixel % 8] = number }
    }
    for step in steps {
      switch step {
      case .lane(let operation, let register, let a, let b, let c):
        compute(operation, (count + 7) / 8, into: register, a, b, c)
      case .fused(let loop): loop.run((count + 7) / 8)
      case .interpolate(let index): lookUps[index].run((count + 7) / 8)
      case .cubics(let function, let register, let x): map((count + 7) / 8, register, x) { function($0) }
      default: continue
      }
    }
    return contents.indices.map { index in
      (0..<count).map { registers.register(index)[$0 / 8][$0 % 8] }
    }
  }

  private func draw(_ keys: PixelNoise, column: Int, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>) {
    var columns = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7) &+ UInt32(truncatingIfNeeded: column)
    for vector in 0..<vectors {
      result[vector] = noise(keys, columns: columns)
      columns &+= 8
    }
  }

  /// The centres of pixels from one on: whole numbers and a half, exact below 2^23.
  private func place(_ first: Int, step: Float, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>) {
    let lanes = Lanes(0, 1, 2, 3, 4, 5, 6, 7) * step
    for vector in 0..<vectors {
      result[vector] = Lanes(repeating: Float(first) + Float(vector * 8) * step) + lanes + 0.5
    }
  }

  private func compute(
    _ operation: LaneOperation, _ vectors: Int, into result: UnsafeMutablePointer<Lanes>, _ a: Source, _ b: Source,
    _ c: Source
  ) {
    switch operation {
    case .add: map(vectors, result, a, b) { $0 + $1 }
    case .subtract: map(vectors, result, a, b) { $0 - $1 }
    case .multiply: map(vectors, result, a, b) { $0 * $1 }
    case .divide: map(vectors, result, a, b) { $0 / $1 }
    case .multiplyAdd: map(vectors, result, a, b, c) { fma($0, $1, $2) }
    case .negate: map(vectors, result, a) { negated($0) }
    case .minimum: map(vectors, result, a, b) { least($0, $1) }
    case .maximum: map(vectors, result, a, b) { greatest($0, $1) }
    case .absolute: map(vectors, result, a) { Lanes(bits: $0.bits & 0x7fff_ffff) }
    case .floor: map(vectors, result, a) { tt_floor($0) }
    case .squareRoot: map(vectors, result, a) { tt_sqrt($0) }
    case .exp2: map(vectors, result, a) { exp2($0) }
    case .log2: map(vectors, result, a) { log2($0) }
    case .power: map(vectors, result, a, b) { power($0, $1) }
    case .sine: map(vectors, result, a) { sine($0) }
    case .cosine: map(vectors, result, a) { cosine($0) }
    case .srgbCode: map(vectors, result, a) { srgbCode($0, codes) }
    case .less: map(vectors, result, a, b) { .truth($0 .< $1) }
    case .lessOrEqual: map(vectors, result, a, b) { .truth($0 .<= $1) }
    case .equal: map(vectors, result, a, b) { .truth($0 .== $1) }
    case .and: map(vectors, result, a, b) { Lanes(bits: $0.bits & $1.bits) }
    case .or: map(vectors, result, a, b) { Lanes(bits: $0.bits | $1.bits) }
    case .not: map(vectors, result, a) { Lanes(bits: ~$0.bits) }
    case .select: map(vectors, result, a, b, c) { select($0, $1, $2) }
    }
  }
}

// One loop for each number of operands; the operation is inlined into it.

@inline(__always)
private func map(
  _ vectors: Int, _ result: UnsafeMutablePointer<Lanes>, _ a: Source, _ operation: (Lanes) -> Lanes
) {
  var a = a
  for vector in 0..<vectors {
    result[vector] = operation(a.address.pointee)
    a.address += a.stride
  }
}

@inline(__always)
private func map(
  _ vectors: Int, _ result: UnsafeMutablePointer<Lanes>, _ a: Source, _ b: Source, _ operation: (Lanes, Lanes) -> Lanes
) {
  var (a, b) = (a, b)
  for vector in 0..<vectors {
    result[vector] = operation(a.address.pointee, b.address.pointee)
    a.address += a.stride
    b.address += b.stride
  }
}

@inline(__always)
private func map(
  _ vectors: Int, _ result: UnsafeMutablePointer<Lanes>, _ a: Source, _ b: Source, _ c: Source,
  _ operation: (Lanes, Lanes, Lanes) -> Lanes
) {
  var (a, b, c) = (a, b, c)
  for vector in 0..<vectors {
    result[vector] = operation(a.address.pointee, b.address.pointee, c.address.pointee)
    a.address += a.stride
    b.address += b.stride
    c.address += c.stride
  }
}
