internal import CTintypeJPEG

/// What a JPEG says before its first scan.
extension tt_jpeg_header {
  /// The shape of decoded rows: inks as they are, four to a pixel, everything else as RGB.
  var format: PictureFormat {
    PictureFormat(width: Int(width), height: Int(height), channels: samples.hasInks ? 4 : 3, depth: .eight)
  }

  /// What the samples of decoded rows are.
  var samples: StoredSamples {
    switch colors {
    case TT_JPEG_GRAY: .gray
    case TT_JPEG_INKS: inverted ? .invertedInks : .inks
    default: .rgb
    }
  }

  /// The sampling factors of at most four components, luma first.
  var factors: [(across: Int, down: Int)] {
    let (a, d) = (across, down)
    return [(a.0, d.0), (a.1, d.1), (a.2, d.2), (a.3, d.3)].prefix(Int(components)).map { (Int($0), Int($1)) }
  }

  /// Refuses unknown color models.
  func checkColors() throws(ImageError) {
    if colors == TT_JPEG_OTHER { throw ImageError(.unsupported, "a JPEG with \(factors.count) components is not read") }
  }

  /// Refuses a file that is too short for its dimensions.
  ///
  /// In a Huffman JPEG each 8 x 8 block takes at least 2 bits, a DC code and an end of block, or 1 bit in the first
  /// scan of a progressive one. Arithmetic coding has no such minimum.
  func checkPlausible(fileBytes: Int) throws(ImageError) {
    guard !arithmetic else { return }
    let bits = blocks(padded: false) * (progressive ? 1 : 2)
    if bits / 8 > fileBytes { throw ImageError.impossible(format, fileBytes: fileBytes) }
  }

  /// The bytes that libjpeg allocates at its peak.
  var decodingMemory: ByteCount { multiple_scans ? strips + coefficients : strips }

  /// The MCUs, and what moving them takes: all coefficients, and rows of both files.
  var blocks: BlockGrid {
    // A file of one component is not interleaved: its MCUs are blocks.
    let (across, down) = factors.count == 1 ? (1, 1) : mostFactors
    return BlockGrid(width: 8 * across, height: 8 * down, memory: strips * 2 + coefficients)
  }

  /// Strips of samples and of upsampled rows, and the descriptor's buffer.
  private var strips: ByteCount {
    let mcuRows = 8 * mostFactors.down
    let rows = 6 * mcuRows * factors.count / 3 + 3 * mcuRows
    return ByteCount(Int(width) + 64) * rows + ByteCount(256 << 10)
  }

  /// Two bytes for each of a block's 64 coefficients.
  private var coefficients: ByteCount { ByteCount(blocks(padded: true)) * 128 }

  private var mostFactors: (across: Int, down: Int) {
    (factors.map(\.across).max() ?? 1, factors.map(\.down).max() ?? 1)
  }

  /// The 8 x 8 blocks of all components, without padding or padded to whole MCUs. Sides have 16 bits.
  private func blocks(padded: Bool) -> Int {
    let mcu = (across: 8 * mostFactors.across, down: 8 * mostFactors.down)
    func blocks(_ size: UInt32, _ factor: Int, _ mcu: Int) -> Int {
      let multiple = padded ? factor : 1
      let count = (Int(size) * factor + mcu - 1) / mcu
      return (count + multiple - 1) / multiple * multiple
    }
    return factors.reduce(0) { sum, factor in
      sum + blocks(width, factor.across, mcu.across) * blocks(height, factor.down, mcu.down)
    }
  }
}
