import Foundation
import Testing
import TintypeTestSupport

/// The commands that the tutorial shows run on the recipes above them.
@Suite struct TutorialCommandsTests {
  /// In the order of the page: recipes to save as `afternoon.tint`, and commands in single backquotes. `watch`, which
  /// does not end, stands in a block of its own.
  private var steps: [(recipe: String?, command: String?)] {
    let page = String(
      decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/Tutorial.md") ?? [], as: UTF8.self)
    return page.matches(of: /```tint\n(?<recipe>[^`]*)```|`tintype (?<command>[^`]+)`/).map { match in
      (match.output.recipe.map(String.init), match.output.command.map(String.init))
    }
  }

  @Test(.slow) func theyRun() throws {
    let program = try Program()
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/tintype", withDestinationPath: Program.path)
    try TestPicture(90, 60).write(program.folder, "photo.jpg")
    var count = 0
    for step in steps {
      if let recipe = step.recipe { try program.folder.write(recipe, to: "afternoon.tint") }
      guard let command = step.command else { continue }
      count += 1
      let result = try program.shell("PATH=\"$PWD:$PATH\"; tintype \(command)")
      #expect(result.status == 0, "tintype \(command): \(result.errors)")
    }
    #expect(count >= 7)
  }
}
