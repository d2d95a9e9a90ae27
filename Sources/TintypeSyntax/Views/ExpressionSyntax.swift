/// An expression: anything that has a value.
public enum ExpressionSyntax: SyntaxView {
  /// `0.5`
  case number(NumberSyntax)
  /// `65um`
  case quantity(QuantitySyntax)
  /// `#c08060`
  case color(ColorSyntax)
  /// `"…"`
  case string(StringSyntax)
  /// `"ISO \(source.iso)"`
  case interpolatedText(InterpolatedTextSyntax)
  /// `true` or `false`
  case boolean(BooleanSyntax)
  /// `.warm`
  case choice(ChoiceSyntax)
  /// `curve [(0, 0.05), (1, 0.97)]`
  case curve(CurveSyntax)
  /// `lut "film.cube"`
  case lut(FileSyntax)
  /// `picture "paper.png"`
  case picture(FileSyntax)
  /// `exposure`
  case name(NameSyntax)
  /// `-x` or `!x`
  case prefix(PrefixSyntax)
  /// `a + b`
  case infix(InfixSyntax)
  /// `a |> b(…)`
  case pipe(PipeSyntax)
  /// `c.r`
  case member(MemberSyntax)
  /// `f(a, k: b)`
  case call(CallSyntax)
  /// `if a { b } else { c }`
  case conditional(ConditionalSyntax)
  /// `(a)`
  case parenthesized(ParenthesizedSyntax)
  /// `(a, b, c)`
  case row(RowSyntax)
  /// `[a, b, c]`
  case list(ListSyntax)
  /// `weights[i]`
  case subscripted(SubscriptSyntax)
  /// An unreadable expression, which has been reported.
  case missing(MissingSyntax)

  /// A node as an expression; nil for any other node.
  public init?(_ syntax: Syntax) {
    switch syntax.kind {
    case .number: self = .number(NumberSyntax(syntax: syntax))
    case .quantity: self = .quantity(QuantitySyntax(syntax: syntax))
    case .color: self = .color(ColorSyntax(syntax: syntax))
    case .string: self = .string(StringSyntax(syntax: syntax))
    case .interpolatedText: self = .interpolatedText(InterpolatedTextSyntax(syntax: syntax))
    case .boolean: self = .boolean(BooleanSyntax(syntax: syntax))
    case .choice: self = .choice(ChoiceSyntax(syntax: syntax))
    case .curve: self = .curve(CurveSyntax(syntax: syntax))
    case .lut: self = .lut(FileSyntax(syntax: syntax))
    case .picture: self = .picture(FileSyntax(syntax: syntax))
    case .name: self = .name(NameSyntax(syntax: syntax))
    case .prefix: self = .prefix(PrefixSyntax(syntax: syntax))
    case .infix: self = .infix(InfixSyntax(syntax: syntax))
    case .pipe: self = .pipe(PipeSyntax(syntax: syntax))
    case .member: self = .member(MemberSyntax(syntax: syntax))
    case .call: self = .call(CallSyntax(syntax: syntax))
    case .conditional: self = .conditional(ConditionalSyntax(syntax: syntax))
    case .parenthesized: self = .parenthesized(ParenthesizedSyntax(syntax: syntax))
    case .row: self = .row(RowSyntax(syntax: syntax))
    case .list: self = .list(ListSyntax(syntax: syntax))
    case .subscripted: self = .subscripted(SubscriptSyntax(syntax: syntax))
    case .missing: self = .missing(MissingSyntax(syntax: syntax))
    default: return nil
    }
  }

  /// The node.
  public var syntax: Syntax {
    switch self {
    case .number(let view): view.syntax
    case .quantity(let view): view.syntax
    case .color(let view): view.syntax
    case .string(let view): view.syntax
    case .interpolatedText(let view): view.syntax
    case .boolean(let view): view.syntax
    case .choice(let view): view.syntax
    case .curve(let view): view.syntax
    case .lut(let view): view.syntax
    case .picture(let view): view.syntax
    case .name(let view): view.syntax
    case .prefix(let view): view.syntax
    case .infix(let view): view.syntax
    case .pipe(let view): view.syntax
    case .member(let view): view.syntax
    case .call(let view): view.syntax
    case .conditional(let view): view.syntax
    case .parenthesized(let view): view.syntax
    case .row(let view): view.syntax
    case .list(let view): view.syntax
    case .subscripted(let view): view.syntax
    case .missing(let view): view.syntax
    }
  }
}

/// `(a)`
public struct ParenthesizedSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// `(0.41, 0.36, 0.18)`: a row of a matrix.
public struct RowSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The numbers.
  public var numbers: [ExpressionSyntax] { syntax.expressions }
}

/// `[a, b, c]`
public struct ListSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The elements.
  public var elements: [ExpressionSyntax] { syntax.expressions }
}

/// `weights[i]`
public struct SubscriptSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The list.
  public var base: ExpressionSyntax { syntax.operand(0) }

  /// Which element.
  public var index: ExpressionSyntax { syntax.operand(1) }
}

/// A missing expression; what is in its place has been reported.
public struct MissingSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax
}
