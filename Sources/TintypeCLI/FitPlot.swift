import TintypeDrawing
import TintypeFit

/// The residual error of a fit, over lightness and over hue.
struct FitPlot {
  let residuals: [Residual]
  let error: ColorError

  /// The least chroma of a color that counts as having a hue.
  private static let leastChroma = 5.0

  /// The size of each of the two charts.
  private static let (width, height) = (760, 520)

  func drawn() -> Bitmap {
    let top = DotChart.top(over: max(residuals.map(\.distance).max() ?? 0, 0.1))
    let colors = residuals.filter { $0.chroma >= Self.leastChroma }
    let charts = [
      DotChart(
        title: "dE2000 left: \(error.summary)", axis: "lightness", figures: [0, 25, 50, 75, 100], top: top, parts: 10,
        dots: residuals.map { dot($0, at: $0.lightness) }),
      DotChart(
        title: "of colors, chroma 5 and more", axis: "hue in degrees", figures: [0, 90, 180, 270, 360], top: top,
        parts: 12, dots: colors.map { dot($0, at: $0.hue) }),
    ]
    var picture = Bitmap(width: 2 * Self.width, height: Self.height)
    for (index, chart) in charts.enumerated() {
      picture.paste(chart.drawn(width: Self.width, height: Self.height), left: index * Self.width, top: 0)
    }
    return picture
  }

  private func dot(_ residual: Residual, at x: Double) -> DotChart.Dot {
    DotChart.Dot(x: x, y: residual.distance, color: RGB8(light: residual.light))
  }
}
