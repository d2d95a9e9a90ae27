import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// The limits of a worker for untrusted jobs: files below one folder, limits on cost and time, cancellation, and
/// recipes and results within the lines.
@Suite struct WorkerLimitTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(40, 30).write(program.folder, "in.jpg")
  }

  private typealias Answer = [String: Any]

  private func answers(_ jobs: [String], _ arguments: String = "") throws -> [Answer] {
    try program.folder.write(jobs.joined(separator: "\n"), to: "jobs")
    let result = try program.shell("\"$0\" worker \(arguments) < jobs")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Answer)
    }
  }

  private func status(_ answer: Answer) -> Int? { answer["status"] as? Int }

  // MARK: The root

  @Test func noJobLeavesTheRoot() throws {
    let folder = program.folder.path
    _ = try program.shell(
      "mkdir -p root/deep; cp in.jpg root/; cp in.jpg root/deep; ln -s .. root/up; ln -s ../in.jpg root/link.jpg")
    try program.folder.write("tintype 1\nlook \"d\" { working display }\noutput source * 0.5\n", to: "root/deep/d.tint")
    try program.folder.write("tintype 1\nlook \"d\" { working display }\noutput source * 0.5\n", to: "d.tint")
    func job(look: String = "original", input: String = "in.jpg", output: String = "out.jpg", _ more: String = "")
      -> String
    {
      #"{"look":"\#(look)","input":"\#(input)","output":"\#(output)"\#(more)}"#
    }
    let plate =
      #"{"recipe":"tintype 1\nlook \"p\" { working display }\nparam p: picture\noutput mix(source, fill(p), 0.5)","#
    let outside = [
      job(input: "../in.jpg"), job(input: "\(folder)/in.jpg"), job(input: "deep/../../in.jpg"), job(input: "up/in.jpg"),
      job(input: "link.jpg"), job(output: "../out.jpg"), job(output: "\(folder)/out.jpg"), job(output: "up/out.jpg"),
      job(output: "link.jpg", #","ifExists":"overwrite""#), job(output: "new/../../out.jpg", #","createFolders":true"#),
      job(look: "../d.tint"), job(look: "\(folder)/d.tint"), job(look: "up/d.tint"),
      plate + #""input":"in.jpg","output":"out.jpg","pictures":{"p":"../in.jpg"}}"#,
      plate + #""input":"in.jpg","output":"out.jpg","pictures":{"p":"link.jpg"}}"#,
    ]
    let photo = program.folder.bytes(of: "in.jpg")
    for (line, answer) in zip(outside, try answers(outside, "--root root")) {
      #expect(status(answer) == 66, "\(line): \(answer)")
      let message = answer["message"] as? String ?? ""
      #expect(
        ["is an absolute path", "leads up by '..'", "is a symbolic link"].contains { message.contains($0) },
        "\(message)")
    }
    #expect(program.folder.names == ["d.tint", "in.jpg", "jobs", "root"])
    #expect(program.folder.bytes(of: "in.jpg") == photo)
    let inside = [
      job(), job(look: "deep/d.tint", input: "./deep//in.jpg", output: "new/folder/out.jpg", #","createFolders":true"#),
      plate + #""input":"in.jpg","output":"p.jpg","pictures":{"p":"deep/in.jpg"}}"#,
    ]
    #expect(try answers(inside, "--root root").allSatisfy { status($0) == 0 })
    #expect(program.folder.bytes(of: "root/new/folder/out.jpg") != nil)
  }

  /// What stands for a field of a picture's name may lead anywhere; the open decides.
  @Test func noFieldLeavesTheRoot() throws {
    _ = try program.shell("mkdir 'r{oot'; cd 'r{oot'; cp ../in.jpg .; cp in.jpg in-depth.jpg; ln -s ../in.jpg link")
    func job(_ picture: String) -> String {
      #"{"recipe":"tintype 1\nlook \"p\" { working display }\nparam p: picture\noutput mix(source, fill(p), 0.5)","#
        + #""input":"in.jpg","output":"out.jpg","ifExists":"overwrite","pictures":{"p":"\#(picture)"}}"#
    }
    let outside = [
      "{camera|\(program.folder.path)/in.jpg}", "{camera|/etc/hostname}", "{camera|../in.jpg}", "{camera|..}/in.jpg",
      "{camera|link}", "{stem}/../../in.jpg",
    ]
    let given = try answers(outside.map(job), "--root 'r{oot'")
    #expect(given.map(status) == outside.map { _ in 66 }, "\(given)")
    let inside = ["in.jpg", "{stem}-depth.jpg", "{camera|in}.jpg"]
    #expect(try answers(inside.map(job), "--root 'r{oot'").map(status) == [0, 0, 0])
  }

  /// The system would end a name at a zero byte, and everybody else behind it.
  @Test func zeroBytesAreRefused() throws {
    let jobs = [
      #"{"id":1,"look":"original","input":"in.jpg","output":"n3.jpg\u0000.png"}"#,
      #"{"id":2,"look":"original","input":"in.jpg\u0000","output":"o.jpg"}"#,
      #"{"id":3,"look":"original\u0000","input":"in.jpg","output":"o.jpg"}"#,
      #"{"id":4,"recipe":"tintype 1\u0000","input":"in.jpg","output":"o.jpg"}"#,
      #"{"id":5,"look":"original","input":"in.jpg","output":"o.jpg","tags":["a\u0000b"]}"#,
      #"{"id":6,"look":"original","input":"in.jpg","output":"o.jpg","set":{"a\u0000":1}}"#,
      #"{"id":7,"look":"original","input":"in.jpg","output":"o.jpg","pictures":{"p":"in.jpg\u0000"}}"#,
    ]
    for arguments in ["", "--root ."] {
      let given = try answers(jobs, arguments)
      #expect(given.map(status) == jobs.map { _ in 64 } && given.map { $0["id"] as? Int } == Array(1...7))
      #expect((given[0]["message"] as? String)?.hasPrefix("'output' contains a NUL character") == true)
    }
    #expect(program.folder.names == ["in.jpg", "jobs"])
    // A list can hold such a name, too.
    try program.folder.write("in.jpg\0.png\n", to: "list")
    let result = try program("render", "original", "--files-from", "list", "-o", "out/")
    #expect(result.status == 66 && result.errors.contains("the name is invalid"), "\(result.errors)")
  }

  /// Whoever may write below the root exchanges a folder for a link at full speed: for photos, results, recipes,
  /// settings and pictures.
  @Test(.slow) func aThiefGetsNothingOut() throws {
    _ = try program.shell("mkdir -p root/deep outside; cp in.jpg root/deep; ln -s ../outside root/up")
    try TestPicture(40, 30, seed: 9).write(program.folder, "outside/in.jpg")
    try program.folder.write("nothing", to: "outside/in.jpg.tint")
    let recipe = "tintype 1\nlook \"d\" { working display }\nparam p: picture\noutput mix(source, fill(p), 0.5)\n"
    try program.folder.write(recipe, to: "root/deep/d.tint")
    try program.folder.write("secret", to: "outside/d.tint")
    let before = program.folder.bytes(of: "outside/in.jpg")
    let jobs = (0..<400).map { number in
      #"{"look":"deep/d.tint","input":"deep/in.jpg","output":"deep/new/\#(number).jpg","createFolders":true,"#
        + #""pictures":{"p":"deep/in.jpg"},"ifExists":"overwrite"}"#
    }
    let base = program.folder.path + "/root"
    // Both stay for a while, so that jobs meet either, and some succeed.
    let thief = FolderThief(exchanging: base + "/deep", with: base + "/up", pauses: (folder: 1000, link: 100))
    let given = try answers(jobs, "--root root --no-confine")
    let (exchanges, failures) = thief.stop()
    #expect(exchanges > 100 && failures == 0)
    #expect(given.contains { status($0) == 0 } && given.contains { status($0) != 0 })
    #expect(given.allSatisfy { ($0["message"] as? String)?.contains("secret") != true })
    #expect(try program.shell("ls outside").output == "d.tint\nin.jpg\nin.jpg.tint\n")
    #expect(program.folder.bytes(of: "outside/in.jpg") == before)
    // Each result is that of the photo inside.
    let results = try program.shell("sha256sum root/*/new/*.jpg | cut -d' ' -f1 | sort -u | wc -l").output
    #expect(results == "1\n", "\(results)")
  }

  // MARK: Cost and time

  @Test func costlyLooksAreRefused() throws {
    let steps = (1...600).map { "image i\($0) = blur(i\($0 - 1), 1%)\\n" }.joined()
    let recipe = #"tintype 1\nlook \"c\" { working display }\nimage i0 = source\n\#(steps)output i600"#
    let costly = #"{"recipe":"\#(recipe)","input":"in.jpg","output":"o.jpg"}"#
    let cheap = #"{"look":"minimal-life","input":"in.jpg","output":"p.jpg"}"#
    let usual = try answers([costly, cheap])
    #expect(usual.map(status) == [75, 0])
    #expect((usual[0]["message"] as? String)?.contains("cycles a pixel, and the limit is 10000") == true)
    #expect(try answers([cheap], "--if-exists overwrite --max-cost 3").map(status) == [75])
    #expect(try program("worker", "--max-cost", "none").status == 64)
  }

  /// A recipe beyond the limits of compiling is a matter of limits, and not of a mistake.
  @Test func endlessRecipesAreRefused() throws {
    let doubled = (1...60).map { "function f\($0)(x: rgb) -> rgb { return f\($0 - 1)(x) + f\($0 - 1)(x * 0.5) }\\n" }
    let recipe =
      #"tintype 1\nlook \"l\" { working display }\nfunction f0(x: rgb) -> rgb { return x }\n"# + doubled.joined()
      + "output f60(source)"
    let long =
      #"tintype 1\nlook \"l\" { working display }\noutput source"# + String(repeating: " + source", count: 5000)
    let given = try answers([recipe, long].map { #"{"recipe":"\#($0)","input":"in.jpg","output":"o.jpg"}"# })
    #expect(given.map(status) == [75, 75], "\(given)")
  }

  /// Texts besides the recipe are bounded, and what is no JSON is answered with its id where that can be found.
  @Test func oddLinesAreAnswered() throws {
    let sum = String(repeating: "1+", count: 40_000) + "1"
    let path = String(repeating: "x/", count: 40_000)
    let tail = #""look":"original","input":"in.jpg","output":"o.jpg""#
    let lines = [
      #"{"id":1,"set":["a=\#(sum)"],\#(tail)}"#, #"{"id":2,"look":"original","input":"\#(path)","output":"o.jpg"}"#,
      #"{"id":3,"tags":["\#(path)"],\#(tail)}"#, #"{"id":4,"quality":1e400,\#(tail)}"#,
      #"{"id":5,"variant":"\ud800",\#(tail)}"#, #"{"id":"6",\#(tail)"#, #"{"id":7,\#(tail)}"#,
    ]
    let given = try answers(lines)
    #expect(given.map(status) == [75, 75, 75, 65, 65, 65, 0], "\(given)")
    #expect(given.map { "\($0["id"] ?? "")" } == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(given.allSatisfy { ($0["message"] as? String ?? "").utf8.count < 1000 })
  }

  /// A line of 16 MiB is read. A longer one, and one of very many values, is answered with its id.
  @Test(.slow) func longLinesAreAnswered() throws {
    let padding = String(repeating: " ", count: 16 << 20)
    func job(_ id: String, _ more: String = "") -> String {
      #"{"look":"original","input":"in.jpg","output":"o\#(id).jpg","set":{\#(more)},"id":"\#(id)"}"#
    }
    let whole = job("a")
    let many = String((0..<70_000).flatMap { "\"p\($0)\":1," }.dropLast())
    let lines = [
      whole + padding.dropLast(whole.count), #"{"id":"b","x":""# + padding + #""}"#,
      #"{"x":""# + padding + #"","id":"c"}"#, job("d", many), "[" + String(repeating: "[", count: 100_000), job("e"),
    ]
    let given = try answers(lines)
    #expect(given.map(status) == [0, 75, 75, 75, 75, 0], "\(given)")
    #expect(given.map { $0["id"] as? String } == ["a", "b", nil, "d", nil, "e"])
  }

  @Test(.slow) func slowJobsAreGivenUp() throws {
    try TestPicture(3000, 2000).write(program.folder, "large.jpg")
    let slow = #"{"id":1,"look":"=source |> blur(4%) |> median(6px)","input":"large.jpg","output":"o.jpg"}"#
    let quick = #"{"id":2,"look":"original","input":"in.jpg","output":"p.jpg"}"#
    let given = try answers([slow, quick], "--time-limit 0.2 --max-cost 1G -j1")
    #expect(given.map(status) == [75, 0])
    #expect((given[0]["message"] as? String)?.hasPrefix("took longer than 0.2 s") == true)
    #expect(program.folder.bytes(of: "o.jpg") == nil)
  }

  @Test(.slow) func canceledJobsEnd() throws {
    try TestPicture(3000, 2000).write(program.folder, "large.jpg")
    let slow = { (id: Int) in
      #"{"id":\#(id),"look":"=source |> blur(4%) |> median(6px)","input":"large.jpg","output":"o\#(id).jpg"}"#
    }
    try program.folder.write([slow(1), slow(2), slow(3)].joined(separator: "\n") + "\n", to: "first")
    try program.folder.write(
      #"{"cancel":1}"# + "\n" + #"{"cancel":3}"# + "\n" + #"{"cancel":2}"# + "\n"
        + #"{"id":2,"look":"original","input":"in.jpg","output":"p.jpg"}"# + "\n", to: "second")
    let start = ContinuousClock.now
    let result = try program.shell("(cat first; sleep 0.4; cat second; sleep 0.4) | \"$0\" worker --max-cost 1G -j1")
    #expect(result.status == 0)
    let found = try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Answer)
    }
    #expect(found.map { $0["id"] as? Int } == [1, 2, 3, 2])
    #expect(found.map(status) == [130, 130, 130, 0], "\(found)")
    #expect(found[0]["message"] as? String == "was canceled")
    #expect(["o1.jpg", "o2.jpg", "o3.jpg"].allSatisfy { program.folder.bytes(of: $0) == nil })
    // A guard against a hang, and not a measure of speed.
    #expect(ContinuousClock.now - start < .seconds(120))
  }

  // MARK: Recipes and results in the lines

  @Test func recipesAndResultsTravelInLines() throws {
    let recipe =
      #""recipe":"tintype 1\nlook \"half\" { working display }\nparam by: scalar = 0.5 in 0...1\noutput source * by""#
    let found = try answers([
      #"{\#(recipe),"input":"in.jpg","output":"-","format":"png","set":{"by":0.25}}"#,
      #"{\#(recipe),"input":"in.jpg","output":"-"}"#,
      #"{\#(recipe),"look":"original","input":"in.jpg","output":"-"}"#,
      #"{\#(recipe),"input":"in.jpg","output":"o.png","format":"png"}"#,
      #"{\#(recipe),"input":"in.jpg","output":"-","format":"webp"}"#,
      #"{"recipe":"tintype 1\nlook \"x\" { working display }\noutput sorce","input":"in.jpg","output":"-"}"#,
      #"{"recipe":"tintype 1\nuse \"d.tint\"\nlook \"x\" {}\noutput source","input":"in.jpg","output":"-"}"#,
      #"{\#(recipe),"input":"none.jpg","output":"-"}"#,
    ])
    #expect(found.map(status) == [0, 0, 64, 64, 64, 65, 65, 66])
    try program.folder.write(
      "tintype 1\nlook \"half\" { working display }\nparam by: scalar = 0.5 in 0...1\noutput source * by",
      to: "recipe.tint")
    for (answer, arguments) in zip(found, [["-o", "a.png", "--set", "by=0.25"], ["-o", "b.jpg"]]) {
      expectQuiet(try program.run(["render", "./recipe.tint", "in.jpg"] + arguments))
      let data = try #require((answer["data"] as? String).flatMap { Data(base64Encoded: $0) })
      #expect(answer["bytes"] as? Int == data.count)
      #expect(answer["sha256"] as? String == ContentHash.digits(of: Array(data)))
      try program.folder.write(Array(data), to: "answer." + arguments[1].suffix(3))
      #expect(
        try TestPicture(program.folder, "answer." + arguments[1].suffix(3)) == TestPicture(program.folder, arguments[1])
      )
    }
    #expect((found[5]["message"] as? String)?.hasPrefix("recipe: line 3, column 8") == true)
  }
}
