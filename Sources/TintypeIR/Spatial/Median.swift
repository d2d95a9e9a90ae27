public import TintypeIntrinsics

/// The median over a square around each pixel: removes specks and preserves edges. The side of the square is 2 * amount
/// + 1 pixels.
///
/// Numbers are quantized to steps of 2^-15 and clamped to -0.5 to 1.5; NaN counts as 0. The amount is rounded to whole
/// pixels.
public struct Median: FieldFilter {
  /// Creates the filter.
  public init() {}

  /// `median`
  public let name = "median"

  /// 28 ns at a reach of 2 pixels to 60 ns at 80 with vectors of 16, 32 to 72 ns with vectors of 8, at 3 to 4 GHz (the
  /// loops of `median.c` only, photo or noise).
  public let cyclesPerSample = 200.0

  /// The largest distance from the center: counts of a column fit into bytes up to here.
  public static let largestReach = 127

  /// The largest amount; see ``largestReach``.
  public let limit: FilterLimit? = FilterLimit(percent: 2, pixels: largestReach)

  /// The extent of the square on either side, in pixels.
  public static func reach(_ amount: Float) -> Int {
    Int(least(greatest(amount, 0), Float(largestReach)) + 0.5)
  }

  /// Whether the square is a single pixel.
  public func isIdle(_ amount: Float) -> Bool { Self.reach(amount) == 0 }

  /// One of the neighbors, rounded.
  public func range(of field: Interval) -> Interval {
    Interval(Self.value(Self.code(field.lower)), Self.value(Self.code(field.upper)))
  }

  /// One of the neighbors, rounded.
  public func singleRange(of field: SingleRange) -> SingleRange? {
    Self.value(Self.code(field.lowerBound))...Self.value(Self.code(field.upperBound))
  }

  /// Lane by lane.
  public func exact(_ field: ExactField, _ amount: Double) -> ExactField {
    let reach = Self.reach(Float(amount))
    guard reach > 0 else { return field }
    return field.replaced { column, row in
      field[column, row].indices.map { lane in
        Self.value(Self.middle(column, row, reach) { Self.code(field[$0, $1][lane]) })
      }
    }
  }

  /// The median of the codes around a pixel.
  package static func middle(_ column: Int, _ row: Int, _ reach: Int, _ code: (Int, Int) -> UInt16) -> UInt16 {
    let around = (-reach...reach).flatMap { down in (-reach...reach).map { code(column + $0, row + down) } }
    return around.sorted()[around.count / 2]
  }

  // MARK: Steps

  /// The step nearest to a number.
  package static func code<Number: BinaryFloatingPoint>(_ number: Number) -> UInt16 {
    guard !number.isNaN else { return code(0 as Number) }
    let bounded = min(max(number, -0.5), 1.5 - 0x1p-15)
    return UInt16((16384.5 as Number).addingProduct(bounded, 32768))
  }

  /// The number of a step.
  package static func value<Number: BinaryFloatingPoint>(_ code: UInt16) -> Number {
    (Number(code) - 16384) * 0x1p-15
  }
}
