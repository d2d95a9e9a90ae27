import Foundation
import Testing
import Tintype
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeStudio

/// A pack in the album's folder is offered like a recipe, with the files in it, and stays as it is.
@Suite struct PackTests {
  private let folder: ScratchFolder
  private let studio: Studio

  init() throws {
    folder = try ScratchFolder()
    try folder.write("LUT_1D_SIZE 2\n0 0 0\n0.5 0.5 0.5\n", to: "half.cube")
    try folder.write(
      "tintype 1\nlook \"own\" { working display }\nlet t = lut \"half.cube\"\noutput lookup(source, t)\n",
      to: "own.tint")
    let pack = try LookPack(findRecipe(folder.path + "/own.tint"))
    _ = try pack.write(to: FilePath(folder.path + "/set.tintpack"), ifExists: .error)
    for name in ["own.tint", "half.cube"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    studio = try Studio(
      Studio.Start(
        folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path)))
  }

  private func answer(_ request: StudioRequest, status: Int = 200) async throws -> JSONValue {
    let response = await studio.answer(request)
    #expect(response.status == status, "\(String(decoding: response.body.prefix(300), as: UTF8.self))")
    return try #require(JSONValue(parsing: response.body))
  }

  @Test func packsAreOffered() async throws {
    let name = folder.path + "/set.tintpack/own.tint"
    let look = try await answer(StudioRequest("GET", "api/start"))["looks"]?.elements.first
    #expect(look?["name"]?.text == name && look?["title"] == "own" && look?["group"] == "Your recipes")
    let text = try #require(try await answer(StudioRequest("GET", "api/look", query: ["name": name]))["text"]?.text)
    let recipe: JSONValue = ["name": .string(name), "text": .string(text)]
    let checked = try await answer(StudioRequest("POST", "api/recipe", body: recipe.encoded))
    #expect(checked["diagnostics"]?.elements.isEmpty == true, "\(checked)")
    let before = folder.bytes(of: "set.tintpack")
    let kept = try await answer(StudioRequest("POST", "api/keep", body: recipe.encoded), status: 422)
    #expect(kept["error"]?.text?.contains("lies in a pack") ?? false, "\(kept)")
    #expect(folder.bytes(of: "set.tintpack") == before)
  }
}
