import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
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

  /// The density of a negative is computed where its sharpness is measured, and not again where it is printed.
  @Test func filmIsDevelopedOnce() throws {
    let plan = try plan("warm-negative")
    func logarithms(_ pass: Plan.Pass) -> Int {
      pass.steps.count { if case .lane(.log2, _, _) = $0 { true } else { false } }
    }
    let passes = plan.fields.compactMap { if case .pass(let pass) = $0.content { pass } else { nil } }
    #expect(passes.reduce(0) { $0 + logarithms($1) } == 3)
    #expect(logarithms(plan.lastPass) == 0)
  }

  /// Light beyond white is known where a gain map gives it, so no field is computed to guess it.
  @Test func lampsAreGuessedOnlyWhereLightIsCutOff() throws {
    let (cut, whole) = (try plan("warm-negative"), try plan("warm-negative", hasHeadroom: true))
    #expect(whole.fields.count < cut.fields.count, "\(whole.fields.count) of \(cut.fields.count)")
  }

  private func plan(_ name: String, hasHeadroom: Bool = false) throws -> Plan {
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try #require(compile(source).look)
    return Planner.plan(
      Pipeline.run(
        look.program.lit(bySceneLight: false, hasHeadroom: hasHeadroom),
        parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true))
  }
}
