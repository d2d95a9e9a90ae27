import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

@Suite(.whereBuiltIn("exr")) struct EXRTests {
  private func rows(_ format: PictureFormat, _ number: (Int) -> Double) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
    bytes.withUnsafeMutableBytes { bytes in
      for sample in 0..<format.pictureBytes.count / 2 {
        SampleDepth.half.store(number(sample), at: 2 * sample, in: bytes)
      }
    }
    return bytes
  }

  private func roundTrip(_ format: PictureFormat, _ rows: [UInt8], _ metadata: PictureMetadata = PictureMetadata())
    throws -> PictureReader
  {
    let scratch = try Scratch()
    _ = try written(scratch, as: "made.exr") {
      try encodeAll(rows, PictureFileType.openEXR.writer(to: $0, format: format, metadata: metadata))
    }
    return try openPicture(scratch.path("made.exr"))
  }

  @Test(arguments: [1, 15, 16, 17, 70]) func thereAndBack(_ height: Int) throws {
    let format = PictureFormat(width: 37, height: height, channels: 3, depth: .half)
    let light = rows(format) { Double($0 * 7919 % 4001) / 13 - 20 }
    let reader = try roundTrip(format, light)
    #expect(reader.format == format && reader.notes == [])
    #expect(reader.color.space.isLinear && reader.color.isSceneLight && reader.color.statement == .format)
    #expect(try decodeAll(reader, strip: 5) == light)
  }

  /// Colors are stored times alpha: powers of two come back as they were.
  @Test func alphaIsStraight() throws {
    let format = PictureFormat(width: 9, height: 4, channels: 4, depth: .half)
    let light = rows(format) { $0 % 4 == 3 ? [1, 0.5, 0.25][$0 / 4 % 3] : Double($0) }
    let reader = try roundTrip(format, light)
    #expect(reader.format == format)
    #expect(try decodeAll(reader) == light)
  }

  @Test func keepsItsPrimariesAndPacket() throws {
    let format = PictureFormat(width: 5, height: 4, channels: 3, depth: .half)
    var metadata = PictureMetadata(source: .openEXR, items: [])
    let wide = Chromaticities(
      red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: [0.3127, 0.329])
    metadata.items.append(EXRForm.item(holding: wide))
    metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let light = rows(format) { Double($0) }
    let reader = try roundTrip(format, light, metadata)
    #expect(reader.color.space.isLike(RGBSpace.linearRec2020) && !reader.color.space.isLike(RGBSpace.linearSRGB))
    #expect(reader.metadata.xmp == metadata.xmp)
    #expect(try decodeAll(reader) == light)
  }

  /// What a photo says goes into standard attributes and comes back, whatever the order of its bytes.
  @Test func keepsTheFactsOfThePhoto() throws {
    let format = PictureFormat(width: 5, height: 4, channels: 3, depth: .half)
    var facts = CaptureFacts()
    (facts.make, facts.model, facts.lens) = ("Maker", "Made 1", "35 mm")
    (facts.description, facts.copyright) = ("Köln", "© A. B.")
    (facts.date, facts.timeOffset, facts.sensitivity) = ("2024:05:06 07:08:09", "-09:30", 1_600)
    (facts.exposureTime, facts.aperture, facts.focalLength) = (1 / 250, 5.6, 35)
    facts.position = GeographicPosition(latitude: -33.8568, longitude: 151.2153)
    var photo = PictureMetadata(source: .jpeg, items: [])
    photo.exif = facts.block
    let reader = try roundTrip(format, rows(format) { Double($0) }, photo)
    let (read, position) = (CaptureFacts(reader.metadata), try #require(reader.metadata.position))
    #expect(abs(position.latitude + 33.8568) < 1e-5 && abs(position.longitude - 151.2153) < 2e-5)
    facts.position = position
    #expect(read == facts)
    #expect(reader.metadata.exposure.exposureTime == "0.004" && reader.metadata.captureDate?.hour == 7)
    // From one OpenEXR to another nothing changes.
    let again = try roundTrip(format, rows(format) { Double($0) }, reader.metadata)
    #expect(again.metadata.exif == reader.metadata.exif)
  }

  @Test func saysWhatItKeepsOfCameraData() throws {
    var photo = PictureMetadata(source: .jpeg, items: [])
    photo.exif = TIFFBlock(isBigEndian: false).bytes
    let notes = photo.carried(into: .openEXR).notes
    #expect(notes.count == 1 && notes[0].contains("all but camera, lens"))
  }

  /// Numbers of no photo leave nothing behind.
  @Test func attributesOfNoPhoto() {
    var attributes = EXRAttributes(CaptureFacts(), xmp: nil)
    #expect(attributes.facts == CaptureFacts() && attributes.facts.block.isEmpty)
    var facts = CaptureFacts()
    (facts.exposureTime, facts.aperture, facts.focalLength) = (-1, .infinity, .nan)
    facts.timeOffset = "soon"
    attributes = EXRAttributes(facts, xmp: nil)
    #expect(attributes.facts == CaptureFacts())
  }

  /// A header may state any window: it is checked before memory is taken.
  @Test func refusesForgedSizes() throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 5, height: 4, channels: 3, depth: .half)
    var bytes = try written(scratch, as: "made.exr") {
      try encodeAll(rows(format) { Double($0) }, PictureFileType.openEXR.writer(to: $0, format: format))
    }
    let window = try #require(bytes.firstRange(of: Array("dataWindow\0box2i\0".utf8)))
    let place = window.upperBound + 4 + 8
    bytes.replaceSubrange(place..<place + 8, with: [0xFF, 0xFF, 0xFF, 0x3F, 0xFF, 0xFF, 0xFF, 0x3F])
    let error = #expect(throws: ImageError.self) { try openPicture(scratch.write(bytes)) }
    #expect(error?.kind == .corrupt || error?.kind == .limit)
    var deep = bytes
    deep[5] |= 0x08
    let refusal = #expect(throws: ImageError.self) { try openPicture(scratch.write(deep)) }
    #expect(refusal?.kind == .unsupported)
  }

  /// Rows of other samples are refused instead of read as halves, which lie beyond them.
  @Test func refusesOtherSamples() throws {
    for depth in SampleDepth.allCases where depth != .half {
      #expect(PictureFileType.openEXR.depth(for: depth) == .half)
      let format = PictureFormat(width: 4, height: 4, channels: 3, depth: depth)
      let scratch = try Scratch()
      #expect(throws: ImageError.self) {
        _ = try written(scratch, as: "made.exr") { _ = try PictureFileType.openEXR.writer(to: $0, format: format) }
      }
    }
  }
}
