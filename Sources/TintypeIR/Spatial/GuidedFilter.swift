import TintypeIntrinsics

extension FieldFilter {
  /// The guided filter (He, Sun and Tang 2013), lane by lane, with Gaussian windows in place of squares: around each
  /// pixel the image is taken for a multiple of the guide and an offset, which are averaged.
  ///
  /// ```
  ///  a = covariance(guide, image) / (variance(guide) + epsilon)     b = mean(image) - a mean(guide)
  ///  result = mean(a) guide + mean(b)                               mean(x) = blur(x, radius)
  /// ```
  public static let guidedFilter = FieldFilter(
    name: "guidedFilter",
    documentation: "Smoothed where the guide varies little, and with the guide's edges kept: a variance well below "
      + "`epsilon` around a pixel is smoothed away. Without a guide the image guides itself.",
    fields: ["image", "guide"],
    amounts: [
      .deviation, FilterAmount(name: "epsilon", kind: .number(usually: 0.01), range: 1e-4...1),
    ],
    // Six blurs and what is between them, or four where the image guides itself.
    cyclesPerSample: 30,
    isIdle: { !(Double($0[0]) >= GaussianSteps.leastSigma) },
    rowsAhead: { 8 * Double(greatest($0[0], 0)) },
    range: { _ in .everything },
    singleRange: { _ in nil },
    exact: { fields, amounts in
      let (image, guide) = (fields[0], fields[1])
      let epsilon = amounts[1].isNaN ? 1e-4 : min(max(amounts[1], 1e-4), 1)
      guard amounts[0] >= GaussianSteps.leastSigma else { return image }
      func mean(_ field: ExactField) -> ExactField { FieldFilter.blur.exact([field], [amounts[0]]) }
      func each(_ fields: ExactField..., lane: @escaping ([Double]) -> Double) -> ExactField {
        image.replaced { column, row in
          let pixels = fields.map { $0[column, row] }
          return pixels[0].indices.map { index in lane(pixels.map { $0[index] }) }
        }
      }
      let (guides, images) = (mean(guide), mean(image))
      let squares = mean(each(guide) { $0[0] * $0[0] })
      let products = mean(each(guide, image) { $0[0] * $0[1] })
      let a = each(guides, images, squares, products) {
        ($0[3] - $0[0] * $0[1]) / (max($0[2] - $0[0] * $0[0], 0) + epsilon)
      }
      let b = each(guides, images, a) { $0[1] - $0[2] * $0[0] }
      return each(mean(a), guide, mean(b)) { $0[0] * $0[1] + $0[2] }
    },
    described: { "by \(tenths($0[0])) px, epsilon \($0[1])" },
    shading: .stages([
      .shader(
        "squares", "the squares of the guide", reads: [("guide", .field(1))],
        "float4 filtered = tt_at(guide, middle) * tt_at(guide, middle);"),
      .shader(
        "products", "the products of guide and image", reads: [("guide", .field(1)), ("image", .field(0))],
        "float4 filtered = tt_at(guide, middle) * tt_at(image, middle);"),
      mean("guides", of: .field(1)), mean("images", of: .field(0)), mean("meanSquares", of: .stage(0)),
      mean("meanProducts", of: .stage(1)),
      .shader(
        "a", "the multiple of the guide",
        reads: [("guide", .stage(2)), ("image", .stage(3)), ("squares", .stage(4)), ("products", .stage(5))],
        """
        float4 g = tt_at(guide, middle);
        float4 variance = max(tt_at(squares, middle) - g * g, float4(0.0));
        float4 filtered = (tt_at(products, middle) - g * tt_at(image, middle)) / (variance + epsilon);
        """),
      .shader(
        "b", "the offset", reads: [("guide", .stage(2)), ("image", .stage(3)), ("a", .stage(6))],
        "float4 filtered = tt_at(image, middle) - tt_at(a, middle) * tt_at(guide, middle);"),
      mean("meanA", of: .stage(6)), mean("meanB", of: .stage(7)),
      .shader(
        "result", "the mean multiple of the guide, and the mean offset",
        reads: [("a", .stage(8)), ("b", .stage(9)), ("guide", .field(1))],
        "float4 filtered = tt_at(a, middle) * tt_at(guide, middle) + tt_at(b, middle);"),
    ]))

  private static func mean(_ name: String, of origin: ShaderStage.Origin) -> ShaderStage {
    ShaderStage(name: name, reads: [("image", origin)], work: .filter(.blur, amount: 0))
  }
}
