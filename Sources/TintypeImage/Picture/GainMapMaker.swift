import TintypeColor
package import TintypeRaster
import TintypeSystem

/// Compares rows of light with a finished picture of the same size, and makes the gain map that leads from the one to
/// the other.
///
/// The map is as large as the picture: one of half the size would blur the edges of lamps by stops. A sample is the
/// logarithm of light over that of the finished picture, with 1/64 of white added to both, as Ultra HDR does, so that
/// noise in the dark stays small. All of them are held, with 2 bytes each, since the range of the map is known at the
/// end.
package final class GainMapMaker: RowSink {
  /// The shape of the rows of light: RGB of half precision, in the primaries of the finished picture.
  package let format: PictureFormat

  private let base: PictureReader
  /// The light of each code of the base with ``offset``: of red, then of green, then of blue.
  private let tables: [Float]
  private var codes: [UInt8]
  private var rowsTaken = 0
  /// All samples, in `Self.steps` of a stop.
  private var samples: [Int16] = []
  private var range = (least: Int16.max, most: Int16.min)
  private var brightest: Float = 0

  private static let steps: Float = 2_048
  private static let offset: Float = 1 / 64

  /// Less light over white than this is none: the rounding of a white.
  private static let leastHeadroom: Float = 1.02

  /// - Parameter base: the finished picture, not begun.
  package init(base: PictureReader) {
    self.base = base
    precondition(base.format.depth == .eight && base.format.channels == 3, "a base is RGB of 8 bits")
    format = PictureFormat(width: base.format.width, height: base.format.height, channels: 3, depth: .half)
    tables = base.color.space.curves.flatMap { curve in
      (0..<256).map { max(Float(curve.light(of: Double($0) / 255)), 0) + Self.offset }
    }
    codes = [UInt8](repeating: 0, count: base.format.rowBytes)
  }

  /// The bytes that it holds for a picture of a format, with those of reading the base.
  package static func memory(_ picture: PictureFormat) -> ByteCount {
    PixelCount(picture.width, by: picture.height).bytes(each: 6) + ByteCount(picture.rowBytes) * 64
      + ByteCount(1 << 20)
  }

  /// The shape of the map.
  var map: PictureFormat { base.format }

  package func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    requireRows(count, of: format, rowBytes: rowBytes, within: source.count, rowsLeft: format.height - rowsTaken)
    for index in 0..<count {
      try codes.withUnsafeMutableBufferPointer { codes throws(ImageError) in
        try base.readRows(1, into: UnsafeMutableRawBufferPointer(codes), rowBytes: codes.count)
      }
      add(UnsafeRawBufferPointer(rebasing: source[(index * rowBytes)...]))
    }
    rowsTaken += count
  }

  private func add(_ row: UnsafeRawBufferPointer) {
    var (least, most, brightest) = (range.least, range.most, brightest)
    SampleDepth.numbersOfHalves.withUnsafeBufferPointer { numbers in
      tables.withUnsafeBufferPointer { tables in
        codes.withUnsafeBufferPointer { codes in
          for index in 0..<codes.count {
            let light = max(numbers[Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))], 0)
            brightest = max(brightest, light)
            let stops = log2((light + Self.offset) / tables[256 * (index % 3) + Int(codes[index])])
            let sample = Int16((min(max(stops, -15.9), 15.9) * Self.steps).rounded())
            samples.append(sample)
            (least, most) = (min(least, sample), max(most, sample))
          }
        }
      }
    }
    (range, self.brightest) = ((least, most), brightest)
  }

  /// The formula of the map, once all rows are there; nil where the light is nowhere brighter than white.
  ///
  /// - Parameter headroom: that of the photo, a ratio, which counts where the light is less bright; nil for none.
  func formula(headroom: Double?) -> GainMap? {
    precondition(rowsTaken == format.height, "\(rowsTaken) of \(format.height) rows are there")
    guard brightest > Self.leastHeadroom else { return nil }
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
