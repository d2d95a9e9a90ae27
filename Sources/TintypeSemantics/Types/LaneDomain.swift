import TintypeIR
package import TintypeIntrinsics

/// What one lane of a value can be as far as the text tells: exactly one number, or some interval.
package protocol LaneDomain: Sendable {
  init(_ number: Double)

  /// A lane of which nothing is known; nil where that is no answer.
  static var unknown: Self? { get }

  /// The lanes of a function or operator.
  static func applied(_ intrinsic: Intrinsic, _ operands: [[Self]], _ type: ValueType) -> [Self]

  /// A curve at some lanes; nil when that is not known.
  static func evaluated(_ curve: [Self], _ x: [Self]) -> [Self]?

  /// Whether a truth value holds; nil when both can be.
  var truth: Bool? { get }

  /// What one of two values can be.
  func union(_ other: Self) -> Self

  /// What is left where it is known not to be above, or below, another.
  func limited(above other: Self) -> Self
  func limited(below other: Self) -> Self
}

extension LaneDomain {
  /// The lanes of a color that a screen shows for some codes.
  static func color(_ codes: [UInt8], in space: WorkingSpace) -> [Self] {
    let shown = codes.prefix(3).map { Self(Double($0) / 255) }
    let working = space == .linearSRGB ? applied(.srgbToLinear, [shown], .rgb) : shown
    guard codes.count == 4 else { return working }
    let alpha = [Self(Double(codes[3]) / 255)]
    return applied(.multiply, [working, alpha], .rgb) + alpha
  }
}

extension Double {
  /// The codes whose literal is exactly this color; nil for other colors.
  static func codes(of color: [Double], in space: WorkingSpace) -> [UInt8]? {
    let alpha = color.count == 4 && color[3] > 0 ? color[3] : 1
    let straight = color.prefix(3).map { $0 / alpha }
    let shown = space == .linearSRGB ? applied(.linearToSrgb, [straight], .rgb) : straight
    let codes = (shown + color.dropFirst(3)).map { ($0 * 255).rounded() }
    guard codes.allSatisfy((0...255).contains) else { return nil }
    let bytes = codes.map { UInt8($0) }
    return Self.color(bytes, in: space) == color ? bytes : nil
  }
}

extension Double: LaneDomain {
  package static func applied(_ intrinsic: Intrinsic, _ operands: [[Double]], _ type: ValueType) -> [Double] {
    Instruction(.apply(intrinsic), type: type, rate: .uniform).meaning(of: operands, tables: []) ?? []
  }

  package static func evaluated(_ curve: [Double], _ x: [Double]) -> [Double]? {
    MonotoneCurve(curve).map { curve in x.map { curve($0) } }
  }

  package static var unknown: Double? { nil }

  package var truth: Bool? { self != 0 }

  package func union(_ other: Double) -> Double { self }

  package func limited(above other: Double) -> Double { self }

  package func limited(below other: Double) -> Double { self }
}

extension Interval: LaneDomain {
  package static func applied(_ intrinsic: Intrinsic, _ operands: [[Interval]], _ type: ValueType) -> [Interval] {
    let lanes = operands.map { $0.map { LaneRange($0) } }
    return intrinsic.ranges(of: lanes, values: Array(lanes.indices), width: type.width).map(\.bounds)
  }

  /// A curve that never overshoots has its extremes at the ends and at its points.
  package static func evaluated(_ curve: [Interval], _ x: [Interval]) -> [Interval]? {
    guard curve.allSatisfy(\.isPoint) else { return nil }
    let points = curve.map(\.lower)
    guard let curve = MonotoneCurve(points) else { return nil }
    return x.map { x in
      let inside = stride(from: 0, to: points.count, by: 2).filter { x.contains(points[$0]) }.map { points[$0 + 1] }
      return inside.reduce(Interval(curve(x.lower)).union(Interval(curve(x.upper)))) { $0.union(Interval($1)) }
    }
  }

  package static var unknown: Interval? { .everything }

  package var truth: Bool? { isPoint ? lower != 0 : nil }

  package func limited(above other: Interval) -> Interval {
    intersection(Interval(other.lower, .infinity)) ?? self
  }

  package func limited(below other: Interval) -> Interval {
    intersection(Interval(-.infinity, other.upper)) ?? self
  }
}
