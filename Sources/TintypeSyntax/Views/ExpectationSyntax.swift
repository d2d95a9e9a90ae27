/// `expect #808080 -> #7a7672 within 2 with strength = 1`: what a look promises.
public struct ExpectationSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The word that says what is promised; nil for a patch, and where it is missing, which has been reported.
  public var word: TokenSyntax? {
    let words = syntax.childTokens.filter { $0.kind == .identifier }.dropFirst()
    guard patch.isEmpty, let first = words.first, ConnectingWord(rawValue: first.text) == nil else { return nil }
    return first
  }

  /// The color that goes in and the one that comes out; fewer where there are none or one is missing, which has been
  /// reported.
  public var patch: [ColorSyntax] { syntax.children(.color).map(ColorSyntax.init) }

  /// How far what comes out may be off.
  public var limit: NumberSyntax? { syntax.child(.number).map(NumberSyntax.init) }

  /// What the parameters are set to.
  public var settings: [SettingSyntax] { syntax.children(.setting).map(SettingSyntax.init) }
}
