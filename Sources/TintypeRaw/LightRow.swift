import TintypeColor
import TintypeRaster

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
      SampleDepth.halves(of: red * row.x + green * row.y + blue * row.z)
    }
    let (first, second, third) = (light(rows.0), light(rows.1), light(rows.2))
    for lane in 0..<min(count, 8) {
      place[lane * 3] = first[lane]
      place[lane * 3 + 1] = second[lane]
      place[lane * 3 + 2] = third[lane]
    }
  }
}
