/// A font as a function from a line of text to its outline. The reader of font files supplies the function. Fonts with
/// the same name and fingerprint are equal.
public struct LetterFont: Sendable {
  /// The path of the font's file, as in the recipe.
  public let name: String

  /// A hash of the file's content.
  public let fingerprint: UInt64

  private let outlineOf: @Sendable (String) -> LetterOutline?

  /// Creates a font.
  ///
  /// - Parameters:
  ///   - name: the path of its file.
  ///   - fingerprint: a hash of its content.
  ///   - outline: the outline of a line of text; nil if a glyph is damaged or too complex.
  public init(name: String, fingerprint: UInt64, outline: @escaping @Sendable (String) -> LetterOutline?) {
    (self.name, self.fingerprint, outlineOf) = (name, fingerprint, outline)
  }

  /// The outline of a line of text; nil if a glyph is damaged or too complex.
  public func outline(of text: String) -> LetterOutline? { outlineOf(text) }
}

extension LetterFont: Hashable {
  /// Compares names and fingerprints.
  public static func == (a: LetterFont, b: LetterFont) -> Bool {
    a.name == b.name && a.fingerprint == b.fingerprint
  }

  /// Hashes name and fingerprint.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(fingerprint)
  }
}
