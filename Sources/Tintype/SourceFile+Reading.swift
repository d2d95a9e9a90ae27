extension SourceFile {
  /// Reads a recipe or settings.
  ///
  /// - Parameter name: what messages call it.
  public init(reading path: FilePath, as name: String) throws(ImageError) {
    self.init(name: name, text: try readFile(path, atMost: SourceFile.largestFile))
  }

  /// Beyond this a text is none of both; the parser says so in its own words for anything above its own limit.
  private static let largestFile = 8 << 20
}
