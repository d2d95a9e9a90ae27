/// The metadata of a file, in file order.
///
/// A file of the same format gets the items byte for byte and in order. Another format gets EXIF, XMP, color profile,
/// density, captions and comments in its own wrapping. The bare blocks (`exif`, `xmp`, …) are views of the items.
public struct PictureMetadata: Hashable, Sendable {
  /// The format that the items come from; nil for new metadata.
  public let source: PictureFileType?

  /// The segments or chunks, in file order.
  public internal(set) var items: [MetadataItem]

  /// No metadata.
  public init() {
    self.init(source: nil, items: [])
  }

  init(source: PictureFileType?, items: [MetadataItem]) {
    self.source = source
    self.items = items
  }

  /// The camera data: a TIFF block that starts with `II` or `MM`.
  ///
  /// Setting it replaces what was there; nil removes it.
  public var exif: [UInt8]? {
    get { items.first { $0.kind == .exif }.flatMap(\.block) }
    set { replace([.exif], with: newValue.map { form.items(.exif, holding: $0) } ?? []) }
  }

  /// The XMP packet; in a JPEG without its extension.
  ///
  /// Setting it replaces what was there, the extension included; nil removes both.
  public var xmp: [UInt8]? {
    get { items.first { $0.kind == .xmp }.flatMap(\.block) }
    set { replace([.xmp, .extendedXMP], with: newValue.map { form.items(.xmp, holding: $0) } ?? []) }
  }

  /// The ICC color profile.
  ///
  /// Setting it also removes other statements on color, which would contradict it; nil removes all of them.
  public var iccProfile: [UInt8]? {
    get {
      let parts = items.filter { $0.kind == .iccProfile }
      return parts.first?.form.profile(in: parts)
    }
    set { replace([.iccProfile, .color], with: newValue.map { form.items(.iccProfile, holding: $0) } ?? []) }
  }

  /// Photoshop's resources with the IPTC captions, of all items joined.
  public var iptc: [UInt8]? {
    let resources = items.filter { $0.kind == .iptc }.compactMap(\.block).flatMap { $0 }
    return resources.isEmpty ? nil : resources
  }

  /// The comments that can be read: UTF-8 if the format says so, as PNG does; else the bytes of the file. Together at
  /// most 1 MiB, because a small file may inflate to a large one.
  public var comments: [[UInt8]] {
    var bytesLeft = 1 << 20
    var comments: [[UInt8]] = []
    for item in items where item.kind == .comment && bytesLeft > 0 {
      guard let comment = item.block else { continue }
      bytesLeft -= comment.count
      comments.append(comment)
    }
    return comments
  }

  /// Pixels per inch or meter.
  public var density: PixelDensity? {
    items.first { $0.kind == .density }.flatMap { $0.form.density(in: $0) }
  }

  /// The camera data, parsed; nil when there are none, and when they are no TIFF block.
  var exifBlock: EXIFBlock? { exif.flatMap(EXIFBlock.init) }

  /// The main XMP packet.
  var xmpPacket: XMPPacket? { xmp.map(XMPPacket.init) }

  /// The packet for edits: an empty one where there is none; nil for one that has no text.
  var editablePacket: XMPPacket? {
    guard let item = items.first(where: { $0.kind == .xmp }) else { return .empty }
    return item.block.map { $0.isEmpty ? .empty : XMPPacket($0) }
  }

  /// The bytes that it occupies during a render: the items of the file and their copy for the result.
  var memory: ByteCount { items.map { ByteCount($0.payload.count) }.total * 2 }

  /// The metadata with only the items of these kinds.
  public func keeping(_ kinds: Set<MetadataItem.Kind>) -> PictureMetadata {
    PictureMetadata(source: source, items: items.filter { kinds.contains($0.kind) })
  }

  /// The wrapping of new blocks.
  var form: any MetadataForm.Type { source?.codec.form ?? NoMetadata.self }

  /// Replaces the items of `kinds` by `new`, at the index of the first one, or in front.
  mutating func replace(_ kinds: Set<MetadataItem.Kind>, with new: [MetadataItem]) {
    let first = items.firstIndex { kinds.contains($0.kind) }
    let front = form.firstPlace(in: items)
    items.removeAll { kinds.contains($0.kind) }
    items.insert(contentsOf: new, at: min(first ?? front, items.count))
  }
}
