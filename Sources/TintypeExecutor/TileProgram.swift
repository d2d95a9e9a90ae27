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
  private let lookUps: [TableLookUp]
  private let lines: [TextCoverage]
  private let tables: TableMemory
  private let codes: CodeTables?
  private let results: [Source]
  /// Operands of loops that read rows of fields.
  private let readers: [Reader]
  /// The results that loops write to the row of a field: the step, and the operands that read it, among ``readers``.
  private let rowResults: [(step: UnsafeMutablePointer<tt_step>, readers: Range<Int>)?]
  private let loops: LoopTable

  private typealias Memory = UnsafeMutablePointer<Lanes>

  /// An operation on a tile. The cases hold numbers and addresses only, which avoids reference counting.
  private enum Work {
    /// A sequence of operations, fused chains and functions.
    case loops(UnsafePointer<tt_step>, count: Int)
    case load(channel: Int, of: Int, into: Memory)
    case lookUpCodes(channel: Int, of: Int, in: UnsafePointer<Float>, into: Memory)
    case noise(PixelNoise.Channel, into: Memory)
    case position(axis: Int, into: Memory)
    /// Into a register.
    case field(Int, channel: Int, into: Memory)
    /// Without a copy where the field has all pixels, for ``readers``.
    case fieldInPlace(Int, channel: Int, into: Memory, for: Range<Int>)
    case sample(Int, channel: Int, SampleFilter, x: Source, y: Source, into: Memory)
    case lookUp(Int)
    case letters(Int, into: Memory)
  }

  /// An operand of a loop.
  private struct Reader {
    let step: UnsafeMutablePointer<tt_step>
    let place: Int

    func point(to numbers: UnsafePointer<Float>) {
      switch place {
      case 0: step.pointee.x.at = numbers
      case 1: step.pointee.y.at = numbers
      default: step.pointee.z.at = numbers
      }
    }
  }

  init(
    _ pass: Plan.Pass, of plan: Plan, _ uniforms: [Float], _ tables: TableMemory, _ codes: CodeTables? = nil,
    frame: UInt32, loops: LoopTable
  ) {
    let placed = plan.placedLines(uniforms: uniforms)
    let registers = RegisterFile(
      registerCount: pass.registerCount, uniforms: uniforms, tables: plan.tables, loops)
    let joined = StepFusion.joined(pass, uniforms)
    let uses = RegisterUses(joined, pass)
    // As many as there are steps, so that a step is at its own position.
    let loopSteps = UnsafeMutableBufferPointer<tt_step>.allocate(capacity: joined.count)
    var readers: [Reader] = []
    func add(_ operands: [RegisterUses.Operand]) -> Range<Int> {
      readers += operands.map { Reader(step: loopSteps.baseAddress! + $0.step, place: $0.place) }
      return readers.count - operands.count..<readers.count
    }
    var works: [Work] = []
    var lookUps: [TableLookUp] = []
    var lines: [TextCoverage] = []
    func loop(_ step: tt_step, at index: Int) {
      loopSteps.initializeElement(at: index, to: step)
      if case .loops(let first, let count) = works.last {
        works[works.count - 1] = .loops(first, count: count + 1)
      } else {
        works.append(.loops(loopSteps.baseAddress! + index, count: 1))
      }
    }
    func add(_ step: Plan.Step, at index: Int) {
      switch step {
      case .lane(let operation, let register, let operands):
        loop(
          tt_step(operation, operands.map { registers.source($0) }, into: registers.register(register), loops),
          at: index)
      case .cubics(let function, let register, let operand):
        loop(
          tt_step(tables.functions + function, registers.source(operand), into: registers.register(register), loops),
          at: index)
      case .interpolate(let table, let results, let operands):
        works.append(.lookUp(lookUps.count))
        lookUps.append(
          TableLookUp(
            tables.tables[table], operands.map { registers.source($0) }, into: results.map { registers.register($0) }))
      case .letters(let line, let register):
        works.append(.letters(lines.count, into: registers.register(register)))
        lines.append(TextCoverage(placed[line]))
      case .load(let channel, let source, let register):
        works.append(.load(channel: channel, of: source, into: registers.register(register)))
      case .lookup(let channel, let source, let table, let register):
        let own = plan.tables.count
        works.append(
          .lookUpCodes(
            channel: channel, of: source, in: table < own ? registers.table(table) : codes![table - own],
            into: registers.register(register)))
      case .noise(let channel, let seed, let register):
        let noise = PixelNoise.Channel(
          seed: Plan.seed(uniforms[seed.index]), frame: frame, channel: UInt32(channel))
        works.append(.noise(noise, into: registers.register(register)))
      case .position(let axis, let register): works.append(.position(axis: axis, into: registers.register(register)))
      case .field(let field, let channel, let register):
        let memory = registers.register(register)
        works.append(
          uses.operands(of: index).map { .fieldInPlace(field, channel: channel, into: memory, for: add($0)) }
            ?? .field(field, channel: channel, into: memory))
      case .sample(let field, let channel, let filter, let x, let y, let register):
        works.append(
          .sample(
            field, channel: channel, filter, x: registers.source(x), y: registers.source(y),
            into: registers.register(register)))
      }
    }
    for (index, joined) in joined.enumerated() {
      switch joined {
      case .fused(let chain): loop(tt_step(chain, registers, loops), at: index)
      case .step(let step): add(step, at: index)
      }
    }
    rowResults = pass.results.indices.map { channel in
      uses.result(channel).map { (loopSteps.baseAddress! + $0.producer, add($0.readers)) }
    }
    self.readers = readers
    (self.works, self.lookUps, self.lines) = (works, lookUps, lines)
    self.loopSteps = loopSteps
    results = pass.results.map { registers.source($0) }
    self.registers = registers
    (self.tables, self.codes, self.loops) = (tables, codes, loops)
  }

  deinit {
    loopSteps.deallocate()
    registers.deallocate()
  }

  /// Runs all steps over up to ``RegisterFile/tileWidth`` pixels of one row and stores the color.
  ///
  /// - Parameters:
  ///   - row: in source pixels.
  ///   - column: the first pixel, in source pixels.
  ///   - count: the number of pixels.
  ///   - sources: the stored rows of each source.
  ///   - fields: the fields of the plan.
  ///   - result: the destination of the color.
  func run(
    row: Int, column: Int, count: Int, from sources: StoredRows, _ fields: UnsafeBufferPointer<FieldView>,
    to result: WrittenPixels
  ) {
    compute(row: row, column: column, count: count, from: sources, fields)
    result.store(count: count, from: results, loops)
  }

  /// Runs all steps and stores the results as floats, one plane each, `stride` apart.
  func run(
    row: Int, column: Int, count: Int, from sources: StoredRows, _ fields: UnsafeBufferPointer<FieldView>,
    to planes: UnsafeMutablePointer<Float>, stride: Int
  ) {
    for (channel, result) in rowResults.enumerated() {
      guard let (step, operands) = result else { continue }
      let plane = planes + channel * stride
      step.pointee.result = plane
      for reader in operands { readers[reader].point(to: plane) }
    }
    compute(row: row, column: column, count: count, from: sources, fields)
    for (channel, source) in results.enumerated() where rowResults[channel] == nil {
      let plane = planes + channel * stride
      if source.stride == 0 {
        plane.update(repeating: source.address.pointee[0], count: count)
      } else {
        plane.update(from: numbers(source.address), count: count)
      }
    }
  }

  /// Writes a number to the pixels outside of a source.
  private func fill(_ memory: UnsafeMutablePointer<Lanes>, from first: Int, upTo count: Int, with number: Float) {
    let pixels = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Float.self)
    for pixel in first..<count { pixels[pixel] = number }
  }

  private func compute(
    row: Int, column: Int, count: Int, from sources: StoredRows, _ fields: UnsafeBufferPointer<FieldView>
  ) {
    let vectors = (count + 7) / 8
    for work in works {
      switch work {
      case .loops(let first, let count): tt_run(first, count, vectors)
      case .load(let channel, let source, let memory):
        let inside = sources.inside(source, row: row, column: column, count: count)
        if inside > 0 {
          sources[source, row].from(column: column).load(channel: channel, count: inside, into: memory, loops)
        }
        if inside < count { fill(memory, from: inside, upTo: count, with: 0) }
      case .lookUpCodes(let channel, let source, let table, let memory):
        let inside = sources.inside(source, row: row, column: column, count: count)
        if inside > 0 {
          sources[source, row].from(column: column).lookUp(
            channel: channel, in: table, count: inside, into: memory, loops)
        }
        if inside < count { fill(memory, from: inside, upTo: count, with: table[0]) }
      case .noise(let channel, let memory):
        loops.draw(channel.row(Int32(truncatingIfNeeded: row)), column: column, vectors, into: memory)
      case .position(let axis, let memory):
        loops.place(axis == 0 ? column : row, step: axis == 0 ? 1 : 0, vectors, into: memory)
      case .field(let field, let channel, let memory):
        fields[field].read(channel: channel, row: row, column: column, count: count, into: memory)
      case .fieldInPlace(let field, let channel, let memory, let operands):
        var place = UnsafePointer(numbers(memory))
        if let plane = fields[field].pixels(channel: channel, row: row, columns: column..<column + count) {
          place = plane
        } else {
          fields[field].read(channel: channel, row: row, column: column, count: count, into: memory)
        }
        for reader in operands { readers[reader].point(to: place) }
      case .sample(let field, let channel, let filter, let x, let y, let memory):
        fields[field].sample(channel: channel, filter, x: x, y: y, vectors, into: memory)
      case .lookUp(let index): lookUps[index].run(vectors)
      case .letters(let index, let memory): lines[index].draw(row: row, column: column, vectors, into: memory)
      }
    }
  }
}
