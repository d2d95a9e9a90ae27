internal import CTintypeJPEG

/// A thumbnail as EXIF holds it in files of every format (EXIF 2.32, 4.5.8): a 4:2:0 JPEG without a JFIF header.
///
/// - Parameter pixels: RGB of 8 bits, row by row.
func jpegThumbnail(_ pixels: [UInt8], width: Int, height: Int, quality: Int) throws(ImageError) -> [UInt8] {
  var settings = tt_jpeg_settings()
  (settings.width, settings.height, settings.quality) = (UInt32(width), UInt32(height), Int32(quality))
  (settings.across, settings.down) = (2, 2)
  let encoder = try JPEGBandEncoder(settings)
  try encoder.begin(0..<height)
  try pixels.withUnsafeBufferPointer { (pixels) throws(ImageError) in
    try encoder.encode(height, from: UnsafeRawBufferPointer(pixels), rowBytes: width * 3)
  }
  _ = try encoder.end()
  return encoder.file
}
