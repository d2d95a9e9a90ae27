@testable import TintypeImage

extension JPEGForm {
  static func exif(_ block: [UInt8]) -> MetadataItem { items(.exif, holding: block)[0] }
  static func xmp(_ packet: [UInt8]) -> MetadataItem { items(.xmp, holding: packet)[0] }
  static func comment(_ text: [UInt8]) -> MetadataItem { items(.comment, holding: text)[0] }
  static func iccProfile(_ profile: [UInt8]) -> [MetadataItem] { items(.iccProfile, holding: profile) }
  static func iptc(_ resources: [UInt8]) -> [MetadataItem] { items(.iptc, holding: resources) }
}

extension PNGForm {
  static func xmp(_ packet: [UInt8]) -> MetadataItem { items(.xmp, holding: packet)[0] }

  /// What a reader makes of a chunk; none where it must not be copied.
  static func items(_ type: String, _ payload: [UInt8]) -> [MetadataItem] {
    item(type: Array(type.utf8), payload, afterPixels: false).map { [$0] } ?? []
  }
}

/// An XMP packet of one description.
func packet(_ attributes: String = "", _ elements: String = "") -> [UInt8] {
  Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)
}

/// A main packet that names an extension, and the extension in parts.
func extendedXMP(
  _ more: [UInt8], name: String = "0123456789ABCDEF0123456789ABCDEF", attributes: String = "", parts: Int = 1
) -> [MetadataItem] {
  let note = "xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"\(name)\""
  let size = (more.count + parts - 1) / parts
  return [JPEGForm.xmp(packet("\(note) \(attributes)"))]
    + stride(from: 0, to: more.count, by: size).map { start in
      let numbers = bigEndian(UInt32(more.count)) + bigEndian(UInt32(start))
      let payload = JPEGForm.prefix(of: .extendedXMP) + Array(name.utf8) + numbers
      return MetadataItem(
        .extendedXMP, at: .segment(marker: 0xE1), payload + more[start..<min(start + size, more.count)])
    }
}
