import Testing
import TintypeExecutor
import TintypePlan
import TintypeTables
import TintypeTestSupport

/// Tables over a tile against the same table on one color, bit for bit.
@Suite struct TableLookUpTests {
  @Test(
    arguments: [
      [(ColorTable.Stage.Shape.cube, 2)], [(.cube, 33)], [(.curves, 2)], [(.curves, 257)], [(.curves, 64), (.cube, 5)],
    ] as [[(ColorTable.Stage.Shape, Int)]])
  func givesTheBitsOfOneColor(_ form: [(ColorTable.Stage.Shape, Int)]) throws {
    var random = SplitMix64(seed: UInt64(form.count * 100 + form[0].1))
    let table = try #require(ColorTable(name: "", stages: form.map { try drawn($0.0, edge: $0.1, &random) }))
    // Results in other registers, in those of the operands, and turned about.
    for results in [[3, 4, 5], [0, 1, 2], [2, 0, 1]] {
      var plan = Plan(
        explicit: [
          .interpolate(table: 0, into: results.map { .init($0) }, (0..<3).map { .register(.init($0)) })
        ], registerCount: 6, uniforms: [], tables: [], color: [], bounds: [])
      plan.colorTables = [table]
      let contents = (0..<6).map { _ in (0..<253).map { _ in number(&random) } }
      let found = Execution.registers(after: plan, from: contents)
      for pixel in 0..<253 {
        let wanted = table((0..<3).map { contents[$0][pixel] })
        for lane in 0..<3 {
          #expect(found[results[lane]][pixel].bitPattern == wanted[lane].bitPattern)
        }
      }
    }
  }

  private func number(_ random: inout SplitMix64) -> Float {
    let strange: [Float] = [.nan, .infinity, -.infinity, -0.0, 0, 1, 0.5, 3e38, -3e38, .leastNonzeroMagnitude, 0.25]
    return Int.random(in: 0..<4, using: &random) == 0
      ? strange.randomElement(using: &random)! : .random(in: -0.2...1.2, using: &random)
  }

  private func drawn(
    _ shape: ColorTable.Stage.Shape, edge: Int, _ random: inout SplitMix64
  ) throws -> ColorTable.Stage {
    let axes = [(-0.1, 1), (0, 1), (0, 1.5)].compactMap { ColorTable.Axis(from: $0.0, to: $0.1, edge: edge) }
    let entries = (0..<ColorTable.Stage.entryCount(shape, edge: edge)).map { _ in
      SIMD4<Float>.random(in: -0.5...1.5, using: &random)
    }
    return try #require(ColorTable.Stage(shape, edge: edge, axes: axes, entries: entries))
  }
}
