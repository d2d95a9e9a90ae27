import CTintypeLanes
import TintypeIntrinsics

/// A run of result pixels of one row.
struct WrittenPixels {
  let address: UnsafeMutableRawPointer
  let format: PixelFormat

  /// Encodes the first pixels: each channel clamped, rounded to nearest, NaN as 0.
  ///
  /// - Parameter color: red, green, blue and alpha; alpha is ignored if the format has none.
  func store(count: Int, from color: [Source], _ loops: LoopTable) {
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    guard format.depth == .sixteen else {
      return loops.store(color, into: bytes, channels: format.channels, count: count)
    }
    let (red, green, blue, alpha) = (color[0], color[1], color[2], color[3])
    for vector in 0..<count / 8 {
      if format.channels == 3 {
        tt_put_3x16(bytes + vector * 48, codes(red, vector), codes(green, vector), codes(blue, vector))
      } else {
        tt_put_4x16(
          bytes + vector * 64, codes(red, vector), codes(green, vector), codes(blue, vector), codes(alpha, vector))
      }
    }
    // The last pixels of a row one by one, so that nothing after them is written.
    let samples = address.assumingMemoryBound(to: UInt16.self)
    for pixel in (count & -8)..<count {
      for channel in 0..<format.channels {
        samples[pixel * format.channels + channel] = UInt16(
          truncatingIfNeeded: codes(color[channel], pixel / 8)[pixel % 8])
      }
    }
  }

  @inline(__always)
  private func codes(_ source: Source, _ vector: Int) -> SIMD8<Int32> {
    let values = source.address[vector &* source.stride]
    let bounded = least(greatest(values, Lanes(repeating: 0)), Lanes(repeating: 1))
    return tt_truncate(fma(bounded, Lanes(repeating: SampleDepth.sixteen.largest), 0.5))
  }
}
