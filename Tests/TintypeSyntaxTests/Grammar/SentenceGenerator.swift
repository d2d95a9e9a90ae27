import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// Makes sentences from the EBNF alone.
struct SentenceGenerator {
  private let grammar = EBNF.tintype
  private let depths = SentenceGenerator.leastDepths(of: .tintype)
  private var random: SplitMix64
  private var symbols: [Sentence.Symbol] = []

  /// The number of values in texts that are open.
  private var openValues = 0

  /// How the next symbol may stand, as the predicates before it say.
  private var next: Separation = .free

  /// From this many symbols on only what is needed is added.
  private var enough = 0

  private enum Separation { case free, touching, sameLine, noUnit }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A recipe, with spaces, line ends and comments anywhere.
  mutating func recipe() -> Sentence {
    symbols = []
    openValues = 0
    next = .free
    enough = Int.random(in: 2...60, using: &random)
    derive(grammar.rules["recipe"] ?? 0)
    return Sentence(symbols)
  }

  private var hasEnough: Bool { symbols.count >= enough }

  private mutating func derive(_ node: Int) {
    switch grammar.nodes[node] {
    case .terminal(let text): append(text)
    case .rule(let name) where EBNF.symbolRules.contains(name):
      append(symbol(name))
    case .rule("written"):
      // Values are short and have no line ends.
      let wanted = enough
      (enough, openValues) = (0, openValues + 1)
      derive(grammar.rules["written"] ?? 0)
      (enough, openValues) = (wanted, openValues - 1)
    case .rule(let name): derive(grammar.rules[name] ?? 0)
    case .special(let text): obey(text)
    case .sequence(let parts): deriveSequence(parts)
    case .choice(let parts): derive(affordable(parts))
    case .optional(let part):
      if !hasEnough, Bool.random(using: &random) { derive(part) }
    case .repetition(let part):
      let isTop = node == topRepetition
      while !hasEnough, isTop || Int.random(in: 0..<5, using: &random) < 2 { derive(part) }
    case .times, .except: preconditionFailure("only symbols are made of these")
    }
  }

  private mutating func deriveSequence(_ parts: [Int]) {
    for (index, part) in parts.enumerated() {
      guard index > 0, grammar.nodes[parts[index - 1]] == .special("no \"if\"") else {
        derive(part)
        continue
      }
      // Until one comes that does not begin with "if", nor goes on with the expression of the statement before it.
      let start = (symbols, next)
      let excluded: Set = symbols.last?.text == "{" ? ["if"] : ["if", "+", "-", "(", "[", "."]
      repeat {
        (symbols, next) = start
        derive(part)
      } while excluded.contains(symbols[start.0.count].text)
    }
  }

  /// An alternative; of those that end soonest once there is enough.
  private mutating func affordable(_ parts: [Int]) -> Int {
    let least = parts.map { depths[$0] }.min() ?? 0
    let open = hasEnough ? parts.filter { depths[$0] == least } : parts
    return open.randomElement(using: &random) ?? parts[0]
  }

  /// `{ declaration }`, which goes on until there is enough.
  private var topRepetition: Int? {
    guard case .sequence(let parts) = grammar.rules["recipe"].map({ grammar.nodes[$0] }) else { return nil }
    return parts.last
  }

  private mutating func obey(_ predicate: String) {
    switch predicate {
    case "touching": next = .touching
    case "same line": next = .sameLine
    case "no unit": next = .noUnit
    case "no \"if\"": break
    case "no curve": if symbols.last?.text == "curve" { symbols[symbols.count - 1].text = "curves" }
    default: preconditionFailure("nobody knows what '\(predicate)' means")
    }
  }

  // MARK: Symbols

  private mutating func append(_ text: String) {
    symbols.append(.init(text: text, before: separation(before: text)))
    next = .free
  }

  private mutating func separation(before text: String) -> String {
    let previous = symbols.last?.text ?? ""
    switch next {
    case .touching: return ""
    case .sameLine: return ["", " ", "\t  "].randomElement(using: &random) ?? ""
    case .noUnit where UnitWord(rawValue: text) != nil: return "\n"
    case .free where openValues > 0: return " "
    case .free, .noUnit:
      let mayTouch = symbols.isEmpty || standApart(previous, text)
      if mayTouch, Int.random(in: 0..<3, using: &random) == 0 { return "" }
      return [" ", " ", " ", "\t", "\n", "\r\n  ", " // a, remark\n", "\n/// A document.\n"]
        .randomElement(using: &random) ?? " "
    }
  }

  /// Whether two symbols remain two without anything between them.
  private func standApart(_ a: String, _ b: String) -> Bool {
    let source = SourceFile(name: "", text: a + b)
    let (tokens, diagnostics, _) = Lexer.tokens(of: source)
    guard diagnostics.isEmpty, tokens.dropLast().map({ source.text(in: $0.span) }) == [a, b] else { return false }
    return tokens[0].kind != .number || !isNameByte(Array(b.utf8)[0])
  }

  private mutating func symbol(_ rule: String) -> String {
    if rule == "name", Bool.random(using: &random) {
      return Sentence.words.randomElement(using: &random) ?? ""
    }
    while true {
      let text = characters(grammar.rules[rule] ?? 0)
      // A limit, not a rule: a number has to fit into what holds it. A keyword is what a name is not.
      if rule == "number" ? numberValue(text) != nil : keywordKinds[text] == nil { return text }
    }
  }

  private mutating func characters(_ node: Int) -> String {
    switch grammar.nodes[node] {
    case .terminal(let text): return text
    case .rule(let name): return characters(grammar.rules[name] ?? 0)
    case .special(let text): return String(Self.samples[text]?.randomElement(using: &random) ?? "?")
    case .sequence(let parts): return parts.map { characters($0) }.joined()
    case .choice(let parts): return characters(parts.randomElement(using: &random) ?? 0)
    case .optional(let part): return Bool.random(using: &random) ? characters(part) : ""
    case .repetition(let part):
      var text = ""
      while Int.random(in: 0..<3, using: &random) > 0 { text += characters(part) }
      return text
    case .times(let count, let part): return (0..<count).map { _ in characters(part) }.joined()
    case .except(let part, _): return characters(part)
    }
  }

  private static let samples: [String: String] = [
    "a to z, A to Z or _": "abefhxyzABEFXYZ_",
    "0 to 9": "0123456789",
    "a to f or A to F": "abcdefABCDEF",
    #"any character but ", \, controls other than tab, and bidirectional controls"#: "ab 1/#{}\té–“光",
  ]

  /// The least number of rules each node needs to become symbols.
  private static func leastDepths(of grammar: EBNF) -> [Int] {
    var depths = Array(repeating: 1_000, count: grammar.nodes.count)
    for _ in 0..<100 {
      for node in grammar.nodes.indices {
        depths[node] =
          switch grammar.nodes[node] {
          case .terminal, .special, .optional, .repetition: 0
          case .rule(let name) where EBNF.symbolRules.contains(name): 0
          case .rule(let name): min(1_000, depths[grammar.rules[name] ?? 0] + 1)
          case .sequence(let parts): parts.map { depths[$0] }.max() ?? 0
          case .choice(let parts): parts.map { depths[$0] }.min() ?? 0
          case .times(_, let part), .except(let part, _): depths[part]
          }
      }
    }
    return depths
  }
}
