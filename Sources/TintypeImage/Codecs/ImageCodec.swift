/// A file format that pictures are read from.
///
/// `PictureFileType.known` has a line for each. Nothing else in the package names a format.
protocol ImageCodec: Sendable {
  /// The name that `--format` and manifests spell, in lower case: "jpeg".
  var name: String { get }

  /// The name in sentences: "JPEG".
  var title: String { get }

  /// The file extensions, in lower case and without a dot. Outputs get the first one.
  var fileExtensions: [String] { get }

  /// The C libraries that read and write it.
  var libraries: [BuiltInLibrary] { get }

  /// The package trait that the codec is behind; nil for a codec of every build.
  var trait: String? { get }

  // What a format can do besides being read. Requirements, because a cast searches all conformances of the program.

  /// The codec where it also writes.
  var writable: (any WritableCodec)? { get }

  /// The codec where it exchanges XMP packets.
  var packets: (any PacketCodec)? { get }

  /// The codec where it moves blocks.
  var blocks: (any BlockCodec)? { get }

  /// Whether this build has the library that the codec calls.
  var isBuiltIn: Bool { get }

  /// Whether so many flaws were found in the library that files are only decoded in a confined process.
  var hasPoorRecord: Bool { get }

  /// Makes the library load what it would load later. A process that is about to be confined calls it.
  func prepare()

  /// How the format wraps metadata.
  var form: any MetadataForm.Type { get }

  /// Whether a file that begins with these bytes (32, or fewer in a shorter file) has this format.
  func recognizes(_ start: [UInt8]) -> Bool

  /// The same where the first bytes do not tell formats apart.
  func recognizes(_ file: InputFile, _ start: [UInt8]) -> Bool

  /// Reads header and metadata, and refuses a file that cannot hold a picture of the size it claims.
  ///
  /// No pixel is decoded, and no memory that grows with the picture is allocated.
  /// - Throws: `.corrupt`, `.unsupported`, `.unreadable`, and `.limit` for `limits`.
  func open(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> OpenedPicture

  /// The first bytes of the compressed picture, which an edit of the metadata leaves as they are.
  ///
  /// - Parameters:
  ///   - file: one that `open` has accepted.
  ///   - count: the most bytes.
  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8]
}

extension ImageCodec {
  /// The name in sentences with its article.
  var titleWithArticle: String { (title.prefix(1).contains { "AEIO".contains($0) } ? "an " : "a ") + title }

  /// None.
  var libraries: [BuiltInLibrary] { [] }

  /// None: a codec of every build.
  var trait: String? { nil }

  /// Nil: a format that is only read.
  var writable: (any WritableCodec)? { nil }

  /// Nil: its XMP is not exchanged.
  var packets: (any PacketCodec)? { nil }

  /// Nil: its blocks are not moved.
  var blocks: (any BlockCodec)? { nil }

  /// True: a codec of every build.
  var isBuiltIn: Bool { true }

  /// By the first bytes.
  func recognizes(_ file: InputFile, _ start: [UInt8]) -> Bool { recognizes(start) }

  /// False: a library that is read with confidence.
  var hasPoorRecord: Bool { false }

  /// Everything is at hand.
  func prepare() {}

  /// A format that carries no metadata.
  var form: any MetadataForm.Type { NoMetadata.self }

  /// The first bytes of the file.
  func compressedPicture(in file: InputFile, atMost count: Int) throws(ImageError) -> [UInt8] {
    try file.bytes(at: 0, count: min(count, file.size))
  }
}

/// A codec that also writes.
protocol WritableCodec: ImageCodec {
  /// The sample sizes that a file can have, the smallest first.
  var depths: [SampleDepth] { get }

  /// The bits of samples between 8 and 16 that a file can have.
  var codeBits: [Int] { get }

  /// Whether a file can state PQ and HLG by code points.
  var statesHighDynamicRange: Bool { get }

  /// Whether a file can have an alpha channel.
  var hasAlpha: Bool { get }

  /// Whether a file can store color more coarsely than lightness.
  var subsamplesChroma: Bool { get }

  /// The bytes that encoding holds at its peak, where they grow with the height of the picture.
  func encodingMemory(_ format: PictureFormat) -> ByteCount

  /// Begins a file with its header and the metadata in front of the pixels.
  ///
  /// - Parameters:
  ///   - descriptor: where the bytes go; stays open until the writer has finished.
  ///   - format: the shape of the rows, within `depths` and `hasAlpha`.
  ///   - metadata: what to carry; items of this format go byte for byte.
  ///   - options: those that the format knows count.
  /// - Throws: `.limit` for a size that the format cannot hold, `.io` when the disk is full.
  func writer(
    to descriptor: Int32, format: PictureFormat, metadata: PictureMetadata, options: EncodingOptions
  ) throws(ImageError) -> any RowWriter
}

extension WritableCodec {
  var writable: (any WritableCodec)? { self }

  /// None.
  var codeBits: [Int] { [] }

  /// False.
  var statesHighDynamicRange: Bool { false }

  /// False.
  var subsamplesChroma: Bool { false }

  /// None: rows are encoded as they come.
  func encodingMemory(_ format: PictureFormat) -> ByteCount { 0 }
}

/// A codec that exchanges the XMP packet of a file, and leaves all other bytes as they are.
protocol PacketCodec: WritableCodec {
  /// Copies a file with another XMP packet in place of its own.
  ///
  /// - Parameters:
  ///   - file: one that `open` has accepted.
  ///   - packet: in UTF-8.
  ///   - descriptor: where the bytes go.
  /// - Throws: `.limit` for a packet that the format has no room for, `.io`.
  func copy(_ file: InputFile, packet: [UInt8], to descriptor: Int32) throws(ImageError)
}

extension PacketCodec {
  /// Copies a file with bytes in place of some of its own.
  func copy(
    _ file: InputFile, replacing range: Range<Int>, by bytes: [UInt8], to descriptor: Int32
  ) throws(ImageError) {
    for part in [0..<range.lowerBound, range.upperBound..<file.size] {
      if part.lowerBound == range.upperBound { try writeAll(bytes, to: descriptor) }
      for start in stride(from: part.lowerBound, to: part.upperBound, by: 1 << 20) {
        try writeAll(try file.bytes(at: start, count: min(1 << 20, part.upperBound - start)), to: descriptor)
      }
    }
  }

  /// The item that holds a packet.
  ///
  /// - Throws: `.limit` for a packet that is too long.
  func item(holding packet: [UInt8]) throws(ImageError) -> MetadataItem {
    guard let item = form.items(.xmp, holding: packet).first, item.payload.count <= form.maxPayload else {
      throw ImageError(.limit, "its XMP is full: \(titleWithArticle) holds at most \(form.maxPayload) bytes of it")
    }
    return item
  }
}

extension PacketCodec {
  var packets: (any PacketCodec)? { self }
}

/// A codec that moves the blocks of a file without decoding them.
protocol BlockCodec: PacketCodec {
  /// Begins a file of the blocks of another one of this format. It has no rows to be written, and is finished.
  ///
  /// - Parameters:
  ///   - move: whole blocks, as ``BlockGrid/snapped(_:width:height:)`` and ``BlockGrid/partial(in:)`` say.
  ///   - decoder: one that this codec has opened and that has not begun; lives until the file is finished.
  /// - Throws: as a reader and a writer.
  func writer(
    to descriptor: Int32, moving move: BlockMove, of decoder: any PixelDecoder, metadata: PictureMetadata
  ) throws(ImageError) -> any RowWriter
}

extension BlockCodec {
  var blocks: (any BlockCodec)? { self }
}

/// How a picture is compressed. A format takes what it knows of it.
public struct EncodingOptions: Hashable, Sendable {
  /// The quality of lossy compression, 1 to 100 as the format's library counts. With 100, AVIF and JPEG XL lose
  /// nothing.
  public var quality: Int

  /// The resolution of chroma.
  public var subsampling: ChromaSubsampling

  /// How samples of 16 bits are coded where they are light of high dynamic range, with the primaries of BT.2020; nil
  /// for what the metadata say. A profile is not written then.
  public var range: HighDynamicRange?

  /// The bits of a sample in the file, one of the format's; nil for the most that the rows fill.
  public var bits: Int?

  /// The best lossy quality that is usual, with chroma at full resolution, unless given.
  public init(quality: Int = 95, subsampling: ChromaSubsampling = .full444) {
    (self.quality, self.subsampling) = (quality, subsampling)
  }
}
