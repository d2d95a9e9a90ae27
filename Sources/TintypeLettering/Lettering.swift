/// What the letters of a line look like.
public enum Lettering: Sendable, Hashable {
  /// A face that comes with the program.
  case face(LetterFace)
  /// The outlines of a font.
  case font(LetterFont)
}

extension Lettering: CustomStringConvertible {
  /// Its name, for people.
  public var description: String {
    switch self {
    case .face(let face): face.rawValue
    case .font(let font): font.name
    }
  }
}
