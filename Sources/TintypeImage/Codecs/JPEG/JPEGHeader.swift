internal import CTintypeJPEG

/// The facts of a JPEG that precede its first scan.
struct JPEGHeader {
  var width: Int
  var height: Int
  var colors: Colors

  /// Sampling factors of the components, lightness first.
  var across: [Int]
  var down: [Int]
  var isProgressive: Bool
  var isArithmetic: Bool

  /// Whether ink is stored inverted: 255 is none.
  var isInverted: Bool

  /// Whether libjpeg collects the coefficients of all scans before it delivers the first row.
  var hasSeveralScans: Bool

  enum Colors {
    case gray
    case rgb
    case cmyk
    case ycck
    case other
  }

  init(_ header: tt_jpeg_header) {
    width = Int(header.width)
    height = Int(header.height)
    colors =
      switch header.colors {
      case TT_JPEG_GRAY: .gray
      case TT_JPEG_RGB: .rgb
      case TT_JPEG_CMYK: .cmyk
      case TT_JPEG_YCCK: .ycck
      default: .other
      }
    let components = min(Int(header.components), 4)
    let (a, d) = (header.across, header.down)
    across = [a.0, a.1, a.2, a.3].prefix(components).map(Int.init)
    down = [d.0, d.1, d.2, d.3].prefix(components).map(Int.init)
    isProgressive = header.progressive
    isArithmetic = header.arithmetic
    isInverted = header.inverted
    hasSeveralScans = header.multiple_scans
  }

  /// What the samples of decoded rows are.
  var samples: StoredSamples {
    switch colors {
    case .gray: .gray
    case .cmyk, .ycck: isInverted ? .invertedInks : .inks
    case .rgb, .other: .rgb
    }
  }

  /// Refuses unknown color models.
  func checkColors() throws(ImageError) {
    switch colors {
    case .gray, .rgb, .cmyk, .ycck: break
    case .other: throw ImageError(.unsupported, "a JPEG with \(across.count) components is not read")
    }
  }

  /// Refuses a file that is too short for its dimensions.
  ///
  /// In a Huffman JPEG each 8 x 8 block takes at least 2 bits, a DC code and an end of block, or 1 bit in the first
  /// scan of a progressive one. Arithmetic coding has no such floor.
  func checkPlausible(fileBytes: Int) throws(ImageError) {
    guard !isArithmetic else { return }
    let blocks = across.indices.map(blocks).reduce(0, saturatingSum)
    let bits = saturatingProduct(blocks, isProgressive ? 1 : 2)
    if bits / 8 > fileBytes {
      throw ImageError(.corrupt, "\(width) x \(height) in \(fileBytes) bytes is impossible: truncated or forged")
    }
  }

  /// The bytes that libjpeg holds at its peak.
  var decodingMemory: Int {
    // Strips of samples and of upsampled rows, and the descriptor's buffer.
    let mcuRows = 8 * (down.max() ?? 1)
    let strips = saturatingProduct(width + 64, 6 * mcuRows * across.count / 3 + 3 * mcuRows) + (256 << 10)
    guard hasSeveralScans else { return strips }
    // Two bytes for each of a block's 64 coefficients.
    let coefficients = across.indices.map { saturatingProduct(paddedBlocks($0), 128) }.reduce(0, saturatingSum)
    return saturatingSum(strips, coefficients)
  }

  /// The blocks of a component, without padding.
  private func blocks(_ component: Int) -> Int {
    saturatingProduct(blocksAcross(component), blocksDown(component))
  }

  /// The blocks of a component, padded to whole MCUs.
  private func paddedBlocks(_ component: Int) -> Int {
    func padded(_ count: Int, to multiple: Int) -> Int { (count + multiple - 1) / multiple * multiple }
    return saturatingProduct(
      padded(blocksAcross(component), to: across[component]), padded(blocksDown(component), to: down[component]))
  }

  private func blocksAcross(_ component: Int) -> Int {
    ceilingQuotient(width * across[component], 8 * (across.max() ?? 1))
  }

  private func blocksDown(_ component: Int) -> Int {
    ceilingQuotient(height * down[component], 8 * (down.max() ?? 1))
  }

  private func ceilingQuotient(_ a: Int, _ b: Int) -> Int {
    (a + b - 1) / b
  }
}
