extension Bitmap {
  /// The picture made smaller so that it fits a rectangle, its shape kept; as it is when it fits already.
  ///
  /// Each pixel is the mean light of the area that it covers.
  public func reduced(toFitWidth maxWidth: Int, height maxHeight: Int) -> Bitmap {
    let scale = min(Double(maxWidth) / Double(width), Double(maxHeight) / Double(height))
    guard scale < 1 else { return self }
    let columns = max(1, Int((Double(width) * scale).rounded()))
    let rows = max(1, Int((Double(height) * scale).rounded()))
    let across = Share.shares(of: width, among: columns)
    let down = Share.shares(of: height, among: rows)
    var result = Bitmap(width: columns, height: rows)
    for y in 0..<rows {
      var sums = [SIMD3<Float>](repeating: .zero, count: columns)
      for (row, weight) in down[y] { add(row: row, weight, to: &sums, across) }
      for x in 0..<columns { result[x, y] = RGB8(light: sums[x]) }
    }
    return result
  }

  private func add(row: Int, _ weight: Float, to sums: inout [SIMD3<Float>], _ across: [[Share.Part]]) {
    pixels.withUnsafeBufferPointer { samples in
      Light.ofCode.withUnsafeBufferPointer { light in
        for x in sums.indices {
          var sum = SIMD3<Float>.zero
          for (column, share) in across[x] {
            let place = (row * width + column) * 3
            let color = SIMD3(
              light[Int(samples[place])], light[Int(samples[place + 1])], light[Int(samples[place + 2])])
            sum += color * share
          }
          sums[x] += sum * weight
        }
      }
    }
  }
}

/// Which source samples a reduced sample covers, and how much of it each one is.
private enum Share {
  typealias Part = (index: Int, weight: Float)

  static func shares(of count: Int, among parts: Int) -> [[Part]] {
    let size = Double(count) / Double(parts)
    return (0..<parts).map { part in
      let (start, end) = (Double(part) * size, Double(part + 1) * size)
      return (Int(start)..<min(count, Int(end.rounded(.up)))).compactMap { index in
        let covered = min(end, Double(index + 1)) - max(start, Double(index))
        return covered > 0 ? (index, Float(covered / size)) : nil
      }
    }
  }
}
