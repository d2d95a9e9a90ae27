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

  /// Whether another text is part of it.
  package func mentions(_ text: String) -> Bool { !places(of: text).isEmpty }
}
