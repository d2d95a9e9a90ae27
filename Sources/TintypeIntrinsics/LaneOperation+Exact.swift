#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension LaneOperation {
  /// The operation in double precision, as exactly as the C library has it; truth is 1 and 0.
  public func exact(_ x: [Double]) -> Double {
    switch self {
    case .add: x[0] + x[1]
    case .subtract: x[0] - x[1]
    case .multiply: x[0] * x[1]
    case .divide: x[0] / x[1]
    case .multiplyAdd: x[0] * x[1] + x[2]
    case .negate: -x[0]
    case .minimum: x[0] < x[1] ? x[0] : x[1]
    case .maximum: x[0] > x[1] ? x[0] : x[1]
    case .absolute: x[0].magnitude
    case .floor: x[0].rounded(.down)
    case .squareRoot: x[0].squareRoot()
    case .exp2: powerOfTwo(x[0])
    case .log2: logarithm(x[0])
    case .power: totalPower(x[0], x[1])
    case .sine: sin(reducible(x[0]))
    case .cosine: cos(reducible(x[0]))
    case .srgbCode: nearestCode(x[0])
    case .less: x[0] < x[1] ? 1 : 0
    case .lessOrEqual: x[0] <= x[1] ? 1 : 0
    case .equal: x[0] == x[1] ? 1 : 0
    case .and: x[0] != 0 && x[1] != 0 ? 1 : 0
    case .or: x[0] != 0 || x[1] != 0 ? 1 : 0
    case .not: x[0] == 0 ? 1 : 0
    case .select: x[0] != 0 ? x[1] : x[2]
    }
  }
}

// Outside the type, where `exp2` is the C library's and not a case.

private let leastNormal = Double(Float.leastNormalMagnitude)

private func powerOfTwo(_ x: Double) -> Double { x.isNaN ? 0 : exp2(x) }

private func logarithm(_ x: Double) -> Double {
  let least = leastNormal
  return log2(x > least ? Swift.min(x, 0x1p128) : least)
}

/// Never NaN: where a y without end would give 1 or NaN, it gives 0.
private func totalPower(_ x: Double, _ y: Double) -> Double {
  guard x >= leastNormal, y.isFinite || (x != 1 && !y.isNaN) else { return 0 }
  return pow(Swift.min(x, 0x1p128), y)
}

/// IEC 61966-2-1, rounded to 255ths; NaN is 0.
private func nearestCode(_ light: Double) -> Double {
  guard light > 0 else { return 0 }
  let code = light <= 0.0031308 ? light * 12.92 : 1.055 * totalPower(light, 1 / 2.4) - 0.055
  return (Swift.min(code, 1) * 255 + 0.5).rounded(.down) / 255
}

private func reducible(_ x: Double) -> Double {
  x.magnitude <= Double(ElementaryPolynomials.largestAngle) ? x : 0
}
