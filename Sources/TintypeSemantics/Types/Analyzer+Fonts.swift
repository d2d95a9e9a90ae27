import TintypeDiagnostics
import TintypeIR
import TintypeSyntax
import TintypeText

// `text(..., font: "Inter.otf")`.
extension Analyzer {
  /// What letters look like: a face, or the font of a file.
  mutating func lettering(_ arguments: Arguments, default usual: LetterFace) -> Lettering? {
    guard let font = arguments["font"] else {
      guard isWord(arguments["face"], as: arguments.role("face"), LetterFace.self) else { return nil }
      if case .word(let name)? = arguments["face"]?.type { return LetterFace(rawValue: name).map(Lettering.face) }
      return .face(usual)
    }
    if let face = arguments["face"] {
      return reject(.faceAndFont(at: face.location))
    }
    let written = arguments.syntax.arguments.map(\.value).first { $0.location == font.location }
    guard case .string(let name) = written else {
      if !font.type.isUnknown { report(.fontIsNoFile(at: font.location)) }
      return nil
    }
    guard let path = path(name.value, at: font.location, from: place(of: font.location.file)) else { return nil }
    if fonts[path] == nil { fonts[path] = .some(loaded(path, at: font.location)) }
    return fonts[path]?.map(Lettering.font)
  }

  private mutating func loaded(_ path: RecipePath, at location: SourceLocation) -> LetterFont? {
    guard ["ttf", "otf"].contains(path.components.last?.split(separator: ".").last?.lowercased()) else {
      return reject(.unknownFontFormat(at: location))
    }
    return loaded(path, at: location) { (loader) throws(LoadFailure) in
      try loader.font(of: path, atMost: CheckLimits.fontBytes)
    }
  }
}
