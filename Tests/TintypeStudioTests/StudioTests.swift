import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExplanation
import TintypeIR
import TintypeImage
import TintypeJSON
import TintypeLanguageServer
import TintypeTestSupport

@testable import TintypeStudio

/// Requests of the page, and their responses.
@Suite struct StudioTests {
  private let folder: ScratchFolder
  private let studio: Studio

  init() throws {
    folder = try ScratchFolder()
    try Self.draw(folder, "scene.jpg")
    var start = Studio.Start(
      folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.photo = FilePath(folder.path + "/scene.jpg")
    start.threads = 2
    studio = try Studio(start)
  }

  private static func draw(_ folder: ScratchFolder, _ name: String) throws {
    let scene = TestScene(width: 240, height: 160).drawn(instruments: false)
    _ = try scene.write(to: FilePath(folder.path + "/" + name), quality: 90, ifExists: .overwrite)
  }

  private func get(_ path: String, _ query: [String: String] = [:], status: Int = 200) async throws -> JSONValue {
    let response = await studio.answer(StudioRequest("GET", path, query: query))
    #expect(response.status == status, "\(path): \(String(decoding: response.body, as: UTF8.self))")
    return try #require(JSONValue(parsing: response.body))
  }

  private func post(_ path: String, _ message: JSONValue, status: Int = 200) async throws -> JSONValue {
    let response = await studio.answer(StudioRequest("POST", path, body: message.encoded))
    #expect(response.status == status, "\(path): \(String(decoding: response.body.prefix(300), as: UTF8.self))")
    return JSONValue(parsing: response.body) ?? .null
  }

  private func text(_ look: String) async throws -> String {
    try #require(try await get("api/look", ["name": look])["text"]?.text)
  }

  private var photo: String {
    get async throws { try #require(try await get("api/start")["photo"]?["id"]?.text) }
  }

  // MARK: The page

  @Test func thePageIsSmallAndWhole() async throws {
    let page = String(decoding: await studio.answer(StudioRequest("GET", "")).body, as: UTF8.self)
    let named = page.matches(of: /(?:src|href)="([a-z.]+)"/).map { String($0.output.1) }
    #expect(named == ["style.css", "app.js"])
    var (seen, waiting, bytes) = (Set<String>(), named, page.utf8.count)
    while let file = waiting.popLast() {
      guard seen.insert(file).inserted else { continue }
      let response = await studio.answer(StudioRequest("GET", file))
      #expect(response.status == 200, "\(file)")
      bytes += response.body.count
      let imports = String(decoding: response.body, as: UTF8.self).matches(of: /from "\.\/([a-z.]+)"/)
      waiting += imports.map { String($0.output.1) }
    }
    #expect(seen.count > 6 && bytes < 190_000, "\(bytes) bytes")
    // Nothing comes from elsewhere.
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  /// WCAG 2.2, 1.4.3: text has a contrast of 4.5 at least, dark and light.
  @Test(arguments: [":root {", ":root.light {"]) func textsCanBeRead(_ theme: String) async throws {
    let style = String(decoding: await studio.answer(StudioRequest("GET", "style.css")).body, as: UTF8.self)
    let block = style.components(separatedBy: theme).dropFirst().first?.components(separatedBy: "}").first ?? ""
    let pairs = block.matches(of: /--([a-z-]+): #([0-9a-f]{6})/).map { (String($0.output.1), String($0.output.2)) }
    let colors = Dictionary(pairs) { first, _ in first }
    func luminance(_ name: String) throws -> Double {
      let number = try #require(colors[name].flatMap { Int($0, radix: 16) }, "\(name)")
      let codes = [16, 8, 0].map { Double((number >> $0) & 255) / 255 }
      let light = codes.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    }
    func contrast(_ a: String, _ b: String) throws -> Double {
      let both = [try luminance(a), try luminance(b)].sorted()
      return (both[1] + 0.05) / (both[0] + 0.05)
    }
    for text in ["ink", "soft", "accent", "bad", "warn"] {
      for ground in ["ground", "panel", "raised"] { #expect(try contrast(text, ground) >= 4.5, "\(text) on \(ground)") }
    }
    for text in ["keyword", "number", "string", "type", "function", "comment", "parameter"] {
      #expect(try contrast(text, "ground") >= 4.5, "\(text)")
    }
    #expect(try contrast("on-accent", "accent") >= 4.5)
  }

  @Test(arguments: ["..", "../secret", "%2e%2e/secret", "api", "api/", "/etc/passwd", "app.js/", "APP.JS"])
  func nothingElseIsServed(_ path: String) async {
    #expect(await studio.answer(StudioRequest("GET", path)).status == 404)
  }

  @Test func wrongMessagesAreRefused() async throws {
    #expect(await studio.answer(StudioRequest("POST", "api/recipe", body: Array("{".utf8))).status == 400)
    for path in ["recipe", "edit", "preview", "save", "keep", "ask", "frame"] {
      _ = try await post("api/" + path, [:], status: 400)
    }
    for path in ["mark", "discard", "restore"] { _ = try await post("api/" + path, ["id": "none"], status: 404) }
    _ = try await get("api/photo", ["id": "../../etc/passwd"], status: 404)
    _ = try await get("api/look", ["name": "/etc/passwd.tint"], status: 404)
    let outside: JSONValue = ["name": "/etc/x.tint", "text": "tintype 1\n"]
    _ = try await post("api/keep", outside, status: 400)
    _ = try await post("api/recipe", outside, status: 400)
  }

  // MARK: Texts

  @Test func aTextIsSeen() async throws {
    let look = try await text("tumble-down")
    let seen = try await post("api/recipe", ["name": "tumble-down", "text": .string(look)])
    #expect(seen["diagnostics"]?.elements.isEmpty == true)
    #expect((seen["tokens"]?.elements.count ?? 0) > 100)
    let parameters = seen["parameters"]?.elements ?? []
    #expect(parameters.compactMap { $0["name"]?.text } == ["exposure", "contrast", "gamma", "grainScale"])
    #expect(parameters[1]["numbers"] == [1.17] && parameters[1]["text"]?.text == "1.17")
    #expect(seen["command"]?.text?.hasPrefix("tintype render tumble-down ") == true)
    let wrong = look.replacing("clamp(c", with: "clomp(c")
    let complaint = try await post("api/recipe", ["name": "tumble-down", "text": .string(wrong)])
    #expect(complaint["parameters"] == nil)
    let message = complaint["diagnostics"]?.elements.first?["message"]?.text
    #expect(message?.contains("clomp") == true, "\(complaint)")
    let again = try await post("api/recipe", ["name": "tumble-down", "text": .string(look)])
    #expect(again["diagnostics"]?.elements.isEmpty == true)
  }

  @Test func completionIsTheLanguageServers() async throws {
    let look = try await text("tumble-down").replacing("luma709(toned)", with: "lum")
    let line = look.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("if lum") } ?? 0
    let column = look.split(separator: "\n", omittingEmptySubsequences: false)[line].range(of: "if lum")?.upperBound
    let text = look.split(separator: "\n", omittingEmptySubsequences: false)[line]
    let position: JSONValue = [
      "line": .whole(Int64(line)), "character": .whole(Int64(text[..<(column ?? text.endIndex)].count)),
    ]
    let answer = try await post(
      "api/ask",
      [
        "name": "tumble-down", "text": .string(look), "question": "textDocument/completion",
        "parameters": ["position": position],
      ])["answer"]
    let items = answer?["items"]?.elements ?? answer?.elements ?? []
    #expect(items.contains { $0["label"]?.text == "luma709" }, "\(items.count)")
    _ = try await post(
      "api/ask", ["name": "x", "text": "", "question": "workspace/executeCommand", "parameters": [:]], status: 400)
  }

  /// Moves controls two hundred times: text, controls and renderer agree after each move.
  @Test(.slow) func controlsAndTextAgree() async throws {
    var numbers = SplitMix64(seed: 7)
    for name in ["adjust", "blur-spot", "border", "tilt-shift", "noir", "date-stamp", "tone-curve", "grain"] {
      var text = try await text(name)
      for _ in 0..<25 {
        let parameters = try RecipeStore().compiled(RecipeText(name: name, text: text)).parameters
        let parameter = parameters[Int(numbers.next() % UInt64(parameters.count))]
        let (parameterName, old) = (try #require(parameter["name"]?.text), try #require(parameter["text"]?.text))
        let part = Double(numbers.next() % 101) / 100
        var value: String
        switch parameter["type"]?.text {
        case "bool": value = part < 0.5 ? "true" : "false"
        case "choice":
          let words = parameter["choices"]?.texts ?? []
          value = "." + words[Int(part * Double(words.count - 1))]
        case "rgb": value = "#\(String(repeating: String(Int(part * 9)), count: 6))"
        case "vec2": value = "vec2(\(part), 0.25)"
        case "scalar", "ev", "angle", "kelvin", "length":
          let ends = (parameter["slider"]?.elements ?? []).compactMap(\.double)
          guard ends.count == 2 else { continue }
          let unit = parameter["type"]?.text == "scalar" ? "" : parameter["unit"]?.text ?? ""
          value = "\(ends[0] + (ends[1] - ends[0]) * part)\(unit)"
        default: continue
        }
        let edited = try await post(
          "api/edit", ["name": .string(name), "text": .string(text), "set": [.string("\(parameterName)=\(value)")]])
        let new = try #require(edited["text"]?.text)
        let look = try ConfiguredLook(named: name).setting(
          [SourceFile(name: "set", text: "\(parameterName)=\(value)")])
        let index = try #require(look.look.parameters.firstIndex { $0.name == parameterName })
        let recipe = try RecipeStore().compiled(RecipeText(name: name, text: new))
        let now = recipe.parameters[index]
        #expect(edited["parameters"] == JSONValue(parsing: JSONValue.array(recipe.parameters).encoded))
        // A recipe that the studio did not check again equals a checked one, except for the positions of steps in the
        // text.
        let unchecked = try studio.store.compiled(RecipeText(name: name, text: new)).look
        #expect(unchecked.steps.map(\.name) == recipe.look.steps.map(\.name))
        #expect(unchecked.program == recipe.look.program && unchecked.images == recipe.look.images)
        #expect(unchecked.files == recipe.look.files && unchecked.layers == recipe.look.layers)
        #expect(unchecked.header == recipe.look.header && unchecked.variants == recipe.look.variants)
        #expect(unchecked.expectations.map(\.claim) == recipe.look.expectations.map(\.claim))
        #expect(now["text"]?.text == look.look.listed(look.values[index], of: look.look.parameters[index]))
        // Only the value changed.
        #expect(old == now["text"]?.text || new != text)
        #expect(new.split(separator: "\n").count == text.split(separator: "\n").count)
        text = new
      }
      // All in all it is the shipped look with settings, and says so.
      let store = RecipeStore()
      let configured = store.configured(try store.compiled(RecipeText(name: name, text: text)))
      #expect(configured.recipe == shippedLook(name), "\(name)")
    }
  }

  @Test func wrongValuesAreRefused() async throws {
    let text = try await text("tumble-down")
    for setting in ["contrast=99", "contrast=blue", "none=1", "contrast"] {
      let edit: JSONValue = ["name": "tumble-down", "text": .string(text), "set": [.string(setting)]]
      _ = try await post("api/edit", edit, status: 400)
    }
  }

  @Test func aLookThatExtendsGetsALine() async throws {
    let text = "tintype 1\nlook \"mine\" { working linear-srgb }\nextends \"tumble-down\"\n"
    let store = RecipeStore()
    for isKnown in [true, false] {
      var recipe = RecipeText(name: "mine", text: text)
      for number in [2, 3] {
        recipe = try (isKnown ? store : RecipeStore()).setting(
          ["contrast=\(number)"], in: (isKnown ? store : RecipeStore()).compiled(recipe))
        let text = String(decoding: recipe.source.text, as: UTF8.self)
        #expect(text.contains("extends \"tumble-down\"\nset contrast = \(number)\n"))
      }
    }
    #expect(store.open.checks == 1)
  }

  /// A text is checked once for all users; moving a control needs no check.
  @Test func aTextIsCheckedOnce() async throws {
    let (name, photo) = ("warm-negative", try await photo)
    var message: JSONObject = ["name": .string(name), "text": .string(try await text(name))]
    (message["id"], message["photo"], message["edge"]) = (.string(photo), .string(photo), 64)
    let before = studio.store.open.checks
    func ask() async throws {
      for path in ["api/recipe", "api/preview", "api/passes"] {
        let response = await studio.answer(StudioRequest("POST", path, body: JSONValue.object(message).encoded))
        #expect([200, 422].contains(response.status), "\(path)")
      }
    }
    try await ask()
    #expect(studio.store.open.checks == before + 1)
    message["text"] = .string(try await text(name) + "// a key\n")
    try await ask()
    // The other one is the shipped look, whose settings the text might be.
    #expect(studio.store.open.checks == before + 2)
    for contrast in 1...8 {
      message["set"] = [.string("contrast=1.0\(contrast)")]
      let edited = try await post("api/edit", .object(message))
      message["text"] = edited["text"]
      let response = await studio.answer(StudioRequest("POST", "api/preview", body: JSONValue.object(message).encoded))
      #expect(response.status == 200)
    }
    #expect(studio.store.open.checks == before + 2)
  }

  /// The files that a recipe uses may change while the page shows it.
  @Test func aFileThatARecipeUsesIsReadAgain() async throws {
    func use(_ color: String) throws {
      try folder.write(
        "tintype 1\nkernel paint(c: rgb) -> rgb { return \(color) }\n", to: "paint.tint")
    }
    let recipe = FilePath(folder.path + "/mine.tint")
    let text = "tintype 1\nlook \"x\" { working display }\nuse \"./paint.tint\" as used\noutput used.paint(source)\n"
    try folder.write(text, to: "mine.tint")
    var pictures: Set<[UInt8]> = []
    for color in ["rgb(1, 0, 0)", "rgb(0, 0, 1)"] {
      try use(color)
      let message: JSONValue = [
        "name": .string(recipe.description), "text": .string(text), "id": .string(try await photo), "edge": 64,
      ]
      let response = await studio.answer(StudioRequest("POST", "api/preview", body: message.encoded))
      #expect(response.status == 200, "\(String(decoding: response.body.prefix(200), as: UTF8.self))")
      pictures.insert(response.body)
    }
    #expect(pictures.count == 2)
  }

  // MARK: Crop by hand

  @Test func aCropIsTheLastSteps() async throws {
    for name in ["original", "tumble-down", "border"] {
      let look = try await text(name)
      let framing: JSONValue = ["turn": 90, "mirrored": true, "angle": 2.5, "crop": [0.1, 0, 0.9, 0.75]]
      let framed = try await post("api/frame", ["name": .string(name), "text": .string(look), "framing": framing])
      let text = try #require(framed["text"]?.text)
      for step in [
        "|> turn(by: 90deg)", "|> flip(.horizontal)", "|> straighten(by: 2.5deg)",
        "|> crop(from: vec2(0.1, 0), to: vec2(0.9, 0.75))",
      ] { #expect(text.contains(step), "\(name)") }
      let seen = try await post("api/recipe", ["name": .string(name), "text": .string(text)])
      #expect(seen["diagnostics"]?.elements.allSatisfy { $0["severity"] == 2 } == true, "\(seen["diagnostics"] ?? [])")
      #expect(seen["framing"]?["angle"]?.double == 2.5 && seen["framing"]?["turn"] == 90)
      #expect(seen["framing"]?["crop"]?.elements.compactMap(\.double) == [0.1, 0, 0.9, 0.75])
      // Another frame replaces it, and none is the text as it was, but for parentheses.
      let none = try await post("api/frame", ["name": .string(name), "text": .string(text), "framing": [:]])
      let plain = try #require(none["text"]?.text)
      #expect(plain == look || plain.filter { !"()".contains($0) } == look.filter { !"()".contains($0) }, "\(name)")
      _ = try await post(
        "api/frame", ["name": .string(name), "text": .string(text), "framing": ["crop": [0.5, 0, 0.2, 1]]], status: 400)
    }
  }

  // MARK: Pictures

  @Test func whatIsSavedIsTheCommands() async throws {
    let text = try await text("warm-negative")
    let saved = try await post(
      "api/save",
      [
        "id": .string(try await photo), "name": "warm-negative", "text": .string(text), "format": "png",
        "tags": ["album:x"],
      ])
    #expect(saved["photo"]?["name"]?.text == "scene-warm-negative.png")
    #expect(saved["photo"]?["tags"] == ["album:x"] && saved["photo"]?["look"]?["look"] == "warm-negative")
    var options = RenderOptions()
    options.keywords = ["album:x"]
    let output = FilePath(folder.path + "/other.png")
    _ = try renderPhoto(
      ConfiguredLook(named: "warm-negative"), from: FilePath(folder.path + "/scene.jpg"), to: output, options: options)
    #expect(folder.bytes(of: "scene-warm-negative.png") == folder.bytes(of: "other.png"))
    // A second one gets another name.
    let second = try await post(
      "api/save",
      ["id": .string(try await photo), "name": "warm-negative", "text": .string(text), "format": "png"])
    #expect(second["photo"]?["name"]?.text == "scene-warm-negative-2.png")
  }

  /// A shell reads the command as the words that are meant, whatever they hold, and runs nothing else.
  @Test(arguments: [
    "plain.jpg", "a b.jpg", "it's.jpg", "x'\u{301};touch PWNED;#.jpg", "$(touch PWNED).jpg", "`touch PWNED`.jpg",
    "a\"b\\c.jpg", "line\nend.jpg", "tab\t.jpg", "\u{1B}[31m.jpg", "\u{202E}gpj.jpg", "\u{2028}.jpg", "100%d.jpg",
    "é.jpg",
  ])
  func commandsAreWhatIsMeant(_ name: String) throws {
    let text = "tintype 1\nlook \"x\" { working display }\noutput source\n"
    let recipe = FilePath(folder.path + "/look " + name + ".tint")
    try folder.write(text, to: "look " + name + ".tint")
    let store = RecipeStore()
    let compiled = try store.compiled(RecipeText(name: recipe.description, text: text, at: recipe))
    let names = [Array((folder.path + "/" + name).utf8), Array("x".utf8) + [0xFF, 0x27] + Array(".jpg".utf8)]
    for photo in names {
      let tags = [name, "-x", "--rating", "'\u{301}"].filter(PictureMarks.isKeyword)
      let form = try SavingForm(["tags": .array(tags.map { .string($0) })])
      let command = compiled.command(store.configured(compiled), for: FilePath(bytes: photo), form)
      #expect(!command.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
      try folder.write("tintype() { printf '%s\\0' \"$@\"; }\n\(command)\n", to: "command")
      let result = try runProgram("/bin/sh", ["-c", ". ./command > words"], in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
      let words = folder.bytes(of: "words")?.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      let options = tags.flatMap { $0.hasPrefix("-") ? ["--tag=\($0)"] : ["--tag", $0] }
      let expected =
        [Array("render".utf8), recipe.bytes, photo] + (options + ["-o", "OUT.jpg", ""]).map { Array($0.utf8) }
      #expect(words == expected, "\(command)")
    }
    #expect(!folder.names.contains("PWNED"))
  }

  /// Recipes are saved and read below the folder, whatever their names look like.
  @Test func recipesStayInTheFolder() async throws {
    let outside = try ScratchFolder()
    let text = "tintype 1\nlook \"x\" { working display }\noutput source\n"
    try outside.write(text, to: "used.tint")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/linked", withDestinationPath: outside.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.tint", withDestinationPath: outside.path + "/used.tint")
    let up = folder.path.split(separator: "/").last ?? ""
    // Other programs write into the folder above, so the name is this test's own.
    let stray = "\(up)x.tint"
    let names = [
      "/../\(stray)", "/linked/x.tint", "/linked/used.tint", "/link.tint", "/sub/../../\(stray)", "/x\0.tint",
    ]
    for name in names {
      for path in ["api/keep", "api/recipe", "api/passes"] {
        let message: JSONValue = [
          "name": .string(folder.path + name), "text": .string("tintype 1\nuse \"used.tint\"\n" + text.dropFirst(10)),
          "replace": true,
        ]
        let response = await studio.answer(StudioRequest("POST", path, body: message.encoded))
        #expect((400...422).contains(response.status), "\(path) \(name)")
      }
    }
    #expect(outside.names == ["used.tint"] && outside.bytes(of: "used.tint") == Array(text.utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/../\(stray)"))
    let good = try await post(
      "api/keep", ["name": .string(folder.path + "/sub.tint"), "text": .string(text), "replace": false])
    #expect(good["name"]?.text == folder.path + "/sub.tint" && folder.bytes(of: "sub.tint") == Array(text.utf8))
  }

  /// What is shown is what is saved, pixel by pixel and with its grain.
  @Test(arguments: ["tumble-down", "warm-negative"]) func whatIsShownIsWhatIsSaved(_ look: String) async throws {
    let text = try await text(look)
    let message: JSONValue = [
      "id": .string(try await photo), "name": .string(look), "text": .string(text), "edge": 0, "format": "png",
    ]
    let shown = await studio.answer(StudioRequest("POST", "api/preview", body: message.encoded))
    #expect(shown.status == 200 && shown.type == "image/bmp")
    let details = try await get("api/details", ["id": try await photo])
    #expect(shown.fields["Tintype-Photo"] != nil && shown.fields["Tintype-Photo"] == details["version"]?.text)
    _ = try await post("api/save", message)
    let saved = try DecodedPhoto(FilePath(folder.path + "/scene-\(look).png")).rendered(
      through: ConfiguredLook(named: "original"), threads: 1)
    try #require((saved.width, saved.height) == (240, 160))
    // Behind two headers rows of blue, green and red; 720 bytes need no filling.
    var pixels: [UInt8] = []
    for place in stride(from: 54, to: shown.body.count, by: 3) {
      pixels += [shown.body[place + 2], shown.body[place + 1], shown.body[place]]
    }
    #expect(pixels == saved.pixels)
    let wrong = try await post(
      "api/preview",
      ["id": .string(try await photo), "name": "x", "text": "tintype 1\noutput nothing", "edge": 640], status: 422)
    #expect(wrong["error"]?.text?.hasPrefix("line ") == true)
    _ = try await post(
      "api/preview", ["id": .string(try await photo), "name": "x", "text": .string(text), "edge": 9], status: 400)
  }

  /// The steps of a look at a pixel are those of `tintype probe`.
  @Test func aColorGoesThroughTheSteps() async throws {
    let message: JSONObject = [
      "id": .string(try await photo), "name": "tumble-down", "text": .string(try await text("tumble-down")),
      "color": "#c08060", "at": [10, 20], "size": [240, 160], "edge": 512,
    ]
    let answer = try await post("api/probe", .object(message))
    var look = try ConfiguredLook(named: "tumble-down")
    let seed = try openPicture(FilePath(folder.path + "/scene.jpg")).seed()
    look.shot = try #require(Shot(settings: ["seed=\(Int(seed))"]))
    var place = ColorProbe.Place(column: 10, row: 20)
    (place.width, place.height) = (240, 160)
    let color = try #require(probedColor("#c08060", in: look.look).color)
    let expected = ColorProbe(color, through: look.bound, shot: look.shot, at: place).steps
    guard case .array(let steps) = answer["steps"] else {
      Issue.record("\(answer)")
      return
    }
    #expect(steps.map { $0["name"]?.text } == expected.map(\.name))
    #expect(steps.map { $0["codes"] } == expected.map { .array($0.stored.map { .whole(Int64($0)) }) })
    #expect(expected.first?.name == "source" && expected.last?.name == "output" && expected.count > 2)
    let wrongs: [(String, JSONValue)] = [("at", [240, 0]), ("size", [0, 0]), ("color", "nothing"), ("at", "here")]
    for (name, wrong) in wrongs {
      _ = try await post("api/probe", .object(message.merging([name: wrong])), status: 400)
    }
  }

  /// No number ends the studio.
  @Test func oddNumbersAreAnswered() async throws {
    for page in ["9223372036854775807", "-1", "x"] {
      #expect(try await get("api/album", ["page": page])["page"] == 0)
    }
    let text = "tintype 1\nlook \"a\" { working display }\noutput source * by\nparam by: scalar = 0.125"
    let edited = try await post("api/edit", ["name": "a", "text": .string(text), "set": ["by=0.5", "by=1"]])
    #expect(edited["text"]?.text == text.replacingOccurrences(of: "0.125", with: "1"))
  }

  @Test func photosAreTaken() async throws {
    let bytes = try #require(folder.bytes(of: "scene.jpg"))
    let response = await studio.answer(
      StudioRequest("POST", "api/photo", query: ["name": "../../out/of here.jpg"], body: bytes))
    let taken = try #require(JSONValue(parsing: response.body))
    #expect(taken["name"]?.text == "outof here.jpg" && taken["width"] == 240)
    let thumbnail = await studio.answer(
      StudioRequest("GET", "api/thumbnail", query: ["id": taken["id"]?.text ?? "", "look": "noir", "edge": "96"]))
    #expect(thumbnail.status == 200 && thumbnail.body.starts(with: [0xFF, 0xD8]))
    let noPhoto = await studio.answer(StudioRequest("POST", "api/photo", query: ["name": "a.jpg"], body: [1, 2, 3]))
    #expect(noPhoto.status == 422)
    // Dropped photos cannot be deleted through the album.
    _ = try await post("api/discard", ["id": taken["id"]], status: 400)
  }

  @Test func recipesAreKept() async throws {
    let text = try await text("noir")
    let kept = try await post("api/keep", ["name": "my noir", "text": .string(text)])
    #expect(kept["name"]?.text == folder.path + "/my-noir.tint")
    #expect(folder.bytes(of: "my-noir.tint") == Array(text.utf8))
    _ = try await post("api/keep", ["name": "my noir", "text": "tintype 1\n"], status: 409)
    _ = try await post("api/keep", ["name": "my noir", "text": .string(text + "\n"), "replace": true])
    #expect(folder.bytes(of: "my-noir.tint") == Array((text + "\n").utf8))
    let looks = try await get("api/start")["looks"]?.elements ?? []
    #expect(looks.first?["name"] == kept["name"] && looks.first?["group"] == "Your recipes")
    #expect(looks.count == shippedLooks.count + 1)
    // One with an error is offered, but not begun with.
    #expect(try await get("api/start")["look"] == kept["name"])
    try folder.write("tintype 1\nlook \"faulty\" { working display }\noutput nothing\n", to: "a-faulty.tint")
    let start = try await get("api/start")
    #expect(start["looks"]?.elements.count == shippedLooks.count + 2 && start["look"] == kept["name"])
  }

  @Test func namedLooksComeFirst() async throws {
    try folder.write(try await text("noir"), to: "aaa.tint")
    var start = Studio.Start(
      folder: FilePath(folder.path), temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.looks = ["slide", "noir"]
    let response = await (try Studio(start)).answer(StudioRequest("GET", "api/start"))
    let looks = JSONValue(parsing: response.body)?["looks"]?.elements ?? []
    #expect(looks.compactMap { $0["title"]?.text } == ["slide", "noir", "aaa"])
  }

  // MARK: Album

  @Test func pagesAreNewestFirst() async throws {
    let bytes = try #require(folder.bytes(of: "scene.jpg"))
    for number in 0..<60 {
      let path = folder.path + "/p\(number).jpg"
      try TestFiles.write(bytes, to: path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(number))], ofItemAtPath: path)
    }
    let first = try await get("api/album", ["page": "0"])
    #expect(first["total"] == 61 && first["photos"]?.elements.count == 50)
    #expect(first["photos"]?.elements.prefix(3).compactMap { $0["name"]?.text } == ["scene.jpg", "p59.jpg", "p58.jpg"])
    let second = try await get("api/album", ["page": "1"])
    #expect(second["photos"]?.elements.count == 11 && second["photos"]?.elements.last?["name"] == "p0.jpg")
    // Behind the last page is the last page.
    let last = try await get("api/album", ["page": "7"])
    #expect(last["page"] == 1 && last["photos"] == second["photos"])
    // The names of all come in one answer.
    let names = try await get("api/names")["photos"]?.elements.compactMap { $0["name"]?.text } ?? []
    #expect(names.count == 61 && names.prefix(2) == ["scene.jpg", "p59.jpg"])
  }

  /// A raw file is in the album, and what is shown and saved of it are the command's.
  @Test(.enabled(if: PictureFileType(named: "raw") != nil, "needs the trait RAW")) func rawFilesAreInTheAlbum()
    async throws
  {
    var recipe = RawRecipe(width: 96, height: 64) { x, _ in SIMD3(repeating: Double(x) / 300 + 0.01) }
    recipe.exif = [.init(0x9003, text: "2031:05:06 07:08:09")]
    try folder.write(recipe.dng, to: "a.dng")
    let album = try await get("api/album", ["only": "camera=Made*"])
    #expect(album["total"] == 1 && album["photos"]?.elements[0]["name"] == "a.dng", "\(album)")
    let id = album["photos"]?.elements[0]["id"] ?? .null
    let thumbnail = await studio.answer(
      StudioRequest("GET", "api/thumbnail", query: ["id": id.text ?? "", "look": "noir", "edge": "96"]))
    #expect(thumbnail.status == 200 && thumbnail.body.starts(with: [0xFF, 0xD8]))
    let message: JSONValue = [
      "id": id, "name": "slide", "text": .string(try await text("slide")), "edge": 0, "format": "png",
    ]
    #expect(await studio.answer(StudioRequest("POST", "api/preview", body: message.encoded)).status == 200)
    let saved = try await post("api/save", message)
    #expect(saved["photo"]?["name"]?.text == "a-slide.png")
    _ = try renderPhoto(
      ConfiguredLook(named: "slide"), from: FilePath(folder.path + "/a.dng"),
      to: FilePath(folder.path + "/other.png"), options: RenderOptions())
    #expect(folder.bytes(of: "a-slide.png") == folder.bytes(of: "other.png"))
  }

  @Test func marksAndFilters() async throws {
    let id = try await photo
    let marked = try await post("api/mark", ["id": .string(id), "rating": 5, "add": ["album:summer"]])
    #expect(marked["rating"] == 5 && marked["favorite"] == true && marked["tags"] == ["album:summer"])
    #expect(folder.names.contains("scene.jpg.xmp"))
    #expect(try await get("api/album", ["only": "favorite && tag=album:*"])["total"] == 1)
    #expect(try await get("api/album", ["only": "look"])["total"] == 0)
    let wrong = try await get("api/album", ["only": "ratin>3"], status: 400)
    #expect(wrong["error"]?.text?.contains("did you mean 'rating'") == true)
    _ = try await post("api/mark", ["id": .string(id), "rating": 6], status: 400)
    _ = try await post("api/mark", ["id": .string(id), "add": [" "]], status: 400)
  }

  @Test func theTrashGivesBack() async throws {
    let id = try await photo
    let before = folder.bytes(of: "scene.jpg")
    _ = try await post("api/mark", ["id": .string(id), "rating": 2])
    _ = try await post("api/discard", ["id": .string(id)])
    #expect(folder.names == [".tintype-trash"])
    #expect(try await get("api/album")["total"] == 0)
    #expect(
      TestFiles.names(in: folder.path + "/.tintype-trash", endingIn: "").sorted() == ["scene.jpg", "scene.jpg.xmp"])
    let back = try await post("api/restore", ["id": .string(id)])
    #expect(folder.bytes(of: "scene.jpg") == before && back["rating"] == 2)
    _ = try await post("api/restore", ["id": .string(id)], status: 404)
  }

  /// A listing reads no header.
  @Test(.slow) func tenThousandPhotosOpenAtOnce() throws {
    for number in 0..<10_000 {
      try FileManager.default.linkItem(atPath: folder.path + "/scene.jpg", toPath: folder.path + "/p\(number).jpg")
    }
    let root = try RootFolder(FilePath(folder.path))
    var album = Album(root, WorkingTexts(in: nil, of: root.path))
    let start = ContinuousClock.now
    let page = try album.page(0, only: "", by: .newest)
    let time = start.duration(to: .now)
    #expect(page["total"] == 10_001 && page["photos"]?.elements.count == 50)
    // Every header would take minutes in a debug build, and the listing alone a second in a release build.
    #expect(time < .seconds(10), "\(time)")
  }
}
