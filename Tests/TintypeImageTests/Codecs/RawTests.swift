import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

/// A DNG made by hand: the recipe's rows are samples of 16 bits.
private struct DNGRecipe {
  var width = 48
  var height = 32
  var pattern = [0, 1, 1, 2]
  var side = 2
  /// From CIE XYZ to the sensor's colors: those of sRGB's primaries.
  var matrix = [3.2405, -1.5371, -0.4985, -0.9693, 1.8760, 0.0416, 0.0556, -0.2040, 1.0572]
  var neutral = [0.5, 1, 0.8]
  var black = 512
  var white = 16_383
  var fields: [TIFFRecipe.Field] = []
  var exif: [TIFFRecipe.Field] = []
  /// Balanced light.
  var light = SIMD3<Double>(0.3, 0.2, 0.1)

  private func rationals(_ tag: Int, _ numbers: [Double], signed: Bool) -> TIFFRecipe.Field {
    var field = TIFFRecipe.Field(tag, bytes: [], type: signed ? 10 : 5)
    field.values = numbers.flatMap { [Int(($0 * 10_000).rounded()), 10_000] }
    return field
  }

  var bytes: [UInt8] {
    let rows = (0..<(width * height)).flatMap { place -> [UInt8] in
      let color = pattern[place / width % side * side + place % width % side]
      let sample = light[color] * neutral[color] * Double(white - black) + Double(black)
      let code = UInt16(min(sample.rounded(), Double(white)))
      return [UInt8(code & 255), UInt8(code >> 8)]
    }
    var recipe = TIFFRecipe(width: width, height: height, bits: 16, samples: 1, photometric: 32_803, rows: rows)
    recipe.rowsPerStrip = height
    recipe.fields = [
      .init(0xFE, 0, type: 4), .init(0x10F, bytes: Array("Maker\0".utf8), type: 2),
      .init(0x110, bytes: Array("Made 1\0".utf8), type: 2), .init(0xC612, bytes: [1, 4, 0, 0]),
      .init(0xC614, bytes: Array("Made 1\0".utf8), type: 2), .init(0x828D, side, side),
      .init(0x828E, bytes: pattern.map(UInt8.init)), .init(0xC61A, black, type: 4), .init(0xC61D, white, type: 4),
      rationals(0xC621, matrix, signed: true), rationals(0xC628, neutral, signed: false), .init(0xC65A, 21),
    ]
    recipe.fields += fields
    if !exif.isEmpty { recipe.linked = [(0x8769, exif)] }
    return recipe.bytes
  }

  /// What the file becomes: the reader, and the light at a place.
  func read(_ limits: PictureLimits = PictureLimits()) throws -> (reader: PictureReader, light: [SIMD3<Double>]) {
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(bytes), limits: limits)
    let rows = try decodeAll(reader)
    let light = rows.withUnsafeBytes { rows in
      (0..<(rows.count / 6)).map { place in
        SIMD3(
          SampleDepth.half.number(at: place * 6, in: rows), SampleDepth.half.number(at: place * 6 + 2, in: rows),
          SampleDepth.half.number(at: place * 6 + 4, in: rows))
      }
    }
    return (reader, light)
  }
}

private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double = 0.005) -> Bool {
  (0..<3).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
}

@Suite(.whereBuiltIn("raw")) struct RawTests {
  @Test(arguments: [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]])
  func lightComesOut(_ pattern: [Int]) throws {
    let recipe = DNGRecipe(pattern: pattern)
    let (reader, light) = try recipe.read()
    #expect(reader.format == PictureFormat(width: 48, height: 32, channels: 3, depth: .half))
    #expect(reader.notes == [])
    #expect(reader.color.isSceneLight && reader.color.space.isLike(RGBSpace.linearSRGB))
    #expect(light.allSatisfy { near($0, recipe.light * 1.86) }, "\(light[0])")
  }

  /// Areas, crops and the exposure that a file states.
  @Test func areaCropAndExposure() throws {
    var recipe = DNGRecipe()
    recipe.fields = [
      // Active area without two rows and four columns, of which the crop leaves one off at each side.
      .init(0xC68D, 2, 4, 32, 48, type: 4), .init(0xC61F, 1, 1, type: 4), .init(0xC620, 41, 27, type: 4),
    ]
    var field = TIFFRecipe.Field(0xC62A, bytes: [], type: 10)
    field.values = [1, 1]
    recipe.fields.append(field)
    let (reader, light) = try recipe.read()
    #expect(reader.format.width == 41 && reader.format.height == 27)
    #expect(light.allSatisfy { near($0, recipe.light * 3.72, 0.01) }, "\(light[0])")
  }

  @Test func turnsAndCarriesWhatThePhotoSays() throws {
    var recipe = DNGRecipe()
    recipe.fields = [.init(0x112, 6), .init(0xC634, bytes: [UInt8](repeating: 77, count: 200))]
    recipe.exif = [
      .init(0x8827, 800), .init(0x9003, bytes: Array("2024:05:06 07:08:09\0".utf8), type: 2),
      .init(0x927C, bytes: [UInt8](repeating: 78, count: 200), type: 7),
    ]
    let (reader, _) = try recipe.read()
    #expect(reader.orientation == Orientation(exif: 6))
    let exif = try #require(reader.metadata.exifBlock)
    #expect(exif.orientation == 1 && reader.notes == [])
    let bytes = exif.bytes
    #expect(bytes.firstRange(of: Array("Made 1".utf8)) != nil)
    #expect(bytes.firstRange(of: Array("2024:05:06 07:08:09".utf8)) != nil)
    for left in [77, 78] as [UInt8] { #expect(bytes.firstRange(of: [left, left, left]) == nil) }
  }

  @Test func whiteBalanceIsChosen() throws {
    var limits = PictureLimits()
    limits.whiteBalance = .average
    #expect(try near(DNGRecipe().read(limits).light[500], SIMD3(repeating: 0.2 * 1.86)))
    // Daylight of 6504 K is gray for a sensor with sRGB's primaries.
    limits.whiteBalance = .temperature(6504)
    let recipe = DNGRecipe(neutral: [1, 1, 1], light: SIMD3(repeating: 0.3))
    #expect(try near(recipe.read(limits).light[500], SIMD3(repeating: 0.3 * 1.86)))
    limits.whiteBalance = .temperature(3000)
    let warm = try recipe.read(limits).light[500]
    #expect(warm.x < warm.y - 0.1 && warm.z > warm.y + 0.1)
  }

  /// Half the size, without interpolating.
  @Test func halfTheSize() throws {
    let scratch = try Scratch()
    let recipe = DNGRecipe(width: 49, height: 33)
    let reader = try openPicture(scratch.write(recipe.bytes))
    #expect(reader.smallerSizes.map(\.width) == [25] && reader.smallerSizes.map(\.height) == [17])
    try reader.decode(size: 0)
    let rows = try decodeAll(reader)
    let red = rows.withUnsafeBytes { SampleDepth.half.number(at: 25 * 16 * 6, in: $0) }
    #expect(abs(red - 0.3 * 1.86) < 0.005)
  }

  @Test func filesThatEndEarly() throws {
    let scratch = try Scratch()
    var bytes = DNGRecipe().bytes
    // The samples lie before the directory: what they are told to lie at is moved to the end.
    let tag = try #require(bytes.firstRange(of: [0x11, 0x01, 4, 0, 1, 0, 0, 0]))
    let place = bytes.count - 600
    bytes.replaceSubrange(
      tag.upperBound..<(tag.upperBound + 4), with: [UInt8(place & 255), UInt8(place >> 8), 0, 0])
    let error = #expect(throws: ImageError.self) { try decodeAll(openPicture(scratch.write(bytes))) }
    #expect(error?.kind == .corrupt)
  }

  @Test func refusals() throws {
    let scratch = try Scratch()
    func refusal(_ recipe: DNGRecipe) -> ImageError? {
      #expect(throws: ImageError.self) { try decodeAll(openPicture(scratch.write(recipe.bytes))) }
    }
    #expect(refusal(DNGRecipe(fields: [.init(0x153, 3)]))?.kind == .unsupported)
    #expect(refusal(DNGRecipe(black: 512, white: 512))?.kind == .corrupt)
  }

  /// A pattern of 6 x 6 is left to the library.
  @Test func otherPatterns() throws {
    let pattern = [
      1, 2, 1, 1, 0, 1, 0, 1, 0, 2, 1, 2, 1, 2, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1, 2, 1, 2, 0, 1, 0, 1, 0, 1, 1, 2, 1,
    ]
    var recipe = DNGRecipe(width: 528, height: 516, pattern: pattern)
    recipe.side = 6
    let (reader, light) = try recipe.read()
    #expect(reader.notes == [] && reader.smallerSizes.isEmpty)
    #expect(near(light[528 * 48 + 48], recipe.light * 1.86, 0.01), "\(light[528 * 48 + 48])")
  }

  /// A forged or damaged header ends in an error or a picture.
  @Test func mutantsAreReadOrRefused() throws {
    let scratch = try Scratch()
    let bytes = DNGRecipe().bytes
    let directory = bytes.count - 700
    var random = SplitMix64(seed: 33)
    for _ in 0..<60 {
      var mutant = bytes
      for _ in 0..<3 { mutant[Int.random(in: directory..<bytes.count, using: &random)] = .random(in: 0...255) }
      do {
        let reader = try openPicture(scratch.write(mutant), limits: PictureLimits(maxPixels: 1 << 20))
        _ = try decodeAll(reader)
      } catch let error as ImageError {
        #expect(error.kind != .io)
      }
    }
  }
}
