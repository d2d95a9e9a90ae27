import TintypeDiagnostics

extension SyntaxTree {
  /// The tree as indented lines: `kind` for a node, `kind "text"` for a token.
  public var dump: String {
    var text = root.kind.rawValue + "\n"
    visit { depth, child in
      text += String(repeating: "  ", count: depth)
      switch child {
      case .node(let index): text += nodes[index].kind.rawValue
      case .token(let index): text += dumped(TokenSyntax(tree: self, index: index))
      }
      text += "\n"
    }
    return text
  }

  private func dumped(_ token: TokenSyntax) -> String {
    token.kind == .endOfFile ? token.kind.rawValue : "\(token.kind) \(token.text.debugDescription)"
  }

  /// Calls `body` for everything below the root, parents before children; a loop, since chains may be deep.
  private func visit(_ body: (_ depth: Int, Child) -> Void) {
    var open = [nodes[nodes.count - 1].children]
    while let range = open.last {
      guard let next = range.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1] = range.dropFirst()
      body(open.count, children[next])
      if case .node(let index) = children[next] { open.append(nodes[index].children) }
    }
  }
}
