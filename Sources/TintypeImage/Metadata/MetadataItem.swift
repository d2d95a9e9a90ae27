/// One piece of metadata of a file, a JPEG's segment or a PNG's chunk for example, its bytes as the file has them.
public struct MetadataItem: Hashable, Sendable {
  /// What an item holds, whatever the format.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Camera data, a TIFF block.
    case exif
    /// An XMP packet.
    case xmp
    /// A part of what did not fit into the XMP packet of a JPEG.
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
    /// Bytes that are carried without being understood.
    case other

    /// The kind in a sentence on what was left out.
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

  /// Where an item lies in its file, in the format's own terms.
  struct Place: Hashable {
    /// The format that wraps the payload; nil for a block without wrapping.
    var type: PictureFileType?

    /// The marker of a JPEG's segment, the type of a PNG's chunk.
    var tag: [UInt8] = []

    /// Whether the item follows the pixels.
    var isAfterPixels = false

    /// A block without wrapping.
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

  /// The TIFF block of an EXIF item.
  var exifBlock: [UInt8] {
    get { form.block(in: self) ?? payload }
    set { payload = form.payload(of: self, holding: newValue) }
  }

  /// The packet of an XMP item; nil when it is compressed and broken.
  var xmpPacket: [UInt8]? {
    get { form.block(in: self) }
    set { if let newValue { payload = form.payload(of: self, holding: newValue) } }
  }

  /// Photoshop's resources in an IPTC item; nil when they are compressed and broken.
  var photoshopResources: [UInt8]? { form.block(in: self) }
}
