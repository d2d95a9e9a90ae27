public import ArgumentParser
public import Tintype
public import TintypeColor
public import TintypeImage

extension MetadataPolicy: ExpressibleByArgument {}
extension OnCorrupt: ExpressibleByArgument {}
extension OnHighDynamicRange: ExpressibleByArgument {}
extension InputSpace: ExpressibleByArgument {}

extension WhiteBalance: ExpressibleByArgument {
  /// See ``init(_:)``.
  public init?(argument: String) { self.init(argument) }

  /// As options spell it.
  public var defaultValueDescription: String { spelled }
}

extension ColorPolicy: ExpressibleByArgument {}
extension ResultDepth: ExpressibleByArgument {}
extension Dithering: ExpressibleByArgument {}

/// The photos to render.
struct PhotoOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Include the photos in folders and their subfolders.")
  var recursive = false

  @Option(
    help: ArgumentHelp("Read names of photos from a file, one per line; '-' for standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(name: [.customShort("0"), .long], help: "Names in --files-from are separated by zero bytes.")
  var null = false

  @Option(
    help: ArgumentHelp(
      "Names are in this column, from 1, of --files-from, a CSV such as a bucket's inventory.", valueName: "column"))
  var filesColumn: Int?

  func validate() throws {
    guard let filesColumn else { return }
    if filesFrom == nil { throw ValidationError("--files-column is about the list in --files-from.") }
    if filesColumn < 1 || null { throw ValidationError("--files-column counts columns of lines, from 1.") }
  }

  /// Names on the command line and in the list.
  ///
  /// - Parameter shard: the part that is wanted; other names of the list are not kept. Folders are kept with `-r`.
  func named(_ inputs: [String], of shard: Shard? = nil) throws -> [FilePath] {
    var names = inputs.map { FilePath($0) }
    guard filesFrom != nil else { return names }
    let shard = recursive ? nil : shard
    var isEmpty = true
    try forEachName { name in
      isEmpty = false
      if shard?.contains(named: name) ?? true { names.append(name) }
    }
    if isEmpty, let filesFrom, let filesColumn {
      throw failure(filesFrom, "has no names in column \(filesColumn)", .data)
    }
    return names
  }

  /// Reads the list part by part: an inventory is long.
  private func forEachName(_ take: (FilePath) -> Void) throws {
    let separator = null ? 0 : UInt8(ascii: "\n")
    var rest: [UInt8] = []
    var isFirst = true
    func takeLines(isAtEnd: Bool) {
      var start = 0
      while let end = rest[start...].firstIndex(of: separator) ?? (isAtEnd && start < rest.count ? rest.count : nil) {
        var line = !null && rest[start..<end].last == UInt8(ascii: "\r") ? rest[start..<(end - 1)] : rest[start..<end]
        if isFirst, !null, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirst = false
        let name = filesColumn.map { InventoryLine(line).column($0) } ?? Array(line)
        if !name.isEmpty { take(FilePath(bytes: name)) }
        start = min(end + 1, rest.count)
      }
      rest.removeFirst(start)
    }
    guard let filesFrom, filesFrom != "-" else {
      while let part = try StandardStreams.readPart(), !part.isEmpty {
        rest += part
        takeLines(isAtEnd: false)
      }
      return takeLines(isAtEnd: true)
    }
    var place = 0
    while true {
      let part = try reporting(on: filesFrom) { () throws(ImageError) in
        try readFile(FilePath(filesFrom), from: place, upTo: 1 << 20)
      }
      rest += part
      place += part.count
      takeLines(isAtEnd: part.isEmpty)
      if part.isEmpty { return }
    }
  }
}

/// A line of a CSV (RFC 4180), as the inventories of object stores are: names in quotation marks, with characters that
/// are special there as `%20`.
private struct InventoryLine {
  private let line: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { self.line = line }

  /// The column of this number, from 1; empty where there is none.
  func column(_ number: Int) -> [UInt8] {
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    var (column, current, isQuoted) = ([UInt8](), 1, false)
    for byte in line {
      switch byte {
      // A doubled quotation mark ends and reopens the text: when it reopens, it stands for itself.
      case quote:
        if !isQuoted, current == number, !column.isEmpty { column.append(quote) }
        isQuoted.toggle()
      case comma where !isQuoted: current += 1
      default: if current == number { column.append(byte) }
      }
      if current > number { break }
    }
    return Self.unescaped(column)
  }

  private static func unescaped(_ name: [UInt8]) -> [UInt8] {
    guard name.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return name }
    var (result, rest) = ([UInt8](), name[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }
}

/// Whether sidecars are read.
struct SidecarOptions: ParsableArguments {
  @Flag(help: "Ignore sidecars, the settings beside the photos.")
  var noSidecars = false
}

/// Whether sidecars are written.
struct SavingOptions: ParsableArguments {
  @Flag(help: "Save the expression, or the values that are not defaults, in each photo's sidecar.")
  var saveEdits = false
}

/// The form of a result.
struct FormOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of results and their {ext}: \(PictureFileType.names) (default: that of the photo)."))
  var format: PictureFileType?

  @Flag(help: "Turn, mirror and crop a JPEG without compressing it again; looks that do more are refused.")
  var lossless = false

  @Option(
    help: "The chroma subsampling of a JPEG: 444, 422 or 420 (default: that of the photo; 444 with colored grain).")
  var subsampling: ChromaSubsampling?

  @Option(
    help: ArgumentHelp(
      "The samples of a result: 8 or 16 bits; of an AVIF 10 or 12, of a TIFF half or float (default: the photo's)."))
  var depth: ResultDepth?

  @Option(help: "Noise of one code where a result is rounded to 8 bits: on, off, or auto (where the photo has more).")
  var dither = Dithering.auto

  @Option(
    help: "The color space of results: keep (the photo's), srgb, p3 (Display P3), pq or hlg (light beyond white).")
  var icc = ColorPolicy.keep

  @Option(
    help: ArgumentHelp("Limit the longer side to this many pixels; photos are never enlarged.", valueName: "pixels"),
    transform: { try size($0, ResultSize.init(maxEdge:), "--max-edge is a number of pixels.") })
  var maxEdge: ResultSize?

  @Option(
    help: ArgumentHelp("Fit results into WxH, or scale them by a percentage: 1920x1080, 50%.", valueName: "size"),
    transform: { try size($0, ResultSize.init(resize:), "--resize is a size such as 1920x1080, or 50%.") })
  var resize: ResultSize?

  @Option(help: "The metadata to keep: all, no-gps, minimal (color and rights) or none (color).")
  var metadata = MetadataPolicy.all

  @Option(help: ArgumentHelp("Add a keyword, such as album:summer; may be repeated.", valueName: "keyword"))
  var tag: [String] = []

  @Option(help: "Set the rating, 0 to 5; 5 is a favorite.")
  var rating: Int?

  @Option(help: "What to do with a damaged photo: error, or salvage what can be decoded.")
  var onCorrupt = OnCorrupt.error

  @Option(
    help: ArgumentHelp(
      "Light beyond white (gain maps, PQ, HLG): apply it, tonemap it to what a screen shows, or ignore a gain map; "
        + "gainmap writes a JPEG that has it (default: apply for looks that read light)."))
  var hdr = OnHighDynamicRange.auto

  @Option(
    help: ArgumentHelp(
      "The most light beyond white, as a multiple of white, such as 4 (default: the photo's; in results 16 at least).",
      valueName: "times"),
    transform: { text in
      guard let headroom = PictureLimits.headroom(text) else {
        throw ValidationError("--max-headroom is a number from 1 to 65536.")
      }
      return headroom
    })
  var maxHeadroom: Double?

  @Option(
    help: ArgumentHelp(
      "What the colors of photos are, whatever their files say: s-log3, v-log, linear-srgb, and more.",
      valueName: "space"))
  var inputSpace: InputSpace?

  @Option(
    help: ArgumentHelp(
      "The white balance of raw files: as the camera set it, auto (the mean), or a temperature such as 5200K.",
      valueName: "camera|auto|5200K"))
  var white = WhiteBalance.camera

  @Option(
    help: ArgumentHelp(
      "What is done to the light of photos before the look: exposure, red and blue in stops, and contrast, such as "
        + "'exposure=0.5 red=0.1 blue=-0.2'. See 'tintype meter'.", valueName: "values"),
    transform: { text in
      guard let correction = LightCorrection(text) else {
        throw ValidationError("--correction has exposure=, red= and blue= from -10 to 10, contrast= from 0.25 to 4.")
      }
      return correction
    })
  var correction: LightCorrection?

  func validate() throws {
    if let rating, !(0...5).contains(rating) { throw ValidationError("--rating is a number from 0 to 5.") }
    if !tag.allSatisfy(PictureMarks.isKeyword) {
      throw ValidationError("A tag is a word or several, without control characters.")
    }
    if lossless, format?.movesBlocks == false {
      throw ValidationError("--lossless keeps a JPEG a JPEG, and --format asks for another format; give one.")
    }
    if maxEdge != nil, resize != nil { throw ValidationError("--max-edge and --resize are two sizes; give one.") }
  }
}

extension RenderOptions {
  /// Requirements on a result, and limits of rendering.
  init(_ storage: StorageOptions, _ form: FormOptions, _ effort: EffortOptions) {
    self.init()
    (quality, ifExists) = (storage.quality, storage.ifExists)
    size = form.maxEdge ?? form.resize
    isLossless = form.lossless
    (subsampling, depth, dither) = (form.subsampling, form.depth, form.dither)
    (icc, metadata) = (form.icc, form.metadata)
    (keywords, rating) = (form.tag, form.rating)
    limits = PictureLimits(maxPixels: effort.maxPixels.count, onCorrupt: form.onCorrupt)
    (limits.onHighDynamicRange, limits.maxHeadroom) = (form.hdr, form.maxHeadroom)
    limits.inputSpace = form.inputSpace
    (limits.whiteBalance, limits.correction) = (form.white, form.correction)
    threads = effort.threads
  }
}

extension ChromaSubsampling: ExpressibleByArgument {
  /// The formats that can be written.
  public init?(argument: String) {
    guard let subsampling = RenderOption.subsamplings[argument] else { return nil }
    self = subsampling
  }

  /// What help and completions list.
  public static var allValueStrings: [String] { RenderOption.subsamplings.keys.sorted(by: >) }
}

/// A size as people write it.
private func size(
  _ text: String, _ size: (String) -> ResultSize?, _ complaint: String
) throws -> ResultSize {
  guard let size = size(text) else { throw ValidationError(complaint) }
  return size
}

/// How the work is divided and recorded.
struct WorkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Record finished photos in a file, and skip them in later runs.", valueName: "file"),
    completion: .file())
  var manifest: String?

  @Option(help: ArgumentHelp("Render the i-th of n parts of the photos, such as 1/4.", valueName: "i/n"))
  var shard: Shard?

  @Flag(name: [.customShort("n"), .long], help: "Print what would be rendered, and render nothing.")
  var dryRun = false
}

extension Shard: ExpressibleByArgument {
  /// A part as people write it: 1/4.
  public init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else { return nil }
    self.init(number, of: count)
  }
}

/// How progress is reported.
struct ReportOptions: ParsableArguments {
  @Option(help: "How progress is reported: auto, bar, plain, json (a line for each photo on standard output) or none.")
  var progress = Progress.auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  /// A way of reporting as people write it.
  enum Progress: String, ExpressibleByArgument, CaseIterable {
    case auto, bar, plain, json, none
  }

  /// A report on this number of photos.
  func report(on total: Int) -> BatchReport { BatchReport(total: total, style: style(for: total), isQuiet: quiet) }

  /// The style of progress for this number of photos; never `auto`.
  private func style(for total: Int) -> Progress {
    switch progress {
    case .json: .json
    case _ where quiet: .none
    case .auto where total <= 1: .none
    case .auto: StandardError.isTerminal ? .bar : .plain
    case .bar, .plain, .none: progress
    }
  }
}
