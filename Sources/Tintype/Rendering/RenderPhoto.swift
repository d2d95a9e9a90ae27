import TintypeColor
import TintypeIR
import TintypeImage
import TintypeRender

/// The outcome of rendering a photo, video or picture.
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
///   - look: the look and its values. The output's metadata names its recipe, if there is one.
///   - input: a JPEG or PNG.
///   - output: a name whose extension says the format, one of `PictureFileType.outputEndings`.
///   - options: how to store it.
///   - memory: the most bytes that it may take, by an estimate; nil for no limit.
///   - isInterrupted: asked between rows; once true, the photo is dropped.
///   - progress: told the part of the rows that is done, above 0 and up to 1.
/// - Throws: with the reason, without a file name; `.corrupt` for an input that is damaged anywhere; `.limit` for one
///   that needs more memory; `.interrupted`.
public func renderPhoto(
  _ look: ConfiguredLook, from input: FilePath, to output: FilePath, options: RenderOptions, memory: Int? = nil,
  isInterrupted: @escaping @Sendable () -> Bool = { false },
  progress: @escaping @Sendable (Double) -> Void = { _ in }
) throws(ImageError) -> RenderOutcome {
  let budget = memory.map(MemoryBudget.init)
  return try renderPhoto(
    look, from: input, to: output, options: options, budget: budget, isInterrupted: isInterrupted, progress: progress)
}

/// As above, within memory that it shares with other photos.
///
/// - Parameter willName: told when the result is complete, with its descriptor, before it gets its name.
func renderPhoto(
  _ look: ConfiguredLook, from input: FilePath, to output: FilePath, options: RenderOptions, budget: MemoryBudget?,
  isInterrupted: @escaping @Sendable () -> Bool, willName: (Int32) throws(ImageError) -> Void = { _ in },
  progress: @escaping @Sendable (Double) -> Void = { _ in }
) throws(ImageError) -> RenderOutcome {
  let type = try PictureFileType(outputName: output)
  guard try options.ifExists.permits(output, from: [input], replacesInput: options.replacesInput) else {
    return .skipped
  }
  if options.ifExists == .overwrite { try look.requireNoFile(at: output, photo: input) }
  let rendering = try prepare(look, input, type, options, budget, isInterrupted)
  let memory = rendering.memory
  try budget?.take(memory)
  defer { budget?.giveBack(memory) }
  if options.createsFolders { try createFolder(output.folder) }
  return try options.ifExists.write(output, isInterrupted: isInterrupted, willName: willName) {
    descriptor throws(ImageError) in try rendering.run(into: descriptor, progress)
  }
}

/// Renders a photo into a pipe, which gets all of the result or nothing.
///
/// - Parameters:
///   - look: the look and its values.
///   - input: the photo.
///   - descriptor: where the bytes go; stays open.
///   - type: what to write; nil for what the input is.
///   - temporaryFolder: where the result is kept until it is complete.
///   - options: how to store it.
///   - memory: the most bytes that it may take, by an estimate; nil for no limit.
///   - isInterrupted: asked between rows; once true, the photo is dropped.
/// - Returns: harmless remarks, as ``RenderOutcome`` has them.
/// - Throws: as the function for files.
public func renderPhoto(
  _ look: ConfiguredLook, from input: FilePath, toStream descriptor: Int32, as type: PictureFileType?,
  temporaryFolder: FilePath, options: RenderOptions, memory: Int? = nil,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> [String] {
  let budget = memory.map(MemoryBudget.init)
  let rendering = try prepare(look, input, type, options, budget, isInterrupted)
  try budget?.take(rendering.memory)
  let spool = try Spool(in: temporaryFolder)
  let notes = try rendering.run(into: spool.descriptor) { _ in }
  try spool.copy(to: descriptor)
  return notes
}

/// One photo through one look, ready to be written.
protocol PreparedRendering {
  /// The bytes that are held at the peak.
  var memory: ByteCount { get }

  /// Writes the result; what is remarkable about it.
  func run(into descriptor: Int32, _ progress: @escaping @Sendable (Double) -> Void) throws(ImageError) -> [String]
}

private func prepare(
  _ look: ConfiguredLook, _ input: FilePath, _ type: PictureFileType?, _ options: RenderOptions,
  _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool
) throws(ImageError) -> any PreparedRendering {
  if options.isLossless { return try LosslessRendering(look, input, type, options, budget, isInterrupted) }
  return try PhotoRendering(look, input, type, options, budget, isInterrupted)
}

/// A photo that is decoded, computed and encoded.
private struct PhotoRendering: PreparedRendering {
  private let reader: any RowReader
  private let pictures: GivenPictures
  private let isInterrupted: @Sendable () -> Bool
  private let render: PreparedRender
  private let type: PictureFileType
  private let options: RenderOptions
  private let subsampling: ChromaSubsampling
  private let metadata: PictureMetadata
  /// Whether the result is linear light.
  private let isLinear: Bool
  /// The light that the result codes, or that its gain map leads to; nil for a finished picture alone.
  private let lit: LitRender?
  private var notes: [String] = []

  init(
    _ look: ConfiguredLook, _ input: FilePath, _ type: PictureFileType?, _ options: RenderOptions,
    _ budget: MemoryBudget?, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    let range = options.icc.range
    var options = options
    options.limits.inputSpace = options.limits.inputSpace ?? look.look.header.input
    let limits = options.limits.reading(light: look.look.program.readsLight || range != nil)
    let stored = try openPicture(input, limits: limits, isInterrupted: isInterrupted)
    self.type = type ?? .output(following: stored.metadata.source)
    self.options = options
    self.isInterrupted = isInterrupted
    try self.type.requireOptions(options)
    // What a sidecar says belongs to the provenance, since a result is made again without sidecars.
    options.shot = look.shot.overridden(by: options.shot)
    let samples = options.depth?.samples ?? (range == nil ? stored.color.storedDepth : .sixteen)
    let depth = self.type.depth(for: samples)
    if let asked = options.depth?.samples, asked != depth {
      notes.append("\(self.type.title) is not written with \(asked.described): the result has \(depth.described)")
    }
    if options.limits.onHighDynamicRange == .tonemap, stored.color.isSceneLight {
      notes.append("--hdr tonemap is for gain maps, PQ and HLG, and leaves the light of a scene as it is")
    }
    if options.limits.whiteBalance != .camera, stored.metadata.source != .raw {
      notes.append("this is no raw file, so --white has no effect")
    }
    let isDithered = options.dither.applies(from: stored.format.depth, to: depth)
    if options.dither == .on, !isDithered { notes.append("a result of \(depth.described) is not dithered") }
    let shot = try look.shot(
      of: stored.metadata, stored.color, seed: try stored.seed(), isDithered: isDithered, file: input,
      date: options.photoDate, given: options.shot
    ) { () throws(ImageError) in try ReducedPhoto(of: input, limits, within: budget, isInterrupted) }
    // What was measured belongs to it as well: a result is made again without measuring.
    if look.bound.measures { options.shot.measurements = shot.measurements }
    let color = ResultColor(options.icc, stored.color, depth, for: self.type, from: stored.metadata.source)
    notes += color.notes
    isLinear = color.space.isLinear
    let given = try GivenPictures(look, for: input, options.limits, isInterrupted)
    pictures = given
    var target = RenderTarget(
      source: .init(stored.format, stored.color),
      result: .init(depth: depth, hasAlpha: self.type.hasAlpha, space: color.space),
      locale: options.photoDate.locale, isDithered: isDithered)
    func compile(for target: RenderTarget) throws(ImageError) -> CompiledLook {
      try compiling(in: budget, isInterrupted) { (budget) throws(ImageError) in
        try CompiledLook(
          look.bound, for: target, shot: shot, pictures: given.pictures, maxCost: options.maxCost, within: budget)
      }
    }
    var compiled = try compile(for: target)
    if compiled.plan.isFlattened { notes.append("\(self.type.title) has no alpha: the picture is laid over white") }
    notes += compiled.plan.missingLetters
    let reader = try uprightReader(stored, options, compiled.plan)
    self.reader = reader
    if reader.color != stored.color {
      target.source = .init(reader.format, reader.color)
      compiled = try compile(for: target)
    }
    let (plan, prepared) = (compiled.plan, compiled)
    let hasFineChroma = options.subsampling == nil && plan.hasColoredNoise && reader.subsampling != .full444
    subsampling = options.subsampling ?? (hasFineChroma ? .full444 : reader.subsampling)
    if hasFineChroma, self.type.subsamplesChroma {
      notes.append("the grain is colored: chroma is stored at full resolution; --subsampling says otherwise")
    }
    render = try compiling(in: budget, isInterrupted) { (budget) throws(ImageError) in
      try prepared.prepared(for: reader.format, maxPixels: options.limits.maxPixels, within: budget)
    }
    if range != nil || options.limits.onHighDynamicRange == .gainmap {
      let space = range == nil ? color.space.light : color.space
      let render = try LitRender(
        look, input, options, plan, in: space, hasAlpha: range != nil && self.type.hasAlpha, shot, budget, isInterrupted
      )
      precondition(
        (render.format.width, render.format.height) == (self.render.result.width, self.render.result.height),
        "a look's light is as large as its finished picture")
      lit = render
    } else {
      lit = nil
    }
    let provenance = try Provenance(of: look, for: input, shot, options, isInterrupted)
    let adjusted = color.stated(
      in: reader.metadata.adjusted(width: render.result.width, height: render.result.height), for: self.type)
    let (metadata, remarks) = try adjusted.prepared(
      options, provenance, for: self.type, photo: input, isMoved: stored.isMoved(in: render.result))
    self.metadata = metadata
    notes += remarks
  }

  /// The shape of the rows of a file.
  private var result: PictureFormat {
    guard let lit, options.icc.range != nil else { return render.result }
    var format = lit.format
    format.depth = .sixteen
    return format
  }

  var memory: ByteCount {
    let encoding = type.encodingMemory(result)
    let finished =
      render.memory(options.engine, threads: options.threads) + reader.decodingMemory + pictures.decodingMemory
      + encoding
    guard let lit else { return finished }
    // One after the other.
    let light = lit.memory(options)
    return options.icc.range == nil ? max(finished, light) + GainMapMaker.memory(result) : light + encoding
  }

  private var encoding: EncodingOptions {
    var encoding = EncodingOptions(quality: options.quality, subsampling: subsampling)
    (encoding.range, encoding.bits) = (options.icc.range, options.depth?.bits)
    // What most screens and decoders of such files have.
    if encoding.range != nil, options.depth == nil { encoding.bits = type.codeBits.first }
    return encoding
  }

  func run(
    into descriptor: Int32, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(ImageError) -> [String] {
    guard let lit else {
      let writer = try type.writer(to: descriptor, format: result, metadata: metadata, options: encoding)
      try write(writer, progress)
      return notes + reader.notes + pictures.notes + writer.notes
    }
    if let range = options.icc.range {
      let writer = try type.writer(to: descriptor, format: result, metadata: metadata, options: encoding)
      let thumbnail = ThumbnailMaker(for: metadata, of: lit.format, isLinear: true)
      let notesOfRun = try lit.run(
        into: CodedLight(range, to: writer), options, observer: thumbnail, isInterrupted, progress)
      try writer.finish()
      if let exif = try thumbnail?.filledExif() { try writer.replaceExif(with: exif) }
      return notes + notesOfRun + writer.notes
    }
    let file = try GainMappedJPEG(to: descriptor, format: result, metadata: metadata, options: encoding)
    try write(file.writer) { progress($0 / 2) }
    let maker = GainMapMaker(base: try file.picture())
    let notesOfRun = try lit.run(into: maker, options, isInterrupted) { progress(0.5 + $0 / 2) }
    let hasMap = try file.finish(maker, headroom: lit.headroomOfPhoto)
    let said = notes.filter { !hasMap || $0 != PictureMetadata.gainMapNote } + reader.notes + pictures.notes
    return said + notesOfRun.filter { !said.contains($0) } + file.notes
  }

  /// Writes the finished picture.
  private func write(
    _ writer: any RowWriter, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(ImageError) {
    let thumbnail = ThumbnailMaker(for: metadata, of: writer.format, isLinear: isLinear)
    try render.run(
      reader, into: writer, engine: options.engine, observer: thumbnail, threads: options.threads,
      isInterrupted: isInterrupted, progress: progress)
    try writer.finish()
    if let exif = try thumbnail?.filledExif() { try writer.replaceExif(with: exif) }
  }
}

extension PictureFileType {
  /// - Throws: `.unsupported` for what is asked of a result that a file of this format cannot be.
  fileprivate func requireOptions(_ options: RenderOptions) throws(ImageError) {
    if options.limits.onHighDynamicRange == .gainmap, !holdsGainMaps {
      throw ImageError(
        .unsupported,
        "--hdr gainmap writes a JPEG, and the result is \(titleWithArticle); name it .jpg, or give --format jpeg")
    }
    if options.icc.range != nil {
      if options.limits.onHighDynamicRange == .tonemap {
        throw ImageError(
          .unsupported,
          "--hdr tonemap makes what a screen shows, and --icc \(options.icc.rawValue) codes light beyond it; drop one")
      }
      let types = PictureFileType.writable.filter(\.statesHighDynamicRange).map(\.title).joined(separator: ", ")
      guard statesHighDynamicRange else {
        throw ImageError(
          .unsupported,
          "--icc \(options.icc.rawValue) is for \(types), and the result is \(titleWithArticle); choose another name "
            + "or --format" + (holdsGainMaps ? ", or --hdr gainmap instead" : ""))
      }
      guard options.depth.map({ $0.samples == .sixteen }) ?? true else {
        throw ImageError(
          .unsupported, "--icc \(options.icc.rawValue) needs 10 bits or more; drop --depth, or give --depth 16")
      }
    }
    if let bits = options.depth?.bits, !codeBits.contains(bits) {
      let types = PictureFileType.writable.filter { $0.codeBits.contains(bits) }.map(\.title).joined(separator: ", ")
      throw ImageError(
        .unsupported,
        "--depth \(bits) is for \(types.isEmpty ? "AVIF" : types), and the result is \(titleWithArticle); "
          + "give --depth 16")
    }
  }
}
