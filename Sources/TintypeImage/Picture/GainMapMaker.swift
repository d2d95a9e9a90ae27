import TintypeColor
import TintypeRaster
import TintypeSystem

/// Compares rows of light with a finished picture of the same size, and makes the gain map that leads from the one to
/// the other.
///
/// The map has half the width and height of the picture. A sample is the logarithm of the mean light of its pixels over
/// that of the finished picture, with 1/64 of white added to both, as Ultra HDR does, so that noise in the dark stays
/// small. All of them are held, with 2 bytes each, since the range of the map is known at the end.
package final class GainMapMaker: RowSink {
  /// The shape of the rows of light: RGB of half precision, in the primaries of the finished picture.
  package let format: PictureFormat

  /// The shape of the map.
  let map: PictureFormat

  private let base: PictureReader
  /// The light of each code of the base: of red, then of green, then of blue.
  private let tables: [Float]
  private var codes: [UInt8]
  private var y = 0
  /// The sums of a row of the map: of base and light, for each sample.
  private var sums: [SIMD2<Float>]
  /// The pixels of each sample in a row, and in the row of the map so far.
  private var counts: [Float]
  private var rows = 0
  /// Where the samples of each column of pixels begin in a row of the map.
  private let columns: [Int]
  /// All samples, in `Self.steps` of a stop.
  private var samples: [Int16] = []
  private var range = (least: Int16.max, most: Int16.min)
  /// The most light of a sample.
  private var brightest: Float = 0

  private static let steps: Float = 2_048
  private static let offset: Float = 1 / 64

  /// Less light over white than this is none: the rounding of a white.
  private static let leastHeadroom = 1.02

  /// - Parameter base: the finished picture, not begun.
  package init(base: PictureReader) {
    self.base = base
    precondition(base.format.depth == .eight && base.format.channels == 3, "a base is RGB of 8 bits")
    let (width, height) = (base.format.width, base.format.height)
    format = PictureFormat(width: width, height: height, channels: 3, depth: .half)
    map = PictureFormat(width: max(1, width / 2), height: max(1, height / 2), channels: 3, depth: .eight)
    tables = base.color.space.curves.flatMap { curve in (0..<256).map { Float(curve.light(of: Double($0) / 255)) } }
    codes = [UInt8](repeating: 0, count: base.format.rowBytes)
    let mapWidth = map.width
    let columns = (0..<width).map { 3 * Self.sample(of: $0, of: width, mapWidth) }
    self.columns = columns
    sums = [SIMD2<Float>](repeating: .zero, count: 3 * map.width)
    counts = [Float](repeating: 0, count: map.width)
    for column in columns { counts[column / 3] += 1 }
  }

  /// The bytes that it holds for a picture of a format, with those of reading the base.
  package static func memory(_ picture: PictureFormat) -> ByteCount {
    PixelCount(max(1, picture.width / 2), by: max(1, picture.height / 2)).bytes(each: 6)
      + ByteCount(picture.rowBytes) * 64 + ByteCount(1 << 20)
  }

  /// The sample of the map whose share of the picture a pixel's center is in.
  private static func sample(of pixel: Int, of size: Int, _ mapSize: Int) -> Int {
    min((2 * pixel + 1) * mapSize / (2 * size), mapSize - 1)
  }

  package func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - y)
    for index in 0..<count {
      let start = codes.count
      try codes.withUnsafeMutableBufferPointer { codes throws(ImageError) in
        try base.readRows(1, into: UnsafeMutableRawBufferPointer(codes), rowBytes: start)
      }
      add(UnsafeRawBufferPointer(rebasing: source[(index * rowBytes)...]))
      y += 1
      rows += 1
      let row = Self.sample(of: y - 1, of: format.height, map.height)
      if y == format.height || Self.sample(of: y, of: format.height, map.height) > row { endRow() }
    }
  }

  private func add(_ row: UnsafeRawBufferPointer) {
    let numbers = SampleDepth.numbersOfHalves
    let columns = columns
    numbers.withUnsafeBufferPointer { numbers in
      tables.withUnsafeBufferPointer { tables in
        codes.withUnsafeBufferPointer { codes in
          columns.withUnsafeBufferPointer { columns in
            sums.withUnsafeMutableBufferPointer { sums in
              for x in 0..<columns.count {
                for lane in 0..<3 {
                  let place = 3 * x + lane
                  let light = numbers[Int(row.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))]
                  sums[columns[x] + lane] += SIMD2(tables[256 * lane + Int(codes[place])], max(light, 0))
                }
              }
            }
          }
        }
      }
    }
  }

  /// Makes a row of the map of the sums.
  private func endRow() {
    for index in sums.indices {
      let count = counts[index / 3] * Float(rows)
      let light = sums[index] / count
      brightest = max(brightest, light.y)
      let stops = log2((light.y + Self.offset) / (max(light.x, 0) + Self.offset))
      let sample = Int16((min(max(stops, -15.9), 15.9) * Self.steps).rounded())
      samples.append(sample)
      range = (min(range.least, sample), max(range.most, sample))
      sums[index] = .zero
    }
    rows = 0
  }

  /// The formula of the map, once all rows are there; nil where the light is nowhere brighter than white.
  ///
  /// - Parameter headroom: that of the photo, a ratio, which counts where the light is less bright; nil for none.
  func formula(headroom: Double?) -> GainMap? {
    precondition(y == format.height, "\(y) of \(format.height) rows are there")
    guard Double(brightest) > Self.leastHeadroom else { return nil }
    let (least, most) = (Double(Float(range.least) / Self.steps), Double(Float(range.most) / Self.steps))
    let offset = Double(Self.offset)
    let channel = GainMap.Channel(
      // A range of its own width, even where all samples are equal.
      curve: .stops(minimum: least, maximum: max(most, least + 1 / 64), gamma: 1), baseOffset: offset,
      alternateOffset: offset)
    return try? GainMap(
      .iso, baseHeadroom: 0, alternateHeadroom: log2(max(Double(brightest), headroom ?? 1)), [channel])
  }

  /// Writes the samples as codes of a formula.
  func write(_ formula: GainMap, to writer: any RowWriter) throws(ImageError) {
    let (least, most, _) = formula.stated
    let scale = Float(255 / (most - least)) / Self.steps
    let start = Float(least) * Self.steps
    let rowBytes = map.rowBytes
    var row = [UInt8](repeating: 0, count: rowBytes)
    for y in 0..<map.height {
      for index in 0..<rowBytes {
        row[index] = UInt8(min(max((Float(samples[y * rowBytes + index]) - start) * scale, 0), 255).rounded())
      }
      try row.withBytes { row throws(ImageError) in try writer.writeRows(1, from: row, rowBytes: rowBytes) }
    }
    try writer.finish()
  }
}
