public import TintypeIntrinsics

/// The table of all spatial steps: those that read other pixels.
///
/// The operands are a *field* (the value of the first operand at all pixels of a rectangle), an amount or a place, and
/// the rectangle. Edge pixels of the field are repeated outside the rectangle; the result is undefined outside. Each
/// step is declared in a separate file in this folder; the executor has one file for its rows in single precision.
public enum SpatialOperation: Sendable, Hashable, CaseIterable {
  case blur, median
  case sample(SampleFilter)

  /// All spatial steps.
  public static let allCases = [.blur, .median] + SampleFilter.allCases.map { SpatialOperation.sample($0) }

  /// How the step reads its field.
  public var reading: SpatialReading {
    switch self {
    case .blur: .around(Blur())
    case .median: .around(Median())
    case .sample(let filter): .elsewhere(Sample(filter: filter))
    }
  }

  /// A description of the amount, after the name; empty for a place.
  public func described(_ amount: Float) -> String {
    switch reading {
    case .around(let filter): filter.described(amount)
    case .elsewhere: ""
    }
  }

  /// The common declaration.
  public var declaration: any SpatialDeclaration {
    switch reading {
    case .around(let filter): filter
    case .elsewhere(let sample): sample
    }
  }
}

/// How a step reads its field.
public enum SpatialReading: Sendable {
  /// Around each pixel, by an amount that is the second operand, a uniform number. The result is a field, which is
  /// computed before it is read.
  case around(any FieldFilter)
  /// At one place, the second operand: a `vec2` in source pixels.
  case elsewhere(Sample)
}

/// The declaration of a spatial step.
public protocol SpatialDeclaration: Sendable {
  /// The name in a program's text.
  var name: String { get }

  /// The range of the result in exact arithmetic.
  func range(of field: Interval) -> Interval

  /// The range of the result in single precision, roundings included; nil if it is unknown or not finite.
  func singleRange(of field: SingleRange) -> SingleRange?
}

/// The largest radius that a recipe may ask for.
public struct FilterLimit: Sendable, Hashable {
  /// In % of the short side.
  public let percent: Int
  /// In pixels. No radius is larger, however large the picture is.
  public let pixels: Int
}

/// A spatial step that computes a field from a field.
public protocol FieldFilter: SpatialDeclaration {
  /// The largest amount; nil for no limit.
  var limit: FilterLimit? { get }

  /// Whether an amount has no effect.
  func isIdle(_ amount: Float) -> Bool

  /// The reference semantics.
  func exact(_ field: ExactField, _ amount: Double) -> ExactField

  /// Approximate cost in cycles per channel of a pixel on one core, in units of `LaneOperation.cost`.
  var cyclesPerSample: Double { get }

  /// A description of the amount, after the name: `by 12.0 px`.
  func described(_ amount: Float) -> String
}

extension FieldFilter {
  /// No limit.
  public var limit: FilterLimit? { nil }

  /// The default description, for an amount in pixels.
  public func described(_ amount: Float) -> String { "by \(Self.tenths(amount)) px" }

  /// A number with one decimal.
  static func tenths(_ number: Float) -> String {
    let tenths = Int((least(greatest(number, 0), 1e6) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension SpatialOperation {
  /// The largest amount; nil for no limit.
  public var limit: FilterLimit? {
    switch reading {
    case .around(let filter): filter.limit
    case .elsewhere: nil
    }
  }

  /// Approximate cost in cycles per channel of a pixel of the computed field; 0 if the step computes none.
  public var cyclesPerSample: Double {
    switch reading {
    case .around(let filter): filter.cyclesPerSample
    case .elsewhere: 0
    }
  }
}

extension Operation {
  /// Whether it is a spatial step, so that its first operand, a field, must be complete first: it starts a new pass.
  public var readsNeighbors: Bool { if case .spatial = self { true } else { false } }

  /// Whether it draws text.
  public var isLetters: Bool { if case .letters = self { true } else { false } }
}
