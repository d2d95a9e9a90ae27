public import TintypeDiagnostics

/// A recipe's text as a tree in which every token of the file stands exactly once, so that it prints back byte for byte.
///
/// Tokens, nodes and child lists are three flat arrays: a tree copies and frees without recursion, however deep it is.
public struct SyntaxTree: Sendable, Equatable {
  /// The text the tree was parsed from.
  public let source: SourceFile

  let tokens: [Token]
  let nodes: [Node]
  let children: [Child]

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

  /// The whole file, in the language's words.
  public var recipe: RecipeSyntax { RecipeSyntax(syntax: root) }
}
