import TintypeDiagnostics

/// Builds a tree from the leaves up: tokens and finished nodes wait until the node that owns them is finished.
struct TreeBuilder {
  private var nodes: [SyntaxTree.Node] = []
  private var children: [SyntaxTree.Child] = []
  private var waiting: [SyntaxTree.Child] = []

  /// The first token that is not in the tree yet.
  private(set) var nextToken = 0

  /// The start of a node, marked before its kind is known: `a` in `a + b` becomes a child of the sum only when the `+`
  /// is seen.
  struct Mark {
    fileprivate let waiting: Int
    /// The node's first token.
    let token: Int
  }

  /// A mark for a node that begins with the next token.
  var mark: Mark { Mark(waiting: waiting.count, token: nextToken) }

  /// Puts all tokens up to and with `index` into the tree.
  mutating func append(through index: Int) {
    while nextToken <= index {
      waiting.append(.token(nextToken))
      nextToken += 1
    }
  }

  /// Makes a node of everything since a mark.
  mutating func finish(_ kind: SyntaxKind, since mark: Mark) {
    let start = children.count
    children += waiting[mark.waiting...]
    waiting.removeLast(waiting.count - mark.waiting)
    waiting.append(.node(nodes.count))
    nodes.append(.init(kind: kind, children: start..<children.count, tokens: mark.token..<nextToken))
  }

  /// The tree, once the root is finished.
  func tree(of source: SourceFile, tokens: [Token]) -> SyntaxTree {
    precondition(waiting.count == 1 && nextToken == tokens.count, "tokens were left out of the tree")
    return SyntaxTree(source: source, tokens: tokens, nodes: nodes, children: children)
  }
}
