extension SyntaxTree {
  /// The tree as indented lines: `kind` for a node, `kind "text"` for a token.
  public var dump: String { root.outline(indent: "") }
}

extension Syntax {
  /// Recursion is as deep as the tree, which ``SyntaxLimits`` bound.
  fileprivate func outline(indent: String) -> String {
    let lines = children.map { child in
      switch child {
      case .node(let node): node.outline(indent: indent + "  ")
      case .token(let token) where token.kind == .endOfFile: "\(indent)  \(token.kind.rawValue)\n"
      case .token(let token): "\(indent)  \(token.kind.rawValue) \(token.text.debugDescription)\n"
      }
    }
    return "\(indent)\(kind.rawValue)\n" + lines.joined()
  }
}
