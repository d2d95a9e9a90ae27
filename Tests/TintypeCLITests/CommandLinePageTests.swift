import Foundation
import Testing
import TintypeTestSupport

/// What `Documentation/CommandLine.md` shows works, and what there is it names.
@Suite struct CommandLinePageTests {
  private let page = String(
    decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/CommandLine.md") ?? [], as: UTF8.self)

  /// The lines of the blocks marked `sh`, in order.
  private var examples: [String] {
    page.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      (block.components(separatedBy: "```").first ?? "").split(separator: "\n").map(String.init)
    }
  }

  @Test(.slow) func everyExampleRuns() throws {
    let program = try Program()
    try FileManager.default.createDirectory(atPath: program.folder.path + "/photos", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/tintype", withDestinationPath: Program.path)
    for name in ["photo.jpg", "plate.png", "photo-depth.png", "scan.png", "photos/a.jpg", "photos/b.jpg"] {
      try TestPicture(48, 32).write(program.folder, name, metadata: datedCameraData(orientation: 6))
    }
    try program.folder.write(
      "tintype 1\nlook \"e\" { working display }\nparam amount: scalar = 1 in 0...1\noutput source * amount\n",
      to: "evening.tint")
    try program.folder.write(
      "tintype 1\nlook \"p\" { working display }\nparam film: lut\noutput lookup(source, film)\n", to: "film.tint")
    #expect(examples.count > 15)
    for example in examples {
      let result = try program.shell("PATH=\"$PWD:$PATH\"; \(example)")
      #expect(result.status == 0, "\(example): \(result.errors)")
      #expect(!result.errors.contains("Error") && !result.output.contains("\"ok\":false"), "\(example)")
    }
    let same = program.folder.bytes(of: "again.jpg")
    #expect(same != nil && same == program.folder.bytes(of: "favorite.jpg"))
  }

  @Test func everyOptionOfRenderIsNamed() throws {
    let help = try Program()("render", "--help").output
    for match in help.matches(of: /--[a-z][a-z-]+/) where !["--help", "--version"].contains(match.output) {
      // A list of names is told by its short form.
      let others = ["--recursive": "-r", "--output": "-o", "--null": "-0", "--jobs": "-j", "--quiet": "-q"]
      #expect(page.contains(others[String(match.output)] ?? String(match.output)), "\(match.output) is not on the page")
    }
  }
}
