/// The typeface of a line of text.
public enum Lettering: Sendable, Hashable {
  /// A built-in stroke face.
  case face(LetterFace)
  /// A font with outlines.
  case font(LetterFont)
}

extension Lettering: CustomStringConvertible {
  /// The name of the face or font.
  public var description: String {
    switch self {
    case .face(let face): face.rawValue
    case .font(let font): font.name
    }
  }
}

extension Lettering {
  /// What a built-in face cannot draw of a text, in a sentence; nil if it draws everything.
  public func missingLetters(in text: String) -> String? {
    guard case .face(let face) = self else { return nil }
    let missing = text.reduce(into: [Character]()) { missing, letter in
      let isDrawn =
        letter.isBlank || letter == "\n" || letter == "\t" || Glyph.known(letter) != nil
        || face == .segments && SevenSegments.strokes(of: letter) != nil
      if !isDrawn, !missing.contains(letter) { missing.append(letter) }
    }
    if missing.isEmpty { return nil }
    return
      "the face .\(face.rawValue) has no \(missing.map { "'\($0)'" }.joined(separator: ", ")) and draws boxes instead"
  }
}
