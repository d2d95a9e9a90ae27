extension Bitmap {
  /// Scales the picture down to fit a size, keeping its aspect ratio. A picture that already fits is unchanged.
  ///
  /// Each pixel is the mean linear light of the area that it covers, so fine texture keeps its brightness.
  public func reduced(toFitWidth maxWidth: Int, height maxHeight: Int) -> Bitmap {
    let scale = min(Double(max(1, maxWidth)) / Double(width), Double(max(1, maxHeight)) / Double(height))
    guard scale < 1 else { return self }
    let columns = max(1, Int((Double(width) * scale).rounded()))
    let rows = max(1, Int((Double(height) * scale).rounded()))
    let across = AreaShares(of: width, among: columns)
    let down = AreaShares(of: height, among: rows)
    var result = [UInt8](repeating: 0, count: columns * rows * 3)
    for y in 0..<rows {
      var sums = [Float](repeating: 0, count: columns * 3)
      for source in down.parts[y] { add(row: source.index, weight: source.weight, across, to: &sums) }
      for (place, sum) in sums.enumerated() { result[y * columns * 3 + place] = Light.code(sum) }
    }
    return Bitmap(width: columns, height: rows, pixels: result)
  }

  private func add(row: Int, weight: Float, _ across: AreaShares, to sums: inout [Float]) {
    let light = Light.ofCode
    for x in across.parts.indices {
      var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
      for part in across.parts[x] {
        let place = (row * width + part.index) * 3
        red += light[Int(pixels[place])] * part.weight
        green += light[Int(pixels[place + 1])] * part.weight
        blue += light[Int(pixels[place + 2])] * part.weight
      }
      sums[x * 3] += red * weight
      sums[x * 3 + 1] += green * weight
      sums[x * 3 + 2] += blue * weight
    }
  }
}

/// The source samples and weights for each sample of a box filter.
struct AreaShares {
  let parts: [[(index: Int, weight: Float)]]

  init(of count: Int, among fewer: Int) {
    // In units of 1/fewer of a sample all numbers are integers, so rounding cannot add a sample with weight 0.
    parts = (0..<fewer).map { part in
      let (start, end) = (part * count, (part + 1) * count)
      return (start / fewer..<(end + fewer - 1) / fewer).map { index in
        let covered = min(end, (index + 1) * fewer) - max(start, index * fewer)
        return (index, Float(covered) / Float(count))
      }
    }
  }
}
