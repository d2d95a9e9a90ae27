public import TintypeIntrinsics

/// What looks beyond its pixel: the table of all such steps.
///
/// Operands are a *field* (what the first one is at all pixels of a rectangle), how it is read, and the rectangle. Beyond it the
/// field's edge goes on; outside of it the result means nothing. A step is declared in a file of its own beside this one, and its rows
/// in single precision stand in one file of the executor.
public enum SpatialOperation: Sendable, Hashable, CaseIterable {
  case blur, median
  case sample(SampleFilter)

  /// Each of them.
  public static let allCases = [.blur, .median] + SampleFilter.allCases.map { SpatialOperation.sample($0) }

  /// How its field is read, and what that makes of it.
  public var reading: SpatialReading {
    switch self {
    case .blur: .around(Blur())
    case .median: .around(Median())
    case .sample(let filter): .elsewhere(Sample(filter: filter))
    }
  }

  /// So much of it in words, behind its name; nothing for a place.
  public func described(_ amount: Float) -> String {
    switch reading {
    case .around(let filter): filter.described(amount)
    case .elsewhere: ""
    }
  }

  /// What is declared of every step.
  public var declaration: any SpatialDeclaration {
    switch reading {
    case .around(let filter): filter
    case .elsewhere(let sample): sample
    }
  }
}

/// How a step reads its field.
public enum SpatialReading: Sendable {
  /// Around each pixel, as far as the second operand says: a uniform number. The result is a field that is made before it is read.
  case around(any FieldFilter)
  /// At one place, the second operand: a `vec2` in source pixels.
  case elsewhere(Sample)
}

/// What is declared of a step that looks beyond its pixel.
public protocol SpatialDeclaration: Sendable {
  /// How the text of a program names it.
  var name: String { get }

  /// What the result can be in exact arithmetic.
  func range(of field: Interval) -> Interval

  /// What the result can be in single precision, roundings included; nil where that is not known, or not finite.
  func singleRange(of field: ClosedRange<Float>) -> ClosedRange<Float>?
}

/// The largest radius that a recipe may ask for.
public struct FilterLimit: Sendable, Hashable {
  /// In percent of the short side.
  public let percent: Int
  /// In pixels, where it is given in pixels; no radius reaches farther, however large the picture is.
  public let pixels: Int
}

/// A step that makes a field of a field.
public protocol FieldFilter: SpatialDeclaration {
  /// How much a recipe may ask for; nil for any amount.
  var limit: FilterLimit? { get }

  /// Whether so much of it is none: the field is left as it is.
  func isIdle(_ amount: Float) -> Bool

  /// What it means.
  func exact(_ field: ExactField, _ amount: Double) -> ExactField

  /// What its bytes are: the rows of the executor are these numbers bit for bit.
  func single(_ field: SingleField, _ amount: Float) -> SingleField

  /// About how many cycles a channel of a pixel takes on one core, in the measure of `LaneOperation.cost`.
  var cyclesPerSample: Double { get }

  /// So much of it in words, behind its name: `by 12.0 px`.
  func described(_ amount: Float) -> String
}

extension FieldFilter {
  /// Any amount.
  public var limit: FilterLimit? { nil }

  /// An amount that is a number of pixels.
  public func described(_ amount: Float) -> String { "by \(Self.tenths(amount)) px" }

  /// With one figure behind the point.
  static func tenths(_ number: Float) -> String {
    let tenths = Int((min(max(number, 0), 1e6) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension SpatialOperation {
  /// How much a recipe may ask for; nil for any amount.
  public var limit: FilterLimit? {
    switch reading {
    case .around(let filter): filter.limit
    case .elsewhere: nil
    }
  }

  /// About how many cycles it takes for a channel of a pixel of the field that it makes, if it makes one.
  public var cyclesPerSample: Double {
    switch reading {
    case .around(let filter): filter.cyclesPerSample
    case .elsewhere: 0
    }
  }
}

extension Operation {
  /// Whether it looks beyond this pixel, so that its first operand, a field, has to be finished before: it begins another
  /// pass.
  public var readsNeighbors: Bool { if case .spatial = self { true } else { false } }

  /// Whether it writes letters.
  public var isLetters: Bool { if case .letters = self { true } else { false } }
}
