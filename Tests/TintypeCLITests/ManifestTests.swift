import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `--manifest`: what is done is not done again.
@Suite struct ManifestTests {
  private let program: Program

  init() throws {
    program = try Program()
    try FileManager.default.createDirectory(atPath: program.folder.path + "/in", withIntermediateDirectories: false)
    for name in ["a.jpg", "b.jpg", "c.png"] { try TestPicture(60, 40).write(program.folder, "in/" + name) }
  }

  private func run(_ look: String = "tumble-down", _ others: String...) throws -> (
    status: Int32, results: [String: String]
  ) {
    let result = try program.run(
      ["render", look, "-r", "in", "-o", "out/", "--manifest", "m", "--progress", "json"] + others)
    var results: [String: String] = [:]
    for line in result.output.split(separator: "\n") {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let input = record?["input"] as? String { results[String(input.dropFirst(3))] = record?["result"] as? String }
    }
    return (result.status, results)
  }

  private func all(_ result: String) -> [String: String] { ["a.jpg": result, "b.jpg": result, "c.png": result] }

  @Test func whatIsDoneIsSkipped() throws {
    #expect(try run().results == all("rendered"))
    let first = program.folder.bytes(of: "out/a.jpg")
    #expect(try run().results == all("done"))
    // As a copy would look.
    #expect(try program.shell("touch in/a.jpg out/b.jpg").status == 0)
    #expect(try run().results == all("done"))
    #expect(program.folder.bytes(of: "out/a.jpg") == first)
  }

  @Test func whatChangedIsRenderedAgain() throws {
    #expect(try run().status == 0)
    try TestPicture(60, 40, seed: 7).write(program.folder, "in/a.jpg")
    #expect(try run().results == ["a.jpg": "rendered", "b.jpg": "done", "c.png": "done"])
    #expect(try run("minimal-life").results == all("rendered"))
    #expect(try run("minimal-life", "--quality", "50").results == all("rendered"))
    #expect(try run("minimal-life", "--quality", "50", "--set", "contrast=1").results == all("rendered"))
    try program.folder.write("set contrast = 2\n", to: "in/b.jpg.tint")
    #expect(
      try run("minimal-life", "--quality", "50").results == [
        "a.jpg": "rendered", "b.jpg": "rendered", "c.png": "rendered",
      ])
    #expect(try run("minimal-life", "--quality", "50").results == all("done"))
    try FileManager.default.removeItem(atPath: program.folder.path + "/out/c.png")
    #expect(
      try run("minimal-life", "--quality", "50").results == ["a.jpg": "done", "b.jpg": "done", "c.png": "rendered"])
  }

  /// A table, too, is what a look is made from.
  @Test func aChangedTableIsRenderedAgain() throws {
    try program.folder.write("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n", to: "t.cube")
    try program.folder.write(
      "tintype 1\nlook \"e\" { working display }\noutput lookup(source, lut \"t.cube\")\n", to: "e.tint")
    #expect(try run("./e.tint").results == all("rendered"))
    #expect(try run("./e.tint").results == all("done"))
    try program.folder.write("LUT_1D_SIZE 2\n0 0 0\n1 1 0.5\n", to: "t.cube")
    #expect(try run("./e.tint").results == all("rendered"))
  }

  /// What the manifest does not know, or what was changed since, is somebody else's.
  @Test func othersAreLeftAlone() throws {
    try program.folder.write("mine", to: "out/a.jpg")
    let first = try run()
    #expect(first.status == 1 && first.results["a.jpg"] == "failed" && first.results["b.jpg"] == "rendered")
    #expect(program.folder.bytes(of: "out/a.jpg") == Array("mine".utf8))
    try program.folder.write("edited", to: "out/b.jpg")
    #expect(try run("minimal-life").results == ["a.jpg": "failed", "b.jpg": "failed", "c.png": "rendered"])
    #expect(program.folder.bytes(of: "out/b.jpg") == Array("edited".utf8))
  }

  /// A line that was lost or cut short: what the manifest does not know is left alone.
  @Test func aTornManifest() throws {
    #expect(try run().status == 0)
    let whole = program.folder.bytes(of: "out/a.jpg")
    let text = String(decoding: try #require(program.folder.bytes(of: "m")), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    let kept = lines.filter { !$0.contains("out/a.jpg") }.joined(separator: "\n")
    try program.folder.write(kept + "\n{\"input\":\"in/a.j", to: "m")
    #expect(try run().results == ["a.jpg": "failed", "b.jpg": "done", "c.png": "done"])
    #expect(
      try run("tumble-down", "--if-exists", "overwrite").results == [
        "a.jpg": "rendered", "b.jpg": "done", "c.png": "done",
      ])
    #expect(program.folder.bytes(of: "out/a.jpg") == whole)
    #expect(try run().results == all("done"))
  }

  /// As of a run that was killed between the line and the name.
  @Test func aLineWithoutItsOutput() throws {
    #expect(try run().status == 0)
    let old = try #require(program.folder.bytes(of: "out/b.jpg"))
    #expect(try run("minimal-life").status == 0)
    try FileManager.default.removeItem(atPath: program.folder.path + "/out/a.jpg")
    try program.folder.write(old, to: "out/b.jpg")
    #expect(try run("minimal-life").results == ["a.jpg": "rendered", "b.jpg": "rendered", "c.png": "done"])
  }
}
