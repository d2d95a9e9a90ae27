import TintypeColor
import TintypeImage

/// The blocks of a picture whose mean colors are compared: grain and edges average out in them.
struct BlockGrid: Sendable {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Blocks of about 4 x 4 pixels.
  init(width: Int, height: Int) { (columns, rows) = (max(width / 4, 1), max(height / 4, 1)) }

  /// Every pixel by itself.
  init(pixelsOf width: Int, _ height: Int) { (columns, rows) = (width, height) }

  /// The light of each block of a picture of 16 bits in sRGB, row by row: linear, 0 to 1.
  ///
  /// Blocks are parts of the whole, so pictures whose sizes differ by a pixel have the same ones.
  func light(of picture: StoredPicture) -> [SIMD3<Double>] {
    let (width, height) = (picture.format.width, picture.format.height)
    precondition(picture.format.channels == 3 && picture.format.depth == .sixteen)
    let bytes = picture.bytes
    return (0..<rows * columns).map { block in
      let (row, column) = block.quotientAndRemainder(dividingBy: columns)
      let across = column * width / columns..<max((column + 1) * width / columns, column * width / columns + 1)
      let down = row * height / rows..<max((row + 1) * height / rows, row * height / rows + 1)
      var sum = SIMD3<Double>()
      for y in down {
        for x in across {
          let sample = 3 * (y * width + x)
          sum += SIMD3(
            Self.light[bytes.code(sample)], Self.light[bytes.code(sample + 1)], Self.light[bytes.code(sample + 2)])
        }
      }
      return sum / Double(across.count * down.count)
    }
  }

  /// The light of a code of 16 bits in sRGB.
  static let light: [Double] = (0...65535).map { ToneCurve.srgb.light(of: Double($0) / 65535) }
}

extension [UInt8] {
  /// A sample of 16 bits, from 0 to 65535.
  func code(_ sample: Int) -> Int {
    // In native order, as `StoredPicture(width:height:codes:)` writes them.
    Int(UInt16(littleEndian: UInt16(self[2 * sample]) | UInt16(self[2 * sample + 1]) << 8))
  }
}
