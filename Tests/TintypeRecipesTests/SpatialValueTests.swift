import Testing
import Tintype
import TintypeDrawing
import TintypeTestSupport

/// Steps that look beyond the pixel against numpy and scipy in Double, over a lamp on a wall: 150 x 100 pixels of
/// `P = (60, 70, 80)` with ten times ten of (255, 240, 200) in the middle, `c` its linear light (IEC 61966-2-1), and
/// `G(x, s)` scipy.ndimage.gaussian_filter(x, s, mode='nearest', truncate=8) of each channel.
@Suite struct SpatialValueTests {
  struct Known: Sendable, CustomTestStringConvertible {
    let look: String
    let settings: [String: Double]
    /// At the columns 70, 75, 81, 83, 86, 90 and 95 of row 50.
    let values: [[Int]]
    var testDescription: String { "\(look) \(settings)" }
  }

  private static let lamp: Bitmap = {
    var picture = Bitmap(width: 150, height: 100, color: RGB8(60, 70, 80))
    picture.fill(Rectangle(left: 70, top: 45, width: 10, height: 10), with: RGB8(255, 240, 200))
    return picture
  }()

  private static let known = [
    // s = c**2 * (1 + 8 * c**8); g = G(s, radius); c + g / (1 + g) * amount * max(1 - c, 0)
    Known(
      look: "bloom", settings: ["amount": 0.35, "radius": 2],
      values: [
        [255, 243, 204], [255, 244, 206], [141, 120, 91], [101, 86, 83], [61, 71, 81], [60, 71, 81], [60, 71, 81],
      ]),
    Known(
      look: "bloom", settings: ["amount": 1, "radius": 6],
      values: [
        [255, 247, 206], [255, 248, 208], [215, 173, 109], [205, 160, 103], [179, 133, 94], [127, 98, 86],
        [75, 76, 83],
      ]),
    // A frame of 24 mm has 100 rows: 240 um a pixel. o = clip((c - from) / (1 - from), 0, 1)
    // s = o**2 * (1 + 12 * o**8); t = .6 * G(s, r) + .4 * G(s, 3 * r)
    // c + clip(t / (1 + t) * dec(#ff5a1e) * amount, 0, 1) * max(1 - c, 0)
    Known(
      look: "halation", settings: ["amount": 0.5, "radius": 480, "from": 0.5],
      values: [
        [255, 240, 200], [255, 240, 200], [170, 75, 80], [148, 72, 80], [120, 71, 80], [88, 70, 80], [65, 70, 80],
      ]),
    Known(
      look: "halation", settings: ["amount": 2, "radius": 240, "from": 0.2],
      values: [
        [255, 242, 200], [255, 242, 200], [255, 96, 80], [223, 81, 80], [114, 72, 80], [61, 70, 80], [60, 70, 80],
      ]),
    // (c + G(c, 2)) / 2
    Known(
      look: "soften", settings: ["amount": 0.5, "radius": 2],
      values: [
        [232, 219, 183], [253, 239, 199], [108, 108, 103], [71, 78, 84], [60, 70, 80], [60, 70, 80], [60, 70, 80],
      ]),
    // c + .8 * (Y(c) - Y(G(c, 1))) with the weights of BT.709
    Known(
      look: "sharpen", settings: ["amount": 0.8, "radius": 1],
      values: [
        [255, 255, 228], [255, 240, 200], [20, 42, 58], [60, 70, 80], [60, 70, 80], [60, 70, 80], [60, 70, 80],
      ]),
    // d = hypot(x - 75, y - 50) of pixels' centers; t = clip((d - 12.5) / 12.5, 0, 1); m = .7 * (1 - t*t*(3-2*t))
    // c * (1 - m) + G(c, 4) * m
    Known(
      look: "blur-spot", settings: ["reach": 25, "radius": 4, "amount": 0.7],
      values: [
        [206, 195, 165], [224, 212, 178], [132, 129, 117], [106, 107, 102], [76, 82, 87], [61, 71, 80], [60, 70, 80],
      ]),
  ]

  @Test(arguments: known) func isWhatTheFormulaGives(_ known: Known) throws {
    let picture = try TestedLook(known.look)(Self.lamp, known.settings)
    for (column, value) in zip([70, 75, 81, 83, 86, 90, 95], known.values) {
      let found = picture[column, 50]
      let codes = [found.red, found.green, found.blue].map(Int.init)
      #expect(zip(codes, value).allSatisfy { abs($0 - $1) <= 1 }, "\(column): \(codes), not \(value)")
    }
  }

  /// Where all is soft the picture is that of the blur, and inside half of the reach it is the photo.
  @Test func focusSpotIsSharpWithinHalfItsReach() throws {
    let spot = try TestedLook("focus-spot")(Self.lamp, ["reach": 60, "radius": 2])
    for column in 65..<85 { #expect(spot[column, 50] == Self.lamp[column, 50]) }
    let aside = try TestedLook("focus-spot")(Self.lamp, ["reach": 1, "radius": 2])
    let soft = try TestedLook("soften")(Self.lamp, ["amount": 1, "radius": 2])
    for column in [69, 70, 71, 79, 81, 83] { #expect(aside[column, 50] == soft[column, 50]) }
  }

  /// With `a` the place less the middle, both from 0 to 1, and `s = (cos, sin)` of the angle:
  /// depth = max(.5 * max(|s|) + .2 * min(|s|) - a @ s, 0); along = a[1] * s[0] - a[0] * s[1]; p = 2.4 * roll
  /// far = depth / (reach * (.62 + .24 * sin(5.1 * along + p) + .14 * sin(11.3 * along + 2.7 * p)))
  /// l = exp(-1.6 * far**2) * (.75 + .25 * sin(3.3 * along - 1.9 * p)); t = mix(dec(#ff4a10), (1, .8, .5), .7 * l**3)
  /// c + clip(t * l * amount, 0, 1) * (1 - c)
  @Test(
    arguments: [
      (160, [[77, 62, 90], [214, 144, 131], [40, 60, 90], [62, 61, 90], [40, 60, 90]]),
      (0, [[40, 60, 90], [40, 60, 90], [231, 184, 160], [40, 60, 90], [40, 60, 90]]),
      (90, [[40, 60, 90], [40, 60, 90], [41, 60, 90], [231, 185, 160], [40, 60, 90]]),
    ] as [(Double, [[Int]])])
  func lightLeaksInFromASide(_ from: Double, _ values: [[Int]]) throws {
    let photo = Bitmap(width: 100, height: 60, color: RGB8(40, 60, 90))
    // An angle is held in radians.
    let picture = try TestedLook("light-leak")(photo, ["from": from * .pi / 180])
    for ((x, y), value) in zip([(0, 0), (0, 30), (99, 30), (50, 59), (20, 15)], values) {
      let found = picture[x, y]
      let codes = [found.red, found.green, found.blue].map(Int.init)
      #expect(zip(codes, value).allSatisfy { abs($0 - $1) <= 1 }, "\(x), \(y): \(codes), not \(value)")
    }
  }

  /// With u = angle of the hue and k = cos(u - (0, 120, 240) degrees): .25 * (amount * (k - W @ k) + light) for each
  /// wheel, and C + (1 - l)**2 * shadows + 2 * l * (1 - l) * midtones + l**2 * highlights in codes from 0 to 1, l the
  /// luma W @ C.
  @Test func colorWheels() throws {
    let look = try TestedLook("color-wheels")
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let settings = [
      "shadowHue": radians(220), "shadowAmount": 0.6, "shadowLight": 0.1, "midtoneHue": radians(30),
      "midtoneAmount": 0.3, "midtoneLight": -0.2, "highlightHue": radians(40), "highlightAmount": 0.5,
      "highlightLight": 0.15,
    ]
    let wanted = [[205, 117, 78], [24, 60, 176], [93, 137, 51], [132, 125, 118]]
    for (color, value) in zip(KnownStep.colors, wanted) {
      let patch = Bitmap(width: 3, height: 3, color: RGB8(color.0, color.1, color.2))
      let found = try look(patch, settings)[1, 1]
      let codes = [found.red, found.green, found.blue].map(Int.init)
      #expect(zip(codes, value).allSatisfy { abs($0 - $1) <= 1 }, "\(codes), not \(value)")
    }
  }

  /// Over the rim: so many percent of the short side, the pixel that the edge cuts in half shows half of each light.
  /// In numpy: enc((dec(245) + dec(60)) / 2) = 184, enc((dec(242) + dec(70)) / 2) = 183, enc((dec(234) + dec(80)) / 2)
  /// = 179.
  @Test func borderCoversTheRim() throws {
    let photo = Bitmap(width: 150, height: 100, color: RGB8(60, 70, 80))
    let picture = try TestedLook("border")(photo, ["width": 4.5])
    let paper = RGB8(0xf5, 0xf2, 0xea)
    #expect(picture[3, 50] == paper && picture[146, 50] == paper && picture[75, 3] == paper && picture[75, 96] == paper)
    #expect(picture[5, 50] == RGB8(60, 70, 80) && picture[75, 94] == RGB8(60, 70, 80))
    let half = picture[4, 50]
    #expect([half.red, half.green, half.blue] == [184, 183, 179])
  }

  /// Around: the picture is (100 - 2 * 10) / 100 as large, about the middle, so its edges stand at 10 and 15 pixels.
  @Test func borderShowsThePictureWhole() throws {
    var photo = Bitmap(width: 150, height: 100, color: RGB8(60, 70, 80))
    photo.fill(Rectangle(left: 75, top: 0, width: 75, height: 100), with: RGB8(200, 70, 80))
    let picture = try TestedLook("border")(photo, ["width": 10, "fit": 1])
    let paper = RGB8(0xf5, 0xf2, 0xea)
    #expect(
      picture[14, 50] == paper && picture[75, 9] == paper && picture[135, 50] == paper && picture[75, 90] == paper)
    #expect(picture[15, 50] == RGB8(60, 70, 80) && picture[134, 89] == RGB8(200, 70, 80))
    #expect(picture[72, 50] == RGB8(60, 70, 80) && picture[78, 50] == RGB8(200, 70, 80))
  }

  /// What a picture of dust lets through, by even random numbers in numpy instead of those that the recipe makes of
  /// places, for specks of 4 pixels: of a layer's cells a quarter hold a speck, an ellipse of radius 4 * (.2 + .8 *
  /// u**3) / layer, by 1 / (1 + 3 * u) narrower, on 4 * 11 / layer pixels square; two layers let through 0.00124 of
  /// white light. A lane of 4 * 24 pixels holds a scratch of a thickness of 4 * (.04 + .1 * u) either way, 0.6 strong,
  /// from 1.2 * u - .4 on and .25 + u long, soft for a fifth at both ends: 0.00177.
  @Test(.slow, arguments: [("dust", 0.00124), ("scratches", 0.00177)])
  func dustIsAsMuchAsItSays(_ name: String, _ share: Double) throws {
    let photo = Bitmap(width: 1600, height: 1600)
    var light = 0.0
    for roll in 1...4 {
      var settings = ["dust": 0.0, "scratches": 0, "size": 0.25, "roll": Double(roll)]
      settings[name] = 1
      let picture = try TestedLook("dust")(photo, settings)
      // Codes of mixed light, for a mean to two digits: sRGB's curve by its power alone is not enough near black.
      for place in stride(from: 1, to: picture.pixels.count, by: 3) where picture.pixels[place] > 0 {
        light += RGB8(picture.pixels[place], picture.pixels[place], picture.pixels[place]).lightOfGray
      }
    }
    let found = light / (4 * 1600 * 1600)
    #expect(abs(found / share - 1) < 0.2, "\(found)")
  }
}

extension RGB8 {
  /// Of a gray, IEC 61966-2-1; the fifth root by Newton's method.
  fileprivate var lightOfGray: Double {
    let code = Double(green) / 255
    guard code > 0.04045 else { return code / 12.92 }
    let base = (code + 0.055) / 1.055
    var root = 1.0
    for _ in 0..<40 { root -= (root - base * base / (root * root * root * root)) / 5 }
    return base * base * root
  }
}
