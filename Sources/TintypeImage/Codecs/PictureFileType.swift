/// A file format that this build reads: a handle of its codec.
public struct PictureFileType: Sendable {
  let codec: any ImageCodec

  init(_ codec: any ImageCodec) { self.codec = codec }

  /// All formats that have a codec: those of every build, then those behind traits.
  private static let known: [PictureFileType] = [.jpeg, .png, .raw, .tiff, .heif, .avif, .jpegXL, .openEXR]

  /// The formats of this build.
  private static let builtIn = known.filter(\.codec.isBuiltIn)

  /// The formats whose traits are off.
  public static var notBuiltIn: [PictureFileType] { known.filter { !$0.codec.isBuiltIn } }

  /// Formats that a caller adds for the duration of a call, as a test does.
  @TaskLocal static var added: [PictureFileType] = []

  /// All formats, in the order in which they are asked about a file.
  public static var all: [PictureFileType] { builtIn + added }

  /// The format of a file by its content, whatever its name says.
  ///
  /// - Throws: `.unreadable`.
  static func recognized(_ file: InputFile) throws(ImageError) -> PictureFileType? {
    let start = try file.bytes(at: 0, count: min(file.size, 32))
    return all.first { $0.codec.recognizes(file, start) }
  }

  /// The format of files with this extension, in capitals or not; nil where none is built in.
  public init?(nameEnding: [UInt8]) {
    let name = String(decoding: nameEnding, as: UTF8.self).lowercased()
    guard let type = Self.all.first(where: { $0.codec.fileExtensions.contains(name) }) else { return nil }
    self = type
  }

  /// The format of this name, "jpeg" for example; nil where none is built in.
  public init?(named name: String) {
    guard let type = Self.all.first(where: { $0.name == name }) else { return nil }
    self = type
  }

  /// The format that an output's name asks for.
  ///
  /// - Throws: `.formatNotBuiltIn` for an extension that no format of this build writes.
  public init(outputName: FilePath) throws(ImageError) {
    guard let type = PictureFileType(nameEnding: outputName.fileExtension), type.isWritable else {
      let name = String(decoding: outputName.fileExtension, as: UTF8.self).lowercased()
      let missing = Self.notBuiltIn.first { $0.isWritable && $0.fileExtensions.contains(name) }
      let wayOut = missing?.trait.map { "; that of this one needs a build with 'swift build --traits \($0)'" } ?? ""
      throw ImageError(.formatNotBuiltIn, "the name of an output ends in \(Self.outputEndings)\(wayOut)")
    }
    self = type
  }

  /// The name that options and manifests spell, in lower case: "jpeg".
  public var name: String { codec.name }

  /// The name in sentences: "JPEG".
  public var title: String { codec.title }

  /// The name in sentences with its article: "a JPEG", "an AVIF".
  public var titleWithArticle: String { codec.titleWithArticle }

  /// The extensions of its files, in lower case and without a dot.
  public var fileExtensions: [String] { codec.fileExtensions }

  /// The extension that outputs get, without a dot.
  public var nameEnding: [UInt8] { Array((codec.fileExtensions.first ?? name).utf8) }

  /// The package trait that the format is behind; nil for formats of every build.
  public var trait: String? { codec.trait }

  /// Whether the format is written, too.
  public var isWritable: Bool { codec.writable != nil }

  /// Whether files of the format can store color more coarsely than lightness.
  public var subsamplesChroma: Bool { codec.writable?.subsamplesChroma ?? false }

  /// Whether the XMP of a file can be edited without writing the rest anew.
  public var editsXMP: Bool { codec.packets != nil }

  /// Whether files of the format can be turned and cropped without being compressed again.
  public var movesBlocks: Bool { codec.blocks != nil }

  /// The formats that this build writes.
  public static var writable: [PictureFileType] { all.filter(\.isWritable) }

  /// The format of an output that follows a photo: that of the photo, or the first one that is written.
  public static func output(following source: PictureFileType?) -> PictureFileType {
    source.flatMap { $0.isWritable ? $0 : nil } ?? builtIn[0]
  }

  /// The formats that are read, for a sentence: "JPEG or PNG".
  public static var titles: String { listed(all.map(\.title)) }

  /// The names of the formats that are written, for a sentence: "jpeg or png".
  public static var names: String { listed(writable.map(\.name)) }

  /// The extensions of outputs, for a sentence: ".jpg, .jpeg or .png".
  public static var outputEndings: String { listed(writable.flatMap(\.codec.fileExtensions).map { "." + $0 }) }

  private static func listed(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "") + (names.last ?? "")
  }
}

extension PictureFileType: Hashable, CustomStringConvertible {
  /// Formats with one name are one.
  public static func == (a: PictureFileType, b: PictureFileType) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

extension PictureFileType {
  /// Whether a file can have an alpha channel.
  public var hasAlpha: Bool { codec.writable?.hasAlpha ?? false }

  /// The sample size nearest to the wanted one that a file can have.
  public func depth(for wanted: SampleDepth) -> SampleDepth {
    let depths = codec.writable?.depths ?? []
    return depths.contains(wanted) ? wanted : depths.last { !$0.isLight } ?? depths.last ?? .eight
  }

  /// The bits of samples between 8 and 16 that a file can have.
  public var codeBits: [Int] { codec.writable?.codeBits ?? [] }

  /// Whether a file can state PQ and HLG by code points.
  public var statesHighDynamicRange: Bool { codec.writable?.statesHighDynamicRange ?? false }

  /// Whether files hold linear light only, with a statement of their own for the primaries.
  public var holdsLightOnly: Bool {
    guard let depths = codec.writable?.depths else { return false }
    return depths.allSatisfy { $0.isLight }
  }

  /// The bytes that encoding a picture holds at its peak; 0 where rows are encoded as they come.
  public func encodingMemory(_ format: PictureFormat) -> ByteCount {
    codec.writable?.encodingMemory(format) ?? 0
  }

  /// Begins a file of this format.
  ///
  /// - Parameters:
  ///   - descriptor: where the bytes go; stays open until the writer has finished.
  ///   - format: the shape of the rows; the format has to hold it (``hasAlpha``, ``depth(for:)``).
  ///   - metadata: what to carry.
  ///   - options: how to compress.
  /// - Throws: `.formatNotBuiltIn` for a format that is only read, `.limit` for a size that a file cannot hold,
  ///   `.unsupported` for rows that it cannot hold, `.io`.
  public func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata = PictureMetadata(),
    options: EncodingOptions = EncodingOptions()
  ) throws(ImageError) -> any RowWriter {
    guard let codec = codec.writable else {
      throw ImageError(.formatNotBuiltIn, "\(title) is read and not written")
    }
    // A codec reads rows as its own samples, and would read beyond those of another size.
    guard codec.depths.contains(format.depth), codec.hasAlpha || format.channels == 3 else {
      throw ImageError(.unsupported, "\(title) does not hold \(format.channels) channels of \(format.depth.described)")
    }
    return try codec.writer(to: descriptor, format: format, metadata: metadata, options: options)
  }
}
