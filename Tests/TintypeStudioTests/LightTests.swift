import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeStudio

/// Photos whose light is coded as PQ.
@Suite struct LightTests {
  private let folder: ScratchFolder
  private let studio: Studio

  init() throws {
    folder = try ScratchFolder()
    let scene = TestScene(width: 240, height: 160).drawn(instruments: false)
    let photo = FilePath(folder.path + "/pq.png")
    _ = try scene.write(to: photo, quality: 90, ifExists: .overwrite)
    var file = try #require(folder.bytes(of: "pq.png"))
    // Right behind the header: PQ with the primaries of BT.2020.
    file.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1, 0x4D, 0x23, 0x23, 0xFE], at: 33)
    try folder.write(file, to: "pq.png")
    var start = Studio.Start(
      folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.photo = photo
    studio = try Studio(start)
  }

  private func post(_ path: String, _ look: String) async throws -> StudioResponse {
    let start = JSONValue(parsing: await studio.answer(StudioRequest("GET", "api/start")).body)
    let id = try #require(start?["photo"]?["id"])
    let text = String(decoding: try #require(shippedLook(look)).text, as: UTF8.self)
    let message: JSONValue = [
      "id": id, "photo": id, "name": .string(look), "text": .string(text), "edge": 0, "format": "png",
    ]
    return await studio.answer(StudioRequest("POST", "api/" + path, body: message.encoded))
  }

  /// A look that reads light shows the photo as it is saved; another one refuses it as the render does.
  @Test func lightIsShownAsItIsSaved() async throws {
    let shown = try await post("preview", "warm-negative")
    #expect(shown.status == 200, "\(String(decoding: shown.body.prefix(300), as: UTF8.self))")
    #expect(try await post("save", "warm-negative").status == 200)
    let saved = try DecodedPhoto(FilePath(folder.path + "/pq-warm-negative.png")).rendered(
      through: ConfiguredLook(named: "original"), threads: 1)
    try #require(shown.body.count == 54 + saved.pixels.count)
    // Rows of blue, green and red. The file is in the photo's own primaries, so codes may be rounded differently.
    let differences = stride(from: 0, to: saved.pixels.count, by: 3).flatMap { place in
      (0..<3).map { abs(Int(shown.body[54 + place + 2 - $0]) - Int(saved.pixels[place + $0])) }
    }
    #expect(try #require(differences.max()) <= 3)
    let refusals = [try await post("preview", "tumble-down"), try await post("save", "tumble-down")]
    for refusal in refusals {
      #expect(refusal.status == 422)
      #expect(String(decoding: refusal.body, as: UTF8.self).contains("light is coded as PQ"))
    }
    // The page has no such light to draw with.
    #expect(try await post("passes", "warm-negative").status == 422)
    #expect(try await post("passes", "tumble-down").status == 200)
  }

  /// The photo itself is mapped to white.
  @Test func thePhotoItselfIsMapped() async throws {
    let start = JSONValue(parsing: await studio.answer(StudioRequest("GET", "api/start")).body)
    let query = ["id": try #require(start?["photo"]?["id"]?.text), "edge": "240"]
    let shown = await studio.answer(StudioRequest("GET", "api/photo", query: query))
    #expect(shown.status == 200, "\(String(decoding: shown.body.prefix(300), as: UTF8.self))")
    var options = RenderOptions()
    options.limits.onHighDynamicRange = .tonemap
    let mapped = FilePath(folder.path + "/mapped.png")
    _ = try renderPhoto(
      ConfiguredLook(named: "original"), from: FilePath(folder.path + "/pq.png"), to: mapped, options: options)
    let expected = try DecodedPhoto(mapped).rendered(through: ConfiguredLook(named: "original"), threads: 1)
    #expect(shown.body.count == 54 + expected.pixels.count)
    #expect(abs(Int(shown.body[54 + 2]) - Int(expected.pixels[0])) <= 3)
  }
}
