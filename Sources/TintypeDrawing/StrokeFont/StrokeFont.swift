import TintypeLettering

/// Letters drawn with one round pen, at any size: names under pictures need no font file.
///
/// Sizes are pixels. All printable ASCII and a few signs of typography have glyphs; anything else is drawn as a box.
public struct StrokeFont: Sendable, Hashable {
  /// The height of a capital letter, in pixels.
  public let capHeight: Double

  /// The width of the pen, in pixels.
  public let penWidth: Double

  /// A font of a cap height up to 100 000 pixels; the pen is a ninth of it unless given.
  public init(capHeight: Double, penWidth: Double? = nil) {
    self.capHeight = Self.bounded(capHeight)
    self.penWidth = Self.bounded(penWidth ?? max(1, self.capHeight / 9))
  }

  /// How far letters reach below the baseline.
  public var descent: Double { capHeight * 0.29 + penWidth / 2 }

  /// How far capitals reach above the baseline, brackets a little more.
  public var ascent: Double { capHeight * 1.1 + penWidth / 2 }

  /// The width of a line of text, from the ink of its first letter to that of its last, in pixels.
  public func width(of text: String) -> Double {
    guard let last = Glyph.line(text).last else { return 0 }
    return (last.x + last.glyph.width) * scale + penWidth
  }

  /// The text, cut and ended by an ellipsis where it is wider than allowed; empty where not even that fits.
  public func fitted(_ text: String, toWidth limit: Double) -> String {
    if width(of: text) <= limit { return text }
    // The letters that fit are counted, not tried one by one: a name may be long.
    let ends = Glyph.line(text).map { ($0.x + $0.glyph.width) * scale + penWidth }
    let letters = Array(text)
    var count = ends.firstIndex { $0 > limit } ?? letters.count
    while count > 0 {
      let short = String(letters.prefix(count)).trimmingSpaceAtEnd() + "…"
      if width(of: short) <= limit { return short }
      count -= 1
    }
    return width(of: "…") <= limit ? "…" : ""
  }

  /// Pixels of a unit of the letterforms.
  var scale: Double { capHeight / 100 }

  private static func bounded(_ length: Double) -> Double { length > 0 ? min(length, 100_000) : 0 }
}

extension String {
  fileprivate func trimmingSpaceAtEnd() -> String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
