/// A font: it knows the outline of a line of text. Who reads fonts' files makes it; two with the same name and fingerprint are one.
public struct LetterFont: Sendable {
  /// What it is called in a recipe: the path of its file.
  public let name: String

  /// What tells its content from another's.
  public let fingerprint: UInt64

  private let outlineOf: @Sendable (String) -> LetterOutline?

  /// Makes a font.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - fingerprint: of its content.
  ///   - outline: of a line of text; nil where the font is broken there, or too intricate.
  public init(name: String, fingerprint: UInt64, outline: @escaping @Sendable (String) -> LetterOutline?) {
    (self.name, self.fingerprint, outlineOf) = (name, fingerprint, outline)
  }

  /// The outline of a line of text; nil where the font is broken there.
  public func outline(of text: String) -> LetterOutline? { outlineOf(text) }
}

extension LetterFont: Hashable {
  /// The same file with the same content.
  public static func == (a: LetterFont, b: LetterFont) -> Bool {
    a.name == b.name && a.fingerprint == b.fingerprint
  }

  /// Of what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(fingerprint)
  }
}
