import TintypeText

/// A scalable stroke font with a round pen, which needs no font file.
///
/// Sizes are in pixels. The letters of all Latin alphabets and their punctuation have glyphs; others are drawn
/// as a box.
public struct StrokeFont: Sendable, Hashable {
  /// The height of a capital letter, in pixels.
  public let capHeight: Double

  /// The pen width, in pixels.
  public let penWidth: Double

  /// Creates a font with a cap height of up to 100,000 pixels. The default pen width is 1/9 of it.
  public init(capHeight: Double, penWidth: Double? = nil) {
    self.capHeight = Self.bounded(capHeight)
    self.penWidth = Self.bounded(penWidth ?? max(1, self.capHeight / 9))
  }

  /// The extent of letters below the baseline.
  public var descent: Double { capHeight * 0.29 + penWidth / 2 }

  /// The extent of letters and brackets above the baseline. The marks on a capital extend above it by up to 60% of the
  /// cap height.
  public var ascent: Double { capHeight * 1.1 + penWidth / 2 }

  /// The width of a line of text from its first ink to its last, in pixels.
  public func width(of text: String) -> Double {
    guard let last = Glyph.line(text).last else { return 0 }
    return (last.x + last.glyph.width) * scale + penWidth
  }

  /// The text, truncated with an ellipsis to fit a width; empty if not even the ellipsis fits.
  public func fitted(_ text: String, toWidth limit: Double) -> String {
    if width(of: text) <= limit { return text }
    // Count the letters that fit in a single pass, because names may be long.
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

  /// Pixels per unit of the glyphs.
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
