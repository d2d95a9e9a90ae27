import CTintypeLanes
import TintypeIntrinsics

/// Some pixels of one row that are read.
struct StoredPixels {
  let address: UnsafeRawPointer
  let format: PixelFormat

  /// Decodes one channel of the first pixels; alpha of a format without alpha is 1.
  func load(channel: Int, count: Int, into lanes: UnsafeMutablePointer<Lanes>) {
    guard channel < format.channels else {
      for vector in 0..<(count + 7) / 8 { lanes[vector] = Lanes(repeating: 1) }
      return
    }
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    let samples = bytes + channel * format.depth.bytes
    switch (format.channels, format.depth) {
    case (3, .eight): load(channel, count, into: lanes) { tt_take_3x8(samples + $0 * 3) }
    case (3, .sixteen): load(channel, count, into: lanes) { tt_take_3x16(samples + $0 * 6) }
    case (_, .eight): load(channel, count, into: lanes) { tt_take_4x8(bytes + $0 * 4, Int32(channel)) }
    case (_, .sixteen): load(channel, count, into: lanes) { tt_take_4x16(bytes + $0 * 8, Int32(channel)) }
    }
  }

  /// Eight pixels at once, and the rest one by one, so that nothing behind the last pixel is read.
  @inline(__always)
  private func load(
    _ channel: Int, _ count: Int, into lanes: UnsafeMutablePointer<Lanes>, _ codes: (_ pixel: Int) -> SIMD8<Int32>
  ) {
    let scale = 1 / format.depth.largest
    for vector in 0..<count / 8 { lanes[vector] = tt_convert(codes(vector * 8)) * scale }
    let result = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self)
    for pixel in (count & -8)..<count { result[pixel] = Float(code(channel, pixel)) * scale }
  }

  private func code(_ channel: Int, _ pixel: Int) -> UInt16 {
    let sample = address + pixel * format.pixelBytes + channel * format.depth.bytes
    switch format.depth {
    case .eight: return UInt16(sample.load(as: UInt8.self))
    case .sixteen: return sample.load(as: UInt16.self)
    }
  }

  /// Takes numbers from a table by the codes of one channel of the first pixels.
  func lookUp(
    channel: Int, in table: UnsafePointer<Float>, count: Int, into lanes: UnsafeMutablePointer<Lanes>, _ loops: LoopSet
  ) {
    guard channel < format.channels else {
      return lanes.update(repeating: Lanes(repeating: table[255]), count: (count + 7) / 8)
    }
    loops.lookUp(
      address.assumingMemoryBound(to: UInt8.self) + channel, channels: format.channels, in: table, count: count,
      into: lanes)
  }
}
