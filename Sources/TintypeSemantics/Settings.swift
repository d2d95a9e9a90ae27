public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// The value of each parameter of a look under some settings.
///
/// - Parameters:
///   - look: whose parameters.
///   - variant: one of its variants, whose values count where nothing is set.
///   - settings: texts such as `exposure=0.5`; of two for one parameter the later counts. Each may have a file name that
///     says where it comes from, for example `--set`.
/// - Returns: a value for each parameter, one number a lane (defaults where nothing was set), and what is wrong with the
///   settings: an unknown name, a value of the wrong type, a number outside of its hard range.
public func parameterValues(
  of look: Look, variant: LookVariant? = nil, settings: [SourceFile]
) -> (values: [[Double]], diagnostics: [Diagnostic]) {
  var values = look.parameters.map { variant?.values[$0.name] ?? $0.defaultValue }
  var diagnostics: [Diagnostic] = []
  for source in settings {
    if let (index, lanes) = writtenValue(source, of: look) {
      var checker = Checker()
      if let lanes = checker.checked(
        lanes, for: look.parameters[index], at: SourceLocation(source, Span(0, source.text.count)))
      {
        values[index] = lanes
      }
      diagnostics += checker.diagnostics
      continue
    }
    let (setting, syntaxDiagnostics) = parseSetting(source)
    diagnostics += syntaxDiagnostics
    guard syntaxDiagnostics.isEmpty else { continue }
    guard let index = look.parameters.firstIndex(where: { $0.name == setting.name }) else {
      diagnostics.append(.unknownParameter(setting, of: look.name, known: look.parameters.map(\.name)))
      continue
    }
    guard look.parameters[index].type != .lut else {
      diagnostics.append(.tableInSetting(at: setting.value.location))
      continue
    }
    var checker = Checker()
    checker.isSetting = true
    let space = look.foreignSpaces[setting.name] ?? look.header.workingSpace
    if let lanes = checker.value(of: setting, look.parameters[index], space: space) {
      values[index] = lanes
    }
    diagnostics += checker.diagnostics
  }
  return (values, diagnostics)
}

/// A text or date that is set without quotes, which a shell takes away: everything behind the sign.
private func writtenValue(_ source: SourceFile, of look: Look) -> (index: Int, lanes: [Double])? {
  let text = String(decoding: source.text, as: UTF8.self)
  guard let sign = text.firstIndex(of: "=") else { return nil }
  let name = text[..<sign].filter { !$0.isWhitespace }
  let value = text[text.index(after: sign)...].drop { $0.isWhitespace }
  guard let index = look.parameters.firstIndex(where: { $0.name == name && $0.type.isWritten }),
    !value.hasPrefix("\"")
  else { return nil }
  if look.parameters[index].type == .text { return (index, TextLanes.lanes(of: String(value))) }
  // Everything else is for the language to read.
  return CivilDate(String(value)).map { (index, $0.lanes) }
}

extension Checker {
  /// The numbers that a setting gives a parameter; nil when that was reported.
  ///
  /// - Parameter space: what a color literal means.
  mutating func value(of setting: SettingSyntax, _ parameter: Parameter, space: WorkingSpace) -> [Double]? {
    let outer = literalSpace
    literalSpace = space
    defer { literalSpace = outer }
    let lanes =
      parameter.type == .choice
      ? choice(setting.value, of: parameter).map { [$0] }
      : number(setting.value, parameter.type, as: "'\(parameter.name)'")
    guard let lanes else { return nil }
    if parameter.type == .text { return checked(lanes, for: parameter, at: setting.value.location) }
    guard let magnitudes = parameter.magnitudes(of: lanes) else {
      report(.unitsDiffer(at: setting.value.location, wanted: parameter.unit ?? "no unit"))
      return nil
    }
    if let range = parameter.hardRange, !magnitudes.allSatisfy(range.contains) {
      report(.valueOutOfRange(setting, parameter, range))
      return nil
    }
    return lanes
  }
}
