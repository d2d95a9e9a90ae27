import CTestJPEG
import CTestPNG
import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// Files to damage, and files that claim to be what they are not.
enum HostileFiles {
  /// One of each kind that the codecs tell apart, small.
  static func originals() throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    try TestPicture(37, 29).write(folder, "a.jpg", metadata: cameraData(orientation: 6))
    try TestPicture(23, 31, channels: 4, depth: .sixteen).write(folder, "b.png", metadata: cameraData(orientation: 3))
    let written = try ["a.jpg", "b.png"].map { try #require(folder.bytes(of: $0)) }
    let jpegs = try [
      jpeg(TEST_JPEG_GRAY), jpeg(TEST_JPEG_RGB), jpeg(TEST_JPEG_YCC, across: 4, down: 2), jpeg(TEST_JPEG_CMYK),
      jpeg(TEST_JPEG_YCC, across: 2, progressive: true), jpeg(TEST_JPEG_YCC, arithmetic: true),
      jpeg(TEST_JPEG_YCC, down: 2, separate: true), jpeg(TEST_JPEG_YCC, across: 2, down: 2, restarts: 1),
    ]
    let pngs = try [png(type: 0, depth: 1), png(type: 3, depth: 4, interlaced: true), png(type: 2, depth: 16)]
    return try written + jpegs + pngs + behindTraits(folder)
  }

  /// Those behind traits that are built in, written by this program; HEIC from a fixture.
  private static func behindTraits(_ folder: ScratchFolder) throws -> [[UInt8]] {
    let kinds: [(String, SampleDepth)] = [
      ("c.tif", .eight), ("d.tif", .sixteen), ("e.avif", .eight), ("f.avif", .sixteen), ("g.jxl", .eight),
      ("h.jxl", .sixteen), ("i.exr", .half),
    ]
    let written = try kinds.filter { (try? PictureFileType(outputName: FilePath($0.0))) != nil }.map { name, depth in
      try TestPicture(37, 29, channels: depth == .sixteen ? 4 : 3, depth: depth).write(
        folder, name, metadata: cameraData(orientation: 1))
      return try #require(folder.bytes(of: name))
    }
    let heic = TestFiles.packageRoot + "/Tests/TintypeImageTests/Fixtures/orientation-6.heic"
    let recipe = RawRecipe(width: 64)
    let raws = PictureFileType(named: "raw") == nil ? [] : [recipe.dng, recipe.cr2, recipe.raf]
    return written + (PictureFileType(named: "heif") == nil ? [] : [try #require(TestFiles.bytes(of: heic))]) + raws
  }

  private static func samples(_ count: Int) -> [UInt8] {
    var numbers = SplitMix64(seed: 5)
    return (0..<count).map { UInt8(truncatingIfNeeded: $0 / 5 + Int(numbers.next() & 31)) }
  }

  private static func jpeg(
    _ colors: test_jpeg_colors, across: Int32 = 1, down: Int32 = 1, progressive: Bool = false,
    arithmetic: Bool = false, separate: Bool = false, restarts: Int32 = 0
  ) throws -> [UInt8] {
    var recipe = test_jpeg_recipe()
    (recipe.width, recipe.height, recipe.colors, recipe.across, recipe.down) = (43, 35, colors, across, down)
    (recipe.progressive, recipe.arithmetic, recipe.separate_scans) = (progressive, arithmetic, separate)
    recipe.restart_rows = restarts
    var length = 0
    let bytes = try #require(test_jpeg_encode(&recipe, samples(43 * 35 * 4), &length))
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  private static func png(type: Int32, depth: Int32, interlaced: Bool = false) throws -> [UInt8] {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth) = (32, 24, type, depth)
    (recipe.interlaced, recipe.transparency) = (interlaced, true)
    let rowBytes = 32 * (type == 2 ? 3 : 1) * Int(depth) / 8
    var length = 0
    let bytes = try #require(test_png_encode(&recipe, samples(rowBytes * 24), rowBytes, &length))
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// A file with some damage: cut, or with bytes changed, taken out, put in or doubled.
  static func mutant(of original: [UInt8], _ numbers: inout SplitMix64) -> [UInt8] {
    var bytes = original
    // Half of the damage goes into headers and metadata, which are a small part of a file.
    func place() -> Int {
      Int.random(in: 0..<(Bool.random(using: &numbers) ? min(800, bytes.count) : bytes.count), using: &numbers)
    }
    let length = [1, 2, 4, 16, 300, 2000].randomElement(using: &numbers) ?? 1
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: bytes.removeLast(bytes.count - place())
    case 1:
      let start = place()
      bytes.removeSubrange(start..<min(start + length, bytes.count))
    case 2: bytes.insert(contentsOf: (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }, at: place())
    case 3:
      let start = place()
      bytes.insert(contentsOf: bytes[start..<min(start + length, bytes.count)], at: start)
    default:
      for _ in 0..<([1, 1, 2, 4, 8, 50].randomElement(using: &numbers) ?? 1) {
        let index = place()
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &numbers) ?? 0
        default: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        }
      }
    }
    return bytes
  }

  /// Small files that ask for much, by a name for failures.
  static var bombs: [(name: String, bytes: [UInt8])] {
    var bombs: [(String, [UInt8])] = []
    for process: UInt8 in [0xC0, 0xC1, 0xC2, 0xC9, 0xCA] {
      for count in [600, 1_407] {
        let header = frame(process, 65_500, 65_500)
        bombs.append(
          ("SOF\(process - 0xC0) in \(count) bytes", header + [UInt8](repeating: 0, count: count - header.count)))
      }
    }
    for (width, height) in [(935_820, 854_554), (1_000_000, 1_000_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (65_500, 65_500)] {
      let header = number(width) + number(height)
      for (kind, interlaced) in [(6, 0), (2, 1), (0, 0)] {
        let bytes =
          pngStart + chunk("IHDR", header + [16, UInt8(kind), 0, 0, UInt8(interlaced)]) + chunk("IDAT", samples(26))
        bombs.append(("\(width) x \(height), type \(kind)", bytes))
      }
    }
    // A header of its own size, and a length that leads far behind the end.
    bombs.append(
      ("a chunk of 2 GB", pngStart + chunk("IHDR", number(9) + number(9) + [8, 2, 0, 0, 0]) + number(0x7FFF_FFFF)))
    return bombs
  }

  static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + payload
    // ISO 3309, a bit at a time.
    let sum = ~checked.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return number(payload.count) + checked + number(Int(sum))
  }

  static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  private static func frame(_ process: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    let size = [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) }
    return [0xFF, 0xD8, 0xFF, process, 0, 17, 8] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
      + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
  }
}
