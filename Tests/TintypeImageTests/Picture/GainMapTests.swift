import Foundation
import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

/// Gain maps of JPEGs: files of known truth, and files that lie.
@Suite struct GainMapTests {
  /// A JPEG of 4 x 3 flat blocks of gray, 16 pixels each, so that quality 100 keeps their codes within one.
  private static func jpeg(_ codes: (Int) -> (UInt8, UInt8, UInt8), block: Int = 16) throws -> [UInt8] {
    let format = PictureFormat(width: 4 * block, height: 3 * block, channels: 3, depth: .eight)
    let rows = (0..<format.height).flatMap { y in
      (0..<format.width).flatMap { x -> [UInt8] in
        let color = codes(y / block * 4 + x / block)
        return [color.0, color.1, color.2]
      }
    }
    return try written(Scratch()) {
      try encodeAll(
        rows, PictureFileType.jpeg.writer(to: $0, format: format, options: EncodingOptions(quality: 100)))
    }
  }

  private static func gray(_ codes: [UInt8], block: Int = 16) throws -> [UInt8] {
    try jpeg({ (codes[$0 % codes.count], codes[$0 % codes.count], codes[$0 % codes.count]) }, block: block)
  }

  private static let baseCodes: [UInt8] = [255, 255, 255, 128, 128, 128, 40, 40, 40, 200, 200, 0]
  private static let mapCodes: [UInt8] = [255, 128, 0]

  private static func limits(_ choice: OnHighDynamicRange, _ most: Double? = nil) -> PictureLimits {
    var limits = PictureLimits()
    (limits.onHighDynamicRange, limits.maxHeadroom) = (choice, most)
    return limits
  }

  /// The light in the middle of each block of the rows.
  private static func light(_ reader: PictureReader, block: Int = 16) throws -> [SIMD3<Double>] {
    let picture = try StoredPicture(decoding: reader)
    return (0..<12).map { index in
      let (x, y) = (index % 4 * block + block / 2, index / 4 * block + block / 2)
      return SIMD3((0..<3).map { picture.number(column: x, row: y, channel: $0) })
    }
  }

  private static func opened(_ file: GainMappedFile, _ limits: PictureLimits) throws -> PictureReader {
    try openPicture(file.bytes, limits: limits)
  }

  private static let ultraHDR = GainMappedFile.Metadata.ultraHDR(
    "hdrgm:Version=\"1.0\" hdrgm:GainMapMin=\"-1\" hdrgm:GainMapMax=\"2\" hdrgm:Gamma=\"1\" hdrgm:OffsetSDR=\"0\" "
      + "hdrgm:OffsetHDR=\"0\" hdrgm:HDRCapacityMin=\"0\" hdrgm:HDRCapacityMax=\"2\"")
  private static let iso = GainMappedFile.Metadata.iso(GainMappedFile.iso(stops: [(-1, 2)], headroom: 2))

  /// Patches 4 times as bright as white come out so, and others as the formula says.
  @Test(arguments: ["Ultra HDR", "ISO 21496-1", "Apple"], [1, 2])
  func patches(_ standard: String, _ fraction: Int) throws {
    let metadata: GainMappedFile.Metadata =
      switch standard {
      case "Ultra HDR": Self.ultraHDR
      case "Apple": .apple("HDRGainMap:HDRGainMapHeadroom=\"4\"")
      default: Self.iso
      }
    let file = GainMappedFile(
      base: try Self.gray(Self.baseCodes), map: try Self.gray(Self.mapCodes, block: 16 / fraction), metadata)
    let reader = try Self.opened(file, Self.limits(.apply))
    #expect(reader.format.depth == .half && reader.color.space == .linearSRGB && reader.color.codes == .srgb)
    #expect(reader.color.headroom == 4 && reader.color.gainMap?.standard == standard && !reader.color.isSceneLight)
    #expect(reader.color.storedDepth == .eight)
    #expect(reader.notes == ["the gain map (\(standard)) is applied: light up to 4 times as bright as white"])
    for (index, light) in try Self.light(reader).enumerated() {
      let base = RGBSpace.srgb.curves[0].light(of: Double(Self.baseCodes[index]) / 255)
      let g = Double(Self.mapCodes[index % 3]) / 255
      // BT.709's inverse curve, and Apple's formula; else -1 to 2 stops.
      let linear = g < 0.081 ? g / 4.5 : pow((g + 0.099) / 1.099, 1 / 0.45)
      let wanted = base * (standard == "Apple" ? 1 + 3 * linear : exp2(3 * g - 1))
      for lane in 0..<3 {
        #expect(
          wanted == 0 ? light[lane].magnitude < 0.001 : log2(light[lane] / wanted).magnitude < 0.02,
          "\(standard) \(index): \(light[lane]) for \(wanted)")
      }
    }
  }

  /// By default, and when asked for, the file's codes are what a file without a map has.
  @Test(arguments: [OnHighDynamicRange.auto, .ignore]) func isLeftOut(_ choice: OnHighDynamicRange) throws {
    let base = try Self.gray(Self.baseCodes)
    let file = GainMappedFile(base: base, map: try Self.gray(Self.mapCodes), Self.iso)
    let reader = try Self.opened(file, Self.limits(choice))
    let plain = try openPicture(base)
    #expect(reader.notes == ["the gain map (ISO 21496-1) is left out, and with it light beyond white"])
    #expect(reader.format == plain.format && reader.color.headroom == 1 && reader.color.space == .srgb)
    #expect(reader.metadata == plain.metadata, "neither the list nor the formula goes into a result")
    #expect(try decodeAll(reader) == decodeAll(plain))
  }

  /// A display of less headroom shows a part of the gain, in stops.
  @Test(arguments: [(1.0, 0.0), (2, 0.5), (4, 1), (100, 1)]) func isBoundedByTheDisplay(
    _ most: Double, _ weight: Double
  ) throws {
    let file = GainMappedFile(base: try Self.gray(Self.baseCodes), map: try Self.gray(Self.mapCodes), Self.iso)
    let reader = try Self.opened(file, Self.limits(.apply, most))
    #expect(reader.color.headroom == min(most, 4) && reader.color.gainMap?.headroom == 4)
    let light = try Self.light(reader)
    #expect(log2(light[0].x / exp2(2 * weight)).magnitude < 0.02 && log2(light[2].x / exp2(-weight)).magnitude < 0.02)
  }

  /// Light beyond white becomes white, and what is dark stays, in the space of the file.
  @Test func isMappedToWhite() throws {
    let file = GainMappedFile(
      base: try Self.gray(Self.baseCodes), map: try Self.gray([255]), .apple("HDRGainMap:HDRGainMapHeadroom=\"4\""))
    let reader = try Self.opened(file, Self.limits(.tonemap))
    #expect(reader.format.depth == .sixteen && reader.color.space == .srgb && reader.color.headroom == 1)
    let codes = try Self.light(reader)
    // 812 of 1,000 cd/m² is nearly white; code 40 times 4 is 17 cd/m², below the knee.
    let dark = 4 * RGBSpace.srgb.curves[0].light(of: 40.0 / 255)
    #expect((0.95...1).contains(codes[0].x))
    #expect((RGBSpace.srgb.curves[0].light(of: codes[6].x) - dark).magnitude < 0.003)
  }

  /// Three channels of their own, in the primaries of the map's profile.
  @Test func hasPrimariesOfItsOwn() throws {
    let stops = [(0.0, 1.0), (0.0, 2.0), (0.0, 3.0)]
    let color = (UInt8(180), UInt8(90), UInt8(60))
    let codes = [255.0, 128, 200]
    let map = try Self.jpeg({ _ in (255, 128, 200) })
    let profile = RGBSpace.displayP3.profile
    let icc = segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
    for isInBaseSpace in [true, false] {
      let payload = GainMappedFile.iso(
        stops: stops, gamma: 2, offset: 0.0625, headroom: 3, isInBaseSpace: isInBaseSpace)
      let file = GainMappedFile(
        base: try Self.jpeg({ _ in color }), map: map[..<2] + icc + map[2...], .iso(payload))
      let light = try Self.light(Self.opened(file, Self.limits(.apply)))[5]
      let curve = RGBSpace.srgb.curves[0]
      var wanted = SIMD3([color.0, color.1, color.2].map { curve.light(of: Double($0) / 255) })
      if !isInBaseSpace { wanted = RGBSpace.srgb.matrix(to: .displayP3) * wanted }
      for lane in 0..<3 {
        wanted[lane] = (wanted[lane] + 0.0625) * exp2(stops[lane].1 * (codes[lane] / 255).squareRoot()) - 0.0625
      }
      if !isInBaseSpace { wanted = RGBSpace.displayP3.matrix(to: .srgb) * wanted }
      for lane in 0..<3 {
        #expect(log2(light[lane] / wanted[lane]).magnitude < 0.08, "\(isInBaseSpace): \(light) for \(wanted)")
      }
    }
  }

  /// Smaller decoding takes the map along, and a turned photo its light.
  @Test func isScaledAndTurned() throws {
    let file = GainMappedFile(base: try Self.gray(Self.baseCodes), map: try Self.gray(Self.mapCodes), Self.ultraHDR)
    let whole = try Self.light(Self.opened(file, Self.limits(.apply)))
    for (index, block) in [(0, 2), (1, 4), (2, 8)] {
      let reader = try Self.opened(file, Self.limits(.apply))
      try reader.decode(size: index)
      #expect(reader.format.width == 4 * block)
      for (small, large) in zip(try Self.light(reader, block: block), whole) where large.x > 0.001 {
        #expect(log2(small.x / large.x).magnitude < 0.1, "\(block)")
      }
    }
    let camera = segment(0xE1, EXIFBlock.prefix + exifBlock(orientation: 6, bigEndian: true))
    let turned = GainMappedFile(
      base: try Self.gray(Self.baseCodes), map: try Self.gray(Self.mapCodes), Self.ultraHDR, segments: camera)
    let reader = try Self.opened(turned, Self.limits(.apply))
    #expect(reader.orientation == .quarterTurnRight)
    let upright = try StoredPicture(decoding: UprightReader(reader))
    let stored = try StoredPicture(decoding: Self.opened(file, Self.limits(.apply)))
    for x in 0..<48 {
      for y in 0..<64 {
        #expect(
          upright.code(column: x, row: y, channel: 1) == stored.code(column: y, row: 47 - x, channel: 1))
      }
    }
  }

  /// What a map cannot be is named, and the photo is read without it.
  @Test(arguments: [
    ("GainMapMax=\"nan\"", "invalid numbers"), ("GainMapMax=\"1e300\"", "invalid numbers"),
    ("GainMapMax=\"-3\"", "invalid numbers"), ("GainMapMax=\"much\"", "does not state its"),
    ("Gamma=\"0\"", "invalid numbers"), ("Gamma=\"-1\"", "invalid numbers"),
    ("OffsetSDR=\"inf\"", "invalid numbers"), ("OffsetHDR=\"-9\"", "invalid numbers"),
    ("HDRCapacityMax=\"1e300\"", "invalid numbers"), ("HDRCapacityMax=\"0\"", "not brighter"),
    ("HDRCapacityMin=\"3\"", "not brighter"), ("BaseRenditionIsHDR=\"True\"", "not brighter"),
  ])
  func numbersThatNoMapHas(_ attribute: String, _ reason: String) throws {
    guard case .ultraHDR(let attributes) = Self.ultraHDR else { return }
    let name = "hdrgm:" + attribute.prefix { $0 != "=" }
    let others = attributes.split(separator: " ").filter { !$0.hasPrefix(name) }.joined(separator: " ")
    let base = try Self.gray(Self.baseCodes)
    let file = GainMappedFile(
      base: base, map: try Self.gray(Self.mapCodes), .ultraHDR(others + " hdrgm:" + attribute))
    let reader = try Self.opened(file, Self.limits(.apply))
    #expect(reader.notes.count == 1 && reader.notes[0].hasPrefix("the gain map ") && reader.notes[0].contains(reason))
    #expect(try decodeAll(reader) == decodeAll(openPicture(base)))
  }

  @Test func largerThanItsBase() throws {
    let file = GainMappedFile(
      base: try Self.gray(Self.baseCodes), map: try Self.gray(Self.mapCodes, block: 24), Self.iso)
    let reader = try Self.opened(file, Self.limits(.apply))
    #expect(reader.notes == ["the gain map is larger than its base, and is left out"])
    #expect(reader.format.depth == .eight)
  }

  /// A map that is cut off is told when it is decoded; the light is that of the base.
  @Test func damagedMap() throws {
    var noise = SplitMix64(seed: 4)
    let map = try Self.jpeg({ _ in (UInt8.random(in: 0...255, using: &noise), 9, 70) })
    let whole = GainMappedFile(base: try Self.gray(Self.baseCodes), map: map, Self.iso)
    var bytes = whole.bytes
    let middle = (whole.map.lowerBound + whole.map.upperBound) / 2
    bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, 0xD9])
    let reader = try openPicture(bytes, limits: Self.limits(.apply))
    let light = try Self.light(reader)
    #expect(reader.notes.contains { $0.hasPrefix("the gain map is damaged, and is left out: ") }, "\(reader.notes)")
    #expect(light[0].x == 1)
    // Nothing of it is there.
    let cut = try openPicture(Array(whole.bytes[..<whole.map.lowerBound]), limits: Self.limits(.apply))
    #expect(cut.notes.contains { $0.contains("list of further pictures") } && cut.format.depth == .eight)
    _ = try decodeAll(cut)
  }

  /// Any byte of the list and of the map's metadata may be any other: the photo is read, with a note or without.
  @Test(.slow, arguments: [0, 1]) func anyByte(_ kind: Int) throws {
    let base = try Self.gray(Self.baseCodes, block: 8)
    let file = GainMappedFile(
      base: base, map: try Self.gray(Self.mapCodes, block: 8), kind == 0 ? Self.ultraHDR : Self.iso)
    let scratch = try Scratch()
    let plain = try decodeAll(openPicture(scratch.write(base)))
    var (applied, leftOut) = (0, 0)
    for place in Array(file.list.dropFirst(4)) + Array(file.metadata.dropFirst(4)) {
      for value: UInt8 in [0, 0x7F, 0xFF, file.bytes[place] ^ 1] {
        var bytes = file.bytes
        bytes[place] = value
        let reader = try openPicture(scratch.write(bytes), limits: Self.limits(.apply))
        let rows = try decodeAll(reader)
        if reader.color.headroom > 1 {
          applied += 1
        } else {
          leftOut += 1
          if reader.format.depth == .eight { #expect(rows == plain) }
        }
      }
    }
    #expect(applied > 100 && leftOut > 100, "\(applied) applied, \(leftOut) left out")
  }

  /// Apple's maker note: the numbers of an iPhone's photo, and of each branch of the formula.
  @Test(arguments: [
    (1.519, 0.0, 3.0), (1, 0.01, 2.3), (1, 0.5, 2.303 - 0.1515), (0.5, 0, 1.8), (0.5, 0.005, 1.7), (0.5, 1, 1.5),
    (0, 20, 0),
  ])
  func appleMakerNote(_ a: Double, _ b: Double, _ stops: Double) throws {
    func entry(_ tag: UInt8, _ place: UInt8) -> [UInt8] { [0, tag, 0, 10, 0, 0, 0, 1, 0, 0, 0, place] }
    func fraction(_ number: Double) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.appendBigEndian32(Int((number * 1000).rounded()))
      bytes.appendBigEndian32(1000)
      return bytes
    }
    let note =
      Array("Apple iOS\0\0\u{1}MM".utf8) + [0, 2] + entry(33, 44) + entry(48, 52) + [0, 0, 0, 0] + fraction(a)
      + fraction(b)
    // A block with the camera data's directory, which has the note alone.
    let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    let main: [UInt8] = [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
    let camera: [UInt8] = [1, 0, 0x7C, 0x92, 7, 0, UInt8(note.count), 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0]
    let block = try #require(EXIFBlock(head + main + camera + note))
    let headroom = try #require(block.appleHeadroom)
    #expect((log2(headroom) - stops).magnitude < 0.002)
    let file = GainMappedFile(
      base: try Self.gray([255]), map: try Self.gray([255]), .apple(""),
      segments: segment(0xE1, EXIFBlock.prefix + head + main + camera + note))
    let reader = try Self.opened(file, Self.limits(.apply))
    if stops > 0 {
      #expect(log2(try Self.light(reader)[0].x / headroom).magnitude < 0.02)
    } else {
      #expect(reader.notes == ["the gain map leads to a picture that is not brighter than its base, and is left out"])
    }
  }

  /// The fast conversion to half precision and the exact one agree.
  @Test func halves() {
    var random = SplitMix64(seed: 7)
    let special: [Float] = [
      0, -0, 1, -1, 65_504, 65_520, 1e9, -1e9, .infinity, .nan, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.8p-25, 2_049, 2_051,
    ]
    let others = (0..<100_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
    for number in special + others {
      var bytes: [UInt8] = [0, 0]
      bytes.withUnsafeMutableBytes { SampleDepth.half.store(Double(number), at: 0, in: $0) }
      let exact = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
      let fast = SampleDepth.halves(of: SIMD8(repeating: number))[5]
      // Zero has no sign here.
      #expect(fast == exact || (fast | exact) & 0x7FFF == 0, "\(number)")
    }
  }
}
