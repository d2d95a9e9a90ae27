import Foundation
import Testing
import TintypeJSON
import TintypeTestSupport

@testable import TintypeLanguageServer

/// What editors load from the folder `Editors`.
@Suite struct EditorFolderTests {
  /// The snippets of Visual Studio Code are the completions of declarations.
  @Test func snippetsAreThoseOfTheServer() throws {
    let client = EditorClient(capabilities: [
      "textDocument": ["completion": ["completionItem": ["snippetSupport": true]]]
    ])
    client.open("untitled:x", "")
    let items = client.request(
      "textDocument/completion", ["textDocument": ["uri": "untitled:x"], "position": ["line": 0, "character": 0]])
    let snippets = (items["items"]?.elements ?? []).compactMap { item -> (String, JSONValue?)? in
      guard let label = item["label"]?.text, let text = item["textEdit"]?["newText"]?.text else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return (label, ["prefix": .string(label), "body": JSONValue(lines)])
    }
    let file = "Editors/vscode/snippets.json"
    let wanted = JSONValue.object(JSONObject(snippets))
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/" + file))
    #expect(JSONValue(parsing: bytes) == wanted, "\(file) should be \(String(decoding: wanted.encoded, as: UTF8.self))")
    #expect(snippets.count > 10)
  }

  @Test(arguments: ["package.json", "language-configuration.json", "tintype.tmLanguage.json"])
  func filesAreJSON(_ name: String) throws {
    let bytes = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Editors/vscode/" + name))
    #expect(JSONValue(parsing: bytes) != nil)
  }

  // MARK: Grammars

  private static let grammar: JSONValue =
    TestFiles.bytes(of: TestFiles.packageRoot + "/Grammar/tintype.tmLanguage.json").flatMap { JSONValue(parsing: $0) }
    ?? .null

  /// Sublime Text reads the same grammar as a property list, and Kate its rules in a form of its own.
  /// `TINTYPE_UPDATE_GOLDENS=1 swift test` writes them anew.
  @Test(arguments: [
    ("sublime/Tintype.tmLanguage", propertyList(of: grammar)), ("kate/tintype.xml", kateSyntax(of: grammar)),
  ])
  func grammarsAreThatOfTheLanguage(_ file: String, _ text: String) throws {
    let path = TestFiles.packageRoot + "/Editors/" + file
    if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_GOLDENS"] == "1" {
      try TestFiles.write(Array(text.utf8), to: path)
    }
    #expect(TestFiles.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } == text, "the file is stale")
  }

  private static func propertyList(of grammar: JSONValue) -> String {
    func lines(_ value: JSONValue) -> [String] {
      switch value {
      case .array(let values): ["<array>"] + values.flatMap(lines).map { "  " + $0 } + ["</array>"]
      case .object:
        ["<dict>"]
          + value.members.filter { $0.0 != "$schema" }.flatMap { key, value in
            ["<key>\(key)</key>"] + lines(value)
          }.map { "  " + $0 } + ["</dict>"]
      default: ["<string>\((value.text ?? "").escapedForXML)</string>"]
      }
    }
    let head = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
      "<plist version=\"1.0\">",
    ]
    return (head + lines(grammar) + ["</plist>", ""]).joined(separator: "\n")
  }

  private static func kateSyntax(of grammar: JSONValue) -> String {
    let rules = (grammar["patterns"]?.elements ?? []).compactMap { pattern in
      pattern["include"]?.text.flatMap { grammar["repository"]?[String($0.dropFirst())] }
    }
    func regular(_ rule: JSONValue, _ pattern: String?, _ context: String = "#stay") -> String {
      let scope = rule["name"]?.text ?? rule["captures"]?["1"]?["name"]?.text ?? ""
      let attributes = "attribute=\"\(kateStyle(of: scope))\" context=\"\(context)\""
      return "<RegExpr \(attributes) String=\"\((pattern ?? "").escapedForXML)\"/>"
    }
    var (first, others): ([String], [String]) = ([], [])
    for rule in rules {
      guard let begin = rule["begin"]?.text else {
        first.append(regular(rule, rule["match"]?.text))
        continue
      }
      let name = "inside\(others.count)"
      first.append(regular(rule, begin, name))
      let style = kateStyle(of: rule["name"]?.text ?? "")
      others.append("<context name=\"\(name)\" attribute=\"\(style)\" lineEndContext=\"#pop\">")
      others += (rule["patterns"]?.elements ?? []).map { "  " + regular($0, $0["match"]?.text) }
      others += ["  " + regular(rule, begin, "#pop"), "</context>"]
    }
    let styles = Set(kateStyles.map(\.style) + ["Normal"]).sorted()
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<!DOCTYPE language>",
      "<language name=\"Tintype\" section=\"Sources\" extensions=\"*.tint\" version=\"1\" kateversion=\"5.0\">",
      "<highlighting>", "<contexts>", "<context name=\"recipe\" attribute=\"Normal\" lineEndContext=\"#stay\">",
    ]
    lines += first.map { "  " + $0 } + ["</context>"] + others + ["</contexts>", "<itemDatas>"]
    lines +=
      styles.map { "  <itemData name=\"\($0)\" defStyleNum=\"ds\($0)\"/>" } + ["</itemDatas>", "</highlighting>"]
    lines += ["<general><comments><comment name=\"singleLine\" start=\"//\"/></comments></general>", "</language>", ""]
    return lines.joined(separator: "\n")
  }

  /// Kate's styles by the beginnings of scopes; the first that fits counts.
  private static let kateStyles: [(scope: String, style: String)] = [
    ("comment.line.documentation", "Documentation"), ("comment", "Comment"), ("string", "String"),
    ("constant.character", "SpecialChar"), ("constant.numeric", "DecVal"), ("constant", "Constant"),
    ("keyword.control", "ControlFlow"), ("keyword.operator", "Operator"), ("keyword", "Keyword"),
    ("storage", "Keyword"), ("support.function", "BuiltIn"), ("support.type", "DataType"), ("entity", "Function"),
  ]

  private static func kateStyle(of scope: String) -> String {
    kateStyles.first { scope.hasPrefix($0.scope) }?.style ?? "Normal"
  }

  /// Kate's own highlighter reads the rules and colors a recipe by them.
  @Test(.whereInstalled("kate-syntax-highlighter")) func kateColorsARecipe() throws {
    let folder = try ScratchFolder()
    let rules = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Editors/kate/tintype.xml"))
    let data = folder.path + "/data/org.kde.syntax-highlighting/syntax"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try TestFiles.write(rules, to: data + "/tintype.xml")
    try folder.write("tintype 1\n// allow: x (y)\nlet a = 0.5 \"say \\\"a\\\"\" // end\n", to: "x.tint")
    let result = try runProgram(
      "/bin/sh",
      ["-c", "XDG_DATA_HOME=data kate-syntax-highlighter -s Tintype --output-format ansi256Colors x.tint"],
      in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let words = result.output.matches(of: #/\u{1B}\[[0-9;]+m([^\u{1B}]+)/#).map { String($0.output.1) }
    #expect(words.contains("tintype") && words.contains("0.5") && words.contains { $0.contains("// end") }, "\(words)")
  }

  /// What Visual Studio Code and its relatives check of a folder when they load it.
  @Test func extensionIsWhole() throws {
    func file(_ name: String) throws -> JSONValue {
      try #require(
        TestFiles.bytes(of: TestFiles.packageRoot + "/Editors/vscode/" + name).flatMap { JSONValue(parsing: $0) },
        "\(name)")
    }
    let package = try file("package.json")
    for key in ["name", "publisher", "version", "displayName"] { #expect(package[key]?.text?.isEmpty == false) }
    #expect(package["name"]?.text?.wholeMatch(of: #/[a-z0-9-]+/#) != nil)
    #expect(package["version"]?.text?.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
    #expect(package["engines"]?["vscode"]?.text?.wholeMatch(of: #/\^\d+\.\d+\.\d+/#) != nil)
    let contributions = try #require(package["contributes"])
    let languages = contributions["languages"]?.elements ?? []
    let ids = languages.compactMap { $0["id"]?.text }
    #expect(ids == ["tintype"] && languages[0]["extensions"]?.texts == [".tint"])
    for kind in ["grammars", "snippets"] {
      for entry in contributions[kind]?.elements ?? [] {
        #expect(ids.contains(entry["language"]?.text ?? ""), "\(kind)")
        _ = try file(String(try #require(entry["path"]?.text).dropFirst(2)))
      }
    }
    let grammar = try file("tintype.tmLanguage.json")
    #expect(contributions["grammars"]?.elements.first?["scopeName"] == grammar["scopeName"])
    let configuration = try file(String(try #require(languages[0]["configuration"]?.text).dropFirst(2)))
    #expect(configuration["comments"]?["lineComment"] == "//")
    for pair in configuration["brackets"]?.elements ?? [] { #expect(pair.texts?.count == 2) }
    for pair in configuration["autoClosingPairs"]?.elements ?? [] {
      #expect(pair["open"]?.text != nil && pair["close"]?.text != nil)
    }
    for (_, rule) in configuration["indentationRules"]?.members ?? [] {
      #expect(throws: Never.self) { try Regex(rule.text ?? "(") }
    }
    for (name, snippet) in try file("snippets.json").members {
      #expect(snippet["prefix"]?.text == name && snippet["body"]?.texts?.isEmpty == false)
    }
  }
}

extension String {
  fileprivate var escapedForXML: String {
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(self) { $0.replacing($1.0, with: $1.1) }
  }
}
