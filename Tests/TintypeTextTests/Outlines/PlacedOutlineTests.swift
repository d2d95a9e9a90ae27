import Testing
import TintypeTestSupport

@testable import TintypeText

@Suite struct PlacedOutlineTests {
  private func placed(_ pieces: [LetterOutline.Piece], left: Double = 0, top: Double = 0, height: Double = 1)
    -> PlacedOutline
  {
    PlacedOutline([(LetterOutline(pieces: pieces, width: 1), left, top)], height: height)
  }

  private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [LetterOutline.Piece] {
    [
      .move(SIMD2(left, top)), .line(SIMD2(right, top)), .line(SIMD2(right, bottom)), .line(SIMD2(left, bottom)),
    ]
  }

  private func sum(_ outline: PlacedOutline, columns: Range<Int>) -> Double {
    outline.rows.reduce(0) { sum, row in
      columns.reduce(sum) { $0 + Double(outline.coverage(column: $1, row: row)) }
    }
  }

  /// The cover of a pixel is the product of how much of it lies inside across and down.
  @Test func aBoxCoversItsAreaOfEachPixel() {
    let outline = placed(box(1.25, -0.5, 3.75, 2.125))
    let (across, down) = ([0: 0, 1: 0.75, 2: 1, 3: 0.75, 4: 0], [-2: 0, -1: 0.5, 0: 1, 1: 1, 2: 0.125, 3: 0])
    for (column, wide) in across {
      for (row, tall) in down {
        #expect(outline.coverage(column: column, row: row) == Float(wide * tall), "\(column), \(row)")
      }
    }
  }

  /// pi r r, and the place of four cubic curves for a circle is known: off by 0.027 % of the radius at most.
  @Test(arguments: [3.0, 20, 400]) func aCircleCoversItsArea(_ radius: Double) {
    let k = 0.5522847498
    let pieces: [LetterOutline.Piece] = [
      .move(SIMD2(1, 0)), .cubic(SIMD2(1, k), SIMD2(k, 1), SIMD2(0, 1)),
      .cubic(SIMD2(-k, 1), SIMD2(-1, k), SIMD2(-1, 0)), .cubic(SIMD2(-1, -k), SIMD2(-k, -1), SIMD2(0, -1)),
      .cubic(SIMD2(k, -1), SIMD2(1, -k), SIMD2(1, 0)),
    ]
    let outline = placed(pieces, left: 450.3, top: 450.7, height: radius)
    #expect(abs(sum(outline, columns: 0..<900) / (Double.pi * radius * radius) - 1) < 0.002)
  }

  /// A parabola cuts off two thirds of the box around it (Archimedes).
  @Test func aParabolaCoversTwoThirds() {
    let outline = placed([.move(SIMD2(0, 0)), .quadratic(SIMD2(0.5, 2), SIMD2(1, 0))], left: 3, top: 5, height: 200)
    #expect(abs(sum(outline, columns: 0..<210) / (200 * 200 * 2 / 3) - 1) < 1e-3)
  }

  @Test func aWayAgainstAnotherIsAHoleAndOneAlongItIsInkedOnce() {
    let outer = box(0, 0, 10, 10)
    let hole = [outer[0], outer[3], outer[2], outer[1]].enumerated().map { index, piece -> LetterOutline.Piece in
      switch piece {
      case .move(let point), .line(let point):
        index == 0 ? .move(point * 0.5 + SIMD2(2, 2)) : .line(point * 0.5 + SIMD2(2, 2))
      default: piece
      }
    }
    #expect(sum(placed(outer + hole), columns: 0..<12) == 75)
    #expect(sum(placed(outer + box(5, 5, 15, 10)), columns: 0..<20) == 125)
  }

  /// Against 32 x 32 points of each pixel and the winding about each, for random polygons that do not cross themselves.
  @Test(.slow, arguments: 0..<6) func agreesWithPoints(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let corners = (0..<9).map { corner -> SIMD2<Double> in
      let (turn, away) = (Double(corner) / 9 * 6.283, Double.random(in: 1...7, using: &random))
      return SIMD2(8, 8) + away * SIMD2(cosine(turn), cosine(turn - 1.5708))
    }
    let outline = placed([.move(corners[0])] + corners.dropFirst().map { .line($0) })
    for row in 0..<16 {
      for column in 0..<16 {
        var inside = 0
        for place in 0..<1024 {
          let x = Double(column) + (Double(place % 32) + 0.5) / 32
          let y = Double(row) + (Double(place / 32) + 0.5) / 32
          inside += isInside(x, y, corners) ? 1 : 0
        }
        let covered = outline.coverage(column: column, row: row)
        #expect(abs(Double(covered) - Double(inside) / 1024) < 0.03, "\(column), \(row)")
      }
    }
  }

  /// However a row is cut into pieces, the numbers are the same; where nothing is inked they are 0 and not nearly 0.
  @Test(arguments: 0..<12) func isTheSameForEveryTile(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces: [LetterOutline.Piece] = (0..<40).map { index in
      func point() -> SIMD2<Double> {
        SIMD2(Double.random(in: -20...90, using: &random), Double.random(in: -5...20, using: &random))
      }
      switch index % 4 {
      case 0: return index % 8 == 0 ? .move(point()) : .line(point())
      case 1: return .line(point())
      case 2: return .quadratic(point(), point())
      default: return .cubic(point(), point(), point())
      }
    }
    let outline = placed(pieces, left: 0.3, top: 0.6)
    for row in -8..<24 {
      let whole = (-30..<100).map { outline.coverage(column: $0, row: row) }
      for width in [7, 32, 130] {
        var tiled: [Float] = []
        for first in stride(from: -30, to: 100, by: width) {
          var cover = [Int32](repeating: 0, count: width)
          var span = cover.mutableSpan
          var running = outline.add(row: row, from: first, to: &span)
          for part in cover {
            running &+= part
            tiled.append(PlacedOutline.part(running))
          }
        }
        #expect(Array(tiled.prefix(130)) == whole, "\(row) in tiles of \(width)")
      }
      #expect(whole.first == 0 && whole.last == 0)
    }
  }

  @Test func whatHasNoPlaceIsNotDrawn() {
    let square = box(0, 0, 1, 1)
    for (left, height) in [(0.0, 0.0), (0, -3), (.nan, 5), (1e9, 5), (0, .infinity), (0, .nan)] {
      let outline = placed(square, left: left, height: height)
      #expect(outline.rows.isEmpty && outline.coverage(column: 0, row: 0) == 0)
    }
    for far in [1e300, .infinity, .nan, -1e15] {
      let outline = placed([.move(SIMD2(0, 0)), .line(SIMD2(far, 1)), .quadratic(SIMD2(1, far), SIMD2(0, 1))])
      #expect(outline.coverage(column: 0, row: 0) == 0)
    }
    #expect(placed([.line(SIMD2(0, 4)), .line(SIMD2(4, 4))]).rows.isEmpty)
  }

  private func isInside(_ x: Double, _ y: Double, _ corners: [SIMD2<Double>]) -> Bool {
    var isInside = false
    for (a, b) in zip(corners, corners.dropFirst() + [corners[0]]) where (a.y > y) != (b.y > y) {
      if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
    }
    return isInside
  }

  /// Near enough for corners: Bhaskara's formula, folded.
  private func cosine(_ angle: Double) -> Double {
    var x = angle
    while x > 3.14159 { x -= 6.28319 }
    while x < -3.14159 { x += 6.28319 }
    let y = abs(x) > 1.5708 ? 3.14159 - abs(x) : abs(x)
    let value = (9.8696 - 4 * y * y) / (9.8696 + y * y)
    return abs(x) > 1.5708 ? -value : value
  }
}
