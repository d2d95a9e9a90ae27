import Testing

@testable import TintypeImage

/// Places that were seen to hold a position: under `no-gps` its bytes are gone, or a note names what stays.
@Suite struct HidingPlaceTests {
  /// A part of a degree that nothing else holds.
  private static let number: UInt32 = 301_234_567
  private static let text = "48.8583"

  enum Fate: Sendable {
    /// The position goes, its carrier stays.
    case taken
    /// The carrier goes, and a note says so.
    case dropped
    /// The carrier stays, and a note names it.
    case named(String)
  }

  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let items: [MetadataItem]
    let fate: Fate

    init(_ name: String, _ fate: Fate, _ items: [MetadataItem]) {
      (testDescription, self.fate, self.items) = (name, fate, items)
    }
  }

  // MARK: Camera data

  /// Links between directories of 512 bytes each: tag, from which directory, to which.
  private static func exif(
    bigEndian: Bool = true, _ links: [(from: Int, tag: UInt16, to: UInt32)], type: UInt16 = 4, position: Int = 3,
    gpsType: UInt16 = 5, chain: [Int: UInt32] = [:], texts: [(tag: UInt16, text: [UInt8])] = [],
    textType: UInt16 = 7
  ) -> [UInt8] {
    var tiff = TIFFBytes(bigEndian: bigEndian)
    func offset(_ directory: Int) -> UInt32 { UInt32(8 + directory * 512) }
    for directory in 0..<4 {
      let start = Int(offset(directory))
      var values: [UInt8] = []
      let own = links.filter { $0.from == directory }
      let written = directory == 0 ? texts : []
      let isPosition = directory == position
      tiff.add16(UInt16(own.count + written.count + (isPosition ? 1 : 0)))
      if isPosition {
        // Latitude: three rationals of which one holds the number.
        tiff.add16(2)
        tiff.add16(gpsType)
        tiff.add32(3)
        tiff.add32(UInt32(start + 256))
        var rationals = TIFFBytes(bigEndian: bigEndian)
        for number in [48, 1, 51, 1, number, 10_000_000] { rationals.add32(number) }
        values = Array(rationals.bytes.dropFirst(8))
      }
      for (tag, text) in written {
        tiff.add16(tag)
        tiff.add16(textType)
        tiff.add32(UInt32(textType == 4 ? text.count / 4 : text.count))
        tiff.add32(UInt32(start + 256 + values.count))
        values += text
      }
      for link in own {
        tiff.add16(link.tag)
        tiff.add16(type)
        tiff.add32(1)
        tiff.add32(link.to < 4 ? offset(Int(link.to)) : link.to)
      }
      tiff.add32(chain[directory].map { offset(Int($0)) } ?? 0)
      tiff.bytes += [UInt8](repeating: 0, count: start + 256 - tiff.bytes.count) + values
      tiff.bytes += [UInt8](repeating: 0, count: start + 512 - tiff.bytes.count)
    }
    return tiff.bytes
  }

  private static let plain = exif([(0, 0x8825, 3)])

  /// A directory without entries, and a position that nothing leads to.
  private static let short: [UInt8] = Array("MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8) + Array(text.utf8)

  private static func app(_ number: UInt8, _ payload: [UInt8]) -> MetadataItem {
    let marker = 0xE0 + number
    return MetadataItem(JPEGForm.kind(marker: marker, payload) ?? .other, at: .segment(marker: marker), payload)
  }

  private static func app1(_ block: [UInt8]) -> [MetadataItem] { [JPEGForm.exif(block)] }

  // MARK: XMP

  private static func keywords(_ words: String...) -> String {
    "<dc:subject><rdf:Bag>\(words.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></dc:subject>"
  }

  private static func extended(_ text: String, parts: Int = 1) -> [MetadataItem] {
    extendedXMP(packet("", text), parts: parts)
  }

  // MARK: Photoshop

  private static func resource(_ id: UInt16, _ data: [UInt8]) -> [UInt8] {
    var resource = Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 255), 0, 0]
    resource.appendBigEndian32(data.count)
    return resource + data + [UInt8](repeating: 0, count: data.count % 2)
  }

  private static func app13(_ resources: [UInt8]) -> [MetadataItem] { JPEGForm.iptc(resources) }

  private static func caption(_ record: UInt8, _ text: String) -> [UInt8] {
    [0x1C, 2, record, 0, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  // MARK: PNG

  private static func chunk(_ type: String, _ payload: [UInt8]) -> [MetadataItem] { PNGForm.items(type, payload) }

  private static func rawProfile(_ name: String, _ block: [UInt8]) -> [UInt8] {
    Array("Raw profile type \(name)\0\0".utf8) + deflate(RawProfile.text(name, block))
  }

  private static func wide(_ text: String) -> [UInt8] { text.utf8.flatMap { [$0, 0] } }

  static let places: [Place] = [
    Place("GPS below the first directory", .taken, app1(plain)),
    Place("little-endian", .taken, app1(exif(bigEndian: false, [(0, 0x8825, 3)]))),
    Place("GPS below the EXIF directory", .taken, app1(exif([(0, 0x8769, 1), (1, 0x8825, 3)]))),
    Place("GPS below the thumbnail's directory", .taken, app1(exif([(1, 0x8825, 3)], chain: [0: 1]))),
    Place("GPS below a third directory", .taken, app1(exif([(2, 0x8825, 3)], chain: [0: 1, 1: 2]))),
    Place("GPS below a sub-directory", .taken, app1(exif([(0, 0x14A, 1), (1, 0x8825, 3)]))),
    Place("GPS linked twice", .taken, app1(exif([(0, 0x8825, 2), (0, 0x8825, 3)]))),
    Place("a link of type IFD", .taken, app1(exif([(0, 0x8825, 3)], type: 13))),
    Place("values of an unknown type", .taken, app1(exif([(0, 0x8825, 3)], gpsType: 99))),
    Place("a link that leads outside", .taken, app1(exif([(0, 0x8825, 0xFFFF_0000)]))),
    Place("a GPS directory whose link is gone", .taken, app1(exif([]))),
    Place("GPS that is the EXIF directory too", .dropped, app1(exif([(0, 0x8825, 3), (0, 0x8769, 3)]))),
    Place("an image description", .taken, app1(exif([], texts: [(0x10E, Array("\(text), 2.2945".utf8))]))),
    Place("a user comment", .taken, app1(exif([], texts: [(0x9286, Array("ASCII\0\0\0Lat \(text)° N".utf8))]))),
    Place("a comment of Windows", .taken, app1(exif([], texts: [(0x9C9C, wide("Latitude \(text)"))]))),
    Place("a text in UTF-8", .taken, app1(exif([], texts: [(0x10E, Array("\(text), 2.2945".utf8))], textType: 129))),
    Place(
      "captions in camera data", .taken,
      app1(exif([], texts: [(0x83BB, caption(120, "at \(text), 2.2945\0\0"))], textType: 4))),
    Place("XMP in camera data", .taken, app1(exif([], texts: [(0x2BC, packet("exif:GPSLatitude=\"\(text)\""))]))),
    Place("Photoshop's resources in camera data", .taken, app1(exif([], texts: [(0x8649, resource(0x422, short))]))),
    Place(
      "a maker's note", .named("the camera maker's note"),
      app1(exif([], position: 9, texts: [(0x927C, Array(text.utf8) + short)]))),
    Place("no TIFF block", .dropped, app1(Array("XX".utf8) + plain.dropFirst(2))),
    Place("EXIF headed in capitals", .dropped, [app(1, Array("EXIF\0\0".utf8) + plain)]),
    Place("EXIF headed with 0xFF", .dropped, [app(1, Array("Exif\0".utf8) + [0xFF] + plain)]),
    Place("EXIF in another segment", .dropped, [app(3, Array("Meta\0\0".utf8) + plain)]),
    Place("XMP's attribute", .taken, [JPEGForm.xmp(packet("exif:GPSLatitude=\"\(text)\""))]),
    Place("XMP's element", .taken, [JPEGForm.xmp(packet("", "<exif:GPSLatitude>\(text)</exif:GPSLatitude>"))]),
    Place("geo:lat", .taken, [JPEGForm.xmp(packet("geo:lat=\"\(text)\" geo:long=\"2.2945\""))]),
    Place("lat by another prefix", .taken, [JPEGForm.xmp(packet("", "<w:lat>\(text)</w:lat>"))]),
    Place("keywords geo:lat=", .taken, [JPEGForm.xmp(packet("", keywords("geotagged", "geo:lat=\(text)")))]),
    Place("keywords in entities", .taken, [JPEGForm.xmp(packet("", keywords("geo&#58;lat=\(text)")))]),
    Place("a pair in XMP", .taken, [JPEGForm.xmp(packet("", keywords("\(text), 2.2945")))]),
    Place("ISO 6709 in XMP", .taken, [JPEGForm.xmp(packet("a:place=\"+\(text)+002.2945/\""))]),
    Place("a comment in XMP", .taken, [JPEGForm.xmp(packet("", "<!-- GPS \(text) -->"))]),
    Place("CDATA in XMP", .taken, [JPEGForm.xmp(packet("", "<a:b><![CDATA[gps \(text)]]></a:b>"))]),
    Place(
      "XMP in UTF-16", .taken, [PNGForm.xmp(wide(String(decoding: packet("a:GPS=\"\(text)\""), as: UTF8.self)))]),
    Place("extended XMP", .dropped, extended("<exif:GPSLatitude>\(text)</exif:GPSLatitude>")),
    Place("extended XMP in parts", .dropped, extended("<exif:GPSLatitude>\(text)</exif:GPSLatitude>", parts: 31)),
    Place("extended XMP without its packet", .dropped, Array(extended("<a:lat>\(text)</a:lat>").dropFirst())),
    Place(
      "extended XMP of another packet", .dropped,
      extended("<a:b>a film of Paris</a:b>")
        + extendedXMP(packet("", "<a:lat>\(text)</a:lat>"), name: String(repeating: "F", count: 32))),
    Place("a picture in extended XMP", .dropped, extended("<G:Data>\(String(repeating: "QUJD", count: 200))</G:Data>")),
    Place("Photoshop's EXIF", .taken, app13(resource(0x422, plain))),
    Place("Photoshop's XMP", .taken, app13(resource(0x424, packet("exif:GPSLatitude=\"\(text)\"")))),
    Place("IPTC keywords", .taken, app13(resource(0x404, caption(25, "geo:lat=\(text)")))),
    Place("IPTC's caption", .taken, app13(resource(0x404, caption(120, "at \(text), 2.2945")))),
    Place("another resource", .dropped, app13(resource(0x7D0, Array("gps \(text)".utf8)))),
    Place("resources that end early", .dropped, app13(Array(resource(0x422, plain).dropLast(9)))),
    Place("a JPEG's comment", .dropped, [JPEGForm.comment(Array("\(text) N, 2.2945 E".utf8))]),
    Place("a comment in other words", .named("a comment"), [JPEGForm.comment(Array("where: \(text)".utf8))]),
    Place("an action camera's segment", .dropped, [app(6, Array("GoPro\0GPS5\(text)".utf8))]),
    Place("an unknown segment", .named("the APP5 segment 'Maker'"), [app(5, Array("Maker\0\(text)".utf8))]),
    Place(
      "behind the JFIF header", .taken, [app(0, Array("JFIF\0\u{1}\u{1}\0\0\u{1}\0\u{1}\u{2}\u{1}\(text)".utf8))]),
    Place("a profile", .named("the color profile"), JPEGForm.iccProfile(Array("latitude \(text)".utf8))),
    Place("eXIf", .taken, chunk("eXIf", plain)),
    Place("tEXt", .dropped, chunk("tEXt", Array("Latitude\0\(text)".utf8))),
    Place("zTXt", .dropped, chunk("zTXt", Array("Note\0\0".utf8) + deflate(Array("gps \(text)".utf8)))),
    Place("iTXt's other keyword", .dropped, chunk("iTXt", Array("A\0\0\0\0geo:lat=\(text)\0b".utf8))),
    Place("a PNG's comment", .dropped, chunk("tEXt", Array("Comment\0\(text), 2.2945".utf8))),
    Place("other PNG text", .named("the text 'Title'"), chunk("tEXt", Array("Title\0\(text)".utf8))),
    Place("PNG's XMP", .taken, [PNGForm.xmp(packet("exif:GPSLatitude=\"\(text)\""))]),
    Place("raw profile EXIF", .taken, chunk("zTXt", rawProfile("exif", EXIFBlock.prefix + plain))),
    Place("raw profile APP1", .taken, chunk("zTXt", rawProfile("APP1", EXIFBlock.prefix + plain))),
    Place("raw profile XMP", .dropped, chunk("zTXt", rawProfile("xmp", packet("exif:GPSLatitude=\"\(text)\"")))),
    Place("raw profile 8BIM", .taken, chunk("zTXt", rawProfile("8bim", resource(0x422, plain)))),
    Place("a raw profile of another name", .dropped, chunk("zTXt", rawProfile("more", plain))),
    Place("a private chunk", .named("the chunk 'prVt'"), chunk("prVt", Array(text.utf8))),
    Place("EXIF in a private chunk", .dropped, chunk("prVt", plain)),
  ]

  /// What of an item can be read, compressed and written in digits or not.
  private func readings(of item: MetadataItem) -> [[UInt8]] {
    guard let type = item.chunkType, let text = PNGText(type: type, item.payload) else {
      return [item.payload]
    }
    return [item.payload, text.text] + (RawProfile.block(in: text).map { [$0] } ?? [])
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.count >= part.count
      && (0...(bytes.count - part.count)).contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
  }

  private func saysPosition(_ items: [MetadataItem]) -> Bool {
    let number = withUnsafeBytes(of: Self.number.bigEndian) { Array($0) }
    let needles = [number, number.reversed(), Array(Self.text.utf8), Self.wide(Self.text)]
    return items.flatMap(readings).contains { reading in needles.contains { contains(reading, $0) } }
  }

  @Test(arguments: places) func aPlace(_ place: Place) {
    #expect(!place.items.isEmpty)
    let source = place.items[0].place.type ?? .jpeg
    let (metadata, notes) = PictureMetadata(source: source, items: place.items).reduced(to: .noGPS)
    switch place.fate {
    case .taken:
      #expect(!saysPosition(metadata.items))
      #expect(!notes.contains { $0.hasPrefix("left out") }, "\(notes)")
      #expect(metadata.items.map(\.kind) == place.items.map(\.kind))
      #expect(
        metadata.items.map(\.kind) == [.density]
          || zip(metadata.items, place.items).allSatisfy { new, old in
            new.payload.count == old.payload.count || source == .png
          })
    case .dropped:
      #expect(!saysPosition(metadata.items))
      #expect(notes.contains { $0.hasPrefix("left out, because it contains or may contain a position: ") }, "\(notes)")
    case .named(let name):
      #expect(metadata.items == place.items)
      #expect(notes == ["kept unchanged, and may contain a position: \(name)"])
    }
  }

  /// EXIF 3.0 has texts in UTF-8, of a type of their own.
  @Test func textsInUTF8AreKeptAndRead() throws {
    let block = Self.exif([(0, 0x8825, 3)], texts: [(0x13B, Array("Zoé\0".utf8))], textType: 129)
    var metadata = PictureMetadata(source: .jpeg, items: Self.app1(block))
    #expect(metadata.reduced(to: .noGPS).metadata.exifBlock?.rights?.artist == "Zoé")
    #expect(metadata.reduced(to: .minimal).metadata.exifBlock?.rights?.artist == "Zoé")
    // What XMP states as well, and nothing else of it.
    metadata.xmp = packet(
      "xmp:Rating=\"5\" xmpRights:Marked=\"True\"",
      "<dc:rights><rdf:Alt><rdf:li xml:lang=\"x-default\">me &amp; you</rdf:li></rdf:Alt></dc:rights>"
        + "<dc:creator><rdf:Seq><rdf:li>Zoé</rdf:li><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>")
    let kept = try #require(metadata.reduced(to: .minimal).metadata.xmpPacket)
    #expect(kept.isReadable && kept.items(of: "dc:rights") == ["me &amp; you"])
    #expect(kept.items(of: "dc:creator") == ["Zoé", "Ann"] && kept.value(of: "xmpRights:Marked") == "True")
    #expect(kept.marks.rating == nil)
  }

  /// Data without a position are kept, byte for byte.
  @Test func othersStay() {
    let items =
      Self.app1(exifBlock(bigEndian: true)) + Self.app13(captions)
      + Self.extended("<a:b>a film of Paris</a:b>") + JPEGForm.iccProfile(profile())
    let (metadata, notes) = PictureMetadata(source: .jpeg, items: items).reduced(to: .noGPS)
    #expect(metadata.items == items)
    #expect(notes == ["kept unchanged, and may contain a position: the camera maker's note"])
  }
}
