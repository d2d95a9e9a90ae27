/// Numbers over numbers as colored dots on white, with the mean of each part of the axis as a bar.
///
///     title
///      4 ┤      .
///      2 ┤ ──.:── ..
///      0 ┼───┬───┬──
///        0   50  100
///        name of the axis
public struct DotChart: Sendable {
  /// A dot.
  public struct Dot: Sendable {
    /// The number on the axis across.
    public let x: Double
    /// The number on the axis upward.
    public let y: Double
    /// The color.
    public let color: RGB8

    /// Creates a dot; both numbers are finite.
    public init(x: Double, y: Double, color: RGB8) { (self.x, self.y, self.color) = (x, y, color) }
  }

  /// The line above the chart.
  public let title: String
  /// The name below the axis across.
  public let axis: String
  /// The figures of the axis across, in order; the first and the last are its ends.
  public let figures: [Double]
  /// The upper end of the axis upward, which begins at 0. Dots above it are drawn at it.
  public let top: Double
  /// The number of bars.
  public let parts: Int
  /// The dots. Later ones cover earlier ones.
  public let dots: [Dot]

  /// Creates a chart with at least two figures in rising order.
  public init(title: String, axis: String, figures: [Double], top: Double, parts: Int, dots: [Dot]) {
    precondition(figures.count >= 2 && top > 0 && parts > 0, "the axes have a length")
    (self.title, self.axis, self.figures, self.top, self.parts, self.dots) = (title, axis, figures, top, parts, dots)
  }

  /// The end of an axis that numbers up to this one fit on, and has round figures: 1, 2 or 5 times a power of ten.
  public static func top(over largest: Double) -> Double {
    var unit = 0.1
    while unit < 1e9 {
      for step in [1, 2, 5] where largest <= unit * Double(step) { return unit * Double(step) }
      unit *= 10
    }
    return unit
  }

  /// Draws the chart.
  public func drawn(width: Int, height: Int) -> Bitmap {
    var chart = Bitmap(width: width, height: height, color: ChartColors.ground)
    let letters = Double(height) / 28
    let plot = Rectangle(
      left: Int(letters * 5), top: Int(letters * 4), width: width - Int(letters * 7), height: height - Int(letters * 9))
    guard !plot.isEmpty else { return chart }
    let font = StrokeFont(capHeight: letters)
    func write(_ text: String, left: Double, baseline: Double) {
      font.draw(text, left: left, baseline: baseline, color: ChartColors.ink, on: &chart)
    }
    write(title, left: Double(plot.left), baseline: letters * 2.4)
    for figure in figures {
      let x = across(figure, plot)
      chart.fill(Rectangle(left: x, top: plot.top, width: 1, height: plot.height), with: ChartColors.grid)
      let text = Self.text(figure)
      write(text, left: Double(x) - font.width(of: text) / 2, baseline: Double(plot.bottom) + letters * 2)
    }
    for part in 0...4 {
      let figure = top * Double(part) / 4
      let y = upward(figure, plot)
      chart.fill(
        Rectangle(left: plot.left, top: y, width: plot.width, height: 1),
        with: part == 0 ? ChartColors.ink : ChartColors.grid)
      let text = Self.text(figure)
      write(text, left: Double(plot.left) - font.width(of: text) - letters, baseline: Double(y) + letters / 2)
    }
    write(
      axis, left: Double(plot.left + plot.width / 2) - font.width(of: axis) / 2,
      baseline: Double(plot.bottom) + letters * 4.2)
    let size = max(2, Int(letters / 4))
    for dot in dots {
      let (x, y) = (across(dot.x, plot), upward(dot.y, plot))
      chart.fill(Rectangle(left: x - size / 2, top: y - size / 2, width: size, height: size), with: dot.color)
    }
    for (part, mean) in means.enumerated() {
      guard let mean else { continue }
      let (left, right) = (plot.left + plot.width * part / parts, plot.left + plot.width * (part + 1) / parts)
      let bar = Rectangle(left: left + 1, top: upward(mean, plot) - size / 2, width: right - left - 2, height: size)
      chart.fill(bar.outset(by: 1), with: ChartColors.ground)
      chart.fill(bar, with: ChartColors.ink)
    }
    return chart
  }

  /// The mean of the dots of each part; nil where there are none.
  var means: [Double?] {
    var sums = [(sum: Double, count: Double)](repeating: (0, 0), count: parts)
    for dot in dots {
      let part = min(max(Int(share(dot.x) * Double(parts)), 0), parts - 1)
      sums[part].sum += dot.y
      sums[part].count += 1
    }
    return sums.map { $0.count > 0 ? $0.sum / $0.count : nil }
  }

  private func share(_ x: Double) -> Double {
    let (first, last) = (figures[0], figures[figures.count - 1])
    return min(max((x - first) / (last - first), 0), 1)
  }

  private func across(_ x: Double, _ plot: Rectangle) -> Int { plot.left + Int(share(x) * Double(plot.width - 1)) }

  private func upward(_ y: Double, _ plot: Rectangle) -> Int {
    plot.bottom - 1 - Int(min(max(y / top, 0), 1) * Double(plot.height - 1))
  }

  /// At most three decimals, without zeros at the end.
  private static func text(_ figure: Double) -> String {
    let thousandths = Int((figure * 1000).rounded())
    var (whole, rest) = (String(thousandths / 1000), String(thousandths % 1000 + 1000).dropFirst())
    while rest.last == "0" { rest.removeLast() }
    if !rest.isEmpty { whole += "." + rest }
    return whole
  }
}

/// Dark gray on white, so that dots of all colors can be seen.
private enum ChartColors {
  static let ground = RGB8(hex: 0xFFFFFF)
  static let grid = RGB8(hex: 0xDDDDDD)
  static let ink = RGB8(hex: 0x333333)
}
