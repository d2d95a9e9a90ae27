import TintypeSystem

/// Light of high dynamic range as an ordinary screen shows it.
///
/// Codes become light in cd/m² by ITU-R BT.2100: PQ says it by itself, HLG with the display that it is made for, of
/// 1,000 cd/m² and a system gamma of 1.2. The curve is the EETF of ITU-R BT.2390 (5.4.1): up to a knee light stays, and
/// above it a Hermite spline, in PQ's own scale, bends what the display does not reach. It is applied to the largest of
/// red, green and blue, and the others follow in proportion, so no hue turns. What becomes white is 203 cd/m², which
/// BT.2408 calls reference white. Results have sRGB's curve and 16 bits.
struct ToneMapping {
  /// The brightest light that is mapped, in cd/m²; brighter PQ values are clipped to it.
  static let peak: Float = 1000

  /// The light of the result's white, in cd/m².
  static let white: Float = 203

  private let range: HighDynamicRange
  private let depth: SampleDepth
  /// Of each code: light in cd/m² for PQ, light of the scene from 0 to 1 for HLG.
  private let light: [Float]
  private let curve = Curve()
  /// Codes of 16 bits, by the square root of the part of white.
  private let code: [Float]

  private static let steps = 4096

  init(_ range: HighDynamicRange, _ depth: SampleDepth) {
    (self.range, self.depth) = (range, depth)
    let largest = depth == .eight ? 255 : 65_535
    light = (0...largest).map { code in
      let signal = Float(code) / Float(largest)
      return range == .pq ? min(Self.light(pq: signal), Self.peak) : Self.light(hlg: signal)
    }
    code = (0...Self.steps).map { step in
      let part = Float(step) / Float(Self.steps)
      return 65_535 * Self.srgb(part * part)
    }
  }

  /// Bytes of the tables.
  var memory: ByteCount {
    ByteCount(light.count + code.count) * MemoryLayout<Float>.size + curve.memory
  }

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
      color * (ToneMapping.at((max(color.max(), 0) / peak).squareRoot(), gain) / white)
    }
  }

  /// Maps a row of RGB, or RGBA whose alpha stays, to 16 bits.
  func map(_ row: UnsafeRawBufferPointer, to result: UnsafeMutableRawBufferPointer, pixels: Int, channels: Int) {
    func sample(_ index: Int) -> Int {
      depth == .eight
        ? Int(row[index]) : Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
    }
    func store(_ value: UInt16, _ index: Int) { result.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self) }
    for pixel in 0..<pixels {
      let first = pixel * channels
      var color = SIMD3<Float>(light[sample(first)], light[sample(first + 1)], light[sample(first + 2)])
      if range == .hlg { color *= Self.display(color) }
      color = curve(color)
      for channel in 0..<3 {
        let code = Self.at(min(max(color[channel], 0), 1).squareRoot(), code)
        store(UInt16(code.rounded()), first + channel)
      }
      guard channels == 4 else { continue }
      let alpha = sample(first + 3)
      store(UInt16(depth == .eight ? alpha * 257 : alpha), first + 3)
    }
  }

  private static func at(_ part: Float, _ table: [Float]) -> Float {
    let place = min(max(part, 0), 1) * Float(steps)
    let index = min(Int(place), steps - 1)
    return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
  }

  // MARK: Formulas

  // ITU-R BT.2100, table 4.
  private static let (m1, m2): (Float, Float) = (0.1593017578125, 78.84375)
  private static let (c1, c2, c3): (Float, Float, Float) = (0.8359375, 18.8515625, 18.6875)

  /// Light in cd/m² of a PQ signal.
  static func light(pq signal: Float) -> Float {
    let power = pow(max(signal, 0), 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The PQ signal of light in cd/m².
  static func pq(_ light: Float) -> Float {
    let power = pow(max(light, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// Light of the scene, 0 to 1, of an HLG signal (BT.2100, table 5).
  static func light(hlg signal: Float) -> Float {
    let a: Float = 0.17883277
    let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }

  /// What light of the scene is multiplied by to be that of the display, in cd/m² (BT.2100, table 5, its OOTF).
  private static func display(_ scene: SIMD3<Float>) -> Float {
    let luminance = (scene * SIMD3(0.2627, 0.6780, 0.0593)).sum()
    return luminance > 0 ? peak * pow(luminance, 0.2) : 0
  }

  /// The EETF of BT.2390, from ``peak`` to ``white``, of light in cd/m².
  static func mapped(_ light: Float) -> Float {
    let top = pq(peak)
    let most = pq(white) / top
    let knee = 1.5 * most - 0.5
    let signal = min(pq(light) / top, 1)
    guard signal > knee else { return light }
    let t = (signal - knee) / (1 - knee)
    let bent =
      (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
      + (-2 * t * t * t + 3 * t * t) * most
    return Self.light(pq: bent * top)
  }

  /// IEC 61966-2-1.
  private static func srgb(_ linear: Float) -> Float {
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
