import CTintypeLanes
import TintypeIntrinsics

/// Some pixels of one row that are written.
struct WrittenPixels {
  let address: UnsafeMutableRawPointer
  let format: PixelFormat

  /// Encodes the first pixels: each channel clamped, rounded to nearest, NaN as 0.
  ///
  /// - Parameter color: red, green, blue and alpha; alpha is ignored where the format has none.
  func store(count: Int, from color: [Source]) {
    let (red, green, blue, alpha) = (color[0], color[1], color[2], color[3])
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    let vectors = count / 8
    switch (format.channels, format.depth) {
    case (3, .eight) where red.address == green.address && green.address == blue.address:
      for vector in 0..<vectors {
        let gray = codes(red, vector, 255)
        tt_put_3x8(bytes + vector * 24, gray, gray, gray)
      }
    case (3, .eight):
      for vector in 0..<vectors {
        tt_put_3x8(bytes + vector * 24, codes(red, vector, 255), codes(green, vector, 255), codes(blue, vector, 255))
      }
    case (3, .sixteen):
      for vector in 0..<vectors {
        tt_put_3x16(
          bytes + vector * 48, codes(red, vector, 65535), codes(green, vector, 65535), codes(blue, vector, 65535))
      }
    case (_, .eight):
      for vector in 0..<vectors {
        tt_put_4x8(
          bytes + vector * 32, codes(red, vector, 255), codes(green, vector, 255), codes(blue, vector, 255),
          codes(alpha, vector, 255))
      }
    case (_, .sixteen):
      for vector in 0..<vectors {
        tt_put_4x16(
          bytes + vector * 64, codes(red, vector, 65535), codes(green, vector, 65535), codes(blue, vector, 65535),
          codes(alpha, vector, 65535))
      }
    }
    for channel in 0..<format.channels { storeRest(channel, (count & -8)..<count, from: color[channel]) }
  }

  @inline(__always)
  private func codes(_ source: Source, _ vector: Int, _ largest: Float) -> SIMD8<Int32> {
    let values = source.address[vector &* source.stride]
    let bounded = least(greatest(values, Lanes(repeating: 0)), Lanes(repeating: 1))
    return tt_truncate(fma(bounded, Lanes(repeating: largest), 0.5))
  }

  /// The last pixels of a row, one by one: nothing behind them is touched.
  private func storeRest(_ channel: Int, _ pixels: Range<Int>, from source: Source) {
    for pixel in pixels {
      let code = codes(source, pixel / 8, format.depth.largest)[pixel % 8]
      let sample = address + pixel * format.pixelBytes + channel * format.depth.bytes
      switch format.depth {
      case .eight: sample.storeBytes(of: UInt8(truncatingIfNeeded: code), as: UInt8.self)
      case .sixteen: sample.storeBytes(of: UInt16(truncatingIfNeeded: code), as: UInt16.self)
      }
    }
  }
}
