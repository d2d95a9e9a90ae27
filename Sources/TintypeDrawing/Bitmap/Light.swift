/// Exact conversion between 8-bit sRGB and linear light (IEC 61966-2-1): the nearest code, ties away from black.
///
/// The power 2.4 is computed from products and a fifth root by Newton's method, so that bytes do not depend on a
/// library's `pow`.
enum Light {
  /// The linear light of each code.
  static let ofCode: [Float] = (0...255).map { Float(linear(Double($0) / 255)) }

  /// The code nearest to linear light, clamped to 0 to 1. NaN is black.
  static func code(_ light: Float) -> UInt8 {
    guard light > 0 else { return 0 }
    guard light < 1 else { return 255 }
    var code = codeBelow[Int(light * Float(buckets))]
    while light >= firstLight[Int(code) + 1] { code += 1 }
    return code
  }

  /// The smallest light that rounds to each code, with a sentinel that ends the search above.
  private static let firstLight: [Float] =
    [0] + (1...255).map { Float(linear((Double($0) - 0.5) / 255)) } + [.infinity]

  private static let buckets = 4096

  /// The code of the lower end of each bucket. No bucket spans more than one code.
  private static let codeBelow: [UInt8] = (0..<buckets).map { bucket in
    let light = Float(bucket) / Float(buckets)
    return UInt8(firstLight.lastIndex { $0 <= light } ?? 0)
  }

  private static func linear(_ encoded: Double) -> Double {
    if encoded <= 0.04045 { return encoded / 12.92 }
    let base = (encoded + 0.055) / 1.055
    let square = base * base
    return square * fifthRoot(square)  // base^2.4
  }

  /// The fifth root of a value from 0 to 1. Starting at 1, Newton's method converges from above without overshooting.
  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (root - value / fourth) / 5
    }
    return root
  }
}
