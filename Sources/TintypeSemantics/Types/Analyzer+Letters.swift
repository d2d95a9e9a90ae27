import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

// Texts and dates, and the mask that letters make.
extension Analyzer {
  /// A text in quotes; kernels cannot use one.
  mutating func text(_ syntax: StringSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let place = syntax.location
    guard scope.isTopLevel else { throw reported(.textIsNoValue(syntax.value, at: place)) }
    let lanes = TextLanes.lanes(of: syntax.value)
    guard lanes.count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: place, count: lanes.count)) }
    return TypedExpression(.constant(lanes), .value(.text), at: place)
  }

  /// A date that is written as a text.
  mutating func date(_ text: TypedExpression) -> TypedExpression {
    guard let lanes = constantLanes(text), let date = CivilDate(TextLanes.text(of: lanes)) else {
      return invalid(.notADate(at: text.location), at: text.location, [text])
    }
    return TypedExpression(.constant(date.lanes), .value(.date), at: text.location)
  }

  /// The lanes of a text that is set, unless the parameter cannot hold it.
  mutating func checked(_ lanes: [Double], for parameter: Parameter, at place: SourceLocation) -> [Double]? {
    guard parameter.type == .text else { return lanes }
    guard lanes.count <= TextLanes.mostCharacters else {
      report(.textTooLong(at: place, count: lanes.count))
      return nil
    }
    if parameter.isDatePattern, let mistake = mistake(in: lanes) {
      report(.badDatePattern(mistake, at: place))
      return nil
    }
    return lanes
  }

  private func mistake(in pattern: [Double]) -> DatePattern.Mistake? {
    do throws(DatePattern.Mistake) {
      _ = try DatePattern(TextLanes.text(of: pattern))
      return nil
    } catch {
      return error
    }
  }

  /// Whether a text can say how a date is written; one that is set from outside is remembered.
  mutating func isPattern(_ value: TypedExpression) -> Bool {
    let lanes: [Double]?
    if let index = value.parameter(in: model) {
      model.parameters[index].parameter?.isDatePattern = true
      lanes = model.parameters[index].parameter?.defaultValue
    } else {
      lanes = constantLanes(value)
    }
    guard let lanes, let mistake = mistake(in: lanes) else { return true }
    report(.badDatePattern(mistake, at: value.location))
    return false
  }

  // MARK: `text(what, on, at, height, margin, face, format, font)`

  /// What the letters of a text look like: a face, or the font of a file, that can show what is written.
  mutating func lettering(_ arguments: Arguments) throws(Reported) -> Lettering {
    guard let what = arguments[.what] else { throw Reported() }
    let isDate = what.type == .value(.date)
    if let format = arguments[.format] {
      guard isDate else { throw reported(.formatOfText(at: format.location)) }
      guard isPattern(format) else { throw Reported() }
    }
    guard let font = arguments[.font] else {
      guard case .word(let name)? = arguments[.face]?.type, let face = LetterFace(rawValue: name) else {
        return .face(isDate ? .segments : .plain)
      }
      return .face(face)
    }
    if let face = arguments[.face] { throw reported(.faceAndFont(at: face.location)) }
    let found = try self.font(font, arguments.syntax)
    guard found.outline(of: shownText(what, arguments[.format])) != nil else {
      throw reported(
        .unreadableFile(found.name, "some of its letters are damaged, or too intricate", at: font.location))
    }
    return .font(found)
  }

  /// The font of a file, which is read once.
  private mutating func font(_ name: TypedExpression, _ syntax: CallSyntax) throws(Reported) -> LetterFont {
    let written = syntax.arguments.map(\.value).first { $0.location == name.location }
    guard case .string(let text) = written else { throw reported(.fontIsNoFile(at: name.location)) }
    guard let path = path(text.value, at: name.location, from: place(of: name.location.file)) else { throw Reported() }
    if fonts[path] == nil { fonts[path] = .some(loaded(path, at: name.location)) }
    guard let font = fonts[path] ?? nil else { throw Reported() }
    return font
  }

  private mutating func loaded(_ path: RecipePath, at location: SourceLocation) -> LetterFont? {
    guard ["ttf", "otf"].contains(path.components.last?.split(separator: ".").last?.lowercased()) else {
      return reject(.unknownFontFormat(at: location))
    }
    return loaded(path, at: location) { (loader) throws(LoadFailure) in
      try loader.font(of: path, atMost: CheckLimits.fontBytes)
    }
  }

  /// What is known of a written text: the figures of a date, a parameter's default.
  private mutating func shownText(_ what: TypedExpression, _ format: TypedExpression?) -> String {
    let figures = "0123456789"
    if what.type == .value(.text) {
      let lanes = what.parameter(in: model).flatMap { model.parameters[$0].parameter?.defaultValue }
      return (lanes ?? constantLanes(what)).map(TextLanes.text) ?? figures
    }
    let pattern = format.map { constantLanes($0).map(TextLanes.text) } ?? DatePattern.usual
    guard let date = constantLanes(what), !date.isEmpty, let pattern, let written = try? DatePattern(pattern) else {
      return figures
    }
    return TextLanes.text(of: written.lanes(of: date))
  }
}
