import Tintype
import TintypeIR
import TintypeOptimizer
import TintypePlan

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// From a recipe's text to a plan that runs, and how that grows with the recipe.
enum ParseAndCompile {
  static func run() throws {
    // The library is parsed once for a process; what a look costs is measured behind it.
    _ = standardLibrary
    var table = Table("compile", "check ms", "optimize ms", "plan ms", "sum ms", "steps", "limit ms")
    for source in try BenchmarkRecipes.all() { add(source, source.shortName, to: &table) }
    for count in [10, 100, 1000, 10_000] { add(longRecipe(count), "\(count) operations", to: &table) }
    table.show()
  }

  /// Compiles looks twice, and calls `getppid` before each stage and after the last one, so that a profiler can tell
  /// the stages apart (`count-instructions`).
  static func compileTwice(_ names: [String]) throws {
    for source in try BenchmarkRecipes.all() where names.contains(source.shortName) {
      for _ in 1...2 {
        _ = getppid()
        guard let look = compile(source).look else { break }
        _ = getppid()
        let program = optimized(look)
        _ = getppid()
        _ = Planner.plan(program)
      }
      _ = getppid()
    }
  }

  private static func optimized(_ look: Look) -> Program {
    // As for a photo of 8 bits, which holds no light beyond white.
    Pipeline.run(
      look.program.lit(bySceneLight: false), parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true,
      sourceIsBytes: true, resultIsBytes: true)
  }

  private static func add(_ source: SourceFile, _ name: String, to table: inout Table) {
    guard let look = compile(source).look else { return table.add(name, "wrong", "", "", "", "", "") }
    let program = optimized(look)
    let plan = Planner.plan(program)
    let seconds = medians(
      rounds: plan.steps.count > 2000 ? 5 : 15,
      [{ _ = compile(source).look }, { _ = optimized(look) }, { _ = Planner.plan(program) }])
    let ms = seconds.map { $0 * 1000 }
    table.add(
      name, ms[0].text(2), ms[1].text(2), ms[2].text(2), ms.reduce(0, +).text(2), String(plan.steps.count), "2.00")
  }

  /// A look of so many additions and multiplications that nothing can shorten.
  private static func longRecipe(_ count: Int) -> SourceFile {
    var text =
      "tintype 1\nlook \"long\" { about \"Long.\" working display }\nkernel k(c: rgb) -> rgb {\n  var x = c.r\n"
    for index in 0..<count / 2 { text += "  x = x * 0.99 + c.\(index % 2 == 0 ? "g" : "b")\n" }
    return SourceFile(name: "long", text: text + "  return rgb(x)\n}\noutput k(source)\n")
  }
}
