import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// What happens around an open page: photos that go, other windows, a server that ends, a disk that is full.
@Suite(
  .slow, .serialized,
  .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"))
struct StudioTroubleTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(96, 64).write(program.folder, "photo.png")
  }

  private static let notice = "document.getElementById('notice').textContent"
  private static let source = "document.getElementById('source').value"
  /// Whether the page asks before it is closed.
  private static let warns = """
    (() => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    })()
    """

  /// A page with a look that has a contrast.
  private func page(_ server: StudioServer) async throws -> Page {
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    return page
  }

  private func setContrast(_ value: Int, on page: Page) async throws {
    try await page.put("\(value)", into: "#parameters [aria-label=Contrast]")
    try await page.run(
      "document.querySelector('#parameters [aria-label=Contrast]').dispatchEvent(new Event('change'))")
  }

  private func open(_ name: String, on page: Page) async throws {
    try await page.run("document.querySelector('#reel [title=\"\(name)\"]').click()")
    try await page.until("document.title.startsWith('\(name)')")
  }

  /// A photo that is gone is not shown as another one, and can be opened once it is back.
  @Test func aPhotoVanishes() async throws {
    try TestPicture(64, 96).write(program.folder, "other.png")
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 2")
    let (here, away) = (program.folder.path + "/other.png", program.folder.path + "/.other")
    try FileManager.default.moveItem(atPath: here, toPath: away)
    try await open("other.png", on: page)
    try await page.until("!document.getElementById('lost').hidden && document.querySelector('.frame').hidden")
    #expect(try await page.text("document.getElementById('lost-why').textContent").hasPrefix("other.png: "))
    try await open("photo.png", on: page)
    try await page.until("document.getElementById('lost').hidden && document.querySelector('.after').width === 96")
    try FileManager.default.moveItem(atPath: away, toPath: here)
    try await open("other.png", on: page)
    try await page.until("!document.querySelector('.frame').hidden && document.querySelector('.after').width === 64")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A photo of which a part is missing has empty tiles, in the strip, the looks and the album.
  @Test func aDamagedPhotoIsEmpty() async throws {
    try TestPicture(96, 64).write(program.folder, "other.jpg")
    let bytes = try #require(program.folder.bytes(of: "other.jpg"))
    try program.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "other.jpg")
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await page.until("document.querySelector('#reel [alt=\"other.jpg\"]:not([src])')")
    try await page.run("document.querySelector('#reel [title=\"other.jpg\"]').click()")
    try await page.until("document.querySelector('#strip img:not([src])')")
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("document.querySelector('#grid [alt=\"other.jpg\"]:not([src])')")
    try await page.until("document.querySelector('#grid [alt=\"photo.png\"]').naturalWidth")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Another file that got the name of the open photo is shown with all that follows from it.
  @Test func aPhotoIsReplaced() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await page.until("document.querySelector('.before').width === 96")
    try TestPicture(64, 96).write(program.folder, "photo.png")
    try await setContrast(2, on: page)
    try await page.until("document.querySelector('.after').width === 64")
    try await page.until("document.querySelector('.before').width === 64")
    try await page.until("document.getElementById('facts').textContent.includes('64 × 96')")
    try await page.expectNoErrors()
    await page.close()
  }

  /// What a control changed just before another photo was opened is kept for its own photo.
  @Test func aSlowEditIsOfItsPhoto() async throws {
    try TestPicture(64, 96).write(program.folder, "other.png")
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 2")
    try await page.run(
      """
      {
        const { fetch } = globalThis
        globalThis.fetch = async (...question) => {
          const isFirst = question[0] === 'api/edit' && !globalThis.goOn
          if (isFirst) await new Promise((resolve) => { globalThis.goOn = resolve })
          return fetch(...question)
        }
      }
      """)
    try await setContrast(2, on: page)
    try await page.until("globalThis.goOn")
    try await page.run("document.querySelector('#reel [title=\"other.png\"]').click()")
    try await Task.sleep(for: .milliseconds(300))
    try await page.run("goOn()")
    try await page.until("document.title.startsWith('other.png')")
    #expect(try await page.text("\(Self.source).includes('contrast: scalar = 2 ')") == "1")
    try await page.until("document.querySelector('#reel .edited[title=\"photo.png\"]')")
    #expect(try await page.text("document.querySelectorAll('#reel .edited').length") == "1")
    try await page.expectNoErrors()
    await page.close()
  }

  /// The text that another window wrote is offered, and replaced only by what is done after that.
  @Test func twoWindows() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let (first, second) = (try await page(server), try await page(server))
    for page in [first, second] {
      try await page.until("document.querySelectorAll('#reel [role=option]').length === 1")
    }
    try await setContrast(2, on: first)
    try await first.until("document.querySelector('#reel .edited')")
    try await setContrast(3, on: second)
    try await second.until("\(Self.notice).includes('another window. What you change next replaces that text.')")
    #expect(try await second.text(Self.warns) == "1")
    try await second.run("document.querySelector('#notice button').click()")
    try await second.until("\(Self.source).includes('contrast: scalar = 2 ')")
    #expect(try await second.text(Self.warns) == "0")
    // From here on the first one is behind.
    try await setContrast(1, on: second)
    try await second.until("\(Self.source).includes('contrast: scalar = 1 ')")
    try await Task.sleep(for: .seconds(1))
    try await setContrast(3, on: first)
    try await first.until("\(Self.notice).includes('changed in another window')")
    try await setContrast(0, on: first)
    try await first.until("\(Self.source).includes('contrast: scalar = 0 ')")
    try await first.until("!\(Self.warns)")
    for page in [first, second] {
      try await page.expectNoErrors()
      await page.close()
    }
  }

  /// When the server has ended, the page says so, keeps what it has, and warns before it is closed.
  @Test func theServerEnds() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await setContrast(2, on: page)
    try await page.until("\(Self.source).includes('contrast: scalar = 2 ')")
    try await Task.sleep(for: .seconds(1))
    try await page.until("!\(Self.warns)")
    server.end()
    try await setContrast(3, on: page)
    try await page.until("\(Self.notice).includes('The studio has ended')")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]').value === '2'")
    try await page.retype("contrast: scalar = 2 ", "contrast: scalar = 4 ")
    try await page.until(Self.warns)
    #expect(try await page.text("\(Self.source).includes('contrast: scalar = 4 ')") == "1")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Texts that cannot be stored stay with the page, photo by photo, until they can.
  @Test func textsCannotBeStored() async throws {
    try TestPicture(64, 96).write(program.folder, "other.png")
    // A file where the folder would be fails for every user, as a full disk does.
    try program.folder.write("", to: ".state")
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await page(server)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 2")
    try await setContrast(2, on: page)
    try await page.until("\(Self.notice).includes('the text of this photo: ')")
    #expect(try await page.text(Self.warns) == "1")
    try await open("other.png", on: page)
    try await setContrast(3, on: page)
    try await page.until("\(Self.source).includes('contrast: scalar = 3 ')")
    try await open("photo.png", on: page)
    try await page.until("\(Self.source).includes('contrast: scalar = 2 ')")
    try FileManager.default.removeItem(atPath: program.folder.path + "/.state")
    try await setContrast(1, on: page)
    try await page.until("document.querySelector('#reel .edited[title=\"photo.png\"]')")
    try await open("other.png", on: page)
    try await page.until("\(Self.source).includes('contrast: scalar = 3 ')")
    try await setContrast(4, on: page)
    try await page.until("document.querySelector('#reel .edited[title=\"other.png\"]') && !\(Self.warns)")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Names, tags and what the camera wrote are text, whatever they look like.
  @Test func namesLikeMarkup() async throws {
    let name = "a\"b'c<img src=x onerror=wrong.push(1)>&amp;.png"
    let camera = Array("<b>X<b>".utf8)
    var metadata = PictureMetadata()
    metadata.exif = MetadataTests.exif.replacing(Array("X-T1000".utf8), with: camera)
    try TestPicture(96, 64).write(program.folder, name, metadata: metadata)
    let server = try StudioServer(program, "--photo", name, "tumble-down")
    let page = try await page(server)
    try await page.until("document.title.startsWith('a\"b')")
    try await page.run(
      "document.getElementById('save').click(); document.getElementById('tags').value = '<b>\"tag\"</b>';"
        + "document.querySelector('#saving .primary').click()")
    try await page.until("\(Self.notice).includes('Saved as a\"b')")
    let command = try await page.text("document.getElementById('command').textContent")
    expectQuiet(
      try program.shell("\"$0\"" + command.dropFirst("tintype".count).replacing("OUT.png", with: "command.png")))
    let result = name.replacing(".png", with: "-tumble-down.png")
    #expect(program.folder.bytes(of: result) == program.folder.bytes(of: "command.png"))
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("document.querySelectorAll('#grid .tile').length === 4")
    try await page.run(
      "[...document.querySelectorAll('.open')].find((one) => one.title.includes('&amp;-tumble')).click()")
    try await page.until("document.querySelector('#details .tag')?.textContent.includes('<b>\"tag\"</b>')")
    #expect(try await page.text("document.getElementById('details').textContent").contains("<b>X<b>"))
    #expect(try await page.text("document.querySelectorAll('main b, main img[src=x], dialog b').length") == "0")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Keys that repeat go on from photo to photo, and all photos are those of the folder.
  @Test func manyPhotos() async throws {
    let picture = TestPicture(8, 8)
    for number in 100..<220 { try picture.write(program.folder, "p\(number).png") }
    let server = try StudioServer(program, "original")
    let page = try await Page(server.address)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 50")
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.activeElement.blur()")
    let place = "[...document.querySelectorAll('#reel [role=option]')].findIndex((one) => one.ariaCurrent !== null)"
    try await page.run("globalThis.was = \(place)")
    for _ in 1...12 { try await page.press("ArrowRight") }
    try await page.until("\(place) === was + 12")
    try await page.press("a", modifiers: 2)
    try await page.until("document.getElementById('selected').textContent === '121 selected'")
    // Those out of view have no frame.
    #expect(try await page.text("document.querySelectorAll('#reel [role=option]').length < 121") == "1")
    // A page of the album with more rows than fit scrolls, and its tiles keep their shape.
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("document.querySelectorAll('#grid .tile').length === 50")
    let grid = "document.getElementById('grid')"
    let isWhole = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight && clientHeight > 150"
    #expect(try await page.text("[...document.querySelectorAll('#grid .tile')].every(\(isWhole))") == "1")
    #expect(try await page.text("\(grid).scrollHeight > \(grid).clientHeight") == "1")
    // What is left keeps nothing waiting.
    try await page.run("document.getElementById('tab-develop').click()")
    #expect(try await page.text("[...document.querySelectorAll('#grid img')].every((one) => one.complete)") == "1")
    try await page.expectNoErrors()
    await page.close()
  }
}
