import Foundation
import Testing
import TintypeTestSupport

/// Pairs of options that say what is rendered, to where and how often are refused if the manual's table has them.
///
/// The pairs of the table, and each option with two others; all pairs with `Scripts/test --all`.
@Suite struct OptionPairTests {
  /// As the table writes them, and what the command line has beside a LOOK, a photo and `-o out/`.
  private static let options: [(name: String, arguments: [String])] = [
    ("--in-place", ["--in-place"]), ("-o out/", ["-o", "out/"]), ("-o -", ["-o", "-"]), ("-", ["-"]),
    ("--again", ["--again", "made.jpg"]), ("-r", ["-r"]), ("--files-from", ["--files-from", "list"]),
    ("--format png", ["--format", "png"]), ("--if-exists skip", ["--if-exists", "skip"]),
    ("--if-exists overwrite", ["--if-exists", "overwrite"]), ("--if-exists rename", ["--if-exists", "rename"]),
    ("--manifest", ["--manifest", "m"]), ("--shard 1/1", ["--shard", "1/1"]), ("--dry-run", ["--dry-run"]),
    ("--no-sidecars", ["--no-sidecars"]), ("--save-edits", ["--save-edits"]), ("--set", ["--set", "contrast=1.5"]),
    ("--lossless", ["--lossless"]), ("--quality 70", ["--quality", "70"]),
    ("--subsampling 444", ["--subsampling", "444"]), ("--depth 16", ["--depth", "16"]),
    ("--dither on", ["--dither", "on"]), ("--icc p3", ["--icc", "p3"]),
    ("--max-edge 20", ["--max-edge", "20"]), ("--resize 50%", ["--resize", "50%"]),
    ("--on-corrupt salvage", ["--on-corrupt", "salvage"]), ("--hdr tonemap", ["--hdr", "tonemap"]),
    ("--max-headroom 4", ["--max-headroom", "4"]),
    ("--input-space s-log3", ["--input-space", "s-log3"]), ("--white 5200K", ["--white", "5200K"]),
    ("--correction exposure=1", ["--correction", "exposure=1"]), ("--settings roll.json", ["--settings", "roll.json"]),
    ("--engine reference", ["--engine", "reference"]),
  ]

  /// The pairs of the manual's table.
  private func refused() throws -> Set<Set<String>> {
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/CommandLine.md"))
    let page = String(decoding: bytes, as: UTF8.self)
    let table = page.components(separatedBy: "| option | not with |\n| --- | --- |\n").last ?? ""
    let rows = table.components(separatedBy: "\n\n")[0].split(separator: "\n").map { row in
      row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    return Set(rows.flatMap { row in row.dropFirst().map { Set([row[0], $0]) } })
  }

  @Test(.slow) func pairs() throws {
    let refused = try refused()
    #expect(refused.count == 68)
    #expect(refused.allSatisfy { $0.allSatisfy { name in Self.options.contains { $0.name == name } } })
    let program = try Program()
    try TestPicture(24, 16).write(program.folder, "photo.jpg")
    expectQuiet(try program("render", "minimal-life", "photo.jpg", "-o", "made.jpg"))
    let photo = try #require(program.folder.bytes(of: "photo.jpg"))
    try program.folder.write("in.jpg\n", to: "list")
    try program.folder.write("{}", to: "roll.json")
    try program.folder.write(
      "tintype 1\nlook \"plain\" { working display }\nparam contrast: scalar = 1 in 0...2\noutput source\n",
      to: "plain.tint")
    for (index, first) in Self.options.enumerated() {
      for (distance, second) in Self.options[(index + 1)...].enumerated() where kind(first.name) != kind(second.name) {
        let pair = [first, second]
        let names = Set(pair.map(\.name))
        guard runsAllTests || refused.contains(names) || [0, 9].contains(distance) else { continue }
        var line = ["render"] + (names.contains("--again") ? [] : [look(names)])
        if names.isDisjoint(with: ["-", "--files-from"]) { line.append(names.contains("-r") ? "in" : "in.jpg") }
        if names.isDisjoint(with: ["-o out/", "-o -", "--in-place"]) {
          line += names.contains("-") ? ["-o", "out.jpg", "--if-exists", "overwrite"] : ["-o", "out/"]
        }
        // The options of the pair override the required ones of the line.
        line += pair.flatMap(\.arguments)
        let fresh = "rm -rf out m in && mkdir in && cp photo.jpg in.jpg && cp photo.jpg in/b.jpg && exec \"$0\""
        let result = try program.shell(line.reduce(fresh) { "\($0) '\($1)'" } + " < photo.jpg > stream")
        let what: Comment = "\(line.joined(separator: " ")): \(result.status) \(result.errors)"
        if refused.contains(names) {
          #expect(result.status == 64 && result.errors.hasPrefix("Error: "), what)
          #expect(program.folder.bytes(of: "in.jpg") == photo, what)
        } else {
          #expect(result.status == 0 && !result.errors.contains("rror"), what)
          #expect((program.folder.bytes(of: "in.jpg") == photo) == !isReplaced(names), what)
        }
      }
    }
  }

  /// One that has the parameter that is set, and that changes nothing where nothing is to be compressed.
  private func look(_ names: Set<String>) -> String {
    names.contains("--lossless") ? "./plain.tint" : "minimal-life"
  }

  /// Values of one option do not stand beside each other.
  private func kind(_ name: String) -> String {
    name.hasPrefix("--if-exists") ? "--if-exists" : ["-o out/", "-o -"].contains(name) ? "-o" : name
  }

  private func isReplaced(_ names: Set<String>) -> Bool {
    names.contains("--in-place") && names.isDisjoint(with: ["--dry-run", "-r"])
  }
}
