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
    guard scope.hasPictures else { throw reported(.textIsNoValue(syntax.value, at: place)) }
    let lanes = TextLanes.lanes(of: syntax.value)
    guard lanes.count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: place, count: lanes.count)) }
    return TypedExpression(.constant(lanes), .value(.text), at: place)
  }

  /// A date that is written as a text.
  mutating func date(_ text: TypedExpression) throws(Reported) -> TypedExpression {
    guard let lanes = constantLanes(text), let date = CivilDate(TextLanes.text(of: lanes)) else {
      throw reported(.notADate(at: text.location))
    }
    return TypedExpression(.converted(text, date.lanes), .value(.date), at: text.location)
  }

  /// Checks a text that is set: a parameter may not be able to hold it.
  mutating func check(_ lanes: [Double], for parameter: Parameter, at place: SourceLocation) throws(Reported) {
    guard parameter.type == .text else { return }
    guard lanes.count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: place, count: lanes.count)) }
    if parameter.isDatePattern { try checkPattern(lanes, at: place) }
  }

  private mutating func checkPattern(_ lanes: [Double], at place: SourceLocation) throws(Reported) {
    do throws(DatePattern.Mistake) {
      let pattern = TextLanes.text(of: lanes)
      // A setting applies to the following render, so errors are certain.
      if try DatePattern(pattern).hasMinutesForMonths, !isSetting {
        report(.minutesForMonths(pattern, at: place))
      }
    } catch {
      throw reported(.badDatePattern(error, at: place))
    }
  }

  /// Checks that a text can say how a date is written; one that is set from outside is remembered.
  mutating func checkPattern(_ value: TypedExpression) throws(Reported) {
    var lanes = constantLanes(value)
    if let index = value.parameter(in: model) {
      model.parameters[index].parameter?.isDatePattern = true
      lanes = model.parameters[index].parameter?.defaultValue
    }
    if let lanes { return try checkPattern(lanes, at: value.location) }
    for alternative in value.alternatives(in: model) { try checkPattern(alternative) }
  }

  // MARK: `text(what, on, at, height, margin, face, format, font)`

  /// The face or font of a text, which can show what is known of the line. A letter that it lacks is a warning.
  mutating func lettering(_ call: PictureCall, _ syntax: CallSyntax) throws(Reported) -> Lettering {
    guard let what = call[.what] else { throw Reported() }
    let isDate = what.type == .value(.date)
    if let format = call[.format] {
      guard isDate else { throw reported(.formatOfText(at: format.location)) }
      try checkPattern(format)
    }
    let line = knownLine(what, call[.format]) ?? "0123456789"
    var lettering = Lettering.face(isDate ? .segments : .plain)
    if case .word(let name)? = call[.face]?.type, let face = LetterFace(rawValue: name) { lettering = .face(face) }
    if let place = call[.font] {
      if let face = call[.face] { throw reported(.faceAndFont(at: face.location)) }
      let font = try font(place, syntax)
      guard font.outline(of: line) != nil else {
        let problem = "some of its letters are damaged, or too intricate"
        throw reported(.unreadableFile(font.name, problem, at: place.location))
      }
      lettering = .font(font)
    }
    if let missing = lettering.missingLetters(in: line) { report(.missingLetters(missing, at: what.location)) }
    return lettering
  }

  /// The font of a file, which is read once.
  private mutating func font(_ name: TypedExpression, _ syntax: CallSyntax) throws(Reported) -> LetterFont {
    let written = syntax.arguments.map(\.value).first { $0.location == name.location }
    guard case .string(let text) = written else { throw reported(.fontIsNoFile(at: name.location)) }
    let path = try path(text.value, at: name.location, from: place(of: name.location.file))
    return try once(\.fonts, path) { analyzer throws(Reported) in try analyzer.loaded(path, at: name.location) }
  }

  private mutating func loaded(_ path: RecipePath, at location: SourceLocation) throws(Reported) -> LetterFont {
    guard ["ttf", "otf"].contains(path.fileExtension) else { throw reported(.unknownFontFormat(at: location)) }
    return try loaded(path, at: location) { (loader) throws(LoadFailure) in
      try loader.font(of: path, atMost: CheckLimits.fontBytes)
    }
  }

  /// A text, the default of its parameter, or a date as its format writes it; nil if nothing of it is known.
  private mutating func knownLine(_ what: TypedExpression, _ format: TypedExpression?) -> String? {
    guard what.type == .value(.date) else { return knownText(what) }
    guard let pattern = format == nil ? DatePattern.usual : format.flatMap({ knownText($0) }) else { return nil }
    let date = constantLanes(what).flatMap { $0.isEmpty ? nil : $0 } ?? [2024, 8, 31, 12, 30, 0]
    return try? DatePattern(pattern).text(of: date)
  }

  private mutating func knownText(_ text: TypedExpression) -> String? {
    let lanes = text.parameter(in: model).flatMap { model.parameters[$0].parameter?.defaultValue }
    return (lanes ?? constantLanes(text)).map(TextLanes.text)
  }
}
