import TintypeIntrinsics

extension FieldFilter {
  /// The smallest number of a square around each pixel, by lane.
  public static let erode = extremum(
    "erode", "The smallest value of the square around each pixel, per channel: what is bright shrinks.", "minimum",
    .least, Swift.min)

  /// The largest number of a square around each pixel, by lane.
  public static let dilate = extremum(
    "dilate", "The largest value of the square around each pixel, per channel: what is bright grows.", "maximum",
    .greatest, Swift.max)

  /// The side of the square is 2 * radius + 1 pixels. NaN counts as 0.
  private static func extremum(
    _ name: String, _ documentation: String, _ what: String, _ window: FieldFilter.Window,
    _ chosen: @escaping @Sendable (Double, Double) -> Double
  ) -> FieldFilter {
    FieldFilter(
      name: name, documentation: documentation, amounts: [.squareRadius], cyclesPerSample: 8,
      isIdle: { FilterAmount.squareRadius.resolved($0[0]) == 0 },
      // Rows are made in bands as high as the square.
      rowsAhead: { 3 * Double(FilterAmount.squareRadius.resolved($0[0])) },
      range: { $0[0] },
      singleRange: { $0[0] },
      exact: { fields, amounts in
        let reach = Int(FilterAmount.squareRadius.resolved(Float(amounts[0])))
        guard reach > 0 else { return fields[0] }
        let known = fields[0].replaced { column, row in fields[0][column, row].map { $0.isNaN ? 0 : $0 } }
        func best(_ pixels: [[Double]]) -> [Double] {
          pixels.dropFirst().reduce(pixels[0]) { best, other in zip(best, other).map(chosen) }
        }
        let across = known.replaced { column, row in best((-reach...reach).map { known[column + $0, row] }) }
        return known.replaced { column, row in best((-reach...reach).map { across[column, row + $0] }) }
      },
      shading: .stages([
        stage(what, along: "x", of: .field(0), "int2(i, 0)", (.amount(0), .pixels(0))),
        stage(what, along: "y", of: .stage(0), "int2(0, i)", (.pixels(0), .amount(0))),
      ]),
      window: window)
  }

  private static func stage(
    _ what: String, along axis: String, of image: ShaderStage.Origin, _ away: String,
    _ reach: (ShaderStage.Reach, ShaderStage.Reach)
  ) -> ShaderStage {
    let chosen = what.prefix(3)
    return .shader(
      axis, "the \(what) of 2 * radius + 1 pixels along \(axis)", reads: [("image", image)], reach: reach,
      """
      var float4 best = tt_at(image, middle);
      for (var int i = 1; i <= radius; i++) {
        int2 away = \(away);
        best = \(chosen)(best, \(chosen)(tt_at(image, middle - away), tt_at(image, middle + away)));
      }
      float4 filtered = best;
      """)
  }
}
