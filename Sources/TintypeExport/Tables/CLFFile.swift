import TintypeColor
import TintypeTables

/// The text of a file in the Common LUT Format 3 (Academy S-2014-006, 2021).
enum CLFFile {
  static func bytes(
    _ operators: [ColorOperator], of spaces: (input: InputSpace, output: InputSpace), name: String, id: String,
    _ head: [String]
  ) -> [UInt8] {
    var text: [UInt8] = []
    func line(_ words: String) { text += Array(words.utf8) + [UInt8(ascii: "\n")] }
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    line(
      "<ProcessList xmlns=\"urn:AMPAS:CLF:v3.0\" id=\"\(id)\" name=\"\(name.asXML)\" compCLFversion=\"3.0\">")
    for words in head { line("  <Description>\(words.asXML)</Description>") }
    line("  <InputDescriptor>\(spaces.input.title)</InputDescriptor>")
    line("  <OutputDescriptor>\(spaces.output.title)</OutputDescriptor>")
    for step in operators { append(step, &text) }
    line("</ProcessList>")
    return text
  }

  private static let depths = "inBitDepth=\"32f\" outBitDepth=\"32f\""

  private static func append(_ step: ColorOperator, _ text: inout [UInt8]) {
    func line(_ words: String, _ text: inout [UInt8]) { text += Array(words.utf8) + [UInt8(ascii: "\n")] }
    switch step {
    case .matrix(let rows):
      line("  <Matrix \(depths)>\n    <Array dim=\"3 4\">", &text)
      for row in rows { line("      \(shown(row.x)) \(shown(row.y)) \(shown(row.z)) \(shown(row.w))", &text) }
      line("    </Array>\n  </Matrix>", &text)
    case .power(let exponents):
      line("  <Exponent \(depths) style=\"basicFwd\">", &text)
      if exponents.x == exponents.y, exponents.y == exponents.z {
        line("    <ExponentParams exponent=\"\(shown(exponents.x))\"/>", &text)
      } else {
        for (lane, channel) in ["R", "G", "B"].enumerated() {
          line("    <ExponentParams channel=\"\(channel)\" exponent=\"\(shown(exponents[lane]))\"/>", &text)
        }
      }
      line("  </Exponent>", &text)
    case .light, .code:
      let style = if case .light = step { "monCurveMirrorFwd" } else { "monCurveMirrorRev" }
      line("  <Exponent \(depths) style=\"\(style)\">", &text)
      line("    <ExponentParams exponent=\"\(shown(MonCurve.exponent))\" offset=\"\(shown(MonCurve.offset))\"/>", &text)
      line("  </Exponent>", &text)
    case .range(let low, let high):
      line("  <Range \(depths)>", &text)
      if let low { line("    <minInValue>\(shown(low))</minInValue>", &text) }
      if let high { line("    <maxInValue>\(shown(high))</maxInValue>", &text) }
      if let low { line("    <minOutValue>\(shown(low))</minOutValue>", &text) }
      if let high { line("    <maxOutValue>\(shown(high))</maxOutValue>", &text) }
      line("  </Range>", &text)
    case .curves(let entries):
      line("  <LUT1D \(depths)>\n    <Array dim=\"\(entries.count) 3\">", &text)
      for entry in entries { append(entry, &text) }
      line("    </Array>\n  </LUT1D>", &text)
    case .cube(let stage):
      line("  <LUT3D \(depths) interpolation=\"tetrahedral\">", &text)
      line("    <Array dim=\"\(stage.edge) \(stage.edge) \(stage.edge) 3\">", &text)
      // Blue varies fastest.
      let edge = stage.edge
      for index in 0..<edge * edge * edge {
        let entry = stage.entries[index % edge * edge * edge + index / edge % edge * edge + index / edge / edge]
        append(SIMD3(Double(entry.x), Double(entry.y), Double(entry.z)), &text)
      }
      line("    </Array>\n  </LUT3D>", &text)
    }
  }

  private static func append(_ entry: SIMD3<Double>, _ text: inout [UInt8]) {
    text += Array("      ".utf8)
    for lane in 0..<3 {
      if lane > 0 { text.append(UInt8(ascii: " ")) }
      text.append(number: entry[lane], digits: 7)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// A number of an operator: the shortest text that reads back exactly.
  private static func shown(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(number)"
  }
}
