/// A straight stroke of a line of text. Lengths are relative to the cap height.
///
/// ```
///  round:   (═══════)        pointed:   <═══════>   both ends are cut at 45 degrees
/// ```
public struct LetterStroke: Sendable, Hashable {
  /// The start of the center line: x from the start of the text, y down from the top of a capital.
  public var start: SIMD2<Double>

  /// The end of the center line; the tip of a pointed stroke.
  public var end: SIMD2<Double>

  /// Half the stroke width.
  public var radius: Double

  /// Whether the ends are pointed, as those of a display segment, rather than round.
  public var isPointed: Bool
}
