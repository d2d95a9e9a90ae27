extension PictureFileType {
  /// The type that an output's name asks for.
  ///
  /// - Throws: `.formatNotBuiltIn` for any other ending.
  public init(outputName: FilePath) throws(ImageError) {
    let name = String(decoding: outputName.lastComponent, as: UTF8.self).lowercased()
    if [".jpg", ".jpeg", ".jpe"].contains(where: name.hasSuffix) {
      self = .jpeg
    } else if name.hasSuffix(".png") {
      self = .png
    } else {
      throw ImageError(.formatNotBuiltIn, "the name of an output ends in .jpg, .jpeg or .png")
    }
  }
}
