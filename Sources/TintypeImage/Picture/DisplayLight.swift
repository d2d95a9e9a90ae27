import TintypeColor
import TintypeRaster
import TintypeSystem

/// Light of a display, of codes of high dynamic range (ITU-R BT.2100): PQ says it by itself, HLG with the display that
/// it is made for, of 1,000 cd/m² and a system gamma of 1.2. White, 1, has 203 cd/m² (ITU-R BT.2408).
struct DisplayLight {
  private let range: HighDynamicRange
  private let depth: SampleDepth
  /// Of each code: light in cd/m² for PQ, light of the scene from 0 to 1 for HLG.
  private let light: [Float]
  /// The share of each channel in the luminance, by the primaries.
  private let luminance: SIMD3<Float>

  /// The brightest light of ``fill(_:from:pixels:channels:)`` over white, a ratio.
  let headroom: Double

  /// - Parameters:
  ///   - space: has the primaries.
  ///   - most: bounds the headroom, a ratio; nil for none.
  init(_ range: HighDynamicRange, _ depth: SampleDepth, _ space: RGBSpace, upTo most: Double?) {
    (self.range, self.depth) = (range, depth)
    luminance = SIMD3<Float>(space.luminance)
    headroom = min(Double(range.peak / ToneMapping.white), most ?? .infinity)
    let largest = depth == .eight ? 255 : 65_535
    light = (0...largest).map { code in
      let signal = Double(code) / Double(largest)
      return Float(range == .pq ? HighDynamicRange.light(pq: signal) : HighDynamicRange.light(hlg: signal))
    }
  }

  /// Bytes of the table.
  var memory: ByteCount { ByteCount(light.count) * MemoryLayout<Float>.size }

  private func code(in row: UnsafeRawBufferPointer, at index: Int) -> Int {
    depth == .eight ? Int(row[index]) : Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
  }

  /// The light of a pixel in cd/m².
  ///
  /// - Parameter index: of its first sample in a row.
  func color(in row: UnsafeRawBufferPointer, at index: Int) -> SIMD3<Float> {
    let color = SIMD3(
      light[code(in: row, at: index)], light[code(in: row, at: index + 1)], light[code(in: row, at: index + 2)])
    guard range == .hlg else { return color }
    let luminance = (color * self.luminance).sum()
    return luminance > 0 ? color * (range.peak * pow(luminance, HighDynamicRange.systemGamma - 1)) : .zero
  }

  /// Alpha, 0 to 1.
  func share(in row: UnsafeRawBufferPointer, at index: Int) -> Float {
    Float(code(in: row, at: index)) / (depth == .eight ? 255 : 65_535)
  }

  /// Fills a row of half precision, where white is 1. What is brighter than the headroom keeps its hue.
  func fill(
    _ result: UnsafeMutableRawBufferPointer, from row: UnsafeRawBufferPointer, pixels: Int, channels: Int
  ) {
    let most = Float(headroom)
    var numbers = [Float](repeating: 0, count: pixels * channels)
    for first in stride(from: 0, to: numbers.count, by: channels) {
      var color = color(in: row, at: first) / ToneMapping.white
      let largest = color.max()
      if largest > most { color *= most / largest }
      for lane in 0..<3 { numbers[first + lane] = color[lane] }
      if channels == 4 { numbers[first + 3] = share(in: row, at: first + 3) }
    }
    numbers.withUnsafeBufferPointer { SampleDepth.storeHalves($0, to: result) }
  }
}
