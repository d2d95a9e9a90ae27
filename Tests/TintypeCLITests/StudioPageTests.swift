import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// The studio's page, and the page without a server, in a real browser.
@Suite(
  .slow, .serialized,
  .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"))
struct StudioPageTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(96, 64).write(program.folder, "photo.png")
  }

  /// A photo, a slider, a text, undo, and a file with the bytes of the command.
  @Test func developAndSave() async throws {
    let server = try StudioServer(program, "--photo", "photo.png")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.querySelector('#strip [data-name=tumble-down]').click()")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    for value in ["1.5", "1.9", "2"] {
      try await page.put(value, into: "#parameters [aria-label=Contrast]")
    }
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.until("document.getElementById('command').textContent.includes('--set contrast=2')")
    // Typing moves the slider, and undo takes it back.
    try await page.retype("contrast: scalar = 2 ", "contrast: scalar = 3 ")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]').value === '3'")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]').value === '2'")
    // What is wrong stands under the text.
    try await page.retype("clamp(", "clomp(")
    try await page.until("document.getElementById('problems').textContent.includes('clomp')")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.getElementById('problems').textContent === ''")
    try await page.run("document.getElementById('save').click(); document.querySelector('#saving .primary').click()")
    try await page.until("document.getElementById('notice').textContent.includes('Saved as photo-tumble-down.png')")
    expectQuiet(
      try program(
        "render", "tumble-down", "photo.png", "-o", "command.png", "--set", "contrast=2", "--date-missing", "file"))
    #expect(program.folder.bytes(of: "photo-tumble-down.png") == program.folder.bytes(of: "command.png"))
    // The album has it, and a star makes it a favorite.
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("document.querySelectorAll('#grid .tile').length === 3")
    try await page.run(
      "document.querySelector('.tile:has([alt=\"photo-tumble-down.png\"]) .stars button:last-child').click()")
    try await page.until("document.querySelector('.stars button.on')")
    #expect(try program("info", "photo-tumble-down.png").output.contains("rating      5, a favorite"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// Handles, a ratio and straightening become steps of the text.
  @Test func cropByHand() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "original")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.getElementById('crop').click()")
    try await page.until("!document.querySelector('.croptools').hidden")
    try await page.run(
      "{ const r = document.getElementById('ratio'); r.value = '1'; r.dispatchEvent(new Event('change')) }"
        + "document.getElementById('crop-done').click()")
    try await page.until("document.getElementById('source').value.includes('|> crop(from: vec2(0, 0), to: vec2(0.66')")
    try await page.until("document.querySelector('.after').width === 64")
    try await page.until("document.querySelector('.after').height === 64")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.querySelector('.after').width === 96")
    try await page.expectNoErrors()
    await page.close()
  }

  @Test func shootCancelShootSave() async throws {
    let server = try StudioServer(program, "minimal-life")
    let page = try await Page(
      server.address,
      flags: ["--use-fake-device-for-media-stream=device-count=2,fps=30", "--use-fake-ui-for-media-stream"])
    try await page.run("document.getElementById('tab-camera').click()")
    try await page.until("/frames a second/.test(document.getElementById('facts').textContent)")
    try await page.until("!document.getElementById('switch').hidden")
    try await page.run("document.getElementById('shutter').click()")
    try await page.until("!document.querySelector('.shottools').hidden")
    try await page.run("document.getElementById('shot-cancel').click()")
    try await page.until("!document.querySelector('.cameratools').hidden")
    #expect(!program.folder.names.contains { $0.hasPrefix("camera") })
    // What is said then is about the other camera.
    try await page.run(
      "document.getElementById('facts').textContent = ''; document.getElementById('switch').click()")
    try await page.until("/frames a second/.test(document.getElementById('facts').textContent)")
    try await page.run("document.getElementById('shutter').click()")
    try await page.until("!document.querySelector('.shottools').hidden")
    try await page.run("document.getElementById('shot-save').click()")
    try await page.until("document.getElementById('notice').textContent.startsWith('Saved as camera-')")
    let name = try #require(program.folder.names.first { $0.hasPrefix("camera") })
    #expect(name.hasSuffix("-minimal-life.jpg"))
    #expect(try program("why", name).output.contains("minimal-life"))
    try await page.expectNoErrors()
    await page.close()
  }

  @Test func noCameraIsSaid() async throws {
    let server = try StudioServer(program, "original")
    let page = try await Page(server.address)
    try await page.run("document.getElementById('tab-camera').click()")
    try await page.until("/There is no camera|was refused/.test(document.getElementById('why').textContent)")
    try await page.until("!document.getElementById('no-camera').hidden")
    await page.close()
  }

  /// The page without a server, from a file: its result is the renderer's, and says what made it.
  @Test func onePageFromAFile() async throws {
    expectQuiet(try program("page", "warm-negative", "tumble-down", "-o", "camera.html"))
    expectFailure(try program("page", "tumble-down", "-o", "camera.html"), 73, "camera.html: exists already")
    let page = try await Page(
      "file://\(program.folder.path)/camera.html",
      flags: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
      ready: "globalThis.tintypeCamera")
    try await page.run("document.getElementById('camera').click()")
    try await page.until("!document.getElementById('canvas').hidden && !document.getElementById('live').hidden")
    try await page.run("document.getElementById('shutter').click()")
    try await page.until("!document.getElementById('shot').hidden")
    try await page.run("document.getElementById('back').click()")
    let photo = Data(try #require(program.folder.bytes(of: "photo.png"))).base64EncodedString()
    try await page.run(
      """
      (async () => {
        tintypeCamera.choose(1)
        tintypeCamera.put('contrast', [1.5])
        const bytes = Uint8Array.from(atob('\(photo)'), (letter) => letter.charCodeAt(0))
        await tintypeCamera.open(new Blob([bytes], { type: 'image/png' }))
      })()
      """)
    let drawn = try await page.text("document.getElementById('canvas').toDataURL('image/png').split(',')[1]")
    try program.folder.write(Array(Data(base64Encoded: drawn) ?? Data()), to: "drawn.png")
    expectQuiet(try program("render", "tumble-down", "photo.png", "-o", "command.png", "--set", "contrast=1.5"))
    let (mine, theirs) = (try TestPicture(program.folder, "command.png"), try TestPicture(program.folder, "drawn.png"))
    let step = theirs.format.channels
    let far = (0..<96 * 64).filter { pixel in
      (0..<3).contains { abs(Int(mine.samples[pixel * 3 + $0]) - Int(theirs.samples[pixel * step + $0])) > 2 }
    }
    #expect(far.count <= 6, "\(far.count) pixels of 6144 differ by more than 2 codes")
    let saved = try await page.text(
      """
      (async () => {
        const bytes = new Uint8Array(await (await tintypeCamera.result()).arrayBuffer())
        return btoa(String.fromCharCode(...bytes))
      })()
      """)
    try program.folder.write(Array(Data(base64Encoded: saved) ?? Data()), to: "saved.jpg")
    let why = try program("why", "saved.jpg")
    #expect(why.status == 0 && why.output.contains("look        tumble-down\n") && why.output.contains("contrast=1.5"))
    #expect(why.output.contains("the shipped one"))
    try await page.expectNoErrors()
    await page.close()
  }
}

/// A page of the browser that keeps its errors.
private struct Page {
  private let browser: Chromium

  init(_ address: String, flags: [String] = [], ready: String = "document.documentElement.dataset.ready") async throws {
    browser = try await Chromium(flags: flags + ["--window-size=1280,800"])
    _ = try await browser.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        globalThis.wrong = []
        addEventListener('error', (event) => wrong.push(event.message))
        addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)))
        """
      ])
    try await browser.open(address)
    try await until(ready)
  }

  func run(_ script: String) async throws { _ = try await browser.evaluate(script) }

  func text(_ script: String) async throws -> String { try await browser.evaluate(script) }

  /// Moves a control.
  func put(_ value: String, into selector: String) async throws {
    try await run(
      """
      {
        const control = document.querySelector('\(selector)')
        control.value = '\(value)'
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }
      """)
  }

  /// Types something else into the recipe.
  func retype(_ old: String, _ new: String) async throws {
    try await run(
      """
      {
        const source = document.getElementById('source')
        source.value = source.value.replace('\(old)', '\(new)')
        source.dispatchEvent(new Event('input', { bubbles: true }))
      }
      """)
  }

  /// Waits until something is so.
  func until(_ condition: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<600 {
      if ["1", "true"].contains(try await browser.evaluate("Boolean(\(condition))")) { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    let said = try await browser.evaluate("document.body.innerText.slice(0, 600) + JSON.stringify(wrong)")
    Issue.record("this did not come true: \(condition); the page says \(said)", sourceLocation: sourceLocation)
  }

  func expectNoErrors() async throws { #expect(try await browser.evaluate("JSON.stringify(wrong)") == "[]") }

  func close() async { await browser.close() }
}
