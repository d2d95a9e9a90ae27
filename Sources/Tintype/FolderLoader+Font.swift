import TintypeFonts
import TintypeImage
public import TintypeSemantics
public import TintypeText

extension FolderLoader {
  /// The font in a file.
  public func font(of path: RecipePath, atMost limit: Int) throws(LoadFailure) -> LetterFont {
    let bytes = try bytes(of: path, atMost: limit)
    // Enough digits of the hash to distinguish files.
    let fingerprint = UInt64(ContentHash.digits(of: bytes).prefix(16), radix: 16) ?? 0
    do throws(FontProblem) {
      return try readFont(bytes, name: path.description, fingerprint: fingerprint)
    } catch {
      throw LoadFailure(error.reason)
    }
  }
}
