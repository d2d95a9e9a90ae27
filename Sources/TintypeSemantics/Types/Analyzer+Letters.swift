import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

// Texts and dates, and the mask that letters make.
extension Analyzer {
  /// A text in quotes; in a kernel it is nothing to compute with.
  mutating func text(_ syntax: StringSyntax, _ scope: Scope) -> TypedExpression {
    let place = syntax.location
    guard scope.isTopLevel else { return invalid(.textIsNoValue(syntax.value, at: place), at: place) }
    let lanes = TextLanes.lanes(of: syntax.value)
    guard lanes.count <= TextLanes.mostCharacters else {
      return invalid(.textTooLong(at: place, count: lanes.count), at: place)
    }
    return TypedExpression(.constant(lanes), .value(.text), at: place)
  }

  /// A date that is written as a text.
  mutating func date(_ text: TypedExpression) -> TypedExpression {
    guard let lanes = constantLanes(text), let date = CivilDate(TextLanes.text(of: lanes)) else {
      return invalid(.notADate(at: text.location), at: text.location, [text])
    }
    return TypedExpression(.constant(date.lanes), .value(.date), at: text.location)
  }

  /// A text that somebody sets, unless it cannot be one of this parameter.
  mutating func checked(_ lanes: [Double], for parameter: Parameter, at place: SourceLocation) -> [Double]? {
    guard parameter.type == .text else { return lanes }
    guard lanes.count <= TextLanes.mostCharacters else { return reject(.textTooLong(at: place, count: lanes.count)) }
    if parameter.isDatePattern, let mistake = mistake(in: lanes) {
      return reject(.badDatePattern(mistake, at: place))
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

  /// `text(what, on, at, height, margin, face, format, font)`: how much of each pixel is covered by a line of letters.
  mutating func letters(_ arguments: Arguments) -> TypedExpression? {
    let inputs = arguments.operation.inputs
    guard let what = arguments["what"] else {
      return reject(.missingArguments(["what"], of: arguments.syntax, inputs: inputs))
    }
    guard arguments["on"] == nil || picture(arguments, "on") != nil, isLine(what, arguments["format"]) else {
      return nil
    }
    let isDate = what.type == .value(.date)
    guard let lettering = lettering(arguments, default: isDate ? .segments : .plain),
      canShow(what, arguments, lettering),
      isPlace(arguments["at"], as: arguments.role("at"), TextCorner.self)
    else { return nil }
    for name in ["height", "margin"] {
      if let length = arguments[name], !isLength(length, as: arguments.role(name)) { return nil }
    }
    return expression(arguments, .mask(isBounded: true), lettering)
  }

  /// Whether something can be written, and in this format.
  private mutating func isLine(_ what: TypedExpression, _ format: TypedExpression?) -> Bool {
    guard case .value(let type) = what.type, type.isWritten else {
      if !what.type.isUnknown { report(.notWritten(at: what.location, what.type.described)) }
      return false
    }
    guard let format else { return true }
    guard type == .date else {
      report(.formatOfText(at: format.location))
      return false
    }
    return isUniform(format, .text, as: "'format' of 'text'") && isPattern(format)
  }

  /// Whether the font has sound outlines for what is known of a line. What a face cannot draw is a warning.
  private mutating func canShow(_ what: TypedExpression, _ arguments: Arguments, _ lettering: Lettering) -> Bool {
    let line = knownLine(what, arguments["format"]) ?? "0123456789"
    if let missing = lettering.missingLetters(in: line) { report(.missingLetters(missing, at: what.location)) }
    guard case .font(let font) = lettering, font.outline(of: line) == nil else { return true }
    let place = arguments["font"]?.location ?? arguments.syntax.location
    report(.unreadableFile(font.name, "some of its letters are damaged, or too intricate", at: place))
    return false
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
