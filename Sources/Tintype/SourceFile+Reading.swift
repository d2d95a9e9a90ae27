extension SourceFile {
  /// Reads a recipe or settings; of a pack the look's recipe, under its path in the pack.
  ///
  /// - Parameter name: what messages call it.
  public init(reading path: FilePath, as name: String) throws(ImageError) {
    let file = try recipeFile(path)
    let name = file == path ? name : String(decoding: FilePath(name).appending(file.lastComponent).bytes, as: UTF8.self)
    self.init(name: name, text: try readFile(file, atMost: SourceFile.largestFile))
  }

  /// Larger files are refused unread. The parser has a lower limit and a message of its own.
  private static let largestFile = 8 << 20
}

/// The file of a recipe: of a pack the look's recipe in it, `look.tintpack/look.tint`, else the path itself.
///
/// - Throws: what is wrong with the pack.
public func recipeFile(_ path: FilePath) throws(ImageError) -> FilePath {
  guard let (pack, name) = path.pack, name.isEmpty else { return path }
  return pack.appending(try PackedFolder(pack).names[0].utf8)
}
