/// Opens a picture by its content, whatever its name says.
///
/// Reads the header and the metadata, and no pixel. A file that cannot hold a picture of the size it claims is refused.
/// - Parameters:
///   - path: the file.
///   - limits: the largest picture that is accepted.
///   - isInterrupted: called between rows; once true, reading throws `.interrupted`.
/// - Throws: `.missing`, `.unreadable`, `.formatNotBuiltIn`, `.unsupported`, `.corrupt`, and `.limit` for `limits`.
public func openPicture(
  _ path: FilePath, limits: PictureLimits = PictureLimits(),
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> PictureReader {
  try openPicture(InputFile(path), limits: limits, isInterrupted)
}

/// Opens a picture that is open for reading already; the descriptor stays open.
public func openPicture(
  descriptor: Int32, limits: PictureLimits = PictureLimits(),
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> PictureReader {
  try openPicture(InputFile(copying: descriptor), limits: limits, isInterrupted)
}

/// Opens a picture as ``openPicture(_:limits:isInterrupted:)``, in a regular file below a folder that no symbolic link
/// leads out of.
///
/// - Parameters:
///   - folder: where to start; it may itself be a link.
///   - components: the names of the folders below it, then the file's.
///   - limits: the largest picture that is accepted.
public func openPicture(
  below folder: FilePath, _ components: [String], limits: PictureLimits,
  isInterrupted: @escaping @Sendable () -> Bool = { false }
) throws(ImageError) -> PictureReader {
  try openPicture(openFile(below: folder, components), limits: limits, isInterrupted)
}

private func openPicture(
  _ file: InputFile, limits: PictureLimits, _ isInterrupted: @escaping @Sendable () -> Bool
) throws(ImageError) -> PictureReader {
  if let type = try PictureFileType.recognized(file) {
    let opened =
      limits.confinement.applies(to: type.codec)
      ? try ConfinedDecoder.open(file, type, limits, isInterrupted: isInterrupted)
      : try type.codec.open(file, limits: limits)
    let reader = PictureReader(opened, limits)
    reader.isInterrupted = isInterrupted
    reader.compressedPicture = { count throws(ImageError) in
      try type.codec.compressedPicture(in: file, atMost: count)
    }
    return reader
  }
  let start = try file.bytes(at: 0, count: min(file.size, 32))
  if let format = KnownFormat.recognized(by: start) { throw format.error }
  if start.isEmpty { throw ImageError(.corrupt, "the file is empty") }
  throw ImageError(.unsupported, "this is not a picture: it does not begin as \(PictureFileType.titles) does")
}
