import TintypeSystem

extension LaneOperation {
  /// The operation in double precision, with the accuracy of the C library; truth is 1 and 0. Operands beyond ``arity``
  /// are ignored.
  public func exact(_ a: Double, _ b: Double = 0, _ c: Double = 0) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .multiplyAdd: a * b + c
    case .negate: -a
    case .minimum: a < b ? a : b
    case .maximum: a > b ? a : b
    case .absolute: a.magnitude
    case .floor: a.rounded(.down)
    case .squareRoot: a.squareRoot()
    case .exp2: powerOfTwo(a)
    case .log2: logarithm(a)
    case .power: totalPower(a, b)
    case .sine: sin(reducible(a))
    case .cosine: cos(reducible(a))
    case .srgbCode: nearestCode(a)
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .equal: a == b ? 1 : 0
    case .and: a != 0 && b != 0 ? 1 : 0
    case .or: a != 0 || b != 0 ? 1 : 0
    case .not: a == 0 ? 1 : 0
    case .select: a != 0 ? b : c
    }
  }

  /// The operation in double precision on an array of operands.
  public func exact(_ x: [Double]) -> Double { exact(x[0], x.count > 1 ? x[1] : 0, x.count > 2 ? x[2] : 0) }
}

// Outside the type, so that `exp2` is the C library's function, not a case.

private let leastNormal = Double(Float.leastNormalMagnitude)

private func powerOfTwo(_ x: Double) -> Double { x.isNaN ? 0 : exp2(x) }

private func logarithm(_ x: Double) -> Double {
  let least = leastNormal
  return log2(x > least ? Swift.min(x, 0x1p128) : least)
}

/// Never NaN: gives 0 where an infinite y would give 1 or NaN.
private func totalPower(_ x: Double, _ y: Double) -> Double {
  guard x >= leastNormal, y.isFinite || (x != 1 && !y.isNaN) else { return 0 }
  return pow(Swift.min(x, 0x1p128), y)
}

/// IEC 61966-2-1, rounded to multiples of 1/255; 0 for NaN.
private func nearestCode(_ light: Double) -> Double {
  guard light > 0 else { return 0 }
  let code = light <= 0.0031308 ? light * 12.92 : 1.055 * totalPower(light, 1 / 2.4) - 0.055
  return (Swift.min(code, 1) * 255 + 0.5).rounded(.down) / 255
}

private func reducible(_ x: Double) -> Double {
  x.magnitude <= Double(ElementaryPolynomials.largestAngle) ? x : 0
}
