import TintypeDiagnostics
import TintypeTables

/// The bytes of a `.cube` file: Adobe's Cube LUT Specification 1.0, and Resolve's form of it for two stages.
enum CubeFile {
  /// The specification allows 250 bytes. FFmpeg reads 511 at a time and takes the rest for a line of its own.
  private static let longestLine = 250

  /// - Parameter operators: curves, a cube, or both in this order.
  static func bytes(_ operators: [ColorOperator], title: String, _ head: [String]) -> [UInt8] {
    var text: [UInt8] = []
    func line(_ words: String) { text += Array(words.utf8) + [UInt8(ascii: "\n")] }
    // Escaping makes a text longer, and `asComment` by a mark, a space and a dot.
    for words in head.flatMap({ $0.escapedForDisplay.inLines(of: longestLine - 3) }) { line(words.asComment("#")) }
    // Resolve's form has no title, and OpenColorIO refuses one.
    if operators.count == 1 {
      line("TITLE " + (title.escapedForDisplay.inLines(of: longestLine - 8).first ?? "").asPlainLiteral)
    }
    var entries: [SIMD3<Double>] = []
    for step in operators {
      switch step {
      case .curves(let curves):
        line("LUT_1D_SIZE \(curves.count)")
        entries += curves
      case .cube(let stage):
        line("LUT_3D_SIZE \(stage.edge)")
        entries += stage.entries.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
      case .matrix, .power, .light, .code, .range: preconditionFailure("a .cube file holds curves and a cube")
      }
    }
    for entry in entries {
      for lane in 0..<3 {
        if lane > 0 { text.append(UInt8(ascii: " ")) }
        text.append(number: entry[lane], digits: 6)
      }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
