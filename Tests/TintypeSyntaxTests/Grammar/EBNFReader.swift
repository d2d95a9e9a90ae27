/// Reads the notation of ISO/IEC 14977. What is no grammar traps: the text is ours.
struct EBNFReader {
  private let text: [Character]
  private var position = 0
  private var result = EBNF()

  init(_ text: String) { self.text = Array(text) }

  /// { name, "=", alternatives, ";" }
  mutating func grammar() -> EBNF {
    skipBlanks()
    while position < text.count {
      let name = word()
      expect("=")
      let node = alternatives()
      expect(";")
      precondition(result.rules[name] == nil, "two rules for \(name)")
      result.rules[name] = node
      result.order.append(name)
    }
    for case .rule(let name) in result.nodes { precondition(result.rules[name] != nil, "no rule for \(name)") }
    return result
  }

  private mutating func alternatives() -> Int {
    var parts = [sequence()]
    while take("|") { parts.append(sequence()) }
    return parts.count == 1 ? parts[0] : add(.choice(parts))
  }

  private mutating func sequence() -> Int {
    var parts = [term()]
    while take(",") { parts.append(term()) }
    return parts.count == 1 ? parts[0] : add(.sequence(parts))
  }

  private mutating func term() -> Int {
    let part = factor()
    return take("-") ? add(.except(part, factor())) : part
  }

  private mutating func factor() -> Int {
    guard let digit = next.wholeNumberValue else { return primary() }
    position += 1
    skipBlanks()
    expect("*")
    return add(.times(digit, primary()))
  }

  private mutating func primary() -> Int {
    switch next {
    case "\"", "'": return add(.terminal(quoted()))
    case "?": return add(.special(quoted().trimmed))
    default: break
    }
    if take("(") { return closed(by: ")") }
    if take("[") { return add(.optional(closed(by: "]"))) }
    if take("{") { return add(.repetition(closed(by: "}"))) }
    return add(.rule(word()))
  }

  private mutating func closed(by closer: Character) -> Int {
    let node = alternatives()
    expect(closer)
    return node
  }

  private mutating func add(_ node: EBNF.Node) -> Int {
    result.nodes.append(node)
    return result.nodes.count - 1
  }

  // MARK: Characters

  private var next: Character { position < text.count ? text[position] : "\0" }

  private mutating func quoted() -> String {
    let quote = next
    guard let end = text[(position + 1)...].firstIndex(of: quote) else { preconditionFailure("no closing \(quote)") }
    defer {
      position = end + 1
      skipBlanks()
    }
    return String(text[(position + 1)..<end])
  }

  private mutating func word() -> String {
    let start = position
    while next.isLetter { position += 1 }
    precondition(position > start, "a word is missing at \(position)")
    defer { skipBlanks() }
    return String(text[start..<position])
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    skipBlanks()
    return true
  }

  private mutating func expect(_ character: Character) {
    precondition(take(character), "\(character) is missing before \(String(text[position...].prefix(20)))")
  }

  /// Spaces, line ends and comments.
  private mutating func skipBlanks() {
    while position < text.count {
      if next.isWhitespace {
        position += 1
      } else if next == "(", position + 1 < text.count, text[position + 1] == "*" {
        while !(next == "*" && text[position + 1] == ")") { position += 1 }
        position += 2
      } else {
        return
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    split(separator: " ").joined(separator: " ")
  }
}
