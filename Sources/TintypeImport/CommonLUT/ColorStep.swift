import TintypeSystem
import TintypeTables

/// An operator of a Common LUT Format file, with numbers in terms of 0 to 1 whatever depth the file counts in.
struct ColorStep {
  /// What it does.
  enum Action {
    /// Three rows of factors for red, green and blue, and an offset.
    case matrix([SIMD4<Double>])
    case exponent(ExponentStyle, [ExponentParameters])
    case logarithm(LogarithmStyle, [LogarithmParameters])
    case range(RangeLimits)
    case decisions(ColorDecision, isInverse: Bool, clamps: Bool)
    case table(ColorTable.Stage)
  }

  /// The element's name in the file.
  let element: String
  /// Where it begins in the file.
  let line: Int
  /// What the file says of it.
  let remarks: [String]
  let action: Action
}

/// What becomes of numbers below 0, and which way an exponent goes.
enum ExponentStyle: String, CaseIterable {
  case basicFwd, basicRev, basicMirrorFwd, basicMirrorRev, basicPassThruFwd, basicPassThruRev
  case monCurveFwd, monCurveRev, monCurveMirrorFwd, monCurveMirrorRev

  var isInverse: Bool { rawValue.hasSuffix("Rev") }
  var isMirrored: Bool { rawValue.contains("Mirror") }
  /// With a straight piece near black.
  var isMonCurve: Bool { rawValue.hasPrefix("monCurve") }
  var passesNegative: Bool { rawValue.contains("PassThru") }
}

/// The exponent of a channel.
struct ExponentParameters: Equatable {
  var exponent: Double
  /// Of the styles with a straight piece near black.
  var offset = 0.0

  /// Where the straight piece ends, and its slope: it is the tangent of the curve through 0.
  ///
  /// CLF 3 (S-2014-006), section on Exponent. As OpenColorIO has it, neither parameter gets closer than 1e-6 to where
  /// the formula divides by 0.
  var straightPiece: (end: Double, slope: Double) {
    let (g, a) = (safe.exponent, safe.offset)
    return (a / (g - 1), (g - 1) / a * pow(a * g / ((g - 1) * (1 + a)), g))
  }

  /// The parameters that the formula of the straight piece is used with.
  var safe: ExponentParameters { ExponentParameters(exponent: max(exponent, 1.000001), offset: max(offset, 1e-6)) }
}

enum LogarithmStyle: String, CaseIterable {
  case log10, antiLog10, log2, antiLog2, linToLog, logToLin, cameraLinToLog, cameraLogToLin

  /// Whether it makes light of a logarithm.
  var isInverse: Bool { self == .antiLog10 || self == .antiLog2 || rawValue.hasSuffix("ToLin") }
  var isCamera: Bool { rawValue.hasPrefix("camera") }
  /// Whether it takes parameters.
  var hasParameters: Bool { isCamera || self == .linToLog || self == .logToLin }
}

/// The logarithm of a channel, and below a break a straight line:
/// logSideSlope * log(linSideSlope * x + linSideOffset) + logSideOffset.
struct LogarithmParameters: Equatable {
  var base = 2.0
  var logSideSlope = 1.0
  var logSideOffset = 0.0
  var linSideSlope = 1.0
  var linSideOffset = 0.0
  /// Of a camera's curve.
  var linSideBreak: Double?
  /// The slope of the straight line; nil for that of the curve at the break.
  var linearSlope: Double?

  /// The straight line of a camera's curve: its slope, its value at 0, and its value at the break.
  func straightLine(below edge: Double) -> (slope: Double, offset: Double, end: Double) {
    let inner = linSideSlope * edge + linSideOffset
    let slope = linearSlope ?? logSideSlope * linSideSlope / (inner * log(base))
    let end = logSideSlope * log(inner) / log(base) + logSideOffset
    return (slope, end - slope * edge, end)
  }
}

/// A range: from the first two numbers to the other two.
struct RangeLimits {
  var lowIn: Double?
  var highIn: Double?
  var lowOut: Double?
  var highOut: Double?
  var clamps: Bool

  /// The factor and the offset.
  var line: (factor: Double, offset: Double) {
    if let lowIn, let highIn, let lowOut, let highOut {
      let factor = (highOut - lowOut) / (highIn - lowIn)
      return (factor, lowOut - lowIn * factor)
    }
    if let lowIn, let lowOut { return (1, lowOut - lowIn) }
    if let highIn, let highOut { return (1, highOut - highIn) }
    return (1, 0)
  }
}
