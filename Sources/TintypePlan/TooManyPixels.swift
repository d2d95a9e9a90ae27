/// A picture that a plan makes, for others to read or as its result, has more pixels than are allowed.
public struct TooManyPixels: Error, Hashable {
  /// Its size.
  public let size: PixelRectangle

  /// What is allowed.
  public let limit: Int

  /// Whether it is what comes out, or what a step on the way makes.
  public let isResult: Bool

  /// What is allowed where nobody says otherwise: a gigapixel, or as many as the source has.
  public static func usualLimit(width: Int, height: Int) -> Int { max(1 << 30, width * height) }
}

extension Plan {
  /// Checks every picture that is made, before a pixel is touched.
  ///
  /// - Parameters:
  ///   - limit: the most pixels of each.
  ///   - uniforms: the numbers of all slots.
  ///   - width: of the source, in pixels.
  ///   - height: of the source, in pixels.
  public func check(limit: Int, uniforms: [Float], width: Int, height: Int) throws(TooManyPixels) {
    for size in fieldPixels(uniforms: uniforms, width: width, height: height) where size.count > limit {
      throw TooManyPixels(size: size, limit: limit, isResult: false)
    }
    let result = pixels(uniforms: uniforms, width: width, height: height)
    if result.count > limit { throw TooManyPixels(size: result, limit: limit, isResult: true) }
  }
}
