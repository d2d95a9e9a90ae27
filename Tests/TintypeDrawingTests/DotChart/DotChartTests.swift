import Testing

@testable import TintypeDrawing

@Suite struct DotChartTests {
  private static let red = RGB8(255, 0, 0)

  private func chart(_ dots: [(Double, Double)], top: Double = 4) -> DotChart {
    DotChart(
      title: "dots", axis: "number", figures: [0, 50, 100], top: top, parts: 10,
      dots: dots.map { DotChart.Dot(x: $0.0, y: $0.1, color: Self.red) })
  }

  private func redPlaces(_ picture: Bitmap) -> [(x: Int, y: Int)] {
    picture.frame.rows.flatMap { y in
      picture.frame.columns.filter { picture[$0, y] == Self.red }.map { (x: $0, y: y) }
    }
  }

  @Test func dotsStandWhereTheirNumbersAre() {
    // One in the middle of the axes, and one above the end, which is drawn at it.
    let places = [(50.0, 2.0), (50, 9), (0, 2), (100, 2)].map { dot in
      // The bar of the mean covers a dot that is alone: a second one beside it draws the mean away.
      redPlaces(chart([dot, (dot.0, 0)]).drawn(width: 300, height: 200)).filter { $0.y < 150 }
    }
    let (middle, above, left, right) = (places[0], places[1], places[2], places[3])
    #expect(!middle.isEmpty && !above.isEmpty && !left.isEmpty && !right.isEmpty)
    #expect(middle[0].x - left[0].x == right[0].x - middle[0].x || abs(middle[0].x * 2 - left[0].x - right[0].x) <= 1)
    #expect(middle[0].y == left[0].y && above[0].y < middle[0].y)
  }

  @Test func barsAreTheMeansOfTheirParts() {
    let means = chart([(0, 1), (9.9, 3), (10, 2), (100, 4), (99, 2)]).means
    #expect(means[0] == 2 && means[1] == 2 && means[9] == 3)
    #expect(means[2...8].allSatisfy { $0 == nil })
  }

  @Test(arguments: [(0.0, 0.1), (0.1, 0.1), (0.11, 0.2), (3, 5), (5, 5), (12, 20), (51, 100)])
  func axesEndAtRoundFigures(_ largest: Double, _ top: Double) {
    #expect(abs(DotChart.top(over: largest) - top) < 1e-9)
  }

  @Test func aSmallChartIsStillAPicture() {
    for size in [(1, 1), (5, 40), (40, 5)] {
      #expect(chart([(1, 1)]).drawn(width: size.0, height: size.1).width == size.0)
    }
  }
}
