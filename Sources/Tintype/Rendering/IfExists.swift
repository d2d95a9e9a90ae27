extension RenderOptions {
  /// What to do when an output exists: the same for photos, videos and pictures.
  public enum IfExists: String, CaseIterable, Sendable {
    /// Leave it and fail.
    case error
    /// Leave it and succeed.
    case skip
    /// Put the new file in its place.
    case overwrite
    /// Leave it and take the next free of `NAME-2.jpg`, `NAME-3.jpg`, ….
    case rename
  }
}

extension RenderOptions.IfExists {
  /// Whether an output is to be made, asked before any work is done for it.
  ///
  /// - Parameters:
  ///   - output: the name that is wanted.
  ///   - inputs: the files that it is made from; the output must not replace them.
  ///   - replacesInput: whether the output may replace an input anyway.
  /// - Throws: `.exists`, with the way out.
  public func permits(
    _ output: FilePath, from inputs: [FilePath] = [], replacesInput: Bool = false
  ) throws(ImageError) -> Bool {
    guard fileExists(output) else { return true }
    var isInput: Bool { !replacesInput && inputs.contains { isSameFile($0, output) } }
    switch self {
    case .error: throw isInput ? ImageError.outputIsInput : ImageError.outputExists
    case .skip: return false
    case .overwrite where isInput: throw ImageError.outputIsInput
    case .overwrite, .rename: return true
    }
  }

  /// Writes an output, which appears complete under its name or not at all.
  ///
  /// - Parameters:
  ///   - willName: told when the file is complete, before it gets its name.
  ///   - write: gets an open file, and says what is remarkable about the result.
  package func write(
    _ output: FilePath, isInterrupted: () -> Bool = { false },
    willName: (Int32) throws(ImageError) -> Void = { _ in }, _ write: (Int32) throws(ImageError) -> [String]
  ) throws(ImageError) -> RenderOutcome {
    let file = try OutputFile(output, ifTaken: ifTaken)
    let notes = try write(file.descriptor)
    // After the last row: an interrupted render leaves nothing.
    if isInterrupted() { throw ImageError.interrupted }
    try willName(file.descriptor)
    do throws(ImageError) {
      return .rendered(to: try file.commit(), notes: notes)
    } catch  where error.kind == .exists && self == .skip {
      // Another process was faster.
      return .skipped
    }
  }

  /// Writes an output that is complete in memory.
  package func write(_ output: FilePath, _ bytes: [UInt8]) throws(ImageError) -> RenderOutcome {
    try write(output) { descriptor throws(ImageError) in
      try writeAll(bytes, to: descriptor)
      return []
    }
  }

  private var ifTaken: OutputFile.IfTaken {
    switch self {
    case .error, .skip: .refuse
    case .overwrite: .replace
    case .rename: .number
    }
  }
}
