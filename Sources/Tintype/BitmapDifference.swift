import TintypeColor
public import TintypeDrawing

/// The difference between two pictures of one size, in dE2000.
public struct BitmapDifference: Sendable {
  /// The mean of all pixels.
  public let mean: Double

  /// The 95th percentile.
  public let percentile95: Double

  /// The maximum.
  public let largest: Double

  /// The amplified difference of each code, around middle gray.
  public let amplified: Bitmap

  /// Compares two pictures of one size.
  ///
  /// - Parameters:
  ///   - a: a picture.
  ///   - b: another one; which of them comes first makes no difference.
  ///   - gain: the amplification.
  public init(_ a: Bitmap, _ b: Bitmap, gain: Int) {
    precondition(a.width == b.width && a.height == b.height, "only pictures of one size are compared")
    var amplified = Bitmap(width: a.width, height: a.height)
    var distances = [Float](repeating: 0, count: a.width * a.height)
    // Neighboring pixels are often equal, so the last result is reused.
    var (last, lastDistance): ([UInt8], Float) = ([], 0)
    for pixel in distances.indices {
      let place = pixel * 3
      for index in place..<place + 3 {
        let difference = 128 + (Int(b.pixels[index]) - Int(a.pixels[index])) * gain
        amplified.pixels[index] = UInt8(min(max(difference, 0), 255))
      }
      let codes = Array(a.pixels[place..<place + 3] + b.pixels[place..<place + 3])
      if codes[..<3] == codes[3...] { continue }
      if codes != last {
        let colors = codes.map { Double($0) / 255 }
        let from = LabColor(srgb: Array(colors[..<3]))
        (last, lastDistance) = (codes, Float(from.difference(from: LabColor(srgb: Array(colors[3...])))))
      }
      distances[pixel] = lastDistance
    }
    self.amplified = amplified
    mean = distances.reduce(0) { $0 + Double($1) } / Double(distances.count)
    distances.sort()
    percentile95 = Double(distances[min(distances.count - 1, distances.count * 95 / 100)])
    largest = Double(distances[distances.count - 1])
  }
}
