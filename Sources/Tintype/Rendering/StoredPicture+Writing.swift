package import TintypeImage
import TintypeRender

extension StoredPicture {
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
