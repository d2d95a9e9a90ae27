public import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
public import TintypeLowering

/// Reads a color as a recipe writes it: `#c08060` is what a screen shows, `rgb(0.5, 0.2, 0.1)` are numbers of the working
/// space, eight digits or `rgba(…)` have an alpha.
///
/// - Returns: red, green, blue and alpha in the look's working space, alpha multiplied in; nil with the reasons in the
///   diagnostics when the text is no color.
public func probedColor(_ text: String, in look: Look) -> (color: [Double]?, diagnostics: [Diagnostic]) {
  // A color is read by whoever reads settings, as if the look had a parameter of that type.
  func value(_ type: ValueType) -> (color: [Double]?, diagnostics: [Diagnostic]) {
    var asking = look
    let nothing = [Double](repeating: 0, count: type.width)
    asking.program.parameters = [Parameter(name: "color", type: type, defaultValue: nothing)]
    let setting = SourceFile(name: "COLOR", text: "color=\(text)")
    let (values, diagnostics) = parameterValues(of: asking, settings: [setting])
    return (diagnostics.isEmpty ? values[0] : nil, diagnostics)
  }
  let opaque = value(.rgb)
  if let color = opaque.color { return (color + [1], []) }
  if let color = value(.rgba).color { return (color, []) }
  return opaque
}
