import CTestJPEG
import Testing
import TintypeColor

@testable import TintypeImage

/// A small file that states its colors in one of the ways that there are, or fails to.
struct ColoredFile: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: @Sendable () throws -> [UInt8]

  private init(_ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
    (testDescription, self.bytes) = (name, bytes)
  }

  /// A PNG with chunks in front of its pixels.
  static func png(
    _ chunks: [UInt8], channels: Int = 3, depth: SampleDepth = .eight
  ) throws -> [UInt8] {
    let format = PictureFormat(width: 4, height: 3, channels: channels, depth: depth)
    let scratch = try Scratch()
    return try written(scratch) {
      try encodeAll(testSamples(format.pictureBytes.count), PictureFileType.png.writer(to: $0, format: format))
    }.inserting(chunks, before: "IDAT")
  }

  static func png(
    profile: [UInt8], channels: Int = 3, depth: SampleDepth = .eight
  ) throws -> [UInt8] {
    try png(chunk("iCCP", Array("x\0\0".utf8) + deflate(profile)), channels: channels, depth: depth)
  }

  /// A JPEG with metadata in front of everything.
  static func jpeg(_ colors: test_jpeg_colors, _ metadata: PictureMetadata) throws -> [UInt8] {
    let plain = try testJPEG(test_jpeg_recipe(colors))
    let segments = metadata.items.flatMap { item -> [UInt8] in
      guard let marker = item.segmentMarker else { return [] }
      return segment(marker, item.payload)
    }
    return Array(plain[..<2]) + segments + plain[2...]
  }

  static func jpeg(_ colors: test_jpeg_colors, profile: [UInt8]) throws -> [UInt8] {
    try jpeg(colors, PictureMetadata(source: .jpeg, items: JPEGForm.iccProfile(profile)))
  }

  /// A space with three kinds of curves, which no standard has.
  static func odd() throws -> RGBSpace {
    try #require(
      RGBSpace(
        name: "odd",
        curves: [
          .sampled((0...20).map { UInt16($0 * $0 * 160) }), .gamma(1.9),
          .power(PowerCurve(gamma: 2.1, a: 0.95, b: 0.05, c: 0.2, d: 0.03, e: 0.002)),
        ],
        colorants: RGBSpace.adobeRGB.colorants))
  }

  /// A profile whose table claims so many entries along each side, with two bytes for each of three numbers.
  private static func claiming(grid: UInt8, _ profile: [UInt8]) throws -> [UInt8] {
    var profile = profile
    profile[try #require(profile.position(of: "mft1")) + 10] = grid
    return profile
  }

  /// Every way, and every way to fail.
  static let all: [ColoredFile] = [
    ColoredFile("nothing, gray") { try jpeg(TEST_JPEG_GRAY, profile: []) },
    ColoredFile("a matrix") { try jpeg(TEST_JPEG_YCC, profile: RGBSpace.displayP3.profile) },
    ColoredFile("sRGB's profile") { try jpeg(TEST_JPEG_YCC, profile: RGBSpace.srgb.profile) },
    ColoredFile("three kinds of curves") { try png(profile: odd().profile, depth: .sixteen) },
    ColoredFile("a matrix for gray samples") { try jpeg(TEST_JPEG_GRAY, profile: RGBSpace.adobeRGB.profile) },
    ColoredFile("a gray curve") {
      try jpeg(TEST_JPEG_GRAY, profile: TableProfile.gray((0...255).map { UInt16($0 * $0) }))
    },
    ColoredFile("a gray curve that falls") {
      try jpeg(TEST_JPEG_GRAY, profile: TableProfile.gray((0...255).map { UInt16(65_025 - $0 * $0) }))
    },
    ColoredFile("tables") { try jpeg(TEST_JPEG_YCC, profile: TableProfile.rgb) },
    ColoredFile("tables for gray samples") { try jpeg(TEST_JPEG_GRAY, profile: TableProfile.rgb) },
    ColoredFile("tables and alpha") { try png(profile: TableProfile.rgb, channels: 4) },
    ColoredFile("tables, 16 bits and alpha") { try png(profile: TableProfile.rgb, channels: 4, depth: .sixteen) },
    ColoredFile("inks with tables") { try jpeg(TEST_JPEG_YCCK, profile: TableProfile.inks) },
    ColoredFile("tables that would take 100 MB") {
      try jpeg(TEST_JPEG_YCC, profile: claiming(grid: 255, TableProfile.rgb))
    },
    ColoredFile("tables that would take 500 MB") {
      try jpeg(TEST_JPEG_CMYK, profile: claiming(grid: 95, TableProfile.inks))
    },
    ColoredFile("inks without a profile") { try testJPEG(test_jpeg_recipe(TEST_JPEG_CMYK)) },
    ColoredFile("inks that are not inverted") {
      let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_CMYK))
      let mark = try #require(file.position(of: "Adobe")) - 4
      return Array(file[..<mark]) + file[(mark + 16)...]
    },
    ColoredFile("inks with a profile for RGB") { try jpeg(TEST_JPEG_CMYK, profile: RGBSpace.adobeRGB.profile) },
    ColoredFile("a profile that is cut off") {
      try jpeg(TEST_JPEG_YCC, profile: Array(RGBSpace.adobeRGB.profile.prefix(400)))
    },
    ColoredFile("a broken profile and a gamma") {
      try png(
        chunk("iCCP", Array("x\0\0".utf8) + deflate(Array(RGBSpace.adobeRGB.profile.prefix(300))))
          + chunk("gAMA", bigEndian(100_000)))
    },
    ColoredFile("primaries") {
      try png(chunk("cHRM", [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(bigEndian)))
    },
    ColoredFile("primaries that are none") { try png(chunk("cHRM", [UInt8](repeating: 0, count: 32))) },
    ColoredFile("code points") { try png(chunk("cICP", [12, 13, 0, 1])) },
    ColoredFile("code points of NTSC") { try png(chunk("cICP", [6, 5, 0, 1]), depth: .sixteen) },
    ColoredFile("code points that nobody knows") { try png(chunk("cICP", [99, 13, 0, 1])) },
    ColoredFile("PQ") { try png(chunk("cICP", [9, 16, 0, 1])) },
    ColoredFile("HLG, 16 bits and alpha") { try png(chunk("cICP", [12, 18, 0, 1]), channels: 4, depth: .sixteen) },
    ColoredFile("PQ and a profile") {
      try png(chunk("cICP", [9, 16, 0, 1]) + chunk("iCCP", Array("x\0\0".utf8) + deflate(RGBSpace.adobeRGB.profile)))
    },
    ColoredFile("PQ of unknown primaries") { try png(chunk("cICP", [99, 16, 0, 1])) },
    ColoredFile("camera data") {
      var metadata = PictureMetadata(source: .jpeg, items: [])
      metadata.exif = colorBlock(space: 2, index: "R03", bigEndian: true)
      return try jpeg(TEST_JPEG_YCC, metadata)
    },
  ]
}
