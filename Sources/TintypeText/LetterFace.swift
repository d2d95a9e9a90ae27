/// A built-in stroke typeface. Strokes scale to any size.
public enum LetterFace: String, CaseIterable, Sendable, Hashable {
  /// A seven-segment display, as in the date backs of cameras.
  case segments
  /// Letters drawn with a round pen.
  case plain
}
