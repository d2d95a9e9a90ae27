/// A document with optional line breaks (after Wadler, "A prettier printer", 2003).
struct Layout {
  /// The shape of a document.
  indirect enum Form {
    /// A token.
    case token(Int)
    /// The spaces or the line break before a token, and its comments.
    case separator(Int, LineBreak)
    /// The comments before a closing bracket, indented like the contents of the bracket.
    case commentsInside(Int)
    /// Documents one after another.
    case sequence([Layout])
    /// Lines that begin inside are indented by one more level.
    case indented(Layout)
    /// Breaks at all its separators or at none.
    case group(Layout)
    /// Items, each on a new line.
    case items([Item])
  }

  /// When a separator becomes a line break. A comment forces one.
  enum LineBreak {
    /// Never.
    case glue
    /// When its group breaks.
    case line
    /// When its group breaks; `commentsInside` has already written the comments.
    case close
  }

  let form: Form

  /// Whether it cannot fit on one line, however wide.
  let mustBreak: Bool

  static func token(_ token: Int) -> Layout { Layout(form: .token(token), mustBreak: false) }

  static func sequence(_ parts: [Layout]) -> Layout {
    parts.count == 1 ? parts[0] : Layout(form: .sequence(parts), mustBreak: parts.contains { $0.mustBreak })
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

  /// An empty document that breaks the groups around it.
  static var forcedBreak: Layout { Layout(form: .sequence([]), mustBreak: true) }
}

/// A declaration, a statement or a header entry: something that begins a line.
struct Item {
  /// When a blank line must separate an item from its neighbors.
  enum Separation {
    /// Where the author left one.
    case asWritten
    /// When the item takes several lines.
    case blankLineIfBroken
    /// Always.
    case blankLine
  }

  /// The kind of its node; nil for tokens outside a node.
  let kind: SyntaxKind?

  /// The indices of its tokens.
  let tokens: Range<Int>

  let layout: Layout

  /// Where it can be aligned with the items around it.
  let tabStops: [TabStop]

  /// When a blank line must separate it from its neighbors.
  let separation: Separation
}
