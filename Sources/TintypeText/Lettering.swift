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
