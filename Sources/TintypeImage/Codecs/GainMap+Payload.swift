/// The formula of a gain map as ISO 21496-1 writes it, big-endian.
extension GainMap {
  /// In a JPEG, precedes the payload in a segment APP2; in that of the base, only versions follow.
  static let segmentPrefix = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

  /// The bytes of the versions alone.
  static let versionBytes = 4

  private enum Flags {
    static let threeChannels = 0x80
    static let baseSpace = 0x40
    /// One denominator for all fractions (libultrahdr, which writes such payloads into JPEGs).
    static let commonDenominator = 0x08
    /// The base is the brighter one (the same).
    static let isBackward = 0x04
  }

  init(payload: [UInt8]) throws(Flaw) {
    var reader = PayloadReader(payload)
    guard try reader.number(2) == 0 else { throw Flaw(reason: "is of a later version of ISO 21496-1") }
    _ = try reader.number(2)
    let flags = try reader.number(1)
    guard flags & Flags.isBackward == 0 else {
      throw Flaw(reason: "leads to a picture that is not brighter than its base")
    }
    if flags & Flags.commonDenominator != 0 { reader.denominator = try reader.number(4) }
    let (base, alternate) = (try reader.fraction(), try reader.fraction())
    var channels: [Channel] = []
    for _ in 0..<(flags & Flags.threeChannels != 0 ? 3 : 1) {
      let (minimum, maximum) = (try reader.fraction(isSigned: true), try reader.fraction(isSigned: true))
      let curve = Curve.stops(minimum: minimum, maximum: maximum, gamma: try reader.fraction())
      channels.append(
        Channel(
          curve: curve, baseOffset: try reader.fraction(isSigned: true),
          alternateOffset: try reader.fraction(isSigned: true)))
    }
    try self.init(
      .iso, baseHeadroom: base, alternateHeadroom: alternate, channels,
      isInBaseSpace: flags & Flags.baseSpace != 0)
  }
}

extension GainMap {
  /// The payload of a map with one curve of stops for red, green and blue, in the primaries of its base.
  var payload: [UInt8] {
    let numbers = stated
    let fractions = [
      baseHeadroom, alternateHeadroom, numbers.minimum, numbers.maximum, numbers.gamma, channels[0].baseOffset,
      channels[0].alternateOffset,
    ]
    var bytes: [UInt8] = [0, 0, 0, 0, UInt8(Flags.baseSpace)]
    for number in fractions {
      let numerator = Int32((number * Double(Self.denominator)).rounded())
      bytes.appendBigEndian32(Int(UInt32(bitPattern: numerator)))
      bytes.appendBigEndian32(Self.denominator)
    }
    return bytes
  }

  /// Of all fractions that are written.
  private static let denominator = 1_000_000

  /// The numbers of the one curve.
  var stated: (minimum: Double, maximum: Double, gamma: Double) {
    guard channels.count == 1, isInBaseSpace, case .stops(let minimum, let maximum, let gamma) = channels[0].curve
    else {
      preconditionFailure("maps are written with one curve of stops")
    }
    return (minimum, maximum, gamma)
  }
}

private struct PayloadReader {
  private var rest: ArraySlice<UInt8>
  /// Of all fractions; nil where each has its own.
  var denominator: Int?

  init(_ payload: [UInt8]) { rest = payload[...] }

  mutating func number(_ bytes: Int) throws(GainMap.Flaw) -> Int {
    guard rest.count >= bytes else { throw GainMap.Flaw(reason: "has metadata that end early") }
    defer { rest = rest.dropFirst(bytes) }
    return rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func fraction(isSigned: Bool = false) throws(GainMap.Flaw) -> Double {
    let bits = try number(4)
    let numerator = isSigned ? Int(Int32(truncatingIfNeeded: bits)) : bits
    let denominator: Int
    if let common = self.denominator { denominator = common } else { denominator = try number(4) }
    guard denominator > 0 else { throw GainMap.Flaw(reason: "has a fraction without a denominator") }
    return Double(numerator) / Double(denominator)
  }
}
