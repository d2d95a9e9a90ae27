import Foundation
import Testing
import Tintype
import TintypeImage
import TintypeTestSupport

/// `tintype page` without looks: a studio in one file.
@Suite struct OfflinePageTests {
  fileprivate static let module = TestFiles.packageRoot + "/.build/wasm/tintype.wasm.gz"
  fileprivate static let hasModule = TestFiles.bytes(of: module) != nil

  @Test func optionsOfThePage() throws {
    let program = try Program()
    // No module, but compressed.
    try program.folder.write([0x1F, 0x8B, 8, 0], to: "module.gz")
    try program.folder.write("module", to: "module")
    expectQuiet(try program("page", "--module", "module.gz", "-o", "studio.html"))
    expectFailure(try program("page", "--module", "module.gz", "-o", "studio.html"), 73, "studio.html: exists already")
    expectFailure(try program("page", "--module", "none.gz", "-o", "other.html"), 66, "none.gz: cannot be opened")
    expectFailure(
      try program("page", "--module", "module", "-o", "other.html"), 65, "module: is not compressed by gzip")
    #expect(try program("page", "original", "--module", "module.gz", "-o", "other.html").status == 64)
    #expect(try program("page", "-o", "other.txt").status == 64)
    #expect(!program.folder.names.contains("other.html"))
  }

  /// A program that lies where no module is.
  @Test func withoutTheModule() throws {
    let program = try Program()
    try program.folder.install(Program.path, as: "tintype")
    let result = try program.shell("./tintype page -o studio.html")
    expectFailure(result, 69, "studio.html: a studio needs the WebAssembly module, which is not installed")
    #expect(result.errors.contains("Scripts/wasm builds it"))
    #expect(result.errors.contains("'tintype page LOOK... -o FILE'"))
    #expect(!program.folder.names.contains("studio.html"))
    // Beside it, as a package installs it.
    let share = program.folder.path + "/share/tintype"
    try FileManager.default.createDirectory(atPath: program.folder.path + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: share, withIntermediateDirectories: true)
    try program.folder.write([0x1F, 0x8B, 8, 0], to: "share/tintype/tintype.wasm.gz")
    expectQuiet(try program.shell("mv tintype bin/tintype && bin/tintype page -o studio.html"))
  }

  /// Everything is in the file, and its policy lets nothing else in.
  @Test func nothingIsLoaded() throws {
    let program = try Program()
    try program.folder.write([0x1F, 0x8B, 8, 0], to: "module.gz")
    expectQuiet(try program("page", "--module", "module.gz", "-o", "studio.html"))
    let page = String(decoding: try #require(program.folder.bytes(of: "studio.html")), as: UTF8.self)
    #expect(page.contains("default-src 'none'") && !page.contains("connect-src"))
    for sign in ["fetch(", "XMLHttpRequest", "WebSocket", "import(", " src=", "@import", "url(", "innerHTML", "/*MOD"] {
      #expect(!page.contains(sign), "\(sign)")
    }
    let addresses = Set(page.matches(of: #/https?:\/\/[^\s"'\\]+/#).map { String($0.output) })
    // Names of XMP, which nobody opens.
    let names = ["ns.adobe.com/xap/1.0/", "www.w3.org/1999/02/22-rdf-syntax-ns#", "www.w3.org/2000/svg"]
    #expect(addresses == Set(names.map { "http://" + $0 }))
  }

  @Test(.enabled(if: hasModule, "there is no .build/wasm/tintype.wasm.gz: Scripts/wasm builds it"))
  func sizes() throws {
    let program = try Program()
    expectQuiet(try program("page", "--module", Self.module, "-o", "studio.html"))
    #expect(try #require(TestFiles.bytes(of: Self.module)).count <= 1_600_000)
    #expect(try #require(program.folder.bytes(of: "studio.html")).count <= 2_500_000)
  }
}

/// The same in a browser.
@Suite(
  .slow, .serialized,
  .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"),
  .enabled(
    if: OfflinePageTests.hasModule, "there is no .build/wasm/tintype.wasm.gz: Scripts/wasm builds it"))
struct OfflinePageBrowserTests {
  private let program: Program

  init() throws {
    program = try Program()
    expectQuiet(try program("page", "--module", OfflinePageTests.module, "-o", "studio.html"))
  }

  private func page(_ fragment: String = "", flags: [String] = []) async throws -> Page {
    try await Page("file://\(program.folder.path)/studio.html\(fragment)", flags: flags)
  }

  /// The text is checked as it is typed; the way out is a button, and undo takes it back.
  @Test func checksTheText() async throws {
    let page = try await page()
    try await page.until("document.documentElement.dataset.shown")
    #expect(try await page.text("document.getElementById('problems').childElementCount") == "0")
    try await page.retype("\\noutput", "\\noutpt")
    try await page.until("document.getElementById('problems').textContent.includes(\"'outpt' is not a keyword\")")
    try await page.until("document.querySelector('pre .x-1')")
    #expect(try await page.text("document.querySelector('pre .x-1').textContent") == "outpt")
    try await page.run("document.querySelector('.way-out').click()")
    try await page.until("document.getElementById('problems').childElementCount === 0")
    #expect(try await page.text("document.getElementById('source').value === tintypePage.state.start") == "1")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.getElementById('source').value.includes('\\noutpt')")
    try await page.run("document.getElementById('redo').click()")
    try await page.until("document.getElementById('problems').childElementCount === 0")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Completion and hover are the language server's.
  @Test func completesAndExplains() async throws {
    let page = try await page()
    try await page.until("document.documentElement.dataset.shown")
    try await page.run(
      """
      {
        const source = document.getElementById('source'), at = source.value.indexOf('|>') + 3
        source.focus()
        source.setSelectionRange(at, at)
      }
      """)
    try await page.insert("blu")
    try await page.until("document.querySelector('#completions:not([hidden]) #completion-blur')")
    try await page.press("Escape")
    #expect(try await page.text("document.getElementById('completions').hidden") == "1")
    try await page.run("document.getElementById('undo').click()")
    try await page.run(
      """
      {
        const source = document.getElementById('source'), at = source.value.indexOf('strength') + 2
        source.focus()
        source.setSelectionRange(at, at)
      }
      """)
    try await Task.sleep(for: .milliseconds(300))
    try await page.press("i", modifiers: 2)
    try await page.until("document.querySelector('.meaning:not([hidden])')")
    let meaning = try await page.text("document.querySelector('.meaning').textContent")
    #expect(meaning.hasPrefix("param strength: scalar = 1 in 0...1"), "\(meaning)")
    #expect(meaning.contains("Middle gray (#808080) becomes #808080 at 0"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// A slider edits the text and the picture; the pixels are the command's, byte by byte, and so is the record.
  @Test func rendersAndSaves() async throws {
    try TestPicture(96, 64).write(program.folder, "photo.png")
    let page = try await page()
    try await page.until("document.documentElement.dataset.shown")
    try await open("photo.png", in: page)
    try await page.run(
      "{ const l = document.getElementById('looks'); l.value = 'tumble-down'; l.dispatchEvent(new Event('change')) }")
    try await page.until("document.getElementById('look-name').textContent === 'tumble down'")
    try await page.until("tintypePage.state.photo.name === 'photo.png'")
    let was = try await page.text("document.querySelector('.after').toDataURL()")
    for value in ["1.5", "1.9", "2"] { try await page.put(value, into: "#parameters [aria-label=Contrast]") }
    try await page.run("dispatchEvent(new PointerEvent('pointerup'))")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.until("document.querySelector('.after').toDataURL() !== \(quoted(was))")
    let options = ["--set", "contrast=2", "--shot", "seed=0"]
    expectQuiet(try program.run(["render", "tumble-down", "photo.png", "-o", "command.png"] + options))
    let command = try TestPicture(program.folder, "command.png")
    let drawn = try await bytes(
      """
      tintypePage.renderers.engine(0).ask('strip', {
        name: 'tumble-down', text: document.getElementById('source').value, edge: 0, shot: []
      }).then(({ data }) => data)
      """, in: page)
    try #require(drawn.count == 96 * 64 * 4)
    let step = Int(command.format.channels)
    let differing = (0..<96 * 64 * 3).filter { index in
      Int(drawn[index / 3 * 4 + index % 3]) != Int(command.samples[index / 3 * step + index % 3])
    }
    #expect(differing.isEmpty, "\(differing.count) samples differ")
    try program.folder.write(try await saved(in: page), to: "saved.jpg")
    let why = try program("why", "saved.jpg")
    #expect(why.status == 0 && why.output.contains("look        tumble-down\n") && why.output.contains("contrast=2;"))
    #expect(why.output.contains("the shipped one"))
    expectQuiet(try program("render", "--again", "saved.jpg", "photo.png", "-o", "again.png"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// A photo on its side comes out upright, with its EXIF; a text of one's own is in the record as a whole.
  @Test func keepsWhatThePhotoSays() async throws {
    var metadata = PictureMetadata()
    // Orientation 6, ISO 400, and a date.
    metadata.exif =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
      + [0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]
      + [0, 2, 0x88, 0x27, 0, 3, 0, 0, 0, 1, 1, 0x90, 0, 0, 0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 68, 0, 0, 0, 0]
      + Array("2024:05:06 07:08:09\0".utf8)
    try TestPicture(48, 32).write(program.folder, "photo.jpg", metadata: metadata)
    let page = try await page()
    try await page.until("document.documentElement.dataset.shown")
    try await open("photo.jpg", in: page)
    try await page.until("tintypePage.state.photo.height === 48")
    #expect(try await page.text("tintypePage.state.photo.shot.join()") == "iso=400,date=2024-05-06")
    try await page.retype("look \\\"warm negative\\\"", "look \\\"<i>mine & \\\\\\\"yours\\\\\\\"</i>\\\"")
    try await page.until("document.getElementById('look-name').textContent.includes('<i>mine')")
    #expect(try await page.text("document.querySelectorAll('i:not([aria-hidden])').length") == "0")
    try program.folder.write(try await saved(in: page), to: "saved.jpg")
    let before = try openPicture(FilePath(program.folder.path + "/photo.jpg"))
    let kept = try openPicture(FilePath(program.folder.path + "/saved.jpg"))
    #expect(kept.orientation == .upright && before.orientation != .upright)
    #expect(kept.format.width == 32 && kept.format.height == 48)
    let info = [try program("info", "photo.jpg").output, try program("info", "saved.jpg").output]
    for fact in ["2024-05-06 07:08:09", "ISO 400"] { #expect(info.allSatisfy { $0.contains(fact) }, "\(info)") }
    let text = try await page.text("document.getElementById('source').value")
    let why = try program("why", "--json", "saved.jpg")
    let record = try #require(try JSONSerialization.jsonObject(with: Data(why.output.utf8)) as? [String: Any])
    #expect(record["expression"] as? String == text)
    expectQuiet(try program("render", "--again", "saved.jpg", "photo.jpg", "-o", "again.jpg"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// A link carries the text; one that holds none is said, and the page goes on.
  @Test func linksCarryTheRecipe() async throws {
    let first = try await page()
    try await first.until("document.documentElement.dataset.shown")
    try await first.retype("tintype 1", "tintype 1\\n// ünïcode 📷")
    try await first.run("document.getElementById('share').click()")
    try await first.until("location.hash.startsWith('#recipe=')")
    let link = try await first.text("location.hash")
    await first.close()
    let second = try await page(link)
    try await second.until("document.documentElement.dataset.shown")
    #expect(try await second.text("document.getElementById('source').value").contains("// ünïcode 📷"))
    try await second.expectNoErrors()
    await second.close()
    let third = try await page("#recipe=AAAA")
    try await third.until("document.documentElement.dataset.shown")
    #expect(try await third.text("tintypePage.state.name") == "warm-negative")
    try await third.expectNoErrors()
    await third.close()
  }

  /// The looks to begin with are thumbnails of the own photo.
  @Test func looksAreThumbnailsOfThePhoto() async throws {
    try TestPicture(96, 64).write(program.folder, "photo.png")
    let page = try await page()
    let canvas = "document.querySelector('#strip [data-name=original] canvas')"
    try await page.run("document.querySelector('#strip [data-name=original]').scrollIntoView()")
    try await page.until("\(canvas).width === 240")
    try await page.until("document.querySelector('#strip [data-name=tumble-down] canvas').width === 240")
    // What does not come into view is not rendered.
    #expect(try await page.text("document.querySelector('#strip button:last-of-type canvas').width") == "300")
    let scene = try await page.text("\(canvas).toDataURL()")
    try await open("photo.png", in: page)
    try await page.until("\(canvas).width === 96")
    #expect(try await page.text("\(canvas).toDataURL()") != scene)
    try await page.run("document.querySelector('#strip [data-name=tumble-down]').click()")
    try await page.until("document.getElementById('look-name').textContent === 'tumble down'")
    #expect(try await page.text("document.querySelector('#strip [aria-current=true]').dataset.name") == "tumble-down")
    #expect(try await page.text("document.getElementById('looks').value") == "tumble-down")
    try await page.expectNoErrors()
    await page.close()
  }

  /// An engine that traps, or whose worker ends, begins anew.
  @Test func recovers() async throws {
    let page = try await page()
    try await page.until("document.documentElement.dataset.shown")
    let said = try await page.text(
      "tintypePage.renderers.engine(0).ask('trap').then(String, (error) => `${error.hasEnded} ${error.message}`)")
    #expect(said.hasPrefix("true "), "\(said)")
    let shown = try await page.text("document.documentElement.dataset.shown")
    try await page.retype("tintype 1", "tintype 1\\n")
    try await page.until("document.documentElement.dataset.shown > \(shown)")
    try await page.run("tintypePage.renderers.engine(0).ask('end').catch(() => {})")
    try await page.until("document.documentElement.dataset.shown > \(shown) + 1")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Every control has a name, on a telephone as well, where nothing is wider than the screen.
  @Test func namesAndNarrowScreens() async throws {
    let page = try await page(flags: ["--window-size=390,844"])
    try await page.until("document.documentElement.dataset.shown")
    let unnamed = try await page.text(
      """
      [...document.querySelectorAll('button, select, textarea, input, [role=slider]')].filter((one) =>
        !one.hidden && !one.textContent.trim() && !one.ariaLabel && !one.labels?.length
      ).map((one) => one.outerHTML).join()
      """)
    #expect(unnamed.isEmpty, "\(unnamed)")
    #expect(try await page.text("document.documentElement.scrollWidth <= innerWidth") == "1")
    try await page.expectNoErrors()
    await page.close()
  }

  // MARK: Parts

  private func quoted(_ text: String) -> String { "'\(text)'" }

  private func open(_ name: String, in page: Page) async throws {
    let photo = Data(try #require(program.folder.bytes(of: name))).base64EncodedString()
    try await page.run(
      """
      tintypePage.take(new File([Uint8Array.from(atob('\(photo)'), (letter) => letter.charCodeAt(0))], '\(name)'))
      """)
  }

  /// Bytes that the page gives.
  private func bytes(_ expression: String, in page: Page) async throws -> [UInt8] {
    let text = try await page.text(
      """
      (async () => {
        let letters = ''
        for (const byte of await (\(expression))) letters += String.fromCharCode(byte)
        return btoa(letters)
      })()
      """)
    return Array(Data(base64Encoded: text) ?? Data())
  }

  private func saved(in page: Page) async throws -> [UInt8] {
    try await bytes("tintypePage.result().then(async (blob) => new Uint8Array(await blob.arrayBuffer()))", in: page)
  }
}
