import TintypeColor
package import TintypeRaster
import TintypeSystem

/// Codes light of a display for a file: half precision with the primaries of BT.2020 and 1 for white becomes 16 bits of
/// PQ or HLG (ITU-R BT.2100). White has 203 cd/m². What no code states is as bright as the brightest, and keeps its
/// hue.
package final class CodedLight: RowSink {
  package let format: PictureFormat
  private let writer: any RowSink
  private let range: HighDynamicRange
  /// The code of PQ of each number of half precision.
  private let codes: [UInt16]
  private var row: [UInt16]

  /// - Parameter writer: takes RGB of 16 bits, or RGBA.
  package init(_ range: HighDynamicRange, to writer: any RowSink) {
    (self.range, self.writer) = (range, writer)
    precondition(writer.format.channels >= 3 && writer.format.depth == .sixteen, "codes are RGB of 16 bits")
    var format = writer.format
    format.depth = .half
    self.format = format
    row = [UInt16](repeating: 0, count: format.width * format.channels)
    codes =
      range == .pq
      ? SampleDepth.numbersOfHalves.map { light in
        UInt16((min(HighDynamicRange.pq(Double(light * ToneMapping.white)), 1) * 65_535).rounded())
      } : []
  }

  /// The luminance of BT.2020.
  private static let luminance = SIMD3<Float>(0.2627, 0.6780, 0.0593)

  package func writeRows(_ count: Int, from source: UnsafeRawBufferPointer, rowBytes: Int) throws(ImageError) {
    for index in 0..<count {
      let halves = UnsafeRawBufferPointer(rebasing: source[(index * rowBytes)...])
      for place in stride(from: 0, to: row.count, by: format.channels) {
        func half(_ lane: Int) -> UInt16 { halves.loadUnaligned(fromByteOffset: 2 * (place + lane), as: UInt16.self) }
        switch range {
        case .pq: for lane in 0..<3 { row[place + lane] = codes[Int(half(lane))] }
        case .hlg:
          let numbers = SampleDepth.numbersOfHalves
          let light = SIMD3(numbers[Int(half(0))], numbers[Int(half(1))], numbers[Int(half(2))])
          let signal = Self.hlg(light * (ToneMapping.white / range.peak))
          for lane in 0..<3 { row[place + lane] = UInt16((signal[lane] * 65_535).rounded()) }
        }
        if format.channels == 4 {
          let alpha = SampleDepth.numbersOfHalves[Int(half(3))]
          row[place + 3] = UInt16((min(max(alpha, 0), 1) * 65_535).rounded())
        }
      }
      try row.withUnsafeBufferPointer { row throws(ImageError) in
        let bytes = UnsafeRawBufferPointer(row)
        try writer.writeRows(1, from: bytes, rowBytes: bytes.count)
      }
    }
  }

  /// The signal of light of the usual display, whose peak is 1.
  private static func hlg(_ light: SIMD3<Float>) -> SIMD3<Float> {
    var display = light.replacing(with: 0, where: light .< 0)
    if display.max() > 1 { display /= display.max() }
    let luminance = (display * Self.luminance).sum()
    guard luminance > 0 else { return .zero }
    // The inverse of the display's system gamma (BT.2100, table 5, note 5i).
    let scene = display * pow(luminance, 1 / HighDynamicRange.systemGamma - 1)
    return SIMD3((0..<3).map { Float(min(HighDynamicRange.hlg(Double(scene[$0])), 1)) })
  }
}
