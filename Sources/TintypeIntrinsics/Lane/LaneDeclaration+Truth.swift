private struct Less: OrderPredicate {
  let isStrict = true
  func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool { a < b }
}

private struct LessOrEqual: OrderPredicate {
  let isStrict = false
  func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool { a <= b }
}

private func vectorTruth(_ mask: SIMDMask<SIMD8<Int32>>) -> SIMD8<Float> {
  SIMD8(repeating: .truth(false)).replacing(with: SIMD8(repeating: .truth(true)), where: mask)
}

/// Declares a comparison by its predicate.
private func comparison(
  _ order: some OrderPredicate, vector: @escaping LaneDeclaration.Rule<SIMD8<Float>, SIMD8<Float>>
) -> LaneDeclaration {
  LaneDeclaration(
    .comparison, cost: 1.2, exact: { a, b, _ in order.holds(a, b) ? 1 : 0 },
    single: { a, b, _ in .truth(order.holds(a, b)) }, vector: vector,
    range: { a, b, _ in LaneRange(a.bounds.compared(to: b.bounds, by: order)) },
    singleRange: { a, b, _ in
      guard let a = a?.finite, let b = b?.finite else { return nil }
      return a.compared(to: b, by: order)
    },
    model: { a, b, _ in
      let truth = a.compared(to: b, by: order)
      // Bounds lose the dependence of both on one number; the difference does not.
      return truth.isDecided ? truth : (a - b).compared(to: TaylorModel(0), by: order)
    }, implication: .order(isStrict: order.isStrict))
}

/// Declares an operation on truth values.
///
/// - Parameters:
///   - meaning: on truth values. With fewer operands the rest are ignored.
///   - bits: the same on lanes with all bits set or none.
private func logic(
  _ arity: Int, _ meaning: @escaping @Sendable (Bool, Bool) -> Bool,
  bits: @escaping @Sendable (UInt32, UInt32) -> UInt32, _ implication: Implication
) -> LaneDeclaration {
  LaneDeclaration(
    .logic(arity), cost: 1.2, exact: { a, b, _ in meaning(a != 0, b != 0) ? 1 : 0 },
    single: { a, b, _ in Float(bitPattern: bits(a.bitPattern, b.bitPattern)) },
    range: { a, b, _ in LaneRange(known(meaning, a.bounds, b.bounds)) },
    singleRange: { a, b, _ in
      guard let a, let b else { return nil }
      return known(meaning, a, b)
    }, model: { a, b, _ in known(meaning, a, b) }, implication: implication)
}

/// What is known of the result of an operation on truth values that rises or falls with each: the ends decide.
private func known<Known: Bounded>(_ meaning: (Bool, Bool) -> Bool, _ a: Known, _ b: Known) -> Known {
  let (low, high) = (meaning(a.lower == 1, b.lower == 1), meaning(a.upper != 0, b.upper != 0))
  return .truth(low && high, !low && !high)
}

extension LaneDeclaration {
  /// a < b
  static let less = comparison(Less(), vector: { a, b, _ in vectorTruth(a .< b) })

  /// a <= b
  static let lessOrEqual = comparison(LessOrEqual(), vector: { a, b, _ in vectorTruth(a .<= b) })

  /// a == b
  static let equal = LaneDeclaration(
    .comparison, cost: 1.2, exact: { a, b, _ in a == b ? 1 : 0 }, single: { a, b, _ in .truth(a == b) },
    range: { a, b, _ in
      // Two computations of the same number may differ by a rounding.
      let distance = max(a.bounds.lower - b.bounds.upper, b.bounds.lower - a.bounds.upper)
      let isOneNumber = a.isPoint && a.bounds == b.bounds
      return LaneRange(.truth(isOneNumber, distance > Interval.slack(a.bounds.lower)))
    },
    singleRange: { a, b, _ in
      guard let a = a?.finite, let b = b?.finite else { return nil }
      return .truth(false, !a.overlaps(b))
    }, model: nil, implication: .equality)

  /// a and b, on truth values
  static let and = logic(2, { $0 && $1 }, bits: { $0 & $1 }, .conjunction)

  /// a or b, on truth values
  static let or = logic(2, { $0 || $1 }, bits: { $0 | $1 }, .disjunction)

  /// not a, on truth values
  static let not = logic(1, { a, _ in !a }, bits: { a, _ in ~a }, .negation)

  /// where a is true b, elsewhere c
  static let select = LaneDeclaration(
    .choice, cost: 1.8, exact: { a, b, c in a != 0 ? b : c },
    single: { a, b, c in Float(bitPattern: (b.bitPattern & a.bitPattern) | (c.bitPattern & ~a.bitPattern)) },
    // True has all bits set, so it is not a number (NaN).
    vector: { a, b, c in b.replacing(with: c, where: a .== a) },
    range: { a, b, c in
      if a.bounds.isTrue || b == c { return b }
      return a.bounds.isFalse ? c : LaneRange(b.bounds.union(c.bounds))
    },
    singleRange: { a, b, c in
      if let a, a.isDecided { return a.isTrue ? b : c }
      guard let b, let c else { return nil }
      return b.union(c)
    }, model: { a, b, c in .chosen(a, b, c) })
}

extension Float {
  /// A truth value as a lane: all bits set, or none.
  public static func truth(_ value: Bool) -> Float { Float(bitPattern: value ? ~0 : 0) }
}
