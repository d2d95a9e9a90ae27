import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeImage
import TintypeJSON
import TintypeTestSupport

@testable import TintypeStudio

/// The text of each photo, looks that are pasted, and masks by hand.
@Suite struct WorkingTextsTests {
  private let folder: ScratchFolder
  private let states: ScratchFolder
  private let studio: Studio

  init() throws {
    (folder, states) = (try ScratchFolder(), try ScratchFolder())
    for name in ["a.png", "b.png", "c.png"] { try Self.draw(folder, name, RGB8(0xC0, 0x70, 0x40)) }
    studio = try Self.studio(folder, states)
  }

  private static func draw(_ folder: ScratchFolder, _ name: String, _ color: RGB8) throws {
    let picture = Bitmap(width: 96, height: 64, color: color)
    _ = try picture.write(to: FilePath(folder.path + "/" + name), quality: 90, ifExists: .overwrite)
  }

  private static func studio(_ folder: ScratchFolder, _ states: ScratchFolder) throws -> Studio {
    var start = Studio.Start(
      folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.stateFolder = FilePath(states.path)
    return try Studio(start)
  }

  private func get(
    _ path: String, _ query: [String: String] = [:], of studio: Studio? = nil
  ) async throws -> JSONValue {
    let response = await (studio ?? self.studio).answer(StudioRequest("GET", path, query: query))
    #expect(response.status == 200, "\(path): \(String(decoding: response.body, as: UTF8.self))")
    return try #require(JSONValue(parsing: response.body))
  }

  @discardableResult
  private func post(
    _ path: String, _ message: JSONValue, of studio: Studio? = nil, status: Int = 200
  ) async throws -> JSONValue {
    let response = await (studio ?? self.studio).answer(StudioRequest("POST", path, body: message.encoded))
    #expect(response.status == status, "\(path): \(String(decoding: response.body.prefix(300), as: UTF8.self))")
    return JSONValue(parsing: response.body) ?? .null
  }

  private func text(_ look: String) async throws -> String {
    try #require(try await get("api/look", ["name": look])["text"]?.text)
  }

  private func ids() async throws -> [String: String] {
    let photos = try await get("api/album", ["by": "name"])["photos"]?.elements ?? []
    return Dictionary(uniqueKeysWithValues: photos.map { ($0["name"]?.text ?? "", $0["id"]?.text ?? "") })
  }

  // MARK: Texts

  @Test func aTextOutlastsTheStudio() async throws {
    let ids = try await ids(), noir = try await text("noir")
    let id = JSONValue.string(ids["b.png"] ?? "")
    #expect(try await post("api/open", ["id": id])["text"] == nil)
    let past: JSONValue = [["name": "original", "text": "tintype 1\n", "start": "tintype 1\n"]]
    let message: JSONValue = [
      "id": id, "name": "noir", "text": .string(noir + "// Mine.\n"), "start": .string(noir), "past": past,
      "future": [],
    ]
    let kept = try await post("api/working", message)
    #expect(kept["edited"]?.text != nil)
    // The next studio of this folder begins with the photo that was opened last, and with its text.
    let next = try Self.studio(folder, states)
    let photo = try await get("api/start", of: next)["photo"]
    #expect(photo?["name"] == "b.png" && photo?["edited"] == kept["edited"])
    let own = try await post("api/open", ["id": id], of: next)
    #expect(own["text"] == .string(noir + "// Mine.\n") && own["start"] == .string(noir) && own["past"] == past)
    // Its thumbnail is through its own text; that of a photo without one is as it is.
    var bodies: [[UInt8]] = []
    for (name, key, value) in [("b.png", "own", ""), ("b.png", "look", "noir"), ("a.png", "own", "")] {
      let query = ["id": ids[name] ?? "", "edge": "64", key: value]
      bodies.append(await next.answer(StudioRequest("GET", "api/thumbnail", query: query)).body)
    }
    #expect(bodies[0] == bodies[1] && bodies[0] != bodies[2])
    // Another folder has other texts.
    let elsewhere = try ScratchFolder()
    try Self.draw(elsewhere, "b.png", RGB8(0xC0, 0x70, 0x40))
    let other = try Self.studio(elsewhere, states)
    #expect(try await get("api/start", of: other)["photo"] == nil)
    let photos = try await get("api/album", of: other)["photos"]?.elements
    #expect(photos?[0]["name"] == "b.png" && photos?[0]["edited"] == nil)
  }

  /// A text is replaced only by a page that knows it, or that replaces whatever is there.
  @Test func theTextOfAnotherWindowStays() async throws {
    let id = JSONValue.string(try await ids()["a.png"] ?? ""), noir = try await text("noir")
    func keep(_ number: Int, was: JSONValue?, status: Int = 200) async throws -> JSONValue? {
      // The clock of files has ticks of a few milliseconds.
      try await Task.sleep(for: .milliseconds(20))
      let message: JSONValue = [
        "id": id, "name": "noir", "text": .string(noir + "// \(number)\n"), "start": .string(noir), "was": was,
      ]
      return try await post("api/working", message, status: status)["edited"]
    }
    let first = try #require(try await keep(1, was: ""))
    _ = try await keep(2, was: "", status: 409)
    let own = try await post("api/open", ["id": id])
    #expect(own["edited"] == first && own["text"] == .string(noir + "// 1\n"))
    let second = try #require(try await keep(3, was: first))
    #expect(second != first)
    _ = try await keep(4, was: first, status: 409)
    _ = try await keep(5, was: nil)
    #expect(try await post("api/open", ["id": id])["text"] == .string(noir + "// 5\n"))
  }

  /// What is stored is only what the page sent for a photo that it may open.
  @Test func foreignPhotosAndTextsAreRefused() async throws {
    let noir = try await text("noir")
    let message: JSONValue = ["id": "0123456789abcdef", "name": "noir", "text": .string(noir)]
    for path in ["api/open", "api/working"] { try await post(path, message, status: 404) }
    let paste: JSONValue = ["ids": ["../../x"], "name": "noir", "text": .string(noir)]
    try await post("api/paste", paste, status: 404)
    let ids = try await ids(), id = JSONValue.string(ids["a.png"] ?? "")
    try await post("api/working", ["id": id, "name": "/etc/x.tint", "text": "tintype 1\n"], status: 400)
    #expect(states.names.isEmpty)
  }

  @Test func aPastedLookKeepsTheCrop() async throws {
    let ids = try await ids(), noir = try await text("noir"), sepia = try await text("sepia")
    func id(_ name: String) -> JSONValue { .string(ids[name] ?? "") }
    let framing: JSONValue = ["crop": [0.1, 0.2, 0.9, 0.8]]
    let cropped = try await post("api/frame", ["name": "noir", "text": .string(noir), "framing": framing])["text"]
    try await post("api/working", ["id": id("b.png"), "name": "noir", "text": cropped, "start": .string(noir)])
    let turned =
      try await post(
        "api/frame", ["name": "sepia", "text": .string(sepia), "framing": ["turn": 90]])["text"] ?? .null
    let pasted = try await post(
      "api/paste",
      [
        "ids": .array([id("b.png"), id("c.png")]), "name": "sepia", "text": turned, "start": .string(sepia),
      ])
    #expect(pasted["photos"]?.elements.count == 2 && pasted["photos"]?.elements[1]["edited"]?.text != nil)
    // Its own crop, none for one without, and a step that can be undone.
    let both = (try await post("api/open", ["id": id("b.png")]), try await post("api/open", ["id": id("c.png")]))
    #expect(both.0["text"]?.text?.contains("crop(from: vec2(0.1, 0.2), to: vec2(0.9, 0.8))") == true)
    #expect(both.0["text"]?.text?.contains("turn(") == false && both.0["past"]?.elements.last?["text"] == cropped)
    #expect(both.1["text"] == .string(sepia) && both.1["past"] == [])
  }

  @Test func ordersAndWords() async throws {
    let ids = try await ids()
    try await post("api/mark", ["id": .string(ids["c.png"] ?? ""), "add": ["Beach walk"]])
    func names(_ query: [String: String]) async throws -> [String] {
      try await get("api/album", query)["photos"]?.elements.compactMap { $0["name"]?.text } ?? []
    }
    #expect(try await names(["by": "name"]) == ["a.png", "b.png", "c.png"])
    #expect(try await names(["only": "walk beach"]) == ["c.png"])
    #expect(try await names(["only": "beach b.png"]) == [])
    #expect(try await names(["only": "A.PNG"]) == ["a.png"])
    #expect(try await names(["only": "name=b*"]) == ["b.png"])
    #expect(try await names(["only": "iso>=100 || lens"]) == [])
    let wrong = await studio.answer(StudioRequest("GET", "api/album", query: ["only": "isso>=100"]))
    #expect(wrong.status == 400 && String(decoding: wrong.body, as: UTF8.self).contains("iso"))
  }

  // MARK: Masks

  private func mask(_ name: String, _ text: String, _ mask: JSONValue, status: Int = 200) async throws -> JSONValue {
    try await post("api/mask", ["name": .string(name), "text": .string(text), "mask": mask], status: status)
  }

  private static let stroke: JSONValue = [
    "points": [[0.2, 0.3], [0.5, 0.4], [0.7, 0.3]], "radius": 0.1, "softness": 0.5,
  ]

  /// Every kind in looks of both working spaces: the text is formatted and has no error, the picture changes where the
  /// mask is, and without the masks it is the text of before.
  @Test(arguments: ["original", "minimal-life", "warm-negative", "adjust", "frame"]) func masks(_ look: String)
    async throws
  {
    let plain = try await text(look)
    let framed = try await post(
      "api/frame", ["name": .string(look), "text": .string(plain), "framing": ["crop": [0, 0, 0.5, 1]]])
    let before = try #require(framed["text"]?.text)
    var text = before
    for (kind, name) in [("gradient", "gradient1"), ("spot", "spot1"), ("brush", "brush1"), ("gradient", "gradient2")] {
      let made = try await mask(
        look, text,
        ["kind": .string(kind), "from": [0.5, 0.2], "to": [0.5, 0.7], "reach": 0.3, "stroke": Self.stroke])
      #expect(made["name"] == .string(name))
      text = try #require(made["text"]?.text)
    }
    let more = try await mask(look, text, ["name": "brush1", "stroke": Self.stroke])
    text = try #require(more["text"]?.text)
    #expect(text.contains("brush1Stroke2"))
    // Another photo gets the look alone. A crop that was taken back leaves parentheses.
    let left = try await post("api/plain", ["name": .string(look), "text": .string(text)])
    #expect(left["text"]?.text?.filter { !"()".contains($0) } == plain.filter { !"()".contains($0) })
    let seen = try await post("api/recipe", ["name": .string(look), "text": .string(text)])
    #expect(seen["diagnostics"]?.elements.filter { $0["severity"] == 1 } == [], "\(text)")
    let titles = seen["masks"]?.elements.compactMap { $0["title"]?.text }
    #expect(titles == ["Gradient 1", "Gradient 2", "Spot 1", "Brush 1"])
    // The crop stays the last step, and the formatter would write the text as it is, where it does so with the look.
    #expect(text.contains("\n  |> crop(from: vec2(0, 0), to: vec2(0.5, 1))\n"))
    for name in ["spot1", "gradient1", "brush1", "gradient2"] {
      text = try #require(try await mask(look, text, ["name": .string(name)])["text"]?.text)
    }
    #expect(text == before)
  }

  /// One stop doubles the light where a gradient is 1, and nothing changes where it is 0.
  @Test(arguments: ["linear-srgb", "display"]) func aGradientDoublesTheLight(_ space: String) async throws {
    let plain = "tintype 1\n\nlook \"plain\" {\n  about   \"As it is.\"\n  working \(space)\n}\n\noutput source\n"
    let made = try await mask("plain", plain, ["kind": "gradient", "from": [0.25, 0.5], "to": [0.75, 0.5]])
    let text = try #require(made["text"]?.text?.replacing("= 0.5ev", with: "= 1ev"))
    try Self.draw(folder, "gray.png", RGB8(0x60, 0x60, 0x60))
    let ids = try await ids()
    let message: JSONValue = [
      "id": .string(ids["gray.png"] ?? ""), "name": "plain", "text": .string(text), "edge": 96,
    ]
    let picture = await studio.answer(StudioRequest("POST", "api/preview", body: message.encoded)).body
    // A BMP of 24 bits.
    let row = 54 + 32 * 96 * 3
    try #require(picture.count > row + 95 * 3)
    func code(_ x: Int) -> UInt8 { picture[row + x * 3] }
    // 0x60 is 0.1170 of light, and twice that is the code 132.9.
    #expect(code(10) == 0x60 && code(90) == 133 && (0x61...132).contains(code(48)), "\(code(10)) \(code(90))")
  }

  /// A mask that the text uses in its own way cannot be left out.
  @Test func aMaskThatIsUsedElsewhereStays() async throws {
    let plain = try await text("original")
    let made = try await mask("original", plain, ["kind": "gradient", "from": [0.25, 0.5], "to": [0.75, 0.5]])
    let turned = try #require(made["text"]?.text?.replacing("dodged(gradient1", with: "dodged(1 - gradient1"))
    let left = try await post("api/plain", ["name": "original", "text": .string(turned)])
    #expect(left["text"] == .string(turned))
  }

  @Test func wrongMasksAreRefused() async throws {
    let plain = try await text("original")
    for wrong: JSONValue in [
      ["kind": "lasso"], ["kind": "gradient"], ["kind": "gradient", "from": [0.5], "to": [0.5, 0.5]],
      ["kind": "gradient", "from": [5, 0], "to": [0.5, 0.5]], ["kind": "brush"],
      ["kind": "brush", "stroke": ["points": []]], ["kind": "spot", "from": [0.5, 0.5], "reach": 0],
      ["kind": "brush", "stroke": ["points": [[0.5, 0.5]], "radius": 9]], ["name": "brush1", "stroke": Self.stroke],
      ["name": "spot7"], ["name": "a.*)"],
    ] { _ = try await mask("original", plain, wrong, status: 400) }
    let extending = "tintype 1\n\nlook \"mine\" { about \"Mine.\" }\n\nextends \"noir\"\n"
    _ = try await mask("mine", extending, ["kind": "brush", "stroke": Self.stroke], status: 400)
  }

  /// Undo of large recipes forgets the oldest texts; a file with more could not be read again.
  @Test func largeHistoriesFitIntoTheirFile() throws {
    let large = String(repeating: "\n", count: 300_000)
    let past = (0..<9).map { index -> JSONValue in ["name": .string("\(index)"), "text": .string(large)] }
    let kept = WorkingTexts.recent(past)
    #expect(kept.map { $0["name"]?.text } == ["6", "7", "8"])
    #expect(WorkingTexts.recent((0..<60).map { ["text": .string("\($0)")] }).count == 50)
  }
}
