extension Diagnostic {
  /// The diagnostic as one JSON object on one line, for editors and scripts.
  ///
  /// ```
  /// {"code":"unknown-name","severity":"error","message":"…","primary":{PLACE,"label":"…"},
  ///  "related":[{PLACE,"label":"…"}],"notes":["…"],
  ///  "fixes":[{"text":"…",PLACE,"replacement":"…","applicability":"safe"}]}
  /// PLACE: "file":"…","start":{"offset":12,"line":2,"column":3},"end":{…}
  /// ```
  /// Offsets are UTF-8 bytes from 0, lines and columns count from 1, a column is a Unicode scalar.
  public var json: String {
    let related = self.related.map { "{\(place($0.location)),\"label\":\(quoted($0.text))}" }
    let fixes = fixIts.map {
      """
      {"text":\(quoted($0.text)),\(place($0.location)),"replacement":\(quoted($0.replacement)),\
      "applicability":\(quoted($0.applicability.rawValue))}
      """
    }
    return """
      {"code":\(quoted(code)),"severity":\(quoted(severity.rawValue)),"message":\(quoted(message)),\
      "primary":{\(place(primary.location)),"label":\(quoted(primary.text))},\
      "related":[\(related.joined(separator: ","))],"notes":[\(notes.map(quoted).joined(separator: ","))],\
      "fixes":[\(fixes.joined(separator: ","))]}
      """
  }

  private func place(_ location: SourceLocation) -> String {
    let table = LineTable(location.file)
    func point(_ offset: Int) -> String {
      let (line, column) = table.position(of: offset)
      let written = max(offset - location.file.preambleBytes, 0)
      return "{\"offset\":\(written),\"line\":\(line),\"column\":\(column)}"
    }
    return """
      "file":\(quoted(location.file.name)),"start":\(point(location.span.start)),"end":\(point(location.span.end))
      """
  }

  /// A JSON string (RFC 8259): quotes, backslashes and control characters escaped.
  private func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\u{0}"..<" ":
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
