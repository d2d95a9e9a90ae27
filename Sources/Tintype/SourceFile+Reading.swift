extension SourceFile {
  /// Reads a recipe or settings.
  ///
  /// - Parameter name: what messages call it.
  public init(reading path: FilePath, as name: String) throws(ImageError) {
    self.init(name: name, text: try readFile(path, atMost: SourceFile.largestFile))
  }

  /// Larger files are refused unread. The parser has a lower limit and a message of its own.
  private static let largestFile = 8 << 20
}
