import Testing

@testable import TintypeImage

/// The metadata of a result claims only what the result contains.
@Suite struct ClaimTests {
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
    var metadata = PictureMetadata(source: .jpeg, items: [JPEGForm.xmp(packet("xmp:Rating=\"5\" \(claim)", directory))])
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

  /// Faces and crops of a picture that is turned or cut; of another one they stay.
  @Test func placesGoWhereThePictureMoves() throws {
    let regions = """
      <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description \
      mwg-rs:Name="Bob"/></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      <exif:SubjectArea><rdf:Seq><rdf:li>5</rdf:li><rdf:li>6</rdf:li></rdf:Seq></exif:SubjectArea>
      """
    let items = [JPEGForm.xmp(packet("xmp:Rating=\"5\" crs:HasCrop=\"True\" crs:CropTop=\"0.1\"", regions))]
    var metadata = PictureMetadata(source: .jpeg, items: items)
    // SubjectArea, in a directory of camera data.
    metadata.exif =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
      + [0, 1, 0x92, 0x14, 0, 3, 0, 0, 0, 2, 0, 5, 0, 6, 0, 0, 0, 0]
    #expect(metadata.withoutStaleClaims().notes == [])
    #expect(metadata.withoutStaleClaims().metadata == metadata)
    let (moved, notes) = metadata.withoutStaleClaims(isMoved: true)
    let text = String(decoding: try #require(moved.xmp), as: UTF8.self)
    #expect(
      text.contains("xmp:Rating=\"5\"") && !text.contains("Bob") && !text.contains("Crop") && !text.contains("Area"))
    #expect(moved.exifBlock?.exifDirectory?.entries.isEmpty == true)
    #expect(notes.count == 1 && notes[0].contains("places in the picture"))
  }

  @Test func extendedXMPGoes() {
    let items = extendedXMP(packet("", directory))
    let (metadata, notes) = PictureMetadata(source: .jpeg, items: items).withoutStaleClaims()
    #expect(metadata.items.map(\.kind) == [.xmp])
    #expect(!String(decoding: metadata.xmp ?? [], as: UTF8.self).contains("HasExtendedXMP"))
    #expect(
      notes == [
        "what the metadata say about a gain map is left out, for the result has none",
        "the extended XMP is left out as a whole, because it makes such a claim",
      ])
  }

  @Test func contentCredentialsGo() {
    let boxes = MetadataItem(.other, at: .segment(marker: 0xEB), Array("JP\0\u{1}\0\0\0\u{1}\0\0\0\u{9}jumbc2pa".utf8))
    let chunk = PNGForm.item(type: Array("caBX".utf8), Array("jumbc2pa".utf8), afterPixels: false)
    for (source, item) in [(PictureFileType.jpeg, boxes), (.png, chunk)] {
      let (metadata, notes) = PictureMetadata(source: source, items: item.map { [$0] } ?? []).withoutStaleClaims()
      #expect(metadata.items.isEmpty)
      #expect(notes == ["content credentials (C2PA) are left out, because they describe the original's pixels"])
    }
  }
}
