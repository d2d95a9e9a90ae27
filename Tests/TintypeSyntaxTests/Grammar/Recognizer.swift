import TintypeDiagnostics

@testable import TintypeSyntax

/// Says whether a text is a sentence of the grammar, from the EBNF alone: every way to read it is tried, each part of
/// the grammar at each place once.
final class Recognizer {
  private let grammar: EBNF
  private let tokens: [Token]
  private let source: SourceFile
  private let texts: [String]

  /// Where a node may end that begins at a state; a state is a place, doubled, plus 1 when a predicate has just allowed
  /// the next symbol to touch a number before it.
  private var memory: [[Int]?]

  private let begins: [BeginSet]
  private let tokenBegins: [BeginSet.Bits]

  /// Whether a text is a recipe.
  static func accepts(_ source: SourceFile) -> Bool {
    let (tokens, diagnostics, _) = Lexer.tokens(of: source)
    guard diagnostics.isEmpty else { return false }
    let recognizer = Recognizer(EBNF.tintype, tokens.dropLast(), source)
    return recognizer.accepts("recipe")
  }

  private init(_ grammar: EBNF, _ tokens: [Token], _ source: SourceFile) {
    self.grammar = grammar
    self.tokens = tokens
    self.source = source
    texts = tokens.map { source.text(in: $0.span) }
    begins = BeginSets.tintype.sets
    tokenBegins = zip(tokens, texts).map { BeginSets.tintype.bits(of: $0, $1) }
    memory = Array(repeating: nil, count: grammar.nodes.count * (tokens.count + 1) * 2)
  }

  private func accepts(_ rule: String) -> Bool {
    guard let node = grammar.rules[rule] else { return false }
    return ends(node, 0).contains(tokens.count * 2)
  }

  private func ends(_ node: Int, _ state: Int) -> [Int] {
    let key = node * (tokens.count + 1) * 2 + state
    if let known = memory[key] { return known }
    let found = mayBegin(node, at: state / 2) ? findEnds(node, state) : []
    memory[key] = found
    return found
  }

  private func mayBegin(_ node: Int, at place: Int) -> Bool {
    begins[node].isNullable || (place < tokens.count && begins[node].bits.intersects(tokenBegins[place]))
  }

  private func findEnds(_ node: Int, _ state: Int) -> [Int] {
    switch grammar.nodes[node] {
    case .terminal(let text): return symbol(state) { $0.isPlain && $1 == text }
    case .special(let text): return predicate(text, state)
    case .rule("name"): return symbol(state) { token, _ in token.kind == .identifier }
    case .rule("number"): return symbol(state) { token, _ in token.kind == .number }
    case .rule("color"): return symbol(state) { token, _ in token.kind == .color }
    case .rule("text"): return symbol(state) { token, _ in token.kind == .string }
    case .rule("head"): return symbol(state) { token, _ in token.kind == .textHead }
    case .rule("middle"): return symbol(state) { token, _ in token.kind == .textMiddle }
    case .rule("tail"): return symbol(state) { token, _ in token.kind == .textTail }
    case .rule(let name): return ends(grammar.rules[name] ?? 0, state)
    case .sequence(let parts): return sequence(parts, from: state)
    case .choice(let parts):
      var found: [Int] = []
      for part in parts { add(ends(part, state), to: &found) }
      return found
    case .optional(let part):
      var found = [state]
      add(ends(part, state), to: &found)
      return found
    case .repetition(let part): return repeated(part, from: state)
    case .times, .except: preconditionFailure("only symbols are made of these")
    }
  }

  private func sequence(_ parts: [Int], from state: Int) -> [Int] {
    var states = [state]
    for part in parts {
      var found: [Int] = []
      for state in states { add(ends(part, state), to: &found) }
      if found.isEmpty { return [] }
      states = found
    }
    return states
  }

  private func repeated(_ part: Int, from state: Int) -> [Int] {
    var found = [state]
    var next = 0
    while next < found.count {
      add(ends(part, found[next]), to: &found)
      next += 1
    }
    return found
  }

  private func add(_ states: [Int], to found: inout [Int]) {
    for state in states where !found.contains(state) { found.append(state) }
  }

  // MARK: Symbols

  private func symbol(_ state: Int, _ matches: (Token, String) -> Bool) -> [Int] {
    let place = state / 2
    guard place < tokens.count, matches(tokens[place], texts[place]) else { return [] }
    // A word or number must not touch the number before it, unless a rule says so.
    if state % 2 == 0, touches(place), tokens[place - 1].kind == .number, isWord(place) { return [] }
    return [state + 2 - state % 2]
  }

  private func isWord(_ place: Int) -> Bool {
    tokens[place].kind == .identifier || tokens[place].kind.isKeyword || tokens[place].kind == .number
  }

  private func touches(_ place: Int) -> Bool {
    place > 0 && place < tokens.count && tokens[place - 1].end == tokens[place].start
  }

  private func isOnSameLine(_ place: Int) -> Bool {
    guard place > 0, place < tokens.count else { return false }
    return !source.text[tokens[place - 1].end..<tokens[place].start].contains(UInt8(ascii: "\n"))
  }

  /// What stands between question marks.
  private func predicate(_ text: String, _ state: Int) -> [Int] {
    let place = state / 2
    switch text {
    case "touching": return touches(place) ? [state | 1] : []
    case "same line": return isOnSameLine(place) ? [state | 1] : []
    case "no unit":
      let isUnit = isOnSameLine(place) && tokens[place].isPlain && UnitWord(rawValue: texts[place]) != nil
      return isUnit ? [] : [state]
    case "no curve": return place > 0 && texts[place - 1] == "curve" ? [] : [state]
    case "no \"if\"": return place < tokens.count && texts[place] == "if" ? [] : [state]
    default: preconditionFailure("nobody knows what '\(text)' means")
    }
  }
}

extension Token {
  /// Whether its text is the symbol itself: a word, an operator, a bracket.
  fileprivate var isPlain: Bool { kind == .identifier || kind.hasOneSpelling }
}
