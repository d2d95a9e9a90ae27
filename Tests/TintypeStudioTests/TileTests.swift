import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeStudio

/// What the page gets at 1:1 and for its loupe.
@Suite struct TileTests {
  private let folder: ScratchFolder
  private let studio: Studio
  private let scene = TestScene(width: 900, height: 600).drawn(instruments: false)

  init() throws {
    folder = try ScratchFolder()
    let photo = FilePath(folder.path + "/scene.png")
    _ = try scene.write(to: photo, quality: 90, ifExists: .overwrite)
    var start = Studio.Start(
      folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.photo = photo
    studio = try Studio(start)
  }

  private func tile(_ output: String, _ place: [String: [Double]]) async throws -> StudioResponse {
    let start = JSONValue(parsing: await studio.answer(StudioRequest("GET", "api/start")).body)
    let id = try #require(start?["photo"]?["id"]?.text)
    let text = "tintype 1\nlook \"own\" { working display }\noutput \(output)"
    let places = place.mapValues { numbers in "[\(numbers.map { "\($0)" }.joined(separator: ", "))]" }
    let values = places.merging(["id": "\"\(id)\"", "name": "\"own\"", "text": text.debugDescription]) { own, _ in own }
    let message = "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    return await studio.answer(StudioRequest("POST", "api/tile", body: Array(message.utf8)))
  }

  private func picture(_ response: StudioResponse) throws -> Bitmap {
    #expect(response.status == 200 && response.type == "image/jpeg")
    try folder.write(response.body, to: "tile.jpg")
    return try DecodedPhoto(FilePath(folder.path + "/tile.jpg")).rendered(
      through: ConfiguredLook(named: "original"), threads: 1)
  }

  private func mean(_ picture: Bitmap, _ other: Bitmap, from: [Int]) -> Double {
    var sum = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        sum += abs(Int(picture[x, y].green) - Int(other[x + from[0], y + from[1]].green))
      }
    }
    return Double(sum) / Double(picture.width * picture.height)
  }

  /// Around the middle, at the edges and where it is larger than the result, pixel by pixel.
  @Test(arguments: [
    (["at": [0.5, 0.5], "sides": [256, 256]], [322, 172], [256, 256]),
    (["at": [0, 0.1], "sides": [256, 128]], [0, 0], [256, 128]),
    (["at": [1, 1], "sides": [256, 256]], [644, 344], [256, 256]),
    (["at": [0.5, 0.5], "sides": [720, 720]], [90, 0], [720, 600]),
    (["from": [33, 71], "sides": [97, 31]], [33, 71], [97, 31]),
    (["from": [850, 590], "sides": [97, 31]], [803, 569], [97, 31]),
  ])
  func aTileIsAPartOfTheResult(place: [String: [Double]], from: [Int], sides: [Int]) async throws {
    let response = try await tile("source", place)
    #expect(response.fields["Tintype-Part"] == "\(from[0]) \(from[1]) 900 600")
    // Uncompressed it would be three bytes a pixel.
    #expect(response.body.count < sides[0] * sides[1] + 2000)
    let shown = try picture(response)
    #expect([shown.width, shown.height] == sides)
    #expect(mean(shown, scene, from: from) < 3)
  }

  /// What looks around itself sees beyond the edges of a tile: tiles side by side have no seams.
  @Test func tilesHaveNoSeams() async throws {
    let photo = try DecodedPhoto(FilePath(folder.path + "/scene.png"))
    let text = "tintype 1\nlook \"soft\" { working display }\noutput blur(source, radius: 4%) |> turn(by: 90deg)"
    let source = SourceFile(name: "soft", text: text)
    let look = ConfiguredLook(try #require(compile(source).look), recipe: source)
    let whole = try photo.rendered(through: look, threads: 2)
    let render = try photo.partial(through: look)
    #expect([render.width, render.height] == [600, 900] && whole.width == 600)
    for (columns, rows) in [(0..<64, 0..<64), (231..<432, 500..<517), (599..<600, 0..<900), (1..<599, 899..<900)] {
      let part = try render.part(columns: columns, rows: rows, threads: 2)
      let pixels = rows.flatMap { row in
        whole.pixels[3 * (row * 600 + columns.lowerBound)..<3 * (row * 600 + columns.upperBound)]
      }
      #expect(part.pixels == pixels, "\(columns) \(rows)")
    }
  }

  /// Another text is another result, and a crop has its own size.
  @Test func aTileFollowsTheText() async throws {
    let place = ["at": [0.5, 0.5], "sides": [256, 256]]
    for (output, size) in [("source", "900 600"), ("source |> crop(ratio: 1)", "600 600"), ("source", "900 600")] {
      let fields = try await tile(output, place).fields
      #expect(fields["Tintype-Part"]?.hasSuffix(size) == true, "\(fields)")
    }
    #expect(try await tile("nothing", place).status == 422)
    let wrong: [[String: [Double]]] = [
      ["at": [0.5], "sides": [256, 256]], ["at": [0.5, 1.5], "sides": [256, 256]], ["at": [0.5, 0.5], "sides": [256]],
      ["at": [0.5, 0.5], "sides": [0, 256]], ["at": [0.5, 0.5], "sides": [8192, 8192]], ["sides": [256, 256]],
      ["from": [-1, 0], "sides": [256, 256]],
    ]
    for place in wrong { #expect(try await tile("source", place).status == 400, "\(place)") }
  }
}
