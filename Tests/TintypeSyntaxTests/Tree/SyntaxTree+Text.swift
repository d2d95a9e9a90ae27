import TintypeDiagnostics

@testable import TintypeSyntax

extension SyntaxTree {
  /// The tree's text again: leading trivia and text of every token, in tree order.
  var printed: [UInt8] {
    var bytes: [UInt8] = []
    var open = [root.children[...]]
    while let child = open.last?.first {
      open[open.count - 1].removeFirst()
      switch child {
      case .node(let node): open.append(node.children[...])
      case .token(let token): bytes += source.text[token.leadingTriviaSpan.start..<token.span.end]
      }
      while open.last?.isEmpty == true { open.removeLast() }
    }
    return bytes
  }
}
