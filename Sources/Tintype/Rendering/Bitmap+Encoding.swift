public import TintypeDrawing

extension Bitmap {
  /// The picture as a file's bytes.
  ///
  /// - Parameters:
  ///   - type: the format; it has to be written by this build.
  ///   - quality: of lossy formats, 1 to 100.
  ///   - temporaryFolder: where the bytes lie for a moment, in a file without a name.
  /// - Throws: `.cannotCreate`, `.io`, `.limit`.
  public func encoded(
    as type: PictureFileType, quality: Int, in temporaryFolder: FilePath
  ) throws(ImageError) -> [UInt8] {
    let spool = try Spool(in: temporaryFolder)
    _ = try StoredPicture(PictureFormat(width: width, height: height, channels: 3, depth: .eight), bytes: pixels)
      .write(as: type, to: spool.descriptor, metadata: PictureMetadata(), options: EncodingOptions(quality: quality))
    return try readFile(spool.path, atMost: 1 << 30)
  }
}
