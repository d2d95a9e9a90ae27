import CTestJPEG
import Testing
import TintypeImage

/// Kinds whose rows of blocks begin behind restart markers.
private let kinds: [(name: String, recipe: test_jpeg_recipe)] = [
  ("gray", test_jpeg_recipe(TEST_JPEG_GRAY)),
  ("gray with factors", test_jpeg_recipe(TEST_JPEG_GRAY, across: 2, down: 2)),
  ("444", test_jpeg_recipe(TEST_JPEG_YCC)),
  ("rgb", test_jpeg_recipe(TEST_JPEG_RGB)),
  ("422", test_jpeg_recipe(across: 2)),
  ("420", test_jpeg_recipe(across: 2, down: 2)),
  ("440", test_jpeg_recipe(down: 2)),
  ("411", test_jpeg_recipe(across: 4)),
  ("410", test_jpeg_recipe(across: 4, down: 2)),
  ("441", test_jpeg_recipe(down: 4)),
  ("CMYK", test_jpeg_recipe(TEST_JPEG_CMYK)),
  ("YCCK", test_jpeg_recipe(TEST_JPEG_YCCK)),
  ("YCCK 420", test_jpeg_recipe(TEST_JPEG_YCCK, across: 2, down: 2)),
]

private let sizes: [(Int32, Int32)] = [(1, 1), (17, 33), (2, 200), (5, 64), (67, 200), (33, 129), (300, 40)]

@Suite struct JPEGBandDecoderTests {
  /// Bands of any height, in any order, from any row on, have the rows of the reader.
  @Test(arguments: kinds.indices, [1, 2, 3, 4] as [Int32])
  func rowsAreThoseOfTheReader(_ kind: Int, _ restarts: Int32) throws {
    let scratch = try Scratch()
    var numbers = SeededNumbers(UInt64(kind) * 4 + UInt64(restarts))
    for (width, height) in sizes {
      var recipe = kinds[kind].recipe
      (recipe.width, recipe.height, recipe.restart_rows) = (width, height, restarts)
      let path = try scratch.write(testJPEG(recipe))
      let whole = try decodeAll(openPicture(path))
      let reader = try openPicture(path)
      let bands = try #require(reader.bands, "\(kinds[kind].name) \(width) x \(height)")
      for rows in [1, 8, 13, 16, 64, Int(height)] {
        let all = division(Int(height), by: rows, &numbers)
        try #expect(
          decode(all, of: reader, bands) == whole, "\(kinds[kind].name) \(width) x \(height), bands of \(rows)")
      }
    }
  }

  /// Several markers in a row of blocks.
  @Test(arguments: [1, 2, 3, 4, 6, 12] as [Int32], [1, 2] as [Int32])
  func intervalsThatDivideARow(_ interval: Int32, _ factor: Int32) throws {
    let scratch = try Scratch()
    let recipe = test_jpeg_recipe(
      width: 8 * 12 * factor - 3, height: 150, across: factor, down: factor, interval: interval)
    let path = try scratch.write(testJPEG(recipe))
    let reader = try openPicture(path)
    let bands = try #require(reader.bands)
    var numbers = SeededNumbers(3)
    let whole = try decodeAll(openPicture(path))
    for rows in [7, 24, 150] { #expect(try decode(division(150, by: rows, &numbers), of: reader, bands) == whole) }
  }

  /// Files whose rows need those above, or of which so many would be decoded in vain.
  @Test(arguments: [
    test_jpeg_recipe(TEST_JPEG_YCC), test_jpeg_recipe(interval: 5), test_jpeg_recipe(interval: 13),
    test_jpeg_recipe(restarts: 5),
    test_jpeg_recipe(progressive: true, restarts: 1), test_jpeg_recipe(arithmetic: true, restarts: 1),
    test_jpeg_recipe(separate: true, restarts: 1),
  ])
  func othersHaveNoBands(_ recipe: test_jpeg_recipe) throws {
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(testJPEG(recipe)))
    #expect(reader.bands == nil)
  }

  /// What is salvaged, smaller, turned, begun, or has something to say about its header, is read from the top.
  @Test func onlyTheWholeUntouchedPictureHasBands() throws {
    let scratch = try Scratch()
    let file = try testJPEG(test_jpeg_recipe(restarts: 1))
    let path = try scratch.write(file)
    #expect(try openPicture(path).bands != nil)
    #expect(try openPicture(path, limits: PictureLimits(onCorrupt: .salvage)).bands == nil)
    let smaller = try #require(try openPicture(path) as? any RowReader & ScalableReader)
    try smaller.decode(size: 0)
    #expect(smaller.bands == nil)
    let begun = try openPicture(path)
    _ = try decodeAll(begun)
    #expect(begun.bands == nil)
    let noted = try openPicture(scratch.write(file[..<20] + [0] + segment(0xFE, [0x68, 0x69]) + file[20...]))
    #expect(noted.bands == nil)
    for orientation in 1...8 as ClosedRange<UInt16> {
      let exif = segment(0xE1, Array("Exif\0\0".utf8) + exifBlock(orientation: orientation, bigEndian: true))
      let reader = try openPicture(scratch.write(file[..<2] + exif + file[2...]))
      #expect(reader.orientation.rawValue == Int(orientation))
      #expect((UprightReader(reader).bands != nil) == (orientation == 1))
    }
  }

  /// Where something is odd, the bands before it are as ever, those that touch it throw, and so do all whose place is not known.
  @Test(arguments: Oddity.allCases) func oddFilesAreLeftToTheReader(_ oddity: Oddity) throws {
    let scratch = try Scratch()
    // 25 rows of blocks.
    let plain = try testJPEG(test_jpeg_recipe(width: 40, height: 200, restarts: 1))
    let path = try scratch.write(plain)
    let whole = try decodeAll(openPicture(path))
    let reader = try openPicture(scratch.write(oddity.applied(to: plain)))
    let bands = try #require(reader.bands)
    let first = try decode([0..<80], of: reader, bands)
    #expect(first == Array(whole[..<first.count]))
    #expect(throws: ImageError.self) { try decode([80..<200], of: reader, bands) }
  }

  /// Decoders read the header anew for each band: of a file that is wider by now rows would not fit.
  @Test func aFileThatBecameWiderIsLeftToTheReader() throws {
    let scratch = try Scratch()
    func file(_ width: Int32) throws -> [UInt8] {
      try testJPEG(test_jpeg_recipe(width: width, height: 64, restarts: 1))
    }
    let reader = try openPicture(scratch.write(file(40)))
    let decoder = try #require(reader.bands).decoder()
    try decoder.begin(0..<16)
    _ = try scratch.write(file(64))
    #expect(throws: ImageError.self) { try decoder.begin(0..<16) }
  }

  /// A file with many changes gives the reader's rows from its bands, or at least one of them throws; and where none does, the
  /// reader has nothing to say.
  @Test(arguments: [(1, 1, 1), (1, 2, 2), (2, 2, 2), (3, 1, 2), (4, 2, 1)] as [(Int32, Int32, Int32)])
  func mutants(_ restarts: Int32, _ across: Int32, _ down: Int32) throws {
    let scratch = try Scratch()
    let recipe = test_jpeg_recipe(width: 45, height: 150, across: across, down: down, restarts: restarts)
    let original = try testJPEG(recipe)
    let scan = try #require(original.indices.dropLast().first { original[$0] == 0xFF && original[$0 + 1] == 0xDA })
    var numbers = SeededNumbers(UInt64(restarts * 100 + across * 10 + down))
    var (flawless, odd) = (0, 0)
    for _ in 0..<400 {
      let mutant = mutated(original, from: scan, &numbers)
      let path = try scratch.write(mutant)
      guard let reader = try? openPicture(path), let bands = reader.bands else { continue }
      guard let rows = try? decode(division(150, by: 48, &numbers), of: reader, bands) else {
        odd += 1
        continue
      }
      flawless += 1
      let serial = try openPicture(path)
      #expect(try decodeAll(serial) == rows)
      #expect(serial.notes.isEmpty)
    }
    // Both kinds are there.
    #expect(flawless > 10 && odd > 100, "\(flawless) without flaw, \(odd) odd")
  }

  // MARK: Decoding

  /// Bands that cover a picture, in any order.
  private func division(_ height: Int, by rows: Int, _ numbers: inout SeededNumbers) -> [Range<Int>] {
    stride(from: 0, to: height, by: rows).map { $0..<min($0 + rows, height) }.shuffled(using: &numbers)
  }

  private func decode(_ all: [Range<Int>], of reader: any RowReader, _ bands: BandDecoding) throws -> [UInt8] {
    let rowBytes = reader.format.rowBytes
    let first = all.map(\.lowerBound).min() ?? 0
    var samples = [UInt8](repeating: 0, count: all.map(\.count).reduce(0, +) * rowBytes)
    // One decoder for all of them, as a thread has it.
    let decoder = try bands.decoder()
    try samples.withUnsafeMutableBytes { buffer in
      for rows in all {
        try decoder.begin(rows)
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 5) {
          let place = UnsafeMutableRawBufferPointer(rebasing: buffer[((row - first) * rowBytes)...])
          try decoder.readRows(min(5, rows.upperBound - row), into: place, rowBytes: rowBytes)
        }
        try decoder.end()
      }
    }
    return samples
  }

  private func mutated(_ original: [UInt8], from scan: Int, _ numbers: inout SeededNumbers) -> [UInt8] {
    var mutant = original
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      // Some of the damage goes into the header.
      let start = Int.random(in: 0..<5, using: &numbers) == 0 ? 3 : scan
      let position = Int.random(in: start..<mutant.count, using: &numbers)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: mutant[position] = [0, 0xFF, 0xD0, 0xD9].randomElement(using: &numbers) ?? 0
      case 1: mutant.insert(UInt8.random(in: 0...255, using: &numbers), at: position)
      case 2: mutant.remove(at: position)
      case 3: mutant.append(contentsOf: mutant[position...])
      default: mutant[position] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
      }
    }
    return mutant
  }
}

/// What can be wrong with restart markers, at the fifteenth row of blocks of a picture.
enum Oddity: CaseIterable {
  case wrongOrder, missing, oneTooMany, garbage, otherMarker, truncated, noMarkers, noEnd, scanBehind

  func applied(to file: [UInt8]) -> [UInt8] {
    let markers = file.indices.dropLast().filter { file[$0] == 0xFF && (0xD0...0xD7).contains(file[$0 + 1]) }
    let (place, end) = (markers[14], file.count - 2)
    switch self {
    case .wrongOrder: return file[..<place] + [0xFF, 0xD0 + (file[place + 1] + 1) & 7] + file[(place + 2)...]
    case .missing: return Array(file[..<place]) + file[(place + 2)...]
    case .oneTooMany: return file[..<end] + [0xFF, 0xD0 + UInt8(markers.count & 7)] + file[end...]
    case .garbage: return file[..<place] + [1, 2, 3] + file[place...]
    case .otherMarker: return file[..<place] + [0xFF, 0xFE, 0, 2] + file[place...]
    case .truncated: return Array(file[..<(place + 5)])
    case .noMarkers:
      let all = Set(markers[14...].flatMap { [$0, $0 + 1] })
      return file.indices.filter { !all.contains($0) }.map { file[$0] }
    case .noEnd: return Array(file[..<end])
    case .scanBehind: return file[..<end] + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3] + file[end...]
    }
  }
}
