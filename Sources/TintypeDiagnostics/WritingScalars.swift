extension String {
  /// The text with some Unicode scalars written otherwise, for another language's syntax.
  ///
  /// `replacing` compares whole characters: it misses a quote with an accent behind it, which is another character to
  /// Swift and a quote to everybody else.
  public func writing(_ spellings: [Unicode.Scalar: String]) -> String {
    guard unicodeScalars.contains(where: { spellings[$0] != nil }) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let spelling = spellings[scalar] { text += spelling.unicodeScalars } else { text.append(scalar) }
    }
    return String(text)
  }

  /// The text between double quotes as most languages read it, and Tintype's: control characters are escaped for
  /// display, quotes and backslashes by a backslash.
  public var quotedForDisplay: String { "\"" + escapedForDisplay.writing(["\\": "\\\\", "\"": "\\\""]) + "\"" }
}
