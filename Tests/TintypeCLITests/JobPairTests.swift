import Foundation
import Testing
import Tintype
import TintypeTestSupport

/// Pairs of options that a worker's job may have do what they do in the line of `render`.
///
/// The pairs that exclude each other, and each option with the two that follow; all pairs with `Scripts/test --all`.
@Suite struct JobPairTests {
  private typealias Option = (key: String, json: String, arguments: [String])

  private static let options: [Option] = [
    ("lossless", "true", ["--lossless"]), ("quality", "70", ["--quality", "70"]),
    ("subsampling", "444", ["--subsampling", "444"]),
    ("depth", "16", ["--depth", "16"]), ("dither", #""on""#, ["--dither", "on"]), ("icc", #""p3""#, ["--icc", "p3"]),
    ("maxEdge", "20", ["--max-edge", "20"]),
    ("resize", #""50%""#, ["--resize", "50%"]), ("metadata", #""minimal""#, ["--metadata", "minimal"]),
    ("tags", #"["album:summer", "sea"]"#, ["--tag", "album:summer", "--tag", "sea"]),
    ("rating", "3", ["--rating", "3"]), ("ifExists", #""overwrite""#, ["--if-exists", "overwrite"]),
    ("onCorrupt", #""salvage""#, ["--on-corrupt", "salvage"]),
    ("hdr", #""tonemap""#, ["--hdr", "tonemap"]),
    ("maxHeadroom", #""4""#, ["--max-headroom", "4"]),
    ("inputSpace", #""s-log3""#, ["--input-space", "s-log3"]), ("white", #""auto""#, ["--white", "auto"]),
    ("correction", #""exposure=1""#, ["--correction", "exposure=1"]),
    ("createFolders", "false", []),
    ("date", #""2024-08-31""#, ["--date", "2024-08-31"]), ("dateShift", #""-1h30m""#, ["--date-shift=-1h30m"]),
    ("dateMissing", #""skip""#, ["--date-missing", "skip"]), ("shots", #"["iso=800"]"#, ["--shot", "iso=800"]),
    ("locale", #""de""#, ["--locale", "de"]),
  ]

  @Test func everyOptionHasARow() {
    // A job does not choose the engine.
    #expect(Self.options.map(\.key) + ["engine"] == RenderOption.all.map(\.key))
  }

  @Test(.slow) func pairs() throws {
    let program = try Program()
    try TestPicture(30, 24).write(program.folder, "in.jpg")
    let pairs = Self.options.indices.flatMap { first in
      Self.options[(first + 1)...].enumerated().map { (Self.options[first], $1, isNear: $0 < 2) }
    }
    let jobs = pairs.enumerated().map { index, pair in
      let members = [pair.0, pair.1].map { #""\#($0.key)":\#($0.json)"# }.joined(separator: ",")
      return #"{"look":"\#(look(pair.0))","input":"in.jpg","output":"job\#(index).jpg",\#(members)}"#
    }
    try program.folder.write(jobs.joined(separator: "\n"), to: "jobs")
    let answers = try program.shell("\"$0\" worker --no-confine < jobs").output.split(separator: "\n")
    try #require(answers.count == pairs.count)
    let isExcluded = answers.map { $0.contains("exclude each other") }
    #expect(isExcluded.count { $0 } == 2 + 13)
    for (index, pair) in pairs.enumerated() where runsAllTests || pair.isNear || isExcluded[index] {
      let what: Comment = "\(pair.0.key) and \(pair.1.key): \(answers[index])"
      let line = try program.run(
        ["render", look(pair.0), "in.jpg", "-o", "line\(index).jpg"] + pair.0.arguments + pair.1.arguments)
      #expect(answers[index].contains("\"status\":\(line.status)"), what)
      #expect(program.folder.bytes(of: "job\(index).jpg") == program.folder.bytes(of: "line\(index).jpg"), what)
    }
  }

  /// One that the first option can be given to.
  private func look(_ first: Option) -> String { first.key == "lossless" ? "original" : "tumble-down" }
}
