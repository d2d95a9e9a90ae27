#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Five small photos with the manifest of a run over millions, and a small part of a list of millions: names and hashes
/// without pixels.
///
///     Scripts/bench scale 10000000     # 4.4 GB in .build/bench/scale, which are removed
enum Scale {
  static func run(lines: Int) throws {
    let (folder, tintype) = (".build/bench/scale", sibling("tintype"))
    mkdir(folder, 0o755)
    let (manifest, list, results) = ("\(folder)/run.ndjson", "\(folder)/inventory.csv", "\(folder)/out/")
    defer { for file in [manifest, list] { unlink(file) } }
    try write(lines, manifest, list)
    let photos = (0..<5).map { "\(folder)/\($0).png" }
    for photo in photos {
      _ = try ChildProcess([
        tintype, "scene", "--width", "64", "--height", "48", "-o", photo, "--if-exists", "overwrite",
      ])
    }
    var table = Table("\(lines) lines", "CPU s", "wall s", "peak MB")
    for (name, words) in [
      ("five photos with the manifest", photos + ["-o", results, "--manifest", manifest, "--if-exists", "overwrite"]),
      ("the same again: they are done", photos + ["-o", results, "--manifest", manifest]),
      (
        "a part of the list, planned",
        [
          "--files-from", list, "--files-column", "2", "--shard", "1/\(max(1, lines / 10))", "-o", results, "--dry-run",
        ]
      ),
    ] {
      let cost = try ChildProcess([tintype, "render", "original"] + words + ["-q"])
      table.add(name, cost.processor.text(1), cost.wall.text(1), cost.peak.text(1))
    }
    table.show()
  }

  private static func write(_ lines: Int, _ manifest: String, _ list: String) throws {
    guard let records = fopen(manifest, "w"), let names = fopen(list, "w") else {
      throw ChildProcess.Failure(command: [manifest], status: errno)
    }
    var random = SystemRandomNumberGenerator()
    func digits() -> String { (0..<4).map { _ in String(random.next() | 1 << 63, radix: 16) }.joined() }
    let key = digits()
    for line in 0..<lines {
      let name = String(100_000_000 + line)
      let isWritten =
        fputs(
          """
          {"input":"/photos/\(name).jpg","inputBytes":2205,"inputHash":"\(digits())",\
          "inputModified":1795410454890137387,"key":"\(key)","output":"out/\(name).jpg","outputBytes":4112,\
          "outputHash":"\(digits())","outputModified":1795414605023094759}

          """, records) >= 0 && fputs("\"bucket\",\"photos%2F\(name).jpg\",\"2205\"\n", names) >= 0
      guard isWritten else { throw ChildProcess.Failure(command: [manifest], status: errno) }
    }
    guard fclose(records) == 0, fclose(names) == 0 else { throw ChildProcess.Failure(command: [list], status: errno) }
  }
}
