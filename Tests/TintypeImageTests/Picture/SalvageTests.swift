import CTestJPEG
import CTestPNG
import Testing
import TintypeImage

/// What is left of a damaged picture, when that is wanted.
@Suite struct SalvageTests {
  private let scratch: Scratch
  private let salvaging = PictureLimits(onCorrupt: .salvage)

  init() throws { scratch = try Scratch() }

  /// The first row that the note calls lost, from 0.
  private func lostRow(_ reader: any RowReader) throws -> Int {
    let note = try #require(reader.notes.first { $0.hasPrefix("salvaged: ") }, "\(reader.notes)")
    let word = try #require(note.split(separator: "from row ").last?.split(separator: " ").first)
    return try #require(Int(word)) - 1
  }

  private func path(_ bytes: [UInt8]) throws -> FilePath { try scratch.write(bytes) }

  @Test(arguments: [
    test_jpeg_recipe(TEST_JPEG_YCC), test_jpeg_recipe(TEST_JPEG_GRAY), test_jpeg_recipe(across: 2, down: 2),
    test_jpeg_recipe(across: 2, down: 2, restarts: 1), test_jpeg_recipe(arithmetic: true),
  ])
  func rowsAboveTheDamageStay(_ recipe: test_jpeg_recipe) throws {
    let file = try testJPEG(recipe)
    let whole = try decodeAll(openPicture(path(file)))
    for part in [0.5, 0.7, 0.95] {
      let cut = Array(file.prefix(Int(Double(file.count) * part)))
      #expect(try imageError { _ = try decodeAll(openPicture(path(cut))) }.kind == .corrupt)
      let reader = try openPicture(path(cut), limits: salvaging)
      let samples = try decodeAll(reader)
      // Color is interpolated from the row below too.
      let good = try max(0, lostRow(reader) - 1) * reader.format.rowBytes
      #expect(samples[..<good] == whole[..<good])
      #expect(samples != whole)
      // Arithmetic decoding goes on with what it thinks likely.
      #expect(part > 0.5 || recipe.arithmetic || samples.suffix(3) == [128, 128, 128])
    }
  }

  /// Scans bring a picture more and more finely: without the last ones it is coarse, not half.
  @Test func aProgressivePictureIsCoarser() throws {
    let file = try testJPEG(test_jpeg_recipe(width: 160, height: 120, progressive: true))
    let whole = try decodeAll(openPicture(path(file)))
    let reader = try openPicture(path(Array(file.prefix(file.count * 6 / 10))), limits: salvaging)
    let samples = try decodeAll(reader)
    #expect(reader.notes.contains { $0.hasPrefix("salvaged: finer detail is lost") }, "\(reader.notes)")
    let errors = zip(samples, whole).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) > 0 && errors.reduce(0, +) / errors.count < 12)
  }

  /// A marker that is none ends the decoder; the scans before it are a picture.
  @Test func aBrokenMarkerBetweenScans() throws {
    var file = try testJPEG(test_jpeg_recipe(width: 160, height: 120, progressive: true))
    let tables = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xC4 }
    file[tables[tables.count - 2] + 1] = 0x30
    #expect(try imageError { _ = try decodeAll(openPicture(path(file))) }.kind == .corrupt)
    let reader = try openPicture(path(file), limits: salvaging)
    _ = try decodeAll(reader)
    #expect(reader.notes.contains { $0.hasPrefix("salvaged: ") }, "\(reader.notes)")
  }

  @Test(arguments: [8, 16], [2, 6] as [Int32]) func rowsOfAPNG(_ depth: Int, _ type: Int32) throws {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth) = (61, 47, type, Int32(depth))
    let rowBytes = 61 * (type == 2 ? 3 : 4) * depth / 8
    let file = try testPNG(recipe, rows: testSamples(rowBytes * 47), rowBytes: rowBytes)
    let whole = try decodeAll(openPicture(path(file)))
    let cut = Array(file.prefix(file.count / 2))
    #expect(try imageError { _ = try decodeAll(openPicture(path(cut))) }.kind == .corrupt)
    let reader = try openPicture(path(cut), limits: salvaging)
    let samples = try decodeAll(reader)
    let good = try lostRow(reader) * rowBytes
    #expect(good > 0 && good < samples.count)
    #expect(samples[..<good] == whole[..<good])
    let pixel =
      [UInt8](repeating: 128, count: 3 * depth / 8) + [UInt8](repeating: 255, count: type == 2 ? 0 : depth / 8)
    #expect(Array(samples.suffix(pixel.count)) == pixel && Array(samples[good...].prefix(pixel.count)) == pixel)
  }

  /// An early pixel of an interlaced picture stands for the block that never came.
  @Test func anInterlacedPictureIsCoarser() throws {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth, recipe.interlaced) = (256, 256, 2, 8, true)
    var rows: [UInt8] = []
    for place in 0..<(256 * 256) { rows += [UInt8(place % 256), UInt8(place / 256), 0] }
    let file = try testPNG(recipe, rows: rows, rowBytes: 256 * 3)
    let reader = try openPicture(path(Array(file.prefix(file.count * 6 / 10))), limits: salvaging)
    let samples = try decodeAll(reader)
    #expect(reader.notes.contains { $0.hasPrefix("salvaged: ") }, "\(reader.notes)")
    let worst = zip(samples, rows).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 0 > 0 && worst ?? 255 <= 7)
  }

  @Test func aWrongChecksumIsANote() throws {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth) = (61, 47, 2, 8)
    var file = try testPNG(recipe, rows: testSamples(61 * 47 * 3), rowBytes: 61 * 3)
    let whole = try decodeAll(openPicture(path(file)))
    let end = try #require(file.position(of: "IEND"))
    file[end - 5] ^= 1
    #expect(try imageError { _ = try decodeAll(openPicture(path(file))) }.kind == .corrupt)
    let reader = try openPicture(path(file), limits: salvaging)
    #expect(try decodeAll(reader) == whole)
    #expect(reader.notes == ["IDAT: CRC error"])
  }

  /// A header that cannot be trusted says nothing about what would be left.
  @Test func headersAreNotSalvaged() throws {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth) = (61, 47, 2, 8)
    var file = try testPNG(recipe, rows: testSamples(61 * 47 * 3), rowBytes: 61 * 3)
    file[19] ^= 1
    #expect(try imageError { _ = try openPicture(path(file), limits: salvaging) }.kind == .corrupt)
    let forged = frameHeader(process: 0xC0, width: 64_250, height: 64_250)
    #expect(try imageError { _ = try openPicture(path(forged), limits: salvaging) }.kind == .corrupt)
    let jpeg = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    #expect(try imageError { _ = try openPicture(path(Array(jpeg.prefix(100))), limits: salvaging) }.kind == .corrupt)
  }
}
