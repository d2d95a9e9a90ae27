import CTestPNG
import Testing
import TintypeImage

/// The fifteen pairs of color type and depth (PNG 3rd edition, table 8).
private let pairs: [(type: Int32, depth: Int32)] = [
  (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
  (6, 16),
]

private let recipes: [test_png_recipe] = pairs.flatMap { pair in
  [false, true].flatMap { interlaced in
    [false, true].compactMap { transparency in
      if transparency && pair.type >= 4 { return nil }
      var recipe = test_png_recipe()
      (recipe.width, recipe.height) = (19, 13)
      (recipe.color_type, recipe.depth) = (pair.type, pair.depth)
      (recipe.interlaced, recipe.transparency) = (interlaced, transparency)
      return recipe
    }
  }
}

extension test_png_recipe {
  fileprivate var storedChannels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(color_type)] ?? 1 }
  fileprivate var rowBytes: Int { (Int(width) * storedChannels * Int(depth) + 7) / 8 }

  /// A sample of packed rows.
  private func sample(_ rows: [UInt8], _ x: Int, _ y: Int, _ channel: Int) -> Int {
    let index = x * storedChannels + channel
    if depth == 16 {
      let at = y * rowBytes + 2 * index
      return Int(rows[at]) << 8 | Int(rows[at + 1])
    }
    let bit = index * Int(depth)
    return Int(rows[y * rowBytes + bit / 8]) >> (8 - Int(depth) - bit % 8) & (1 << Int(depth) - 1)
  }

  /// The expected output of a reader, derived from the standard and not from libpng.
  fileprivate func expected(_ rows: [UInt8]) -> [Int] {
    var samples: [Int] = []
    let largest = depth == 16 ? 65_535 : 255
    let scale = depth < 8 ? 255 / (1 << Int(depth) - 1) : 1
    for y in 0..<Int(height) {
      for x in 0..<Int(width) {
        let stored = (0..<storedChannels).map { sample(rows, x, y, $0) }
        switch color_type {
        case 0, 4:
          samples += [Int](repeating: stored[0] * scale, count: 3)
        case 3:
          samples += [stored[0], 255 - stored[0], stored[0] / 2]
        default:
          samples += stored.prefix(3)
        }
        if color_type >= 4 { samples.append(stored.last ?? 0) }
        guard transparency else { continue }
        let isKey = stored.allSatisfy { $0 == 0 }
        samples.append(!isKey ? largest : color_type == 3 ? 64 : 0)
      }
    }
    return samples
  }
}

@Suite struct PNGReaderTests {
  @Test(arguments: recipes.indices) func everyKind(_ index: Int) throws {
    let recipe = recipes[index]
    var rows = testSamples(recipe.rowBytes * Int(recipe.height), seed: UInt64(index))
    for byte in 0..<min(8, recipe.rowBytes) { rows[byte] = 0 }
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(testPNG(recipe, rows: rows, rowBytes: recipe.rowBytes)))
    let hasAlpha = recipe.color_type >= 4 || recipe.transparency
    #expect(reader.format.channels == (hasAlpha ? 4 : 3))
    #expect(reader.format.depth == (recipe.depth == 16 ? .sixteen : .eight))
    let bytes = try decodeAll(reader, strip: 4)
    let samples =
      recipe.depth == 16
      ? bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)).map(Int.init) } : bytes.map(Int.init)
    #expect(samples == recipe.expected(rows))
    let isBuffered = reader.decodingMemory > reader.format.pictureBytes + ByteCount(256 << 10)
    #expect(isBuffered || !recipe.interlaced)
  }

  private func photo(interlaced: Bool = false) throws -> [UInt8] {
    var recipe = test_png_recipe()
    (recipe.width, recipe.height, recipe.color_type, recipe.depth) = (61, 47, 2, 8)
    recipe.interlaced = interlaced
    return try testPNG(recipe, rows: testSamples(61 * 47 * 3), rowBytes: 61 * 3)
  }

  @Test(arguments: [false, true]) func truncationIsCorrupt(_ interlaced: Bool) throws {
    let file = try photo(interlaced: interlaced)
    let scratch = try Scratch()
    var numbers = SeededNumbers(3)
    let lengths =
      (13...20).map { file.count - $0 } + (0..<50).map { _ in Int.random(in: 8..<(file.count - 12), using: &numbers) }
    for length in lengths {
      let path = try scratch.write(Array(file[..<length]))
      #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == .corrupt, "cut to \(length)")
    }
  }

  /// All pixels are there, and checked.
  @Test(arguments: 1...12) func aLostEndIsANote(_ lost: Int) throws {
    let file = try photo()
    let scratch = try Scratch()
    let whole = try decodeAll(openPicture(scratch.write(file)))
    let reader = try openPicture(scratch.write(file.dropLast(lost)))
    #expect(try decodeAll(reader) == whole)
    #expect(reader.notes == ["the end chunk is missing"])
  }

  @Test func aWrongChecksumOfPixelsIsCorrupt() throws {
    let scratch = try Scratch()
    var file = try photo()
    let data = try #require(file.position(of: "IDAT"))
    file[data + 200] ^= 1
    let path = try scratch.write(file)
    #expect(try imageError { _ = try decodeAll(openPicture(path)) }.kind == .corrupt)
  }

  @Test func bytesBehindTheEndAreIgnored() throws {
    let scratch = try Scratch()
    let file = try photo()
    let plain = try decodeAll(openPicture(scratch.write(file)))
    #expect(try decodeAll(openPicture(scratch.write(file + testSamples(100)))) == plain)
  }

  @Test func ofAnAnimationTheDefaultImageIsTaken() throws {
    let scratch = try Scratch()
    let file = try photo()
    let animated = file.inserting(chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), before: "IDAT")
    let reader = try openPicture(scratch.write(animated))
    #expect(reader.notes.contains { $0.contains("animated") })
    #expect(try decodeAll(reader) == decodeAll(openPicture(scratch.write(file))))
  }
}
