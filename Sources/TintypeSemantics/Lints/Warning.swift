/// The warnings, by their codes.
public enum Warning: String, CaseIterable, Sendable, Hashable {
  case powerOfNegative = "pow-of-negative"
  case rootOfNegative = "sqrt-of-negative"
  case logarithmOfZero = "log-of-zero"
  case divisionByZero = "division-by-zero"
  case needlessClamp = "needless-clamp"
  case clampOfEverything = "clamp-of-everything"
  case constantMask = "constant-mask"
  case constantCondition = "constant-condition"
  case crushedScale = "crushed-scale"
  case smallerResult = "smaller-result"
  case dividedNoise = "divided-noise"
  case amountInPercent = "amount-in-percent"
  case heavyWeights = "heavy-weights"
  case relativePlace = "relative-place"
  case textPlaceholder = "text-placeholder"
  case missingLetters = "missing-letters"
  case minutesForMonths = "minutes-for-months"
  case colorCodes = "color-codes"
  case wrongEncoding = "wrong-encoding"
  case lengthInPixels = "length-in-px"
  case unitInWords = "unit-in-words"
  case unusedParameter = "unused-parameter"
  case unusedKernel = "unused-kernel"
  case unusedFunction = "unused-function"
  case unusedConstant = "unused-constant"
  case unusedImage = "unused-image"
  case unusedUse = "unused-use"
  case unusedInput = "unused-input"
  case unusedLocal = "unused-local"
  case parameterWithoutEffect = "parameter-without-effect"
  case unreachable
  case unknownSuppression = "unknown-silence"
  case needlessSuppression = "needless-silence"

  /// Whether a comment can suppress it. Warnings about suppressions cannot be suppressed.
  package var isSuppressible: Bool { self != .unknownSuppression && self != .needlessSuppression }
}
