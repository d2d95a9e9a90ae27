import TintypeImage

/// A row of interleaved pixels that changes its layout in place. Addresses need no alignment.
struct PixelRow {
  let start: UnsafeMutableRawPointer
  private let count: Int
  private let depth: SampleDepth

  init(_ start: UnsafeMutableRawPointer, count: Int, _ depth: SampleDepth) {
    (self.start, self.count, self.depth) = (start, count, depth)
  }

  // MARK: Order

  /// Exchanges the first and the third sample of each pixel.
  func swapRedAndBlue(channels: Int) {
    switch depth.bytes {
    case 1: swapRedAndBlue(UInt8.self, channels)
    case 2: swapRedAndBlue(UInt16.self, channels)
    default: swapRedAndBlue(UInt32.self, channels)
    }
  }

  private func swapRedAndBlue<Sample: FixedWidthInteger & BitwiseCopyable>(_: Sample.Type, _ channels: Int) {
    let size = MemoryLayout<Sample>.size
    for place in stride(from: 0, to: count * channels * size, by: channels * size) {
      let (first, third) = (load(Sample.self, place), load(Sample.self, place + 2 * size))
      store(third, place)
      store(first, place + 2 * size)
    }
  }

  // MARK: A fourth sample without meaning

  /// The first three samples of pixels of four.
  func takeColors(from pixels: UnsafeRawPointer) {
    let size = 3 * depth.bytes
    for pixel in 0..<count {
      (start + pixel * size).copyMemory(from: pixels + pixel * 4 * depth.bytes, byteCount: size)
    }
  }

  /// Pixels of four samples of some of three; the fourth is 1.
  func take(colors: UnsafeRawPointer) {
    let size = 3 * depth.bytes
    for pixel in 0..<count {
      let place = pixel * 4 * depth.bytes
      (start + place).copyMemory(from: colors + pixel * size, byteCount: size)
      switch depth {
      case .eight: store(UInt8.max, place + size)
      case .sixteen: store(UInt16.max, place + size)
      case .half: store(Self.oneHalf, place + size)
      case .float: store(Float(1), place + size)
      }
    }
  }

  /// The bits of 1 in half precision.
  private static let oneHalf: UInt16 = 0x3C00

  // MARK: Alpha

  /// Divides the colors of RGBA by alpha: codes to the nearest one, at most the largest. Where alpha is 0 they are 0.
  func makeStraight() {
    switch depth {
    case .eight: codes(UInt8.self) { $1 == 0 ? 0 : min(($0 * 255 + $1 / 2) / $1, 255) }
    case .sixteen: codes(UInt16.self) { $1 == 0 ? 0 : min(($0 * 65_535 + $1 / 2) / $1, 65_535) }
    case .half, .float: light { $1 == 0 ? 0 : $0 / $1 }
    }
  }

  /// Multiplies the colors of RGBA by alpha: codes to the nearest one.
  func premultiply() {
    switch depth {
    case .eight: codes(UInt8.self) { ($0 * $1 + 127) / 255 }
    case .sixteen: codes(UInt16.self) { ($0 * $1 + 32_767) / 65_535 }
    case .half, .float: light { $0 * $1 }
    }
  }

  private func codes<Code: FixedWidthInteger & BitwiseCopyable>(
    _: Code.Type, _ change: (_ color: UInt64, _ alpha: UInt64) -> UInt64
  ) {
    let size = MemoryLayout<Code>.size
    for place in stride(from: 0, to: count * 4 * size, by: 4 * size) {
      let alpha = load(Code.self, place + 3 * size)
      if alpha == .max { continue }
      for channel in 0..<3 {
        let color = load(Code.self, place + channel * size)
        store(Code(truncatingIfNeeded: change(UInt64(color), UInt64(alpha))), place + channel * size)
      }
    }
  }

  private func light(_ change: (_ color: Float, _ alpha: Float) -> Float) {
    if depth == .float {
      for place in stride(from: 0, to: count * 16, by: 16) {
        let alpha = load(Float.self, place + 12)
        if alpha == 1 { continue }
        for channel in 0..<3 { store(change(load(Float.self, place + 4 * channel), alpha), place + 4 * channel) }
      }
      return
    }
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      for place in stride(from: 0, to: count * 8, by: 8) {
        let bits = load(UInt16.self, place + 6)
        if bits == Self.oneHalf { continue }
        for channel in 0..<3 {
          let color = numbers[Int(load(UInt16.self, place + 2 * channel))]
          let half = SampleDepth.halves(of: SIMD8(repeating: change(color, numbers[Int(bits)])))[0]
          store(half, place + 2 * channel)
        }
      }
    }
  }

  // MARK: Samples

  private func load<Sample: BitwiseCopyable>(_: Sample.Type, _ place: Int) -> Sample {
    start.loadUnaligned(fromByteOffset: place, as: Sample.self)
  }

  private func store<Sample: BitwiseCopyable>(_ sample: Sample, _ place: Int) {
    start.storeBytes(of: sample, toByteOffset: place, as: Sample.self)
  }
}
