package import TintypeImage

extension StoredPicture {
  /// An opaque picture of 16 bits a sample.
  ///
  /// - Parameter codes: red, green and blue of each pixel, row by row.
  package convenience init(width: Int, height: Int, codes: [SIMD3<UInt16>]) throws(ImageError) {
    let format = PictureFormat(width: width, height: height, channels: 3, depth: .sixteen)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.pictureBytes.count)
    for color in codes {
      for channel in 0..<3 {
        // In native order: the low byte of the little-endian form comes first.
        let code = color[channel].littleEndian
        bytes += [UInt8(code & 255), UInt8(code >> 8)]
      }
    }
    try self.init(format, bytes: bytes)
  }

  /// Writes the picture into an open file.
  ///
  /// - Returns: what is remarkable about the file.
  package func write(
    as type: PictureFileType, to descriptor: Int32, metadata: PictureMetadata = PictureMetadata(),
    options: EncodingOptions = EncodingOptions()
  ) throws(ImageError) -> [String] {
    let writer = try type.writer(to: descriptor, format: format, metadata: metadata, options: options)
    try PhotoPipeline(self, to: writer).run(threads: 1)
    try writer.finish()
    return writer.notes
  }
}
