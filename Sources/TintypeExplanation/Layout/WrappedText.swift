/// Words on lines that fit a terminal of 80 columns; a longer word has a line of its own.
func wrappedText(_ text: String, indent: String = "") -> [String] {
  let width = 80 - indent.count
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
