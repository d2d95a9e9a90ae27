import Foundation
import Testing
import TintypeTestSupport

/// The page about diagnostics for tools: what it shows is what the program prints, and it names every field.
@Suite struct DiagnosticsPageTests {
  private static let page =
    TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/Diagnostics.md").map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""

  private func block(_ kind: String) throws -> String {
    let start = try #require(Self.page.range(of: "```\(kind)\n"))
    let end = try #require(Self.page[start.upperBound...].range(of: "```"))
    return String(Self.page[start.upperBound..<end.lowerBound])
  }

  @Test func showsWhatIsPrinted() throws {
    let program = try Program()
    try program.folder.write(try block("tint"), to: "evening.tint")
    let result = try program("check", "--format", "json", "evening.tint")
    #expect(result.output == (try block("json")))
    #expect(result.errors.isEmpty)
    #expect(result.status == 65)
  }

  @Test func namesEveryField() throws {
    let fields = Set(try block("json").matches(of: /"(\w+)":/).map { String($0.output.1) })
    #expect(fields.count == 17)
    for field in fields { #expect(Self.page.contains("`\(field)`"), "\(field)") }
  }

  @Test func warningsAreObjectsToo() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"l\" { working display }\noutput sqrt(source - 0.1)\noutput saturate(source)\n", to: "two.tint")
    #expect(try program("check", "--format", "json", "two.tint").output.contains("\"severity\":\"error\""))
    try program.folder.write(
      "tintype 1\nlook \"l\" { working display }\noutput sqrt(saturate(saturate(source)) - 0.1)\n", to: "two.tint")
    let result = try program("check", "--format", "json", "two.tint")
    #expect(result.status == 0)
    let codes = try result.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["code"] as? String
    }
    #expect(codes == ["needless-clamp", "sqrt-of-negative"])
  }
}
