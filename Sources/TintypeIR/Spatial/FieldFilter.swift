public import TintypeIntrinsics

/// The declaration of a spatial step that computes a field, which the other stages read.
public struct FieldFilter: Sendable {
  /// The name, in recipes and in a program's text.
  public let name: String

  /// What it gives, in a sentence or two.
  public let documentation: String

  /// The names of its fields in a recipe. The first is the picture that it changes; it stands for others that are left
  /// out.
  public var fields = ["image"]

  /// The uniform numbers that it takes, in order.
  public var amounts: [FilterAmount] = []

  /// Approximate cost in cycles per channel of a pixel on one core, in units of `LaneOperation.cost`.
  public let cyclesPerSample: Double

  /// Whether amounts have no effect.
  public let isIdle: @Sendable (_ amounts: [Float]) -> Bool

  /// Approximate number of rows of its fields that a row waits for.
  public let rowsAhead: @Sendable (_ amounts: [Float]) -> Double

  /// The range of the result in exact arithmetic.
  public let range: @Sendable (_ fields: [Interval]) -> Interval

  /// The range of the result in single precision, roundings included; nil if it is unknown or not finite.
  public let singleRange: @Sendable (_ fields: [SingleRange]) -> SingleRange?

  /// Its result on uniform fields, as a multiple of the first.
  public var factorOfUniform = 1.0

  /// The reference semantics.
  public let exact: @Sendable (_ fields: [ExactField], _ amounts: [Double]) -> ExactField

  /// A description of the amounts, after the name: `by 12.0 px`.
  public var described: @Sendable (_ amounts: [Float]) -> String = { "by \(tenths($0[0])) px" }

  /// How passes of shaders compute it.
  public let shading: Shading

  /// The same as one step over the pixels around each one; nil where it takes several.
  public var window: Window?

  /// What a filter makes of the pixels around each one, whose edges are repeated.
  public enum Window: Sendable {
    /// The sum by weights.
    case sum(ConvolutionKernel)
    /// The mean by a Gaussian, whose standard deviation is the first amount.
    case gaussian
    /// The smallest number, or the largest, of a square whose radius is the first amount.
    case least, greatest

    /// The number of pixels.
    ///
    /// - Parameter amount: the first one, as it counts.
    public func pixels(_ amount: Float) -> Double {
      let reach: Float
      switch self {
      case .sum(let kernel): return Double(kernel.taps.count)
      case .gaussian: reach = Double(amount) < GaussianSteps.leastSigma ? 0 : (4 * amount).rounded(.up)
      case .least, .greatest: reach = amount
      }
      let side = 2 * Double(reach) + 1
      return side * side
    }
  }

  /// How passes of shaders compute a filter.
  public enum Shading: Sendable {
    /// By what a runtime has for its name, with its amounts.
    case byRuntime
    /// In stages, of which the last gives the result.
    case stages([ShaderStage])
  }

  /// A number with one decimal.
  static func tenths(_ number: Float) -> String {
    let tenths = Int((least(greatest(number, 0), 1e6) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// A uniform number of a filter: how a recipe gives it, and what the filter makes of it.
public struct FilterAmount: Sendable {
  /// The name in a recipe.
  public let name: String

  /// What a recipe gives.
  public let kind: Kind

  /// The effective range; other numbers are clamped to it, and NaN counts as the lower end.
  public let range: ClosedRange<Float>

  /// Whether it is rounded to whole pixels, halves up.
  public var isWhole = false

  /// What a recipe gives for an amount.
  public enum Kind: Sendable {
    /// A length, which becomes pixels, within a limit if there is one.
    case length(atMost: FilterLimit?)
    /// A number within the range, or this one where it is left out.
    case number(usually: Double)
  }

  /// The range in the shortest decimals.
  public var numbers: ClosedRange<Double> {
    (Double("\(range.lowerBound)") ?? 0)...(Double("\(range.upperBound)") ?? .infinity)
  }

  /// The amount that counts.
  public func resolved(_ given: Float) -> Float {
    let bounded = least(greatest(given, range.lowerBound), range.upperBound)
    return isWhole ? (bounded + 0.5).rounded(.down) : bounded
  }

  /// The radius of a square of 2 * radius + 1 pixels.
  public static let squareRadius = FilterAmount(
    name: "radius", kind: .length(atMost: FilterLimit(percent: 2, pixels: 127)), range: 0...127, isWhole: true)

  /// The standard deviation of a Gaussian in pixels.
  static let deviation = FilterAmount(
    name: "radius", kind: .length(atMost: nil), range: 0...GaussianSteps.largestSigma)
}

/// The largest radius that a recipe may ask for.
public struct FilterLimit: Sendable, Hashable {
  /// In % of the short side.
  public let percent: Int
  /// In pixels. No radius is larger, however large the picture is.
  public let pixels: Int
}

/// A step in which shaders compute a filter: it reads the filter's fields and the results of earlier steps.
public struct ShaderStage: Sendable {
  /// The end of the name of its pass.
  public let name: String

  /// The pictures that it reads, by their names in the text.
  public let reads: [(name: String, from: Origin)]

  /// How it computes its picture.
  public let work: Work

  /// What a stage reads.
  public enum Origin: Sendable {
    case field(Int)
    case stage(Int)
  }

  /// How a stage computes its picture.
  public enum Work: Sendable {
    /// Statements of C with the types of Metal, which TintypeExport translates to each language. `middle` is the pixel
    /// in the first picture, `tt_at(picture, pixel)` repeats the edges, amounts have their names, and `filtered` is the
    /// result. The reach is the columns and rows that are read on either side of a pixel.
    case shader(String, about: String, reach: (columns: Reach, rows: Reach))
    /// Another filter, with an amount of this one.
    case filter(FieldFilter, amount: Int)
  }

  /// How far a shader reads along an axis.
  public enum Reach: Sendable {
    /// An amount, by its position.
    case amount(Int)
    case pixels(Int)
  }

  /// A shader.
  static func shader(
    _ name: String, _ about: String, reads: [(name: String, from: Origin)] = [("image", .field(0))],
    reach: (columns: Reach, rows: Reach) = (.pixels(0), .pixels(0)), _ text: String
  ) -> ShaderStage {
    ShaderStage(name: name, reads: reads, work: .shader(text, about: about, reach: reach))
  }
}
