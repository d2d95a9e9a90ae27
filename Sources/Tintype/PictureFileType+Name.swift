extension PictureFileType {
  /// The type that an output's name asks for.
  ///
  /// - Throws: `.formatNotBuiltIn` for any other ending.
  public init(outputName: FilePath) throws(ImageError) {
    guard let type = PictureFileType(nameEnding: outputName.fileExtension) else {
      throw ImageError(.formatNotBuiltIn, "the name of an output ends in .jpg, .jpeg or .png")
    }
    self = type
  }

  /// The type that an ending means, in capitals or not; nil for any other.
  init?(nameEnding: [UInt8]) {
    switch String(decoding: nameEnding, as: UTF8.self).lowercased() {
    case "jpg", "jpeg", "jpe": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// How names of this type usually end.
  var nameEnding: [UInt8] { Array((self == .jpeg ? "jpg" : "png").utf8) }
}
