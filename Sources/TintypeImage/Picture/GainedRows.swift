package import TintypeColor
import TintypeRaster
import TintypeSystem

/// Applies a gain map to the rows of its picture. For one thread, row after row.
///
/// The map is decoded as a whole when the first row is read: it is at most as large as the picture, and usually has a
/// sixteenth of its pixels. Its samples are interpolated linearly between pixel centers, and repeated beyond the outer
/// centers. A damaged map is ignored.
final class GainedRows {
  /// What becomes of the light.
  enum Result {
    /// Rows of half precision that hold it, 1 for white, in the primaries of the base.
    case light
    /// Rows of 16 bits in the space of the base, mapped to its white by ``ToneMapping``.
    case mapped
  }

  private let opened: OpenedGainMap
  private let space: RGBSpace
  private let result: Result
  /// The weight of the map.
  private let weight: Double
  /// The brightest light over white, a ratio.
  let headroom: Double

  /// Harmless complaints of decoding the map.
  private(set) var notes: [String] = []

  // From `start` on:
  private var base = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
  private var map = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
  /// The samples of the map, one or three a pixel, as codes of 16 bits; none where it is left out.
  private var samples: [UInt16] = []
  private var lanes = 1
  /// The left one of the two map pixels that each pixel lies between, times `lanes`, and how far it is from it.
  private var columns: [Int32] = []
  private var fractions: [Float] = []
  /// A row of the map between two of its rows, in steps of the tables.
  private var blended: [Float] = []
  /// The light of each code of the base: of red, then of green, then of blue.
  private var tables: [Float] = []
  /// The factor of each step, in the same order, with one more at the end of each; of one channel where all are equal.
  private var factors: [Float] = []
  private var offsets = (base: SIMD3<Float>.zero, alternate: SIMD3<Float>.zero)
  private var curve: ToneMapping.Curve?
  /// The code of mapped light in 16 bits, by the steps of its square root, as ``factors`` are in order.
  private var mappedCodes: [Float] = []
  /// From the primaries of the base to those that the formula works in, and back; nil where they are the same.
  private var primaries: (there: Matrix, back: Matrix)?

  private static let steps = 4_096

  /// - Parameters:
  ///   - space: of the base.
  ///   - most: the headroom of the display that the light is for, a ratio; nil for that of the map.
  init(_ opened: OpenedGainMap, _ space: RGBSpace, upTo most: Double?, _ result: Result) {
    (self.opened, self.space, self.result) = (opened, space, result)
    weight = opened.map.weight(upTo: most)
    headroom = opened.map.headroom(upTo: most)
  }

  /// The samples of the rows.
  var depth: SampleDepth { result == .light ? .half : .sixteen }

  /// The bytes that it holds for a base of a format.
  func memory(_ base: PictureFormat) -> ByteCount {
    opened.memory + opened.format.pixelCount.bytes(each: opened.isGray ? 2 : 6) + ByteCount(base.width) * 8
      + ByteCount(base.rowBytes) * 64 + ByteCount(2 << 20)
  }

  /// Decodes the map for a base of a format, which may be smaller than the file says.
  func start(_ base: PictureFormat, isInterrupted: () -> Bool) throws(ImageError) {
    self.base = base
    map = opened.format
    lanes = opened.isGray ? 1 : 3
    let sizes = opened.decoder.smallerSizes(of: map)
    do throws(ImageError) {
      if let fitting = sizes.firstIndex(where: { $0.width >= base.width && $0.height >= base.height }) {
        (map.width, map.height) = try opened.decoder.scale(to: fitting)
      }
      samples = try decoded(isInterrupted)
    } catch  where error.kind == .corrupt || error.kind == .unsupported {
      notes.append("the gain map is damaged, and is left out: \(error.message)")
      samples = []
    }
    prepareTables()
  }

  private func decoded(_ isInterrupted: () -> Bool) throws(ImageError) -> [UInt16] {
    try opened.decoder.start()
    let (row, lanes, isWide) = (map.width * lanes, lanes, map.depth == .sixteen)
    var samples = [UInt16](repeating: 0, count: row * map.height)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: map.rowBytes, alignment: 16)
    defer { bytes.deallocate() }
    for y in 0..<map.height {
      if isInterrupted() { throw ImageError.interrupted }
      try opened.decoder.readRows(1, into: bytes, rowBytes: map.rowBytes)
      samples.withUnsafeMutableBufferPointer { samples in
        func keep<Sample: FixedWidthInteger>(_ codes: UnsafeMutableBufferPointer<Sample>, times factor: UInt16) {
          let (start, count, channels) = (y * row, map.width, map.channels)
          for lane in 0..<lanes {
            for x in 0..<count {
              samples[start &+ x &* lanes &+ lane] = UInt16(truncatingIfNeeded: codes[x &* channels &+ lane]) &* factor
            }
          }
        }
        if isWide {
          keep(bytes.assumingMemoryBound(to: UInt16.self), times: 1)
        } else {
          keep(bytes.assumingMemoryBound(to: UInt8.self), times: 257)
        }
      }
    }
    try opened.decoder.finish()
    return samples
  }

  private func prepareTables() {
    let largest = base.depth == .eight ? 255 : 65_535
    tables = space.curves.flatMap { curve in
      (0...largest).map { Float(curve.light(of: Double($0) / Double(largest))) }
    }
    func table(channels: Int = 3, _ entry: (_ channel: Int, _ part: Double) -> Double) -> [Float] {
      (0..<channels).flatMap { channel in
        (0...Self.steps + 1).map { Float(entry(channel, Double(min($0, Self.steps)) / Double(Self.steps))) }
      }
    }
    let channels = (0..<3).map { opened.map.channels[min($0, opened.map.channels.count - 1)] }
    let isUniform = channels.allSatisfy { $0.curve == channels[0].curve }
    factors = table(channels: isUniform ? 1 : 3) { exp2(weight * channels[$0].curve.stops(at: $1)) }
    offsets = (SIMD3(channels.map { Float($0.baseOffset) }), SIMD3(channels.map { Float($0.alternateOffset) }))
    columns = []
    fractions = []
    for x in 0..<base.width {
      let (left, fraction) = Self.place(x, of: base.width, in: map.width)
      columns.append(Int32(left * lanes))
      fractions.append(fraction)
    }
    // The last pixel twice: it has a right neighbor then.
    blended = [Float](repeating: 0, count: (map.width + 1) * lanes)
    if result == .mapped {
      curve = ToneMapping.Curve()
      mappedCodes = table { min(max(space.curves[$0].code(of: $1 * $1), 0), 1) * 65_535 }
    }
    if let other = opened.space, !opened.map.isInBaseSpace, other.colorants != space.colorants {
      primaries = (Matrix(space.matrix(to: other)), Matrix(other.matrix(to: space)))
    }
  }

  /// The first of the two pixels of the map between whose centers a pixel's center lies, and how far it is from it.
  private static func place(_ pixel: Int, of size: Int, in mapSize: Int) -> (first: Int, fraction: Float) {
    let place = (Double(pixel) + 0.5) * Double(mapSize) / Double(size) - 0.5
    let bounded = min(max(place, 0), Double(mapSize - 1))
    return (Int(bounded), Float(bounded - bounded.rounded(.down)))
  }

  /// Makes light of a row.
  ///
  /// - Parameters:
  ///   - y: its number in the base.
  ///   - row: of the base's format.
  ///   - result: as wide, of ``depth``.
  func fill(_ result: UnsafeMutableRawBufferPointer, row y: Int, from row: UnsafeRawBufferPointer) {
    blend(y)
    let words = result.assumingMemoryBound(to: UInt16.self)
    if base.depth == .eight {
      fill(words, from: row.assumingMemoryBound(to: UInt8.self))
    } else {
      fill(words, from: row.assumingMemoryBound(to: UInt16.self))
    }
  }

  private func fill<Code: FixedWidthInteger>(
    _ result: UnsafeMutableBufferPointer<UInt16>, from codes: UnsafeBufferPointer<Code>
  ) {
    let (channels, isMapped, isGained) = (base.channels, self.result == .mapped, !samples.isEmpty)
    func store(_ words: SIMD8<UInt16>, _ first: Int, _ count: Int) {
      for pixel in 0..<count { result[first &+ pixel &* channels] = words[pixel] }
    }
    for column in stride(from: 0, to: base.width, by: 8) {
      let (count, first) = (min(8, base.width - column), column * channels)
      var color = light(of: codes, from: first, count)
      if isGained { color = gained(color, column, count) }
      let words = isMapped ? mapped(color, count) : color.map(SampleDepth.halves)
      store(words.red, first, count)
      store(words.green, first + 1, count)
      store(words.blue, first + 2, count)
      guard channels == 4 else { continue }
      for place in stride(from: first + 3, to: first + 4 * count, by: 4) {
        result[place] =
          isMapped
          ? UInt16(codes[place]) * (UInt16.max / UInt16(Code.max))
          : SampleDepth.halves(of: SIMD8(repeating: Float(codes[place]) / Float(Code.max)))[0]
      }
    }
  }

  /// The light of pixels.
  private func light<Code: FixedWidthInteger>(
    of codes: UnsafeBufferPointer<Code>, from first: Int, _ count: Int
  ) -> Eight<SIMD8<Float>> {
    let (channels, entries) = (base.channels, tables.count / 3)
    var light = Eight(repeating: SIMD8<Float>.zero)
    tables.withUnsafeBufferPointer { tables in
      for pixel in 0..<count {
        let place = first &+ pixel &* channels
        light.red[pixel] = tables[Int(codes[place])]
        light.green[pixel] = tables[entries &+ Int(codes[place &+ 1])]
        light.blue[pixel] = tables[2 &* entries &+ Int(codes[place &+ 2])]
      }
    }
    return light
  }

  /// Light multiplied by the map's factors.
  private func gained(_ light: Eight<SIMD8<Float>>, _ column: Int, _ count: Int) -> Eight<SIMD8<Float>> {
    // Where the channels share a table, it is in the cache once.
    let isShared = factors.count == Self.steps + 2
    let red = step(0, column, count)
    var gains = Eight(repeating: factor(red, 0))
    if lanes == 3 || !isShared {
      let entries = isShared ? 0 : Self.steps + 2
      gains.green = factor(lanes == 3 ? step(1, column, count) : red, entries)
      gains.blue = factor(lanes == 3 ? step(2, column, count) : red, 2 * entries)
    }
    var color = light
    if let primaries { color = primaries.there * color }
    color.red = (color.red + offsets.base.x) * gains.red - offsets.alternate.x
    color.green = (color.green + offsets.base.y) * gains.green - offsets.alternate.y
    color.blue = (color.blue + offsets.base.z) * gains.blue - offsets.alternate.z
    if let primaries { color = primaries.back * color }
    return color
  }

  /// The map at pixels of the row, in steps of the tables.
  private func step(_ lane: Int, _ column: Int, _ count: Int) -> SIMD8<Float> {
    var (left, right, part) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for pixel in 0..<count {
      let place = Int(columns[column &+ pixel]) &+ lane
      (left[pixel], right[pixel]) = (blended[place], blended[place &+ lanes])
      part[pixel] = fractions[column &+ pixel]
    }
    return left + (right - left) * part
  }

  /// The factors of steps, from a table that begins at an entry.
  private func factor(_ steps: SIMD8<Float>, _ first: Int) -> SIMD8<Float> {
    var (below, above, whole) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for pixel in 0..<8 {
      let index = Int32(steps[pixel])
      let place = first &+ Int(index)
      (below[pixel], above[pixel], whole[pixel]) = (factors[place], factors[place &+ 1], Float(index))
    }
    return below + (above - below) * (steps - whole)
  }

  /// Codes of 16 bits of what an ordinary screen shows of light.
  private func mapped(_ light: Eight<SIMD8<Float>>, _ count: Int) -> Eight<SIMD8<UInt16>> {
    var codes = Eight(repeating: SIMD8<UInt16>.zero)
    guard let curve else { return codes }
    for pixel in 0..<count {
      let color = curve(SIMD3(light.red[pixel], light.green[pixel], light.blue[pixel]) * ToneMapping.white)
      func code(_ lane: Int) -> UInt16 {
        let step = min(max(color[lane], 0), 1).squareRoot() * Float(Self.steps)
        let index = Int(step)
        let entry = lane * (Self.steps + 2) + index
        return UInt16(
          (mappedCodes[entry] + (mappedCodes[entry + 1] - mappedCodes[entry]) * (step - Float(index))).rounded())
      }
      (codes.red[pixel], codes.green[pixel], codes.blue[pixel]) = (code(0), code(1), code(2))
    }
    return codes
  }

  /// The row of the map at the height of a row of the base.
  private func blend(_ y: Int) {
    guard !samples.isEmpty else { return }
    let (first, fraction) = Self.place(y, of: base.height, in: map.height)
    let (row, lanes) = (map.width * lanes, lanes)
    let (above, below) = (first * row, min(first + 1, map.height - 1) * row)
    let scale = Float(Self.steps) / 65_535
    samples.withUnsafeBufferPointer { samples in
      blended.withUnsafeMutableBufferPointer { blended in
        for index in 0..<row {
          let (a, b) = (Float(samples[above &+ index]), Float(samples[below &+ index]))
          blended[index] = (a + (b - a) * fraction) * scale
        }
        for lane in 0..<lanes { blended[row &+ lane] = blended[row &- lanes &+ lane] }
      }
    }
  }
}

/// Numbers of eight pixels, a channel each.
private struct Eight<Numbers> {
  var red, green, blue: Numbers

  init(repeating numbers: Numbers) { (red, green, blue) = (numbers, numbers, numbers) }

  func map<Result>(_ change: (Numbers) -> Result) -> Eight<Result> {
    var result = Eight<Result>(repeating: change(red))
    (result.green, result.blue) = (change(green), change(blue))
    return result
  }
}

/// A matrix of single precision.
private struct Matrix {
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  init(_ matrix: Matrix3) {
    func column(_ unit: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(matrix * unit) }
    columns = (column([1, 0, 0]), column([0, 1, 0]), column([0, 0, 1]))
  }

  static func * (matrix: Matrix, color: Eight<SIMD8<Float>>) -> Eight<SIMD8<Float>> {
    func row(_ lane: Int) -> SIMD8<Float> {
      color.red * matrix.columns.0[lane] + color.green * matrix.columns.1[lane] + color.blue * matrix.columns.2[lane]
    }
    var product = color
    (product.red, product.green, product.blue) = (row(0), row(1), row(2))
    return product
  }
}

extension RGBSpace {
  /// Light in the primaries of the space.
  package var light: RGBSpace {
    if self == .srgb { return .linearSRGB }
    let line = ToneCurve.gamma(1)
    let light = RGBSpace(
      name: "linear \(name)", curves: [line, line, line], colorants: colorants, adaptation: adaptation)
    guard let light else { preconditionFailure("the primaries of a space make a space") }
    return light
  }
}
