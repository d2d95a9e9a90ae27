import CTestJPEG
import CTestPNG
import Foundation
import Testing
import TintypeImage

/// Repeatable random numbers (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Samples with gradients and noise, so that codecs have something to do.
func testSamples(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var numbers = SeededNumbers(seed)
  return (0..<count).map { index in UInt8(truncatingIfNeeded: index / 7 + Int(numbers.next() & 31)) }
}

/// All rows of a picture without padding, read `strip` rows at a time.
func decodeAll(_ reader: any RowSource, strip: Int = 7) throws -> [UInt8] {
  let format = reader.format
  var samples = [UInt8](repeating: 0, count: format.pictureBytes.count)
  try samples.withUnsafeMutableBytes { buffer in
    for y in stride(from: 0, to: format.height, by: strip) {
      let rows = min(strip, format.height - y)
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[(y * format.rowBytes)...])
      try reader.readRows(rows, into: part, rowBytes: format.rowBytes)
    }
  }
  return samples
}

/// Hands all rows to a writer and ends it.
func encodeAll(_ samples: [UInt8], _ writer: any RowWriter, strip: Int = 5) throws {
  let format = writer.format
  try samples.withUnsafeBytes { buffer in
    for y in stride(from: 0, to: format.height, by: strip) {
      let rows = min(strip, format.height - y)
      let part = UnsafeRawBufferPointer(rebasing: buffer[(y * format.rowBytes)...])
      try writer.writeRows(rows, from: part, rowBytes: format.rowBytes)
    }
  }
  try writer.finish()
}

/// The file that a writer makes.
func written(_ scratch: Scratch, as name: String = "out", _ make: (Int32) throws -> Void) throws -> [UInt8] {
  let output = try OutputFile(scratch.path(name), ifTaken: .replace)
  try make(output.descriptor)
  try output.commit()
  return try scratch.bytes(of: name)
}

/// A JPEG of a kind, of gradients and noise.
func testJPEG(_ recipe: test_jpeg_recipe, seed: UInt64 = 1) throws -> [UInt8] {
  var recipe = recipe
  let channels = recipe.colors == TEST_JPEG_GRAY ? 1 : recipe.colors.rawValue >= TEST_JPEG_CMYK.rawValue ? 4 : 3
  var length = 0
  let samples = testSamples(Int(recipe.width * recipe.height) * channels, seed: seed)
  let bytes = try #require(test_jpeg_encode(&recipe, samples, &length))
  defer { free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: length))
}

/// A PNG of a kind; `rows` are packed as the file packs them.
func testPNG(_ recipe: test_png_recipe, rows: [UInt8], rowBytes: Int) throws -> [UInt8] {
  var recipe = recipe
  var length = 0
  let bytes = try #require(test_png_encode(&recipe, rows, rowBytes, &length))
  defer { free(bytes) }
  return Array(UnsafeBufferPointer(start: bytes, count: length))
}

/// Opens the bytes of a file.
func openPicture(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws -> PictureReader {
  let scratch = try Scratch()
  // The file stays open when its folder is gone.
  return try withExtendedLifetime(scratch) { try openPicture(scratch.write(bytes), limits: limits) }
}

/// The error of a call that must fail.
func imageError(_ body: () throws -> Void) throws -> ImageError {
  do {
    try body()
  } catch let error as ImageError {
    return error
  }
  throw ImageError(.unsupported, "the call did not fail")
}

extension test_jpeg_recipe {
  init(
    _ colors: test_jpeg_colors = TEST_JPEG_YCC, width: Int32 = 67, height: Int32 = 53, across: Int32 = 1,
    down: Int32 = 1, progressive: Bool = false, arithmetic: Bool = false, separate: Bool = false, restarts: Int32 = 0,
    interval: Int32 = 0
  ) {
    self.init()
    self.colors = colors
    self.width = width
    self.height = height
    self.across = across
    self.down = down
    self.progressive = progressive
    self.arithmetic = arithmetic
    separate_scans = separate
    restart_rows = restarts
    restart_interval = interval
  }
}
