/// `curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]`: a curve through points.
public struct CurveSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The points, in the order they are written; none only where that has been reported.
  public var points: [CurvePointSyntax] { syntax.children(.curvePoint).map(CurvePointSyntax.init) }
}

/// `(0.5, 0.7)` of a curve.
public struct CurvePointSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The inputs.
  public var x: ExpressionSyntax { syntax.operand(0) }

  /// The result.
  public var y: ExpressionSyntax { syntax.operand(1) }
}

/// `lut "film.cube"` or `picture "paper.png"`: a table of colors or a picture from a file.
public struct FileSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// Which file, a text.
  public var path: TokenSyntax { syntax.required(.string) }
}
