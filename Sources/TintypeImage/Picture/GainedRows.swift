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
  /// The samples of the map as codes of 16 bits, its one or three lanes one after the other in each row; none where it
  /// is left out.
  private var samples: [UInt16] = []
  private var lanes = 1
  /// The left one of the two map pixels that each pixel lies between, and how far it is from it; none where the map is
  /// as wide as the base.
  private var columns: [Int32] = []
  private var fractions: [Float] = []
  /// A row of the map between two of its rows, in steps of the tables, and the same at the width of the base; lane
  /// after lane, each with one more at its end.
  private var blended: [Float] = []
  private var spread: [Float] = []
  /// The light of each code of the base: of red, then of green, then of blue.
  private var tables: [Float] = []
  /// A row of light.
  private var light: [Float] = []
  /// The factor of each step, in the same order, with one more at the end of each; of one channel where all are equal.
  private var factors: [Float] = []
  /// What each pixel of a row is multiplied by, channel after channel; of one channel where all are equal.
  private var gains: [Float] = []
  /// What is added to each channel before, and taken off after.
  private var offsets = (base: SIMD3<Float>(), alternate: SIMD3<Float>())
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
    let (width, lanes, isWide) = (map.width, lanes, map.depth == .sixteen)
    var samples = [UInt16](repeating: 0, count: width * lanes * map.height)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: map.rowBytes, alignment: 16)
    defer { bytes.deallocate() }
    for y in 0..<map.height {
      if isInterrupted() { throw ImageError.interrupted }
      try opened.decoder.readRows(1, into: bytes, rowBytes: map.rowBytes)
      samples.withUnsafeMutableBufferPointer { samples in
        func keep<Sample: FixedWidthInteger>(_ codes: UnsafeMutableBufferPointer<Sample>, times factor: UInt16) {
          let channels = map.channels
          for lane in 0..<lanes {
            let start = (y * lanes + lane) * width
            for x in 0..<width {
              samples[start &+ x] = UInt16(truncatingIfNeeded: codes[x &* channels &+ lane]) &* factor
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
    light = [Float](repeating: 0, count: base.width * base.channels)
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
    gains = [Float](repeating: 1, count: base.width * (isUniform ? lanes : 3))
    offsets = (SIMD3(channels.map { Float($0.baseOffset) }), SIMD3(channels.map { Float($0.alternateOffset) }))
    columns = []
    fractions = []
    for x in 0..<base.width where map.width != base.width {
      let (left, fraction) = Self.place(x, of: base.width, in: map.width)
      columns.append(Int32(left))
      fractions.append(fraction)
    }
    // The last pixel twice: it has a right neighbor then. Where the map is as wide as the base, the two change places.
    blended = [Float](repeating: 0, count: (map.width + 1) * lanes)
    spread = [Float](repeating: 0, count: (base.width + 1) * lanes)
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
    var light = self.light
    self.light = []
    light.withUnsafeMutableBufferPointer { light in
      if samples.isEmpty {
        linearize(row, into: light) { value, _, _ in value }
      } else {
        brighten(row, into: light)
      }
      if curve == nil {
        SampleDepth.storeHalves(UnsafeBufferPointer(light), to: result)
      } else {
        storeMapped(UnsafeBufferPointer(light), to: result, alphaFrom: row)
      }
    }
    self.light = light
  }

  /// Light of the base's codes; alpha as a share.
  ///
  /// - Parameter change: of the light of a pixel, in a channel.
  @inline(__always)
  private func linearize(
    _ row: UnsafeRawBufferPointer, into light: UnsafeMutableBufferPointer<Float>,
    _ change: (_ value: Float, _ x: Int, _ channel: Int) -> Float
  ) {
    let (channels, width, count) = (base.channels, base.width, tables.count / 3)
    tables.withUnsafeBufferPointer { tables in
      func convert<Sample: FixedWidthInteger & BitwiseCopyable>(_ type: Sample.Type) {
        let codes = row.assumingMemoryBound(to: type)
        for x in 0..<width {
          let place = x &* channels
          for channel in 0..<3 {
            let value = tables[channel &* count &+ Int(codes[place &+ channel])]
            light[place &+ channel] = change(value, x, channel)
          }
          if channels == 4 { light[place + 3] = Float(codes[place + 3]) / Float(Sample.max) }
        }
      }
      if base.depth == .eight { convert(UInt8.self) } else { convert(UInt16.self) }
    }
  }

  /// Light of the base's codes times the map's factors.
  private func brighten(_ row: UnsafeRawBufferPointer, into light: UnsafeMutableBufferPointer<Float>) {
    findGains()
    let (channels, width, offsets) = (base.channels, base.width, offsets)
    gains.withUnsafeBufferPointer { gains in
      let step = gains.count == width ? 0 : width
      func brightened(_ value: Float, _ x: Int, _ channel: Int) -> Float {
        (value + offsets.base[channel]) * gains[channel &* step &+ x] - offsets.alternate[channel]
      }
      guard let primaries else { return linearize(row, into: light, brightened) }
      linearize(row, into: light) { value, _, _ in value }
      primaries.there.apply(to: light, channels: channels)
      for x in 0..<width {
        for channel in 0..<3 {
          let place = x &* channels &+ channel
          light[place] = brightened(light[place], x, channel)
        }
      }
      primaries.back.apply(to: light, channels: channels)
    }
  }

  /// Looks up the factors of a row.
  private func findGains() {
    let width = base.width
    let (rows, isShared) = (gains.count / width, factors.count == Self.steps + 2)
    spread.withUnsafeBufferPointer { spread in
      factors.withUnsafeBufferPointer { factors in
        gains.withUnsafeMutableBufferPointer { gains in
          for channel in 0..<rows {
            let table = isShared ? 0 : channel * (Self.steps + 2)
            let (lane, place) = (lanes == 1 ? 0 : channel * (width + 1), channel * width)
            for x in 0..<width {
              let step = spread[lane &+ x]
              // Rounds down, without a check of the range; a whole number may be the end of the step before it.
              let shifted = step - 0.5 + Self.shift
              let index = table &+ Int(shifted.bitPattern &- Self.shift.bitPattern)
              let (left, right) = (factors[index], factors[index &+ 1])
              gains[place &+ x] = left + (right - left) * (step - (shifted - Self.shift))
            }
          }
        }
      }
    }
  }

  /// A number so large that a sum with it is an integer, in the last bits of its pattern.
  private static let shift: Float = 0x1.8p23

  private func storeMapped(
    _ light: UnsafeBufferPointer<Float>, to result: UnsafeMutableRawBufferPointer,
    alphaFrom row: UnsafeRawBufferPointer
  ) {
    guard let curve else { return }
    let channels = base.channels
    for place in stride(from: 0, to: light.count, by: channels) {
      let mapped = curve(SIMD3(light[place], light[place + 1], light[place + 2]) * ToneMapping.white)
      for lane in 0..<3 {
        let step = min(max(mapped[lane], 0), 1).squareRoot() * Float(Self.steps)
        let index = Int(step)
        let entry = lane * (Self.steps + 2) + index
        let code = mappedCodes[entry] + (mappedCodes[entry + 1] - mappedCodes[entry]) * (step - Float(index))
        result.storeBytes(of: UInt16(code.rounded()), toByteOffset: 2 * (place + lane), as: UInt16.self)
      }
      guard channels == 4 else { continue }
      let alpha =
        base.depth == .eight
        ? UInt16(row[place + 3]) * 257 : row.loadUnaligned(fromByteOffset: 2 * (place + 3), as: UInt16.self)
      result.storeBytes(of: alpha, toByteOffset: 2 * (place + 3), as: UInt16.self)
    }
  }

  /// The row of the map at the height of a row of the base, at its width.
  private func blend(_ y: Int) {
    guard !samples.isEmpty else { return }
    let (first, fraction) = Self.place(y, of: base.height, in: map.height)
    let (width, second) = (map.width, min(first + 1, map.height - 1))
    let (scale, most) = (Float(Self.steps) / 65_535, Float(Self.steps))
    samples.withUnsafeBufferPointer { samples in
      blended.withUnsafeMutableBufferPointer { blended in
        for lane in 0..<lanes {
          let (above, below) = ((first * lanes + lane) * width, (second * lanes + lane) * width)
          let start = lane * (width + 1)
          for x in 0..<width {
            let (a, b) = (Float(samples[above &+ x]), Float(samples[below &+ x]))
            blended[start &+ x] = min((a + (b - a) * fraction) * scale, most)
          }
          blended[start + width] = blended[start + width - 1]
        }
      }
    }
    if columns.isEmpty { return swap(&spread, &blended) }
    blended.withUnsafeBufferPointer { blended in
      columns.withUnsafeBufferPointer { columns in
        fractions.withUnsafeBufferPointer { fractions in
          spread.withUnsafeMutableBufferPointer { spread in
            for lane in 0..<lanes {
              let (start, place) = (lane * (width + 1), lane * (columns.count + 1))
              for x in 0..<columns.count {
                let left = start &+ Int(columns[x])
                let (a, b) = (blended[left], blended[left &+ 1])
                spread[place &+ x] = a + (b - a) * fractions[x]
              }
            }
          }
        }
      }
    }
  }
}

/// A matrix of single precision.
private struct Matrix {
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  init(_ matrix: Matrix3) {
    func column(_ unit: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(matrix * unit) }
    columns = (column([1, 0, 0]), column([0, 1, 0]), column([0, 0, 1]))
  }

  /// Converts the colors of a row.
  func apply(to row: UnsafeMutableBufferPointer<Float>, channels: Int) {
    for place in stride(from: 0, to: row.count, by: channels) {
      let color = columns.0 * row[place] + columns.1 * row[place &+ 1] + columns.2 * row[place &+ 2]
      row[place] = color.x
      row[place &+ 1] = color.y
      row[place &+ 2] = color.z
    }
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
