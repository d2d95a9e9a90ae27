import TintypeTestSupport

/// A grammar in the notation of ISO/IEC 14977: rules by name, their right sides as nodes of one flat array.
struct EBNF {
  /// A node; its parts are indices of other nodes.
  enum Node: Hashable {
    /// A name, which another rule explains.
    case rule(String)
    /// `"…"`
    case terminal(String)
    /// `? … ?`
    case special(String)
    /// `a, b`
    case sequence([Int])
    /// `a | b`
    case choice([Int])
    /// `[ a ]`
    case optional(Int)
    /// `{ a }`
    case repetition(Int)
    /// `3 * a`
    case times(Int, Int)
    /// `a - b`
    case except(Int, Int)
  }

  var nodes: [Node] = []

  /// The node on each rule's right side.
  var rules: [String: Int] = [:]

  /// The rules in the order of the text.
  var order: [String] = []

  /// The grammar of recipes.
  static let tintype: EBNF = {
    let path = TestFiles.packageRoot + "/Grammar/tintype.ebnf"
    var reader = EBNFReader(String(decoding: TestFiles.bytes(of: path) ?? [], as: UTF8.self))
    return reader.grammar()
  }()

  /// Rules that explain one symbol of the text, character by character; all others explain sequences of symbols.
  static let symbolRules: Set = ["name", "number", "color", "text", "head", "middle", "tail"]

  /// The rules a rule is explained with, directly or not, and itself.
  func reachable(from start: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [start]
    while let name = waiting.popLast() {
      guard found.insert(name).inserted, let node = rules[name] else { continue }
      waiting += names(below: node)
    }
    return found
  }

  /// The terminals of a rule's right side and of all rules it needs, without those of symbols.
  func terminals(from start: String) -> Set<String> {
    let names = reachable(from: start)
    let syntactic = names.filter { name in !Self.symbolRules.contains { reachable(from: $0).contains(name) } }
    return Set(syntactic.compactMap { rules[$0] }.flatMap(terminals))
  }

  /// The terminals below a node, rules not followed.
  func terminals(below node: Int) -> [String] {
    if case .terminal(let text) = nodes[node] { return [text] }
    return parts(of: node).flatMap(terminals)
  }

  private func names(below node: Int) -> [String] {
    if case .rule(let name) = nodes[node] { return [name] }
    return parts(of: node).flatMap(names)
  }

  private func parts(of node: Int) -> [Int] {
    switch nodes[node] {
    case .rule, .terminal, .special: []
    case .sequence(let parts), .choice(let parts): parts
    case .optional(let part), .repetition(let part), .times(_, let part): [part]
    case .except(let part, let other): [part, other]
    }
  }
}
