import TintypeJSON
import TintypeLanguageServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `tintype lsp` as an author feels it: from a keystroke in a recipe of 500 lines, which uses six files, to the answer.
enum Editor {
  static func run() throws {
    let folder = ".build/bench/editor"
    mkdir(folder, 0o755)
    for index in 0..<6 { try put(used, to: "\(folder)/used\(index).tint") }
    let root = "file://" + String(cString: realpath(folder, nil))
    let photo = String(cString: realpath(".build/bench/scene.jpg", nil))
    let editor = try Client([sibling("tintype"), "lsp"], root: root, photo: photo)
    var table = Table(
      "editor, \(recipe.split(separator: "\n").count) lines", "median ms", "worst ms", "CPU ms", "goal ms")

    let uri = root + "/main.tint"
    try editor.open(uri, recipe)
    let line = recipe.split(separator: "\n").firstIndex { $0.contains("var y") } ?? 0
    func document(_ more: (String, JSONValue?)...) -> JSONValue {
      .object(JSONObject([("textDocument", ["uri": .string(uri)])] + more))
    }
    func place(_ column: Int) -> JSONValue { ["line": .whole(Int64(line)), "character": .whole(Int64(column))] }
    func ask(_ method: String, _ parameters: JSONValue) throws {
      if try editor.request(method, parameters)["result"] == nil { throw Client.Failure.noResult(method) }
    }
    // A blank is typed and deleted: the text is another one each time.
    try table.measure("keystroke to diagnostics", editor, rounds: 60, goal: 50) { round in
      let isTyped = round % 2 == 0
      let range: JSONValue = ["start": place(11), "end": place(isTyped ? 11 : 12)]
      try editor.change(uri, [["range": range, "text": isTyped ? " " : ""]])
      try editor.wait(for: "textDocument/publishDiagnostics")
    }
    for (name, method, parameters) in [
      ("completion", "completion", document(("position", place(8)))),
      ("hover", "hover", document(("position", place(7)))),
      ("colors of words", "semanticTokens/full", document()),
      ("hints", "inlayHint", document(("range", ["start": ["line": 0, "character": 0], "end": place(0)]))),
    ] {
      try table.measure(name, editor, rounds: 20, goal: 50) { _ in try ask("textDocument/" + method, parameters) }
    }
    for look in ["noir", "warm-negative", "tumble-down"] {
      let uri = root + "/\(look).tint"
      try editor.open(uri, Self.preview(of: look, 0))
      try ask("workspace/executeCommand", ["command": "tintype.preview", "arguments": [.string(uri)]])
      try table.measure("preview of \(look), 1920 x 1280", editor, rounds: 15, goal: 200) { round in
        try editor.change(uri, [["text": .string(Self.preview(of: look, round + 1))]])
        try editor.wait(for: "tintype/previewed")
      }
    }
    try editor.end()
    table.show()
  }

  private static let header = "tintype 1\nlook \"g\" { about \"A.\" working linear-srgb }\n"

  private static let used: String = {
    let kernels = (0..<20).map { index in
      """
      kernel k\(index)(c: rgb, a: scalar = 0.5) -> rgb {
        let l = luma709(c)
        return mix(c, rgb(l), a * \(index + 1) / 40)
      }

      """
    }
    let steps = (0..<20).map { "|> k\($0)(amount)" }.joined(separator: " ")
    return header + "param amount: scalar = 0.5 in 0...1\n" + kernels.joined() + "output source \(steps)\n"
  }()

  private static let recipe: String = {
    let uses = (0..<6).map { "use \"used\($0).tint\" as u\($0)\n" }
    let kernels = (0..<70).map { index in
      """
      param p\(index): scalar = 0.5 in 0...1
      kernel m\(index)(c: rgb, a: scalar) -> rgb {
        let x = clamp(c * a, 0, 1)
        var y = x
        y = y + \(index) / 100
        return saturate(y)
      }

      """
    }
    let steps = (0..<6).map { "|> u\($0).k\($0)(p\($0))" } + (0..<70).map { "|> m\($0)(p\($0))" }
    return header + uses.joined() + kernels.joined() + "output source \(steps.joined(separator: " "))\n"
  }()

  /// A look with a little more exposure each time, so that nothing is known from the time before.
  private static func preview(of look: String, _ round: Int) -> String {
    header
      + "use \"\(look)\" as film\noutput source |> exposed(by: 0.\(100 + round)ev) |> film()\n"
  }

  private static func put(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
      throw Client.Failure.noFile(path)
    }
  }

  /// An editor that talks to a server.
  fileprivate final class Client {
    enum Failure: Error {
      case noFile(String)
      case noServer(Int32)
      case noResult(String)
      case isGone
    }

    private var (input, output): (Int32, Int32) = (-1, -1)
    private var child = pid_t()
    private var pending: [UInt8] = []
    private var requestCount: Int64 = 0
    private var version: Int64 = 1

    init(_ command: [String], root: String, photo: String) throws {
      var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      pipe(&down)
      pipe(&up)
      #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
      #else
        var actions: posix_spawn_file_actions_t?
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawn_file_actions_adddup2(&actions, down[0], 0)
      posix_spawn_file_actions_adddup2(&actions, up[1], 1)
      for descriptor in down + up { posix_spawn_file_actions_addclose(&actions, descriptor) }
      var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      let refused = posix_spawn(&child, command[0], &actions, nil, &words, environ)
      guard refused == 0 else { throw Failure.noServer(refused) }
      close(down[0])
      close(up[1])
      (output, input) = (down[1], up[0])
      _ = try request(
        "initialize",
        ["rootUri": .string(root), "capabilities": [:], "initializationOptions": ["photo": .string(photo)]])
      try send(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    }

    func open(_ uri: String, _ text: String) throws {
      let document: JSONValue = [
        "uri": .string(uri), "languageId": "tintype", "version": .whole(version), "text": .string(text),
      ]
      try send(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": document]])
      try wait(for: "textDocument/publishDiagnostics")
    }

    func change(_ uri: String, _ changes: [JSONValue]) throws {
      version += 1
      let parameters: JSONValue = [
        "textDocument": ["uri": .string(uri), "version": .whole(version)], "contentChanges": .array(changes),
      ]
      try send(["jsonrpc": "2.0", "method": "textDocument/didChange", "params": parameters])
    }

    func request(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
      requestCount += 1
      let id = JSONValue.whole(requestCount)
      try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters])
      while true {
        let message = try receive()
        if message["id"] == id, message["method"] == nil { return message }
      }
    }

    func wait(for method: String) throws {
      while try receive()["method"]?.text != method {}
    }

    /// What the server has used so far, on all its threads; NaN where the system does not say.
    var processorSeconds: Double {
      #if canImport(Glibc)
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(child, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
      #else
        return .nan
      #endif
    }

    func end() throws {
      _ = try request("shutdown", .null)
      try send(["jsonrpc": "2.0", "method": "exit"])
      waitpid(child, nil, 0)
    }

    private func send(_ message: JSONValue) throws {
      let content = message.encoded
      var bytes = Array("Content-Length: \(content.count)\r\n\r\n".utf8)[...] + content
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Failure.isGone }
        bytes = bytes.dropFirst(count)
      }
    }

    private func receive() throws -> JSONValue {
      while true {
        let head = String(decoding: pending.prefix(40), as: UTF8.self)
        if let end = pending.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound,
          let length = Int(head.split(separator: "\r\n")[0].split(separator: " ")[1]), pending.count >= end + length
        {
          let message = JSONValue(parsing: Array(pending[end..<end + length])) ?? .null
          pending.removeFirst(end + length)
          return message
        }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = part.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Failure.isGone }
        pending += part.prefix(count)
      }
    }
  }
}

extension Table {
  /// Adds the times on the clock of a body, and the mean of what the server computes for it.
  fileprivate mutating func measure(
    _ name: String, _ editor: Editor.Client, rounds: Int, goal: Int, _ body: (Int) throws -> Void
  ) rethrows {
    var times: [Double] = []
    let before = editor.processorSeconds
    for round in 0..<rounds {
      let start = ContinuousClock.now
      try body(round)
      let parts = (ContinuousClock.now - start).components
      times.append(Double(parts.seconds) * 1e3 + Double(parts.attoseconds) * 1e-15)
    }
    let processor = (editor.processorSeconds - before) / Double(rounds) * 1e3
    add(name, times.median.text(1), (times.max() ?? .nan).text(1), processor.text(1), String(goal))
  }
}
