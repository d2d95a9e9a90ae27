import CTintypeLanes

/// How a sample of a stored picture is written: a code of 8 or 16 bits, which stands for 0 to 1, or a number.
///
/// Numbers are light that may lie beyond 0 to 1. They are bounded to ±65,504, the range of half precision, when they
/// are read; NaN is 0.
public enum SampleDepth: String, CaseIterable, Hashable, Sendable {
  /// A byte, 0 to 255.
  case eight = "8"
  /// A `UInt16` in native byte order, 0 to 65,535.
  case sixteen = "16"
  /// A number of half precision in native byte order (IEEE 754 binary16): 11 significant bits.
  case half
  /// A number of single precision in native byte order (IEEE 754 binary32).
  case float

  /// Those of codes.
  public static let ofCodes: [SampleDepth] = [.eight, .sixteen]

  /// Codes of some bits; nil for bits that no code has.
  public init?(bits: Int) {
    guard let depth = Self.ofCodes.first(where: { $0.bits == bits }) else { return nil }
    self = depth
  }

  /// Bits of a sample.
  public var bits: Int {
    switch self {
    case .eight: 8
    case .sixteen, .half: 16
    case .float: 32
    }
  }

  /// Bytes of a sample.
  public var bytes: Int { bits / 8 }

  /// Whether samples are numbers instead of codes.
  public var isLight: Bool { self == .half || self == .float }

  /// In a sentence, after "a photo of": "8 bits".
  public var described: String { isLight ? "floats of \(bits) bits" : "\(bits) bits" }
}

extension SampleDepth {
  /// The number that a sample stands for: a code as 0 to 1, light as it is, within ±65,504; NaN is 0.
  package func number(at place: Int, in bytes: UnsafeRawBufferPointer) -> Double {
    switch self {
    case .eight: Double(bytes[place]) / 255
    case .sixteen: Double(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)) / 65_535
    case .half: Self.number(ofHalf: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
    case .float: Self.bounded(Double(bytes.loadUnaligned(fromByteOffset: place, as: Float.self)))
    }
  }

  /// Stores a number as the nearest sample, halves rounded up for codes, ties to even for light.
  package func store(_ number: Double, at place: Int, in bytes: UnsafeMutableRawBufferPointer) {
    let code = number > 0 ? min(number, 1) : 0
    switch self {
    case .eight: bytes[place] = UInt8(code * 255 + 0.5)
    case .sixteen: bytes.storeBytes(of: UInt16(code * 65_535 + 0.5), toByteOffset: place, as: UInt16.self)
    case .half: bytes.storeBytes(of: Self.half(of: number), toByteOffset: place, as: UInt16.self)
    case .float: bytes.storeBytes(of: Float(Self.bounded(number)), toByteOffset: place, as: Float.self)
    }
  }

  /// The number of each 16 bits of half precision, as ``number(at:in:)``.
  package static let numbersOfHalves: [Float] = (0...UInt16.max).map { Float(number(ofHalf: $0)) }

  private static let largestHalf = 65_504.0

  private static func bounded(_ number: Double) -> Double {
    number.isNaN ? 0 : min(max(number, -largestHalf), largestHalf)
  }

  /// Decodes a half-precision number: a sign, 5 bits of exponent, 10 of fraction.
  private static func number(ofHalf bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
    if exponent == 31, fraction > 0 { return 0 }
    let magnitude =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: largestHalf
      default: Double(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  private static func half(of number: Double) -> UInt16 {
    let magnitude = bounded(number).magnitude
    let exponent = max(magnitude == 0 ? -14 : magnitude.exponent, -14)
    // A fraction that rounds to the next power of two carries into the exponent.
    let units = (magnitude / Double(sign: .plus, exponent: exponent - 10, significand: 1)).rounded(.toNearestOrEven)
    let bits = UInt16(exponent + 14) << 10 + UInt16(units)
    return number < 0 ? bits | 0x8000 : bits
  }
}

extension SampleDepth {
  /// The bits of the nearest numbers of half precision within ±65,504, ties to even (IEEE 754 binary16); 0 for NaN.
  package static func halves(of numbers: SIMD8<Float>) -> SIMD8<UInt16> {
    var halves = SIMD8<UInt16>.zero
    withUnsafeBytes(of: numbers) { numbers in
      withUnsafeMutableBytes(of: &halves) { halves in
        tt_store_halves(
          numbers.assumingMemoryBound(to: Float.self).baseAddress!,
          halves.assumingMemoryBound(to: UInt16.self).baseAddress!, 8)
      }
    }
    return halves
  }

  /// Stores numbers as ``halves(of:)``.
  ///
  /// - Parameter place: as many halves as there are numbers.
  package static func storeHalves(_ numbers: UnsafeBufferPointer<Float>, to place: UnsafeMutableRawBufferPointer) {
    precondition(place.count >= 2 * numbers.count, "there is room for each number")
    guard let from = numbers.baseAddress, let to = place.baseAddress else { return }
    tt_store_halves(from, to.assumingMemoryBound(to: UInt16.self), numbers.count)
  }
}
