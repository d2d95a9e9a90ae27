// Searching for texts in a text. Swift has it in a module that a page does without, that of regular expressions.
extension StringProtocol {
  /// The places of another text, none of which overlaps the one before.
  package func places(of text: String) -> [Range<Index>] {
    var places: [Range<Index>] = []
    var start = startIndex
    while let end = utf8.index(start, offsetBy: text.utf8.count, limitedBy: endIndex) {
      let isPlace = !text.isEmpty && utf8[start..<end].elementsEqual(text.utf8)
      if isPlace { places.append(start..<end) }
      guard start < endIndex else { break }
      start = isPlace ? end : utf8.index(after: start)
    }
    return places
  }

  /// The text with its first letter in upper case; character by character, since a text made of any other sequence is a
  /// dynamic cast, which Embedded Swift has not.
  package var capitalizedFirst: String {
    var text = ""
    for character in self { if text.isEmpty { text = character.uppercased() } else { text.append(character) } }
    return text
  }

  /// Whether another text is part of it.
  package func mentions(_ text: String) -> Bool { !places(of: text).isEmpty }
}

extension Collection where Element: StringProtocol {
  /// Words as a name: `film` and `speed` are `filmSpeed`.
  package var inCamelCase: String {
    var name = ""
    for word in self {
      if name.isEmpty { for character in word { name.append(character) } } else { name += word.capitalizedFirst }
    }
    return name
  }
}
