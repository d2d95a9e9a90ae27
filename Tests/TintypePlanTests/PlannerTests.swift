import Testing
import Tintype
import TintypeIR
import TintypeOptimizer
import TintypePlan
import TintypeTestSupport

@Suite struct PlannerTests {
  /// The whole plan of each of the first looks, as `--emit plan` would show it.
  @Test(arguments: shippedGroups[0].looks.map(\.name)) func plansShippedLooks(_ name: String) throws {
    expectGolden(try plan(name).description, "\(name).plan.txt")
  }

  /// No order in it comes from a hash table.
  @Test(.slow, arguments: shippedLooks.map(\.name)) func isTheSameEveryTime(_ name: String) throws {
    let first = try plan(name)
    for _ in 0..<20 { #expect(try plan(name) == first) }
  }

  private func plan(_ name: String) throws -> Plan {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    return Planner.plan(
      Pipeline.run(look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true))
  }
}
