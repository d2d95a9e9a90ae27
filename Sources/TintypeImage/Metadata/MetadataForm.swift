/// How a format stores metadata: what wraps a block, which blocks there are, and in which order they lie in a file.
///
/// A *block* is what formats have in common: the TIFF block of the camera data, the XMP packet, the ICC profile,
/// Photoshop's resources, a comment. What a form does not say holds for a format that stores blocks as they are and
/// that carries none from other formats.
protocol MetadataForm {
  /// The kinds that a file can carry over from another format, in file order.
  static var kinds: [MetadataItem.Kind] { get }

  /// The kinds whose loss is worth a note when a picture comes from another format.
  static var notedKinds: [MetadataItem.Kind] { get }

  /// The items that store a block. A kind that the format does not have gives none.
  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem]

  /// The item that stores a density; nil where it cannot be said.
  static func item(holding density: PixelDensity) -> MetadataItem?

  /// The most bytes that the payload of an item can have.
  static var maxPayload: Int { get }

  /// The block in an item; nil when it is compressed and broken.
  static func block(in item: MetadataItem) -> [UInt8]?

  /// The payload that holds another block in the same wrapping.
  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8]

  /// The profile that items of the kind `iccProfile` hold together; nil when they do not fit together.
  static func profile(in items: [MetadataItem]) -> [UInt8]?

  /// The density in an item.
  static func density(in item: MetadataItem) -> PixelDensity?

  /// The packet with everything that the format keeps outside of it; nil where there is nothing outside.
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]?

  /// What the format keeps outside of the packet, as a packet; nil where there is nothing, or parts are missing.
  static func extendedPacket(of metadata: PictureMetadata) -> [UInt8]?

  /// What an item is called in a note that it may hold a position; nil where it has no room for one.
  static func name(of item: MetadataItem) -> String?

  /// Whether an item signs the pixels of the original.
  static func isSignature(_ item: MetadataItem) -> Bool

  /// What a file says of its colors, the statement first that takes precedence.
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement]

  /// All that an item says, without compression and wrapping, to be searched; nil for an item that cannot be read.
  static func searchableBytes(of item: MetadataItem, maxBytes: Int) -> [UInt8]?

  /// Where a new item may stand first.
  static func firstPlace(in items: [MetadataItem]) -> Int
}

extension MetadataForm {
  static var kinds: [MetadataItem.Kind] { [] }
  static var notedKinds: [MetadataItem.Kind] {
    [.exif, .xmp, .extendedXMP, .iccProfile, .iptc, .comment, .text, .other].filter { !kinds.contains($0) }
  }
  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem] {
    [MetadataItem(kind, at: .none, block)]
  }
  static func item(holding density: PixelDensity) -> MetadataItem? { nil }
  static var maxPayload: Int { .max }
  static func block(in item: MetadataItem) -> [UInt8]? { item.payload }
  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8] {
    item.payload.dropLast(self.block(in: item)?.count ?? 0) + block
  }
  static func profile(in items: [MetadataItem]) -> [UInt8]? { items.first.flatMap { block(in: $0) } }
  static func density(in item: MetadataItem) -> PixelDensity? { nil }
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]? { nil }
  static func extendedPacket(of metadata: PictureMetadata) -> [UInt8]? { nil }
  static func name(of item: MetadataItem) -> String? { item.kind.title }
  static func isSignature(_ item: MetadataItem) -> Bool { false }
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] {
    metadata.profileStatements + metadata.cameraStatements
  }
  static func searchableBytes(of item: MetadataItem, maxBytes: Int) -> [UInt8]? { item.payload }
  static func firstPlace(in items: [MetadataItem]) -> Int { 0 }
}

/// The form of a format that carries no metadata, and of blocks that no file has wrapped yet.
enum NoMetadata: MetadataForm {}
