public import TintypeColor
import TintypeExecutor
public import TintypeIR
public import TintypeImage
package import TintypePlan
import TintypeRender

/// A look that is ready for pictures in memory of one size and format, such as the frames of a camera.
///
/// The pixels are those that ``renderPhoto(_:from:to:options:memory:isInterrupted:progress:)`` writes for a photo with
/// the same pixels.
public struct PictureRenderer: Sendable {
  private let prepared: PreparedRender

  /// The render of a picture that the look measures; nil for a look that measures nothing.
  private let measured: (@Sendable (ReducedPhoto) throws(ImageError) -> PreparedRender)?

  private let inputSpace: InputSpace

  /// The format of the pictures that go in.
  public var source: PictureFormat { prepared.source }

  /// The format of what comes out: a look may crop, turn and resize.
  public var result: PictureFormat { prepared.result }

  /// Compiles a look, and decodes the pictures that it needs besides.
  ///
  /// - Parameters:
  ///   - look: the look and its values.
  ///   - source: the format of the pictures that go in.
  ///   - channels: of the result: 4 with straight alpha, 3 over white; nil for those of `source`.
  ///   - depth: of the result; nil for that of `source`.
  ///   - dither: whether a result of 8 bits is dithered; the noise starts at the seed that `shot` says.
  ///   - inputSpace: the encoding of the pictures that go in: those of light and of logarithmic codes are light of the
  ///     scene for a look that tells it from a finished picture.
  ///   - outputSpace: the encoding of what comes out; nil for `inputSpace`.
  ///   - shot: what the look reads as `source.iso` and the like. Without a date, none is written.
  ///   - locale: the language of dates.
  ///   - limits: for the sizes of pictures.
  /// - Throws: `.unsupported` where the look asks of the shot what `shot` does not say, `.missing` for a picture of the
  ///   look without a file, `.limit` for a result of too many pixels or none, and what reading the pictures throws.
  public init(
    _ look: ConfiguredLook, source: PictureFormat, channels: Int? = nil, depth: SampleDepth? = nil,
    dither: Dithering = .auto, inputSpace: InputSpace = .srgb, outputSpace: InputSpace? = nil, shot: Shot = Shot(),
    locale: DateLocale = .en, limits: PictureLimits = PictureLimits()
  ) throws(ImageError) {
    let (channels, depth) = (channels ?? source.channels, depth ?? source.depth)
    let output = outputSpace ?? inputSpace
    var samples = RenderTarget.Samples(source, inputSpace.space ?? .srgb)
    samples.coding = inputSpace.decoding
    var result = RenderTarget.Samples(depth: depth, hasAlpha: channels == 4, space: output.space ?? .srgb)
    result.coding = output.encoding
    let target = RenderTarget(
      source: samples, result: result, locale: locale, isDithered: dither.applies(from: source.depth, to: depth))
    var picture = Shot()
    (picture[.isSceneLight], picture[.headroom]) = ([inputSpace.isSceneLight ? 1 : 0], [1])
    var shot = picture.overridden(by: look.shot).overridden(by: shot)
    if target.isDithered, shot[.seed] == nil { shot[.seed] = ShotField.seed.unknown }
    try look.bound.requireAnswers(shot)
    self.inputSpace = inputSpace
    let isMeasured = look.bound.measures && shot.measurements == nil
    let given = try GivenPictures(look, for: nil, limits).pictures
    // What is measured may decide which of them are read.
    let pictures = isMeasured ? try given.decoded() : given
    @Sendable func prepare(_ shot: Shot) throws(ImageError) -> PreparedRender {
      try CompiledLook(look.bound, for: target, shot: shot, pictures: pictures)
        .prepared(for: source, channels: channels, maxPixels: limits.maxPixels)
    }
    prepared = try prepare(shot).repeatable()
    let known = shot
    guard isMeasured else {
      measured = nil
      return
    }
    measured = { (photo) throws(ImageError) in
      var shot = known
      shot.measurements = look.bound.measurements(over: photo, known)
      return try prepare(shot)
    }
  }

  /// Renders a picture.
  ///
  /// Several threads may render at once with one renderer.
  ///
  /// - Parameters:
  ///   - pixels: the rows of the picture in ``source``'s format.
  ///   - rowBytes: the distance of its rows in bytes; nil for rows without padding.
  ///   - target: memory for the rows of ``result``. Must not overlap `pixels`.
  ///   - targetRowBytes: the distance of its rows in bytes; nil for rows without padding.
  ///   - frame: 0 for a still; noise differs from frame to frame.
  ///   - threads: how many threads may work at once. The bytes do not depend on it.
  ///   - isInterrupted: asked between rows; once true, the picture is dropped.
  ///   - progress: told the part of the rows that is done, above 0 and up to 1.
  /// - Throws: `.interrupted`, `.limit` without memory.
  public func render(
    _ pixels: UnsafeRawBufferPointer, rowBytes: Int? = nil, into target: UnsafeMutableRawBufferPointer,
    targetRowBytes: Int? = nil, frame: UInt32 = 0, threads: Int = 1,
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(ImageError) {
    try render(
      CallerMemory(result, target, rowBytes: targetRowBytes ?? result.rowBytes), frame: frame, threads: threads,
      isInterrupted: isInterrupted, progress: progress
    ) { CallerRows(source, pixels, rowBytes: rowBytes ?? source.rowBytes, isInterrupted) }
  }

  /// Renders a picture, or a part of the result, from rows to rows.
  ///
  /// - Parameters:
  ///   - sink: takes the rows of the result, or of its part.
  ///   - region: the part of ``result``, from its upper left corner; nil for the whole.
  ///   - frame: 0 for a still.
  ///   - threads: how many threads may work at once.
  ///   - isInterrupted: asked between rows.
  ///   - progress: told the part of the rows that is done.
  ///   - rows: all rows of the picture from the top, anew with each call; of a part whose ``sourceRegion(for:)`` is not
  ///     the whole picture, pixels outside of that region may be anything.
  package func render(
    _ sink: any RowSink, region: PixelRectangle? = nil, frame: UInt32, threads: Int,
    isInterrupted: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Double) -> Void,
    rows: () -> any RowSource
  ) throws(ImageError) {
    let whole = try prepared(for: rows)
    try (region.map(whole.cropped) ?? whole).run(
      rows(), into: sink, frame: frame, threads: max(1, threads), isInterrupted: isInterrupted, progress: progress)
  }

  /// The part of the picture that a part of ``result`` needs: the pixels with the same coordinates where the look reads
  /// no others, else the whole picture.
  package func sourceRegion(for region: PixelRectangle) -> PixelRectangle {
    let whole = PixelRectangle(columns: 0..<source.width, rows: 0..<source.height)
    guard measured == nil, prepared.execution.readsOwnPixel else { return whole }
    let part = prepared.cropped(to: region).execution.bounds
    return PixelRectangle(
      columns: part.columns.clamped(to: whole.columns), rows: part.rows.clamped(to: whole.rows))
  }

  /// Renders a picture whose rows have no padding; as
  /// ``render(_:rowBytes:into:targetRowBytes:frame:threads:isInterrupted:progress:)``.
  ///
  /// - Parameters:
  ///   - pixels: `source.pictureBytes` bytes.
  ///   - frame: the number of the frame; 0 for a still.
  ///   - threads: how many may work at once.
  /// - Returns: `result.pictureBytes` bytes.
  public func render(_ pixels: [UInt8], frame: UInt32 = 0, threads: Int = 1) throws(ImageError) -> [UInt8] {
    precondition(ByteCount(pixels.count) == source.pictureBytes, "a picture has all its rows")
    let rendered = try StoredPicture(result)
    let picture = try StoredPicture(source, bytes: pixels)
    let prepared = try prepared { picture }
    picture.rewind()
    try prepared.run(
      picture, into: rendered, frame: frame, threads: max(1, threads))
    return rendered.bytes
  }
}

extension PictureRenderer {
  /// The render of a picture, whose rows are read where the look measures it.
  ///
  /// - Throws: `.limit` for a look that makes its result as large as it measures.
  private func prepared(for rows: () -> any RowSource) throws(ImageError) -> PreparedRender {
    guard let measured else { return prepared }
    var photo = try ReducedPhoto(reducing: rows(), inputSpace.space ?? .srgb)
    photo.coding = inputSpace.decoding
    let render = try measured(photo)
    guard render.result == result else {
      throw ImageError(.limit, "the look measures this picture and gives it a different size than the others")
    }
    return render
  }
}

/// Rows in memory of the caller's.
private final class CallerRows: RowSource {
  let format: PictureFormat
  private let pixels: UnsafeRawBufferPointer
  private let rowBytes: Int
  private let isInterrupted: @Sendable () -> Bool
  private var row = 0

  init(
    _ format: PictureFormat, _ pixels: UnsafeRawBufferPointer, rowBytes: Int,
    _ isInterrupted: @escaping @Sendable () -> Bool
  ) {
    requireMemory(for: format, pixels.count, rowBytes: rowBytes)
    (self.format, self.pixels, self.rowBytes, self.isInterrupted) = (format, pixels, rowBytes, isInterrupted)
  }

  func readRows(
    _ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes distance: Int
  ) throws(ImageError) {
    if isInterrupted() { throw .interrupted }
    for index in 0..<count {
      UnsafeMutableRawBufferPointer(rebasing: destination[(index * distance)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: pixels[((row + index) * rowBytes)...].prefix(format.rowBytes)))
    }
    row += count
  }
}

/// Memory of the caller's for rows.
private final class CallerMemory: RowSink {
  let format: PictureFormat
  private let pixels: UnsafeMutableRawBufferPointer
  private let rowBytes: Int
  private var row = 0

  init(_ format: PictureFormat, _ pixels: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    requireMemory(for: format, pixels.count, rowBytes: rowBytes)
    (self.format, self.pixels, self.rowBytes) = (format, pixels, rowBytes)
  }

  func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes distance: Int) {
    for index in 0..<count {
      UnsafeMutableRawBufferPointer(rebasing: pixels[((row + index) * rowBytes)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source[(index * distance)...].prefix(format.rowBytes)))
    }
    row += count
  }
}

private func requireMemory(for format: PictureFormat, _ bytes: Int, rowBytes: Int) {
  precondition(rowBytes >= format.rowBytes, "rows of \(format.rowBytes) bytes are \(rowBytes) apart")
  let needed = ByteCount(rowBytes) * (format.height - 1) + ByteCount(format.rowBytes)
  precondition(needed <= ByteCount(bytes), "the memory holds all rows")
}
