import Testing
import Tintype
import TintypeFit
import TintypeIR
import TintypeImage
import TintypeTestSupport

@Suite struct ModelFitTests {
  @Test(.slow, arguments: [("cool-negative", 2.5), ("sepia-print", 0.5), ("three-strip", 2.8)])
  func aLookAsATableBecomesARecipe(_ name: String, _ limit: Double) throws {
    let still = try look(name)
    let settings = ["grain=0", "halation=0", "sharpness=0"].filter { text in
      still.look.parameters.contains { text.hasPrefix($0.name + "=") }
    }
    let fit = try ModelFit(to: try still.setting(settings.map(setting)), named: "fitted", from: "a table")
    #expect(fit.after.mean < limit, "\(fit.after)")
    #expect(fit.before.mean > 2 * fit.after.mean)
    let (found, diagnostics) = compile(SourceFile(name: "fitted.tint", text: fit.recipe), withLints: true)
    #expect(found != nil && diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    #expect(String(decoding: fit.recipe, as: UTF8.self).split(separator: "\n").count < 80)
  }

  @Test(.slow) func whatChangesNothingIsNearlyEmpty() throws {
    let fit = try ModelFit(to: .original, named: "nothing", from: "a table")
    #expect(fit.after.mean < 0.1)
    let text = String(decoding: fit.recipe, as: UTF8.self)
    #expect(text.contains("curve [(0, 0), (0.4, 0.4), (1, 1)]") || text.contains("curve [(0, 0), "), "\(text)")
    #expect(!text.contains("matrix") && !text.contains("hue"), "\(text)")
  }

  @Test(.slow) func pairsWithoutALookBecomeARecipe() throws {
    let (pairs, changed) = (try Pairs(), try look("sepia-print"))
    let found = try pairs.pairs(4, through: changed, for: .original)
    let fits = try (0..<2).map { _ in try ModelFit(to: found, named: "brown", from: "4 pairs") }
    #expect(fits[0].recipe == fits[1].recipe)
    #expect(fits[0].after.mean < 1.5, "\(fits[0].after)")
    #expect(String(decoding: fits[0].recipe, as: UTF8.self).contains("black-and-white"))
  }

  @Test func aTableIsReadFromAFile() throws {
    let folder = try ScratchFolder()
    try folder.write("LUT_1D_SIZE 2\n0.1 0.1 0.1\n0.9 0.9 0.9\n", to: "soft.cube")
    let table = try ConfiguredLook(table: FilePath(folder.path + "/soft.cube"))
    let fit = try ModelFit(to: table, named: "soft", from: "soft.cube")
    #expect(fit.after.mean < 0.3, "\(fit.after)")
    #expect(String(decoding: fit.recipe, as: UTF8.self).contains("let tone = curve [(0, 0.1), "))
  }
}
