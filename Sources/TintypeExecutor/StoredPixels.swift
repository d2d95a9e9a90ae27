import CTintypeLanes
import TintypeIntrinsics
import TintypePlan

/// The rows of all sources that are in memory; 0 is the photo.
struct StoredRows {
  private let sources: UnsafeBufferPointer<PixelView>

  /// The sizes of the sources; nil where all pixels that are read lie inside of them.
  private let sizes: [PictureSize]?

  init(_ sources: UnsafeBufferPointer<PixelView>, sizes: [PictureSize]? = nil) {
    (self.sources, self.sizes) = (sources, sizes)
  }

  /// A row of a source, from column 0 on.
  @inline(__always) subscript(source: Int, row: Int) -> StoredPixels { sources[source].row(row) }

  /// How many of some pixels lie inside of a source.
  @inline(__always) func inside(_ source: Int, row: Int, column: Int, count: Int) -> Int {
    guard let size = sizes?[source] else { return count }
    return row < size.height ? max(0, min(count, size.width - column)) : 0
  }
}

/// A run of source pixels of one row.
struct StoredPixels {
  let address: UnsafeRawPointer
  let format: PixelFormat

  /// The run from a later pixel on.
  func from(column: Int) -> StoredPixels {
    StoredPixels(address: address + column * format.pixelBytes, format: format)
  }

  /// Decodes one channel of the first pixels; alpha of a format without alpha is 1.
  func load(channel: Int, count: Int, into lanes: UnsafeMutablePointer<Lanes>, _ loops: LoopTable) {
    guard channel < format.channels else {
      for vector in 0..<(count + 7) / 8 { lanes[vector] = Lanes(repeating: 1) }
      return
    }
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    switch (format.depth, format.channels) {
    case (.eight, _): loops.load(bytes, channel: channel, of: format.channels, count: count, into: lanes)
    case (.sixteen, _):
      let (high, low) = (Lanes(repeating: format.depth.reciprocal.high), format.depth.reciprocal.low)
      loadWords(channel, count, into: lanes) { words in
        let numbers = tt_convert(words)
        return fma(high, numbers, numbers * low)
      }
    case (.half, _): loadWords(channel, count, into: lanes) { tt_of_half($0) }
    case (.float, _): loadFloats(channel, count, into: lanes)
    }
  }

  /// Decodes samples of 16 bits: eight pixels at a time, the rest one by one, so that nothing after the last pixel is
  /// read.
  @inline(__always)
  private func loadWords(
    _ channel: Int, _ count: Int, into lanes: UnsafeMutablePointer<Lanes>, _ numbers: (SIMD8<Int32>) -> Lanes
  ) {
    let bytes = address.assumingMemoryBound(to: UInt8.self)
    if format.channels == 3 {
      for vector in 0..<count / 8 { lanes[vector] = numbers(tt_take_3x16(bytes + vector * 48 + channel * 2)) }
    } else {
      for vector in 0..<count / 8 { lanes[vector] = numbers(tt_take_4x16(bytes + vector * 64, Int32(channel))) }
    }
    guard count % 8 > 0 else { return }
    let samples = address.assumingMemoryBound(to: UInt16.self)
    var rest = SIMD8<Int32>.zero
    for pixel in (count & -8)..<count { rest[pixel % 8] = Int32(samples[pixel * format.channels + channel]) }
    lanes[count / 8] = numbers(rest)
  }

  private func loadFloats(_ channel: Int, _ count: Int, into lanes: UnsafeMutablePointer<Lanes>) {
    let samples = address.assumingMemoryBound(to: Float.self) + channel
    for vector in 0..<count / 8 {
      lanes[vector] = tt_bounded(tt_take_float(samples + vector * 8 * format.channels, format.channels))
    }
    guard count % 8 > 0 else { return }
    var rest = Lanes.zero
    for pixel in (count & -8)..<count { rest[pixel % 8] = samples[pixel * format.channels] }
    lanes[count / 8] = tt_bounded(rest)
  }

  /// Looks up numbers in a table by the codes of one channel.
  func lookUp(
    channel: Int, in table: UnsafePointer<Float>, count: Int, into lanes: UnsafeMutablePointer<Lanes>,
    _ loops: LoopTable
  ) {
    guard format.depth == .eight else {
      return loops.lookUp(
        address.assumingMemoryBound(to: UInt16.self), channel: channel, of: format.channels, in: table, count: count,
        into: lanes)
    }
    guard channel < format.channels else {
      return lanes.update(repeating: Lanes(repeating: table[255]), count: (count + 7) / 8)
    }
    loops.lookUp(
      address.assumingMemoryBound(to: UInt8.self), channel: channel, of: format.channels, in: table, count: count,
      into: lanes)
  }
}
