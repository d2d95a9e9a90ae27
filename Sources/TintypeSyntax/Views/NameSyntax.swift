public import TintypeDiagnostics

/// A name used as a value.
public struct NameSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name.
  public var name: String { syntax.firstToken?.text ?? text }
}

/// `c.r`
public struct MemberSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What the member is taken of.
  public var base: ExpressionSyntax { syntax.expression }

  /// The member's name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.identifier) }
}

/// `f(a, k: b)`, or `grain.film(…)` with a dotted name.
public struct CallSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The called name's parts: one for `f`, two for `grain.film`.
  public var path: [TokenSyntax] { syntax.tokens(.identifier) }

  /// The called name, parts joined by dots.
  public var callee: String {
    let path = path
    return path.count == 1 ? path[0].text : path.map { $0.text }.joined(separator: ".")
  }

  /// The span of the called name.
  public var calleeLocation: SourceLocation {
    let path = path
    guard let first = path.first, let last = path.last else { return location }
    return SourceLocation(syntax.tree.source, first.span.union(last.span))
  }

  /// The arguments in the parentheses.
  public var arguments: [ArgumentSyntax] { syntax.children(.argument).map(ArgumentSyntax.init) }
}

/// `a` or `k: b` between a call's parentheses.
public struct ArgumentSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax

  /// The name before the colon, if any.
  public var label: TokenSyntax? {
    syntax.childTokens.first { $0.kind == .identifier || $0.kind.isKeyword }
  }
}
