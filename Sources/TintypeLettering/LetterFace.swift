/// How letters are drawn: both faces are strokes, so they have any size.
public enum LetterFace: String, CaseIterable, Sendable, Hashable {
  /// Seven segments for figures and what letters they can show, as the date backs of cameras had them.
  case segments
  /// One round pen.
  case plain
}
