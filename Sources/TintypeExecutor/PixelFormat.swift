import CTintypeLanes
public import TintypeIntrinsics

/// How pixels lie in memory: interleaved samples, red first, alpha last and straight.
public struct PixelFormat: Sendable, Hashable {
  /// 3 (red, green, blue) or 4 (and alpha).
  public var channels: Int

  /// The size of a sample.
  public var depth: SampleDepth

  /// Makes a format.
  public init(channels: Int, depth: SampleDepth) {
    require(channels == 3 || channels == 4, "a pixel has three or four channels")
    self.channels = channels
    self.depth = depth
  }

  /// Bytes a pixel takes.
  public var pixelBytes: Int { channels * depth.bytes }
}

/// Some pixels of one row that are read.
struct StoredPixels {
  let address: UnsafeRawPointer
  let format: PixelFormat

  /// Decodes one channel of the first pixels; alpha of a format without alpha is 1.
  func load(channel: Int, count: Int, into lanes: UnsafeMutablePointer<Lanes>) {
    let result = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self)
    let stride = format.channels
    guard channel < stride else {
      for pixel in 0..<count { result[pixel] = 1 }
      return
    }
    let scale = 1 / format.depth.largest
    switch format.depth {
    case .eight:
      let samples = address.assumingMemoryBound(to: UInt8.self) + channel
      for pixel in 0..<count { result[pixel] = Float(samples[pixel &* stride]) * scale }
    case .sixteen:
      let samples = address.assumingMemoryBound(to: UInt16.self) + channel
      for pixel in 0..<count { result[pixel] = Float(samples[pixel &* stride]) * scale }
    }
  }
}

extension StoredPixels {
  /// Takes numbers from a table by the codes of one channel of the first pixels.
  func lookUp(channel: Int, in table: UnsafePointer<Float>, count: Int, into lanes: UnsafeMutablePointer<Lanes>) {
    let result = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Float.self)
    let samples = address.assumingMemoryBound(to: UInt8.self) + channel
    let stride = format.channels
    guard channel < stride else {
      for pixel in 0..<count { result[pixel] = table[255] }
      return
    }
    for pixel in 0..<count { result[pixel] = table[Int(samples[pixel &* stride])] }
  }
}

/// Some pixels of one row that are written.
struct WrittenPixels {
  let address: UnsafeMutableRawPointer
  let format: PixelFormat

  /// Encodes one channel of the first pixels: clamped, rounded to nearest, NaN as 0.
  func store(channel: Int, count: Int, from source: Source) {
    let largest = Lanes(repeating: format.depth.largest)
    var source = source
    for first in stride(from: 0, to: count, by: 8) {
      let bounded = least(greatest(source.address.pointee, Lanes(repeating: 0)), Lanes(repeating: 1))
      let codes = tt_truncate(fma(bounded, largest, 0.5))
      put(codes, channel: channel, first: first, count: min(8, count - first))
      source.address += source.stride
    }
  }

  @inline(__always)
  private func put(_ codes: SIMD8<Int32>, channel: Int, first: Int, count: Int) {
    let position = first * format.channels + channel
    switch format.depth {
    case .eight:
      let samples = address.assumingMemoryBound(to: UInt8.self) + position
      for lane in 0..<count { samples[lane &* format.channels] = UInt8(truncatingIfNeeded: codes[lane]) }
    case .sixteen:
      let samples = address.assumingMemoryBound(to: UInt16.self) + position
      for lane in 0..<count { samples[lane &* format.channels] = UInt16(truncatingIfNeeded: codes[lane]) }
    }
  }
}
