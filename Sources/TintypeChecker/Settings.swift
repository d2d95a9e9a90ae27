public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// The value of each parameter of a look under some settings.
///
/// - Parameters:
///   - look: whose parameters.
///   - settings: texts such as `exposure=0.5`; of two for one parameter the later counts. Each may have a file name that
///     says where it comes from, for example `--set`.
/// - Returns: a value for each parameter, one number a lane (defaults where nothing was set), and what is wrong with the
///   settings: an unknown name, a value of the wrong type, a number outside of its hard range.
public func parameterValues(
  of look: Look, settings: [SourceFile]
) -> (values: [[Double]], diagnostics: [Diagnostic]) {
  var values = look.parameters.map(\.defaultValue)
  var diagnostics: [Diagnostic] = []
  for source in settings {
    let (setting, syntaxDiagnostics) = parseSetting(source)
    diagnostics += syntaxDiagnostics
    guard syntaxDiagnostics.isEmpty else { continue }
    let name = setting.path.map(\.text).joined(separator: ".")
    guard let index = look.parameters.firstIndex(where: { $0.name == name }) else {
      diagnostics.append(.unknownParameter(setting, of: look))
      continue
    }
    guard look.parameters[index].type != .lut else {
      diagnostics.append(.tableInSetting(at: setting.value.location))
      continue
    }
    var checker = Checker()
    checker.isSetting = true
    checker.header.workingSpace = look.header.workingSpace
    let parameter = look.parameters[index]
    let lanes =
      parameter.type == .choice
      ? checker.choice(setting.value, of: parameter).map { [$0] }
      : checker.number(setting.value, parameter.type, as: "'\(name)'")
    diagnostics += checker.diagnostics
    guard let lanes else { continue }
    guard let magnitudes = parameter.magnitudes(of: lanes) else {
      diagnostics.append(.unitsDiffer(at: setting.value.location, wanted: parameter.unit ?? "no unit"))
      continue
    }
    if let range = parameter.hardRange, !magnitudes.allSatisfy(range.contains) {
      diagnostics.append(.valueOutOfRange(setting, parameter, range))
    } else {
      values[index] = lanes
    }
  }
  return (values, diagnostics)
}
