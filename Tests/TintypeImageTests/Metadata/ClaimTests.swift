import Testing

@testable import TintypeImage

/// What a result does not hold it does not claim.
@Suite struct ClaimTests {
  private func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmp:Rating="5" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private let directory = """
    <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" \
    Item:Length="9"/></rdf:li></rdf:Seq></Container:Directory>
    """

  @Test(
    arguments: [
      ("hdrgm:Version=\"1.0\"", "gain map"), ("HDRGainMap:HDRGainMapVersion=\"65536\"", "gain map"),
      ("GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\"", "motion photo"),
      ("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"4712\"", "motion photo"),
      ("dcterms:provenance=\"https://example.org/c2pa\"", "content credentials"),
    ])
  func propertiesGo(_ claim: String, _ note: String) throws {
    var metadata = PictureMetadata(source: .jpeg, items: [JPEGForm.xmp(packet(claim, directory))])
    let old = try #require(metadata.xmp)
    var notes: [String]
    (metadata, notes) = metadata.withoutStaleClaims()
    let new = String(decoding: try #require(metadata.xmp), as: UTF8.self)
    #expect(new.utf8.count == old.count && new.contains("xmp:Rating=\"5\""))
    for name in ["hdrgm", "HDRGainMap", "MotionPhoto", "MicroVideo", "Container", "GainMap", "dcterms"] {
      #expect(!new.contains(name))
    }
    #expect(notes.contains { $0.contains(note) })
    (_, notes) = metadata.withoutStaleClaims()
    #expect(notes == [])
  }

  @Test func extendedXMPGoes() {
    let name = String(repeating: "0A", count: 16)
    let more = packet("", directory)
    var payload = JPEGForm.extendedXMPPrefix + Array(name.utf8)
    payload.appendBigEndian32(more.count)
    payload.appendBigEndian32(0)
    let main = packet("xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"\(name)\"")
    let items = [
      JPEGForm.xmp(main), MetadataItem(.extendedXMP, at: .segment(marker: JPEGForm.Marker.app1), payload + more),
    ]
    let (metadata, notes) = PictureMetadata(source: .jpeg, items: items).withoutStaleClaims()
    #expect(metadata.items.map(\.kind) == [.xmp])
    #expect(!String(decoding: metadata.xmp ?? [], as: UTF8.self).contains("HasExtendedXMP"))
    #expect(notes.count == 1)
  }

  @Test func contentCredentialsGo() {
    let boxes = MetadataItem(.other, at: .segment(marker: 0xEB), Array("JP\0\u{1}\0\0\0\u{1}\0\0\0\u{9}jumbc2pa".utf8))
    let chunk = PNGForm.item(type: Array("caBX".utf8), Array("jumbc2pa".utf8), afterPixels: false)
    for (source, item) in [(PictureFileType.jpeg, boxes), (.png, chunk)] {
      let (metadata, notes) = PictureMetadata(source: source, items: item.map { [$0] } ?? []).withoutStaleClaims()
      #expect(metadata.items.isEmpty)
      #expect(notes == ["content credentials (C2PA) are left out, for they are about the original's pixels"])
    }
  }
}
