import Foundation
import Testing
import TintypeIntrinsics
import TintypeTestSupport

@Suite struct PiecewiseCubicTests {
  /// Against the C library's functions, between the places at which it was fitted.
  @Test(
    arguments: [
      ("the sRGB decoding's power", 8, 5, Interval(0, 1), 1e-7, { @Sendable x in pow(x, 2.4) }),
      ("a root", 24, 3, Interval(0, 1), 4e-6, { @Sendable x in pow(x, 0.6) }),
      ("one octave", 1, 6, Interval(-2, 3), 4e-6, { @Sendable x in exp(x) / 20 }),
      ("far from 0", 8, 3, Interval(100, 1000), 4e-6, { @Sendable x in 1 / x }),
    ] as [(String, Int, Int, Interval, Double, @Sendable (Double) -> Double)])
  func isNearTheFunction(
    _ name: String, _ octaves: Int, _ bits: Int, _ interval: Interval, _ allowed: Double,
    _ meant: @Sendable (Double) -> Double
  ) throws {
    let places = PiecewiseCubic.nodes(on: interval, octaves: octaves, bits: bits)
    #expect(places == places.sorted() && places.first == Float(interval.lower) && places.last == Float(interval.upper))
    let function = try #require(
      PiecewiseCubic.fitted(places.map { Float(meant(Double($0))) }, on: interval, octaves: octaves, bits: bits))
    let probes = PiecewiseCubic.probes(
      on: interval, octaves: octaves, bits: bits, pieces: Array(0..<(octaves << bits)))
    let errorMax = PiecewiseCubic.errorMax(probes.map { Float(meant(Double($0))) })
    #expect(errorMax < allowed, "\(name): \(errorMax)")
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let x = Float(Double.random(in: interval.lower...interval.upper, using: &random))
      let error = abs(Double(function(x)) - meant(Double(x)))
      #expect(error < allowed + 4e-7 * abs(meant(Double(x))), "\(name) at \(x): \(error)")
    }
  }

  @Test func goesOnBeyondItsEnds() throws {
    let interval = Interval(0.25, 2)
    let places = PiecewiseCubic.nodes(on: interval, octaves: 8, bits: 2)
    let function = try #require(PiecewiseCubic.fitted(places, on: interval, octaves: 8, bits: 2))
    for (x, wanted) in [
      (-1, 0.25), (.nan, 0.25), (-Float.infinity, 0.25), (0.25, 0.25), (2, 2), (3, 2), (.infinity, 2),
    ]
      as [(Float, Float)]
    {
      #expect(abs(function(x) - wanted) < 1e-6, "\(x)")
    }
  }

  @Test func refusesWhatDoesNotBelongTogether() {
    let some = [SIMD4<Float>](repeating: SIMD4(), count: 17)
    #expect(PiecewiseCubic(on: Interval(0, 1), octaves: 2, bits: 3, coefficients: some) != nil)
    #expect(PiecewiseCubic(on: Interval(0, 1), octaves: 2, bits: 2, coefficients: some) == nil)
    #expect(PiecewiseCubic(on: Interval(1, 1), octaves: 2, bits: 3, coefficients: some) == nil)
    #expect(PiecewiseCubic(on: Interval(0, .infinity), octaves: 2, bits: 3, coefficients: some) == nil)
  }

  /// Pieces with starts: the last of equal or smaller starts counts, and an end that they do not reach is refused.
  @Test func startsOfPieces() throws {
    let coefficients: [SIMD4<Float>] = [SIMD4(0, 1, 0, 0), SIMD4(0.25, 1, 2, 0), SIMD4(1, 0, 0, 0)]
    let function = try #require(PiecewiseCubic(starts: [0, 0.25, 0.75], upTo: 1, coefficients: coefficients))
    #expect([0, 0.125, 0.25, 0.5, 0.75, 1].map { function($0) } == [0, 0.125, 0.25, 0.625, 1, 1])
    #expect(function.singleRange?.contains(1) ?? false)
    #expect(PiecewiseCubic(starts: [0, 0.25, 0.75], upTo: 0.75, coefficients: coefficients) == nil)
    #expect(PiecewiseCubic(starts: [0, 0.25, 0.25], upTo: 1, coefficients: coefficients) == nil)
    #expect(PiecewiseCubic(starts: [0, 0.25], upTo: 1, coefficients: coefficients) == nil)
  }
}
