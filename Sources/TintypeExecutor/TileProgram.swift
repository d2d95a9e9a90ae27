import CTintypeLanes
import TintypeIntrinsics
import TintypePlan
import TintypeTables
import TintypeText

/// The plan's steps over the tiles of one thread, with every address resolved in advance: running a tile allocates
/// nothing.
struct TileProgram: ~Copyable {
  private let registers: RegisterFile
  private let steps: [ResolvedStep]
  private let loopSteps: UnsafeMutableBufferPointer<tt_step>
  private let lookUps: [TableLookUp]
  private let lines: [TextCoverage]
  private let tables: TableMemory
  private let results: [Source]
  private let loops: LoopTable

  /// A step with resolved addresses.
  private enum ResolvedStep {
    case load(channel: Int, UnsafeMutablePointer<Lanes>)
    case lookup(channel: Int, UnsafePointer<Float>, UnsafeMutablePointer<Lanes>)
    case interpolate(Int)
    case noise(PixelNoise.Channel, UnsafeMutablePointer<Lanes>)
    case position(axis: Int, UnsafeMutablePointer<Lanes>)
    case letters(Int, UnsafeMutablePointer<Lanes>)
    case field(Int, channel: Int, UnsafeMutablePointer<Lanes>)
    case sample(Int, channel: Int, SampleFilter, x: Source, y: Source, UnsafeMutablePointer<Lanes>)
    /// A sequence of operations, fused chains and functions.
    case loops(UnsafePointer<tt_step>, count: Int)
  }

  init(_ plan: Plan, uniforms: [Float], tables: TableMemory, frame: UInt32, loops: LoopTable) {
    self.init(plan.lastPass, of: plan, uniforms, tables, frame: frame, loops: loops)
  }

  init(
    _ pass: Plan.Pass, of plan: Plan, _ uniforms: [Float], _ tables: TableMemory, frame: UInt32,
    loops: LoopTable
  ) {
    var lookUps: [TableLookUp] = []
    var lines: [TextCoverage] = []
    let placed = plan.placedLines(uniforms: uniforms)
    let registers = RegisterFile(
      registerCount: pass.registerCount, uniforms: uniforms, tables: plan.tables, loops)
    let joined = StepFusion.joined(pass)
    let loopSteps = UnsafeMutableBufferPointer<tt_step>.allocate(capacity: joined.count)
    var loopCount = 0
    func loop(_ step: tt_step) -> ResolvedStep {
      loopSteps.initializeElement(at: loopCount, to: step)
      loopCount += 1
      return .loops(loopSteps.baseAddress! + (loopCount - 1), count: 1)
    }
    func resolved(_ step: Plan.Step) -> ResolvedStep {
      switch step {
      case .load(let channel, let register): .load(channel: channel, registers.register(register.index))
      case .lookup(let channel, let table, let register):
        .lookup(channel: channel, registers.table(table), registers.register(register.index))
      case .interpolate(let table, let results, let operands):
        lookUp(
          TableLookUp(
            tables.tables[table], operands.map { registers.source($0) },
            into: results.map { registers.register($0.index) }))
      case .cubics(let function, let register, let operand):
        loop(
          tt_step(
            tables.functions + function, registers.source(operand), into: registers.register(register.index), loops))
      case .noise(let channel, let seed, let register):
        .noise(
          PixelNoise.Channel(seed: Plan.seed(uniforms[seed.index]), frame: frame, channel: UInt32(channel)),
          registers.register(register.index))
      case .position(let axis, let register): .position(axis: axis, registers.register(register.index))
      case .letters(let line, let register): letters(placed[line], registers.register(register.index))
      case .field(let field, let channel, let register):
        .field(field, channel: channel, registers.register(register.index))
      case .sample(let field, let channel, let filter, let x, let y, let register):
        .sample(
          field, channel: channel, filter, x: registers.source(x), y: registers.source(y),
          registers.register(register.index))
      case .lane(let operation, let register, let operands):
        loop(
          tt_step(operation, operands.map { registers.source($0) }, into: registers.register(register.index), loops))
      }
    }
    func lookUp(_ lookUp: TableLookUp) -> ResolvedStep {
      lookUps.append(lookUp)
      return .interpolate(lookUps.count - 1)
    }
    func letters(_ line: PlacedText<Float>, _ register: UnsafeMutablePointer<Lanes>) -> ResolvedStep {
      lines.append(TextCoverage(line))
      return .letters(lines.count - 1, register)
    }
    var steps: [ResolvedStep] = []
    for joined in joined {
      let step =
        switch joined {
        case .fused(let chain): loop(tt_step(chain, registers, loops))
        case .step(let step): resolved(step)
        }
      if case .loops = step, case .loops(let first, let count) = steps.last {
        steps[steps.count - 1] = .loops(first, count: count + 1)
      } else {
        steps.append(step)
      }
    }
    self.steps = steps
    self.loopSteps = loopSteps
    results = pass.results.map { registers.source($0) }
    self.registers = registers
    self.lookUps = lookUps
    self.lines = lines
    self.tables = tables
    self.loops = loops
  }

  deinit { loopSteps.deallocate() }

  /// Runs all steps over up to ``RegisterFile/tileWidth`` pixels of one row and stores the color.
  ///
  /// - Parameters:
  ///   - row: in source pixels.
  ///   - column: the first pixel, in source pixels.
  ///   - count: the number of pixels.
  ///   - pixels: the stored source pixels, starting at the first pixel.
  ///   - fields: the fields of the plan.
  ///   - result: the destination of the color.
  func run(
    row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows], to result: WrittenPixels
  ) {
    compute(row: row, column: column, count: count, from: pixels, fields)
    result.store(count: count, from: results, loops)
  }

  /// Runs all steps and stores the results as floats, one plane each, `stride` apart.
  func run(
    row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows],
    to planes: UnsafeMutablePointer<Float>, stride: Int
  ) {
    compute(row: row, column: column, count: count, from: pixels, fields)
    for (channel, source) in results.enumerated() {
      let plane = planes + channel * stride
      if source.stride == 0 {
        plane.update(repeating: source.address.pointee[0], count: count)
      } else {
        plane.update(from: numbers(source.address), count: count)
      }
    }
  }

  private func compute(row: Int, column: Int, count: Int, from pixels: StoredPixels, _ fields: [FieldRows]) {
    let vectors = (count + 7) / 8
    for step in steps {
      switch step {
      case .load(let channel, let register): pixels.load(channel: channel, count: count, into: register, loops)
      case .lookup(let channel, let table, let register):
        pixels.lookUp(channel: channel, in: table, count: count, into: register, loops)
      case .interpolate(let index): lookUps[index].run(vectors)
      case .noise(let channel, let register):
        loops.draw(channel.row(Int32(truncatingIfNeeded: row)), column: column, vectors, into: register)
      case .position(let axis, let register):
        loops.place(axis == 0 ? column : row, step: axis == 0 ? 1 : 0, vectors, into: register)
      case .letters(let line, let register): lines[line].draw(row: row, column: column, vectors, into: register)
      case .field(let field, let channel, let register):
        fields[field].read(channel: channel, row: row, column: column, count: count, into: register)
      case .sample(let field, let channel, let filter, let x, let y, let register):
        fields[field].sample(channel: channel, filter, x: x, y: y, vectors, into: register)
      case .loops(let first, let count): tt_run(first, count, vectors)
      }
    }
  }

  /// Runs the steps that need no picture on given register contents, as at the start of the first row, and returns the
  /// register contents afterward.
  func run(over contents: [[Float]]) -> [[Float]] {
    let count = contents.map(\.count).max() ?? 0
    require(count <= RegisterFile.tileWidth, "a register holds one tile")
    for (index, numbers) in contents.enumerated() {
      let register = registers.register(index)
      for (pixel, number) in numbers.enumerated() { register[pixel / 8][pixel % 8] = number }
    }
    for step in steps {
      switch step {
      case .loops(let first, let loopCount): tt_run(first, loopCount, (count + 7) / 8)
      case .interpolate(let index): lookUps[index].run((count + 7) / 8)
      case .noise(let channel, let register):
        loops.draw(channel.row(0), column: 0, (count + 7) / 8, into: register)
      case .load, .lookup, .position, .letters, .field, .sample: continue
      }
    }
    return contents.indices.map { index in
      (0..<count).map { registers.register(index)[$0 / 8][$0 % 8] }
    }
  }
}
