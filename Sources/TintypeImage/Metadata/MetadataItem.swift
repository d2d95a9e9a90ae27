/// One piece of metadata, with the bytes of the file: a segment of a JPEG, a chunk of a PNG.
public struct MetadataItem: Hashable, Sendable {
  /// The content of an item, independent of the format.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Camera data, a TIFF block.
    case exif
    /// An XMP packet.
    case xmp
    /// A part of an extended XMP packet, which a JPEG has when the packet exceeds a segment.
    case extendedXMP
    /// A color profile, or a part of it.
    case iccProfile
    /// Photoshop's resources with the IPTC captions.
    case iptc
    /// A comment.
    case comment
    /// Pixels per inch or meter.
    case density
    /// Statements on color other than a profile: PNG's sRGB, gAMA, cHRM, cICP, mDCV, cLLI.
    case color
    /// Text that is not a comment.
    case text
    /// Bytes of unknown meaning, carried unchanged.
    case other

    /// The kind in a note on what was left out.
    var title: String {
      switch self {
      case .exif: "camera data"
      case .xmp: "XMP"
      case .extendedXMP: "extended XMP"
      case .iccProfile: "the color profile"
      case .iptc: "IPTC captions"
      case .comment: "comments"
      case .density: "the density"
      case .color: "statements on color"
      case .text: "PNG text"
      case .other: "segments of makers and of other programs"
      }
    }
  }

  /// Where an item is in its file, in the terms of the format.
  struct Place: Hashable {
    /// The format that wraps the block; nil for a bare block.
    var type: PictureFileType?

    /// The marker of a segment, the type of a chunk.
    var tag: [UInt8] = []

    /// Whether the item follows the pixels.
    var isAfterPixels = false

    /// A bare block.
    static let none = Place()
  }

  /// What it holds.
  public let kind: Kind

  let place: Place

  /// The content, without marker, type, length and checksum.
  public var payload: [UInt8]

  init(_ kind: Kind, at place: Place, _ payload: [UInt8]) {
    self.kind = kind
    self.place = place
    self.payload = payload
  }
}

/// What is inside an item, without the wrapping of its format.
extension MetadataItem {
  var form: any MetadataForm.Type { place.type?.codec.form ?? NoMetadata.self }

  /// The block of the item; nil when it is compressed and broken.
  var block: [UInt8]? {
    get { form.block(in: self) }
    set { if let newValue { payload = form.payload(of: self, holding: newValue) } }
  }
}
