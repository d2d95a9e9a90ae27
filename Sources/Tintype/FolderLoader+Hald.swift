import TintypeImage
public import TintypeSemantics
public import TintypeTables

extension FolderLoader {
  /// The pixels of a HaldCLUT; decoded only when its header says that it can be one.
  public func haldPicture(of path: RecipePath) throws(LoadFailure) -> HaldPicture {
    guard let file else { throw LoadFailure("cannot be found: this recipe has no folder to look in") }
    do throws(ImageError) {
      let reader =
        try isGiven
        ? openPicture(file, isInterrupted: isInterrupted)
        : openPicture(below: file.folder, path.components, limits: PictureLimits(), isInterrupted: isInterrupted)
      note(path)
      return try decoded(reader)
    } catch {
      throw LoadFailure(error.message, isMissing: error.kind == .missing)
    }
  }

  /// Opens a picture, and decodes nothing.
  public func checkPicture(at path: RecipePath) throws(LoadFailure) {
    guard let file else { throw LoadFailure("cannot be found: this recipe has no folder to look in") }
    do throws(ImageError) {
      _ = try openPicture(below: file.folder, path.components, limits: PictureLimits(), isInterrupted: isInterrupted)
      note(path)
    } catch {
      throw LoadFailure(error.message, isMissing: error.kind == .missing)
    }
  }

  private func decoded(_ reader: PictureReader) throws(ImageError) -> HaldPicture {
    let format = reader.format
    let largest = format.depth == .eight ? 255 : 65_535
    // A picture that cannot be a table is recognized by its size, and not decoded.
    guard !format.depth.isLight, HaldPicture.level(width: format.width, height: format.height) != nil else {
      return HaldPicture(width: format.width, height: format.height, largestCode: largest, codes: [])
    }
    let codes = try StoredPicture(decoding: reader).colorCodes
    return HaldPicture(width: format.width, height: format.height, largestCode: largest, codes: codes)
  }
}
