import CTintypeLanes
import TintypeIntrinsics

/// Eight pixels of one lane: the width of one AVX2 register, or of two NEON ones.
typealias Lanes = SIMD8<Float>

// The vector forms of `LaneOperation`: step by step what `LaneOperation.callAsFunction` does on one lane, so that both give
// the same bits.
extension Lanes {
  @inline(__always) static func truth(_ mask: SIMDMask<SIMD8<Int32>>) -> Lanes {
    Lanes(bits: SIMD8<Int32>(repeating: 0).replacing(with: SIMD8<Int32>(repeating: -1), where: mask))
  }

  @inline(__always) var bits: SIMD8<UInt32> { unsafeBitCast(self, to: SIMD8<UInt32>.self) }

  @inline(__always) var signedBits: SIMD8<Int32> { unsafeBitCast(self, to: SIMD8<Int32>.self) }

  @inline(__always) init(bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: Lanes.self) }

  @inline(__always) init(bits: SIMD8<Int32>) { self = unsafeBitCast(bits, to: Lanes.self) }
}

@inline(__always) func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .< b) }

@inline(__always) func greatest(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }

@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { tt_fma(a, b, c) }

@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Float) -> Lanes { tt_fma(a, b, Lanes(repeating: c)) }

/// The negative, of zeros too. (`-x` on Swift's vectors is `0 - x`, which makes 0 of 0.)
@inline(__always) func negated(_ x: Lanes) -> Lanes { Lanes(bits: x.bits ^ 0x8000_0000) }

@inline(__always) func select(_ mask: Lanes, _ a: Lanes, _ b: Lanes) -> Lanes {
  Lanes(bits: (a.bits & mask.bits) | (b.bits & ~mask.bits))
}

/// The whole numbers in the lanes, which must fit an Int32.
@inline(__always) private func integers(_ x: Lanes) -> SIMD8<Int32> { tt_truncate(x) }

// MARK: Powers of two and logarithms

@inline(__always) private func exp2(whole: Lanes, fraction r: Lanes) -> Lanes {
  let c = ElementaryPolynomials.exp2
  var p = fma(Lanes(repeating: c.5), r, c.4)
  p = fma(p, r, c.3)
  p = fma(p, r, c.2)
  p = fma(p, r, c.1)
  p = fma(p, r, c.0)
  p = fma(p, r, 1)
  return p * Lanes(bits: (integers(whole) &+ 127) &<< 23)
}

@inline(__always) private func bounded(_ exponent: Lanes) -> Lanes {
  least(greatest(exponent, Lanes(repeating: -127)), Lanes(repeating: 128))
}

@inline(__always) func exp2(_ x: Lanes) -> Lanes {
  let bounded = bounded(x)
  let whole = tt_floor(bounded)
  return exp2(whole: whole, fraction: bounded - whole)
}

@inline(__always) private func split(_ x: Lanes) -> (exponent: Lanes, f: Lanes) {
  let bits = x.signedBits &- 0x3f35_04f3
  let mantissa = (bits & 0x007f_ffff) &+ 0x3f35_04f3
  return (tt_convert(bits &>> 23), Lanes(bits: mantissa) - 1)
}

@inline(__always) private func log2(f: Lanes) -> Lanes {
  let c = ElementaryPolynomials.log2
  var p = fma(Lanes(repeating: c.8), f, c.7)
  p = fma(p, f, c.6)
  p = fma(p, f, c.5)
  p = fma(p, f, c.4)
  p = fma(p, f, c.3)
  p = fma(p, f, c.2)
  p = fma(p, f, c.1)
  p = fma(p, f, c.0)
  return p * f
}

@inline(__always) func log2(_ x: Lanes) -> Lanes {
  let (exponent, f) = split(greatest(x, Lanes(repeating: .leastNormalMagnitude)))
  return exponent + log2(f: f)
}

@inline(__always) func power(_ x: Lanes, _ y: Lanes) -> Lanes {
  let least = Lanes(repeating: .leastNormalMagnitude)
  let (e, f) = split(greatest(x, least))
  let p = log2(f: f)
  let whole = tt_floor(bounded(fma(y, e, y * p)))
  let near = fma(y, p, fma(y, e, negated(whole)))
  let fraction = TintypeExecutor.least(greatest(near, Lanes(repeating: 0)), Lanes(repeating: 1))
  return Lanes(repeating: 0).replacing(with: exp2(whole: whole, fraction: fraction), where: x .>= least)
}

// MARK: Angles

@inline(__always) private func reduce(_ x: Lanes) -> (quadrant: SIMD8<Int32>, rest: Lanes) {
  let magnitude = Lanes(bits: x.bits & 0x7fff_ffff)
  let isSmall = magnitude .<= ElementaryPolynomials.largestAngle
  let angle = Lanes(repeating: 0).replacing(with: x, where: isSmall)
  let halfPi = ElementaryPolynomials.halfPi
  let n = tt_floor(fma(angle, Lanes(repeating: 0.63661977), 0.5))
  let minus = negated(n)
  var rest = fma(minus, Lanes(repeating: halfPi.0), angle)
  rest = fma(minus, Lanes(repeating: halfPi.1), rest)
  rest = fma(minus, Lanes(repeating: halfPi.2), rest)
  return (integers(n), rest)
}

@inline(__always) private func sineNearZero(_ r: Lanes) -> Lanes {
  let c = ElementaryPolynomials.sine
  let square = r * r
  let p = fma(fma(square, Lanes(repeating: c.2), c.1), square, c.0)
  return fma(p * square, r, r)
}

@inline(__always) private func cosineNearZero(_ r: Lanes) -> Lanes {
  let c = ElementaryPolynomials.cosine
  let square = r * r
  let p = fma(fma(square, Lanes(repeating: c.2), c.1), square, c.0)
  return fma(fma(p, square, -0.5), square, 1)
}

@inline(__always) private func sine(quadrant: SIMD8<Int32>, _ rest: Lanes) -> Lanes {
  // All bits where the quadrant is odd. (A comparison of whole numbers would be compiled lane by lane.)
  let isOdd = Lanes(bits: 0 &- (quadrant & 1))
  let value = select(isOdd, cosineNearZero(rest), sineNearZero(rest))
  return Lanes(bits: value.signedBits ^ ((quadrant & 2) &<< 30))
}

@inline(__always) func sine(_ x: Lanes) -> Lanes {
  let (quadrant, rest) = reduce(x)
  return sine(quadrant: quadrant, rest)
}

@inline(__always) func cosine(_ x: Lanes) -> Lanes {
  let (quadrant, rest) = reduce(x)
  return sine(quadrant: quadrant &+ 1, rest)
}

// MARK: Codes

/// `SRGBCodes.code` as a fraction of 255.
@inline(__always) func srgbCode(_ light: Lanes, _ entries: UnsafePointer<UInt32>) -> Lanes {
  let bounded = least(greatest(light, Lanes(repeating: SRGBCodeTable.least)), Lanes(repeating: 1))
  let bits = bounded.signedBits &- Int32(bitPattern: SRGBCodeTable.least.bitPattern)
  let entry = tt_gather(entries, bits &>> 16)
  return tt_convert((entry &+ (bits & 0xFFFF)) &>> 16) * (1 / 255)
}

// MARK: Noise

/// `PixelNoise.callAsFunction` for eight columns from one on.
@inline(__always) func noise(_ keys: PixelNoise, columns: SIMD8<UInt32>) -> Lanes {
  var h = columns &+ keys.firstKey
  h ^= h &>> 16
  h &*= 0x21f0_aaad
  h ^= SIMD8(repeating: keys.secondKey)
  h ^= h &>> 15
  h &*= 0x735a_2d97
  h ^= h &>> 15
  // Below 2^24, so a signed conversion (one instruction) is the same.
  return tt_convert(unsafeBitCast(h &>> 8, to: SIMD8<Int32>.self)) * 0x1p-24
}
