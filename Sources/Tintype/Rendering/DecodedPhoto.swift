import Synchronization
import TintypeColor
public import TintypeDrawing
public import TintypeIR
import TintypeImage
import TintypeIntrinsics
package import TintypeRender

/// A photo in memory, upright, to be seen through several looks.
///
/// What it shows is what ``renderPhoto(_:from:to:options:memory:isInterrupted:progress:)`` writes for a screen: in
/// sRGB, 8 bits, over white.
public struct DecodedPhoto {
  let path: FilePath
  let seed: Double
  private let size: ResultSize?
  private let known = Kept<Reading, DecodedRows>()
  /// Of the ordinary rows.
  private let color: PictureColor

  /// Whether light that is coded as PQ or HLG is mapped to white for looks that do not read light, as `--hdr tonemap`
  /// does. Otherwise such looks throw, as they do when the photo is rendered.
  package var mapsLight = false

  /// Decodes a photo.
  ///
  /// - Parameters:
  ///   - path: of a photo in any format that is built in.
  ///   - size: how large it is to be, as ``RenderOptions/size``; nil leaves it as it is.
  /// - Throws: what `openPicture` and decoding throw; a damaged photo is an error.
  public init(_ path: FilePath, size: ResultSize? = nil) throws(ImageError) {
    (self.path, self.size) = (path, size)
    let stored = try DecodedRows.open(path, Reading())
    seed = try stored.seed()
    color = stored.color
    // Whether rows of PQ and HLG can be had depends on the look.
    guard !color.isHighDynamicRange else { return }
    _ = try known.value(for: Reading()) { () throws(ImageError) in try DecodedRows(stored, size) }
  }

  /// The rows that a look sees: with light beyond white where the photo has it and the look reads it. They are decoded
  /// when they are first asked for.
  private func rows(for look: ConfiguredLook) throws(ImageError) -> DecodedRows {
    if let space = look.look.header.input { return try rows(Reading(space: space)) }
    let hasLight = color.gainMap != nil || color.isHighDynamicRange
    if hasLight, look.look.program.readsLight { return try rows(Reading(range: .apply)) }
    return try rows(Reading(range: color.isHighDynamicRange && mapsLight ? .tonemap : .ignore))
  }

  private func rows(_ reading: Reading) throws(ImageError) -> DecodedRows {
    try known.value(for: reading) { () throws(ImageError) in
      try DecodedRows(DecodedRows.open(path, reading), size)
    }
  }

  /// The photo through a look, at its own size.
  ///
  /// - Parameters:
  ///   - look: the look and its values.
  ///   - date: which day the look writes.
  ///   - shot: what the look reads in place of the photo's metadata.
  ///   - threads: how many may work at once.
  public func rendered(
    through look: ConfiguredLook, date: PhotoDate = PhotoDate(), shot: Shot = Shot(), threads: Int
  ) throws(ImageError) -> Bitmap {
    let (picture, compiled) = try compiled(look, date, shot)
    return try Bitmap(picture, through: compiled, threads)
  }

  /// The same, of which parts can be had.
  package func partial(
    through look: ConfiguredLook, date: PhotoDate = PhotoDate(), shot: Shot = Shot()
  ) throws(ImageError) -> PartialRender {
    let (picture, compiled) = try compiled(look, date, shot)
    return try PartialRender(picture, compiled)
  }

  private func compiled(
    _ look: ConfiguredLook, _ date: PhotoDate, _ shot: Shot
  ) throws(ImageError) -> (StoredPicture, CompiledLook) {
    let rows = try rows(for: look)
    let (picture, color) = (rows.picture, rows.color)
    // The photo's own space where that is sRGB in other words.
    let result = RenderTarget.Samples(depth: .eight, hasAlpha: false, space: ResultColor(.srgb, color, .eight).space)
    let target = RenderTarget(
      source: .init(picture.format, color), result: result, locale: date.locale,
      isDithered: Dithering.auto.applies(from: picture.format.depth, to: .eight))
    let shot = try self.shot(for: look, date: date, given: shot, isDithered: target.isDithered)
    let pictures = try GivenPictures(look, for: path).pictures
    return try (picture, CompiledLook(look.bound, for: target, shot: shot, pictures: pictures))
  }

  /// What a look reads of the photo.
  package func shot(
    for look: ConfiguredLook, date: PhotoDate, given: Shot = Shot(), isDithered: Bool = false
  ) throws(ImageError) -> Shot {
    try self.shot(for: look, rows(for: look), date: date, given: given, isDithered: isDithered)
  }

  private func shot(
    for look: ConfiguredLook, _ rows: DecodedRows, date: PhotoDate, given: Shot, isDithered: Bool
  ) throws(ImageError) -> Shot {
    try look.shot(
      of: rows.metadata, rows.color, seed: seed, isDithered: isDithered, file: path, date: date, given: given
    ) { () throws(ImageError) in
      try rows.reduced.value(for: Reading()) { () throws(ImageError) in
        var limits = PictureLimits().reading(light: rows.color.headroom > 1)
        limits.inputSpace = look.look.header.input
        return try ReducedPhoto(of: path, limits)
      }
    }
  }
}

/// A way to decode a photo.
private struct Reading: Hashable, Sendable {
  var range = OnHighDynamicRange.ignore
  /// What its colors are, whatever the file says.
  var space: InputSpace?
}

/// A photo decoded in one way.
private struct DecodedRows: @unchecked Sendable {
  // Only the rows of the picture are read.
  let metadata: PictureMetadata
  let color: PictureColor
  let picture: StoredPicture
  /// The photo as looks measure it.
  let reduced = Kept<Reading, ReducedPhoto>()

  static func open(_ path: FilePath, _ reading: Reading) throws(ImageError) -> PictureReader {
    var limits = PictureLimits()
    (limits.onHighDynamicRange, limits.inputSpace) = (reading.range, reading.space)
    do throws(ImageError) {
      return try openPicture(path, limits: limits)
    } catch  where error.remedy == .morePixels {
      // Callers that decode whole photos have no option for their size.
      throw ImageError(
        .limit,
        error.message + "; 'tintype render original --max-edge 8000 --max-pixels 4G' makes a smaller copy")
    }
  }

  init(_ stored: PictureReader, _ size: ResultSize?) throws(ImageError) {
    var options = RenderOptions()
    options.size = size
    let reader = try uprightReader(stored, options, nil)
    (metadata, color) = (reader.metadata, reader.color)
    picture = try StoredPicture(decoding: reader)
  }
}

/// What is made when it is first asked for, under each key.
private final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Value]>([:])

  func value(for key: Key, _ make: () throws(ImageError) -> Value) throws(ImageError) -> Value {
    try known.withLock { known throws(ImageError) in
      if let value = known[key] { return value }
      let value = try make()
      known[key] = value
      return value
    }
  }
}

extension DecodedPhoto {
  /// The photo through a look some of whose parameters stay open.
  ///
  /// - Parameter open: their positions; the others have their value in `look`.
  package func trial(of look: ConfiguredLook, leavingOpen open: Set<Int> = []) throws(ImageError) -> TrialRender {
    var date = PhotoDate()
    date.missing = .skip
    let rows = try rows(Reading())
    let shot = try shot(for: look, rows, date: date, given: Shot(), isDithered: false)
    let target = RenderTarget(source: .init(rows.picture.format, rows.color.space), result: .fine)
    return try TrialRender(
      rows.picture,
      CompiledLook(
        look.bound, for: target, shot: shot, pictures: try GivenPictures(look, for: path).pictures, leavingOpen: open))
  }
}

extension TrialRender {
  /// A picture of 16 bits in sRGB through a look some of whose parameters stay open.
  ///
  /// - Parameter open: their positions; the others have their value in `look`.
  package init(
    _ picture: StoredPicture, through look: ConfiguredLook, leavingOpen open: Set<Int> = []
  ) throws(ImageError) {
    try look.bound.requireAnswers(look.shot)
    self = try TrialRender(
      picture,
      CompiledLook(
        look.bound, for: RenderTarget(source: .fine, result: .fine), shot: look.shot,
        pictures: try GivenPictures(look, for: nil).pictures, leavingOpen: open))
  }
}

extension Bitmap {
  /// The picture through a look, at its own size.
  ///
  /// - Parameters:
  ///   - date: the day that the look writes; nil leaves it out.
  ///   - locale: the language of dates.
  ///   - threads: how many may work at once.
  /// - Throws: `.limit` for a look that crops everything away.
  public func rendered(
    through look: ConfiguredLook, date: CivilDate? = nil, locale: DateLocale = .en, threads: Int
  ) throws(ImageError) -> Bitmap {
    var shot = look.shot
    shot[.date] = date?.lanes
    try look.bound.requireAnswers(shot)
    let target = RenderTarget(source: .screen, result: .screen, locale: locale)
    let picture = try StoredPicture(format, bytes: pixels)
    if look.bound.measures, shot.measurements == nil {
      shot.measurements = look.bound.measurements(over: try ReducedPhoto(reducing: picture, .srgb), shot)
      picture.rewind()
    }
    let compiled = try CompiledLook(
      look.bound, for: target, shot: shot, pictures: try GivenPictures(look, for: nil).pictures)
    return try Bitmap(picture, through: compiled, threads)
  }

  /// What a look that is compiled for a screen makes of a picture.
  fileprivate init(_ picture: StoredPicture, through look: CompiledLook, _ threads: Int) throws(ImageError) {
    let result = try look.prepared(for: picture.format, maxPixels: PictureLimits.usualPixels)
      .rendered(picture, threads: max(1, threads))
    self.init(width: result.format.width, height: result.format.height, pixels: result.bytes)
  }

  /// Writes the picture in the format that the name asks for, with chroma at full resolution.
  ///
  /// - Parameter quality: of lossy formats, 1 to 100.
  public func write(
    to output: FilePath, quality: Int, ifExists: RenderOptions.IfExists
  ) throws(ImageError) -> RenderOutcome {
    try write(to: output, quality: quality, ifExists: ifExists, metadata: PictureMetadata())
  }

  /// Writes a picture that shows how a look is getting on, in place of the one before. It says that it is one.
  public func writePreview(to output: FilePath, quality: Int) throws(ImageError) {
    let type = try PictureFileType(outputName: output)
    let remark = XMPRemarks(
      namespace: Provenance.namespace, prefix: "tintype", properties: [(Self.preview, tintypeVersion)], keywords: [],
      rating: nil)
    let metadata = PictureMetadata().adding(remark, for: type) ?? PictureMetadata()
    _ = try write(to: output, quality: quality, ifExists: .overwrite, metadata: metadata)
  }

  /// Whether a file says that it is the preview of a look.
  public static func isPreview(_ file: FilePath) -> Bool {
    (try? openPicture(file, limits: .ofMetadata))?.metadata.xmpProperty(preview, in: Provenance.namespace) != nil
  }

  private static var preview: String { "Preview" }

  private func write(
    to output: FilePath, quality: Int, ifExists: RenderOptions.IfExists, metadata: PictureMetadata
  ) throws(ImageError) -> RenderOutcome {
    let type = try PictureFileType(outputName: output)
    guard try ifExists.permits(output) else { return .skipped }
    return try ifExists.write(output) { descriptor throws(ImageError) in
      try StoredPicture(format, bytes: pixels)
        .write(as: type, to: descriptor, metadata: metadata, options: EncodingOptions(quality: quality))
    }
  }

  private var format: PictureFormat { PictureFormat(width: width, height: height, channels: 3, depth: .eight) }
}
