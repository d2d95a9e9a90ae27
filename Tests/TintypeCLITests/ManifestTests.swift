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

  /// A file that the manifest does not know, or that was changed since, is not replaced.
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

  /// Nothing is added to a file that is none, the photo itself above all.
  @Test(arguments: ["Dear diary\n", nil] as [String?]) func anotherFile(_ text: String?) throws {
    if let text {
      try program.folder.write(text, to: "m")
    } else {
      try program.folder.write(try #require(program.folder.bytes(of: "in/a.jpg")), to: "m")
    }
    let before = program.folder.bytes(of: "m")
    let result = try run()
    #expect(result.status == 73 && result.results.isEmpty)
    #expect(program.folder.bytes(of: "m") == before)
  }

  /// An editor may remove the last newline, indent lines, or end them with CR LF.
  @Test func anEditedManifest() throws {
    #expect(try run().status == 0)
    var text = String(decoding: try #require(program.folder.bytes(of: "m")), as: UTF8.self)
    try program.folder.write(String(text.dropLast()), to: "m")
    #expect(try run().results == all("done"))
    #expect(try run("minimal-life").results == all("rendered"))
    #expect(try run("minimal-life").results == all("done"))
    text = String(decoding: try #require(program.folder.bytes(of: "m")), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 6)
    try program.folder.write(text.split(separator: "\n").map { "  " + $0 + "\r\n" }.joined(), to: "m")
    #expect(try run("minimal-life").results == all("done"))
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

  // MARK: Marks

  /// What Tintype changes itself looks like no damage.
  @Test func marksAreNoDamage() throws {
    #expect(try run().status == 0)
    expectQuiet(try program("tag", "-r", "out", "--rating", "4", "--add", "album:x"))
    let tagged = program.folder.bytes(of: "out/a.jpg")
    #expect(try run().results == all("done"))
    expectQuiet(try program("tag", "out/a.jpg", "--rating", "0", "--remove", "album:x"))
    #expect(try run().results == all("done") && program.folder.bytes(of: "out/a.jpg") != tagged)
    // Another look would lose the marks, unless that is wanted.
    let lost = try run("minimal-life")
    #expect(lost.status == 1 && lost.results == ["a.jpg": "rendered", "b.jpg": "failed", "c.png": "failed"])
    let replaced = try run("minimal-life", "--if-exists", "overwrite").results
    #expect(replaced == ["a.jpg": "done", "b.jpg": "rendered", "c.png": "rendered"])
    #expect(try run("minimal-life").results == all("done"))
    // Marks that were taken back are not lost.
    expectQuiet(try program("tag", "-r", "out", "--rating", "4", "--add", "x"))
    expectQuiet(try program("tag", "-r", "out", "--rating", "0", "--remove", "x"))
    #expect(try run("tumble-down").results == all("rendered"))
  }

  /// Results without XMP get their first with the marks.
  @Test func marksAreTheOnlyMetadata() throws {
    let bare = ["--metadata", "none"]
    let again = { try run("tumble-down", bare[0], bare[1]) }
    #expect(try again().results == all("rendered"))
    expectQuiet(try program("tag", "-r", "out", "--rating", "4", "--add", "sea"))
    #expect(try again().results == all("done"))
    expectQuiet(try program("tag", "-r", "out", "--rating", "0", "--remove", "sea"))
    #expect(try again().results == all("done"))
    #expect(try program.shell("mv out in2; \"$0\" tag -r in2 --add x; printf x >> in2/a.jpg; mv in2 out").status == 0)
    #expect(try again().results == ["a.jpg": "failed", "b.jpg": "done", "c.png": "done"])
  }

  /// A photo that has marks gives them to its result, and XMP of others has padding.
  @Test func photosWithMarks() throws {
    #expect(try run("tumble-down", "--tag", "sea", "--rating", "3").status == 0)
    expectQuiet(try program("tag", "-r", "out", "--rating", "5", "--remove", "sea"))
    #expect(try run("tumble-down", "--tag", "sea", "--rating", "3").results == all("done"))
    #expect(try program.shell("rm -r in; mv out in; rm m; \"$0\" tag -r in --add more").status == 0)
    #expect(try run().results == all("rendered"))
    expectQuiet(try program("tag", "-r", "out", "--add", "still"))
    #expect(try run().results == all("done"))
  }

  /// Marks beside a photo are part of its result.
  @Test func changedMarksBesideAPhotoAreRenderedAgain() throws {
    #expect(try run().results == all("rendered"))
    expectQuiet(try program("tag", "in/a.jpg", "--rating", "4", "--add", "sun"))
    #expect(try run().results == ["a.jpg": "rendered", "b.jpg": "done", "c.png": "done"])
    #expect(try program("info", "out/a.jpg").output.contains("rating      4\n  tags        sun\n"))
    #expect(try run().results == all("done"))
    // Another program may write the file anew, with the same marks.
    #expect(try program.shell("printf '\\n' >> in/a.jpg.xmp").status == 0)
    #expect(try run().results == all("done"))
    expectQuiet(try program("tag", "in/a.jpg", "--rating", "1"))
    #expect(try run().results == ["a.jpg": "rendered", "b.jpg": "done", "c.png": "done"])
    try FileManager.default.removeItem(atPath: program.folder.path + "/in/a.jpg.xmp")
    #expect(try run().results == ["a.jpg": "rendered", "b.jpg": "done", "c.png": "done"])
    #expect(!(try program("info", "out/a.jpg").output.contains("  rating")))
    // Results without metadata do not depend on them.
    let bare = ["--metadata", "none"]
    #expect(try run("noir", bare[0], bare[1]).results == all("rendered"))
    expectQuiet(try program("tag", "-r", "in", "--favorite"))
    #expect(try run("noir", bare[0], bare[1]).results == all("done"))
  }

  /// In place, the file beside the photo is then the one beside the result.
  @Test func changedMarksBesideAPhotoInPlace() throws {
    let again = { try program.run(["render", "noir", "-r", "in", "--in-place", "--manifest", "m", "-q"]) }
    expectQuiet(try program("tag", "-r", "in", "--rating", "4"))
    expectQuiet(try again())
    let rendered = program.folder.bytes(of: "in/a.jpg")
    expectQuiet(try program("tag", "-r", "in", "--rating", "1"))
    expectQuiet(try again())
    #expect(program.folder.bytes(of: "in/a.jpg") == rendered)
  }

  @Test func marksOfAPhotoInPlace() throws {
    let again = { try program.run(["render", "noir", "-r", "in", "--in-place", "--manifest", "m", "-q"]) }
    expectQuiet(try again())
    for change in [["--rating", "5"], ["--add", "sea"], ["--remove", "sea"]] {
      expectQuiet(try program.run(["tag", "-r", "in"] + change))
      let tagged = program.folder.bytes(of: "in/a.jpg")
      expectQuiet(try again())
      expectQuiet(try again())
      #expect(program.folder.bytes(of: "in/a.jpg") == tagged)
    }
    // Under another name, too.
    #expect(try program.shell("mv in/a.jpg in/z.jpg; \"$0\" tag in/z.jpg --add x").status == 0)
    let tagged = program.folder.bytes(of: "in/z.jpg")
    expectQuiet(try again())
    #expect(program.folder.bytes(of: "in/z.jpg") == tagged)
    // Changes by others are detected.
    #expect(try program.shell("printf x >> in/b.jpg").status == 0)
    #expect(try again().status == 1)
  }

  /// Sidecars that a render saves, and results that are made again.
  @Test func savedEditsAreNoDamage() throws {
    #expect(try run("tumble-down", "--save-edits", "--set", "contrast=2").results == all("rendered"))
    #expect(try run("tumble-down", "--save-edits", "--set", "contrast=2").results == all("done"))
    #expect(try run().results == all("done"))
  }

  // MARK: Several processes

  /// Each photo is rendered once, by one of them.
  @Test func processesShareTheWork() throws {
    #expect(try renders(by: 3, photos: 40, kills: 0) == 40)
  }

  /// The claims of a killed process are released.
  @Test(.slow) func othersFinishWhatAKilledOneBegan() throws {
    // One that was killed behind its line may have rendered a photo whose result has no name.
    #expect((40...44).contains(try renders(by: 3, photos: 40, kills: 2)))
  }

  /// - Returns: how many lines the manifest has then.
  private func renders(by processes: Int, photos: Int, kills: Int) throws -> Int {
    _ = try program.shell("rm in/*")
    try TestPicture(300, 200).write(program.folder, "p.jpg")
    let names = (10..<(10 + photos)).map(String.init)
    _ = try program.shell(names.map { "cp p.jpg in/\($0).jpg" }.joined(separator: "; "))
    let render = "\"$0\" render warm-negative -r in -o out/ --manifest m -j1 --progress json"
    let started = (0..<processes).map { "\(render) > log\($0) & p\($0)=$!; " }.joined()
    let killed = (0..<kills).map { "sleep 0.7; kill -9 $p\($0); " }.joined()
    let ended = (kills..<processes).map { "wait $p\($0) || exit 1; " }.joined()
    let result = try program.shell(started + killed + ended)
    #expect(result.status == 0, "\(result.errors)")
    let logs = (0..<processes).map { String(decoding: program.folder.bytes(of: "log\($0)") ?? [], as: UTF8.self) }
    let rendered = logs.joined().matches(of: /"input":"in\/([0-9]+).jpg"[^\n]*"result":"rendered"/)
    if kills == 0 { #expect(rendered.map { String($0.output.1) }.sorted() == names) }
    #expect(Set(program.folder.names.filter { $0.hasPrefix(".") }).isEmpty)
    let results = try program.shell("sha256sum out/*.jpg | cut -d' ' -f1 | sort | uniq -c").output
    #expect(results.split(separator: "\n").count == 1 && results.contains(" \(photos) "), "\(results)")
    #expect(try program.shell("\(render) | grep -c '\"done\"'").output == "\(photos)\n")
    return String(decoding: program.folder.bytes(of: "m") ?? [], as: UTF8.self).split(separator: "\n").count
  }
}
