import TintypeColor

/// Eight numbers of a row.
typealias Lanes = SIMD8<Float>

extension UnsafePointer<Float> {
  @inline(__always) func lanes(at index: Int) -> Lanes {
    UnsafeRawPointer(self + index).loadUnaligned(as: Lanes.self)
  }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always) func lanes(at index: Int) -> Lanes {
    UnsafeRawPointer(self + index).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) func store(_ lanes: Lanes, at index: Int) {
    UnsafeMutableRawPointer(self + index).storeBytes(of: lanes, as: Lanes.self)
  }
}

extension Lanes {
  @inline(__always) var magnitudes: Lanes {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Lanes.self)
  }

  @inline(__always) func least(_ bound: Float) -> Lanes {
    replacing(with: bound, where: self .< Lanes(repeating: bound))
  }

  /// As half precision, ties to even, within ±65,504 (IEEE 754 binary16).
  @inline(__always) var halves: SIMD8<UInt16> {
    let bits = unsafeBitCast(self, to: SIMD8<UInt32>.self)
    var magnitude = bits & 0x7FFF_FFFF
    let largest = SIMD8<UInt32>(repeating: 0x477F_E000)
    magnitude.replace(with: largest, where: magnitude .> largest)
    let rounding = SIMD8<UInt32>(repeating: 0xFFF) &+ ((magnitude &>> 13) & 1)
    var half = (magnitude &+ rounding &- (112 << 23)) &>> 13
    // Below 2^-14 the steps are equal: those of a number with one half added.
    let shifted = unsafeBitCast(magnitude, to: Lanes.self) + 0.5
    let small = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) &- 0x3F00_0000
    half.replace(with: small, where: magnitude .< SIMD8<UInt32>(repeating: 0x3880_0000))
    return SIMD8<UInt16>(truncatingIfNeeded: half | ((bits &>> 16) & 0x8000))
  }
}

/// A matrix from balanced colors to light, and rows of it in half precision.
struct LightMatrix {
  private let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  init(_ matrix: Matrix3) {
    func row(_ index: Int) -> SIMD4<Float> {
      SIMD4(
        Float(matrix.column(0)[index]), Float(matrix.column(1)[index]), Float(matrix.column(2)[index]), 0)
    }
    rows = (row(0), row(1), row(2))
  }

  /// Stores the light of eight places, of which at most `count` are within the row.
  @inline(__always) func store(
    _ red: Lanes, _ green: Lanes, _ blue: Lanes, count: Int, to place: UnsafeMutablePointer<UInt16>
  ) {
    @inline(__always) func light(_ row: SIMD4<Float>) -> SIMD8<UInt16> {
      (red * row.x + green * row.y + blue * row.z).halves
    }
    let (first, second, third) = (light(rows.0), light(rows.1), light(rows.2))
    for lane in 0..<min(count, 8) {
      place[lane * 3] = first[lane]
      place[lane * 3 + 1] = second[lane]
      place[lane * 3 + 2] = third[lane]
    }
  }
}
