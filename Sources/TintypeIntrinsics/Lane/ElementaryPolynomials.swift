/// Coefficients of the elementary functions, lowest power first, shared by the scalar and the vector evaluation.
///
/// Each set is a weighted minimax fit (Lawson iteration over 4,000 Chebyshev nodes in double precision, then rounded to
/// single); the stated error is that of the polynomial before rounding.
public enum ElementaryPolynomials {
  /// 2^r = 1 + r P(r) on 0 <= r < 1; relative error 2.0e-9.
  @inlinable public static var exp2: (Float, Float, Float, Float, Float, Float) {
    (
      0.6931470444432696, 0.24022930555282454, 0.055485280616404925, 0.009675451570765756, 0.0012467846415318284,
      0.00021612915048002668
    )
  }

  /// log2(1 + f) = f P(f) on sqrt(1/2) - 1 <= f <= sqrt(2) - 1; relative error 2.6e-8.
  @inlinable public static var log2: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (
      1.44269500365242, -0.7213473468032451, 0.48091064294491326, -0.3607036828016306, 0.2879162480858015,
      -0.23894482177193307, 0.21571560677035087, -0.20726974316615968, 0.12583701303872635
    )
  }

  /// sin r = r + r^3 P(r^2) on |r| <= pi/4; relative error 3.8e-9.
  @inlinable public static var sine: (Float, Float, Float) {
    (-0.16666654609551113, 0.008332160761986559, -0.00019515283206535984)
  }

  /// cos r = 1 - r^2 / 2 + r^4 P(r^2) on |r| <= pi/4; absolute error 9.5e-11.
  @inlinable public static var cosine: (Float, Float, Float) {
    (0.04166664686643823, -0.0013887367515554969, 2.443845157525722e-05)
  }

  /// atan a = a + a^3 P(a^2) on 0 <= a <= 1; relative error 1.5e-8.
  public static let arcTangent: [Float] = [
    -0.33333072, 0.1999262, -0.14203648, 0.10640947, -0.07504319, 0.042691782, -0.016068779, 0.002849925,
  ]

  /// pi/2 as a sum of three parts, each with enough trailing zeros for an exact product with a small integer (Cody and
  /// Waite 1980).
  @inlinable public static var halfPi: (Float, Float, Float) {
    (0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50)
  }

  /// The largest angle in radians for which sine and cosine are computed; a larger angle, or NaN, counts as 0.
  @inlinable public static var largestAngle: Float { 65536 }
}
