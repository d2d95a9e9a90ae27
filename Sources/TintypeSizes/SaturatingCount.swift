/// A count that saturates: a sum or a product beyond `Int.max` is `Int.max`, a difference below 0 is 0.
///
/// Files and messages may state any size. An estimate may be too large, but it must neither trap nor wrap around.
public protocol SaturatingCount: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, 0 or more; `Int.max` also stands for everything beyond.
  var count: Int { get }

  /// A count; a negative number becomes 0.
  init(_ count: Int)
}

extension SaturatingCount {
  /// A count from a number of any type.
  public init(clamping number: some BinaryInteger) { self.init(Int(clamping: number)) }

  /// A literal.
  public init(integerLiteral number: Int) { self.init(number) }

  /// The largest count, at which counts saturate.
  public static var unbounded: Self { Self(.max) }

  /// A sum.
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.count.addingReportingOverflow(b.count)
    return overflow ? .unbounded : Self(sum)
  }

  /// Adds a count.
  public static func += (a: inout Self, b: Self) { a = a + b }

  /// A difference.
  public static func - (a: Self, b: Self) -> Self { Self(a.count - b.count) }

  /// Subtracts a count.
  public static func -= (a: inout Self, b: Self) { a = a - b }

  /// So many times as much; a negative factor counts as 0.
  public static func * (a: Self, factor: Int) -> Self {
    let (product, overflow) = a.count.multipliedReportingOverflow(by: max(factor, 0))
    return overflow ? .unbounded : Self(product)
  }

  /// A part, rounded down.
  public static func / (a: Self, divisor: Int) -> Self { Self(a.count / divisor) }

  /// The order of numbers.
  public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
}

extension Sequence where Element: SaturatingCount {
  /// The sum of all.
  public var total: Element { reduce(0, +) }
}
