import TintypeDiagnostics
import TintypeSyntax

/// A number as recipes write it: the shortest that reads back.
package func written(_ number: Double) -> String {
  number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(number)"
}

/// A number for each channel: one, where all are equal.
func written(_ channels: [Double]) -> String {
  if Set(channels).count == 1 { return written(channels[0]) }
  return writtenColor(channels)
}

/// A color.
package func writtenColor(_ channels: [Double]) -> String { "rgb(\(channels.map(written).joined(separator: ", ")))" }

/// A text of at most 200 characters between quotes, without what could leave them.
package func writtenText(_ text: String) -> String {
  String(text.prefix(200)).quotedForDisplay
}

/// Comments, a line each.
package func comments(_ lines: [String], mark: String = "//") -> String {
  lines.map { "\(mark) \($0.escapedForDisplay.prefix(400))\n" }.joined()
}

/// A recipe in the form that `tintype fmt` gives it.
package func formattedRecipe(_ text: String) -> [UInt8] {
  formatted(parse(SourceFile(name: "recipe", text: text)).tree)
}
