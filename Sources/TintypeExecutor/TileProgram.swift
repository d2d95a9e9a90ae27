import CTintypeLanes
import TintypeIntrinsics
import TintypePlan
import TintypeTables
import TintypeText

/// The plan's steps over the tiles of one thread. Addresses of loops are resolved in advance, and running a tile
/// allocates nothing.
struct TileProgram: ~Copyable {
  private let registers: RegisterFile
  private let works: [Work]
  private let loopSteps: UnsafeMutableBufferPointer<tt_step>
  private let uniforms: [Float]
  private let frame: UInt32
  private let tables: TableMemory
  private let results: [Source]
  private let loops: LoopTable

  /// What is done to a tile.
  private enum Work {
    /// A sequence of operations, fused chains and functions, with resolved addresses.
    case loops(UnsafePointer<tt_step>, count: Int)
    case lookUp(TableLookUp)
    case letters(TextCoverage, into: Plan.Register)
    /// Any other step.
    case step(Plan.Step)
  }

  init(
    _ pass: Plan.Pass, of plan: Plan, _ uniforms: [Float], _ tables: TableMemory, frame: UInt32,
    loops: LoopTable
  ) {
    let placed = plan.placedLines(uniforms: uniforms)
    let registers = RegisterFile(
      registerCount: pass.registerCount, uniforms: uniforms, tables: plan.tables, loops)
    let joined = StepFusion.joined(pass)
    let loopSteps = UnsafeMutableBufferPointer<tt_step>.allocate(capacity: joined.count)
    var loopCount = 0
    var works: [Work] = []
    func loop(_ step: tt_step) {
      loopSteps.initializeElement(at: loopCount, to: step)
      loopCount += 1
      if case .loops(let first, let count) = works.last {
        works[works.count - 1] = .loops(first, count: count + 1)
      } else {
        works.append(.loops(loopSteps.baseAddress! + (loopCount - 1), count: 1))
      }
    }
    for joined in joined {
      switch joined {
      case .fused(let chain): loop(tt_step(chain, registers, loops))
      case .step(.lane(let operation, let register, let operands)):
        loop(
          tt_step(operation, operands.map { registers.source($0) }, into: registers.register(register.index), loops))
      case .step(.cubics(let function, let register, let operand)):
        loop(
          tt_step(
            tables.functions + function, registers.source(operand), into: registers.register(register.index), loops))
      case .step(.interpolate(let table, let results, let operands)):
        works.append(
          .lookUp(
            TableLookUp(
              tables.tables[table], operands.map { registers.source($0) },
              into: results.map { registers.register($0.index) })))
      case .step(.letters(let line, let register)): works.append(.letters(TextCoverage(placed[line]), into: register))
      case .step(let step): works.append(.step(step))
      }
    }
    self.works = works
    self.loopSteps = loopSteps
    results = pass.results.map { registers.source($0) }
    self.registers = registers
    (self.uniforms, self.tables, self.frame, self.loops) = (uniforms, tables, frame, loops)
  }

  deinit { loopSteps.deallocate() }

  /// Runs all steps over up to ``RegisterFile/tileWidth`` pixels of one row and stores the color.
  ///
  /// - Parameters:
  ///   - row: in source pixels.
  ///   - column: the first pixel, in source pixels.
  ///   - count: the number of pixels.
  ///   - sources: the stored row of each source.
  ///   - fields: the fields of the plan.
  ///   - result: the destination of the color.
  func run(
    row: Int, column: Int, count: Int, from sources: StoredRow, _ fields: [FieldRows], to result: WrittenPixels
  ) {
    compute(row: row, column: column, count: count, from: sources, fields)
    result.store(count: count, from: results, loops)
  }

  /// Runs all steps and stores the results as floats, one plane each, `stride` apart.
  func run(
    row: Int, column: Int, count: Int, from sources: StoredRow, _ fields: [FieldRows],
    to planes: UnsafeMutablePointer<Float>, stride: Int
  ) {
    compute(row: row, column: column, count: count, from: sources, fields)
    for (channel, source) in results.enumerated() {
      let plane = planes + channel * stride
      if source.stride == 0 {
        plane.update(repeating: source.address.pointee[0], count: count)
      } else {
        plane.update(from: numbers(source.address), count: count)
      }
    }
  }

  private func compute(row: Int, column: Int, count: Int, from sources: StoredRow, _ fields: [FieldRows]) {
    let vectors = (count + 7) / 8
    func memory(_ register: Plan.Register) -> UnsafeMutablePointer<Lanes> { registers.register(register.index) }
    for work in works {
      switch work {
      case .loops(let first, let count): tt_run(first, count, vectors)
      case .lookUp(let lookUp): lookUp.run(vectors)
      case .letters(let line, let register): line.draw(row: row, column: column, vectors, into: memory(register))
      case .step(.load(let channel, let source, let register)):
        sources[source].from(column: column).load(channel: channel, count: count, into: memory(register), loops)
      case .step(.lookup(let channel, let source, let table, let register)):
        sources[source].from(column: column).lookUp(
          channel: channel, in: registers.table(table), count: count, into: memory(register), loops)
      case .step(.noise(let channel, let seed, let register)):
        let noise = PixelNoise(
          seed: Plan.seed(uniforms[seed.index]), frame: frame, channel: UInt32(channel),
          row: Int32(truncatingIfNeeded: row))
        loops.draw(noise, column: column, vectors, into: memory(register))
      case .step(.position(let axis, let register)):
        loops.place(axis == 0 ? column : row, step: axis == 0 ? 1 : 0, vectors, into: memory(register))
      case .step(.field(let field, let channel, let register)):
        fields[field].read(channel: channel, row: row, column: column, count: count, into: memory(register))
      case .step(.sample(let field, let channel, let filter, let x, let y, let register)):
        fields[field].sample(
          channel: channel, filter, x: registers.source(x), y: registers.source(y), vectors, into: memory(register))
      case .step(.lane), .step(.cubics), .step(.interpolate), .step(.letters):
        require(false, "a step has its addresses")
      }
    }
  }
}
