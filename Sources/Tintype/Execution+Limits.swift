import TintypeExecutor
import TintypePlan

extension Execution {
  /// Throws `.limit` where a step of the look, or what comes out, has more pixels than are allowed; see ``PictureLimits/maxPixels``.
  func check(_ limits: PictureLimits) throws(ImageError) {
    do throws(TooManyPixels) {
      try check(limit: limits.maxPixels)
    } catch {
      let what = error.isResult ? "the result" : "a step of the look"
      throw ImageError(
        .limit,
        "\(what) is \(error.size.columns.count) x \(error.size.rows.count) pixels, and the limit is \(error.limit) pixels",
        remedy: .morePixels)
    }
  }
}
