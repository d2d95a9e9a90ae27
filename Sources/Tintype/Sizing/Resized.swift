import TintypeImage
import TintypeRender

/// A photo upright, and of the size that makes the result as large as the options say.
///
/// The size is changed before the look, not after it: lengths in % and on film are the same shares of a smaller
/// photo, so it looks as it would at full size, and every later step has fewer pixels. A JPEG is decoded to an
/// eighth, a quarter or a half first where that is no smaller than the photo has to be.
///
/// - Parameters:
///   - stored: the photo, not begun.
///   - plan: the look; nil for a photo that is to be of that size itself.
func uprightReader(
  _ stored: PictureReader, _ options: RenderOptions, _ plan: RenderPlan?
) throws(ImageError) -> any RowReader {
  func result(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    plan?.resultSize(width: width, height: height) ?? (width, height)
  }
  guard let wanted = options.size else { return UprightReader(stored) }
  let full = stored.orientation.upright(stored.format)
  let whole = result(full.width, full.height)
  // Everything is cropped away, which the caller reports.
  guard whole.width > 0, whole.height > 0 else { return UprightReader(stored) }
  let factor = wanted.factor(width: whole.width, height: whole.height)
  guard factor != 1 else { return UprightReader(stored) }
  let edge = try longEdge(of: full, whole, factor, result)
  let size = ResizedReader.size(full.width, full.height, by: Double(edge) / Double(max(full.width, full.height)))
  try options.limits.check(width: size.width, height: size.height)
  let sizes = stored.smallerSizes
  let smaller = sizes.indices.first { index in
    let (width, height) = stored.orientation.uprightSize(width: sizes[index].width, height: sizes[index].height)
    let scaled = ResizedReader.size(width, height, by: Double(edge) / Double(max(width, height)))
    return width >= size.width && height >= size.height && scaled == size
  }
  if let smaller { try stored.decode(size: smaller) }
  let reader = UprightReader(stored)
  let format = reader.format
  if (format.width, format.height) == size { return reader }
  return ResizedReader(reader, by: Double(edge) / Double(max(format.width, format.height)))
}

/// How long the longer side of the photo has to be, so that the longer side of the result is as long as it is to
/// be. A look that crops rounds to whole pixels: if none gives the length, the next shorter one is taken.
private func longEdge(
  of full: PictureFormat, _ whole: (width: Int, height: Int), _ factor: Double,
  _ result: (_ width: Int, _ height: Int) -> (width: Int, height: Int)
) throws(ImageError) -> Int {
  let long = max(full.width, full.height)
  let wanted = max(1, Int((Double(max(whole.width, whole.height)) * factor).rounded()))
  let near = max(1, Int((Double(long) * factor).rounded()))
  func resultEdge(_ edge: Int) -> Int {
    let size = ResizedReader.size(full.width, full.height, by: Double(edge) / Double(long))
    let result = result(size.width, size.height)
    return max(result.width, result.height)
  }
  let candidates = [0, -1, 1, -2, 2, -3, 3].map { near + $0 }.filter { $0 > 0 }
  if let exact = candidates.first(where: { resultEdge($0) == wanted }) { return exact }
  return candidates.filter { resultEdge($0) < wanted }.max() ?? near
}
