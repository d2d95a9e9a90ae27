/// The elementary functions in single precision. The vector forms in the executor follow them step by step.
enum Elementary {
  static func exp2(_ x: Float) -> Float {
    let bounded = least(greatest(x, -127), 128)
    let whole = bounded.rounded(.down)
    return exp2(whole: whole, fraction: bounded - whole)
  }

  /// 2^whole (1 + r P(r)). The exponent field of 2^-127 is 0, and that of 2^128 is infinity's, so both limits need no
  /// special case.
  private static func exp2(whole: Float, fraction r: Float) -> Float {
    let c = ElementaryPolynomials.exp2
    var p = c.4.addingProduct(c.5, r)
    p = c.3.addingProduct(p, r)
    p = c.2.addingProduct(p, r)
    p = c.1.addingProduct(p, r)
    p = c.0.addingProduct(p, r)
    p = Float(1).addingProduct(p, r)
    return p * Float(bitPattern: UInt32(bitPattern: (Int32(whole) &+ 127) &<< 23))
  }

  /// x = 2^exponent (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).
  private static func split(_ x: Float) -> (exponent: Float, f: Float) {
    let bits = Int32(bitPattern: x.bitPattern) &- 0x3f35_04f3
    let mantissa = (bits & 0x007f_ffff) &+ 0x3f35_04f3
    return (Float(bits &>> 23), Float(bitPattern: UInt32(bitPattern: mantissa)) - 1)
  }

  /// log2(1 + f)
  private static func log2(f: Float) -> Float {
    let c = ElementaryPolynomials.log2
    var p = c.7.addingProduct(c.8, f)
    p = c.6.addingProduct(p, f)
    p = c.5.addingProduct(p, f)
    p = c.4.addingProduct(p, f)
    p = c.3.addingProduct(p, f)
    p = c.2.addingProduct(p, f)
    p = c.1.addingProduct(p, f)
    p = c.0.addingProduct(p, f)
    return p * f
  }

  static func log2(_ x: Float) -> Float {
    let (exponent, f) = split(greatest(x, .leastNormalMagnitude))
    return exponent + log2(f: f)
  }

  /// 2^(y (e + p)) where e is an integer exponent. `y e - n` is computed with one rounding, so that a large exponent
  /// loses no precision.
  static func power(_ x: Float, _ y: Float) -> Float {
    let (e, f) = split(greatest(x, .leastNormalMagnitude))
    let p = log2(f: f)
    let exponent = (y * p).addingProduct(y, e)
    let bounded = least(greatest(exponent, -127), 128)
    let whole = bounded.rounded(.down)
    let near = (-whole).addingProduct(y, e).addingProduct(y, p)
    let fraction = least(greatest(near, 0), 1)
    return x >= .leastNormalMagnitude ? exp2(whole: whole, fraction: fraction) : 0
  }

  /// Argument reduction: x = quadrant pi/2 + rest.
  private static func reduce(_ x: Float) -> (quadrant: Int32, rest: Float) {
    let angle: Float = x.magnitude <= ElementaryPolynomials.largestAngle ? x : 0
    let halfPi = ElementaryPolynomials.halfPi
    let n = Float(0.5).addingProduct(angle, 0.63661977).rounded(.down)
    var rest = angle.addingProduct(-n, halfPi.0)
    rest = rest.addingProduct(-n, halfPi.1)
    rest = rest.addingProduct(-n, halfPi.2)
    return (Int32(n), rest)
  }

  private static func sineNearZero(_ r: Float) -> Float {
    let c = ElementaryPolynomials.sine
    let square = r * r
    let p = c.0.addingProduct(c.1.addingProduct(c.2, square), square)
    return r.addingProduct(p * square, r)
  }

  private static func cosineNearZero(_ r: Float) -> Float {
    let c = ElementaryPolynomials.cosine
    let square = r * r
    let p = c.0.addingProduct(c.1.addingProduct(c.2, square), square)
    return Float(1).addingProduct(Float(-0.5).addingProduct(p, square), square)
  }

  /// The sine after adding a quarter turn per quadrant: bit 0 swaps sine and cosine, bit 1 changes the sign.
  private static func sine(quadrant: Int32, _ rest: Float) -> Float {
    let value = quadrant & 1 == 0 ? sineNearZero(rest) : cosineNearZero(rest)
    return Float(bitPattern: value.bitPattern ^ UInt32(bitPattern: (quadrant & 2) &<< 30))
  }

  static func sine(_ x: Float) -> Float {
    let (quadrant, rest) = reduce(x)
    return sine(quadrant: quadrant, rest)
  }

  static func cosine(_ x: Float) -> Float {
    let (quadrant, rest) = reduce(x)
    return sine(quadrant: quadrant &+ 1, rest)
  }

  /// The series of the tangent, or of its reciprocal beyond 1.
  static func arcTangent(_ x: Float) -> Float {
    let magnitude = greatest(x.magnitude, 0)
    let isSteep = magnitude > 1
    let t = isSteep ? 1 / magnitude : magnitude
    let square = t * t
    let c = ElementaryPolynomials.arcTangent
    let series = c.dropLast().reversed().reduce(c.last!) { $1.addingProduct($0, square) }
    let near = t.addingProduct(series * square, t)
    let angle = isSteep ? ElementaryPolynomials.halfPi.0 - near : near
    return x < 0 ? -angle : angle
  }
}
