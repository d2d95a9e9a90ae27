internal import CTintypePNG

/// What a PNG says before its pixels.
extension tt_png_header {
  /// The shape of decoded rows.
  var format: PictureFormat {
    PictureFormat(
      width: Int(width), height: Int(height), channels: alpha ? 4 : 3, depth: stored_depth == 16 ? .sixteen : .eight)
  }

  /// Refuses a file that is too short for its dimensions: deflate compresses to no less than 1/1032.
  func checkPlausible(fileBytes: Int) throws(ImageError) {
    let rowBytes = (Int(width) * Int(stored_depth) * Int(stored_channels) + 7) / 8 + 1
    if ByteCount(rowBytes) * Int(height) > ByteCount(fileBytes) * 1032 + ByteCount(64 << 10) {
      throw ImageError.impossible(format, fileBytes: fileBytes)
    }
  }

  /// The bytes that libpng allocates at its peak: a few rows, or all rows of an interlaced picture.
  var decodingMemory: ByteCount {
    let rows = ByteCount(format.rowBytes) * 4 + ByteCount(256 << 10)
    return interlaced ? rows + format.pictureBytes : rows
  }
}
