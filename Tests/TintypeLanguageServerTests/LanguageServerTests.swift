import Testing
import Tintype
import TintypeDiagnostics
import TintypeEditing
import TintypeImage
import TintypeIntrinsics
import TintypeJSON
import TintypeSyntax
import TintypeTestSupport

@testable import TintypeLanguageServer

/// Requests of an editor, and their results.
@Suite struct LanguageServerTests {
  private static let uri = "untitled:x.tint"
  private static let text = """
    tintype 1
    look "x" {
      about   "An example."
      working display
    }
    /// How light it is.
    param light: scalar = 1 in 0...2
    param tone: choice = .warm of warm, cold
    let tint = #c08060
    /// Shifts.
    kernel shifted(c: rgb, by: scalar = 0.25) -> rgb {
      let sum = c + by
      return clamp(sum, 0, 1)
    }
    image soft = blur(source, 2%)
    output (soft |> shifted(0.5)) * tint * light

    """

  private func client(_ text: String = text) -> EditorClient {
    let client = EditorClient(capabilities: [
      "textDocument": [
        "completion": ["completionItem": ["snippetSupport": true]], "hover": ["contentFormat": ["markdown"]],
      ]
    ])
    client.open(Self.uri, text)
    return client
  }

  // MARK: Diagnostics

  @Test func warningsAndErrorsComeAsOneTypes() throws {
    let client = client()
    // `tone` is used nowhere.
    let unused = try #require(client.diagnostics(Self.uri)?.first)
    #expect(unused["code"] == "unused-parameter" && unused["severity"] == 2 && unused["tags"] == [1])
    client.change(Self.uri, Self.text.replacing("(soft |>", with: "(softly |>"))
    let wrong = try #require(client.diagnostics(Self.uri)?.first)
    #expect(wrong["code"] == "unknown-name" && wrong["severity"] == 1)
    #expect(wrong["range"] == ["start": ["line": 15, "character": 8], "end": ["line": 15, "character": 14]])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(Self.uri)]])
    #expect(client.diagnostics(Self.uri) == [])
  }

  @Test func relatedPlacesAreNamed() throws {
    let client = client(Self.text.replacing("let tint = #c08060", with: "let tint = #c08060\nlet tint = #808080"))
    let wrong = try #require(client.diagnostics(Self.uri)?.first { $0["severity"] == 1 })
    let related = try #require(wrong["relatedInformation"]?.elements.first)
    #expect(related["location"]?["range"]?["start"]?["line"] == 8)
  }

  // MARK: Help

  @Test func hoverSaysWhatANameIs() {
    let client = client()
    func hover(_ word: String, _ further: Int = 1) -> String {
      client.request("hover", Self.uri, at: word, further)["contents"]?["value"]?.text ?? ""
    }
    #expect(hover("light: ").contains("param light: scalar = 1 in 0...2") && hover("light: ").contains("How light"))
    // What the parameter does is rendered: black, and twice as light.
    #expect(hover("light: ").contains("Middle gray") && hover("light: ").contains("`#000000` at 0"))
    #expect(hover("shifted(0").contains("kernel shifted(c: rgb, by: scalar = 0.25) -> rgb"))
    #expect(hover("clamp(").contains("NaN becomes low"))
    #expect(hover("blur(").contains("blur(image: image, radius: length, by: mask?)"))
    #expect(hover("blur(").contains("Gaussian"))
    #expect(hover("sum,").contains("let sum: rgb"))
    // Values of a published converter: #c08060 is Oklab 0.6581, 0.0622, 0.0673.
    #expect(hover("#c08060").contains("0.6581, 0.0622, 0.0673") && hover("#c08060").contains("0.5271, 0.2159, 0.117"))
    #expect(hover("working").contains("what a color means") && hover("\"x\"") == "")
    // Words: keywords, clauses and units.
    #expect(hover("kernel ").contains("what happens to the value at one pixel"))
    #expect(hover("in 0").contains("in lower...upper") && hover("of warm").contains("of fine, grainy"))
    #expect(hover("%)", 0).contains("of the short side") && hover("|> shifted", 0) != "")
  }

  /// Of a call with a wrong argument, too: that is when one asks.
  @Test func hoverAnswersWhereSomethingIsWrong() {
    let text = """
      tintype 1
      use "x.tint"
      look "x" { working display }
      param light: scalar = 1 in 0...2
      kernel shifted(c: rgb, by: scalar = 0.25) -> rgb { return c + by }
      image soft = blur(source, 2ev)
      image inner = mix(source, blur(source, light), 0.5)
      image step = source |> shifted(by: 3k) |> median(1ev, oops: 2)
      image odd = shifted(source, "a", nothing)
      image c1 = source * rgb(1, 0.5)
      image c2 = lookup(source, 5)
      kernel inside(c: rgb) -> rgb { return median(c, 2px) * vec2(nothing) }
      output clamp(soft, "low", light)
      """.replacing("use \"x.tint\"\n", with: "")
    let client = client(text)
    func hover(_ word: String, _ further: Int = 1) -> String {
      client.request("hover", Self.uri, at: word, further)["contents"]?["value"]?.text ?? ""
    }
    func signature(_ word: String, _ further: Int) -> String {
      let help = client.request("signatureHelp", Self.uri, at: word, further)
      return help["signatures"]?.elements.first?["label"]?.text ?? ""
    }
    let (blur, shifted) = ("blur(image: image, radius: length", "shifted(c: rgb, by: scalar = 0.25) -> rgb")
    #expect(hover("blur(source, 2").contains(blur) && hover("blur(source, l").contains(blur))
    #expect(hover("mix(").contains("mix(") && hover("shifted(by").contains(shifted))
    #expect(hover("median(").contains("median(") && hover("shifted(source").contains(shifted))
    #expect(hover("light), 0.5").contains("param light") && hover("clamp(").contains("clamp("))
    #expect(hover("soft, \"low").contains("soft"))
    #expect(hover("rgb(1").contains("rgb") && hover("lookup(").contains("a table holds"))
    #expect(hover("median(c").contains("median(") && hover("vec2(").contains("vec2"))
    #expect(signature("blur(source, 2", 13).contains(blur) && signature("blur(source, l", 13).contains(blur))
    #expect(signature("shifted(by", 10).contains(shifted) && signature("median(1", 7).contains("median("))
    #expect(signature("clamp(soft", 14).contains("clamp("))
  }

  @Test func signaturesFollowTheArguments() {
    let client = client()
    func active(_ word: String, _ further: Int) -> (String?, Int?) {
      let help = client.request("signatureHelp", Self.uri, at: word, further)
      return (help["signatures"]?.elements.first?["label"]?.text, help["activeParameter"]?.integer)
    }
    #expect(active("shifted(0.5)", 8) == ("shifted(c: rgb, by: scalar = 0.25) -> rgb", 1))
    #expect(active("clamp(sum, 0", 11) == ("clamp(x, low, high)", 1))
    #expect(active("blur(source", 5) == ("blur(image: image, radius: length, by: mask?)", 0))
    #expect(active("light: scalar", 3) == (nil, nil))
  }

  @Test func completionsKnowWhatMayStandThere() {
    let start = client("tintype 1\nlook \"x\" {\n  \n}\n")
    #expect(
      start.completions(Self.uri, behind: "{\n  ").keys.sorted() == [
        "about", "after", "author", "format", "input", "inspired-by", "license", "tags", "working",
      ])
    let edited = Self.text.replacing("#c08060", with: "mix(source.").replacing("= .warm of", with: "= . of")
    let client = client(edited)
    #expect(client.completions(Self.uri, behind: "= .").keys.sorted() == ["cold", "warm"])
    #expect(client.completions(Self.uri, behind: "source.").keys.contains("iso"))
    let arguments = client.completions(Self.uri, behind: "|> shifted(")
    #expect(arguments["by:"]?["textEdit"]?["newText"] == "by: $1" && arguments["light"] != nil)
    #expect(client.completions(Self.uri, behind: "param tone:").keys.contains("kelvin"))
    let seeds = self.client(
      "tintype 1\nlook \"x\" { working display }\nparam grain: seed = .\nparam roll: seed = 3\n"
        + "variant \"v\" { roll = . }\noutput source * noise(seed: . )\n")
    for place in ["grain: seed = .", "{ roll = .", "noise(seed: ."] {
      #expect(Array(seeds.completions(Self.uri, behind: place).keys) == ["photo"], "\(place)")
    }
    // Inside of a body only what can be used there.
    let body = client.completions(Self.uri, behind: "return ")
    #expect(body["sum"] != nil && body["soft"] == nil && body["clamp"] != nil && body["blur"] == nil)
    let steps = client.completions(Self.uri, behind: "soft |> ")
    #expect(steps["blur"]?["textEdit"]?["newText"] == "blur(radius: ${1:radius})" && steps["light"] == nil)
  }

  /// Each type that is offered can stand there, and no other.
  @Test(arguments: [
    "param p: §= x", "let n: § = x", "kernel k(c: §) -> rgb { return rgb(0) }",
    "function f(c: §) -> rgb { return rgb(0) }", "kernel k(c: rgb) -> § { return c }",
  ])
  func typesThatCanStandThereAreOffered(_ line: String) {
    func text(_ type: String) -> String {
      "tintype 1\nlook \"x\" { about \"A.\" working display }\n\(line.replacing("§", with: type))\n"
    }
    let client = client(text(""))
    let offered = client.completions(Self.uri, behind: String(line.prefix { $0 != "§" }))
    for type in ValueType.allCases.map(\.rawValue) + ["image", "mask", "position"] {
      client.change(Self.uri, text(type))
      let isRefused = client.diagnostics(Self.uri)?.contains { diagnostic in
        diagnostic["code"] == "unknown-type"
      }
      #expect(offered.keys.contains(type) == (isRefused == false), "\(type) in \(line)")
    }
  }

  @Test func aLookIsWrittenFromNothingByCompletions() throws {
    let client = client("")
    for (label, more) in [("tintype", ""), ("look", ""), ("param", ""), ("output", " * amount")] {
      let text = client.texts[Self.uri] ?? ""
      let item = client.request(
        "textDocument/completion",
        [
          "textDocument": ["uri": .string(Self.uri)],
          "position": [
            "line": JSONValue(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1), "character": 0,
          ],
        ])["items"]?.elements.first { $0["label"]?.text == label }
      let snippet = try #require(item?["textEdit"]?["newText"]?.text, "\(label) is offered")
      let filled = snippet.replacing("${1:name}: ${2:scalar}", with: "amount: scalar").withoutPlaceholders
      client.change(Self.uri, text + filled + more + "\n")
    }
    #expect(client.diagnostics(Self.uri) == [], "\(client.texts[Self.uri] ?? "")")
  }

  // MARK: Mending

  @Test func aWrongRecipeIsMendedByActions() throws {
    let client = client(Self.text.replacing("soft |>", with: "sofd |>").replacing("clamp(sum", with: "clmp(sum"))
    for word in ["sofd", "clmp"] {
      let action = try #require(client.action("Write", Self.uri, at: word))
      client.apply(action["edit"])
    }
    let left = client.diagnostics(Self.uri) ?? []
    #expect(left.map { $0["code"] } == ["unused-parameter"])
    for code in ["unused-parameter", "parameter-without-effect"] {
      client.apply(try #require(client.action("Allow \(code)", Self.uri, at: "tone"))["edit"])
    }
    #expect(client.diagnostics(Self.uri) == [])
  }

  @Test func expressionsAreExtracted() throws {
    let client = client()
    client.apply(try #require(client.action("Extract a function", Self.uri, at: "c + by", length: 6))["edit"])
    #expect(client.texts[Self.uri]?.contains("let sum = extracted(c, by)") == true)
    client.apply(try #require(client.action("Turn 2% into a parameter", Self.uri, at: "2%"))["edit"])
    #expect(client.texts[Self.uri]?.contains("param amount: length = 2% in 0%...4%") == true)
    #expect(client.diagnostics(Self.uri)?.contains { $0["severity"] == 1 } == false)
  }

  /// Parts that are not complete expressions, and numbers that must be constants, cannot be extracted.
  @Test func whatCannotBeExtractedIsNotOffered() throws {
    let client = client(
      """
      tintype 1
      look "x" { about "A." working display }
      let tone = curve [(0, 0.25), (1, 1)]
      let rows = matrix((1, 0, 0), (0, 0.5, 0), (0, 0, 0.75))
      kernel k(c: rgb, at: position) -> rgb {
        var sum = c
        sum.r = at.relative.x * 3
        return rows * rgb(tone(sum.r), sum.g, sum.b)
      }
      image soft = blur(source, 40%)
      output (soft |> turn(by: 90deg)) |> k()

      """)
    for word in ["0.25", "0.5", "90deg"] { #expect(client.action("Turn", Self.uri, at: word) == nil, "\(word)") }
    for word in ["(0, 0.5, 0)", "sum.r =", "tone(sum"] {
      let length = word.utf16.count - (word == "tone(sum" ? 4 : word == "sum.r =" ? 2 : 0)
      #expect(client.action("Extract", Self.uri, at: word, length: length) == nil, "\(word)")
    }
    // The largest radius is in the way of twice the number.
    client.apply(try #require(client.action("Turn 40% into a parameter", Self.uri, at: "40%"))["edit"])
    // A place is handed on like any other input.
    client.apply(
      try #require(client.action("Extract a function", Self.uri, at: "at.relative.x * 3", length: 17))["edit"])
    #expect(client.texts[Self.uri]?.contains("sum.r = extracted(at)") == true)
    #expect(client.diagnostics(Self.uri)?.contains { $0["severity"] == 1 } == false)
  }

  @Test func formattingIsThatOfTheCommand() {
    let client = client()
    client.apply(
      client.request("textDocument/formatting", ["textDocument": ["uri": .string(Self.uri)], "options": [:]]).elements,
      to: Self.uri)
    let wanted = formatted(parse(SourceFile(name: "x", text: Self.text)).tree)
    #expect(Array((client.texts[Self.uri] ?? "").utf8) == wanted)
  }

  /// A carriage return ends a line, and the formatter writes the line end of the others.
  @Test func formattingCountsTheLinesOfTheProtocol() {
    let client = client()
    let text = Self.text.replacing("/// Shifts.", with: "/// Shifts.\r/// and adds\n\n\n")
    client.change(Self.uri, text)
    client.apply(
      client.request("textDocument/formatting", ["textDocument": ["uri": .string(Self.uri)], "options": [:]]).elements,
      to: Self.uri)
    let wanted = formatted(parse(SourceFile(name: "x", text: text)).tree)
    #expect(Array((client.texts[Self.uri] ?? "").utf8) == wanted)
    #expect(client.request("textDocument/semanticTokens/full", ["textDocument": ["uri": .string(Self.uri)]]) != .null)
  }

  /// Any edits lead from one text to the other, and lines that stay are in none.
  @Test(arguments: 0..<20) func changedLinesMakeTheOtherText(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func text(_ count: Int) -> [UInt8] {
      Array(
        (0..<count).map { _ in ["a\n", " a\n", "b\r\n", "\n", "c"].randomElement(using: &random) ?? "" }.joined().utf8)
    }
    let (old, new) = (text(Int(seed) * 9), text(Int(seed) * 8))
    var result = old
    for change in lineChanges(from: old, to: new).reversed() {
      result.replaceSubrange(change.old.start..<change.old.end, with: change.new)
    }
    #expect(result == new)
    let end = Array("b\n".utf8)
    #expect(lineChanges(from: old + end, to: old + Array("d\n".utf8) + end).count <= 2)
  }

  @Test func aSelectionInALongSumHasABoundedDepth() {
    let client = client("tintype 1\noutput source" + String(repeating: " + 1", count: 900) + "\n")
    var selection = client.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": .string(Self.uri)],
        "positions": [["line": 1, "character": 8]],
      ]
    ).elements.first
    var depth = 0
    while let outer = selection?["parent"] { (selection, depth) = (outer, depth + 1) }
    #expect((10...80).contains(depth))
    #expect(selection?["range"]?["start"] == ["line": 0, "character": 0])
  }

  @Test func selectionsGrow() {
    let client = client()
    let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    let places = text.indices.flatMap { line in (0...text[line].utf16.count).map { (line, $0) } }
    let selections = client.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": .string(Self.uri)],
        "positions": .array(places.map { ["line": JSONValue($0), "character": JSONValue($1)] }),
      ]
    ).elements
    #expect(selections.count == places.count)
    let positions = TextPositions(Array(Self.text.utf8), .utf16)
    for selection in selections {
      var inner = selection
      while let outer = inner["parent"], let a = positions.span(inner["range"]), let b = positions.span(outer["range"])
      {
        #expect(b.start <= a.start && a.end <= b.end && a != b)
        inner = outer
      }
    }
  }

  @Test func colorsAreWrittenAsTheyWere() {
    let client = client(Self.text.replacing("#c08060", with: "#c08060 + rgb(0.5, 0.25, 1)"))
    let colors = client.request("textDocument/documentColor", ["textDocument": ["uri": .string(Self.uri)]]).elements
    #expect(colors.map { $0["color"]?["red"] } == [.number(192.0 / 255), .number(0.5)])
    for (color, label) in zip(colors, ["#ff8000", "rgb(1, 0.502, 0)"]) {
      let offered = client.request(
        "textDocument/colorPresentation",
        [
          "textDocument": ["uri": .string(Self.uri)], "range": color["range"],
          "color": ["red": 1, "green": .number(128.0 / 255), "blue": 0, "alpha": 1],
        ])
      #expect(offered.elements.first?["label"]?.text == label)
    }
  }

  // MARK: Other files

  @Test func aParameterIsRenamedInThreeFiles() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    let files = [
      "grain.tint": header + "param amount: scalar = 0.5 in 0...1\noutput source * amount\n",
      "a.tint": header + "use \"grain.tint\" as grain\nset grain.amount = 0.2\noutput source |> grain()\n",
      "b.tint": header + "use \"grain.tint\" as g\noutput source |> g(amount: 0.3)\n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    func uri(_ name: String) -> String { FilePath(folder.path + "/" + name).fileURI }
    let client = EditorClient(root: FilePath(folder.path).fileURI)
    for name in ["grain.tint", "a.tint", "b.tint"] { client.open(uri(name), files[name] ?? "") }
    let edit = client.request("rename", uri("grain.tint"), at: "amount", 1, ["newName": "strength"])
    #expect(edit["changes"]?.members.count == 3)
    client.apply(edit)
    for name in files.keys {
      #expect(client.diagnostics(uri(name)) == [], "\(name)")
      #expect(client.texts[uri(name)]?.contains("amount") == false, "\(name)")
    }
    #expect(client.request("definition", uri("a.tint"), at: "strength", 1)["uri"]?.text == uri("grain.tint"))
  }

  @Test func anAliasIsFoundAndRenamed() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    let files = [
      "grain.tint": header + "param amount: scalar = 0.5 in 0...1\nkernel half(c: rgb) -> rgb { return c / 2 }\n"
        + "output source * amount\n",
      "a.tint": header + "use \"grain.tint\" as grain\nset grain.amount = 0.2\n"
        + "kernel k(c: rgb) -> rgb { let grain = c return grain }\nvariant \"v\" { grain.amount = 0.1 }\n"
        + "output grain.half(source) |> grain() |> k()\n",
      "b.tint":
        "tintype 1\nextends \"a.tint\"\nlook \"b\" { about \"B.\" working display }\noutput source |> grain()\n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    func uri(_ name: String) -> String { FilePath(folder.path + "/" + name).fileURI }
    let client = EditorClient(root: FilePath(folder.path).fileURI)
    for name in ["a.tint", "b.tint"] { client.open(uri(name), files[name] ?? "") }
    #expect(client.diagnostics(uri("a.tint")) == [] && client.diagnostics(uri("b.tint")) == [])
    #expect(client.request("definition", uri("a.tint"), at: "grain.half", 1)["uri"]?.text == uri("grain.tint"))
    #expect(
      client.request("hover", uri("a.tint"), at: "grain.half", 1)["contents"]?.text?.contains("look \"l\"")
        == true)
    let places = client.request("references", uri("a.tint"), at: "grain.half", 1).elements
    #expect(places.count == 6, "\(places)")
    #expect(client.request("documentHighlight", uri("a.tint"), at: "as grain", 4).elements.count == 5)
    let edit = client.request("rename", uri("a.tint"), at: "grain()", 1, ["newName": "dust"])
    client.apply(edit)
    #expect(
      client.texts[uri("a.tint")]
        == header + "use \"grain.tint\" as dust\nset dust.amount = 0.2\n"
        + "kernel k(c: rgb) -> rgb { let grain = c return grain }\nvariant \"v\" { dust.amount = 0.1 }\n"
        + "output dust.half(source) |> dust() |> k()\n")
    #expect(client.diagnostics(uri("a.tint")) == [] && client.diagnostics(uri("b.tint")) == [])
  }

  @Test func whatUsesAChangedFileIsCheckedAgain() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    let base = header + "param amount: scalar = 0.5 in 0...1\noutput source * amount\n"
    try folder.write(base, to: "grain.tint")
    try folder.write(header + "use \"grain.tint\" as grain\noutput source |> grain(amount: 0.2)\n", to: "a.tint")
    let (grain, user) = (FilePath(folder.path + "/grain.tint").fileURI, FilePath(folder.path + "/a.tint").fileURI)
    let client = EditorClient(root: FilePath(folder.path).fileURI)
    client.open(grain, base)
    #expect(client.diagnostics(user) == nil)
    client.change(grain, base.replacing("amount", with: "much"))
    #expect(client.diagnostics(user)?.first?["severity"] == 1)
    client.change(grain, base)
    #expect(client.diagnostics(user) == [])
  }

  /// An input of a kernel is named in the calls of other files.
  @Test func anInputIsRenamedInCallsOfOtherFiles() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    let kernel = header + "kernel dimmed(c: rgb, by: scalar) -> rgb { return c * by }\noutput dimmed(source, by: 0.5)\n"
    let user = header + "use \"a.tint\" as a\noutput a.dimmed(source, by: 0.25)\n"
    try folder.write(kernel, to: "a.tint")
    try folder.write(user, to: "b.tint")
    let (a, b) = (FilePath(folder.path + "/a.tint").fileURI, FilePath(folder.path + "/b.tint").fileURI)
    let client = EditorClient(root: FilePath(folder.path).fileURI)
    client.open(a, kernel)
    client.open(b, user)
    client.apply(client.request("rename", a, at: "by: scalar", 1, ["newName": "factor"]))
    #expect(client.texts[b]?.contains("factor: 0.25") == true)
    #expect(client.diagnostics(a) == [] && client.diagnostics(b) == [])
  }

  /// A rename never makes a name stand for something else, in any file and whatever declares the new name.
  @Test(arguments: [
    ("image aa = blur(source, 2%)\nimage bb = blur(aa, 2%)\noutput bb\n", "aa", "bb"),
    ("kernel k(c: rgb) -> rgb { return c * luma709(c) }\nlet w = 0.5\noutput k(source) * w\n", "w = 0.5", "luma709"),
    ("param aa: scalar = 1 in 0...1\noutput source * aa\n", "aa", "source"),
    ("param aa: scalar = 1 in 0...1\nparam bb: scalar = 1 in 0...1\noutput source * aa * bb\n", "aa", "bb"),
    ("kernel k(c: rgb) -> rgb {\n  var x = c\n  let y = c\n  x = y\n  return x\n}\noutput k(source)\n", "y = c", "x"),
  ])
  func renamesCaptureNothing(_ body: String, _ word: String, _ name: String) {
    let client = client("tintype 1\nlook \"x\" { about \"A.\" working display }\n" + body)
    guard case .object(var parameters) = client.at(Self.uri, word) else {
      Issue.record("a place is no object")
      return
    }
    parameters["newName"] = .string(name)
    #expect(client.answer("textDocument/rename", .object(parameters))["error"]?["code"] == -32803)
    parameters["newName"] = "é"
    #expect(client.answer("textDocument/rename", .object(parameters))["error"]?["code"] == -32602)
    parameters["newName"] = "free"
    client.apply(client.answer("textDocument/rename", .object(parameters))["result"])
    #expect(client.diagnostics(Self.uri)?.contains { $0["severity"] == 1 } == false)
  }

  /// Bodies of the library are typed on demand: a second analysis may know more of them than the first.
  @Test func bodiesOfTheLibraryAreNotCompared() {
    let text = """
      tintype 1
      look "x" { about "A." working linear-srgb }
      kernel k(c: rgb) -> rgb {
        let open = relit(c, 1)
        return mix(open, characteristic(silver(open), rgb(1.4)), 0.5)
      }
      output source |> k()

      """
    for library in ["hueTurned", "oklab", "dyed", "lumaMask"] {
      let client = client(text.replacing("silver(open)", with: "\(library)(open)"))
      #expect(client.request("rename", Self.uri, at: "open", 1, ["newName": "fresh"]) != .null)
    }
  }

  /// Kernels see no parameters, and a picture is not called.
  @Test func namesThatMeanSomethingElsewhereAreFree() {
    let client = client()
    client.apply(client.request("rename", Self.uri, at: "soft =", 1, ["newName": "blur"]))
    #expect(client.texts[Self.uri]?.contains("image blur = blur(source") == true)
    #expect(client.diagnostics(Self.uri)?.contains { $0["severity"] == 1 } == false)
    client.apply(client.request("rename", Self.uri, at: "by: scalar", 1, ["newName": "light"]))
    #expect(client.texts[Self.uri]?.contains("light: scalar = 0.25") == true)
  }

  @Test func aRenameRespectsTheNamesOfLookThatExtendIt() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    let base = header + "param one: scalar = 1 in 0...1\noutput source * one\n"
    try folder.write(base, to: "a.tint")
    try folder.write(
      header + "extends \"a.tint\"\nparam two: scalar = 1 in 0...1\noutput source * two\n", to: "b.tint")
    let uri = FilePath(folder.path + "/a.tint").fileURI
    let client = EditorClient(root: FilePath(folder.path).fileURI)
    client.open(uri, base)
    #expect(client.request("rename", uri, at: "one", 1, ["newName": "two"]) == .null)
    #expect(client.request("rename", uri, at: "one", 1, ["newName": "three"]) != .null)
  }

  @Test func diagnosticsOfAFileThatIsNotUsedAnyMoreAreTakenBack() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    try folder.write("tintype 1\noops\n", to: "b.tint")
    func uri(_ name: String) -> String { FilePath(folder.path + "/" + name).fileURI }
    let user = header + "use \"b.tint\" as b\noutput source |> b()\n"
    let client = EditorClient()
    client.open(uri("a.tint"), user)
    #expect(client.diagnostics(uri("b.tint"))?.isEmpty == false)
    client.change(uri("a.tint"), header + "output source\n")
    #expect(client.diagnostics(uri("b.tint")) == [])
    client.change(uri("a.tint"), user)
    #expect(client.diagnostics(uri("b.tint"))?.isEmpty == false)
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri("a.tint"))]])
    #expect(client.diagnostics(uri("b.tint")) == [])
  }

  /// Each of two recipes that use each other finds the cycle in the other one.
  @Test func aCycleIsReportedInOpenRecipes() throws {
    let folder = try ScratchFolder()
    func uri(_ name: String) -> String { FilePath(folder.path + "/" + name).fileURI }
    func text(_ other: String) -> String {
      "tintype 1\nlook \"l\" { about \"A.\" working display }\nuse \"\(other).tint\" as o\noutput source |> o()\n"
    }
    try folder.write(text("b"), to: "a.tint")
    try folder.write(text("a"), to: "b.tint")
    let client = EditorClient()
    client.open(uri("a.tint"), text("b"))
    client.open(uri("b.tint"), text("a"))
    for name in ["a.tint", "b.tint"] {
      #expect(client.diagnostics(uri(name))?.map { $0["code"] } == ["recipe-cycle"], "\(name)")
    }
    client.change(
      uri("b.tint"), text("a").replacing("use \"a.tint\" as o\noutput source |> o()", with: "output source"))
    #expect(client.diagnostics(uri("a.tint")) == [] && client.diagnostics(uri("b.tint")) == [])
  }

  @Test func aFileThatIsOnlyInTheEditorIsFound() throws {
    let folder = try ScratchFolder()
    let header = "tintype 1\nlook \"l\" { about \"A.\" working display }\n"
    func uri(_ name: String) -> String { FilePath(folder.path + "/" + name).fileURI }
    let client = EditorClient()
    client.open(uri("a.tint"), header + "use \"new.tint\" as new\noutput source |> new()\n")
    #expect(client.diagnostics(uri("a.tint"))?.first?["code"] == "missing-file")
    client.open(uri("new.tint"), header + "output source\n")
    #expect(client.diagnostics(uri("a.tint")) == [])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri("new.tint"))]])
    client.server.settle()
    #expect(client.diagnostics(uri("a.tint"))?.first?["code"] == "missing-file")
  }

  // MARK: Pictures

  @Test(.slow) func previewsOfOneNameLieInTwoFiles() throws {
    let client = client("tintype 1\nlook \"x\" { about \"A.\" working display }\noutput source\n")
    let uris = ["file:///one/x.tint", "file:///two/x.tint"]
    let shown = uris.map { uri -> JSONValue? in
      client.open(uri, client.texts[Self.uri] ?? "")
      return client.request("workspace/executeCommand", ["command": "tintype.preview", "arguments": [.string(uri)]])[
        "uri"]
    }
    #expect(shown[0] != nil && shown[1] != nil && shown[0] != shown[1])
  }

  @Test func expectationsSayWhetherTheyHold() {
    let client = client(Self.text + "expect neutral within 1\nexpect #000000 -> #ffffff within 1\n")
    let lenses = client.request("textDocument/codeLens", ["textDocument": ["uri": .string(Self.uri)]]).elements
    #expect(lenses.compactMap { $0["command"]?["title"]?.text } == ["Preview", "Test strip", "Test strip"])
    let verdicts = lenses.filter { $0["data"] != nil }.map { client.request("codeLens/resolve", $0) }
    #expect(verdicts.count == 2)
    for verdict in verdicts { #expect(verdict["command"]?["title"]?.text?.hasPrefix("does not hold: ") == true) }
  }

  @Test(.slow) func aPreviewIsAPictureOfTheLook() throws {
    let client = client("tintype 1\nlook \"x\" { about \"A.\" working display }\noutput source * 0 + #c08060\n")
    let result = client.request("tintype/preview", ["textDocument": ["uri": .string(Self.uri)], "longEdge": 90])
    #expect(result["width"] == 90 && result["height"] == 60)
    // "iVBORw0KGgo" is the beginning of every PNG in base64.
    #expect(result["data"]?.text?.hasPrefix("iVBORw0KGgo") == true)
    let shown = client.request(
      "workspace/executeCommand", ["command": "tintype.preview", "arguments": [.string(Self.uri)]])
    let file = try #require(shown["uri"]?.text.flatMap(FilePath.init(fileURI:)))
    let before = try readFile(file, atMost: 1 << 24)
    client.change(Self.uri, (client.texts[Self.uri] ?? "").replacing("#c08060", with: "#6080c0"))
    #expect(try readFile(file, atMost: 1 << 24) != before, "the preview follows")
  }
}
