import Foundation
import Testing
import TintypeIR
import TintypeIntrinsics

@testable import TintypeOptimizer

/// Corners are found where they are, though most pieces are not looked at.
@Suite struct FunctionFitsTests {
  @Test(arguments: [(8, 5), (1, 9), (8, 7)]) func findsTheCorner(_ octaves: Int, _ bits: Int) {
    let count = octaves << bits
    for place in [0.0007, 0.0131, 0.21, 0.30001, 0.5004, 0.77, 0.9993] as [Float] {
      let chain = Self.chain { builder, x in
        builder.lane(.multiply, [builder.lane(.maximum, [x, builder.constant(Double(place))]), x])
      }
      var fits = FunctionFits(.bytes)
      let ends = Array(stride(from: 0, to: count, by: 8)) + [count]
      let form = (octaves: octaves, bits: bits)
      let starts = PiecewiseCubic.starts(on: .unit, octaves: octaves, bits: bits, pieces: Array(0...count))
      let found = fits.corners(chain, on: .unit, form, between: ends)
      #expect(found.pieces == [starts.lastIndex { $0 <= place }!])
      #expect(found.values.count == ends.count)
    }
  }

  @Test func findsNoneWhereThereIsNone() {
    let chain = Self.chain { builder, x in builder.lane(.multiply, [x, x]) }
    var fits = FunctionFits(.bytes)
    #expect(fits.corners(chain, on: .unit, (octaves: 8, bits: 5), between: [0, 100, 256]).pieces == [])
  }

  /// A curve whose points are multiples of a number is as many cubics, also of a line of the root.
  @Test(
    arguments: [
      [-1, -0.7, -0.5, -0.35, -0.2, -0.05, 0.1, 0.25, 0.45, 0.7, 1],
      [-2.2, -1.6, -1.2, -0.9, -0.6, -0.3, 0, 0.5, 1.1, 2],
    ] as [[Double]])
  func piecesStartAtThePointsOfACurve(_ points: [Double]) throws {
    let curve = try #require(MonotoneCurve(points.flatMap { [$0, 1.2 / (1 + exp(-4 * $0))] }))
    for (shift, gain) in [(0, 1), (0.3, 1.7)] {
      let chain = Self.chain { builder, x in
        let line = builder.lane(.multiplyAdd, [x, builder.constant(gain), builder.constant(shift)])
        let limits = (builder.constant(points[0]), builder.constant(points[points.count - 1]))
        let place = builder.lane(.minimum, [builder.lane(.maximum, [line, limits.0]), limits.1])
        var value = builder.constant(0)
        for (index, piece) in curve.pieces.enumerated() {
          let t = builder.lane(.subtract, [place, builder.constant(piece.start)])
          var cubic = builder.constant(piece.third)
          for coefficient in [piece.second, piece.slope, piece.value] {
            cubic = builder.lane(.multiplyAdd, [cubic, t, builder.constant(coefficient)])
          }
          let isLater = builder.lane(.lessOrEqual, [builder.constant(piece.start), place])
          value = index == 0 ? cubic : builder.lane(.select, [isLater, cubic, value])
        }
        return value
      }
      var fits = FunctionFits(.bytes)
      let ends = [points[0], points[points.count - 1]].map { ($0 - shift) / gain }
      let found = fits.function(chain, on: Interval(ends[0], ends[1]))
      let function = try #require(found)
      #expect(function.coefficients.count - 1 == 64)
      for step in 0...1000 {
        let x = Double(step) / 125 - 4
        #expect(abs(Double(function(Float(x))) - curve(gain * x + shift)) < 6e-6, "\(x)")
      }
    }
  }

  /// Earlier requests have the same answers.
  @Test func remembersItsAnswers() {
    let chain = Self.chain { builder, x in
      builder.lane(.power, [builder.lane(.add, [x, builder.constant(0.1)]), builder.constant(1.7)])
    }
    var fits = FunctionFits(.bytes)
    let first = fits.function(chain, on: .unit)
    #expect(first != nil)
    let (second, other) = (fits.function(chain, on: .unit), fits.function(chain, on: Interval(0, 0.5)))
    #expect(second == first)
    #expect(other != first)
  }

  private static func chain(_ write: (inout ProgramBuilder, Value) -> Value) -> UnaryChain {
    var builder = ProgramBuilder()
    let red = builder.component([0], of: builder.source())
    let value = write(&builder, red)
    let program = Program(
      name: "chain", parameters: [], instructions: builder.instructions,
      output: Program.Output(color: value, bounds: builder.sourceBounds()))
    var notes = UnaryChain.Notes(program)
    return UnaryChain(from: red, to: value, program, &notes)!
  }
}
