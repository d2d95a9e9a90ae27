import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeStudio

/// What the loupe of the page gets.
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

  private func tile(_ text: String, at: [JSONValue], side: Int = 256) async throws -> StudioResponse {
    let start = JSONValue(parsing: await studio.answer(StudioRequest("GET", "api/start")).body)
    let message: JSONValue = [
      "id": try #require(start?["photo"]?["id"]), "name": "own", "text": .string("tintype 1\n" + text),
      "at": .array(at), "side": JSONValue(side),
    ]
    return await studio.answer(StudioRequest("POST", "api/tile", body: message.encoded))
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
    ([0.5, 0.5], 256, [322, 172], [256, 256]), ([0, 0.1], 256, [0, 0], [256, 256]),
    ([1, 1], 256, [644, 344], [256, 256]), ([0.5, 0.5], 720, [90, 0], [720, 600]),
  ])
  func aTileIsAPartOfTheResult(place: [Double], side: Int, from: [Int], sides: [Int]) async throws {
    let response = try await tile(
      "look \"own\" { working display }\noutput source", at: place.map { .number($0) }, side: side)
    #expect(response.status == 200)
    let answer = try #require(JSONValue(parsing: response.body))
    #expect(answer["size"]?.elements.compactMap(\.integer) == [900, 600])
    #expect(answer["from"]?.elements.compactMap(\.integer) == from)
    let jpeg = try #require(answer["jpeg"]?.text.flatMap { Data(base64Encoded: $0) })
    // Uncompressed it would be about three bytes a pixel.
    #expect(jpeg.count < sides[0] * sides[1])
    try folder.write(Array(jpeg), to: "tile.jpg")
    let shown = try DecodedPhoto(FilePath(folder.path + "/tile.jpg")).rendered(
      through: ConfiguredLook(named: "original"), threads: 1)
    #expect([shown.width, shown.height] == sides)
    #expect(mean(shown, scene, from: from) < 3)
  }

  /// Another text is another result, and a crop has its own size.
  @Test func aTileFollowsTheText() async throws {
    for (output, size) in [("source", [900, 600]), ("source |> crop(ratio: 1)", [600, 600]), ("source", [900, 600])] {
      let response = try await tile(
        "look \"own\" { working display }\noutput \(output)", at: [.number(0.5), .number(0.5)])
      #expect(JSONValue(parsing: response.body)?["size"]?.elements.compactMap(\.integer) == size)
    }
    #expect(try await tile("output nothing", at: [.number(0.5), .number(0.5)]).status == 422)
    for (at, side) in [([0.5], 256), ([0.5, 1.5], 256), ([0.5, 0.5], 8)] {
      let response = try await tile("look \"o\" {}\noutput source", at: at.map { .number($0) }, side: side)
      #expect(response.status == 400)
    }
  }
}
