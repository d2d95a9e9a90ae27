public import TintypeDiagnostics

/// `{ … }`: statements, one after the other.
public struct BlockSyntax: SyntaxView {
  /// The node; empty when the block is missing, which has been reported.
  public let syntax: Syntax

  /// The statements.
  public var statements: [StatementSyntax] { syntax.childNodes.compactMap(StatementSyntax.init) }
}

/// One statement of a block.
public enum StatementSyntax: SyntaxView {
  /// `let name = …`
  case constant(ConstantSyntax)
  /// `return …`
  case `return`(ReturnSyntax)
  /// `if … { … } else { … }`, which is the block's value when it stands last.
  case conditional(ConditionalSyntax)
  /// The value of a block; only the last statement makes sense as one.
  case expression(ExpressionSyntax)

  init?(_ syntax: Syntax) {
    switch syntax.kind {
    case .constant: self = .constant(ConstantSyntax(syntax: syntax))
    case .return: self = .return(ReturnSyntax(syntax: syntax))
    case .conditional: self = .conditional(ConditionalSyntax(syntax: syntax))
    default:
      guard let expression = ExpressionSyntax(syntax) else { return nil }
      self = .expression(expression)
    }
  }

  /// The node.
  public var syntax: Syntax {
    switch self {
    case .constant(let view): view.syntax
    case .return(let view): view.syntax
    case .conditional(let view): view.syntax
    case .expression(let view): view.syntax
    }
  }
}

/// `return value`
public struct ReturnSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What the function gives.
  public var value: ExpressionSyntax { syntax.expression }
}

/// `if condition { … } else { … }`, as a statement or as a value.
public struct ConditionalSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What stands behind an `else`.
  public enum ElseBranch: Sendable, Equatable {
    /// `else { … }`
    case block(BlockSyntax)
    /// `else if …`
    case conditional(ConditionalSyntax)
  }

  /// Where the word `if` stands.
  public var ifLocation: SourceLocation { syntax.token(.if)?.location ?? location }

  /// What is asked.
  public var condition: ExpressionSyntax { syntax.expression }

  /// What happens if it is so.
  public var thenBlock: BlockSyntax {
    guard let block = syntax.child(.block) else { preconditionFailure("a conditional without a block: \(text)") }
    return BlockSyntax(syntax: block)
  }

  /// What happens if it is not so.
  public var elseBranch: ElseBranch? {
    guard let last = syntax.childNodes.last, syntax.token(.else) != nil else { return nil }
    if last.kind == .conditional { return .conditional(ConditionalSyntax(syntax: last)) }
    return .block(BlockSyntax(syntax: last))
  }
}
