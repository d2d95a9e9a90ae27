import CTintypeLanes
import TintypeIntrinsics

/// A run of result pixels of one row.
struct WrittenPixels {
  let address: UnsafeMutableRawPointer
  let format: PixelFormat

  /// Encodes the first pixels: codes are clamped and rounded to nearest; light is kept within what half precision
  /// holds, and its alpha clamped. NaN is 0.
  ///
  /// - Parameter color: red, green, blue and alpha; alpha is ignored if the format has none.
  func store(count: Int, from color: [Source], _ loops: LoopTable) {
    switch format.depth {
    case .eight:
      let bytes = address.assumingMemoryBound(to: UInt8.self)
      loops.store(color, into: bytes, channels: format.channels, count: count)
    case .sixteen:
      let largest = Lanes(repeating: SampleDepth.sixteen.largest)
      storeWords(count, color) { values, _ in tt_truncate(fma(Self.clamped(values), largest, 0.5)) }
    case .half: storeWords(count, color) { tt_to_half($1 == 3 ? Self.clamped($0) : $0) }
    case .float: storeFloats(count, color)
    }
  }

  @inline(__always)
  private static func clamped(_ values: Lanes) -> Lanes {
    least(greatest(values, Lanes(repeating: 0)), Lanes(repeating: 1))
  }

  /// Stores samples of 16 bits, the last pixels of a row one by one, so that nothing after them is written.
  @inline(__always)
  private func storeWords(_ count: Int, _ color: [Source], _ words: (Lanes, _ channel: Int) -> SIMD8<Int32>) {
    @inline(__always) func samples(_ channel: Int, _ vector: Int) -> SIMD8<Int32> {
      words(color[channel].address[vector &* color[channel].stride], channel)
    }
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    for vector in 0..<count / 8 {
      let (red, green, blue) = (samples(0, vector), samples(1, vector), samples(2, vector))
      if format.channels == 3 {
        tt_put_3x16(bytes + vector * 48, red, green, blue)
      } else {
        tt_put_4x16(bytes + vector * 64, red, green, blue, samples(3, vector))
      }
    }
    let result = address.assumingMemoryBound(to: UInt16.self)
    for pixel in (count & -8)..<count {
      for channel in 0..<format.channels {
        result[pixel * format.channels + channel] = UInt16(truncatingIfNeeded: samples(channel, pixel / 8)[pixel % 8])
      }
    }
  }

  private func storeFloats(_ count: Int, _ color: [Source]) {
    let result = address.assumingMemoryBound(to: Float.self)
    for channel in 0..<format.channels {
      let source = color[channel]
      for vector in 0..<(count + 7) / 8 {
        let values = source.address[vector &* source.stride]
        let bounded = channel == 3 ? Self.clamped(values) : tt_bounded(values)
        for pixel in vector * 8..<min(vector * 8 + 8, count) {
          result[pixel * format.channels + channel] = bounded[pixel % 8]
        }
      }
    }
  }
}
