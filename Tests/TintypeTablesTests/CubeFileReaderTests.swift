import Testing
import TintypeDiagnostics
import TintypeTestSupport

@testable import TintypeTables

/// `.cube` files as they come, right and wrong.
@Suite struct CubeFileReaderTests {
  @Test func readsAdobesForm() throws {
    let table = try read(
      """
      # made by hand
      TITLE "warm # evening"

      LUT_3D_SIZE 2
      DOMAIN_MIN 0 0.0 -1e-1
      DOMAIN_MAX 1 2 1.5E+0
      0 0 0
      1 0 0
      # among the numbers
      0 1 0
      \t1 1 0.5  # behind them
      0 0 1
      1.25 -0.5 +1
      .5 1. 1e0
      1 1 1
      """)
    let cube = table.stages[0]
    #expect(table.stages.count == 1)
    #expect(cube.shape == .cube)
    #expect(cube.edge == 2)
    #expect(cube.axes.map(\.low) == [0, 0, -0.1])
    #expect(cube.axes.map(\.high) == [1, 2, 1.5])
    #expect(cube.entries[1] == SIMD4(1, 0, 0, 0))
    #expect(cube.entries[3] == SIMD4(1, 1, 0.5, 0))
    #expect(cube.entries[5] == SIMD4(1.25, -0.5, 1, 0), "values outside of 0 to 1 are kept")
    #expect(cube.entries[6] == SIMD4(0.5, 1, 1, 0))
  }

  @Test func readsResolvesForm() throws {
    let table = try read(
      """
      LUT_1D_SIZE 3
      LUT_1D_INPUT_RANGE -0.5 1.5
      LUT_3D_SIZE 2
      LUT_3D_INPUT_RANGE 0.0 2.0
      0 0 0
      0.5 0.5 0.5
      2 2 2
      \((0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n"))
      """)
    #expect(table.stages.map(\.shape) == [.curves, .cube])
    #expect(table.stages[0].axes[2].low == -0.5)
    #expect(table.stages[1].axes[0].high == 2)
    // -0.5...1.5 becomes 0...2, bent in the middle, and the cube makes 0...1 of that.
    #expect(table([0.5, 1, 0]) == [0.25, 0.625, 0.125])
    #expect(table.exact([0.5, 1, 0]) == [0.25, 0.625, 0.125])
  }

  /// Adobe's domain is that of what comes first.
  @Test func takesTheDomainForTheCurvesBeforeACube() throws {
    let table = try read(
      "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MAX 4 4 4\n0 0 0\n1 1 1\n"
        + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n"))
    #expect(table([2, 1, 4]) == [0.5, 0.25, 1])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\r\n\r\n", " \t\n"]) func readsAnyLineEnd(_ end: String) throws {
    let lines = ["LUT_1D_SIZE 2", "0 0 0", "1 0.5 2"]
    let plain = try read(lines.joined(separator: "\n"))
    #expect(try read(lines.joined(separator: end) + end) == plain)
    #expect(try read("\u{feff}" + lines.joined(separator: end)) == plain)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0.0", -0.0), ("1", 1), ("+.25", 0.25), ("3.", 3), ("1e-3", 0.001), ("12.5E+2", 1250),
      ("0.1", 0.1), ("0.333333343", 0.333333343), ("16777217", 16_777_216), ("3.4028234e38", 3.4028234e38),
      ("1.17549435e-38", .leastNormalMagnitude), ("1e-45", .leastNonzeroMagnitude), ("1e-60", 0),
      ("-1e-999999999999", -0.0),
      ("0000000000000000000000000000.5", 0.5), ("0.00000000000000000000000000000000000001e38", 1),
      ("123456789012345678901234567890e-30", 0.12345679), ("0e999999", 0),
    ] as [(String, Float)])
  func readsNumbers(_ text: String, _ wanted: Float) throws {
    let table = try read("LUT_1D_SIZE 2\n\(text) 0 0\n1 1 1")
    #expect(table.stages[0].entries[0].x.bitPattern == wanted.bitPattern)
  }

  /// The C library rounds the decimal number itself; ours may be its neighbor once in millions.
  @Test func readsWhatTheLibraryReads() throws {
    var random = SplitMix64(seed: 6)
    var differences = 0
    let texts = (0..<60_000).map { _ -> String in
      let number = Double.random(in: -2...2, using: &random)
      return Bool.random(using: &random) ? "\(number)" : "\(Float(number))"
    }
    let rows = stride(from: 0, to: texts.count, by: 3).map { texts[$0..<$0 + 3].joined(separator: " ") }
    let table = try read("LUT_1D_SIZE \(rows.count)\n" + rows.joined(separator: "\n"))
    for (row, entry) in table.stages[0].entries.enumerated() {
      for lane in 0..<3 {
        let wanted = try #require(Float(texts[3 * row + lane]))
        if entry[lane] != wanted { differences += 1 }
        #expect(abs(entry[lane] - wanted) <= wanted.magnitude.ulp)
      }
    }
    #expect(differences <= 1)
  }

  @Test(
    arguments: [
      ("", "table-without-size", 1), ("0 0 0\n", "table-without-size", 1),
      ("TITLE \"x\"\n1 1 1", "table-without-size", 2),
      ("LUT_3D_SIZE", "table-size", 1), ("LUT_3D_SIZE 1\n", "table-size", 1), ("LUT_3D_SIZE 130", "table-size", 1),
      ("LUT_3D_SIZE -2", "table-size", 1), ("LUT_3D_SIZE 2.5", "table-size", 1), ("LUT_1D_SIZE 65537", "table-size", 1),
      ("LUT_3D_SIZE 99999999999999999999999", "table-size", 1), ("LUT_3D_SIZE 0x10", "table-size", 1),
      ("LUT_1D_SIZE 2 3", "table-line-too-long", 1), ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2", "table-keyword-twice", 2),
      ("TITLE a\nTITLE b", "table-keyword-twice", 2), ("LUT_3D_SISE 2", "table-keyword", 1),
      ("LUT_IN_VIDEO_RANGE\nLUT_3D_SIZE 2", "table-keyword", 1), ("<html>", "table-keyword", 1),
      ("LUT_1D_SIZE 2\n0 0 0\nDOMAIN_MIN 0 0 0\n1 1 1", "table-keyword-late", 3),
      ("LUT_1D_SIZE 2\n0 0\n1 1 1", "table-entry", 2), ("LUT_1D_SIZE 2\n0 0 0 0\n1 1 1", "table-entry", 2),
      ("LUT_1D_SIZE 2\n0,0 0,5 1,0\n1 1 1", "table-number", 2), ("LUT_1D_SIZE 2\n0 0 0x1\n1 1 1", "table-number", 2),
      ("LUT_1D_SIZE 2\n0 nan 0\n1 1 1", "table-number", 2), ("LUT_1D_SIZE 2\ninf 0 0", "table-number", 2),
      ("LUT_1D_SIZE 2\n-inf 0 0", "table-number", 2), ("LUT_1D_SIZE 2\n0 1e 0", "table-number", 2),
      ("LUT_1D_SIZE 2\n0 - 0", "table-number", 2), ("LUT_1D_SIZE 2\n0 1e39 0", "table-number-too-large", 2),
      ("LUT_1D_SIZE 2\n1e999999999 0 0", "table-number-too-large", 2),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", "table-entries", 4), ("LUT_1D_SIZE 2\n0 0 0\n", "table-entries", 3),
      ("LUT_3D_SIZE 129\n", "table-entries", 2), ("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0\n", "table-numbers-missing", 2),
      ("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0 0\n", "table-line-too-long", 2),
      ("LUT_1D_SIZE 2\nDOMAIN_MIN 0 1 0\n0 0 0", "table-range", 2),
      ("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 1 0\n", "table-range", 2),
      ("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1e-44\n", "table-range", 2),
      ("LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 2\n", "range-of-no-table", 2),
      ("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1\nDOMAIN_MAX 1 1 2\n", "table-range-twice", 2),
    ]) func saysWhatIsWrong(_ text: String, _ code: String, _ line: Int) throws
  {
    let diagnostic = try complaint(text)
    #expect(diagnostic.code == code)
    #expect(diagnostic.primary.location.position.line == line)
    #expect(!diagnostic.rendered.isEmpty)
  }

  /// Whatever the bytes are: a table or a complaint, and its places lie in the file.
  @Test func endsForAnyBytes() {
    var random = SplitMix64(seed: 9)
    let good = Array("LUT_3D_SIZE 2\nDOMAIN_MAX 1 2 3\n".utf8) + (0..<8).flatMap { _ in Array("0.5 1e-3 -7\r\n".utf8) }
    for turn in 0..<4000 {
      var bytes = good
      if turn.isMultiple(of: 4) {
        bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[place] = .random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          default: bytes.insert(Array("0123456789.eE+-# \n\rLDT_".utf8).randomElement(using: &random)!, at: place)
          }
        }
      }
      switch CubeFileReader.read(SourceFile(name: "x.cube", text: bytes), name: "x") {
      case .success(let table):
        #expect(table([0.3, .nan, 4]).allSatisfy { $0.isFinite })
      case .failure(let complaint):
        #expect(complaint.diagnostic.primary.location.span.end <= bytes.count)
        #expect(complaint.diagnostic.rendered.count < 4000)
      }
    }
  }

  private func read(_ text: String) throws -> ColorTable {
    try CubeFileReader.read(SourceFile(name: "x.cube", text: text), name: "x").get()
  }

  private func complaint(_ text: String) throws -> Diagnostic {
    guard case .failure(let complaint) = CubeFileReader.read(SourceFile(name: "x.cube", text: text), name: "x") else {
      throw Missing()
    }
    return complaint.diagnostic
  }

  private struct Missing: Error {}
}
