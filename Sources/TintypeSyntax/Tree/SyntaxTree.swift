public import TintypeDiagnostics
package import TintypeSizes

/// A recipe's text as a tree that contains every token of the file exactly once, so that it prints back byte for byte.
///
/// Tokens, nodes and child lists are three flat arrays: a tree frees without recursion, however deep it is. They are
/// stored in one object, so that a view of a node copies one reference.
public struct SyntaxTree: Sendable, Equatable {
  private final class Content: Sendable {
    let source: SourceFile
    let tokens: [Token]
    let nodes: [Node]
    let children: [Child]

    init(_ source: SourceFile, _ tokens: [Token], _ nodes: [Node], _ children: [Child]) {
      (self.source, self.tokens, self.nodes, self.children) = (source, tokens, nodes, children)
    }
  }

  private let content: Content

  /// The text the tree was parsed from.
  public var source: SourceFile { content.source }

  /// The memory that parsing it took, without the text.
  package var memory: ByteCount {
    let parts =
      tokens.count * MemoryLayout<Token>.stride + nodes.count * MemoryLayout<Node>.stride
      + children.count * MemoryLayout<Child>.stride
    return ByteCount(Int(CompileCosts.tree * Double(parts)))
  }

  var tokens: [Token] { content.tokens }
  var nodes: [Node] { content.nodes }
  var children: [Child] { content.children }

  init(source: SourceFile, tokens: [Token], nodes: [Node], children: [Child]) {
    content = Content(source, tokens, nodes, children)
  }

  /// Whether texts and trees are equal.
  public static func == (a: SyntaxTree, b: SyntaxTree) -> Bool {
    if a.content === b.content { return true }
    return a.source == b.source && a.tokens == b.tokens && a.nodes == b.nodes && a.children == b.children
  }

  /// A node: its kind and two ranges, one into the child list and one into the tokens.
  struct Node: Sendable, Equatable {
    let kind: SyntaxKind
    let children: Range<Int>
    let tokens: Range<Int>
  }

  /// An entry of the child list.
  enum Child: Sendable, Equatable {
    case token(Int)
    case node(Int)
  }

  /// The node of the whole file.
  public var root: Syntax { Syntax(tree: self, index: nodes.count - 1) }

  /// The whole file as a typed view.
  public var recipe: RecipeSyntax { RecipeSyntax(syntax: root) }
}

extension SyntaxTree {
  /// Every name that stands somewhere in the file.
  public var names: Set<String> {
    var names: Set<String> = []
    for token in tokens where token.kind == .identifier { names.insert(source.text(in: token.span)) }
    return names
  }
}
