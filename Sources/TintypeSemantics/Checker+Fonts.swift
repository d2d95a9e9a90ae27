import TintypeDiagnostics
import TintypeIR
import TintypeLettering
import TintypeSyntax

// `text(..., font: "Inter.otf")`.
extension Checker {
  /// What letters look like: a face, or the font of a file.
  mutating func lettering(
    _ face: Argument?, _ font: Argument?, of syntax: CallSyntax, default usual: LetterFace
  ) -> Lettering? {
    guard let font else {
      let face: LetterFace? = word(face, as: "'face' of 'text'", default: usual)
      return face.map(Lettering.face)
    }
    if let face {
      report(.faceAndFont(at: face.location))
      return nil
    }
    let written = syntax.arguments.map(\.value).first { $0.location == font.location }
    guard case .string(let name) = written else {
      if !font.operand.isPoison { report(.fontIsNoFile(at: font.location)) }
      return nil
    }
    // The same mistake is reported once, also when a silent body names the file first.
    let wasSilent = isSilent
    isSilent = false
    defer { isSilent = wasSilent }
    guard let path = path(name.value, at: font.location, from: place(of: font.location.file)) else { return nil }
    if fonts[path] == nil { fonts[path] = .some(loaded(path, at: font.location)) }
    return fonts[path]?.map(Lettering.font)
  }

  private mutating func loaded(_ path: RecipePath, at location: SourceLocation) -> LetterFont? {
    guard ["ttf", "otf"].contains(path.components.last?.split(separator: ".").last?.lowercased()) else {
      report(.unknownFontFormat(at: location))
      return nil
    }
    return loaded(path, at: location) { (loader) throws(LoadFailure) in
      try loader.font(of: path, atMost: CheckLimits.fontBytes)
    }
  }

  /// Whether the font has sound outlines for what is known of a text: the figures of a date, a parameter's default.
  mutating func canShow(_ text: Value, _ lettering: Lettering, at location: SourceLocation) -> Bool {
    guard case .font(let font) = lettering else { return true }
    let lanes: [Double]? =
      if case .parameter(let index) = builder[text].operation { parameters[index].defaultValue } else {
        constantLanes(text)
      }
    if font.outline(of: lanes.map(TextLanes.text) ?? "0123456789") != nil { return true }
    report(.unreadableFile(font.name, "some of its letters are damaged, or too intricate", at: location))
    return false
  }
}
