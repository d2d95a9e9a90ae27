import Testing
import Tintype
import TintypeDrawing

/// Looks that move pixels, over 150 x 100 pixels whose codes tell the place:
/// `P[y, x] = (40 + x, 40 + 2 * y, 240 - x)`.
@Suite struct LensTests {
  private static let ramps: Bitmap = {
    var picture = Bitmap(width: 150, height: 100)
    for y in 0..<100 {
      for x in 0..<150 { picture[x, y] = RGB8(UInt8(40 + x), UInt8(40 + 2 * y), UInt8(240 - x)) }
    }
    return picture
  }()

  struct Known: Sendable, CustomTestStringConvertible {
    let look: String
    let settings: [String: Double]
    /// At (20, 30), (75, 50), (100, 20) and (130, 80).
    let values: [[Int]]
    var testDescription: String { "\(look) \(settings)" }
  }

  // In numpy: c the linear light of P (IEC 61966-2-1), read at the place `q` of each pixel's center `p` with the cubic
  // of Keys (1981) for a = -1/2; m = (75, 50), f = p - m.
  private static let known = [
    // q = m + f * (1 + a * (f @ f) / (m @ m)) / (1 + max(a, 0))
    Known(
      look: "distortion", settings: ["amount": 0.2],
      values: [[65, 104, 215], [115, 140, 165], [137, 88, 143], [165, 195, 115]]),
    Known(
      look: "distortion", settings: ["amount": -0.3],
      values: [[67, 105, 213], [115, 140, 165], [139, 83, 141], [162, 191, 118]]),
    // red at m + f / (1 + a / 100), green at p, blue at m + f / (1 - a / 100)
    Known(
      look: "fringing", settings: ["amount": 1],
      values: [[61, 100, 221], [115, 140, 165], [140, 80, 140], [169, 200, 109]]),
    Known(
      look: "fringing", settings: ["amount": -2],
      values: [[59, 100, 219], [115, 140, 165], [141, 80, 141], [171, 200, 111]]),
    // f = p - 2 * at * m; n = 1 - min(hypot(f) / (reach * 100), 1); q = 2 * at * m + R(-by * n**2) @ f
    Known(
      look: "swirl", settings: ["at": 0.5, "by": .pi / 2, "reach": 50],
      values: [[60, 100, 220], [115, 138, 165], [138, 76, 142], [170, 200, 110]]),
    Known(
      look: "swirl", settings: ["at": 0.6, "by": -.pi * 10 / 9, "reach": 80],
      values: [[60, 98, 220], [145, 145, 135], [166, 122, 114], [149, 238, 131]]),
  ]

  @Test(arguments: known) func samplesWhereTheFormulaSays(_ known: Known) throws {
    let picture = try TestedLook(known.look)(Self.ramps, known.settings)
    #expect(picture.width == 150 && picture.height == 100)
    for ((x, y), value) in zip([(20, 30), (75, 50), (100, 20), (130, 80)], known.values) {
      let found = picture[x, y]
      let codes = [found.red, found.green, found.blue].map(Int.init)
      #expect(zip(codes, value).allSatisfy { abs($0 - $1) <= 1 }, "\(x), \(y): \(codes), not \(value)")
    }
  }

  /// A frame that moves pixels without sampling: where a pixel of the result comes from, by index arithmetic.
  struct Frame: Sendable, CustomTestStringConvertible {
    let settings: [String: Double]
    let size: (Int, Int)
    let origin: @Sendable (Int, Int) -> (Int, Int)
    var testDescription: String { "\(settings)" }
  }

  private static let frames = [
    Frame(settings: [:], size: (150, 100)) { ($0, $1) },
    Frame(settings: ["turn": 1], size: (100, 150)) { ($1, 99 - $0) },
    Frame(settings: ["turn": 2], size: (100, 150)) { (149 - $1, $0) },
    Frame(settings: ["turn": 3], size: (150, 100)) { (149 - $0, 99 - $1) },
    Frame(settings: ["mirror": 1], size: (150, 100)) { (149 - $0, $1) },
    Frame(settings: ["mirror": 2], size: (150, 100)) { ($0, 99 - $1) },
    // The frame is turned first, and then its right and left are exchanged.
    Frame(settings: ["turn": 1, "mirror": 1], size: (100, 150)) { ($1, $0) },
    Frame(settings: ["from": 0.2, "to": 0.8], size: (90, 60)) { ($0 + 30, $1 + 20) },
    Frame(settings: ["ratio": 1], size: (100, 100)) { ($0 + 25, $1) },
    Frame(settings: ["ratio": 4], size: (150, 84)) { ($0, $1 + 8) },
    Frame(settings: ["turn": 1, "from": 0.2, "to": 0.8, "ratio": 1], size: (60, 60)) { ($1 + 45, 79 - $0) },
  ]

  @Test(arguments: frames) func frameMovesPixelsExactly(_ frame: Frame) throws {
    let picture = try TestedLook("frame")(Self.ramps, frame.settings)
    try #require((picture.width, picture.height) == frame.size)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (fromX, fromY) = frame.origin(x, y)
        try #require(picture[x, y] == Self.ramps[fromX, fromY], "\(x), \(y)")
      }
    }
  }

  /// Every ratio has the larger of both sides that fits: round(min(150, 100 * r)) x round(min(100, 150 / r)).
  @Test(arguments: [
    (2, 133, 100), (3, 150, 100), (5, 75, 100), (6, 67, 100), (7, 56, 100),
  ]) func frameHasTheRatio(_ choice: Int, _ width: Int, _ height: Int) throws {
    let picture = try TestedLook("frame")(Self.ramps, ["ratio": Double(choice)])
    #expect((picture.width, picture.height) == (width, height))
  }

  /// Straightening takes ceil(75 - 75 / r) and ceil(50 - 50 / r) from each side, r = cos(10 deg) + 1.5 * sin(10 deg);
  /// zooming by 2 shows a quarter of the picture, in numpy (40 + 37.5 + x / 2 of the place's center).
  @Test func frameStraightensAndZooms() throws {
    let straight = try TestedLook("frame")(Self.ramps, ["straighten": .pi / 18])
    #expect((straight.width, straight.height) == (120, 80))
    let near = try TestedLook("frame")(Self.ramps, ["zoom": 2])
    #expect((near.width, near.height) == (150, 100))
    for x in stride(from: 10, to: 140, by: 10) {
      let red = 40 + 37.5 + Double(x) / 2 - 0.25
      #expect(abs(Double(near[x, 50].red) - red) <= 1, "\(x)")
    }
  }
}
