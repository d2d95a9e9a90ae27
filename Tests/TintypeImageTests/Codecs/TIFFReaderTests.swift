import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

@Suite(.whereBuiltIn("tiff")) struct TIFFReaderTests {
  private func decoded(_ recipe: TIFFRecipe) throws -> (reader: PictureReader, samples: [UInt8]) {
    let reader = try openPicture(recipe.bytes)
    return (reader, try decodeAll(reader, strip: 3))
  }

  private func words(_ samples: [UInt8]) -> [UInt16] {
    samples.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  @Test(arguments: [false, true], [false, true]) func colors(_ bigEndian: Bool, _ big: Bool) throws {
    let samples = testSamples(60)
    let (reader, read) = try decoded(TIFFRecipe(rows: samples, bigEndian: bigEndian, big: big))
    #expect(read == samples && reader.notes.isEmpty)
    #expect(reader.format == PictureFormat(width: 5, height: 4, channels: 3, depth: .eight))
  }

  @Test(arguments: [false, true]) func wordsInEitherByteOrder(_ bigEndian: Bool) throws {
    let values = (0..<60).map { UInt16($0 * 1_091) }
    let stored = values.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    let (reader, read) = try decoded(TIFFRecipe(bits: 16, rows: stored, bigEndian: bigEndian))
    #expect(words(read) == values && reader.format.depth == .sixteen)
  }

  @Test func planes() throws {
    let samples = testSamples(60)
    let planes = (0..<3).flatMap { plane in (0..<20).map { samples[3 * $0 + plane] } }
    #expect(try decoded(TIFFRecipe(rows: planes, planar: true)).samples == samples)
  }

  /// Packed samples of 1 to 14 bits: black is 0, white is the largest number.
  @Test(arguments: [1, 2, 4, 8, 12, 14], [0, 1]) func gray(_ bits: Int, _ photometric: Int) throws {
    let most = 1 << bits - 1
    let values = (0..<20).map { $0 % 5 == 4 ? most : $0 * 7 % (most + 1) }
    var rows: [UInt8] = []
    for row in 0..<4 {
      var digits = values[row * 5..<row * 5 + 5].map { String($0, radix: 2) }
        .map { String(repeating: "0", count: bits - $0.count) + $0 }.joined()
      digits += String(repeating: "0", count: (8 - digits.count % 8) % 8)
      rows += Swift.stride(from: 0, to: digits.count, by: 8).map { at in
        UInt8(digits.dropFirst(at).prefix(8), radix: 2) ?? 0
      }
    }
    let recipe = TIFFRecipe(bits: bits, samples: 1, photometric: photometric, rows: rows)
    let (_, read) = try decoded(recipe)
    let white = bits <= 8 ? 255.0 : 65_535.0
    let expected = values.map { value in
      let scaled = (Double(value) * white / Double(most)).rounded()
      return UInt16(photometric == 0 ? white - scaled : scaled)
    }
    let pixels = bits <= 8 ? read.map(UInt16.init) : words(read)
    #expect(pixels == expected.flatMap { [$0, $0, $0] })
    let scratch = try Scratch()
    let opened = try TIFFCodec().open(InputFile(scratch.write(recipe.bytes)), limits: PictureLimits())
    #expect(opened.header.samples == .gray)
  }

  @Test func palettes() throws {
    // 16 colors: red rises, green falls, blue is constant.
    let map = (0..<16).map { $0 * 4_369 } + (0..<16).map { 65_535 - $0 * 4_369 } + [Int](repeating: 0x8080, count: 16)
    var colors = TIFFRecipe.Field(0x140, bytes: [], type: 3)
    colors.values = map
    let rows: [UInt8] = [0x01, 0x23, 0x40, 0x56, 0x78, 0x90, 0xAB, 0xCD, 0xE0, 0xFF, 0xFF, 0xF0]
    let (_, read) = try decoded(TIFFRecipe(bits: 4, samples: 1, photometric: 3, rows: rows, fields: [colors]))
    let indices: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15, 15]
    #expect(read == indices.flatMap { [$0 * 17, 255 - $0 * 17, 0x80] })
  }

  @Test func straightAndAssociatedAlpha() throws {
    let pixel: [UInt8] = [100, 50, 0, 128]
    let rows = [UInt8]((0..<20).flatMap { _ in pixel })
    let straight = try decoded(TIFFRecipe(samples: 4, rows: rows, fields: [.init(0x152, 2)]))
    #expect(straight.samples == rows && straight.reader.format.hasAlpha)
    let associated = try decoded(TIFFRecipe(samples: 4, rows: rows, fields: [.init(0x152, 1)]))
    // 100 * 255 / 128 and 50 * 255 / 128, rounded.
    #expect(Array(associated.samples.prefix(4)) == [199, 100, 0, 128])
    let unspecified = try decoded(TIFFRecipe(samples: 4, rows: rows, fields: [.init(0x152, 0)]))
    #expect(!unspecified.reader.format.hasAlpha && Array(unspecified.samples.prefix(3)) == [100, 50, 0])
    #expect(unspecified.reader.notes == ["channels beside the colors are left out"])
  }

  /// Numbers of 24 bits by hand: a sign, 7 bits of exponent from 63, 16 of fraction.
  @Test(arguments: [16, 24, 32, 64], [false, true])
  func floatsAreLightWithoutBounds(_ bits: Int, _ bigEndian: Bool) throws {
    let values: [Double] = [0, 0.25, 1, -0.5, 16, 1.5, -2048, 0x1p-12, 0.5, 640]
    let stored: [UInt64] = (0..<60).map { index in
      let value = values[index % 10]
      switch bits {
      case 16:
        let exponent = value == 0 ? 0 : UInt64(value.exponent + 15)
        return (value < 0 ? 0x8000 : 0) | exponent << 10 | UInt64(value.significand * 1024) & 1023
      case 24:
        let exponent = value == 0 ? 0 : UInt64(value.exponent + 63)
        return (value < 0 ? 0x80_0000 : 0) | exponent << 16 | UInt64(value.significand * 65_536) & 65_535
      case 32: return UInt64(Float(value).bitPattern)
      default: return value.bitPattern
      }
    }
    let rows = stored.flatMap { number in
      let bytes = (0..<bits / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return bigEndian ? bytes.reversed() : bytes
    }
    let (reader, read) = try decoded(
      TIFFRecipe(bits: bits, rows: rows, fields: [.init(0x153, 3, 3, 3)], bigEndian: bigEndian))
    #expect(reader.format.depth == (bits == 16 ? .half : .float))
    let size = reader.format.depth.bytes
    let numbers = read.withUnsafeBytes { bytes in
      (0..<60).map { reader.format.depth.number(at: $0 * size, in: bytes) }
    }
    #expect(numbers == (0..<60).map { values[$0 % 10] })
    #expect(reader.color.space == .linearSRGB && reader.color.isSceneLight)
    #expect(reader.notes == ["floats without a color profile are taken as linear light; --input-space says otherwise"])
  }

  @Test func floatsWithAlphaAndFromWhite() throws {
    func floats(_ values: [Float], samples: Int, photometric: Int, _ fields: [TIFFRecipe.Field]) throws -> [Float] {
      let rows = (0..<20 * samples).flatMap {
        withUnsafeBytes(of: values[$0 % values.count].bitPattern.littleEndian, Array.init)
      }
      let recipe = TIFFRecipe(
        bits: 32, samples: samples, photometric: photometric, rows: rows,
        fields: fields + [.init(0x153, 3, 3, 3, 3)])
      return try decoded(recipe).samples.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    let associated = try floats([2, 1, -0.5, 0.5], samples: 4, photometric: 2, [.init(0x152, 1)])
    #expect(Array(associated.prefix(4)) == [4, 2, -1, 0.5])
    let uncovered = try floats([2, 1, -0.5, 0], samples: 4, photometric: 2, [.init(0x152, 1)])
    #expect(Array(uncovered.prefix(4)) == [2, 1, -0.5, 0])
  }

  /// (1 - C)(1 - K) and so on, where no profile says better.
  @Test(arguments: [8, 16]) func inks(_ bits: Int) throws {
    let pixel: [UInt8] = [255, 128, 0, 51]
    let rows = (0..<20).flatMap { _ in bits == 8 ? pixel : pixel.flatMap { [$0, $0] } }
    let (reader, read) = try decoded(TIFFRecipe(bits: bits, samples: 4, photometric: 5, rows: rows))
    let pixels = bits == 8 ? read.map { UInt16($0) * 257 } : words(read)
    #expect(pixels[0] == 0 && abs(Int(pixels[1]) - 26_112) < 200 && pixels[2] == 52_428)
    #expect(reader.color.lostSpace == "CMYK")
  }

  @Test func theFirstPageIsTaken() throws {
    let samples = testSamples(60)
    let (reader, read) = try decoded(TIFFRecipe(rows: samples, pages: 3))
    #expect(read == samples && reader.notes == ["the file has 3 pages, and the first one is taken"])
  }

  @Test(arguments: 1...8) func theTagTurnsThePicture(_ orientation: Int) throws {
    let (reader, _) = try decoded(TIFFRecipe(rows: testSamples(60), fields: [.init(0x112, orientation)]))
    #expect(reader.orientation.rawValue == orientation)
  }

  @Test func densityInItsUnit() throws {
    let fields = [
      TIFFRecipe.Field(0x11A, 600, 2, type: 5), TIFFRecipe.Field(0x11B, 400, 1, type: 5), TIFFRecipe.Field(0x128, 3),
    ]
    let reader = try decoded(TIFFRecipe(rows: testSamples(60), fields: fields)).reader
    #expect(reader.metadata.density == PixelDensity(.centimeter, x: 300, y: 400))
  }

  /// The first 64 KiB of the compressed picture stay what they are when a tag is added.
  @Test func theFingerprintIsOfThePixels() throws {
    let plain = try decoded(TIFFRecipe(rows: testSamples(60))).reader.fingerprint(bits: 60)
    let tagged = TIFFRecipe(rows: testSamples(60), fields: [.init(0x10E, bytes: Array("a text\0".utf8), type: 2)])
    #expect(try decoded(tagged).reader.fingerprint(bits: 60) == plain)
    #expect(try decoded(TIFFRecipe(rows: testSamples(60, seed: 2))).reader.fingerprint(bits: 60) != plain)
  }

  // MARK: What is refused

  private func refusal(_ bytes: [UInt8], _ limits: PictureLimits = PictureLimits()) throws -> ImageError {
    try imageError {
      let reader = try openPicture(bytes, limits: limits)
      _ = try decodeAll(reader)
    }
  }

  @Test(
    arguments: [
      ([.init(0x106, 8)], "CIE Lab"), ([.init(0x103, 6)], "compression"),
      ([.init(0x103, 34_712)], "compression"), ([.init(0x153, 2, 2, 2)], "signed"), ([.init(0x106, 6)], "YCbCr"),
      ([.init(0x106, 5), .init(0x14C, 2)], "inks"),
    ] as [([TIFFRecipe.Field], String)])
  func variantsThatAreNotRead(_ fields: [TIFFRecipe.Field], _ reason: String) throws {
    let error = try refusal(TIFFRecipe(rows: testSamples(60), fields: fields).bytes)
    #expect(error.kind == .unsupported && error.message.contains(reason), "\(error)")
  }

  @Test func rawFilesAreNoPreviews() throws {
    let isRawRead = PictureFileType(named: "raw") != nil
    let version = TIFFRecipe.Field(0xC612, bytes: [1, 4, 0, 0])
    let preview = try refusal(TIFFRecipe(rows: testSamples(60), fields: [.init(0xFE, 1, type: 4)]).bytes)
    #expect(preview.kind == .formatNotBuiltIn && preview.message.contains("camera raw"))
    for field in [version, .init(0x106, 32_803)] {
      let error = try refusal(TIFFRecipe(rows: testSamples(60), fields: [field]).bytes)
      if isRawRead {
        #expect(!error.message.contains("TIFF"), "it is left to LibRaw")
      } else {
        #expect(error.message.contains("raw"))
      }
    }
  }

  @Test(
    arguments: [
      // Sizes that the file has no room for, or that make no sense.
      [.init(0x100, 60_000), .init(0x101, 60_000)], [.init(0x100, 0)], [.init(0x101, 0xFFFF_FFFF, type: 4)],
      [.init(0x100, 0x7FFF_FFFF, type: 4), .init(0x101, 0x7FFF_FFFF, type: 4)],
      // Strips that lie beyond the end, and numbers of samples and bits that nobody has.
      [.init(0x111, 0x7FFF_FFFF, 9, type: 4)], [.init(0x117, 0x7FFF_FFFF, 9, type: 4)], [.init(0x115, 60_000)],
      [.init(0x102, 65_535, 8, 8)], [.init(0x116, 0)],
      // Tiles larger than memory.
      [.init(0x142, 0x7FFF_FFF0, type: 4), .init(0x143, 0x7FFF_FFF0, type: 4), .init(0x144, 8, type: 4)],
    ] as [[TIFFRecipe.Field]])
  func hostileDirectories(_ fields: [TIFFRecipe.Field]) throws {
    let error = try refusal(TIFFRecipe(rows: testSamples(60), fields: fields).bytes)
    #expect([.corrupt, .unsupported, .limit].contains(error.kind), "\(error)")
  }

  @Test func directoriesInALoop() throws {
    var bytes = TIFFRecipe(rows: testSamples(60)).bytes
    // The only directory links itself.
    let first = Int(bytes[4]) | Int(bytes[5]) << 8
    let link = first + 2 + 12 * Int(bytes[first])
    bytes.replaceSubrange(link..<link + 4, with: bytes[4..<8])
    #expect(try decodeAll(openPicture(bytes)) == testSamples(60))
  }

  @Test(.slow) func everyTruncationIsAnError() throws {
    let whole = TIFFRecipe(rows: testSamples(60), rowsPerStrip: 1).bytes
    for count in Swift.stride(from: 1, to: whole.count - 6, by: 3) {
      let error = try refusal(Array(whole.prefix(count)))
      #expect(error.kind == .corrupt || error.kind == .unsupported, "\(count): \(error)")
    }
  }

  @Test func pixelsAreLimited() throws {
    let file = TIFFRecipe(rows: testSamples(60)).bytes
    #expect(try refusal(file, PictureLimits(maxPixels: 19)).kind == .limit)
  }

  @Test func aLostStripIsGray() throws {
    let file = TIFFRecipe(rows: testSamples(60), rowsPerStrip: 2, fields: [.init(0x111, 8, 9_999, type: 4)]).bytes
    let error = try refusal(file)
    #expect(error.kind == .corrupt && error.remedy == .salvage, "\(error)")
    let reader = try openPicture(file, limits: PictureLimits(onCorrupt: .salvage))
    let read = try decodeAll(reader)
    #expect(Array(read.prefix(30)) == Array(testSamples(60).prefix(30)))
    #expect(read.suffix(30).allSatisfy { $0 == 0x80 })
    #expect(reader.notes == ["salvaged: the picture is lost or damaged from row 3 of 4 on, and may be so above"])
  }

  /// Damaged files end as a picture or as an error.
  @Test(.slow, arguments: 0..<3) func mutants(_ kind: Int) throws {
    var numbers = SeededNumbers(UInt64(kind) + 5)
    let captions = TIFFRecipe.Field(0x8649, bytes: testSamples(40), type: 7)
    let originals = [
      TIFFRecipe(rows: testSamples(60), fields: [captions, .init(0x112, 6)], pages: 2).bytes,
      TIFFRecipe(bits: 16, samples: 4, rows: testSamples(160), planar: true, fields: [.init(0x152, 1)], big: true)
        .bytes,
      TIFFRecipe(
        bits: 32, samples: 1, photometric: 0, rows: testSamples(80), fields: [.init(0x153, 3)],
        linked: [
          (0x8769, [.init(0x9286, bytes: testSamples(20), type: 7)]), (0x8825, [.init(0, bytes: [2, 3, 0, 0])]),
        ]
      ).bytes,
    ]
    let scratch = try Scratch()
    for _ in 0..<(runsAllTests ? 500 : 60) {
      var mutant = originals[kind]
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let position = Int.random(in: 4..<mutant.count, using: &numbers)
        mutant[position] =
          [0, 1, 0xFF, 0x7F, UInt8.random(in: 0...255, using: &numbers)].randomElement(using: &numbers) ?? 0
      }
      let path = try scratch.write(mutant)
      do {
        let onCorrupt: OnCorrupt = Bool.random(using: &numbers) ? .error : .salvage
        let reader = try openPicture(path, limits: PictureLimits(maxPixels: 1 << 20, onCorrupt: onCorrupt))
        let metadata = reader.metadata.adjusted(width: 1, height: 1).reduced(to: .noGPS).metadata
        let format = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
        for type in [PictureFileType.tiff, .jpeg] {
          _ = try written(scratch) {
            try encodeAll([1, 2, 3], type.writer(to: $0, format: format, metadata: metadata))
          }
        }
        guard reader.decodingMemory.count < 100 << 20 else { continue }
        _ = try decodeAll(UprightReader(reader))
      } catch let error as ImageError {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
