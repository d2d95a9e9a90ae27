/// Wraps text at spaces, by default for a terminal of 80 columns. Longer words are not broken.
func wrappedText(_ text: String, indent: String = "", width: Int = 80) -> [String] {
  let width = width - indent.count
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= width {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines.map { indent + $0 }
}
