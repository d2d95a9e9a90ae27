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
      var fits = FunctionFits()
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
    var fits = FunctionFits()
    #expect(fits.corners(chain, on: .unit, (octaves: 8, bits: 5), between: [0, 100, 256]).pieces == [])
  }

  /// What was asked before is answered alike.
  @Test func remembersItsAnswers() {
    let chain = Self.chain { builder, x in
      builder.lane(.power, [builder.lane(.add, [x, builder.constant(0.1)]), builder.constant(1.7)])
    }
    var fits = FunctionFits()
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
