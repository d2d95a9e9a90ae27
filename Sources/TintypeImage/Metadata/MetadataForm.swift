/// How a format stores metadata: which blocks it has, in which order, and how it wraps them.
///
/// A *block* is what formats have in common: a TIFF block of camera data, an XMP packet, an ICC profile, Photoshop's
/// resources, a comment. The defaults hold for a format that does not wrap blocks and takes none from other formats.
protocol MetadataForm {
  /// The kinds that a file can carry over from another format, in file order.
  static var kinds: [MetadataItem.Kind] { get }

  /// The kinds whose loss is worth a note when a picture comes from another format.
  static var notedKinds: [MetadataItem.Kind] { get }

  /// The items that store a block. A kind that the format does not have gives none.
  static func items(_ kind: MetadataItem.Kind, holding block: [UInt8]) -> [MetadataItem]

  /// The item that stores a density; nil if the format cannot express it.
  static func item(holding density: PixelDensity) -> MetadataItem?

  /// Whether a file of the format can hold an item as it is. Another process may state any.
  static func canHold(_ item: MetadataItem) -> Bool

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

  /// The main packet and the extended XMP as one packet; nil without extended XMP.
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]?

  /// The extended XMP packet and its parts; nil when there is none, and when parts are missing.
  static func extendedXMP(of metadata: PictureMetadata) -> (packet: XMPPacket, parts: [MetadataItem])?

  /// The name of an item in a note that it may hold a position; nil for an item that cannot hold one.
  static func name(of item: MetadataItem) -> String?

  /// Whether an item signs the pixels of the original.
  static func isSignature(_ item: MetadataItem) -> Bool

  /// The statements on color, the one with precedence first.
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement]

  /// The text of an item, decompressed and unwrapped, for a search; nil for an item that cannot be read.
  static func searchableBytes(of item: MetadataItem, maxBytes: Int) -> [UInt8]?

  /// What a file does not keep of items that come from another format, for notes.
  static func remarks(on items: [MetadataItem]) -> [String]

  /// The first index at which a new item may be inserted.
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
  static func canHold(_ item: MetadataItem) -> Bool { item.place.tag.isEmpty && !item.place.isAfterPixels }
  static var maxPayload: Int { .max }
  static func block(in item: MetadataItem) -> [UInt8]? { item.payload }
  static func payload(of item: MetadataItem, holding block: [UInt8]) -> [UInt8] {
    item.payload.dropLast(self.block(in: item)?.count ?? 0) + block
  }
  static func profile(in items: [MetadataItem]) -> [UInt8]? { items.first.flatMap { block(in: $0) } }
  static func density(in item: MetadataItem) -> PixelDensity? { nil }
  static func wholePacket(of metadata: PictureMetadata) -> [UInt8]? { nil }
  static func extendedXMP(of metadata: PictureMetadata) -> (packet: XMPPacket, parts: [MetadataItem])? { nil }
  static func name(of item: MetadataItem) -> String? { item.kind.title }
  static func isSignature(_ item: MetadataItem) -> Bool { false }
  static func colorStatements(of metadata: PictureMetadata) -> [ColorStatement] {
    metadata.profileStatements + metadata.cameraStatements
  }
  static func searchableBytes(of item: MetadataItem, maxBytes: Int) -> [UInt8]? { item.payload }
  static func remarks(on items: [MetadataItem]) -> [String] { [] }
  static func firstPlace(in items: [MetadataItem]) -> Int { 0 }
}

/// The form of a format without metadata, and of bare blocks.
enum NoMetadata: MetadataForm {}
