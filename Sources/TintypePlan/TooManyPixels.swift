/// The error thrown if the result of a plan, or one of its fields, has more pixels than the limit.
public struct TooManyPixels: Error, Hashable {
  /// The size of the picture.
  public let size: PixelRectangle

  /// The largest number of pixels allowed.
  public let limit: Int

  /// Whether the picture is the result, or a field.
  public let isResult: Bool
}

extension Plan {
  /// Checks the size of the result and of every field, before any pixel is computed.
  ///
  /// - Parameters:
  ///   - limit: the largest number of pixels of each picture.
  ///   - uniforms: the numbers of all slots.
  ///   - width: of the photo, in pixels.
  ///   - height: of the photo, in pixels.
  public func check(limit: Int, uniforms: [Float], width: Int, height: Int) throws(TooManyPixels) {
    let fields = fieldPixels(uniforms: uniforms, width: width, height: height)
    for size in fields where size.count > limit {
      throw TooManyPixels(size: size, limit: limit, isResult: false)
    }
    let result = pixels(uniforms: uniforms, width: width, height: height)
    if result.count > limit { throw TooManyPixels(size: result, limit: limit, isResult: true) }
  }
}
