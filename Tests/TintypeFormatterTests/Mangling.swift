import TintypeDiagnostics
import TintypeSyntax
import TintypeTestSupport

@testable import TintypeFormatter

/// Writes a recipe anew with the same tokens and other things between them.
struct Mangling {
  let tokens: TokenStream
  private let source: SourceFile
  private let gaps: [ArraySlice<UInt8>]
  private let joined: Set<Int>

  init(_ sample: RecipeSample) {
    source = sample.source
    let tree = parse(source).tree
    tokens = TokenStream(tree)
    gaps = Mangling.gaps(of: tree.root)
    joined = Mangling.joined(in: tokens.root)
  }

  /// Any spaces, line ends and comments at any place; the comments that were there remain.
  func anything(using random: inout SplitMix64) -> SourceFile {
    text { word in
      var gap: [UInt8] = word == 0 && tokens.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
      for comment in tokens.gaps[word].comments { gap += space(using: &random) + comment.text + [lineEnd] }
      while Int.random(in: 0..<12, using: &random) == 0 {
        let slashes = Bool.random(using: &random) ? "//" : "///"
        gap += space(using: &random) + Array("\(slashes) \(Int.random(in: 0..<100, using: &random))\n".utf8)
      }
      gap += space(using: &random)
      return gap.isEmpty && !mayJoin(word) ? [UInt8(ascii: " ")] : gap
    }
  }

  /// Other spaces and line ends wherever they say nothing: not where an author opens a bracket or a pipe, sets things
  /// apart by a blank line, or writes a comment.
  func whatSaysNothing(using random: inout SplitMix64) -> SourceFile {
    text { word in
      let gap = tokens.gaps[word]
      if word == 0 || !gap.comments.isEmpty || gap.holdsBlankLine { return Array(gaps[word]) }
      let spaces = Array(repeating: UInt8(ascii: " "), count: Int.random(in: 0...3, using: &random))
      let breaks = saysOpen(word) ? gap.endsLine : Int.random(in: 0..<4, using: &random) == 0
      let new = (breaks ? [lineEnd] : []) + spaces
      return new.isEmpty && !mayJoin(word) ? [UInt8(ascii: " ")] : new
    }
  }

  private func text(_ gap: (Int) -> [UInt8]) -> SourceFile {
    var text: [UInt8] = []
    for (index, word) in tokens.words.enumerated() {
      text += (joined.contains(index) ? Array(gaps[index]) : gap(index)) + word.text
    }
    return SourceFile(name: source.name, text: text)
  }

  private func space(using random: inout SplitMix64) -> [UInt8] {
    let choices = ["", "", " ", " ", "   ", "\t", "\n", "\n    ", " \n\n\n  ", "\r\n"]
    return Array(choices[Int.random(in: choices.indices, using: &random)].utf8)
  }

  private var lineEnd: UInt8 { UInt8(ascii: "\n") }

  private func mayJoin(_ word: Int) -> Bool {
    let loners: Set<TokenKind> = [
      .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .comma, .colon, .endOfFile,
    ]
    return word == 0 || loners.contains(tokens.words[word].kind) || loners.contains(tokens.words[word - 1].kind)
  }

  private func saysOpen(_ word: Int) -> Bool {
    let openers: Set<TokenKind> = [.leftParenthesis, .leftBracket, .leftBrace, .pipe]
    return openers.contains(tokens.words[word - 1].kind) || tokens.words[word].kind == .pipe
  }

  /// What lies before each token, as written.
  private static func gaps(of node: Syntax) -> [ArraySlice<UInt8>] {
    node.children.flatMap { child in
      switch child {
      case .node(let node): return gaps(of: node)
      case .token(let token):
        let span = token.leadingTriviaSpan
        return [token.tree.source.text[span.start..<span.end]]
      }
    }
  }

  /// Tokens that belong to the token before them: the parts of a header's word and the unit of a number.
  private static func joined(in group: Group) -> Set<Int> {
    if group.kind == .word || group.kind.rawValue == "quantity" { return Set(group.words.dropFirst()) }
    return group.parts.reduce(into: []) { $0.formUnion($1.group.map(joined) ?? []) }
  }
}
