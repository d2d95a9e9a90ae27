/// Where the lines of a text are aligned.
public enum LineAlignment: String, CaseIterable, Sendable {
  case left, center, right

  /// The place in the longest line: 0 at its left end, 1 at its right end.
  public var part: Double {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}
