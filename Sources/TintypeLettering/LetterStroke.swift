/// One straight stroke of a line of text; lengths are parts of a capital's height.
///
/// ```
///  round:   (═══════)        pointed:   <═══════>   both ends are cut at 45 degrees
/// ```
public struct LetterStroke: Sendable, Hashable {
  /// Where its middle line begins: across from the start of the text, down from the top of a capital.
  public var start: SIMD2<Double>

  /// Where its middle line ends; the tip of a pointed stroke.
  public var end: SIMD2<Double>

  /// Half of its width.
  public var radius: Double

  /// Whether its ends are points, as those of a segment.
  public var isPointed: Bool
}
