public import TintypeIntrinsics

/// The table of all spatial steps: those that read other pixels.
///
/// The operands are one or more *fields* (a value at all pixels of a rectangle), the amounts or a place, and the
/// rectangle. Edge pixels of a field are repeated outside the rectangle; the result is undefined outside. Each step is
/// declared in a separate file in this folder, which holds what other stages ask about it; the executor has one file
/// for its rows in single precision.
public enum SpatialOperation: Sendable, Hashable, CaseIterable {
  case blur, median, erode, dilate, guidedFilter
  case convolve(ConvolutionKernel)
  case sample(SampleFilter)
  /// Of no recipe: the optimizer makes it of sums of blurs.
  case blurs([Float])

  /// The steps that compute a field. One convolution stands for those of all weights.
  public static let filters: [SpatialOperation] = [
    .blur, .median, .erode, .dilate, .convolve(.identity), .guidedFilter,
  ]

  /// All spatial steps.
  public static let allCases = filters + SampleFilter.allCases.map { .sample($0) }

  /// How the step reads its fields: its declaration.
  public var reading: SpatialReading {
    switch self {
    case .blur: .around(.blur)
    case .median: .around(.median)
    case .erode: .around(.erode)
    case .dilate: .around(.dilate)
    case .guidedFilter: .around(.guidedFilter)
    case .convolve(let kernel): .around(.convolution(kernel))
    case .blurs(let weights): .around(.blurs(weights))
    case .sample(let filter): .elsewhere(Sample(filter: filter))
    }
  }
}

/// How a step reads its fields.
public enum SpatialReading: Sendable {
  /// Around each pixel, by amounts that are uniform numbers. The result is a field, which is computed before it is
  /// read.
  case around(FieldFilter)
  /// One field at one place, the second operand: a `vec2` in source pixels.
  case elsewhere(Sample)
}

extension SpatialOperation {
  /// The declaration of a step that computes a field; nil for a sample.
  public var filter: FieldFilter? { if case .around(let filter) = reading { filter } else { nil } }

  /// The name in a program's text, and of a filter in recipes.
  public var name: String {
    switch reading {
    case .around(let filter): filter.name
    case .elsewhere(let sample): sample.name
    }
  }

  /// The number of fields, which are the first operands.
  public var fieldCount: Int { filter?.fields.count ?? 1 }

  /// The types of the operands between the fields and the rectangle.
  var amountTypes: [ValueType] { filter.map { $0.amounts.map { _ in .scalar } } ?? [.vec2] }

  /// The range of the result in exact arithmetic.
  func range(of fields: [Interval]) -> Interval {
    switch reading {
    case .around(let filter): filter.range(fields)
    case .elsewhere(let sample): sample.range(of: fields[0])
    }
  }

  /// The range of the result in single precision, roundings included; nil if it is unknown or not finite.
  public func singleRange(of fields: [SingleRange]) -> SingleRange? {
    switch reading {
    case .around(let filter): filter.singleRange(fields)
    case .elsewhere(let sample): sample.singleRange(of: fields[0])
    }
  }

  /// The result of the step on uniform fields, as a multiple of the first.
  public var factorOfUniform: Double { filter?.factorOfUniform ?? 1 }
}

extension Operation {
  /// Whether it is a spatial step, so that its fields must be complete first: it starts a new pass.
  public var readsNeighbors: Bool { if case .spatial = self { true } else { false } }

  /// Whether it draws text.
  public var isLetters: Bool { if case .letters = self { true } else { false } }
}

extension Operation {
  /// Whether it combines the neighbors of each pixel.
  public var isFilter: Bool { if case .spatial(let operation) = self { operation.filter != nil } else { false } }
}
