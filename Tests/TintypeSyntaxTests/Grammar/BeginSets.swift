@testable import TintypeSyntax

/// What a node of the grammar can begin with, so that the recognizer need not try what cannot be.
struct BeginSet {
  /// A set of terminals by number, up to 128.
  struct Bits: Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func insert(_ index: Int) {
      precondition(index < 128, "more terminals than bits")
      if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index - 64) }
    }

    mutating func formUnion(_ other: Bits) {
      low |= other.low
      high |= other.high
    }

    func intersects(_ other: Bits) -> Bool { low & other.low != 0 || high & other.high != 0 }
  }

  var bits = Bits()

  /// Whether it may be empty, which a predicate always is.
  var isNullable = false
}

/// The begin sets of a whole grammar.
struct BeginSets {
  private(set) var sets: [BeginSet]
  private var numbers: [String: Int] = [:]

  static let tintype = BeginSets(.tintype)

  private init(_ grammar: EBNF) {
    sets = Array(repeating: BeginSet(), count: grammar.nodes.count)
    for name in EBNF.symbolRules.sorted() { numbers["? \(name)"] = numbers.count }
    for case .terminal(let text) in grammar.nodes where numbers[text] == nil {
      numbers[text] = numbers.count
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for node in grammar.nodes.indices {
        let set = set(of: node, grammar)
        if set.bits != sets[node].bits || set.isNullable != sets[node].isNullable {
          sets[node] = set
          hasChanged = true
        }
      }
    }
  }

  /// The terminals a token can be.
  func bits(of token: Token, _ text: String) -> BeginSet.Bits {
    var bits = BeginSet.Bits()
    if token.kind == .identifier || token.kind.hasOneSpelling, let number = numbers[text] { bits.insert(number) }
    let rule: String? =
      switch token.kind {
      case .identifier: "name"
      case .number: "number"
      case .color: "color"
      case .string: "text"
      case .textHead: "head"
      case .textMiddle: "middle"
      case .textTail: "tail"
      default: nil
      }
    if let rule, let number = numbers["? \(rule)"] { bits.insert(number) }
    return bits
  }

  private func set(of node: Int, _ grammar: EBNF) -> BeginSet {
    var result = BeginSet()
    switch grammar.nodes[node] {
    case .terminal(let text): result.bits.insert(numbers[text] ?? 0)
    case .special: result.isNullable = true
    case .rule(let name):
      if let number = numbers["? \(name)"] {
        result.bits.insert(number)
      } else {
        result = sets[grammar.rules[name] ?? 0]
      }
    case .sequence(let parts):
      result.isNullable = true
      for part in parts where result.isNullable {
        result.bits.formUnion(sets[part].bits)
        result.isNullable = sets[part].isNullable
      }
    case .choice(let parts):
      for part in parts {
        result.bits.formUnion(sets[part].bits)
        result.isNullable = result.isNullable || sets[part].isNullable
      }
    case .optional(let part), .repetition(let part):
      result = sets[part]
      result.isNullable = true
    case .times(_, let part), .except(let part, _): result = sets[part]
    }
    return result
  }
}
