import Testing
import TintypeColor

/// Known colors, and the laws of curves and matrices.
@Suite struct RGBSpaceTests {
  /// With numpy from the primaries, whites and curves that the standards print:
  /// `enc(inv(M_srgb) @ M @ dec(c))`, M the primaries scaled to white and carried to D50 by Bradford's matrix.
  static let known: [(space: RGBSpace, color: SIMD3<Double>, inSRGB: SIMD3<Double>)] = [
    (.displayP3, [1, 0, 0], [1.093066, -0.226742, -0.150135]),
    (.displayP3, [0, 1, 0], [-0.511605, 1.018266, -0.310675]),
    (.displayP3, [0.02, 0.9, 0.4], [-0.455603, 0.916502, 0.320824]),
    (.adobeRGB, [1, 0, 0], [1.158183, 0, 0]),
    (.adobeRGB, [0.2, 0.5, 0.8], [-0.237867, 0.503993, 0.814735]),
    (.proPhoto, [0, 1, 0], [-0.869094, 1.095723, -0.4279]),
    (.proPhoto, [0.2, 0.5, 0.8], [-0.58556, 0.617322, 0.871937]),
    (.rec2020, [1, 0, 0], [1.24822, -0.387908, -0.143514]),
    (.rec2020, [0.02, 0.9, 0.4], [-0.722458, 0.961447, 0.369068]),
  ]

  @Test(arguments: known.indices) func knownColors(_ index: Int) {
    let (space, color, expected) = Self.known[index]
    let result = space.converted(color, to: .srgb)
    for channel in 0..<3 {
      #expect((result[channel] - expected[channel]).magnitude < 2e-5, "\(space.name) \(color): \(result)")
    }
  }

  /// Every named space can be used: a caller's name ends no program.
  @Test(arguments: InputSpace.allCases) func everyNameHasItsSpace(_ name: InputSpace) {
    let white = name.space?.converted([1, 1, 1], to: .linearSRGB) ?? [1, 1, 1]
    for channel in 0..<3 { #expect((white[channel] - 1).magnitude < 1e-4, "\(name): \(white)") }
  }

  /// Primaries beyond all colors. The matrices from AP1 and AP0 to BT.709 with numpy, adapted by Bradford's matrix.
  @Test(arguments: [
    (SIMD2(0.713, 0.293), SIMD2(0.165, 0.83), SIMD2(0.128, 0.044), SIMD3(1.70505, -0.13026, -0.02400)),
    (SIMD2(0.7347, 0.2653), SIMD2(0, 1), SIMD2(0.0001, -0.077), SIMD3(2.52169, -0.27648, -0.01538)),
  ])
  func primariesBeyondColors(
    _ red: SIMD2<Double>, _ green: SIMD2<Double>, _ blue: SIMD2<Double>, _ expected: SIMD3<Double>
  ) throws {
    let aces = Chromaticities(red: red, green: green, blue: blue, white: [0.32168, 0.33767])
    let space = try #require(RGBSpace(name: "ACES", curve: .gamma(1), aces))
    let result = space.matrix(to: .linearSRGB) * SIMD3(1, 0, 0)
    for channel in 0..<3 { #expect((result[channel] - expected[channel]).magnitude < 1e-3, "\(result)") }
    // A white that is no color, and a primary on the line through y = 0.
    #expect(Chromaticities(red: red, green: green, blue: blue, white: [0.9, 0.3]).colorants == nil)
    #expect(Chromaticities(red: [0.7, 0], green: green, blue: blue, white: [0.3127, 0.329]).colorants == nil)
  }

  @Test(arguments: [RGBSpace.srgb, .displayP3, .proPhoto, .rec2020, .wide]) func thereAndBackIsNothing(
    _ space: RGBSpace
  ) {
    for red in stride(from: 0.0, through: 1, by: 0.125) {
      for green in stride(from: 0.0, through: 1, by: 0.25) {
        let color = SIMD3(red, green, 0.3)
        let back = RGBSpace.srgb.converted(space.converted(color, to: .srgb), to: space)
        #expect(((back - color) * (back - color)).sum() < 1e-18, "\(space.name) \(color)")
      }
    }
  }

  /// The curve of sRGB is taken for usable and known without a look at it; as samples or as a formula it is found to be
  /// both.
  @Test func theCurveOfSRGBIsWhatItIsTakenFor() throws {
    let samples = (0...4095).map { UInt16((ToneCurve.srgb.light(of: Double($0) / 4095) * 65535).rounded()) }
    for curve in [ToneCurve.srgb, .power(.srgb), .sampled(samples)] {
      let space = try #require(RGBSpace(name: "", curves: [curve, curve, curve], colorants: RGBSpace.srgb.colorants))
      #expect(space.curves == [.srgb, .srgb, .srgb])
    }
  }

  @Test func whiteIsWhiteEverywhere() {
    for space in [RGBSpace.displayP3, .adobeRGB, .proPhoto, .rec2020, .wide] {
      let white = space.converted(.one, to: .srgb)
      for channel in 0..<3 { #expect((white[channel] - 1).magnitude < 1e-4, "\(space.name): \(white)") }
    }
  }

  @Test func likenessTellsUsualFilesFromOtherSpaces() throws {
    // The colorants of the sRGB profile by Hewlett-Packard, and of the one that Argyll brings.
    let hp = Matrix3([0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410])
    let argyll = Matrix3([0.43607, 0.38515, 0.14307], [0.22248, 0.71687, 0.06064], [0.01393, 0.09708, 0.71409])
    for colorants in [hp, argyll] {
      let space = try #require(
        RGBSpace(name: "", curves: Array(repeating: .srgb, count: 3), colorants: colorants))
      #expect(space.isLike(.srgb))
    }
    for space in [RGBSpace.displayP3, .adobeRGB, .proPhoto, .rec2020] {
      #expect(!space.isLike(.srgb), "\(space.name)")
    }
    let flat = try #require(RGBSpace(name: "", curve: .gamma(2.2), .rec709))
    #expect(!flat.isLike(.srgb), "gamma 2.2 is eight codes darker in the shadows")
  }

  @Test func curvesGoBack() {
    let table = (0...255).map { UInt16((Double($0) * Double($0) / 65025 * 65535).rounded()) }
    let curves: [ToneCurve] = [
      .srgb, .gamma(1.8), .gamma(1), .sampled(table), .sampled([0, 0, 0, 9000, 30000, 65535, 65535]),
      .power(PowerCurve(gamma: 2.4, a: 0.9, b: 0.1, c: 0.2, d: 0.02, e: -0.004, f: 0)),
    ]
    for curve in curves {
      for step in 1...99 {
        let light = Double(step) / 100
        #expect((curve.light(of: curve.code(of: light)) - light).magnitude < 1e-12, "\(curve) at \(light)")
      }
    }
  }

  @Test func whatMakesNoColorsIsNoSpace() {
    let line = Chromaticities(red: [0.3, 0.3], green: [0.4, 0.4], blue: [0.5, 0.5], white: [0.3127, 0.329])
    #expect(RGBSpace(name: "", curve: .srgb, line) == nil)
    let nothing = Chromaticities(red: [0, 0], green: [0, 0], blue: [0, 0], white: [0, 0])
    #expect(RGBSpace(name: "", curve: .srgb, nothing) == nil)
    #expect(RGBSpace(name: "", curve: .sampled([65535, 0]), .rec709) == nil)
    #expect(RGBSpace(name: "", curve: .sampled([0, 0]), .rec709) == nil)
  }

  @Test func codePointsNameSpaces() {
    #expect(RGBSpace(primaries: 12, transfer: 13) == .displayP3)
    #expect(RGBSpace(primaries: 1, transfer: 13) == .srgb)
    #expect(RGBSpace(primaries: 9, transfer: 14)?.isLike(.rec2020) == true)
    #expect(RGBSpace(primaries: 9, transfer: 16) == nil, "PQ is high dynamic range")
    #expect(RGBSpace(primaries: 2, transfer: 13) == nil)
  }
}
