import TintypePlan

/// A render in progress: the stages from the sources to the result, each with a sliding window of rows.
///
/// It gives out tasks: a few rows of one stage, whose inputs are complete. Tasks that were given out run on any threads
/// and end in any order, so that no thread waits for another as long as any stage has rows to make. Each row is made
/// once, and only the rows that a later one needs are held. The result depends neither on the number of threads nor on
/// the rows of a task.
///
/// ```
///  photo ─▶ field ─▶ halved ─▶ blurred ─▶ doubled ─▶ last pass ─▶ result        a window for each; the later a stage,
///     └────────┴─────────────────────────────────────────▲                     the sooner its rows are given out
/// ```
///
/// Its owner calls all members but ``run(_:)`` from one thread at a time.
package final class StagedExecution: @unchecked Sendable {
  /// Rows of one stage to be made. A class, because it is passed on several times.
  package final class Task {
    fileprivate let stage: Int
    /// In pixels of the stage.
    package let rows: Range<Int>
    /// The source to be read, and the memory for its rows; nil for rows to be computed.
    package let read: (source: Int, memory: UnsafeMutableRawBufferPointer, rowBytes: Int)?
    /// Where rows of the result go; nil for rows of other stages.
    package let result: PixelView?
    fileprivate let view: View

    fileprivate init(
      stage: Int, rows: Range<Int>, read: (source: Int, memory: UnsafeMutableRawBufferPointer, rowBytes: Int)?,
      result: PixelView?, view: View
    ) {
      (self.stage, self.rows, self.read, self.result, self.view) = (stage, rows, read, result, view)
    }
  }

  /// The memory that a task works on.
  fileprivate enum View {
    case none
    case pass(sources: [PixelView], fields: [FieldView], into: FieldView?, PixelView)
    case filter(of: [FieldView], into: FieldView)
  }

  /// What computes; nil for a copy.
  private let execution: Execution?
  private let sources: [PixelRows]
  private let fields: [FieldRows]
  private let stages: [RowStage]
  private let result: PixelRows
  private let isDry: Bool
  /// The number of the stage that makes the result.
  private let last: Int
  /// The stages that read each stage's output.
  private let readers: [[Int]]
  /// The stages from which each stage's inputs come.
  private let producers: [[Int]]
  /// Whether a stage may have rows to give out.
  private var isPromising: [Bool]
  private var isReading: [Bool]
  /// Whether a stage has not asked yet for all that its wanted rows need.
  private var isWaiting: [Bool]

  /// The rows of the result, in source pixels unless the recipe turns or resizes.
  package let rows: Range<Int>

  /// The rows of a task.
  private let rowsAtOnce: Int

  /// The rows of the result for which earlier stages work ahead.
  private let rowsAhead: Int

  /// The rows of the result that may be held.
  private let rowsHeld: Int

  /// The rows of the result before this one are no longer needed.
  private var released: Int

  /// The pixels of a task: its rows of some stages should stay in the second-level cache.
  private static let pixelsAtOnce = 48 << 10

  /// The least and the most rows of a task, unless the picture is so wide that fewer must do.
  private static let mostRowsAtOnce = 32

  /// Rows of another picture, which may be much wider, that are read at a time.
  private static let pictureRowsAtOnce = 8

  /// Begins a render.
  ///
  /// - Parameters:
  ///   - execution: the prepared plan.
  ///   - workers: how many tasks run at once.
  ///   - rowsHeld: the rows of the result that may wait for being released, at least; nil for a few.
  ///   - photoRowBytes: the distance of rows of the photo; nil for any.
  package convenience init(
    _ execution: Execution, workers: Int, rowsHeld: Int? = nil, photoRowBytes: Int? = nil
  ) {
    self.init(
      execution, workers: workers, rowsHeld: rowsHeld, photoRowBytes: photoRowBytes, isDry: false)
  }

  fileprivate init(
    _ execution: Execution, workers: Int, rowsHeld: Int?, photoRowBytes: Int?, isDry: Bool
  ) {
    self.execution = execution
    self.isDry = isDry
    rows = execution.bounds.columns.isEmpty ? 0..<0 : execution.bounds.rows
    let rowsAtOnce = Self.rowsAtOnce(execution, workers: workers)
    self.rowsAtOnce = rowsAtOnce
    sources = execution.sources.enumerated().map { number, shape in
      PixelRows(
        0..<shape.size.height, width: shape.size.width, shape.format, rowBytes: number == 0 ? photoRowBytes : nil,
        rowsPerBlock: number == 0 ? rowsAtOnce : min(rowsAtOnce, Self.pictureRowsAtOnce), isDry: isDry)
    }
    result = PixelRows(
      rows, width: execution.bounds.columns.count, execution.resultFormat, rowsPerBlock: rowsAtOnce, isDry: isDry)
    let stages = FieldStages(execution, from: sources, to: result, isDry: isDry)
    (fields, self.stages) = (stages.fields, stages.stages)
    last = stages.stages.count - 1
    // In the dry run tasks end at once, and elsewhere as many as there are workers may be under way.
    rowsAhead = rowsAtOnce * (isDry ? 2 * workers - 1 : workers)
    self.rowsHeld = max(rowsHeld ?? 0, rowsAtOnce * workers)
    released = rows.lowerBound
    (readers, producers) = Self.wiring(stages.stages)
    isPromising = stages.stages.map { _ in true }
    isReading = sources.map { _ in false }
    isWaiting = isPromising.map { _ in false }
    skipUnneededRows()
    demand()
  }

  /// Begins to copy rows of a picture.
  ///
  /// - Parameters:
  ///   - shape: of the picture.
  ///   - rows: the rows that make the result; the others are read as well.
  package init(copying shape: SourceShape, rows: Range<Int>, rowsAtOnce: Int, rowsHeld: Int) {
    (execution, isDry, fields, last) = (nil, false, [], 0)
    (self.rows, self.rowsAtOnce, rowsAhead) = (rows, rowsAtOnce, rowsAtOnce)
    self.rowsHeld = max(rowsHeld, rowsAtOnce)
    result = PixelRows(
      0..<shape.size.height, width: shape.size.width, shape.format, rowsPerBlock: rowsAtOnce, isDry: false)
    sources = [result]
    stages = [RowStage(making: .read(0), inputs: [], output: result.window)]
    released = rows.lowerBound
    (readers, producers, isPromising, isReading, isWaiting) = ([[]], [[]], [true], [false], [false])
    demand()
  }

  /// Fewer for a picture that is placed much smaller than it is: each result row needs many of its rows.
  private static func rowsAtOnce(_ execution: Execution, workers: Int) -> Int {
    let width = max(execution.bounds.columns.count, execution.size.width, 1)
    let height = max(execution.bounds.rows.count, 1)
    var rows = mostRowsAtOnce
    while rows > 1, rows * width > pixelsAtOnce { rows /= 2 }
    let ofPictures = execution.pictures.map { 16 * height / max($0.size.height, height) }.min() ?? rows
    while rows > 1, rows > ofPictures { rows /= 2 }
    return rows
  }

  private static func wiring(_ stages: [RowStage]) -> (readers: [[Int]], producers: [[Int]]) {
    var numbers: [ObjectIdentifier: Int] = [:]
    for (number, stage) in stages.enumerated() { numbers[ObjectIdentifier(stage.output)] = number }
    let producers = stages.map { stage in
      Set(stage.inputs.compactMap { numbers[ObjectIdentifier($0.window)] }).sorted()
    }
    let readers = stages.indices.map { number in stages.indices.filter { producers[$0].contains(number) } }
    return (readers, producers)
  }

  /// Begins each stage at the first of its rows that a part of a result needs. Sources are read from their first row.
  private func skipUnneededRows() {
    for number in stages.indices.reversed() where number != last {
      let output = stages[number].output
      if case .read = stages[number].making { continue }
      var first = output.rows.upperBound
      for reader in readers[number] {
        let readerRows = stages[reader].output
        for input in stages[reader].inputs where input.window === output {
          first = min(first, input.first(for: readerRows.claimed, last: readerRows.rows.upperBound - 1))
        }
      }
      output.begin(at: first - (first - output.rows.lowerBound) % stages[number].rowsAtOnce)
    }
  }

  // MARK: The result

  /// Whether all rows of the result are made, and all of the photo are read.
  package var isOver: Bool { result.window.done >= rows.upperBound && sources[0].window.isComplete }

  /// The rows of the result that are complete and held.
  package var made: Range<Int> { released..<max(released, min(result.window.done, rows.upperBound)) }

  /// Where the rows of the result lie.
  package var view: PixelView { result.view }

  /// Drops the rows of the result before `row`.
  package func release(before row: Int) {
    released = row
    release(last)
    demand()
  }

  // MARK: Tasks

  /// Gives out the next task, of the latest stage that has one; nil as long as there is none.
  package func next() -> Task? {
    for place in stages.indices {
      let number = isDry ? place : last - place
      guard isPromising[number] else { continue }
      if let rows = claimable(number) { return claim(rows, of: number) }
      isPromising[number] = false
    }
    return nil
  }

  /// Marks a task as done.
  package func finish(_ task: Task) {
    let number = task.stage
    stages[number].output.finish(task.rows)
    for reader in readers[number] { isPromising[reader] = true }
    if case .read(let source) = stages[number].making {
      isReading[source] = false
      isPromising[number] = true
    }
    // Of its own rows, those above the ones that the first row of the result needs are not needed.
    for producer in producers[number] + [number] { release(producer) }
  }

  private func claim(_ rows: Range<Int>, of number: Int) -> Task {
    let stage = stages[number]
    stage.output.claim(upTo: rows.upperBound)
    if number == last || isWaiting[number] { demand() }
    var read: (source: Int, memory: UnsafeMutableRawBufferPointer, rowBytes: Int)?
    var view = View.none
    if case .read(let source) = stage.making { isReading[source] = true }
    if !isDry {
      switch stage.making {
      case .read(let source):
        let place = sources[source].view
        read = (source, place.memory(rows), place.rowBytes)
      case .pass(let field): view = passView(into: fields[field].view)
      case .last: view = passView(into: nil)
      case .filter(_, let inputs, let output): view = .filter(of: inputs.map({ $0.view }), into: output.view)
      }
    }
    return Task(stage: number, rows: rows, read: read, result: number == last ? result.view : nil, view: view)
  }

  private func passView(into field: FieldView?) -> View {
    .pass(sources: sources.map { $0.view }, fields: fields.map { $0.view }, into: field, result.view)
  }

  /// The next rows of a stage, if they can be made now.
  private func claimable(_ number: Int) -> Range<Int>? {
    let stage = stages[number]
    let output = stage.output
    let (first, all) = (output.claimed, output.rows)
    guard first < all.upperBound else { return nil }
    var end: Int
    switch stage.making {
    case .read(let source):
      guard !isReading[source], first < output.demanded else { return nil }
      let block = output.blocks.rowsPerBlock
      end = (first / block + 1) * block
    case .filter(let maker, _, _):
      // Rows that need less memory than what they are made of are made as soon as they can be.
      guard first < output.demanded || maker.makesLess else { return nil }
      let group = maker.rowsAtOnce
      end = group > 1 ? first + group : first + rowsAtOnce
      if group == 1, first < output.demanded { end = min(end, output.demanded) }
    case .pass:
      guard first < output.demanded else { return nil }
      end = min(first + rowsAtOnce, output.demanded)
    case .last:
      end = first + rowsAtOnce
      guard min(end, all.upperBound) <= released + rowsHeld else { return nil }
    }
    let rows = first..<min(end, all.upperBound)
    for input in stage.inputs where input.end(for: rows) > input.window.done { return nil }
    return rows
  }

  /// Determines how far each stage must advance for the next rows of the result.
  private func demand() {
    let result = result.window
    result.demand(upTo: min(max(result.claimed, rows.lowerBound) + rowsAhead, released + rowsHeld, rows.upperBound))
    for number in stages.indices.reversed() {
      let stage = stages[number]
      let output = stage.output
      guard output.claimed < output.demanded else { continue }
      let group = stage.rowsAtOnce
      let first = output.rows.lowerBound
      output.demand(upTo: first + (output.demanded - first + group - 1) / group * group)
      isPromising[number] = true
      // What many rows need, where the result begins far below the top, is not asked for at once.
      let end = min(output.demanded, output.claimed + max(rowsAhead, group))
      isWaiting[number] = end < output.demanded
      for input in stage.inputs { input.window.demand(upTo: input.end(for: output.claimed..<end)) }
    }
    // The rest of the photo is read as well: damage anywhere in a file is an error.
    guard result.claimed >= rows.upperBound else { return }
    sources[0].window.demand(upTo: sources[0].window.rows.upperBound)
    isPromising[0] = true
  }

  /// Frees the rows of a stage's output that nothing needs any more.
  private func release(_ number: Int) {
    let window = stages[number].output
    var needed = window.done
    if number == last {
      needed = released < rows.upperBound ? released : window.done
    } else if !stages[last].output.isComplete {
      for reader in readers[number] where !stages[reader].output.isComplete {
        let output = stages[reader].output
        for input in stages[reader].inputs where input.window === window {
          needed = min(needed, input.first(for: output.done, last: output.rows.upperBound - 1))
        }
      }
    }
    window.release(before: needed)
  }

  // MARK: Work

  /// Computes the rows of a task, which reads no source.
  package func run(_ task: Task) {
    guard let execution else { return }
    switch task.view {
    case .none: break
    case .filter(let inputs, let output):
      guard case .filter(let maker, _, _) = stages[task.stage].making else { return }
      inputs.withUnsafeBufferPointer { maker.make(task.rows, of: output, from: $0, execution.programs.loops) }
    case .pass(let sources, let fields, let field, let result):
      sources.withUnsafeBufferPointer { sources in
        fields.withUnsafeBufferPointer { fields in
          if let field, case .pass(let number) = stages[task.stage].making {
            let sizes = execution.sizes(ofField: number, making: field.pixels)
            execution.run(field: number, task.rows, from: StoredRows(sources, sizes: sizes), fields, into: field)
          } else {
            let sizes = execution.sizes(ofField: nil, making: execution.bounds)
            execution.run(task.rows, from: StoredRows(sources, sizes: sizes), fields, into: result)
          }
        }
      }
    }
  }
}

extension StagedExecution {
  /// How far all stages are.
  private struct State {
    var windows: [RowWindow.Place]
    var isPromising: [Bool]
    var isWaiting: [Bool]
  }

  private var state: State {
    State(windows: stages.map { $0.output.place }, isPromising: isPromising, isWaiting: isWaiting)
  }

  /// Whether a state is an earlier one some rows further down, so that the same follows upon it.
  private func repeats(_ earlier: State, _ later: State) -> Bool {
    guard earlier.isPromising == later.isPromising, earlier.isWaiting == later.isWaiting else { return false }
    var rowsDown: [ObjectIdentifier: Int] = [:]
    for (number, stage) in stages.enumerated() {
      guard let down = later.windows[number].rows(below: earlier.windows[number]), down > 0,
        down % stage.output.blocks.rowsPerBlock == 0
      else { return false }
      rowsDown[ObjectIdentifier(stage.output)] = down
    }
    return stages.allSatisfy { stage in
      let down = rowsDown[ObjectIdentifier(stage.output)]!
      return stage.inputs.allSatisfy {
        $0.footprint.rows(down: down) == rowsDown[ObjectIdentifier($0.window)].map(Double.init)
      }
    }
  }

  /// The peak memory of a render.
  package struct PeakMemory: Sendable, Equatable {
    /// Rows of each field of the plan.
    package var fieldRows: [Int]

    /// Bytes of all rows: of the sources, of fields, of steps between them, and of the result.
    package var rowBytes: ByteCount

    /// Bytes that each worker needs besides.
    package var bytesPerWorker: ByteCount

    /// The bytes of all.
    package func bytes(workers: Int) -> ByteCount { rowBytes + bytesPerWorker * workers }
  }

  /// Determines the peak memory of a render without rendering: the early stages work ahead as far as they may.
  ///
  /// - Parameter endsEarly: whether counting ends where everything repeats, which changes nothing.
  package static func peakMemory(
    of execution: Execution, workers: Int, rowsHeld: Int? = nil, endsEarly: Bool = true
  ) -> PeakMemory {
    let staged = StagedExecution(execution, workers: workers, rowsHeld: rowsHeld, photoRowBytes: nil, isDry: true)
    var last = staged.state
    var periods = 1
    var releases = 0
    while let task = staged.next() {
      staged.finish(task)
      let end = staged.made.upperBound
      guard end >= staged.released + staged.rowsHeld || end == staged.rows.upperBound else { continue }
      staged.release(before: end)
      // Once everything repeats some rows further down, no more memory is needed than before. The state that others are
      // compared with is renewed less and less often.
      let state = staged.state
      if endsEarly, staged.repeats(last, state) { break }
      releases += 1
      if releases == periods { (last, periods, releases) = (state, 2 * periods, 0) }
    }
    let working = staged.stages.map { stage -> ByteCount in
      if case .filter(let maker, _, _) = stage.making { maker.workingBytes } else { 0 }
    }
    return PeakMemory(
      fieldRows: staged.fields.map { $0.window.mostRows }, rowBytes: staged.stages.map { $0.output.mostBytes }.total,
      bytesPerWorker: working.total)
  }
}
