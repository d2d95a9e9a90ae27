import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeImport
import TintypeTestSupport

/// A look that was exported and imported again is as far from itself as the file's head says.
@Suite struct RoundTripTests {
  @Test(
    .slow,
    arguments: [("noir", ExportTarget.clf), ("tone-curve", .clf), ("sepia", .clf), ("chrome", .cube), ("fade", .cube)])
  func comesBack(_ name: String, _ target: ExportTarget) throws {
    let recipe = try #require(shippedLook(name))
    let look = ConfiguredLook(try #require(compile(recipe).look), recipe: recipe)
    let table = try ExportedTable(ColorLook(look), to: target)
    let text = try #require(table.text)
    let back = try ImportedMeaning(SourceFile(name: "look.\(target.rawValue)", text: text))
    let original = ImportedMeaning.meaning(of: look)
    var worst = 0.0
    for color in wideColors.map({ $0.map { min(max($0, 0), 1) } }) {
      for (a, b) in zip(back(color), original(color)) {
        worst = max(worst, abs(min(max(a, 0), 1) - min(max(b, 0), 1)) * 255)
      }
    }
    #expect(worst <= table.error.largest * 1.3 + 0.02, "\(worst) of \(table.error.largest)")
  }
}
