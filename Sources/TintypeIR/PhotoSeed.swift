public import TintypeIntrinsics

/// The seed derived from a photo, `.photo` in the language: a hash of its compressed picture, so that each photo of a
/// series has its own grain, which edits of the metadata do not change.
public enum PhotoSeed {
  /// The word of the language.
  public static let word = "photo"

  /// The value of a parameter of type `seed` that is `.photo`. No seed is below 0.
  public static let lanes = [-1.0]

  /// All seeds.
  public static let all: ClosedRange<Double> = 0...0x1p24

  /// The bits of a hash that make the seed. Half of the seeds stay free above it, for `number(grain) + 1` and the like.
  public static let bits = 23

  /// Whether a value of a type is `.photo`.
  public static func isMeant(by value: [Double], of type: ValueType) -> Bool { type == .seed && value == lanes }
}
