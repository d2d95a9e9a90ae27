import CTintypeLanes
import TintypeIntrinsics

/// Eight pixels of one lane: the width of one AVX2 register, or of two NEON registers.
typealias Lanes = SIMD8<Float>

extension Lanes {
  @inline(__always) var bits: SIMD8<UInt32> { unsafeBitCast(self, to: SIMD8<UInt32>.self) }

  @inline(__always) init(bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: Lanes.self) }
}

@inline(__always) func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .< b) }

@inline(__always) func greatest(_ a: Lanes, _ b: Lanes) -> Lanes { b.replacing(with: a, where: a .> b) }

@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { tt_fma(a, b, c) }

@inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Float) -> Lanes { tt_fma(a, b, Lanes(repeating: c)) }

/// Negates the sign bit, also of zeros. (`-x` on Swift's vectors is `0 - x`, which gives 0 for 0.)
@inline(__always) func negated(_ x: Lanes) -> Lanes { Lanes(bits: x.bits ^ 0x8000_0000) }
