/// Opens a picture by what it holds, whatever its name says.
///
/// Reads the header and the metadata, and no pixel. What cannot be a picture of the size it claims is refused here.
/// - Throws: `.missing`, `.unreadable`, `.formatNotBuiltIn`, `.unsupported`, `.corrupt`, and `.limit` for `limits`.
public func openPicture(
  _ path: FilePath, limits: PictureLimits = PictureLimits()
) throws(ImageError) -> any RowReader {
  try openPicture(InputFile(path), limits: limits)
}

/// Opens a picture in a regular file below a folder, of which no symbolic link on the way leads out; else as ``openPicture(_:limits:)``.
///
/// - Parameters:
///   - folder: where to start; it may be a link itself.
///   - components: the names of the folders below it, then that of the file.
///   - limits: what the caller is ready to take on.
public func openPicture(
  below folder: FilePath, _ components: [String], limits: PictureLimits
) throws(ImageError) -> any RowReader {
  try openPicture(openFile(below: folder, components), limits: limits)
}

private func openPicture(_ file: InputFile, limits: PictureLimits) throws(ImageError) -> any RowReader {
  let start = try file.bytes(at: 0, count: min(file.size, 32))
  switch PictureSignature(start) {
  case .jpeg:
    let reader = try JPEGReader(file, limits: limits)
    return ColorReader(reader, samples: reader.samples)
  case .png:
    let reader = try PNGReader(file, limits: limits)
    return ColorReader(reader, samples: reader.samples)
  case .notBuiltIn(let format):
    throw format.error
  case .empty:
    throw ImageError(.corrupt, "the file is empty")
  case .unknown:
    throw ImageError(.unsupported, "this is no picture: it starts neither as a JPEG nor as a PNG")
  }
}
