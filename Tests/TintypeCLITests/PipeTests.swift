import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `-`, `--manifest` and `tintype worker`.
@Suite struct PipeTests {
  private func program() throws -> Program {
    let program = try Program()
    try TestPicture(60, 40).write(program.folder, "in.jpg")
    return program
  }

  @Test func throughPipes() throws {
    let program = try program()
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.jpg"))
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.png"))
    for line in [
      "cat in.jpg | \"$0\" render tumble-down - -o - | cat > piped.jpg",
      "\"$0\" render tumble-down - -o - < in.jpg > piped.jpg",
      "cat in.jpg | \"$0\" render tumble-down - -o piped.jpg",
      "\"$0\" render tumble-down in.jpg -o - > piped.jpg",
      "cat in.jpg | \"$0\" render tumble-down - -o - --format png > piped.png",
    ] {
      let name = line.contains("png") ? "png" : "jpg"
      expectQuiet(try program.shell(line))
      #expect(program.folder.bytes(of: "piped." + name) == program.folder.bytes(of: "out." + name), "\(line)")
      try FileManager.default.removeItem(atPath: program.folder.path + "/piped." + name)
    }
  }

  /// `--progress json` reports one photo through a pipe like photos of a batch; its lines are not mixed with a picture.
  @Test func progressOfOnePhoto() throws {
    let program = try program()
    let whole = try program.shell("cat in.jpg | \"$0\" render original - -o out.jpg --progress json")
    #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    let lines = whole.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\"input\":\"standard input\"") ?? false)
    #expect(lines.first?.contains("\"result\":\"rendered\"") ?? false)
    #expect(lines.last?.contains("\"rendered\":1") ?? false)
    let cut = try program.shell("head -c 900 in.jpg | \"$0\" render original - -o cut.jpg --progress json")
    #expect(cut.status == 65 && cut.errors.isEmpty, "\(cut.errors)")
    #expect(cut.output.contains("\"status\":65"))
    let mixed = try program("render", "original", "in.jpg", "-o", "-", "--progress", "json")
    #expect(mixed.status == 64 && mixed.output.isEmpty)
  }

  @Test func aBrokenPhotoGivesNothing() throws {
    let program = try program()
    let result = try program.shell("head -c 900 in.jpg | \"$0\" render original - -o -")
    expectFailure(result, 65, "standard input: ")
    expectFailure(
      try program.shell("\"$0\" render original - -o - < /dev/null"), 65, "standard input: the file is empty")
    expectFailure(try program.shell("exec \"$0\" render original - -o - <&-"), 66, "standard input: ")
    for arguments in [["-", "in.jpg", "-o", "out/"], ["in.jpg", "in.jpg", "-o", "-"], ["-", "--in-place"]] {
      #expect(try program.run(["render", "original"] + arguments).status == 64)
    }
  }

  @Test func nobodyListens() throws {
    let result = try program().shell("(\"$0\" render original in.jpg -o -; echo $? > status) | true; cat status")
    #expect(result.errors.isEmpty)
    #expect(["0\n", "141\n"].contains(result.output))
  }

  #if os(Linux)
    @Test func aFullPipe() throws {
      let result = try program().shell("exec \"$0\" render original in.jpg -o - > /dev/full")
      expectFailure(result, 74, "standard output: cannot be written: No space left on device")
    }
  #endif

  /// Every job has its answer, in order, and none ends the worker.
  @Test func workers() throws {
    let program = try program()
    try program.folder.write("Dear diary", to: "text.jpg")
    try program.folder.write("tintype 1\nlook \"n\" { working display }\noutput sourc\n", to: "wrong.tint")
    try program.folder.write(
      """
      {"id": 1, "look": "tumble-down", "input": "in.jpg", "output": "a.jpg"}
      {"id": {"any": [1.5, null]}, "look": "tumble-down", "input": "in.jpg", "output": "a.jpg", "ifExists": "skip"}
      no json
      []

      {"id": "x", "look": "tumble-down", "input": "in.jpg", "output": "b.png", "set": {"contrast": 1.2}, "quality": 80}
      {"look": "tumble-down", "input": "in.jpg", "output": "b.png", "set": ["contrast=1.2"]}
      {"look": "tumble-down", "input": "text.jpg", "output": "c.png"}
      {"look": "tumble-down", "input": "none.jpg", "output": "c.png"}
      {"look": "tumble-dwn", "input": "in.jpg", "output": "c.png"}
      {"look": "wrong.tint", "input": "in.jpg", "output": "c.png"}
      {"look": "tumble-down", "input": "in.jpg", "output": "c.png", "set": {"contrast": 99}}
      {"look": "tumble-down", "input": "in.jpg"}
      {"look": "tumble-down", "input": "in.jpg", "output": "c.png", "qualty": 90}
      {"look": "tumble-down", "input": "in.jpg", "output": "c.png", "quality": 900}
      {"look": "tumble-down", "input": "in.jpg", "output": "c.webp"}
      {"look": "original", "input": "in.jpg", "output": "last.png"}
      """, to: "jobs")
    let result = try program.shell("\"$0\" worker < jobs")
    #expect(result.status == 0 && result.errors.isEmpty)
    let records = try result.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
    let expected = [0, 0, 65, 65, 0, 73, 65, 66, 66, 65, 65, 64, 64, 64, 69, 0]
    #expect(records.map { $0["status"] as? Int } == expected)
    #expect(records.map { $0["ok"] as? Bool } == expected.map { $0 == 0 })
    #expect(records[0]["id"] as? Int == 1 && records[1]["result"] as? String == "exists")
    #expect(((records[1]["id"] as? [String: Any])?["any"] as? [Any])?.count == 2)
    #expect(records[0]["bytes"] as? Int == program.folder.bytes(of: "a.jpg")?.count)
    #expect(records[0]["sha256"] as? String == ContentHash.digits(of: program.folder.bytes(of: "a.jpg") ?? []))
    #expect((records[12]["message"] as? String)?.contains("did you mean 'quality'?") == true)
    #expect(program.folder.names == ["a.jpg", "b.png", "in.jpg", "jobs", "last.png", "text.jpg", "wrong.tint"])
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "expected.jpg"))
    #expect(program.folder.bytes(of: "expected.jpg") == program.folder.bytes(of: "a.jpg"))
  }

  /// An id comes back as it was written, and what `render` refuses for its options, a job is refused for, too.
  @Test func idsAndPairsOfJobs() throws {
    let program = try program()
    let job = #""look":"original","input":"in.jpg","output":"-""#
    let ids = ["12345678901234567890", "9007199254740993", "1.0", "1e2", #"[-0,{"a":0.10}]"#]
    let jobs = ids.map { #"{\#(job),"id":\#($0),"lossless":true,"format":"png"}"# }
    try program.folder.write(jobs.joined(separator: "\n") + "\nno json, \"id\": 1.0\n", to: "jobs")
    let answers = try program.shell("\"$0\" worker < jobs").output.split(separator: "\n")
    try #require(answers.count == ids.count + 1)
    for (id, answer) in zip(ids, answers) {
      #expect(answer.contains("\"id\":\(id),") && answer.contains("\"status\":64"), "\(answer)")
      #expect(answer.contains("'lossless' and 'format' exclude each other"), "\(answer)")
    }
    let line = try program("render", "original", "in.jpg", "-o", "-", "--lossless", "--format", "png")
    #expect(line.status == 64)
    let ping = #"{"id":18446744073709551617,"jsonrpc":"2.0","method":"ping"}"#
    let pong = try program.shell("echo '\(ping)' | \"$0\" mcp --root .").output
    #expect(pong.contains("\"id\":18446744073709551617,") && pong.contains("\"result\""), "\(pong)")
  }

  @Test func variantsOfJobs() throws {
    let program = try Program()
    try TestPicture(24, 16).write(program.folder, "in.png")
    try program.folder.write(
      "tintype 1\nlook \"d\" { working display }\nparam by: scalar = 1 in 0...1\n"
        + "variant \"dark\" { by = 0.5 }\noutput source * by\n", to: "d.tint")
    let job = #""look":"./d.tint","input":"in.png","output""#
    let jobs = [#"{\#(job):"a.png","variant":"dark"}"#, #"{\#(job):"b.png"}"#, #"{\#(job):"c.png","variant":"drak"}"#]
    try program.folder.write(jobs.joined(separator: "\n"), to: "jobs")
    let answers = try program.shell("\"$0\" worker < jobs").output.split(separator: "\n")
    #expect(answers.count == 3 && answers[0].contains("\"ok\":true") && answers[1].contains("\"ok\":true"))
    #expect(answers.last?.contains("variant: the look 'd' has no variant 'drak'; did you mean 'dark'?") == true)
    expectQuiet(try program("render", "./d.tint", "in.png", "-o", "dark.png", "--variant", "dark"))
    #expect(program.folder.bytes(of: "a.png") == program.folder.bytes(of: "dark.png"))
    #expect(program.folder.bytes(of: "a.png") != program.folder.bytes(of: "b.png"))
  }

  /// A worker lives long, and what its looks are made from changes meanwhile.
  @Test func aWorkerSeesChanges() throws {
    let program = try program()
    try program.folder.write("tintype 1\nlook \"h\" { working display }\noutput source * 0.5\n", to: "half.tint")
    try program.folder.write(
      "tintype 1\nlook \"e\" { working display }\nuse \"half.tint\" as half\noutput half(source)\n", to: "e.tint")
    func job(_ name: String) -> String { #"{"look":"e.tint","input":"in.jpg","output":"\#(name)"}"# }
    let result = try program.shell(
      """
      mkfifo jobs; : > results; "$0" worker < jobs > results & exec 3> jobs
      echo '\(job("a.png"))' >&3; echo '\(job("b.png"))' >&3
      while [ "$(wc -l < results)" != 2 ]; do sleep 0.01; done
      sed -i s/0.5/0.25/ half.tint; echo '\(job("c.png"))' >&3; exec 3>&-; wait
      """)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let pictures = try ["a.png", "b.png", "c.png"].map { try TestPicture(program.folder, $0) }
    #expect(pictures[0] == pictures[1] && pictures[1] != pictures[2])
  }

  @Test func linesWithoutEnd() throws {
    let program = try program()
    let result = try program.shell(
      """
      (head -c 3000000 /dev/zero | tr '\\0' x; echo; \
       printf '{"look":"original","input":"in.jpg","output":"out.png"}') | "$0" worker
      """)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").map { $0.contains("\"ok\":true") } == [false, true])
    // What is read last is the end of the line alone, or spaces, or nothing.
    for ending in ["\n", "  \n", ""] {
      try program.folder.write([UInt8](repeating: 0x78, count: (16 << 20) + 1) + Array(ending.utf8), to: "jobs")
      #expect(try program.shell("\"$0\" worker < jobs").output.contains("the line is longer than 16 MiB"))
    }
  }

  @Test func memoryIsLimited() throws {
    let program = try program()
    for line in ["render tumble-down - -o out.jpg", "render tumble-down - -o -", "render tumble-down in.jpg -o -"] {
      let result = try program.shell("\"$0\" \(line) --memory 10k < in.jpg")
      #expect(result.status == 75 && result.output.isEmpty && result.errors.contains("the limit is 10 kB"), "\(line)")
    }
    #expect(program.folder.names == ["in.jpg"])
  }

  /// NIST's examples for SHA-256, FIPS 180-4: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines
  @Test func knownHashes() {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    #expect(
      ContentHash.digits(of: Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      ContentHash.digits(of: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      ContentHash.digits(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    var hash = ContentHash()
    for _ in 0..<10 { hash.update(million) }
    #expect(hash.digits == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
