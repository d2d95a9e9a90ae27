package import TintypeExecutor
import TintypeIR
package import TintypeRaster
package import TintypeSizes

/// What computes pixels.
public enum RenderEngine: String, CaseIterable, Sendable {
  /// The optimizer and the vector executor, in single precision.
  case fast
  /// The interpreter: what the recipe means, in double precision, one pixel at a time; for up to a megapixel.
  case reference
}

/// A look prepared for photos of one size, which renders from a source of rows to a sink of rows.
package struct PreparedRender: Sendable {
  /// What the look was compiled to.
  package let plan: RenderPlan

  /// The format of the rows that go in.
  package let source: PictureFormat

  /// What runs.
  package let execution: Execution

  private let pictures: LookPictures

  /// The program and its values, for the reference engine, which runs no plan.
  private let meaning: (program: Program, values: [[Double]])

  init(
    plan: RenderPlan, source: PictureFormat, execution: Execution, pictures: LookPictures,
    meaning: (program: Program, values: [[Double]])
  ) {
    (self.plan, self.source, self.execution, self.pictures, self.meaning) = (plan, source, execution, pictures, meaning)
  }

  /// The format of the rows that come out.
  package var result: PictureFormat { execution.format }

  /// The same, with its pictures whole in memory, so that it can run any number of times.
  package func repeatable() throws(ImageError) -> PreparedRender {
    PreparedRender(
      plan: plan, source: source, execution: execution, pictures: try pictures.decoded(for: plan), meaning: meaning)
  }

  /// The bytes that it holds at its peak, without those of reading, decoding and encoding.
  package func memory(_ engine: RenderEngine = .fast, threads: Int) -> ByteCount {
    // More threads than rows would be idle.
    let threads = min(threads, result.height)
    let rows =
      switch engine {
      case .fast: PhotoPipeline.memory(source, execution, threads: threads)
      case .reference: ReferenceRows.memory(source, meaning.program, pictures: pictures.formats)
      }
    let working = execution.workingBytes
    return plan.memory + rows + working.plan + working.perThread * threads
  }

  /// Renders all rows. The bytes do not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - source: rows of ``source``'s format, from the top.
  ///   - sink: takes rows of ``result``'s format.
  ///   - engine: what computes.
  ///   - frame: the number of the frame; nil for that for which it was prepared.
  ///   - observer: sees the rows of the result.
  ///   - threads: how many may work at once.
  ///   - isInterrupted: asked between rows; once true, `.interrupted` is thrown.
  ///   - progress: told the part of the rows that is done, above 0 and up to 1.
  package func run(
    _ source: any RowSource, into sink: any RowSink, engine: RenderEngine = .fast, frame: UInt32? = nil,
    observer: (any RowObserver)? = nil, threads: Int, isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(ImageError) {
    let execution = frame.map { self.execution.at(frame: $0) } ?? self.execution
    let others = try pictures.sources()
    let pipeline =
      switch engine {
      case .fast:
        PhotoPipeline(
          source, execution, pictures: others, to: sink, observer: observer, isInterrupted: isInterrupted,
          progress: progress)
      case .reference:
        PhotoPipeline(
          try ReferenceRows(
            source, meaning.program, values: meaning.values, execution, pictures: others, threads: threads,
            isInterrupted: isInterrupted),
          to: sink, observer: observer, progress: progress)
      }
    try pipeline.run(threads: threads)
  }

  /// The rows of one frame, computed as they are asked for.
  ///
  /// - Parameters:
  ///   - sourceRowBytes: the distance of rows that the source wants; nil for any.
  package func rows(
    of source: any RowSource, frame: UInt32, sourceRowBytes: Int? = nil
  ) throws(ImageError) -> ComputedRows {
    ComputedRows(
      source, execution.at(frame: frame), pictures: try pictures.sources(), sourceRowBytes: sourceRowBytes)
  }

  /// A picture in memory through the look. Several threads may render the same picture.
  package func rendered(_ picture: StoredPicture, threads: Int = 1) throws(ImageError) -> StoredPicture {
    let result = try StoredPicture(result)
    try run(PictureRows(picture), into: result, threads: threads)
    return result
  }
}
