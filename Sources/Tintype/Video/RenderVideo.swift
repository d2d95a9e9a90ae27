import TintypeColor
import TintypeExecutor
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeOptimizer
import TintypeRender

/// Renders the frames of a Y4M stream into a pipe, as they come.
///
/// Each frame is the same as it would be alone: nothing is carried from one to the next, and only noise and what a
/// look makes of `frame` differ. Memory does not grow with the length of the stream.
///
/// - Parameters:
///   - look: the look and its values.
///   - reader: the stream.
///   - descriptor: where the frames go; stays open. It gets whole frames only.
///   - options: how to read and work.
///   - isInterrupted: asked at each frame; once true, no other is written.
/// - Returns: harmless remarks.
/// - Throws: with the reason; `.corrupt` for a stream that is damaged, after the frames before; `.interrupted`.
public func renderVideo(
  _ look: ConfiguredLook, from reader: Y4MReader, toStream descriptor: Int32, options: VideoOptions,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> [String] {
  try VideoRendering(look, reader, options, isInterrupted).run(into: descriptor, isInterrupted)
}

/// Renders a Y4M stream into a file, which appears complete or not at all; else as
/// ``renderVideo(_:from:toStream:options:isInterrupted:)``.
public func renderVideo(
  _ look: ConfiguredLook, from reader: Y4MReader, to output: FilePath, options: VideoOptions,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> RenderOutcome {
  guard try options.ifExists.permits(output) else { return .skipped }
  var made = look
  if case .file(let photo) = options.measuredPhoto { made.inputs.insert(photo) }
  if options.ifExists == .overwrite { try made.requireNoFile(at: output) }
  let rendering = try VideoRendering(look, reader, options, isInterrupted)
  return try options.ifExists.write(output, isInterrupted: isInterrupted) { descriptor throws(ImageError) in
    try rendering.run(into: descriptor, isInterrupted)
  }
}

/// A video through a look: each thread takes the next frame, and frames are written in order.
private struct VideoRendering {
  private let frames: VideoFrames
  private let render: PreparedRender
  /// The render of a frame that is measured for itself.
  private let measured: ((FramePlanes) throws(ImageError) -> PreparedRender)?
  private let source: PlaneLayout
  private let result: PlaneLayout
  private let options: VideoOptions
  private let space: VideoOptions.InputSpace
  private let workers: Int

  init(
    _ look: ConfiguredLook, _ reader: Y4MReader, _ options: VideoOptions,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) {
    (frames, self.options) = (VideoFrames(reader), options)
    let header = reader.header
    let space = options.inputSpace ?? VideoOptions.InputSpace(width: header.width, height: header.height)
    self.space = space
    let shown = RenderTarget.Samples(depth: .sixteen, hasAlpha: false, space: space.colors)
    let encoding = options.encoding ?? look.look.header.input
    // What a logarithmic curve is decoded to has the primaries of sRGB, whatever the matrix.
    let colors = encoding.map { $0.space ?? .srgb } ?? space.colors
    var samples = RenderTarget.Samples(depth: .sixteen, hasAlpha: false, space: colors)
    samples.coding = encoding?.decoding
    let storage = YCbCr(
      space.matrix, isFullRange: options.isFullRange ?? header.isFullRange ?? false, bits: header.bits,
      isGray: header.chroma == .gray)
    let source = PlaneLayout(header, width: header.width, height: header.height)
    self.source = source
    let given = try GivenPictures(look, for: nil, options.limits, isInterrupted)
    var frame = Shot()
    (frame[.isSceneLight], frame[.headroom]) = ([encoding?.isSceneLight == true ? 1 : 0], [1])
    var shot = frame.overridden(by: look.shot).overridden(by: options.shot)
    shot[.date] = options.date?.lanes
    guard !look.bound.asksForDate || options.date != nil else {
      throw ImageError(.unsupported, "videos state no date, and the look writes one; pass --date")
    }
    try look.bound.requireAnswers(shot)
    try frames.skip(options.skippedFrames, source)
    func reduced(_ planes: FramePlanes) throws(ImageError) -> ReducedPhoto {
      planes.begin()
      var photo = try ReducedPhoto(reducing: planes, rowBytes: planes.rowBytes, samples.space, storage: storage)
      photo.coding = samples.coding
      return photo
    }
    let isMeasured = look.bound.measures && shot.measurements == nil
    if isMeasured, let photo = try Self.photo(options, encoding, frames, source, reduced, isInterrupted) {
      shot.measurements = look.bound.measurements(over: photo, shot)
    }
    let isEach = isMeasured && options.measuredPhoto == .each
    // What is measured may decide which of them are read.
    let pictures = isEach ? try given.pictures.decoded() : given.pictures
    let compiling = CompileBudget(memory: ByteCount(options.memory), isInterrupted)
    func prepare(_ shot: Shot, within compiling: CompileBudget) throws(ImageError) -> PreparedRender {
      try CompiledLook(
        look.bound, for: RenderTarget(source: samples, result: shown, locale: options.locale, storage: storage),
        shot: shot, pictures: pictures, within: compiling
      ).prepared(
        for: PictureFormat(width: header.width, height: header.height, channels: 3, depth: .sixteen),
        frame: UInt32(truncatingIfNeeded: options.skippedFrames), maxPixels: options.limits.maxPixels,
        within: compiling)
    }
    let prepared = try prepare(shot, within: compiling)
    let execution = prepared.execution
    result = PlaneLayout(header, width: prepared.result.width, height: prepared.result.height)
    let working = execution.workingBytes
    let each =
      [source, result].map(FrameWorker.memory).total + ComputedRows.memory(execution) + working.perThread
    let shared = prepared.plan.memory + working.plan + given.memory(for: prepared.plan)
    let budget = MemoryBudget(options.memory)
    try budget.take(each + shared)
    workers = max(1, min(options.threads, (budget.limit - shared).count / each.count))
    render = try prepared.repeatable()
    guard isEach else {
      measured = nil
      return
    }
    measured = { (planes) throws(ImageError) in
      var shot = shot
      shot.measurements = look.bound.measurements(over: try reduced(planes), shot)
      return try prepare(shot, within: CompileBudget(memory: ByteCount(options.memory), isInterrupted))
    }
  }

  /// What is measured for all frames, or for the first where each is measured for itself: the stream has its size. Nil
  /// for a stream without frames.
  private static func photo(
    _ options: VideoOptions, _ encoding: InputSpace?, _ frames: VideoFrames, _ source: PlaneLayout,
    _ reduced: (FramePlanes) throws(ImageError) -> ReducedPhoto, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> ReducedPhoto? {
    switch options.measuredPhoto {
    case .file(let file):
      var limits = options.limits
      limits.inputSpace = encoding
      do throws(ImageError) {
        return try ReducedPhoto(of: file, limits, isInterrupted)
      } catch {
        throw ImageError(error.kind, "cannot measure over '\(file)': \(error.message)")
      }
    case .first, .each:
      let first = FramePlanes(source)
      guard try frames.hold(first) else { return nil }
      return try reduced(first)
    }
  }

  func run(
    into descriptor: Int32, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(ImageError) -> [String] {
    let header = frames.header.line(
      width: result.width, height: result.height, isFullRange: options.isFullRange,
      isTurned: render.execution.turnsPhoto)
    let writer = try Y4MWriter(to: descriptor, header: header, isInterrupted: isInterrupted)
    try ReorderBuffer.run(
      (0..<workers).map { _ in FrameWorker(frames, render, measured, from: source, to: result, writer) })
    var notes: [String] = []
    if space == .bt2020 {
      notes.append("bt2020 is taken for standard dynamic range; PQ and HLG have to be brought to it before")
    }
    let assumed = VideoOptions.InputSpace(width: result.width, height: result.height)
    if space != .bt2020, assumed != space, result.hasColor {
      notes.append("its colors are \(space.rawValue), and players take videos of this size for \(assumed.rawValue)")
    }
    if frames.count < options.skippedFrames {
      notes.append("the stream has \(frames.count) frames, and all of them are skipped")
    }
    if frames.header.isInterlaced {
      notes.append("its frames are of two fields each, and are rendered as whole pictures")
    }
    return notes
  }
}

/// The frames of a stream in order. The first one may be read before the others, and is given out all the same.
private final class VideoFrames {
  private let reader: Y4MReader
  private var held: (line: [UInt8], number: Int, planes: FramePlanes)?

  init(_ reader: Y4MReader) { self.reader = reader }

  var header: Y4MHeader { reader.header }

  /// How many have been read, those that were left out among them.
  var count: Int { reader.framesRead }

  /// Leaves out some frames.
  func skip(_ count: Int, _ layout: PlaneLayout) throws(ImageError) {
    guard count > 0 else { return }
    let skipped = FramePlanes(layout)
    while reader.framesRead < count, try reader.readFrame(into: skipped.memory) != nil {}
  }

  /// Reads a frame that is also the next to be given out; false where there is none.
  func hold(_ planes: FramePlanes) throws(ImageError) -> Bool {
    guard let line = try reader.readFrame(into: planes.memory) else { return false }
    held = (line, reader.framesRead - 1, planes)
    return true
  }

  /// The next frame: the line in front of it, and its number in the stream; nil after the last one.
  func next(into planes: FramePlanes) throws(ImageError) -> (line: [UInt8], number: Int)? {
    if let (line, number, first) = held {
      held = nil
      planes.memory.copyMemory(from: UnsafeRawBufferPointer(first.memory))
      return (line, number)
    }
    return try reader.readFrame(into: planes.memory).map { ($0, reader.framesRead - 1) }
  }
}

/// A frame on its way.
private final class FrameWorker: PieceWorker {
  private let frames: VideoFrames
  private let render: PreparedRender
  private let measured: ((FramePlanes) throws(ImageError) -> PreparedRender)?
  private let writer: Y4MWriter
  private let planes: FramePlanes
  private let splitter: PlaneSplitter
  private let rendered: UnsafeMutableRawBufferPointer
  private let rows: UnsafeMutableRawBufferPointer
  private let result: PlaneLayout
  /// The line in front of the frame, and the frame's number in the stream.
  private var frame: (line: [UInt8], number: Int) = ([], 0)

  /// Rows that are computed at a time: they stay in the second-level cache.
  static let stripRows = 16

  /// The bytes of a frame, and of the rows that are computed at a time.
  static func memory(_ layout: PlaneLayout) -> ByteCount {
    ByteCount(layout.frameBytes) + ByteCount(layout.mergedRowBytes) * stripRows
  }

  init(
    _ frames: VideoFrames, _ render: PreparedRender,
    _ measured: ((FramePlanes) throws(ImageError) -> PreparedRender)?, from source: PlaneLayout,
    to result: PlaneLayout, _ writer: Y4MWriter
  ) {
    (self.frames, self.render, self.measured, self.writer, self.result) = (frames, render, measured, writer, result)
    planes = FramePlanes(source)
    splitter = PlaneSplitter(result)
    rendered = .allocate(byteCount: result.frameBytes, alignment: 64)
    rows = .allocate(byteCount: Self.stripRows * result.mergedRowBytes, alignment: 64)
    // Vectors look at what lies after a row, though nothing comes of it.
    rows.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    rendered.deallocate()
    rows.deallocate()
  }

  func take() throws(ImageError) -> Bool {
    guard let next = try frames.next(into: planes) else { return false }
    frame = next
    return true
  }

  func work() throws(ImageError) {
    let render = try measured?(planes) ?? render
    let computed = try render.rows(
      of: planes, frame: UInt32(truncatingIfNeeded: frame.number), sourceRowBytes: planes.rowBytes)
    guard (computed.format.width, computed.format.height) == (result.width, result.height) else {
      throw ImageError(
        .unsupported,
        "the look gives frame \(frame.number) another size than those before it, and a stream has one size")
    }
    splitter.begin(rendered)
    planes.begin()
    for first in stride(from: 0, to: result.height, by: Self.stripRows) {
      let count = min(Self.stripRows, result.height - first)
      try computed.readRows(count, into: rows, rowBytes: result.mergedRowBytes)
      splitter.split(count, from: UnsafeRawBufferPointer(rows))
    }
  }

  func retire() throws(ImageError) { try writer.writeFrame(frame.line, UnsafeRawBufferPointer(rendered)) }
}

/// The planes of a frame, as rows whose pixels stand side by side.
private final class FramePlanes: RowSource {
  let format: PictureFormat
  private let layout: PlaneLayout
  private let merger: PlaneMerger
  private let frame: UnsafeMutableRawBufferPointer
  private var row = 0

  init(_ layout: PlaneLayout) {
    self.layout = layout
    format = PictureFormat(width: layout.width, height: layout.height, channels: 3, depth: .sixteen)
    merger = PlaneMerger(layout)
    frame = .allocate(byteCount: layout.frameBytes + PlaneLayout.paddingBytes, alignment: 64)
  }

  deinit { frame.deallocate() }

  /// Where a frame is to be put.
  var memory: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: frame[..<layout.frameBytes])
  }

  /// The distance of rows.
  var rowBytes: Int { layout.mergedRowBytes }

  /// Begins with another frame.
  func begin() { row = 0 }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    merger.merge(row..<row + count, of: UnsafeRawBufferPointer(frame), into: destination)
    row += count
  }
}

extension PlaneLayout {
  /// The planes of a stream for frames of a size.
  init(_ header: Y4MHeader, width: Int, height: Int) {
    let (across, down): (Sampling, Sampling) =
      switch header.chroma {
      case .gray, .full444: (.full, .full)
      case .half422: (.onFirst, .full)
      case .quarter420(.middle): (.between, .between)
      case .quarter420(.left): (.onFirst, .between)
      case .quarter420(.topLeft): (.onFirst, .onFirst)
      }
    self.init(
      width: width, height: height, bits: header.bits, hasColor: header.chroma != .gray, across: across, down: down)
  }
}
