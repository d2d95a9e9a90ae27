import Foundation
import Testing
import TintypeDiagnostics

@Suite struct DiagnosticJSONTests {
  @Test func isOneValidObjectOnOneLine() throws {
    let file = SourceFile(name: "a \"b\".tint", text: "é\tx\nsecond \u{1}line")
    let place = SourceLocation(file, Span(4, 10))
    let diagnostic = Diagnostic(
      code: "some-code", severity: .warning, message: "a \\ and a \"quote\"", primary: .init(place, "here\n"),
      related: [.init(SourceLocation(file, Span(0, 2)), "there")], notes: ["n1", "n2"],
      fixIts: [.init("do", replace: place, with: "\u{7}new")])
    #expect(!diagnostic.json.contains("\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(diagnostic.json.utf8)) as? [String: Any])
    #expect(object["code"] as? String == "some-code")
    #expect(object["severity"] as? String == "warning")
    #expect(object["message"] as? String == "a \\ and a \"quote\"")
    #expect(object["notes"] as? [String] == ["n1", "n2"])
    let primary = try #require(object["primary"] as? [String: Any])
    #expect(primary["file"] as? String == "a \"b\".tint")
    #expect(primary["label"] as? String == "here\n")
    let start = try #require(primary["start"] as? [String: Int])
    #expect(start == ["offset": 4, "line": 1, "column": 4])
    let end = try #require(primary["end"] as? [String: Int])
    #expect(end == ["offset": 10, "line": 2, "column": 6])
    let fixes = try #require(object["fixes"] as? [[String: Any]])
    #expect(fixes.first?["replacement"] as? String == "\u{7}new")
  }
}
