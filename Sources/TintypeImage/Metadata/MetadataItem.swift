/// One metadata segment of a JPEG or chunk of a PNG, its bytes as the file has them.
public struct MetadataItem: Hashable, Sendable {
  /// What an item holds, whatever the container.
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
    /// PNG's other statements on color: sRGB, gAMA, cHRM, cICP, mDCV, cLLI.
    case color
    /// PNG text that is no comment.
    case text
    /// What is carried without being understood.
    case other
  }

  /// Where an item lies in its file.
  enum Place: Hashable {
    case segment(marker: UInt8)
    case chunk(type: [UInt8], afterPixels: Bool)
  }

  /// What it holds.
  public let kind: Kind

  let place: Place

  /// The content of the segment or chunk, without marker, type, length and checksum.
  public var payload: [UInt8]

  init(_ kind: Kind, at place: Place, _ payload: [UInt8]) {
    self.kind = kind
    self.place = place
    self.payload = payload
  }
}
