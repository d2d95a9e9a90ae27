/// Edits the marks in a picture's own XMP. Pixels and all other metadata keep their bytes.
///
/// The file is replaced atomically, and only where something changes.
/// - Parameter edit: from the old marks to the new ones.
/// - Returns: the new marks.
/// - Throws: what opening a picture throws; `.unsupported` for a packet that cannot be edited, `.limit` for one that
///   becomes too long, `.cannotCreate`, `.io`. The file is then unchanged.
@discardableResult
package func editMarks(
  in picture: FilePath, _ edit: (inout PictureMarks) -> Void
) throws(ImageError) -> PictureMarks {
  let lock = try FileLock(picture)
  defer { withExtendedLifetime(lock) {} }
  let before = FileStatus(picture)
  let file = try InputFile(picture)
  let metadata = try openPicture(picture, limits: .ofMetadata).metadata
  guard let codec = metadata.source?.codec.packets else {
    throw ImageError(.unsupported, "in this format, XMP is not edited in place")
  }
  guard let packet = metadata.editablePacket else { throw unreadablePacket }
  return try storeChange(of: packet, over: metadata.captionMarks, edit) { (bytes) throws(ImageError) in
    let output = try OutputFile(picture, ifTaken: .replace)
    try codec.copy(file, packet: bytes, to: output.descriptor)
    guard FileStatus(picture) == before else {
      throw ImageError(.unreadable, "was changed meanwhile; nothing was written")
    }
    try output.commit()
  }
}

/// Edits the marks in an XMP file beside a picture, `photo.jpg.xmp` for `photo.jpg`, which is created if need be.
///
/// - Parameters:
///   - picture: the picture, which is not touched.
///   - own: the marks that count where the file says nothing.
///   - edit: from the old marks to the new ones.
/// - Returns: the new marks.
/// - Throws: as ``editMarks(in:_:)``.
@discardableResult
package func editMarks(
  beside picture: FilePath, over own: PictureMarks, _ edit: (inout PictureMarks) -> Void
) throws(ImageError) -> PictureMarks {
  let lock = try FileLock(picture)
  defer { withExtendedLifetime(lock) {} }
  let path = markFile(beside: picture)
  return try naming(path) { () throws(ImageError) in
    let isThere = fileExists(path)
    let packet = isThere ? XMPPacket(try readFile(path, atMost: largestMarkFile)) : .empty
    return try storeChange(of: packet, over: own, edit) { (bytes) throws(ImageError) in
      if isThere { try replaceFile(path, with: bytes) } else { try createFile(path, with: bytes) }
    }
  }
}

/// The marks on a picture: what the XMP file beside it says, else its own.
///
/// - Throws: `.unreadable`, `.limit`, `.corrupt`.
package func marks(on picture: FilePath, _ own: PictureMarks) throws(ImageError) -> PictureMarks {
  try statedMarks(beside: picture)?.over(own) ?? own
}

/// The marks that the XMP file beside a picture states; nil where there is no such file.
///
/// - Throws: as ``marks(on:_:)``.
package func statedMarks(beside picture: FilePath) throws(ImageError) -> StatedMarks? {
  let path = markFile(beside: picture)
  guard fileExists(path) else { return nil }
  return try naming(path) { () throws(ImageError) in
    let packet = XMPPacket(try readFile(path, atMost: largestMarkFile))
    guard packet.isReadable else { throw ImageError(.corrupt, "is not well-formed XML; repair or remove it") }
    return packet.statedMarks
  }
}

/// Lets errors name the XMP file; the caller names the picture.
private func naming<Result>(
  _ path: FilePath, _ body: () throws(ImageError) -> Result
) throws(ImageError) -> Result {
  do throws(ImageError) {
    return try body()
  } catch {
    throw ImageError(error.kind, "the XMP beside it, '\(path)', \(error.message)")
  }
}

/// `photo.jpg.xmp` for `photo.jpg`, the name that darktable and digiKam use, too.
package func markFile(beside picture: FilePath) -> FilePath {
  picture.appendingToName(".xmp".utf8)
}

/// Larger ones are a mistake, or an attack.
private let largestMarkFile = 8 << 20

private let unreadablePacket = ImageError(.unsupported, "cannot be edited: the XMP is broken, or not in UTF-8")

/// Edits a packet, and stores one that changes.
private func storeChange(
  of old: XMPPacket, over others: PictureMarks, _ edit: (inout PictureMarks) -> Void,
  store: ([UInt8]) throws(ImageError) -> Void
) throws(ImageError) -> PictureMarks {
  guard old.isReadable else { throw unreadablePacket }
  var marks = old.marks(over: others)
  edit(&marks)
  var packet = old
  guard packet.setMarks(marks, over: others) else { throw unreadablePacket }
  if packet.bytes != old.bytes { try store(packet.bytes) }
  return marks
}
