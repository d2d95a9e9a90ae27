import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeSyntax

/// Rewrites a recipe with the same tokens and different trivia.
struct Mangling {
  let stream: TokenStream
  private let source: SourceFile
  private let trivia: [ArraySlice<UInt8>]
  private let joined: Set<Int>

  init(_ sample: RecipeSample) {
    source = sample.source
    let tree = parse(source).tree
    stream = TokenStream(tree)
    trivia = Mangling.trivia(of: tree.root)
    joined = Mangling.joined(in: stream.root)
  }

  /// Random spaces, line breaks and comments anywhere; existing comments remain.
  func anything(using random: inout SplitMix64) -> SourceFile {
    text { token in
      var text: [UInt8] = token == 0 && stream.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
      for comment in stream.trivia[token].comments { text += space(using: &random) + comment.text + [lineEnd] }
      while Int.random(in: 0..<12, using: &random) == 0 {
        let slashes = Bool.random(using: &random) ? "//" : "///"
        text += space(using: &random) + Array("\(slashes) \(Int.random(in: 0..<100, using: &random))\n".utf8)
      }
      text += space(using: &random)
      return text.isEmpty && !mayJoin(token) ? [UInt8(ascii: " ")] : text
    }
  }

  /// Random spaces and line breaks where they do not matter: not where the author breaks a bracket or a pipe, leaves a
  /// blank line, or writes a comment.
  func withInsignificantChanges(using random: inout SplitMix64) -> SourceFile {
    text { token in
      let between = stream.trivia[token]
      if token == 0 || !between.comments.isEmpty || between.containsBlankLine { return Array(trivia[token]) }
      let spaces = Array(repeating: UInt8(ascii: " "), count: Int.random(in: 0...3, using: &random))
      let breaks = keepsOpen(token) ? between.startsLine : Int.random(in: 0..<4, using: &random) == 0
      let new = (breaks ? [lineEnd] : []) + spaces
      return new.isEmpty && !mayJoin(token) ? [UInt8(ascii: " ")] : new
    }
  }

  private func text(_ trivia: (Int) -> [UInt8]) -> SourceFile {
    var text: [UInt8] = []
    for (index, token) in stream.tokens.enumerated() {
      text += (joined.contains(index) ? Array(self.trivia[index]) : trivia(index)) + token.text
    }
    return SourceFile(name: source.name, text: text)
  }

  private func space(using random: inout SplitMix64) -> [UInt8] {
    let choices = ["", "", " ", " ", "   ", "\t", "\n", "\n    ", " \n\n\n  ", "\r\n"]
    return Array(choices[Int.random(in: choices.indices, using: &random)].utf8)
  }

  private var lineEnd: UInt8 { UInt8(ascii: "\n") }

  private func mayJoin(_ token: Int) -> Bool {
    let separators: Set<TokenKind> = [
      .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .comma, .colon, .endOfFile,
    ]
    return token == 0 || separators.contains(stream.tokens[token].kind)
      || separators.contains(stream.tokens[token - 1].kind)
  }

  private func keepsOpen(_ token: Int) -> Bool {
    let openers: Set<TokenKind> = [.leftParenthesis, .leftBracket, .leftBrace, .pipe]
    return openers.contains(stream.tokens[token - 1].kind) || stream.tokens[token].kind == .pipe
  }

  /// The trivia before each token, as written.
  private static func trivia(of node: Syntax) -> [ArraySlice<UInt8>] {
    node.children.flatMap { child in
      switch child {
      case .node(let node): return trivia(of: node)
      case .token(let token):
        let span = token.leadingTriviaSpan
        return [token.tree.source.text[span.start..<span.end]]
      }
    }
  }

  /// Tokens that must stay adjacent to the previous one: parts of a header word and the unit of a number.
  private static func joined(in group: Group) -> Set<Int> {
    if group.kind == .word || group.kind.rawValue == "quantity" { return Set(group.tokens.dropFirst()) }
    // An index touches its list.
    let opener = group.kind == .subscripted ? group.parts.dropFirst().first?.first : nil
    return group.parts.reduce(into: Set([opener].compactMap { $0 })) { $0.formUnion($1.group.map(joined) ?? []) }
  }
}
