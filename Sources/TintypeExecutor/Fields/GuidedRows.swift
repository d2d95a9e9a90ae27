import TintypeIR
import TintypeIntrinsics
import TintypePlan

extension FieldStages {
  /// The rows of `guidedFilter`, of the first channels of two fields.
  mutating func guided(
    _ image: FieldRows, by guide: FieldRows, channels: Int, sigma: Float, epsilon: Float
  ) -> FieldRows {
    let (columns, rows) = (image.pixels.columns, image.pixels.rows)
    guard Double(sigma) >= GaussianSteps.leastSigma, !image.pixels.isEmpty else { return image }
    let isItsOwnGuide = guide === image
    let products = add(
      GuideProducts(channels: channels), from: guide, image, channels: (isItsOwnGuide ? 2 : 4) * channels,
      columns: columns, rows: rows)
    let means = blurred(products, channels: products.channels, [(sigma, 1)])
    let lines = add(
      GuideLines(channels: channels, epsilon: FieldFilter.guidedFilter.amounts[1].resolved(epsilon)), from: means,
      channels: 2 * channels, columns: columns, rows: rows)
    let smooth = blurred(lines, channels: lines.channels, [(sigma, 1)])
    return add(
      GuidedResult(channels: channels), from: smooth, guide, channels: channels, columns: columns, rows: rows)
  }
}

/// The guide and its squares; if the image is not its own guide, also the image and its products with the guide. Each
/// has all channels.
private struct GuideProducts: SingleRowMaker {
  let channels: Int

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let (part, channel) = row.channel.quotientAndRemainder(dividingBy: channels)
    row.read(part == 2 ? 1 : 0, channel, into: row.target)
    guard part % 2 == 1 else { return }
    withUnsafeTemporaryAllocation(of: Lanes.self, capacity: row.columns.count / 8 + 1) { lanes in
      guard let factor = lanes.baseAddress.map(numbers) else { return }
      row.read(part / 2, channel, into: factor)
      for index in stride(from: 0, to: row.columns.count, by: 8) {
        store(load(row.target, index) * load(factor, index), row.target, index)
      }
    }
  }
}

/// The coefficients of the local linear model `a * guide + b`: `a` for all channels, then `b`.
private struct GuideLines: SingleRowMaker {
  let channels: Int
  let epsilon: Float

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    let (part, channel) = row.channel.quotientAndRemainder(dividingBy: channels)
    let isItsOwnGuide = row.inputs[0].channels == 2 * channels
    func mean(_ number: Int) -> UnsafePointer<Float> { row.source(row.row, channel: channel + number * channels) }
    let (guides, squares) = (mean(0), mean(1))
    let (images, products) = isItsOwnGuide ? (guides, squares) : (mean(2), mean(3))
    for index in stride(from: 0, to: row.columns.count, by: 8) {
      let (guide, image) = (load(guides, index), load(images, index))
      let covariance = fma(negated(guide), image, load(products, index))
      let variance = greatest(fma(negated(guide), guide, load(squares, index)), Lanes())
      let a = covariance / (variance + epsilon)
      store(part == 0 ? a : fma(negated(a), guide, image), row.target, index)
    }
  }
}

private struct GuidedResult: SingleRowMaker {
  let channels: Int

  func make(_ row: ChannelRow, _ loops: LoopTable) {
    row.read(1, row.channel, into: row.target)
    let (a, b) = (row.source(row.row), row.source(row.row, channel: row.channel + channels))
    for index in stride(from: 0, to: row.columns.count, by: 8) {
      store(fma(load(a, index), load(row.target, index), load(b, index)), row.target, index)
    }
  }
}
