/// What a camera's sensor recorded, in memory that somebody else holds.
public struct SensorSamples {
  /// How the sensor sees colors.
  public enum Kind: Sendable {
    /// One color at each place, in a pattern of 2 x 2: green on one diagonal.
    case bayer
    /// Red, green and blue at each place.
    case colors
    /// Lightness alone.
    case gray
  }

  /// How it sees colors.
  public var kind: Kind
  /// Places in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// The samples of the first place.
  public var first: UnsafePointer<UInt16>
  /// Samples from one row to the next.
  public var stride: Int
  /// Samples of each place, of which at most three count.
  public var channels: Int

  /// The colors of the first 2 x 2 places, row by row: 0 is red, 1 green, 2 blue. Of other kinds it does not count.
  public var pattern: [Int]

  /// The samples of no light, a pattern of even width and height that repeats from the first place on; where places
  /// have three colors, three for each.
  public var black: [Float]
  /// The width of that pattern.
  public var blackWidth: Int

  /// The samples of red, green and blue beyond which the sensor records nothing; those of a mosaic are equal.
  public var white: SIMD3<Float>

  /// Samples that stay in memory as long as they are developed; see the properties.
  public init(
    _ kind: Kind, width: Int, height: Int, first: UnsafePointer<UInt16>, stride: Int, channels: Int = 1,
    pattern: [Int] = [0, 1, 1, 2], black: [Float], blackWidth: Int, white: SIMD3<Float>
  ) {
    (self.kind, self.width, self.height) = (kind, width, height)
    (self.first, self.stride, self.channels, self.pattern) = (first, stride, channels, pattern)
    (self.black, self.blackWidth, self.white) = (black, blackWidth, white)
  }

  /// The color of a place of a mosaic.
  func color(_ x: Int, _ y: Int) -> Int { pattern[(y & 1) * 2 + (x & 1)] }

  /// Channels that have a black of their own.
  var blackChannels: Int { kind == .colors ? 3 : 1 }

  /// Rows after which black repeats.
  var blackHeight: Int { black.count / blackWidth / blackChannels }

  func black(_ x: Int, _ y: Int, _ channel: Int = 0) -> Float {
    black[(y % blackHeight * blackWidth + x % blackWidth) * blackChannels + channel]
  }
}

extension SensorSamples {
  /// Factors that make the mean of the picture gray, green's 1: of what is neither dark nor cut off. Nil where there
  /// is too little.
  public func averageBalance() -> SIMD3<Float>? {
    guard kind != .gray else { return nil }
    // About a million places say it.
    let step = max(1, Int((Double(width) * Double(height) / 4e6).squareRoot())) * 2
    var sums = SIMD3<Double>.zero
    var count = 0
    for y in Swift.stride(from: 0, to: height - 1, by: step) {
      for x in Swift.stride(from: 0, to: width - 1, by: step) {
        let light = averages(x, y)
        guard light.max() < 0.9, light.min() > 0.005 else { continue }
        sums += SIMD3<Double>(light)
        count += 1
      }
    }
    guard count >= 64 else { return nil }
    return SIMD3<Float>(SIMD3<Double>(repeating: sums.y) / sums)
  }

  /// The colors of 2 x 2 places of a mosaic from an even one on, or of one place of others: 0 for black, 1 for white.
  private func averages(_ x: Int, _ y: Int) -> SIMD3<Float> {
    func light(_ x: Int, _ y: Int, _ channel: Int) -> Float {
      let black = black(x, y, channel)
      return (Float(first[y * stride + x * channels + channel]) - black) / (white[channel] - black)
    }
    if kind == .colors { return SIMD3(light(x, y, 0), light(x, y, 1), light(x, y, 2)) }
    var colors = SIMD3<Float>.zero
    for place in 0..<4 {
      let color = pattern[place]
      colors[color] += light(x + place & 1, y + place >> 1, 0) * (color == 1 ? 0.5 : 1)
    }
    return colors
  }
}
