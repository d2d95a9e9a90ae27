import CTestJPEG
import Foundation
import Testing
import TintypeImage

/// Every kind of JPEG that is decoded, by a name for failures.
private let kinds: [(name: String, recipe: test_jpeg_recipe, subsampling: ChromaSubsampling)] = [
  ("gray", test_jpeg_recipe(TEST_JPEG_GRAY), .gray),
  ("444", test_jpeg_recipe(TEST_JPEG_YCC), .full444),
  ("rgb", test_jpeg_recipe(TEST_JPEG_RGB), .full444),
  ("422", test_jpeg_recipe(across: 2), .half422),
  ("420", test_jpeg_recipe(across: 2, down: 2), .quarter420),
  ("440", test_jpeg_recipe(down: 2), .half440),
  ("411", test_jpeg_recipe(across: 4), .quarter411),
  ("410", test_jpeg_recipe(across: 4, down: 2), .eighth410),
  ("441", test_jpeg_recipe(down: 4), .other),
  ("progressive", test_jpeg_recipe(progressive: true), .full444),
  ("progressive 420", test_jpeg_recipe(across: 2, down: 2, progressive: true), .quarter420),
  ("progressive gray", test_jpeg_recipe(TEST_JPEG_GRAY, progressive: true), .gray),
  ("arithmetic", test_jpeg_recipe(across: 2, down: 2, arithmetic: true), .quarter420),
  ("arithmetic progressive", test_jpeg_recipe(progressive: true, arithmetic: true), .full444),
  ("separate scans", test_jpeg_recipe(across: 2, separate: true), .half422),
  ("restarts", test_jpeg_recipe(across: 2, down: 2, restarts: 1), .quarter420),
  ("one pixel", test_jpeg_recipe(width: 1, height: 1), .full444),
  ("one column", test_jpeg_recipe(width: 1, height: 300, across: 2, down: 2), .quarter420),
  ("one row", test_jpeg_recipe(width: 300, height: 1, across: 2, down: 2), .quarter420),
]

@Suite struct JPEGReaderTests {
  /// Bytes between segments that belong to none, as some programs leave them, are passed over, and not what stands
  /// behind them.
  @Test(
    arguments: [[0], [1, 2, 3], [0xFF, 0], [0, 0xFF, 0xFF]] + [7, 0xFF].map { [UInt8](repeating: $0, count: 4_000) })
  func metadataBehindAGap(_ gap: [UInt8]) throws {
    let plain = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let comments = segment(0xFE, Array("before".utf8)) + gap + segment(0xFE, Array("behind".utf8))
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(Array(plain[..<2]) + comments + plain[2...]))
    #expect(reader.metadata.comments == [Array("before".utf8), Array("behind".utf8)])
  }

  /// The metadata of a file are in memory while it is rendered, and count in the estimate.
  @Test func metadataTakeMemory() throws {
    let scratch = try Scratch()
    let plain = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let comments = (0..<20).flatMap { _ in segment(0xFE, testSamples(50_000)) }
    let without = try openPicture(scratch.write(plain)).decodingMemory
    let with = try openPicture(scratch.write(Array(plain[..<2]) + comments + plain[2...])).decodingMemory
    #expect(with - without >= 1_000_000)
  }

  @Test(arguments: kinds.indices) func decodesAsLibjpegDoes(_ index: Int) throws {
    let (name, recipe, subsampling) = kinds[index]
    let file = try testJPEG(recipe)
    var (width, height): (Int32, Int32) = (0, 0)
    let reference = try #require(test_jpeg_decode(file, file.count, &width, &height))
    defer { free(reference) }
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(file))
    #expect(reader.format == PictureFormat(width: Int(width), height: Int(height), channels: 3, depth: .eight))
    #expect(reader.subsampling == subsampling, "\(name)")
    let expected = Array(UnsafeBufferPointer(start: reference, count: Int(width * height) * 3))
    #expect(try decodeAll(reader) == expected, "\(name)")
    #expect(reader.notes.isEmpty)
  }

  @Test(arguments: kinds.indices) func truncationIsCorruptUnlessNothingWasLost(_ index: Int) throws {
    let (name, recipe, _) = kinds[index]
    let file = try testJPEG(recipe)
    let scratch = try Scratch()
    let whole = try decodeAll(openPicture(scratch.write(file)))
    var numbers = SeededNumbers(7)
    let lengths =
      [file.count - 1, file.count - 2, file.count - 3]
      + (0..<50).map { _ in
        Int.random(in: 3..<file.count, using: &numbers)
      }
    for length in lengths {
      let path = try scratch.write(Array(file[..<length]))
      do {
        let reader = try openPicture(path)
        let samples = try decodeAll(reader)
        #expect(samples == whole && !reader.notes.isEmpty, "\(name) cut to \(length) of \(file.count)")
      } catch let error as ImageError {
        #expect(error.kind == .corrupt, "\(name) cut to \(length): \(error)")
      }
    }
  }

  /// But where arithmetic coding hides whether data are missing.
  @Test(arguments: kinds.indices) func aLostEndMarkerIsANote(_ index: Int) throws {
    let (name, recipe, _) = kinds[index]
    let file = try testJPEG(recipe)
    let scratch = try Scratch()
    let whole = try decodeAll(openPicture(scratch.write(file)))
    let cut = try scratch.write(Array(file.dropLast(2)))
    if recipe.arithmetic {
      #expect(try imageError { _ = try decodeAll(openPicture(cut)) }.kind == .corrupt)
    } else {
      let reader = try openPicture(cut)
      #expect(try decodeAll(reader) == whole, "\(name)")
      #expect(reader.notes == ["the end marker is missing"], "\(name)")
    }
  }

  /// Every scan that is there is whole, and the one that would have refined the picture is not there.
  @Test func aLostRefinementIsCorrupt() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(progressive: true))
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xC4 })
    let cut = try scratch.write(Array(file[..<last]))
    #expect(try imageError { _ = try decodeAll(openPicture(cut)) }.kind == .corrupt)
  }

  @Test func lostDataBeforeTheEndMarkerIsCorrupt() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let path = try scratch.write(Array(file.dropLast(300)) + [0xFF, 0xD9])
    #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == .corrupt)
  }

  @Test func aComponentWithoutDataIsCorrupt() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(separate: true))
    // The last scan starts with FF DA; the picture ends before it.
    let last = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let path = try scratch.write(Array(file[..<last]) + [0xFF, 0xD9])
    #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == .corrupt)
  }

  @Test(arguments: [(90, nil), (110, ImageError.Kind.limit)] as [(Int, ImageError.Kind?)])
  func scansAreLimited(_ count: Int, _ kind: ImageError.Kind?) throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC, separate: true))
    let scans = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    let repeated = (0..<count).flatMap { _ in file[scans[0]..<scans[1]] }
    let path = try scratch.write(Array(file[..<scans[0]]) + repeated + file[scans[0]...])
    if let kind {
      #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == kind)
    } else {
      #expect(try decodeAll(openPicture(path)) == decodeAll(openPicture(scratch.write(file, to: "plain"))))
    }
  }

  /// A byte between two segments is harmless, but not a hundred times.
  @Test(arguments: [(3, nil), (101, ImageError.Kind.corrupt)] as [(Int, ImageError.Kind?)])
  func warningsAreNotes(_ count: Int, _ kind: ImageError.Kind?) throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let junk = (0..<count).flatMap { _ in [0] + segment(0xFE, [0x68, 0x69]) }
    let path = try scratch.write(Array(file[..<20]) + junk + file[20...])
    if let kind {
      #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == kind)
    } else {
      let reader = try openPicture(path)
      #expect(try decodeAll(reader) == decodeAll(openPicture(scratch.write(file, to: "plain"))))
      #expect(reader.notes.count == 1)
    }
  }

  /// Bytes between segments are read one by one, so there is a limit; libjpeg skips all of them.
  @Test(arguments: [(4_000, 1), (5_000, 0)]) func fillBytesBeforeMetadata(_ count: Int, _ comments: Int) throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let fill = [UInt8](repeating: 0xFF, count: count)
    let reader = try openPicture(scratch.write(Array(file[..<20]) + fill + segment(0xFE, [0x68, 0x69]) + file[20...]))
    #expect(reader.metadata.comments.count == comments)
    #expect(try decodeAll(reader) == decodeAll(openPicture(scratch.write(file, to: "plain"))))
  }

  @Test func bytesBehindTheEndAreIgnored() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(TEST_JPEG_YCC))
    let plain = try decodeAll(openPicture(scratch.write(file)))
    #expect(try decodeAll(openPicture(scratch.write(file + testSamples(1000)))) == plain)
  }

  @Test(arguments: [0xC3, 0xC5, 0xC7, 0xCB, 0xCD]) func lossless(_ process: UInt8) throws {
    let scratch = try Scratch()
    let path = try scratch.write(frameHeader(process: process, width: 8, height: 8))
    #expect(try imageError { _ = try openPicture(path) }.kind == .unsupported)
  }

  @Test func twelveBits() throws {
    let scratch = try Scratch()
    let path = try scratch.write(frameHeader(process: 0xC1, width: 8, height: 8, precision: 12))
    #expect(try imageError { _ = try openPicture(path) }.kind == .unsupported)
  }

  @Test func severalScansNeedTheCoefficients() throws {
    let scratch = try Scratch()
    let recipe = test_jpeg_recipe(width: 800, height: 600, across: 2, down: 2)
    let streamed = try openPicture(scratch.write(testJPEG(recipe))).decodingMemory
    var progressive = recipe
    progressive.progressive = true
    let collected = try openPicture(scratch.write(testJPEG(progressive))).decodingMemory
    #expect(streamed < ByteCount(1 << 20))
    #expect(collected >= ByteCount(800 * 600 * 3 / 2 * 2) + streamed)
  }
}

/// The start of a JPEG up to its first scan, and no data.
func frameHeader(process: UInt8, width: Int, height: Int, precision: UInt8 = 8) -> [UInt8] {
  let size = [height >> 8, height & 0xFF, width >> 8, width & 0xFF].map { UInt8($0) }
  let frame: [UInt8] = [0xFF, process, 0, 17, precision] + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
  let scan: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
  return [0xFF, 0xD8] + frame + scan
}
