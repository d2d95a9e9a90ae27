import TintypeSystem

/// Light of high dynamic range as an ordinary screen shows it.
///
/// Codes become light in cd/m² (``DisplayLight``). The curve is the EETF of ITU-R BT.2390 (5.4.1): up to a knee light
/// stays, and above it a Hermite spline, in PQ's own scale, bends what the display does not reach. It is applied to the
/// largest of red, green and blue, and the others follow in proportion, so no hue turns. What becomes white is 203
/// cd/m², which BT.2408 calls reference white. Results have sRGB's curve and 16 bits.
struct ToneMapping {
  /// The brightest light that is mapped, in cd/m²; brighter PQ values are clipped to it.
  static let peak: Float = 1000

  /// The light of the result's white, in cd/m².
  static let white: Float = 203

  private let light: DisplayLight
  private let curve = Curve()
  /// Codes of 16 bits, by the square root of the part of white.
  private let code: [Float]

  private static let steps = 4096

  init(_ light: DisplayLight) {
    self.light = light
    code = (0...Self.steps).map { step in
      let part = Float(step) / Float(Self.steps)
      return 65_535 * Self.srgb(part * part)
    }
  }

  /// Bytes of the tables.
  var memory: ByteCount { ByteCount(code.count) * MemoryLayout<Float>.size + curve.memory + light.memory }

  /// The curve for light, as a table.
  struct Curve {
    /// What light is multiplied by, by the square root of its part of the peak.
    private let gain: [Float]

    init() {
      gain = (0...steps).map { step in
        let part = Float(step) / Float(steps)
        let light = max(part * part * peak, 1e-6)
        return ToneMapping.mapped(light) / light
      }
    }

    var memory: ByteCount { ByteCount(gain.count) * MemoryLayout<Float>.size }

    /// Light in cd/m² as light of the result, where 1 is ``white``.
    func callAsFunction(_ color: SIMD3<Float>) -> SIMD3<Float> {
      let largest = color.max()
      // What is brighter than the peak is as bright, and keeps its hue.
      let bounded = largest > peak ? color * (peak / largest) : color
      return bounded * (ToneMapping.at((min(max(largest, 0), peak) / peak).squareRoot(), gain) / white)
    }
  }

  /// Maps a row of RGB, or RGBA whose alpha stays, to 16 bits.
  func map(_ row: UnsafeRawBufferPointer, to result: UnsafeMutableRawBufferPointer, pixels: Int, channels: Int) {
    func store(_ value: UInt16, _ index: Int) { result.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self) }
    for pixel in 0..<pixels {
      let first = pixel * channels
      let color = curve(light.color(in: row, at: first))
      for channel in 0..<3 {
        let code = Self.at(min(max(color[channel], 0), 1).squareRoot(), code)
        store(UInt16(code.rounded()), first + channel)
      }
      guard channels == 4 else { continue }
      store(UInt16(light.share(in: row, at: first + 3) * 65_535), first + 3)
    }
  }

  private static func at(_ part: Float, _ table: [Float]) -> Float {
    let place = min(max(part, 0), 1) * Float(steps)
    let index = min(Int(place), steps - 1)
    return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
  }

  // MARK: Formulas

  /// The PQ signal of light in cd/m².
  private static func signalOfPQ(_ light: Float) -> Float { Float(HighDynamicRange.pq(Double(light))) }

  /// The EETF of BT.2390, from ``peak`` to ``white``, of light in cd/m².
  static func mapped(_ light: Float) -> Float {
    let top = signalOfPQ(peak)
    let most = signalOfPQ(white) / top
    let knee = 1.5 * most - 0.5
    let part = min(signalOfPQ(light) / top, 1)
    guard part > knee else { return light }
    let t = (part - knee) / (1 - knee)
    let bent =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (-2 * t * t * t + 3 * t * t) * most
    return Float(HighDynamicRange.light(pq: Double(bent * top)))
  }

  /// IEC 61966-2-1.
  private static func srgb(_ linear: Float) -> Float {
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
