import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeOptimizer

/// The two looks that all began with keep a grain of one pixel, and can have that of the pictures their app saved.
@Suite struct SeedGrainTests {
  @Test(arguments: ["minimal-life", "tumble-down"])
  func isSoManyPixelsWide(_ name: String) throws {
    let look = try TestedLook(name)
    let gray = Bitmap(width: 30, height: 30, color: RGB8(128, 128, 128))
    let fine = try look(gray)
    let wide = try look(gray, ["grainScale": 3])
    for y in 0..<30 {
      for x in 0..<30 { #expect(wide[x, y] == fine[x / 3, y / 3]) }
    }
  }

  /// A disabled effect costs nothing, although a spatial step needs a separate pass.
  @Test(arguments: ["minimal-life", "tumble-down"])
  func isOnePass(_ name: String) throws {
    let look = try TestedLook(name).look
    let plain = Pipeline.run(look.program, parameters: look.parameters.map(\.defaultValue), sourceIsOpaque: true)
    let wide = look.parameters.map { $0.name == "grainScale" ? [3] : $0.defaultValue }
    #expect(!plain.description.contains("sample"))
    #expect(Pipeline.run(look.program, parameters: wide, sourceIsOpaque: true).description.contains("sample"))
  }
}
