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
  /// `var name = …`
  case variable(VariableSyntax)
  /// `name = …`, `name += …` or `name.part = …`
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
public struct VariableSyntax: NamedSyntax, TypedSyntax, ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// `name = value`, `name += value` or `name.part = value`.
public struct AssignmentSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax

  /// The variable.
  public var name: TokenSyntax { syntax.required(.identifier) }

  /// The part of the variable, such as `rg`; nil where all of it is assigned to.
  public var part: TokenSyntax? { syntax.tokens(.identifier).dropFirst().first }

  /// What is done with the old value and the new: plus for `+=`, nothing for `=`.
  public var operation: InfixOperator? {
    syntax.firstToken { $0.kind.assigns }.flatMap { InfixOperator(rawValue: String($0.text.dropLast())) }
  }
}

/// `for name in lower...upper { … }`: the body once for each whole number of the range, both bounds included.
public struct LoopSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name of the number; nil when it is missing, which has been reported.
  public var variable: TokenSyntax? { syntax.token(.identifier) }

  /// The range of the loop.
  public var range: RangeClauseSyntax { RangeClauseSyntax(syntax: syntax.required(.inClause)) }

  /// The body of the loop.
  public var body: BlockSyntax { BlockSyntax(syntax: syntax.required(.block)) }
}

/// `return value`
public struct ReturnSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// `if condition { … } else { … }`, as a statement or as a value.
public struct ConditionalSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The branch after `else`.
  public enum ElseBranch: Sendable, Equatable {
    /// `else { … }`
    case block(BlockSyntax)
    /// `else if …`
    case conditional(ConditionalSyntax)
  }

  /// The span of the word `if`.
  public var ifLocation: SourceLocation { syntax.token(.if)?.location ?? location }

  /// The span of the `else` branch; the whole conditional if there is none.
  public var elseLocation: SourceLocation {
    switch elseBranch {
    case .block(let block): block.location
    case .conditional(let next): next.location
    case nil: location
    }
  }

  /// The condition.
  public var condition: ExpressionSyntax { syntax.expression }

  /// The branch for true.
  public var thenBlock: BlockSyntax { BlockSyntax(syntax: syntax.required(.block)) }

  /// The branch for false.
  public var elseBranch: ElseBranch? {
    guard let last = syntax.childNodes.last, last != syntax.child(.block) else { return nil }
    if last.kind == .conditional { return .conditional(ConditionalSyntax(syntax: last)) }
    return .block(BlockSyntax(syntax: last))
  }
}
