import TintypeColor
package import TintypeIR
package import TintypeImage
import TintypeIntrinsics

/// Renders colors through a program: each is a pixel of an opaque picture of 16 bits in sRGB.
package struct ColorRenderer: Sendable {
  /// What the executor runs.
  package let plan: RenderPlan

  /// A program of which nothing depends on the place of a pixel.
  ///
  /// - Parameter values: of the parameters, one number a lane.
  package init(_ program: Program, values: [[Double]]) {
    let samples = RenderTarget.Samples(depth: .sixteen, hasAlpha: false, space: .srgb)
    plan = RenderPlan(program, values: values, for: RenderTarget(source: samples, result: samples))
      .answered(by: Shot())
  }

  /// The colors that come out, each three codes from 0 to 65535 like those that go in.
  ///
  /// - Throws: `.limit` when there is no memory for them.
  package func callAsFunction(_ colors: [SIMD3<UInt16>]) throws(ImageError) -> [SIMD3<UInt16>] {
    guard !colors.isEmpty else { return [] }
    let width = min(colors.count, Self.rowLength)
    let height = (colors.count + width - 1) / width
    let padding = Array(repeating: colors[colors.count - 1], count: width * height - colors.count)
    let source = try StoredPicture(width: width, height: height, codes: colors + padding)
    let pixels = source.format.pixels
    let execution = plan.execution(width: width, height: height, source: pixels, result: pixels)
    let result = try StoredPicture(execution.format)
    try PhotoPipeline(source, execution, to: result, threads: 1).run(threads: 1)
    return colors.indices.map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: width)
      return SIMD3(
        result.code(column: column, row: row, channel: 0), result.code(column: column, row: row, channel: 1),
        result.code(column: column, row: row, channel: 2))
    }
  }

  private static let rowLength = 1024
}
