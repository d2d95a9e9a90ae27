/// What a picture's file carries beside its pixels, in file order.
///
/// A file of the same format gets the items back byte for byte and in order; the other format gets EXIF, XMP, color
/// profile, density and comments in its own form. The plain blocks (`exif`, `xmp`, …) are views of the items.
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
    set { replace([.exif], with: newValue.map { [form.exif($0)] } ?? []) }
  }

  /// The XMP packet; in a JPEG without its extension.
  ///
  /// Setting it replaces what was there, the extension included; nil removes both.
  public var xmp: [UInt8]? {
    get { items.first { $0.kind == .xmp }.flatMap(\.xmpPacket) }
    set { replace([.xmp, .extendedXMP], with: newValue.map { [form.xmp($0)] } ?? []) }
  }

  /// The ICC color profile.
  ///
  /// Setting it also removes PNG's other statements on color, which would contradict it; nil removes all of them.
  public var iccProfile: [UInt8]? {
    get { ICCProfile.joined(from: items) }
    set { replace([.iccProfile, .color], with: newValue.map { form.iccProfile($0) } ?? []) }
  }

  /// Photoshop's resources with the IPTC captions, of all segments of a JPEG.
  public var iptc: [UInt8]? {
    let resources = items.filter { $0.kind == .iptc }.compactMap(\.photoshopResources).flatMap { $0 }
    return resources.isEmpty ? nil : resources
  }

  /// The comments: UTF-8 from a PNG; from a JPEG as they are.
  public var comments: [[UInt8]] {
    items.filter { $0.kind == .comment }.compactMap(\.commentText)
  }

  /// Pixels per inch or meter.
  public var density: PixelDensity? {
    items.first { $0.kind == .density }.flatMap(\.pixelDensity)
  }

  /// The bytes that it takes while a picture is rendered: what the file has, and what is changed of it for the result.
  var memory: Int { 2 * items.reduce(0) { $0 + $1.payload.count } }

  /// The metadata with only the items of these kinds.
  public func keeping(_ kinds: Set<MetadataItem.Kind>) -> PictureMetadata {
    PictureMetadata(source: source, items: items.filter { kinds.contains($0.kind) })
  }

  private var form: any MetadataForm.Type {
    source == .jpeg ? JPEGForm.self : PNGForm.self
  }

  /// Puts `new` where the first item of `kinds` was, or in front, and removes the others of these kinds.
  private mutating func replace(_ kinds: Set<MetadataItem.Kind>, with new: [MetadataItem]) {
    let first = items.firstIndex { kinds.contains($0.kind) }
    // JFIF's header stays the first segment of a JPEG.
    let front = items.first?.kind == .density && source == .jpeg ? 1 : 0
    items.removeAll { kinds.contains($0.kind) }
    items.insert(contentsOf: new, at: min(first ?? front, items.count))
  }
}
