internal import CTintypePNG

/// The facts of a PNG that precede its pixels.
struct PNGHeader {
  var width: Int
  var height: Int
  var storedBitsPerPixel: Int
  var isInterlaced: Bool
  var isGray: Bool

  /// The shape of decoded rows.
  var format: PictureFormat

  init(_ header: tt_png_header) {
    width = Int(header.width)
    height = Int(header.height)
    storedBitsPerPixel = Int(header.stored_depth) * Int(header.stored_channels)
    isInterlaced = header.interlaced
    isGray = header.gray
    format = PictureFormat(
      width: width, height: height, channels: header.alpha ? 4 : 3, depth: header.stored_depth == 16 ? .sixteen : .eight
    )
  }

  /// Refuses a file that is too short for its dimensions: deflate compresses to no less than 1/1032.
  func checkPlausible(fileBytes: Int) throws(ImageError) {
    let rowBytes = (width * storedBitsPerPixel + 7) / 8 + 1
    let raw = saturatingProduct(rowBytes, height)
    if raw > saturatingSum(saturatingProduct(fileBytes, 1032), 64 << 10) {
      throw ImageError(.corrupt, "\(width) x \(height) in \(fileBytes) bytes is impossible: truncated or forged")
    }
  }

  /// The bytes that libpng holds at its peak: a few rows, or all rows of an interlaced picture.
  var decodingMemory: Int {
    let rows = saturatingProduct(format.rowBytes, 4) + (256 << 10)
    return isInterlaced ? saturatingSum(rows, format.pictureBytes) : rows
  }
}
