package import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// The value of each parameter under some settings.
///
/// - Parameters:
///   - parameters: what can be set.
///   - name: the look's.
///   - values: what holds where nothing is set, one number a lane.
///   - settings: texts such as `exposure=0.5`; if one is set twice, the last wins. Each may have a file name that says
///     where it comes from, for example `--set`.
///   - clamping: whether a number outside of its hard range becomes the nearest one in it instead of an error.
///   - tables: the tables of the program; those of files that settings name are added.
///   - space: what a color means for the parameter of a name.
/// - Returns: a value for each parameter, and what is wrong with the settings: an unknown name, a value of the wrong
///   type, a number outside of its hard range.
package func settingValues(
  of parameters: [Parameter], named name: String, values: [[Double]], settings: [SourceFile],
  clamping: Bool = false, tables: inout GivenTables, space: (String) -> WorkingSpace
) -> (values: [[Double]], diagnostics: [Diagnostic]) {
  var values = values
  var diagnostics: [Diagnostic] = []
  for source in settings {
    var analyzer = Analyzer()
    analyzer.isSetting = true
    analyzer.clampsSettings = clamping
    defer { diagnostics += analyzer.diagnostics }
    if let index = parameter(of: source, among: parameters), parameters[index].type == .lut {
      if let position = try? tables.position(source, of: parameters[index].name, &analyzer) {
        values[index] = [Double(position)]
      }
      continue
    }
    if let (index, lanes) = writtenValue(source, of: parameters) {
      let place = SourceLocation(source, Span(0, source.text.count))
      if parameters[index].type == .text,
        let foreign = TextLanes.text(of: lanes).unicodeScalars.first(where: { $0.isTreacherous && $0 != "\n" })
      {
        analyzer.report(.foreignCharacter(foreign, at: place))
        continue
      }
      if (try? analyzer.check(lanes, for: parameters[index], at: place)) != nil { values[index] = lanes }
      continue
    }
    if let place = brokenDate(source, of: parameters) {
      analyzer.report(.notADate(at: place))
      continue
    }
    if let (parameter, place) = colorWithoutHash(source, of: parameters) {
      analyzer.report(.colorWithoutHash(at: place, parameter))
      continue
    }
    let (setting, syntaxDiagnostics) = parseSetting(source)
    diagnostics += syntaxDiagnostics
    guard syntaxDiagnostics.isEmpty else { continue }
    guard let index = parameters.firstIndex(where: { $0.name == setting.name }) else {
      let known = parameters.map { $0.name }
      let nearest = analyzer.nearest(to: setting.name, among: known)
      analyzer.report(.unknownParameter(setting, of: name, known: known, nearest: nearest))
      continue
    }
    guard parameters[index].type != .picture else {
      analyzer.report(.pictureInSetting(at: setting.value.location))
      continue
    }
    let lanes = try? analyzer.value(of: setting, parameters[index], space: space(setting.name))
    values[index] = lanes ?? values[index]
  }
  return (values, diagnostics)
}

/// The position of the parameter whose name stands before the sign; nil where none has it.
private func parameter(of source: SourceFile, among parameters: [Parameter]) -> Int? {
  guard let sign = source.text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
  let name = String(decoding: source.text[..<sign], as: UTF8.self).filter { !$0.isWhitespace }
  return parameters.firstIndex { $0.name == name }
}

/// A text or date set without quotes, which a shell removes: everything after the `=`.
private func writtenValue(_ source: SourceFile, of parameters: [Parameter]) -> (index: Int, lanes: [Double])? {
  let text = String(decoding: source.text, as: UTF8.self)
  guard let sign = text.firstIndex(of: "=") else { return nil }
  let name = text[..<sign].filter { !$0.isWhitespace }
  let value = text[text.index(after: sign)...].drop { $0.isWhitespace }
  guard let index = parameters.firstIndex(where: { $0.name == name && $0.type.isWritten }),
    !value.hasPrefix("\"")
  else { return nil }
  if parameters[index].type == .text { return (index, TextLanes.lanes(of: String(value))) }
  // Everything else is for the language to read.
  return CivilDate(String(value)).map { (index, $0.lanes) }
}

/// The place of a date set without quotes that does not exist, such as 2024-02-30.
private func brokenDate(_ source: SourceFile, of parameters: [Parameter]) -> SourceLocation? {
  guard let index = parameter(of: source, among: parameters), parameters[index].type == .date,
    let sign = source.text.firstIndex(of: UInt8(ascii: "=")),
    let start = source.text[(sign + 1)...].firstIndex(where: { $0 != UInt8(ascii: " ") }),
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source.text[start])
  else { return nil }
  return SourceLocation(source, Span(start, source.text.count))
}

/// The digits of a color set without its `#`, which starts a comment in a shell.
private func colorWithoutHash(
  _ source: SourceFile, of parameters: [Parameter]
) -> (parameter: Parameter, place: SourceLocation)? {
  let text = String(decoding: source.text, as: UTF8.self)
  guard let sign = text.firstIndex(of: "=") else { return nil }
  let name = text[..<sign].filter { !$0.isWhitespace }
  let digits = text[text.index(after: sign)...].filter { !$0.isWhitespace }
  guard let parameter = parameters.first(where: { $0.name == name && $0.type.isColor }),
    [3, 4, 6, 8].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
    digits.count > 4 || digits.contains(where: { $0.isLetter })
  else { return nil }
  let start = text.utf8.distance(from: text.startIndex, to: sign) + 1
  let blanks = text[text.index(after: sign)...].prefix { $0.isWhitespace }.utf8.count
  return (parameter, SourceLocation(source, Span(start + blanks, start + blanks + digits.count)))
}

extension Analyzer {
  /// The numbers that a setting gives a parameter.
  ///
  /// - Parameter space: what a color literal means.
  mutating func value(
    of setting: SettingSyntax, _ parameter: Parameter, space: WorkingSpace
  ) throws(Reported) -> [Double] {
    let outer = literalSpace
    literalSpace = space
    defer { literalSpace = outer }
    let place = setting.value.location
    let lanes = try lanes(of: setting.value, parameter, as: "'\(parameter.name)'")
    try check(lanes, for: parameter, at: place)
    if clampsSettings, let clamped = parameter.clamped(lanes) { return clamped }
    try checkRange(of: lanes, parameter, at: place, as: "'\(setting.name)'")
    return lanes
  }

  /// Checks that numbers are in the unit and the range of a parameter.
  mutating func checkRange(
    of lanes: [Double], _ parameter: Parameter, at place: SourceLocation, as role: String
  ) throws(Reported) {
    guard let magnitudes = parameter.magnitudes(of: lanes) else {
      throw reported(.unitsDiffer(at: place, wanted: parameter.unit ?? "no unit"))
    }
    guard let range = parameter.hardRange, !magnitudes.allSatisfy(range.contains) else { return }
    throw reported(.valueOutOfRange(at: place, parameter, range, role))
  }
}
