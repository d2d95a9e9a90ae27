import TintypeSyntax

/// What is to be set, with the places where a line may break (after Wadler, "A prettier printer", 2003).
struct Layout {
  /// What it consists of.
  indirect enum Form {
    /// A token.
    case token(Int)
    /// What lies before a token, its comments included.
    case separator(Int, LineBreak)
    /// The comments before a closing bracket, which stand where the things inside it stand.
    case commentsInside(Int)
    /// One thing after the other.
    case sequence([Layout])
    /// Lines that begin inside it begin further to the right.
    case indented(Layout)
    /// Breaks at all its places or at none.
    case group(Layout)
    /// Things that stand one below the other.
    case items([Item])
  }

  /// When a line breaks in a gap. A comment breaks any.
  enum LineBreak {
    /// Never.
    case glue
    /// With its group.
    case line
    /// With its group, the comments having been set before.
    case close
  }

  /// What it consists of.
  let form: Form

  /// Whether it cannot stand on one line.
  let mustBreak: Bool

  static func token(_ token: Int) -> Layout { Layout(form: .token(token), mustBreak: false) }

  static func sequence(_ parts: [Layout]) -> Layout {
    parts.count == 1 ? parts[0] : Layout(form: .sequence(parts), mustBreak: parts.contains(where: \.mustBreak))
  }

  static func indented(_ parts: [Layout]) -> Layout {
    let inside = sequence(parts)
    return Layout(form: .indented(inside), mustBreak: inside.mustBreak)
  }

  static func group(_ parts: [Layout]) -> Layout {
    let inside = sequence(parts)
    return Layout(form: .group(inside), mustBreak: inside.mustBreak)
  }

  static func items(_ items: [Item]) -> Layout { Layout(form: .items(items), mustBreak: true) }

  /// Nothing, but its groups break.
  static var forcedBreak: Layout { Layout(form: .sequence([]), mustBreak: true) }
}

/// One of several things that stand one below the other: a declaration, a statement, a header's line.
struct Item {
  /// When a blank line has to set it off.
  enum Separation {
    case asWritten
    case blankLineIfBroken
    case blankLine
  }

  /// What it is; nil for loose tokens.
  let kind: SyntaxKind?

  /// Its tokens.
  let tokens: Range<Int>

  /// How it is set.
  let layout: Layout

  /// Where it can be aligned with the rows around it.
  let tabStops: [TabStop]

  /// When a blank line has to set it off.
  let separation: Separation
}
