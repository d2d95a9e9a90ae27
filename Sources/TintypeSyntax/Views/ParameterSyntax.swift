/// `param name: type = default in lower...upper step 0.01 "Label"`: something a photographer can adjust.
public struct ParameterSyntax: NamedSyntax, TypedSyntax {
  /// The node.
  public let syntax: Syntax

  /// The default value; nil for a picture that has none.
  public var defaultValue: ExpressionSyntax? { syntax.expression(at: 0) }

  /// `in lower...upper`: the range that is enforced.
  public var range: RangeClauseSyntax? { syntax.child(.inClause).map(RangeClauseSyntax.init) }

  /// `slider lower...upper`: the range a slider shows.
  public var slider: RangeClauseSyntax? { syntax.child(.sliderClause).map(RangeClauseSyntax.init) }

  /// `step 0.01`: how far one click of a slider goes.
  public var step: ExpressionSyntax? { syntax.child(.stepClause)?.expression }

  /// `unit ev`: what the number counts.
  public var unit: WordSyntax? { syntax.child(.unitClause)?.child(.word).map(WordSyntax.init) }

  /// `of warm, cold`: what can be chosen; empty without the clause.
  public var choices: [TokenSyntax] {
    // The first identifier is the word `of`.
    syntax.child(.choicesClause).map {
      Array($0.childTokens.filter { $0.kind == .identifier || $0.kind == .string }.dropFirst())
    } ?? []
  }

  /// `group "Tone"`: the panel it is shown in, a text.
  public var group: TokenSyntax? { syntax.child(.groupClause)?.token(.string) }

  /// `"Exposure"`: the name people see, a text.
  public var label: TokenSyntax? { syntax.child(.labelClause)?.token(.string) }
}

/// `in lower...upper` of a parameter or a loop, or `slider lower...upper`.
public struct RangeClauseSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The lower bound, part of the range.
  public var lower: ExpressionSyntax { syntax.expression }

  /// The upper bound, part of the range.
  public var upper: ExpressionSyntax { syntax.expression(at: 1) ?? lower }
}
