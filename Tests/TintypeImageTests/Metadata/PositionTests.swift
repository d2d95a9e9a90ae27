import Testing

@testable import TintypeImage

/// Positions in texts of PNGs: `no-gps` removes all of them and nothing else.
@Suite struct PositionTests {
  private func text(_ keyword: String, _ text: String) -> MetadataItem {
    item("tEXt", Array((keyword + "\0" + text).utf8))
  }

  private func compressed(_ keyword: String, _ text: String) -> MetadataItem {
    item("zTXt", Array((keyword + "\0\0").utf8) + deflate(Array(text.utf8)))
  }

  private func international(_ keyword: String, _ text: String, isCompressed: Bool) -> MetadataItem {
    let bytes = isCompressed ? deflate(Array(text.utf8)) : Array(text.utf8)
    return item("iTXt", Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0, 0, 0] + bytes)
  }

  private func item(_ type: String, _ payload: [UInt8]) -> MetadataItem {
    // The conversion of a chunk.
    PNGForm.item(type: Array(type.utf8), payload, afterPixels: false)
      ?? MetadataItem(.other, at: .segment(marker: 0), [])
  }

  /// As ImageMagick writes a block of another format.
  private func digits(_ name: String, _ block: [UInt8]) -> String {
    let hex = block.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return "\n\(name)\n\(block.count)\n\(hex)\n"
  }

  private func left(of items: [MetadataItem]) -> (items: [MetadataItem], notes: [String]) {
    let (metadata, notes) = PictureMetadata(source: .png, items: items).reduced(to: .noGPS)
    return (metadata.items, notes)
  }

  @Test func textThatSaysAPosition() {
    let packet = "<x:xmpmeta><rdf:Description exif:GPSLatitude='48,51N'/></x:xmpmeta>"
    let positions = [
      text("exif:GPSLatitude", "48/1, 51/1, 0/1"), text("Latitude", "48.85"),
      compressed("Note", "gpsposition 48.85 2.35"),
      international("Place", "Longitude: 2.35", isCompressed: false),
      international("Place", "Longitude: 2.35", isCompressed: true),
      compressed("Raw profile type xmp", digits("xmp", Array(packet.utf8))),
      // Camera data of a form that is not read, and text that is broken: others may read it.
      compressed("Raw profile type exif", digits("exif", [0x4D, 0x4D, 0, 42])),
      item("zTXt", Array("Note\0\0".utf8) + [1, 2, 3]),
    ]
    for position in positions {
      #expect(position.kind == .text)
      let (items, notes) = left(of: [position])
      #expect(items.isEmpty, "\(String(decoding: position.payload, as: UTF8.self))")
      #expect(notes == ["left out, because it contains or may contain a position: text"])
    }
  }

  /// As action cameras store what they measure: APP6 with four-letter keys.
  @Test func segmentsOfMakers() {
    let measured = MetadataItem(.other, at: .segment(marker: 0xE6), Array("GoPro\0DEVCGPS5".utf8) + [0, 1, 2, 3])
    let heat = MetadataItem(.other, at: .segment(marker: 0xE1), Array("FLIR\0".utf8) + [0, 1, 2, 3])
    let (metadata, notes) = PictureMetadata(source: .jpeg, items: [measured, heat]).reduced(to: .noGPS)
    #expect(metadata.items == [heat])
    #expect(
      notes == [
        "left out, because it contains or may contain a position: private data",
        "kept unchanged, and may contain a position: the APP1 segment 'FLIR'",
      ])
  }

  @Test func otherTextStays() {
    let others = [
      text("Software", "a program"), text("Comment", "at home"), compressed("Description", "a long walk"),
      international("Title", "Spaziergang", isCompressed: true),
      compressed("Raw profile type iptc", digits("iptc", captions)),
    ]
    let (items, notes) = left(of: others)
    #expect(items == others)
    #expect(
      notes == [
        "kept unchanged, and may contain a position: "
          + "the text 'Software', a comment, the text 'Description', the text 'Title'"
      ])
  }

  /// Of a packet that is no XML nobody knows where a position ends.
  @Test func packetsThatCannotBeRead() {
    let open =
      "<x:xmpmeta><rdf:RDF><a:TIFF/EP>1</a:TIFF/EP><exif:GPSVersionID>2</exif:GPSVersionID></rdf:RDF></x:xmpmeta>"
    let wide = "<x:xmpmeta>".utf8.flatMap { byte -> [UInt8] in [byte, 0, 0, 0] }
    for packet in [Array(open.utf8), wide] {
      let (items, notes) = left(of: [PNGForm.xmp(packet)])
      #expect(items == [])
      #expect(notes == ["left out, because it contains or may contain a position: XMP that cannot be read"])
    }
  }

  /// EXIF in such text is EXIF, whose positions go in place.
  @Test func camerasDataAsDigits() {
    let block = EXIFBlock.prefix + exifBlock(bigEndian: true)
    let item = compressed("Raw profile type exif", digits("exif", block))
    #expect(item.kind == .exif)
    #expect(left(of: [item]).items == [item])
  }
}
