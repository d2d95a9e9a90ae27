import TintypeExecutor
package import TintypeRaster
package import TintypeSizes

// Renders by several threads.
extension PreparedRender {
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
    let execution = execution(atFrame: frame)
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

  /// A picture in memory through the look, by several threads.
  package func rendered(_ picture: StoredPicture, threads: Int) throws(ImageError) -> StoredPicture {
    let result = try StoredPicture(result)
    try run(PictureRows(picture), into: result, threads: threads)
    return result
  }
}
