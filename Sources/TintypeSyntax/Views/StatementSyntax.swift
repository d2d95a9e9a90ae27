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
  /// `var name = …`
  case variable(VariableSyntax)
  /// `name = …` or `name += …`
  case assignment(AssignmentSyntax)
  /// `for name in lower...upper { … }`
  case loop(LoopSyntax)
  /// `return …`
  case `return`(ReturnSyntax)
  /// `if … { … } else { … }`, which is the block's value when it stands last.
  case conditional(ConditionalSyntax)
  /// The value of a block; only the last statement makes sense as one.
  case expression(ExpressionSyntax)

  init?(_ syntax: Syntax) {
    switch syntax.kind {
    case .constant: self = .constant(ConstantSyntax(syntax: syntax))
    case .variable: self = .variable(VariableSyntax(syntax: syntax))
    case .assignment: self = .assignment(AssignmentSyntax(syntax: syntax))
    case .loop: self = .loop(LoopSyntax(syntax: syntax))
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
    case .variable(let view): view.syntax
    case .assignment(let view): view.syntax
    case .loop(let view): view.syntax
    case .return(let view): view.syntax
    case .conditional(let view): view.syntax
    case .expression(let view): view.syntax
    }
  }
}

/// `var name: type = value`: a value that changes.
public struct VariableSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name; nil when it is missing, which has been reported.
  public var name: TokenSyntax? { syntax.token(.identifier) }

  /// The type, where it is written.
  public var type: TypeSyntax? { syntax.child(.type).map(TypeSyntax.init) }

  /// What it begins with.
  public var value: ExpressionSyntax { syntax.expression }
}

/// `name = value` or `name += value`.
public struct AssignmentSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The variable.
  public var name: TokenSyntax {
    guard let name = syntax.token(.identifier) else { preconditionFailure("an assignment to nothing: \(text)") }
    return name
  }

  /// What is done with the old value and the new: plus for `+=`, nothing for `=`.
  public var operation: InfixOperator? {
    for token in syntax.childTokens {
      switch token.kind {
      case .plusEquals: return .plus
      case .minusEquals: return .minus
      case .starEquals: return .times
      case .slashEquals: return .divide
      default: continue
      }
    }
    return nil
  }

  /// What stands behind the operator.
  public var value: ExpressionSyntax { syntax.expression }
}

/// `for name in lower...upper { … }`: the body once for each whole number of the range, both bounds included.
public struct LoopSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name of the number; nil when it is missing, which has been reported.
  public var variable: TokenSyntax? { syntax.token(.identifier) }

  /// Where it counts.
  public var range: RangeClauseSyntax {
    guard let range = syntax.child(.inClause) else { preconditionFailure("a loop without a range: \(text)") }
    return RangeClauseSyntax(syntax: range)
  }

  /// What is done each time.
  public var body: BlockSyntax {
    guard let body = syntax.child(.block) else { preconditionFailure("a loop without a body: \(text)") }
    return BlockSyntax(syntax: body)
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
