/// The range of one lane, and its dependence on other lanes: bounds, and an affine form. The affine form is a sum of
/// *roots* (lanes that are known as a whole, such as the red of the source), each with a factor in a known interval.
///
/// The affine form shows, for example, that a gray plus 0.8 times the distance from it cannot be negative. Bounds alone
/// would lose the dependence of both on the same color.
public struct LaneRange: Sendable, Hashable {
  /// A root and its factor.
  struct Term: Sendable, Hashable {
    let root: Int
    var factor: Interval
    /// The range of the root.
    var span: Interval
  }

  /// The range of the lane.
  public private(set) var bounds: Interval

  /// The terms, ordered by root.
  private(set) var terms: [Term]

  /// The remainder added to the terms.
  private(set) var rest: Interval

  /// A lane with known bounds only.
  public init(_ bounds: Interval) { (self.bounds, terms, rest) = (bounds, [], bounds) }

  /// A lane that is a root, with its identifying number.
  public init(root: Int, _ span: Interval) {
    bounds = span
    terms = [Term(root: root, factor: Interval(1), span: span)]
    rest = Interval(0)
  }

  private init(_ terms: [Term], plus rest: Interval, within known: Interval) {
    (self.terms, self.rest) = (terms, rest)
    let sum = Self.sum(terms, rest)
    bounds = sum.intersection(known) ?? known
  }

  /// Whether the lane is the same number for every picture.
  public var isPoint: Bool { bounds.isPoint }

  /// Whether the dependence on roots is known, with few enough terms to continue.
  public var hasTerms: Bool { !terms.isEmpty && terms.count <= Self.mostTerms }

  private static let mostTerms = 12

  /// Whether the factors are exact, so that equal sums are equal numbers.
  private var isExact: Bool { !terms.isEmpty && rest.isPoint && terms.allSatisfy { $0.factor.isPoint } }

  private static func sum(_ terms: [Term], _ rest: Interval) -> Interval {
    terms.reduce(rest) { $0 + $1.factor * $1.span }
  }

  /// The lane with its bounds tightened.
  public func bounded(by known: Interval) -> LaneRange {
    var result = self
    result.bounds = bounds.intersection(known) ?? known
    if terms.isEmpty { result.rest = result.bounds }
    return result
  }

  /// The lane with its roots in narrower ranges; nil if a range becomes empty.
  public func refined(_ roots: [Int: Interval]) -> LaneRange? {
    guard terms.contains(where: { roots[$0.root] != nil }) else { return self }
    var known = terms
    for index in known.indices {
      guard let span = roots[known[index].root] else { continue }
      guard let common = known[index].span.intersection(span) else { return nil }
      known[index].span = common
    }
    guard let common = Self.sum(known, rest).intersection(bounds) else { return nil }
    return LaneRange(known, plus: rest, within: common)
  }

  /// The ranges of the roots that bounds on this lane imply.
  public func roots(within wanted: Interval) -> [Int: Interval] {
    var roots: [Int: Interval] = [:]
    for index in terms.indices where terms[index].factor.isPoint && terms[index].factor.lower != 0 {
      var others = terms
      others.remove(at: index)
      let room = (wanted - Self.sum(others, rest)) / terms[index].factor
      roots[terms[index].root] = room
    }
    return roots
  }

  // MARK: Arithmetic

  static func + (a: LaneRange, b: LaneRange) -> LaneRange {
    LaneRange(sum(of: a.terms, b.terms), plus: a.rest + b.rest, within: a.bounds + b.bounds)
  }

  private static func sum(of a: [Term], _ b: [Term]) -> [Term] {
    guard !a.isEmpty, !b.isEmpty else { return a.isEmpty ? b : a }
    var terms: [Term] = []
    terms.reserveCapacity(a.count + b.count)
    var (left, right) = (0, 0)
    while left < a.count, right < b.count {
      let (x, y) = (a[left], b[right])
      if x.root <= y.root { left += 1 }
      if y.root <= x.root { right += 1 }
      if x.root == y.root {
        let factor = x.factor + y.factor
        if factor != Interval(0) { terms.append(Term(root: x.root, factor: factor, span: x.span)) }
      } else {
        terms.append(x.root < y.root ? x : y)
      }
    }
    return terms + a[left...] + b[right...]
  }

  static prefix func - (a: LaneRange) -> LaneRange { a * LaneRange(Interval(-1)) }

  /// The difference.
  public static func - (a: LaneRange, b: LaneRange) -> LaneRange { a + -b }

  static func * (a: LaneRange, b: LaneRange) -> LaneRange {
    if a.isExact, a.terms == b.terms, a.rest == b.rest { return LaneRange(a.bounds.squared) }
    if !a.terms.isEmpty, !b.terms.isEmpty { return LaneRange(a.bounds * b.bounds) }
    let (sum, factor) = a.terms.isEmpty ? (b, a.bounds) : (a, b.bounds)
    if factor == Interval(0) { return LaneRange(Interval(0)) }
    let terms = sum.terms.map { Term(root: $0.root, factor: $0.factor * factor, span: $0.span) }
    return LaneRange(terms, plus: sum.rest * factor, within: a.bounds * b.bounds)
  }

  static func / (a: LaneRange, b: LaneRange) -> LaneRange {
    guard !a.terms.isEmpty, b.terms.isEmpty, !b.bounds.contains(0) else { return LaneRange(a.bounds / b.bounds) }
    return a * LaneRange(Interval(1) / b.bounds)
  }
}
