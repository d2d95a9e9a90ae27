import TintypeIntrinsics

/// One piece of a curve: y + t (slope + t (second + t third)), t = x - ``start``. The numbers are known, or are values
/// of a program.
public struct CurvePiece<Number> {
  /// The start of the piece.
  public let start: Number
  /// The value at the start.
  public let value: Number
  /// The slope at the start.
  public let slope: Number
  /// The coefficient of t^2.
  public let second: Number
  /// The coefficient of t^3.
  public let third: Number

  /// Creates a piece.
  public init(start: Number, value: Number, slope: Number, second: Number, third: Number) {
    (self.start, self.value, self.slope, self.second, self.third) = (start, value, slope, second, third)
  }
}

extension CurvePiece: Sendable where Number: Sendable {}
extension CurvePiece: Equatable where Number: Equatable {}
extension CurvePiece: Hashable where Number: Hashable {}

extension ProgramBuilder {
  /// A curve at a scalar: comparisons select the piece, then a cubic is evaluated.
  ///
  /// - Parameters:
  ///   - pieces: at least one, from left to right.
  ///   - end: the end of the last piece. The curve is constant outside of its pieces.
  ///   - x: a scalar.
  ///   - value: adds a number of a piece to the program.
  public mutating func evaluate<Number>(
    _ pieces: [CurvePiece<Number>], until end: Number, at x: Value, _ value: (Number, inout ProgramBuilder) -> Value
  ) -> Value {
    let bounded = apply(.clamp, x, value(pieces[0].start, &self), value(end, &self))
    let tests = pieces.dropFirst().map { apply(.less, bounded, value($0.start, &self)) }
    func chosen(_ coefficient: (CurvePiece<Number>) -> Number, _ builder: inout ProgramBuilder) -> Value {
      var result = value(coefficient(pieces[pieces.count - 1]), &builder)
      for (piece, test) in zip(pieces, tests).reversed() {
        result = builder.apply(.select, result, value(coefficient(piece), &builder), test)
      }
      return result
    }
    let t = apply(.subtract, bounded, chosen({ $0.start }, &self))
    var result = apply(.multiply, t, chosen({ $0.third }, &self))
    result = apply(.multiply, t, apply(.add, chosen({ $0.second }, &self), result))
    result = apply(.multiply, t, apply(.add, chosen({ $0.slope }, &self), result))
    return apply(.add, chosen({ $0.value }, &self), result)
  }

  /// A curve through computed points at a scalar: that of ``MonotoneCurve``. A point that is less than
  /// ``MonotoneCurve/leastWidth`` to the right of the point before is moved there. The result stays within the points'
  /// values also where coefficients are rounded, so range analyses know its bounds.
  ///
  /// - Parameters:
  ///   - points: x0 y0 x1 y1 ... of at least two points, scalars.
  ///   - x: a scalar.
  public mutating func evaluate(curveThrough points: [Value], at x: Value) -> Value {
    var (places, heights) = ([points[0]], [points[1]])
    for index in stride(from: 2, to: points.count, by: 2) {
      let least = apply(.add, places[places.count - 1], constant(MonotoneCurve.leastWidth))
      places.append(apply(.max, points[index], least))
      heights.append(points[index + 1])
    }
    let widths = zip(places, places.dropFirst()).map { apply(.subtract, $1, $0) }
    let rises = zip(zip(heights, heights.dropFirst()), widths).map { apply(.divide, apply(.subtract, $0.1, $0.0), $1) }
    let slopes = places.indices.map { slope(at: $0, widths, rises) }
    let pieces = widths.indices.map { index in
      let (width, rise, first, last) = (widths[index], rises[index], slopes[index], slopes[index + 1])
      let bend = apply(.subtract, times(3, rise), apply(.add, times(2, first), last))
      let twist = apply(.subtract, apply(.add, first, last), times(2, rise))
      return CurvePiece(
        start: places[index], value: heights[index], slope: first, second: apply(.divide, bend, width),
        third: apply(.divide, twist, apply(.multiply, width, width)))
    }
    let result = evaluate(pieces, until: places[places.count - 1], at: x) { value, _ in value }
    let low = heights.dropFirst().reduce(heights[0]) { apply(.min, $0, $1) }
    let high = heights.dropFirst().reduce(heights[0]) { apply(.max, $0, $1) }
    return apply(.clamp, result, low, high)
  }

  private mutating func times(_ factor: Double, _ value: Value) -> Value { apply(.multiply, value, constant(factor)) }

  /// The slope at a point, as in ``MonotoneCurve``.
  private mutating func slope(at index: Int, _ widths: [Value], _ rises: [Value]) -> Value {
    if rises.count == 1 { return rises[0] }
    if index == 0 { return endSlope(widths[0], widths[1], rises[0], rises[1]) }
    if index == rises.count {
      return endSlope(widths[index - 1], widths[index - 2], rises[index - 1], rises[index - 2])
    }
    let (before, after) = (rises[index - 1], rises[index])
    let a = apply(.add, times(2, widths[index]), widths[index - 1])
    let b = apply(.add, widths[index], times(2, widths[index - 1]))
    let product = apply(.multiply, before, after)
    let weighted = apply(.add, apply(.multiply, a, after), apply(.multiply, b, before))
    let mean = apply(.divide, apply(.multiply, apply(.add, a, b), product), weighted)
    return apply(.select, constant(0), mean, apply(.less, constant(0), product))
  }

  /// Between 0 and 3 rises: where the next rise has the same sign, the slope is at most 2 rises.
  private mutating func endSlope(_ width: Value, _ next: Value, _ rise: Value, _ nextRise: Value) -> Value {
    let weighted = apply(.multiply, apply(.add, times(2, width), next), rise)
    let slope = apply(
      .divide, apply(.subtract, weighted, apply(.multiply, width, nextRise)), apply(.add, width, next))
    let limit = times(3, rise)
    return apply(.clamp, slope, apply(.min, limit, constant(0)), apply(.max, limit, constant(0)))
  }
}
