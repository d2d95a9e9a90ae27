package import TintypeIntrinsics

/// A number that is an affine function of the pixel's position.
package struct Affine: Sendable, Hashable {
  package var across: Double
  package var down: Double
  package var constant: Double

  /// Whether a place follows from it: no number overflows on the way, and none is NaN.
  package var isUsable: Bool { [across, down, constant].allSatisfy { $0.magnitude < 1e30 } }

  private var isConstant: Bool { across == 0 && down == 0 }

  package init(across: Double = 0, down: Double = 0, constant: Double) {
    (self.across, self.down, self.constant) = (across, down, constant)
  }

  /// The result of an operation on affine numbers; nil if it is not affine.
  package init?(_ operation: LaneOperation, _ operands: [Affine?]) {
    let known = operands.compactMap { $0 }
    guard known.count == operands.count else { return nil }
    let result: Affine? =
      switch operation.declaration.linear {
      case .sum: known[0].plus(known[1])
      case .difference: known[0].plus(known[1].times(-1))
      case .negation: known[0].times(-1)
      case .product: known[0].times(known[1])
      case .productSum: known[0].times(known[1])?.plus(known[2])
      case nil: operation == .divide && known[1].isConstant ? known[0].times(1 / known[1].constant) : nil
      }
    guard let result else { return nil }
    self = result
  }

  /// The number at a pixel's place.
  func callAsFunction(_ x: Double, _ y: Double) -> Double { across * x + down * y + constant }

  /// The number where the pixel's place is itself affine.
  func callAsFunction(_ x: Affine, _ y: Affine) -> Affine {
    x.times(across).plus(y.times(down)).plus(Affine(constant: constant))
  }

  private func plus(_ other: Affine) -> Affine {
    Affine(across: across + other.across, down: down + other.down, constant: constant + other.constant)
  }

  private func times(_ factor: Double) -> Affine {
    Affine(across: across * factor, down: down * factor, constant: constant * factor)
  }

  private func times(_ other: Affine) -> Affine? {
    other.isConstant ? times(other.constant) : isConstant ? other.times(constant) : nil
  }
}
