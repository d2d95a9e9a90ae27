public import TintypeDiagnostics

/// An operator that stands before its operand.
public enum PrefixOperator: String, Sendable, Hashable, CaseIterable {
  case minus = "-"
  case not = "!"
}

/// An operator that stands between its operands.
public enum InfixOperator: String, Sendable, Hashable, CaseIterable {
  case or = "||"
  case and = "&&"
  case fallback = "??"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"

  /// Operators with a higher precedence take their operands first.
  public var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .fallback: 3
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: 4
    case .plus, .minus: 5
    case .times, .divide: 6
    }
  }

  /// The operator a token means, also where it is spelled as in another language, which has been reported.
  init?(_ token: TokenKind, spelling: @autoclosure () -> String) {
    let found = token == .identifier ? foreignOperators[spelling()].flatMap(Self.init) : Self.byToken[token]
    guard let found else { return nil }
    self = found
  }

  /// The parser asks after every operand, and a search by spelling is slow.
  private static let byToken: [TokenKind: InfixOperator] = Dictionary(
    uniqueKeysWithValues: TokenKind.allCases.compactMap { token in
      let spelling = token == .equals ? "==" : foreignOperators[token.rawValue] ?? token.rawValue
      return InfixOperator(rawValue: spelling).map { (token, $0) }
    })
}

/// `-x` or `!x`
public struct PrefixSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What is done.
  public var operation: PrefixOperator { syntax.token(.minus) != nil ? .minus : .not }

  /// What it is done to.
  public var operand: ExpressionSyntax { syntax.expression }
}

/// `a + b`
///
/// Chains lean left: `a + b + c` is `(a + b) + c`, at most ``SyntaxLimits/operators`` deep.
public struct InfixSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// What is done.
  public var operation: InfixOperator {
    guard let found else { preconditionFailure("an infix expression without an operator: \(text)") }
    return found.operation
  }

  /// The span of the operator.
  public var operatorLocation: SourceLocation { found?.token.location ?? location }

  private var found: (token: TokenSyntax, operation: InfixOperator)? {
    var operation: InfixOperator?
    let token = syntax.firstToken { token in
      operation = InfixOperator(token.kind, spelling: token.text)
      return operation != nil
    }
    guard let token, let operation else { return nil }
    return (token, operation)
  }

  /// The left operand.
  public var left: ExpressionSyntax { syntax.operand(0) }

  /// The right operand.
  public var right: ExpressionSyntax { syntax.operand(1) }
}

/// `a |> b(…)`: the left side becomes the first argument of the right.
public struct PipeSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The value that is passed on.
  public var left: ExpressionSyntax { syntax.operand(0) }

  /// What it is passed to: a call, which semantics checks.
  public var right: ExpressionSyntax { syntax.operand(1) }
}
