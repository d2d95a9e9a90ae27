import CTestPNG
import Testing
import TintypeImage

/// A letter F, stored as each orientation says it would be, reads the same upright.
private let stored: [Orientation: [String]] = [
  .upright: ["###", "#..", "##.", "#.."],
  .mirrored: ["###", "..#", ".##", "..#"],
  .halfTurn: ["..#", ".##", "..#", "###"],
  .flipped: ["#..", "##.", "#..", "###"],
  .transposed: ["####", "#.#.", "#..."],
  .quarterTurnRight: ["#...", "#.#.", "####"],
  .transversed: ["...#", ".#.#", "####"],
  .quarterTurnLeft: ["####", ".#.#", "...#"],
]

@Suite struct OrientationTests {
  @Test func illegalValuesAreUpright() {
    for value in [nil, 0, 9, -1, 65_535] as [Int?] { #expect(Orientation(exif: value) == .upright) }
    #expect(Orientation(exif: 6) == .quarterTurnRight)
  }

  @Test(arguments: Orientation.allCases) func positions(_ orientation: Orientation) throws {
    let rows = try #require(stored[orientation]).map(Array.init)
    let size = (width: rows[0].count, height: rows.count)
    #expect(orientation.uprightSize(width: size.width, height: size.height) == (3, 4))
    let upright = (0..<4).map { y in
      String(
        (0..<3).map { x in
          let position = orientation.storedPosition(x: x, y: y, stored: size)
          return rows[position.y][position.x]
        })
    }
    #expect(upright == stored[.upright])
  }

  @Test(arguments: Orientation.allCases, [(3, SampleDepth.eight), (4, .eight), (3, .sixteen), (4, .sixteen)])
  func rowsComeUpright(_ orientation: Orientation, _ kind: (channels: Int, depth: SampleDepth)) throws {
    let scratch = try Scratch()
    let format = PictureFormat(width: 150, height: 71, channels: kind.channels, depth: kind.depth)
    let samples = testSamples(format.pictureBytes.count)
    var metadata = PictureMetadata()
    metadata.exif = exifBlock(orientation: UInt16(orientation.rawValue), bigEndian: false)
    _ = try written(scratch) {
      try encodeAll(samples, PictureFileType.png.writer(to: $0, format: format, metadata: metadata))
    }
    let reader = UprightReader(try openPicture(scratch.path("out")))
    #expect(reader.orientation == orientation)
    let upright = orientation.upright(format)
    #expect(reader.format == upright)
    var expected: [UInt8] = []
    for y in 0..<upright.height {
      for x in 0..<upright.width {
        let position = orientation.storedPosition(x: x, y: y, stored: (format.width, format.height))
        let start = position.y * format.rowBytes + position.x * format.pixelBytes
        expected += samples[start..<(start + format.pixelBytes)]
      }
    }
    #expect(try decodeAll(reader) == expected)
  }
}
