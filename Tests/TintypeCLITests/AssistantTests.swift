import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype mcp`, driven as an assistant drives it.
@Suite struct AssistantTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(96, 64).write(program.folder, "in.jpg")
  }

  private typealias Message = [String: Any]

  private static let stateless =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

  /// What the server answers to some lines.
  private func answers(_ lines: [String], _ arguments: String = "--root .") throws -> [Message] {
    try program.folder.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let result = try program.shell("\"$0\" mcp \(arguments) < lines")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Message)
    }
  }

  private func call(_ tool: String, _ arguments: Message, id: Int = 1) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: [
      "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": ["name": tool, "arguments": arguments],
    ])
    return String(decoding: data, as: UTF8.self)
  }

  /// The result of one call.
  private func result(
    of tool: String, _ arguments: Message, _ options: String = "--root ."
  ) throws -> (text: String, structure: Message, isError: Bool, picture: Data?) {
    let answer = try #require(try answers([call(tool, arguments)], options).first?["result"] as? Message)
    let content = try #require(answer["content"] as? [Message])
    return (
      try #require(content[0]["text"] as? String), try #require(answer["structuredContent"] as? Message),
      answer["isError"] as? Bool ?? false,
      (content.last?["data"] as? String).flatMap { Data(base64Encoded: $0) }
    )
  }

  private func error(_ answer: Message) -> Int? { (answer["error"] as? Message)?["code"] as? Int }

  // MARK: The protocol

  @Test func bothGenerationsAreGreeted() throws {
    let found = try answers([
      #"{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{\#(Self.stateless)}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":"b","method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{\#(Self.stateless)}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"server/discover"}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"#
        + #""_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}"#,
    ])
    let results = found.map { $0["result"] as? Message ?? [:] }
    #expect(results[0]["supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(results[0]["resultType"] as? String == "complete" && results[0]["cacheScope"] as? String == "public")
    #expect(results[1]["protocolVersion"] as? String == "2025-06-18")
    #expect((results[1]["serverInfo"] as? Message)?["name"] as? String == "tintype")
    #expect(found[2]["id"] as? String == "b" && results[2].isEmpty)
    #expect(results[3]["protocolVersion"] as? String == "2025-11-25")
    #expect((results[4]["tools"] as? [Message])?.count == 10 && results[4]["ttlMs"] as? Int != nil)
    #expect(error(found[5]) == -32601)
    #expect(error(found[6]) == -32022)
  }

  /// Every tool has a schema whose properties are described, and names no property as needed that it does not have.
  @Test func everyArgumentIsDescribed() throws {
    let answer = try answers([#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#])[0]
    let tools = try #require((answer["result"] as? Message)?["tools"] as? [Message])
    for tool in tools {
      let schema = try #require(tool["inputSchema"] as? Message)
      let properties = try #require(schema["properties"] as? [String: Message])
      for (name, property) in properties {
        #expect((property["description"] as? String)?.isEmpty == false, "\(tool["name"] ?? "") \(name)")
      }
      #expect(Set(schema["required"] as? [String] ?? []).isSubset(of: properties.keys))
      #expect((tool["description"] as? String)?.isEmpty == false)
    }
    let render = try #require(tools.first { $0["name"] as? String == "render" }?["inputSchema"] as? Message)
    let quality = (render["properties"] as? [String: Message])?["quality"]
    #expect(quality?["maximum"] as? Int == 100)
  }

  @Test func malformedLinesAreAnswered() throws {
    let deep = String(repeating: "[", count: 100_000)
    let lines = [
      "no JSON", "[]", "7", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"nothing"}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"rendr"}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, deep,
      #"{"jsonrpc":"2.0","id":5,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#,
    ]
    let found = try answers(lines)
    #expect(found.map(error) == [-32700, -32600, -32600, -32600, -32600, -32601, -32602, -32002, -32600, nil])
    #expect(
      (found[6]["error"] as? Message)?["message"] as? String == "there is no tool 'rendr'; did you mean 'render'?")
    #expect(found.last?["id"] as? Int == 6)
  }

  @Test(.slow) func aLineThatIsTooLongIsAnswered() throws {
    let result = try program.shell(
      #"{ head -c 17000000 /dev/zero | tr '\0' a; echo; echo '{"jsonrpc":"2.0","id":1,"method":"ping"}'; } | "$0" mcp"#)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("-32600") && lines[0].contains("16 MiB"), "\(result.output)")
  }

  // MARK: The tools

  /// From a wrong recipe to a picture, by the answers alone.
  @Test(.slow) func aWrongRecipeBecomesAPicture() throws {
    let wrong = "tintype 1\n\nlook \"t\" { working display }\n\noutput source |> exposd(by: 0.3ev)\n"
    let checked = try result(of: "check", ["recipe": wrong])
    #expect(checked.isError && checked.structure["errors"] as? Int == 1, "\(checked.text)")
    let code = try #require((checked.structure["diagnostics"] as? [Message])?[0]["code"] as? String)
    #expect(checked.text.contains("error[\(code)]"))
    #expect(try result(of: "help", ["name": code]).text.contains(code))
    let fixed = try result(of: "fix", ["recipe": wrong, "unsafe": true])
    let recipe = try #require(fixed.structure["recipe"] as? String)
    #expect(!fixed.isError && recipe.contains("exposed(by: 0.3ev)"), "\(fixed.text)")
    let rendered = try result(of: "render", ["recipe": recipe])
    let picture = try #require(rendered.picture)
    #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]), "\(rendered.text)")
    try program.folder.write(Array(picture), to: "picture.jpg")
    let reader = try openPicture(FilePath(program.folder.path + "/picture.jpg"))
    #expect(reader.format.width == 768 && reader.format.height == 512)
    // A file is written where it is asked for, at full size.
    let written = try result(of: "render", ["recipe": recipe, "input": "in.jpg", "output": "out.png"])
    #expect(!written.isError && written.picture == nil && program.folder.bytes(of: "out.png") != nil)
  }

  @Test(.slow) func filesStayBelowTheRoot() throws {
    _ = try program.shell("mkdir root; cp in.jpg root; ln -s ../in.jpg root/link.jpg")
    let calls: [(String, Message)] = [
      ("render", ["look": "noir", "input": "../in.jpg"]), ("render", ["look": "noir", "input": "link.jpg"]),
      ("render", ["look": "noir", "input": "in.jpg", "output": "../out.jpg"]), ("check", ["look": "../a.tint"]),
      (
        "format",
        ["recipe": "tintype 1\nlook \"a\" { working display }\noutput source\n", "output": "/tmp/escaped.tint"]
      ),
      ("diff", ["lookFirst": "noir", "lookSecond": "sepia", "input": "../in.jpg"]), ("fit", ["table": "../a.cube"]),
      ("fit", ["before": ["../in.jpg"], "after": ["in.jpg"]]),
    ]
    for (tool, arguments) in calls {
      let found = try result(of: tool, arguments, "--root root")
      #expect(found.isError && found.structure["status"] as? Int == 66, "\(tool) \(arguments): \(found.text)")
    }
    #expect(Set(program.folder.names) == ["in.jpg", "lines", "root"])
  }

  @Test(.slow) func limitsAndMistakesAreToolErrors() throws {
    let costly = try result(of: "render", ["look": "warm-negative"], "--max-cost 1")
    #expect(costly.isError && costly.structure["status"] as? Int == 75, "\(costly.text)")
    #expect(try result(of: "test", ["look": "warm-negative"], "--max-cost 1").isError)
    let unknown = try result(of: "render", ["look": "noir", "qualty": 3])
    #expect(unknown.isError && unknown.text == "'render' has no argument 'qualty'; did you mean 'quality'?")
    let small = try result(of: "render", ["look": "noir", "maxEdge": 64])
    #expect(!small.isError && small.picture?.count ?? 0 < 8000, "\(small.text)")
    let wrong = try result(of: "render", ["look": "noir", "quality": 300])
    #expect(wrong.isError && wrong.text == "'quality' is a whole number from 1 to 100")
    #expect(try result(of: "check", [:]).text == "give a 'look', or a 'recipe' with its text")
    #expect(try result(of: "probe", ["look": "noir"]).text == "'probe' needs the argument 'color'")
    let name = try result(of: "render", ["look": "noirr"])
    #expect(name.isError && name.text.contains("did you mean 'noir'?"))
  }

  @Test(.slow) func questionsAreAnswered() throws {
    let listed = try result(of: "list", [:])
    #expect((listed.structure["looks"] as? [Message])?.count ?? 0 > 50 && listed.text.contains("noir | "))
    #expect(try result(of: "list", ["look": "sepia"]).text.contains("strength"))
    let probed = try result(of: "probe", ["look": "sepia", "color": "#c08060"])
    #expect((probed.structure["probe"] as? Message)?["steps"] as? [Message] != nil && probed.text.contains("output"))
    let tested = try result(of: "test", ["look": "sepia"])
    #expect(!tested.isError && tested.structure["failed"] as? Int == 0)
    let compared = try result(of: "diff", ["lookFirst": "original", "lookSecond": "noir", "input": "in.jpg"])
    #expect(compared.structure["mean"] as? Double ?? 0 > 1 && compared.picture != nil)
    try TestPicture(96, 64).write(program.folder, "after.jpg")
    let fitted = try result(of: "fit", ["before": ["in.jpg"], "after": ["after.jpg"], "output": "new.tint"])
    #expect(!fitted.isError && program.folder.bytes(of: "new.tint") != nil, "\(fitted.text)")
  }

  /// As on the command line, a film is fitted where that is much nearer.
  @Test(.slow) func aTableOfAFilmBecomesAFilm() throws {
    let still = ["grain=0", "halation=0", "sharpness=0"].flatMap { ["--set", $0] }
    let export = ["export", "cool-negative", "--to", "cube", "--size", "17", "-o", "film.cube"]
    #expect(try program.run(export + still).status == 0)
    // Whatever the look is called.
    let fitted = try result(of: "fit", ["table": "film.cube", "name": "a \"film\"\nof mine"])
    #expect(!fitted.isError && fitted.text.contains("it is a film"), "\(fitted.text)")
    #expect((fitted.structure["recipe"] as? String)?.contains("param grain:") == true)
  }

  /// The drawn scene lies in a file for a while.
  @Test func nothingIsLeftBehind() throws {
    _ = try program.shell("mkdir temporary")
    try program.folder.write(try call("render", ["look": "noir"]) + "\n", to: "lines")
    _ = try program.shell("TMPDIR=$PWD/temporary \"$0\" mcp < lines > answers")
    #expect(program.folder.bytes(of: "answers").map { $0.count > 10_000 } == true)
    #expect(try program.shell("ls temporary").output.isEmpty)
  }

  @Test func aCanceledCallHasNoAnswer() throws {
    let found = try answers([
      try call("render", ["look": "warm-negative", "maxEdge": 4000], id: 1),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
    ])
    #expect(found.map { $0["id"] as? Int } == [2])
  }

  // MARK: Another client

  private static let python = TintypeTestSupport.python(importing: "mcp.client.stdio", "mcp.client.client")

  @Test(
    .slow, .enabled(if: python != nil, "no Python has mcp 2.3: Scripts/setup --tests installs it"),
    arguments: ["auto", "legacy"])
  func theClientOfPyPIIsServed(_ mode: String) throws {
    let script = TestFiles.packageRoot + "/Tests/TintypeCLITests/Assistants/session.py"
    let found = try runProgram(
      try #require(Self.python), [script, Program.path, program.folder.path, mode], in: program.folder.path)
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.output == (mode == "auto" ? "2026-07-28\n" : "2025-11-25\n"))
    #expect(program.folder.bytes(of: "answer.jpg") != nil)
  }
}
