import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTestSupport

/// The pages to learn from: each recipe compiles without a warning, and each picture shows what the recipe above it
/// makes of the test scene.
@Suite(.slow) struct LearningPageTests {
  private static let documentation = TestFiles.packageRoot + "/Documentation/"

  /// A recipe and the picture below it.
  private struct Step: Sendable, CustomTestStringConvertible {
    let recipe: SourceFile
    /// The path of the picture; nil if the page shows none.
    let picture: String?
    var testDescription: String { picture ?? String(decoding: recipe.text, as: UTF8.self) }
  }

  /// The recipes of a page: `![…](Pictures/NAME.jpg)` belongs to the recipe before it.
  private static func steps(of page: String) -> [Step] {
    let text = String(decoding: TestFiles.bytes(of: documentation + page) ?? [], as: UTF8.self)
    return text.components(separatedBy: "```tint\n").dropFirst().map { part in
      let (recipe, after) = (part.components(separatedBy: "```\n")[0], part.components(separatedBy: "```\n")[1...])
      let picture = after.joined().firstMatch(of: /!\[[^\]]*\]\((?<path>[^)]+)\)/)
      return Step(
        recipe: SourceFile(name: page, text: recipe), picture: picture.map { documentation + String($0.path) })
    }
  }

  private static let steps = ["Tutorial.md", "Cookbook.md", "ComingFrom.md", "Cabinet.md"].flatMap(steps)

  @Test func thereAreRecipesAndPictures() {
    #expect(Self.steps.count > 35)
    #expect(Self.steps.count { $0.picture != nil } > 20)
  }

  private static let scene = TestScene(width: 360, height: 240).drawn(instruments: false)

  private static let table = "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()

  private static let folder = try? ScratchFolder()

  /// The table that the cookbook gives to a recipe from outside, as it prints it.
  private static let outerTable: FilePath? = {
    let page = String(decoding: TestFiles.bytes(of: documentation + "Cookbook.md") ?? [], as: UTF8.self)
    guard let lines = page.firstMatch(of: /```\n(?<table>LUT_3D_SIZE[^`]+)```/)?.table, let folder else { return nil }
    let path = folder.path + "/faded.cube"
    try? TestFiles.write(Array(lines.utf8), to: path)
    return FilePath(path)
  }()

  /// What the recipes lay over the photo: the light of a leak at the left, a depth where the hut and what is below the
  /// horizon are white, and a moon over hills.
  private static let plates: [String: FilePath] = [
    "plate": drawn("plate") { x, y in
      let near = max(0, 1 - (x * x + (y - 0.4) * (y - 0.4)) * 4)
      return (near, near * near * 0.55, near * near * near * 0.2)
    },
    "depth": drawn("depth") { x, y in
      let isHut = x < 0.19 && y > 0.56 + abs(x - 0.08) * 1.2
      let near = isHut ? 1 : min(max((y - 0.5) * 3, 0), 1)
      return (near, near, near)
    },
    "second": drawn("second") { x, y in
      let (across, down) = (x - 0.62, (y - 0.3) * 2 / 3)
      let moon = min(max((0.08 - (across * across + down * down).squareRoot()) * 90, 0), 1)
      let hill = min(max((y - 0.78 + (x - 0.3) * (x - 0.3) * 0.4) * 90, 0), 1)
      let sky = (0.06 + 0.5 * y * y, 0.1 + 0.35 * y * y, 0.25 + 0.2 * y)
      let lit = (sky.0 + (0.95 - sky.0) * moon, sky.1 + (0.93 - sky.1) * moon, sky.2 + (0.85 - sky.2) * moon)
      return (lit.0 * (1 - hill) + 0.03 * hill, lit.1 * (1 - hill) + 0.05 * hill, lit.2 * (1 - hill) + 0.07 * hill)
    },
  ]

  /// A picture by the color at each place, from 0 to 1.
  private static func drawn(_ name: String, _ color: (Double, Double) -> (Double, Double, Double)) -> FilePath {
    var picture = Bitmap(width: 180, height: 120)
    for row in 0..<120 {
      for column in 0..<180 {
        let (red, green, blue) = color((Double(column) + 0.5) / 180, (Double(row) + 0.5) / 120)
        picture[column, row] = RGB8(UInt8(red * 255), UInt8(green * 255), UInt8(blue * 255))
      }
    }
    let path = FilePath((folder?.path ?? "") + "/\(name).png")
    _ = try? picture.write(to: path, quality: 95, ifExists: .overwrite)
    return path
  }

  @Test(arguments: steps) private func rendersWhatThePageShows(_ step: Step) throws {
    let loader = MemoryLoader(for: step.recipe.name, files: ["film.cube": Array(Self.table.utf8)])
    let (look, diagnostics) = compile(step.recipe, loader: loader, withLints: true)
    #expect(diagnostics.map(\.rendered) == [])
    let plates = Dictionary(uniqueKeysWithValues: try #require(look).picturesToGive.map { ($0, Self.plates[$0]) })
    var open = try ConfiguredLook(#require(look))
    open.readsTables = true
    let film = try open.look.parameters.contains { $0.type == .lut } ? "film=\(#require(Self.outerTable))" : nil
    let configured = try open.setting(film.map { [SourceFile(name: "--set", text: $0)] } ?? [])
      .giving(pictures: plates.compactMapValues(\.self))
    let result = try Self.scene.rendered(through: configured, date: CivilDate("1998-08-24"), threads: 1)
    guard let picture = step.picture else { return }
    let folder = try ScratchFolder()
    let written = folder.path + "/picture.jpg"
    _ = try result.write(to: FilePath(written), quality: 85, ifExists: .error)
    if updatesGoldens {
      try TestFiles.write(#require(TestFiles.bytes(of: written)), to: picture)
    }
    // Another version of the JPEG library may round otherwise.
    let pictures = try [picture, written].map { try decoded($0) }
    try #require(pictures[0].width == pictures[1].width && pictures[0].height == pictures[1].height)
    #expect(BitmapDifference(pictures[0], pictures[1], gain: 1).mean < 0.2)
  }

  private func decoded(_ picture: String) throws -> Bitmap {
    let source = try #require(shippedLooks.first { $0.name == "original" })
    let original = ConfiguredLook(try #require(compile(source).look))
    return try DecodedPhoto(FilePath(picture)).rendered(through: original, threads: 1)
  }
}
