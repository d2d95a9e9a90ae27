import Foundation
import FoundationXML
import Testing
import Tintype
import TintypeExport
import TintypeIR
import TintypeTestSupport

/// Names and texts of an author are data in every export. `PassCase` has recipes of the same kind, which run.
@Suite struct AuthorTests {
  private static let looks = runsAllTests ? 400 : 12

  /// Of each kind of text, the lines that are comments, and those that are code.
  private static func exports(of look: ConfiguredLook) throws -> [(name: String, text: String)] {
    let filter = try ExportedFilter(look)
    return try [
      ("metal", filter.kernels), ("swift", filter.filter), ("dctl", ExportedDCTL(look).text),
      ("glsl", ExportedShader(look).text), ("wgsl.json", ExportedPasses(look, in: .wgsl).json),
    ]
  }

  /// No line and no comment ends in a backslash, and no text has control characters.
  @Test func commentsEndWithTheirLines() throws {
    for seed in 0..<UInt64(Self.looks) {
      for (name, text) in try Self.exports(of: OddRecipe.look(seed: seed, isSpatial: false)) {
        // Compilers pass over blanks at the end of a line.
        let lines = text.split(separator: "\n").map { $0.utf8.reversed().drop { $0 == UInt8(ascii: " ") } }
        #expect(!lines.contains { $0.first == UInt8(ascii: "\\") }, "\(seed) in \(name)")
        #expect(!lines.contains { $0.starts(with: "/??".utf8) }, "\(seed) in \(name)")
        let isForeign = { (scalar: Unicode.Scalar) in
          scalar != "\n" && [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        #expect(!text.unicodeScalars.contains(where: isForeign), "\(seed) in \(name)")
      }
    }
  }

  /// Each parameter has a uniform of its own, which the description names.
  @Test func parametersHaveNamesOfTheirOwn() throws {
    for seed in 0..<UInt64(Self.looks) {
      let look = try OddRecipe.look(seed: seed, isSpatial: true)
      let json = try JSONSerialization.jsonObject(with: Data(ExportedPasses(look).json.utf8)) as? [String: Any]
      let parameters = try #require(json?["parameters"] as? [[String: Any]])
      #expect(Set(parameters.compactMap { $0["name"] as? String }) == Set(look.look.parameters.map(\.name)))
      let uniforms = parameters.compactMap { $0["uniform"] as? String }
      #expect(Set(uniforms.map { $0.lowercased() }).count == look.look.parameters.count)
      let passes = (json?["passes"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      #expect(Set(passes.map { $0.lowercased() }).count == passes.count)
      for name in uniforms + passes.dropLast() {
        #expect(name.wholeMatch(of: /(param|pass)_[A-Za-z0-9]+(_[A-Za-z0-9]+)*/) != nil, "\(name)")
        #expect(name.utf8.count < 64)
      }
    }
  }

  @Test func tablesAreOneLineForEachComment() throws {
    let marks = String(repeating: "\u{200F}", count: 90)
    let recipe = SourceFile(
      name: "odd.tint",
      text: """
        tintype 1
        look "a \u{D4E}\\" & <b> \(String(repeating: "LUT_3D_SIZE 2 ", count: 60))\u{E000}\(marks)" { working display }
        param \(String(repeating: "longName", count: 100)): scalar = 0.5 in 0...1
        output source * \(String(repeating: "longName", count: 100))

        """)
    let look = try ColorLook(configured(recipe), without: [])
    for target in [ExportTarget.cube, .clf] {
      let table = try #require(try ExportedTable(look, to: target, size: .entries(17)).text)
      let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
      if target == .cube {
        #expect(lines.allSatisfy { $0.utf8.count <= 250 })
        #expect(
          lines.count { !$0.hasPrefix("#") } == 2 + 17 * 17 * 17 || lines.contains { $0.hasPrefix("LUT_1D_SIZE") })
      } else {
        #expect(XMLParser(data: Data(table)).parse(), "\(lines.prefix(5))")
      }
    }
  }
}
