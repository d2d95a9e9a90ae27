import Testing
import TintypeColor
import TintypeTestSupport

@testable import TintypeImage

extension RawRecipe {
  /// What a file becomes, this DNG unless another is given: the reader, and the light at each place.
  fileprivate func read(
    _ bytes: [UInt8]? = nil, _ limits: PictureLimits = PictureLimits()
  ) throws -> (reader: PictureReader, light: [SIMD3<Double>]) {
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(bytes ?? dng), limits: limits)
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

/// Fujifilm's pattern of 6 x 6.
private let xTrans = [
  1, 2, 1, 1, 0, 1, 0, 1, 0, 2, 1, 2, 1, 2, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1, 2, 1, 2, 0, 1, 0, 1, 0, 1, 1, 2, 1,
]

private func near(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double = 0.005) -> Bool {
  (0..<3).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
}

@Suite(.whereBuiltIn("raw")) struct RawTests {
  private let light = SIMD3(0.3, 0.2, 0.1) * 1.86

  @Test(arguments: [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]])
  func lightComesOut(_ pattern: [Int]) throws {
    let (reader, result) = try RawRecipe(pattern: pattern).read()
    #expect(reader.format == PictureFormat(width: 48, height: 32, channels: 3, depth: .half))
    #expect(reader.notes == [])
    #expect(reader.color.isSceneLight && reader.color.space.isLike(RGBSpace.linearSRGB))
    #expect(result.allSatisfy { near($0, light) }, "\(result[0])")
  }

  /// Canon's slices of lossless JPEG, and Fujifilm's container: gray is gray, an edge lies where it was, and the
  /// camera data are there.
  @Test(arguments: ["cr2", "raf"]) func otherContainers(_ kind: String) throws {
    var recipe = RawRecipe(
      width: 64, black: SIMD3(repeating: 256), white: SIMD3(repeating: kind == "cr2" ? 4_095 : 0x3E00)
    ) {
      x, _ in SIMD3(repeating: x < 40 ? 0.2 : 0.4)
    }
    recipe.exif = [.init(0x8827, 400), .init(0x9003, text: "2019:05:06 07:08:09")]
    let (reader, result) = try recipe.read(kind == "cr2" ? recipe.cr2 : recipe.raf)
    #expect(reader.format.width == 64 && reader.format.height == 32 && reader.notes == [])
    for (x, wanted) in [(10, 0.2), (35, 0.2), (44, 0.4), (60, 0.4)] {
      #expect(near(result[64 * 16 + x], SIMD3(repeating: wanted * 1.86), 0.01), "\(x): \(result[64 * 16 + x])")
    }
    #expect(reader.metadata.exposure.iso == "400.0" && reader.metadata.captureDate?.year == 2019)
    #expect(reader.metadata.camera == (kind == "cr2" ? "Canon EOS 350D DIGITAL" : "FinePix X100"))
  }

  /// A DNG of three colors a place, with levels of its own for each.
  @Test func levelsByColor() throws {
    let recipe = RawRecipe(pattern: [], black: [100, 900, 2_000], white: [12_000, 16_000, 14_000])
    let (reader, result) = try recipe.read()
    #expect(reader.notes == [] && result.allSatisfy { near($0, light, 0.002) }, "\(result[0])")
  }

  /// Areas, crops and the exposure that a file states.
  @Test func areaCropAndExposure() throws {
    let recipe = RawRecipe(fields: [
      // Active area without two rows and four columns, of which the crop leaves one off at each side.
      .init(0xC68D, 2, 4, 32, 48, type: 4), .init(0xC61F, 1, 1, type: 4), .init(0xC620, 41, 27, type: 4),
      .init(0xC62A, fractions: [1]),
    ])
    let (reader, result) = try recipe.read()
    #expect(reader.format.width == 41 && reader.format.height == 27)
    #expect(result.allSatisfy { near($0, light * 2, 0.01) }, "\(result[0])")
  }

  @Test func turnsAndCarriesWhatThePhotoSays() throws {
    var recipe = RawRecipe(fields: [.init(0x112, 6), .init(0xC634, [Int](repeating: 77, count: 200), type: 1)])
    recipe.exif = [
      .init(0x8827, 800), .init(0x9003, text: "2024:05:06 07:08:09"),
      .init(0x927C, [Int](repeating: 78, count: 200), type: 7),
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

  // MARK: Colors

  @Test func whiteBalanceIsChosen() throws {
    var limits = PictureLimits()
    limits.whiteBalance = .average
    #expect(try near(RawRecipe().read(nil, limits).light[500], SIMD3(repeating: 0.2 * 1.86)))
    // Daylight of 6504 K is gray for a sensor with sRGB's primaries.
    limits.whiteBalance = .temperature(6504)
    let recipe = RawRecipe { _, _ in SIMD3(repeating: 0.3) }
    #expect(try near(recipe.read(nil, limits).light[500], SIMD3(repeating: 0.3 * 1.86)))
    limits.whiteBalance = .temperature(3000)
    let warm = try recipe.read(nil, limits).light[500]
    #expect(warm.x < warm.y - 0.1 && warm.z > warm.y + 0.1)
  }

  /// A camera's two matrices, for lamps (A) and daylight (D65), and a scene whose light lies between them: the file is
  /// made by the formulas of DNG 1.6, chapter 6, with the weight from the light's own temperature.
  @Test(arguments: [2_856.0, 3_400, 4_500, 6_504], [false, true])
  func colorsUnderTwoLights(_ kelvins: Double, _ statesWhite: Bool) throws {
    let lamps = Matrix3([0.72, -0.21, -0.04], [-0.49, 1.29, 0.22], [-0.07, 0.18, 0.62])
    let daylight = Matrix3([0.60, -0.06, -0.10], [-0.86, 1.59, 0.30], [-0.15, 0.17, 0.76])
    let weight = (1 / kelvins - 1 / 6_504) / (1 / 2_856.0 - 1 / 6_504)
    let rows = (0..<3).map { lamps.rows[$0] * weight + daylight.rows[$0] * (1 - weight) }
    let (fromXYZ, gains) = (Matrix3(rows[0], rows[1], rows[2]), SIMD3(1.1, 1, 0.9))
    let white = WhiteBalance.light(ofTemperature: kelvins)
    let adaptation = try #require(Chromaticities.adaptation(from: SIMD2(white.x, white.y) / white.sum())?.inverse)
    let color = SIMD3(0.3, 0.2, 0.1)
    let seen = gains * (fromXYZ * (adaptation * (RGBSpace.linearSRGB.colorants * color)))
    let neutral = gains * (fromXYZ * white)
    var recipe = RawRecipe(gains: neutral / neutral.y) { _, _ in seen / neutral }
    recipe.fields = [
      .init(0xC621, fractions: lamps.rows.flatMap { [$0.x, $0.y, $0.z] }),
      .init(0xC622, fractions: daylight.rows.flatMap { [$0.x, $0.y, $0.z] }),
      .init(0xC627, fractions: [gains.x, gains.y, gains.z], signed: false), .init(0xC65A, 17), .init(0xC65B, 21),
    ]
    if statesWhite {
      let place = SIMD2(white.x, white.y) / white.sum()
      // A neutral color without numbers does not count.
      recipe.fields += [.init(0xC628, 0), .init(0xC629, fractions: [place.x, place.y], signed: false)]
    }
    let (reader, result) = try recipe.read()
    #expect(reader.notes == [] && near(result[500], color * 1.86, 0.003), "\(result[500]), \(color * 1.86)")
  }

  /// Matrices that lead from balanced colors to D50 come first.
  @Test func forwardMatrices() throws {
    let forward = Matrix3([0.5642, 0.3, 0.1], [0.28, 0.66, 0.06], [0.02, 0.1, 0.7049])
    let (color, neutral) = (SIMD3(0.3, 0.2, 0.1), SIMD3(0.6, 1, 0.7))
    let balanced = try #require(forward.inverse) * (RGBSpace.linearSRGB.colorants * color)
    var recipe = RawRecipe(gains: neutral) { _, _ in balanced }
    let numbers = forward.rows.flatMap { [$0.x, $0.y, $0.z] }
    recipe.fields = [.init(0xC714, fractions: numbers)]
    #expect(try near(recipe.read().light[500], color * 1.86, 0.003))
  }

  // MARK: Sizes

  /// Half the size, without interpolating.
  @Test func halfTheSize() throws {
    let scratch = try Scratch()
    let reader = try openPicture(scratch.write(RawRecipe(width: 49, height: 33).dng))
    #expect(reader.smallerSizes.map(\.width) == [25] && reader.smallerSizes.map(\.height) == [17])
    try reader.decode(size: 0)
    let rows = try decodeAll(reader)
    let red = rows.withUnsafeBytes { SampleDepth.half.number(at: 25 * 16 * 6, in: $0) }
    #expect(abs(red - light.x) < 0.005)
  }

  /// A pattern of 6 x 6 is left to the library; a crop counts there, too.
  @Test func otherPatterns() throws {
    var recipe = RawRecipe(width: 528, height: 516, pattern: xTrans) { x, y in
      SIMD3(0.3, 0.2, 0.1) * (x < 264 ? 1 : 2) * (y < 200 ? 1 : 0.5)
    }
    recipe.side = 6
    let (whole, light) = try recipe.read()
    #expect(whole.notes == [] && whole.smallerSizes.isEmpty && whole.format.width == 528)
    #expect(near(light[528 * 48 + 48], self.light, 0.01), "\(light[528 * 48 + 48])")
    recipe.fields = [.init(0xC61F, 13, 7, type: 4), .init(0xC620, 500, 490, type: 4)]
    let (cropped, part) = try recipe.read()
    #expect(cropped.format.width == 500 && cropped.format.height == 490 && cropped.notes == [])
    for y in stride(from: 0, to: 490, by: 7) {
      #expect((0..<500).allSatisfy { part[y * 500 + $0] == light[(y + 7) * 528 + $0 + 13] }, "row \(y)")
    }
  }

  // MARK: Damage

  @Test func filesThatEndEarly() throws {
    let scratch = try Scratch()
    var bytes = RawRecipe().dng
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
    func refusal(_ recipe: RawRecipe) -> ImageError? {
      #expect(throws: ImageError.self) { try decodeAll(openPicture(scratch.write(recipe.dng))) }
    }
    #expect(refusal(RawRecipe(fields: [.init(0x153, 3)]))?.kind == .unsupported)
    #expect(refusal(RawRecipe(white: SIMD3(repeating: 512)))?.kind == .corrupt)
    #expect(refusal(RawRecipe(pattern: [], black: [0, 0, 900], white: [999, 999, 900]))?.kind == .corrupt)
  }

  /// A forged or damaged header ends in an error or a picture.
  @Test(arguments: ["dng", "cr2", "raf"]) func mutantsAreReadOrRefused(_ kind: String) throws {
    let scratch = try Scratch()
    let recipe = RawRecipe(width: 64)
    let bytes = kind == "dng" ? recipe.dng : kind == "cr2" ? recipe.cr2 : recipe.raf
    let head = kind == "raf" ? 0..<600 : (bytes.count - 700)..<bytes.count
    var random = SplitMix64(seed: 33)
    for round in 0..<60 {
      var mutant = bytes
      let places = round % 3 == 0 ? bytes.indices : head
      for _ in 0..<3 { mutant[Int.random(in: places, using: &random)] = .random(in: 0...255, using: &random) }
      do {
        let reader = try openPicture(scratch.write(mutant), limits: PictureLimits(maxPixels: 1 << 20))
        _ = try decodeAll(reader)
      } catch let error as ImageError {
        #expect(error.kind != .io)
      }
    }
  }
}
