import Foundation
import Testing
import TintypeTestSupport

/// The front page shows what is so.
@Suite struct ReadmeTests {
  private let page = String(
    decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/README.md") ?? [], as: UTF8.self)

  /// What stands between fences, in order.
  private var blocks: [String] {
    page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element.drop { $0 != "\n" }.dropFirst())
    }
  }

  @Test func theRecipeIsGoodAndFormatted() throws {
    let program = try Program()
    let recipe = try #require(blocks.first { $0.hasPrefix("tintype 1") })
    try program.folder.write(recipe, to: "front.tint")
    #expect(try program("check", "front.tint").output == "front.tint: ok\n")
    expectQuiet(try program("fmt", "--check", "front.tint"))
  }

  @Test func theMistakeIsPrintedSo() throws {
    let program = try Program()
    let message = try #require(blocks.first { $0.hasPrefix("error[") })
    let lines = ["tintype 1", "", "look \"evening\" {", "  working display", "}", ""]
    let recipe =
      lines + ["param contrast: scalar = 1 in 0...2", "", "kernel toned(c: rgb, contrast: scalar) -> rgb {"]
      + ["  return c * contrast", "}", "", "", "image t = toned(sorce, contrast)", "", "output t", ""]
    try program.folder.write(recipe.joined(separator: "\n"), to: "evening.tint")
    let result = try program("check", "evening.tint")
    #expect(result.errors + result.output == message)
  }

  @Test(.slow) func theCommandsRun() throws {
    let program = try Program()
    for name in ["photo.jpg", "photo.png", "photos/a.jpg"] {
      try FileManager.default.createDirectory(
        atPath: program.folder.path + "/photos", withIntermediateDirectories: true)
      try TestPicture(40, 30).write(program.folder, name)
    }
    let commands = blocks.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("tintype ") && $0.contains("#") }
      // A watch has no end.
      .filter { !$0.hasPrefix("tintype watch") }
    #expect(commands.count > 12)
    for command in commands {
      let result = try program.shell(String(command).replacing("tintype ", with: "\"$0\" ", maxReplacements: 1))
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
  }
}
