/// What a picture's file carries beside its pixels, in file order.
///
/// A file of the same format gets the items back byte for byte and in order; another format gets EXIF, XMP, color
/// profile, density, captions and comments in its own form. The plain blocks (`exif`, `xmp`, …) are views of the items.
public struct PictureMetadata: Hashable, Sendable {
  /// The format the items come from; nil for metadata made from nothing.
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
    get { items.first { $0.kind == .exif }.map(\.exifBlock) }
    set { replace([.exif], with: newValue.map { form.items(.exif, holding: $0) } ?? []) }
  }

  /// The XMP packet; in a JPEG without its extension.
  ///
  /// Setting it replaces what was there, the extension included; nil removes both.
  public var xmp: [UInt8]? {
    get { items.first { $0.kind == .xmp }.flatMap(\.xmpPacket) }
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
    let resources = items.filter { $0.kind == .iptc }.compactMap(\.photoshopResources).flatMap { $0 }
    return resources.isEmpty ? nil : resources
  }

  /// The comments: UTF-8 where the format says so, as from a PNG; else the bytes of the file.
  public var comments: [[UInt8]] {
    items.filter { $0.kind == .comment }.compactMap { $0.form.block(in: $0) }
  }

  /// Pixels per inch or meter.
  public var density: PixelDensity? {
    items.first { $0.kind == .density }.flatMap { $0.form.density(in: $0) }
  }

  /// The bytes that it occupies while a picture is rendered: the items of the file, and their copy for the result.
  var memory: Int { 2 * items.reduce(0) { $0 + $1.payload.count } }

  /// The metadata with only the items of these kinds.
  public func keeping(_ kinds: Set<MetadataItem.Kind>) -> PictureMetadata {
    PictureMetadata(source: source, items: items.filter { kinds.contains($0.kind) })
  }

  /// How new blocks are wrapped.
  var form: any MetadataForm.Type { source?.codec.form ?? NoMetadata.self }

  /// Puts `new` where the first item of `kinds` was, or in front, and removes the others of these kinds.
  mutating func replace(_ kinds: Set<MetadataItem.Kind>, with new: [MetadataItem]) {
    let first = items.firstIndex { kinds.contains($0.kind) }
    let front = form.firstPlace(in: items)
    items.removeAll { kinds.contains($0.kind) }
    items.insert(contentsOf: new, at: min(first ?? front, items.count))
  }
}
