/// `expect #808080 -> #7a7672 within 2 with strength = 1`: what a look promises.
public struct ExpectationSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The word that says what is promised or measured; nil for a patch, and where it is missing, which has been
  /// reported.
  public var word: TokenSyntax? {
    guard let first = names.first, !isConnecting(first) else { return nil }
    return first
  }

  private func isConnecting(_ name: TokenSyntax) -> Bool {
    ConnectingWord(rawValue: name.text) != nil || name.text == ClauseWord.of.rawValue
  }

  private var names: ArraySlice<TokenSyntax> { syntax.childTokens.filter { $0.kind == .identifier }.dropFirst() }

  /// Whether something is measured; what is missing has been reported.
  public var isMeasure: Bool {
    let second = names.dropFirst().first?.text
    return second == ClauseWord.of.rawValue || second == ConnectingWord.from.rawValue
  }

  /// The name of the patch that is measured, after `of`; nil for a color.
  public var patchName: TokenSyntax? {
    let names = Array(names)
    return names.count > 2 && names[1].text == ClauseWord.of.rawValue && patch.isEmpty ? names[2] : nil
  }

  /// The name of the look that this one is compared with, a text.
  public var other: TokenSyntax? { syntax.token(.string) }

  /// Between which numbers a measure has to be.
  public var window: RangeClauseSyntax? { syntax.child(.inClause).map(RangeClauseSyntax.init) }

  /// The color that goes in and the one that comes out, or the one that is measured; fewer where there are none or one
  /// is missing, which has been reported.
  public var patch: [ColorSyntax] { syntax.children(.color).map(ColorSyntax.init) }

  /// The tolerance.
  public var limit: NumberSyntax? { syntax.child(.number).map(NumberSyntax.init) }

  /// The settings of parameters.
  public var settings: [SettingSyntax] { syntax.children(.setting).map(SettingSyntax.init) }
}
