import TintypeExecutor
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan

/// What became of a photo.
public enum RenderOutcome: Sendable, Hashable {
  /// The output is there, under this name; the notes are harmless remarks about the input and about what the output
  /// could not hold.
  case rendered(to: FilePath, notes: [String])
  /// The output existed, and was to be left alone.
  case skipped
}

/// Renders a photo through a look into a file.
///
/// The output appears complete or not at all, with all the metadata of the input but for what the render changes.
///
/// - Parameters:
///   - look: the checked recipe.
///   - parameters: a value for each parameter, from ``parameterValues(of:settings:)``.
///   - input: a JPEG or PNG.
///   - output: a name that ends in `.jpg`, `.jpeg` or `.png`.
///   - options: how to store it.
///   - recipe: the look's text, which the output's metadata will name; nil for nothing of the kind.
///   - isInterrupted: asked between rows; once true, the photo is dropped.
/// - Throws: with the reason, without a file name; `.corrupt` for an input that is damaged anywhere; `.interrupted`.
public func renderPhoto(
  _ look: Look, parameters: [[Double]], from input: FilePath, to output: FilePath, options: RenderOptions,
  recipe: SourceFile? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> RenderOutcome {
  try renderPhoto(
    look, parameters: parameters, from: input, to: output, options: options, recipe: recipe, budget: nil,
    isInterrupted: isInterrupted)
}

/// As above, within memory that it shares with other photos.
///
/// - Parameter willName: told when the result is complete, with its descriptor, before it gets its name.
func renderPhoto(
  _ look: Look, parameters: [[Double]], from input: FilePath, to output: FilePath, options: RenderOptions,
  recipe: SourceFile?, budget: MemoryBudget?, isInterrupted: @escaping @Sendable () -> Bool,
  willName: (Int32) throws(ImageError) -> Void = { _ in }
) throws(ImageError) -> RenderOutcome {
  let type = try PictureFileType(outputName: output)
  if fileExists(output) {
    switch options.ifExists {
    case .error: throw ImageError.outputExists
    case .skip: return .skipped
    case .overwrite where isSameFile(input, output) && !options.replacesInput:
      throw ImageError.outputIsInput
    case .overwrite, .rename: break
    }
  }
  let reader = try uprightReader(input, look, parameters, options, isInterrupted)
  let rendering = try Rendering(look, parameters, reader, type, options, recipe, input)
  let memory = rendering.memory
  try budget?.take(memory)
  defer { budget?.giveBack(memory) }
  if options.createsFolders { try createFolder(output.folder) }
  let file = try OutputFile(output, ifTaken: options.ifExists.ifTaken)
  let notes = try rendering.run(into: file.descriptor)
  // After the last row: an interrupted photo leaves nothing.
  if isInterrupted() { throw ImageError(.interrupted, "interrupted") }
  try willName(file.descriptor)
  do throws(ImageError) {
    return .rendered(to: try file.commit(), notes: notes)
  } catch  where error.kind == .exists && options.ifExists == .skip {
    // Another process was faster.
    return .skipped
  }
}

/// Renders a photo into a pipe, which gets all of the result or nothing.
///
/// - Parameters:
///   - descriptor: where the bytes go; stays open.
///   - type: what to write; nil for what the input is.
///   - temporaryFolder: where the result is kept until it is complete.
/// - Returns: harmless remarks, as ``RenderOutcome`` has them.
/// - Throws: as the function for files.
public func renderPhoto(
  _ look: Look, parameters: [[Double]], from input: FilePath, toStream descriptor: Int32, as type: PictureFileType?,
  temporaryFolder: FilePath, options: RenderOptions, recipe: SourceFile? = nil,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> [String] {
  let reader = try uprightReader(input, look, parameters, options, isInterrupted)
  let rendering = try Rendering(
    look, parameters, reader, type ?? reader.metadata.source ?? .jpeg, options, recipe, input)
  let spool = try Spool(in: temporaryFolder)
  let notes = try rendering.run(into: spool.descriptor)
  try spool.copy(to: descriptor)
  return notes
}

/// The photo upright, and of the size that makes the output as large as it is to be.
private func uprightReader(
  _ input: FilePath, _ look: Look, _ parameters: [[Double]], _ options: RenderOptions,
  _ isInterrupted: @escaping @Sendable () -> Bool
) throws(ImageError) -> any RowReader {
  let stored = try openPicture(input, limits: options.limits)
  guard let size = options.size else {
    return UprightReader(InterruptibleReader(stored, isInterrupted: isInterrupted))
  }
  let plan = Planner.plan(Pipeline.run(look.program, parameters: parameters, sourceIsOpaque: !stored.format.hasAlpha))
  return try resized(stored, size, options, isInterrupted) { width, height in
    let format = PixelFormat(channels: 3, depth: .eight)
    let bounds = Execution(plan, width: width, height: height, source: format, result: format).bounds
    return (bounds.columns.count, bounds.rows.count)
  }
}

/// One photo on its way: rows from the reader, through the plan, to the writer.
private struct Rendering {
  private let reader: any RowReader
  private let execution: Execution
  private let format: PictureFormat
  private let type: PictureFileType
  private let options: RenderOptions
  private let metadata: PictureMetadata
  private var notes: [String] = []

  init(
    _ look: Look, _ parameters: [[Double]], _ reader: any RowReader, _ type: PictureFileType, _ options: RenderOptions,
    _ recipe: SourceFile?, _ input: FilePath
  ) throws(ImageError) {
    let (look, parameters) = try look.taken(when: options.photoDate, parameters, file: input) { reader.metadata }
    self.reader = reader
    self.type = type
    self.options = options
    let source = reader.format
    let depth = type == .jpeg ? .eight : options.depth ?? reader.color.storedDepth
    let color = ResultColor(options.icc, reader.color)
    notes += color.notes
    let program = convertColors(
      look.program, from: reader.color.space, to: color.space, sourceIsBytes: source.depth == .eight)
    var plan = Self.plan(program, parameters, source, depth)
    if type == .jpeg, !plan.isOpaque {
      plan = Self.plan(flattenOverWhite(program), parameters, source, depth)
      notes.append("a JPEG has no alpha: the picture is laid over white")
    }
    let channels = plan.isOpaque ? 3 : 4
    execution = Execution(
      plan, width: source.width, height: source.height,
      source: PixelFormat(channels: source.channels, depth: source.depth.samples),
      result: PixelFormat(channels: channels, depth: depth.samples))
    let (columns, rows) = (execution.bounds.columns.count, execution.bounds.rows.count)
    guard columns > 0, rows > 0 else { throw ImageError(.limit, "the look crops everything away") }
    format = PictureFormat(width: columns, height: rows, channels: channels, depth: depth)
    let provenance = recipe.map { Provenance(look, recipe: $0, parameters: parameters, options: options) }
    let adjusted = color.stated(in: reader.metadata.adjusted(width: columns, height: rows), for: type)
    let (metadata, remarks) = adjusted.prepared(options, provenance, for: type)
    self.metadata = metadata
    notes += remarks
  }

  private static func plan(
    _ program: Program, _ parameters: [[Double]], _ source: PictureFormat, _ depth: PictureFormat.Depth
  ) -> Plan {
    Planner.plan(
      Pipeline.run(
        program, parameters: parameters, sourceIsOpaque: !source.hasAlpha, sourceIsBytes: source.depth == .eight,
        resultIsBytes: depth == .eight))
  }

  /// The bytes that are held at the peak.
  var memory: Int {
    reader.decodingMemory + RowFlow.memory(reader.format, format, threads: options.threads)
      + StreamingExecution.kept(by: execution, bandRows: RowFlow.fieldRows).bytes
  }

  func run(into descriptor: Int32) throws(ImageError) -> [String] {
    let writer = try writer(to: descriptor)
    let thumbnail = ThumbnailMaker(for: metadata, of: format)
    try RowFlow(reader: reader, execution: execution, writer: writer, thumbnail: thumbnail).run(
      threads: options.threads)
    if let exif = try thumbnail?.filledExif() { try writer.replaceExif(with: exif) }
    return notes + reader.notes + writer.notes
  }

  private func writer(to descriptor: Int32) throws(ImageError) -> any RowWriter {
    switch type {
    case .jpeg:
      return try JPEGWriter(
        to: descriptor, format: format, metadata: metadata, quality: options.quality,
        subsampling: options.subsampling ?? reader.subsampling)
    case .png: return try PNGWriter(to: descriptor, format: format, metadata: metadata)
    }
  }
}

extension PictureFormat.Depth {
  fileprivate var samples: SampleDepth { self == .eight ? .eight : .sixteen }
}
