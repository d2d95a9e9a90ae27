package import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
package import TintypeLowering

/// Reads a color as a recipe writes it. `#c08060` is in display values, `rgb(0.5, 0.2, 0.1)` in the working space;
/// eight digits or `rgba(…)` include alpha.
///
/// - Returns: premultiplied red, green, blue and alpha in the look's working space; nil with diagnostics if the text is
///   not a color.
package func probedColor(_ text: String, in look: Look) -> (color: [Double]?, diagnostics: [Diagnostic]) {
  // Parses the text as the value of a parameter of that type.
  func value(_ type: ValueType) -> (color: [Double]?, diagnostics: [Diagnostic]) {
    var lookWithColor = look
    let zero = [Double](repeating: 0, count: type.width)
    lookWithColor.program.parameters = [Parameter(name: "color", type: type, defaultValue: zero)]
    let setting = SourceFile(name: "COLOR", text: "color=\(text)")
    let (values, diagnostics) = parameterValues(of: lookWithColor, settings: [setting])
    return (diagnostics.isEmpty ? values[0] : nil, diagnostics)
  }
  let opaque = value(.rgb)
  if let color = opaque.color { return (color + [1], []) }
  if let color = value(.rgba).color { return (color, []) }
  return opaque
}
