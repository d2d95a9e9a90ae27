import Testing
import Tintype
import TintypeIR
import TintypeTables
import TintypeTestSupport

/// What `lut` and `lookup` mean.
@Suite struct TableTests {
  /// A table speaks of what a screen shows: the same file does the same to a stored color in either working space.
  @Test(arguments: ["display", "linear-srgb"]) func speaksOfDisplayValues(_ working: String) throws {
    let look = try compiled(working: working, "output source |> lookup(lut \"halves.cube\")")
    expectColor(look, [0.8, 0.4, 0.2], [0.4, 0.2, 0.1])
  }

  /// 0.5 of light is 0.7353570 on the screen: (0.5 * 1.055^2.4)^(1/2.4) as IEC 61966-2-1 has it.
  @Test func takesWorkingValuesOnDemand() throws {
    let text = "output source |> lookup(lut \"halves.cube\", values: .working)"
    expectColor(try compiled(working: "linear-srgb", text), [1, 1, 1], [0.7353570, 0.7353570, 0.7353570])
    expectColor(try compiled(working: "display", text), [1, 1, 1], [0.5, 0.5, 0.5])
  }

  @Test func goesThroughKernelsConstantsAndParameters() throws {
    let look = try compiled(
      working: "display",
      """
      param film: lut = lut "halves.cube"
      let paper = lut "swapped.cube"
      kernel twice(c: rgb, first: lut, second: lut = lut "swapped.cube") -> rgb {
        return lookup(lookup(c, first), table: second)
      }
      output twice(source, film)
      """)
    expectColor(look, [0.8, 0.4, 0.2], [0.1, 0.2, 0.4])
    #expect(look.program.tables.map(\.name) == ["halves.cube", "swapped.cube"])
    #expect(look.program.problems == [])
  }

  @Test func readsAFileOnce() throws {
    let look = try compiled(
      working: "display",
      "let a = lut \"halves.cube\"\nlet b = lut \"./halves.cube\"\noutput source |> lookup(a) |> lookup(b)")
    #expect(look.program.tables.count == 1)
    expectColor(look, [0.8, 0.4, 0.2], [0.2, 0.1, 0.05])
  }

  @Test func keepsAlphaAndMasks() throws {
    let look = try compiled(
      working: "display",
      "image mask = lookup(source, lut \"halves.cube\").g\noutput lookup(source * mask, lut \"halves.cube\")")
    let color = interpreted(look, [1, 1, 1, 0.5])
    #expect(color[3] == 0.5)
  }

  @Test func aTableThatTheRecipeDoesNotNameIsNoSetting() throws {
    let look = try compiled(working: "display", "param film: lut = lut \"halves.cube\"\noutput lookup(source, film)")
    let setting = SourceFile(name: "--set", text: "film=lut \"swapped.cube\"")
    let (values, diagnostics) = parameterValues(of: look, settings: [setting])
    #expect(diagnostics.map(\.code) == ["table-in-setting"])
    #expect(values == [[0]])
  }

  @Test func aVariantMayNameAnotherTable() throws {
    let look = try compiled(
      working: "display",
      """
      param film: lut = lut "halves.cube"
      variant "swapped" { film = lut "swapped.cube" }
      output lookup(source, film)
      """)
    let variant = try #require(look.variants.first)
    let values = parameterValues(of: look, variant: variant, settings: []).values
    expectColor(look, [0.8, 0.4, 0.2], [0.2, 0.4, 0.8], parameters: values)
  }

  /// Four cubes of 129 are more than a recipe may have.
  @Test(.slow) func countsTheEntriesOfAllTables() {
    let cube =
      Array("LUT_3D_SIZE 129\n".utf8) + Array(repeatElement(Array("0 0 0\n".utf8), count: 129 * 129 * 129).joined())
    let files = Dictionary(uniqueKeysWithValues: (0..<4).map { ("\($0).cube", cube) })
    let text = (0..<4).map { "let t\($0) = lut \"\($0).cube\"" }.joined(separator: "\n")
    let (_, diagnostics) = compile(
      SourceFile(name: "x.tint", text: "tintype 1\nlook \"x\" { working display }\n\(text)\noutput source"),
      loader: MemoryLoader(for: "x.tint", files: files))
    #expect(diagnostics.map(\.code) == ["too-many-tables"])
  }

  private func compiled(working: String, _ text: String) throws -> Look {
    func cube(_ row: (Int, Int, Int) -> String) -> [UInt8] {
      Array(("LUT_3D_SIZE 2\n" + (0..<8).map { row($0 & 1, $0 >> 1 & 1, $0 >> 2) + "\n" }.joined()).utf8)
    }
    let files = [
      "halves.cube": cube { "\(Double($0) / 2) \(Double($1) / 2) \(Double($2) / 2)" },
      "swapped.cube": cube { "\($2) \($1) \($0)" },
    ]
    let source = SourceFile(name: "x.tint", text: "tintype 1\nlook \"x\" { working \(working) }\n\(text)\n")
    let (look, diagnostics) = compile(source, loader: MemoryLoader(for: "x.tint", files: files))
    #expect(diagnostics.map(\.rendered) == [])
    return try #require(look)
  }

  private func interpreted(_ look: Look, _ color: [Double], parameters: [[Double]]? = nil) -> [Double] {
    Interpreter(look.program, parameters: parameters ?? look.parameters.map(\.defaultValue), width: 4, height: 4)
      .color(at: .init(color: color))
  }

  private func expectColor(_ look: Look, _ color: [Double], _ wanted: [Double], parameters: [[Double]]? = nil) {
    let found = interpreted(look, color + [1], parameters: parameters)
    for (found, wanted) in zip(found, wanted + [1]) { #expect(abs(found - wanted) <= 1e-6) }
  }
}
