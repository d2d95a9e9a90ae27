import Foundation

/// Silver grains as they lie in film, slow and true: opaque discs of one size at random places, the light that passes
/// between them, blurred, and its mean over each pixel.
///
/// Source: the Boolean model (Stoyan, Kendall and Mecke, Stochastic Geometry and its Applications, 1995), as Newson,
/// Faraj, Delon and Galerne render film grain with it (2017).
public struct BooleanGrain {
  /// The light that passes each cell, blurred; row by row.
  private var light: [Float]
  private let side: Int

  /// Lays out grains over a square.
  ///
  /// - Parameters:
  ///   - density: of the film, by which 10^-density of the light passes.
  ///   - side: of the square, in cells.
  ///   - radius: of a grain, in cells.
  ///   - blur: the standard deviation of the blur, in cells.
  public init(density: Double, side: Int, radius: Double, blur: Int, seed: UInt64) {
    self.side = side
    var random = SplitMix64(seed: seed)
    let margin = 3 * blur
    let whole = side + 2 * margin
    var passes = [Float](repeating: 1, count: whole * whole)
    // A Poisson number is close to its mean for so many grains.
    let count = density * 2.302585092994046 / (Double.pi * radius * radius) * Double(whole * whole)
    let reach = Int(radius.rounded(.up))
    for _ in 0..<Int(count) {
      let (x, y) = (
        Double.random(in: 0..<Double(whole), using: &random), Double.random(in: 0..<Double(whole), using: &random)
      )
      for row in max(Int(y) - reach, 0)...min(Int(y) + reach, whole - 1) {
        for column in max(Int(x) - reach, 0)...min(Int(x) + reach, whole - 1) {
          let (right, down) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
          if right * right + down * down < radius * radius { passes[row * whole + column] = 0 }
        }
      }
    }
    // Three means in each direction, whose variances (w * w - 1) / 12 sum to that of the blur.
    let width = Int((4 * Double(blur * blur) + 1).squareRoot().rounded())
    for width in [width - 1, width, width + 1] {
      passes = Self.means(passes, side: whole, width: width)
      passes = Self.means(passes, side: whole, width: width)
    }
    light = (0..<side * side).map { passes[($0 / side + margin) * whole + $0 % side + margin] }
  }

  /// The mean over `width` cells of each row, transposed.
  private static func means(_ cells: [Float], side: Int, width: Int) -> [Float] {
    var result = [Float](repeating: 1, count: cells.count)
    for row in 0..<side {
      var sum = Float(0)
      for column in 0..<side {
        sum += cells[row * side + column]
        if column >= width { sum -= cells[row * side + column - width] }
        if column >= width - 1 { result[(column - width / 2) * side + row] = sum / Float(width) }
      }
    }
    return result
  }

  /// The density of each pixel of so many cells a side, row by row.
  public func densities(pixel: Int) -> (values: [Double], columns: Int) {
    let columns = side / pixel
    let values = (0..<columns * columns).map { index in
      let (x, y) = (index % columns * pixel, index / columns * pixel)
      let sum = (0..<pixel * pixel).reduce(0.0) { $0 + Double(light[(y + $1 / pixel) * side + x + $1 % pixel]) }
      return -log10(sum / Double(pixel * pixel))
    }
    return (values, columns)
  }
}
