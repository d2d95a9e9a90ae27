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
    let command = try await page.text("document.getElementById('command').textContent")
    #expect(command.hasPrefix("tintype render tumble-down ") && command.hasSuffix(" -o OUT.png"), "\(command)")
    expectQuiet(
      try program.shell("\"$0\"" + command.dropFirst("tintype".count).replacing("OUT.png", with: "command.png")))
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

  /// Enter does what the main button says, and a file that was changed elsewhere is not replaced unasked.
  @Test func enterInDialogs() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.getElementById('save').click(); document.getElementById('tags').focus()")
    try await page.press("Enter")
    try await page.until("document.getElementById('notice').textContent.includes('Saved as photo-tumble-down.png')")
    #expect(!program.folder.names.contains("photo.png.tint"))
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    let keep =
      "document.getElementById('text').click(); document.getElementById('keep').click();"
      + "document.querySelector('#asking input').value = 'mine.tint'; document.querySelector('#asking input').focus()"
    try await page.run(keep)
    try await page.press("Enter")
    try await page.until("document.getElementById('notice').textContent.includes('mine.tint')")
    let kept = String(decoding: try #require(program.folder.bytes(of: "mine.tint")), as: UTF8.self)
    try program.folder.write(kept + "// Of an editor.\n", to: "mine.tint")
    try await page.put("2", into: "#parameters [aria-label=Contrast]")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.run("document.getElementById('keep').click()")
    try await page.until("document.getElementById('asking').open")
    #expect(try await page.text("document.getElementById('asked').textContent").contains("changed on the disk"))
    try await page.press("Escape")
    #expect(program.folder.bytes(of: "mine.tint") == Array((kept + "// Of an editor.\n").utf8))
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
    // Opened again and left, by either way, it stays as it is.
    for way in ["document.getElementById('crop-done').click()", "document.getElementById('crop-cancel').click()"] {
      try await page.run("document.getElementById('crop').click()")
      try await page.until("document.querySelector('.after').width === 96")
      try await page.run(way)
      try await page.until("document.querySelector('.after').width === 64")
      #expect(try await page.text("document.querySelector('.after').height") == "64")
    }
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.querySelector('.after').width === 96")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A tap puts the place, and the ring is dragged; both edit the text.
  @Test func placesByTouch() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "blur-spot")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden && !document.querySelector('.ring').hidden")
    try await page.tap(".after", 0.25, 0.5)
    try await page.until("/at: +vec2 += vec2\\(0.2[45]\\d*, 0.[45]/.test(document.getElementById('source').value)")
    try await page.until("/^2[45]/.test(document.querySelector('.ring').style.left)")
    try await page.drag(".ring i", by: 60)
    try await page.until("!document.getElementById('source').value.includes('reach:  length = 25%')")
    // Two fingers that part show actual pixels, and that meet all of the photo.
    for (distances, isActual) in [([40.0, 60, 90], true), ([90.0, 70, 50], false)] {
      try await page.pinch(".scroll", distances)
      try await page.until("document.getElementById('zoom').getAttribute('aria-pressed') === '\(isActual)'")
    }
    try await page.expectNoErrors()
    await page.close()
  }

  /// The GPU preview of a moved slider equals a render of the resulting text.
  @Test func theSliderIsFollowed() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "warm-negative")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.until("document.querySelector('.before').width")
    // The stage is drawn by it while a slider is held.
    try await page.run(
      """
      globalThis.drawings = 0
      const draw = WebGL2RenderingContext.prototype.drawArrays
      WebGL2RenderingContext.prototype.drawArrays = function (...all) { drawings++; return draw.apply(this, all) }
      """)
    // As soon as the look's passes have come, which takes its time on a busy machine.
    var value = ""
    for tenths in 2...20 where try await page.text("drawings") == "0" {
      value = "\(Double(tenths) / 10)".replacing(".0", with: "")
      try await page.put(value, into: "#parameters [aria-label=Light]")
      try await page.until("document.getElementById('source').value.includes('= \(value)ev')")
      try await Task.sleep(for: .milliseconds(200 * tenths))
    }
    try await page.until("drawings > 0")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("!document.getElementById('source').value.includes('= \(value)ev')")
    let pictures = try await page.text(
      """
      (async () => {
        const { Painter } = await import('./painter.js')
        const text = document.getElementById('source').value
        const post = async (path, message) => (await fetch(path, {
          method: 'POST', body: JSON.stringify({ name: 'warm-negative', ...message })
        })).json()
        const moved = (await post('api/edit', { text, set: ['light=0.75ev', 'contrast=1.25'] })).text
        const painter = (text) => new Painter(() => post('api/passes', { text }), (error) => { throw error })
        const photo = document.querySelector('.before')
        const drawn = async (text, values) => {
          const one = painter(text)
          await one.reload()
          const isKnown = Object.entries(values).map(([name, value]) => one.nudge(name, value))
          return [one.draw(photo, { seed: 7 }).toDataURL(), ...isKnown].join(' ')
        }
        return [await drawn(text, { light: '0.75ev', contrast: '1.25' }), await drawn(moved, {}), await drawn(text, {}),
          await drawn(text, { none: '1' })].join('|')
      })()
      """
    ).split(separator: "|").map { $0.split(separator: " ") }
    try #require(pictures.count == 4)
    #expect(pictures[0].dropFirst() == ["true", "true"])
    #expect(pictures[0][0] == pictures[1][0])
    #expect(pictures[2][0] != pictures[0][0] && pictures[3][1] == "false")
    try await page.expectNoErrors()
    await page.close()
  }

  /// At 1:1 only what is seen is sent, compressed; it follows the view and the sliders.
  @Test func actualPixelsAreTiles() async throws {
    try TestPicture(2400, 1600).write(program.folder, "large.png")
    let server = try StudioServer(program, "--photo", "large.png", "tumble-down")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden && document.querySelector('.before').width")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    try await page.run(
      """
      // The tile at a part of the stage, with the pixel there and its column and row in the result.
      globalThis.seen = (u, v, layer = '.tiles') => {
        const box = document.querySelector('.scroll').getBoundingClientRect()
        const [x, y] = [box.x + u * box.width, box.y + v * box.height]
        const tile = [...document.querySelector(layer).children].findLast((one) => {
          const box = one.getBoundingClientRect()
          return box.left <= x && box.right > x && box.top <= y && box.bottom > y
        })
        if (!tile) return null
        const at = tile.getBoundingClientRect(), frame = document.querySelector('.frame').getBoundingClientRect()
        const codes = tile.getContext('2d').getImageData(x - at.left, y - at.top, 1, 1).data
        return { codes: [...codes], place: [x - frame.left, y - frame.top].map(Math.floor) }
      }
      globalThis.isCovered = (layer) =>
        [0.02, 0.5, 0.98].every((u) => [0.02, 0.5, 0.98].every((v) => seen(u, v, layer)))
      // Whether the pixels are those of the whole result at its full size.
      globalThis.isRight = async (layer, text = document.getElementById('source').value) => {
        const photo = new URL(document.querySelector('#strip img[src]').src).searchParams.get('id')
        const body = { name: 'tumble-down', text, id: photo, edge: 0 }
        const answer = await fetch('api/preview', { method: 'POST', body: JSON.stringify(body) })
        const whole = await createImageBitmap(await answer.blob())
        const canvas = new OffscreenCanvas(1, 1), context = canvas.getContext('2d')
        return [[0.3, 0.3], [0.5, 0.5], [0.8, 0.6]].every((part) => {
          const { codes, place: [x, y] } = seen(...part, layer)
          context.drawImage(whole, -x, -y)
          const other = context.getImageData(0, 0, 1, 1).data
          return codes.every((code, i) => Math.abs(code - other[i]) < 16)
        })
      }
      """)
    try await page.press("z")
    try await page.until("document.querySelector('.frame').clientWidth === 2400 && isCovered()")
    try await page.until("!document.getElementById('stage').hasAttribute('aria-busy')")
    #expect(try await page.text("isRight()") == "1")
    let sent = """
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('api/tile'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      """
    let area = "document.querySelector('.scroll').clientWidth * document.querySelector('.scroll').clientHeight"
    // Less than the pixels that are seen: the picture is noise, which hardly compresses.
    #expect(try await page.text("\(sent) > 0 && \(sent) < 3 * \(area)") == "1")
    // Across the photo, in one go.
    try await page.run("document.querySelector('.scroll').scrollTo(1200, 700)")
    try await page.until("document.querySelector('.scroll').scrollLeft > 1000 && isCovered()")
    #expect(try await page.text("isRight()") == "1")
    try await page.run("globalThis.was = seen(0.5, 0.5).codes.join()")
    try await page.put("0.3", into: "#parameters [aria-label=Contrast]")
    try await page.until("seen(0.5, 0.5)?.codes.join() !== was && isCovered()")
    #expect(try await page.text("isRight()") == "1")
    // The photo itself lies over the left half, as sharp.
    try await page.press("b")
    try await page.until("!document.querySelector('.originals').hidden && isCovered('.originals')")
    let untouched = #"'tintype 1\nlook "o" { working display }\noutput source\n'"#
    #expect(try await page.text("isRight('.originals', \(untouched))") == "1")
    #expect(try await page.text("document.querySelector('.originals').style.clipPath.includes('50%')") == "1")
    try await page.press("b")
    try await page.until("document.querySelector('.originals').hidden")
    try await page.press("z")
    try await page.until("document.querySelector('.frame').clientWidth < 2400")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A renderer in software would block the page, so the engine draws larger photos.
  @Test func softwareDrawsNoLargePhotos() async throws {
    try TestPicture(900, 600).write(program.folder, "large.png")
    let server = try StudioServer(program, "--photo", "large.png", "warm-negative")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden && document.querySelector('.before').width")
    let isSoftware = try await page.text(
      """
      (async () => {
        const { Painter } = await import('./painter.js')
        const painter = new Painter()
        return painter.serves({ width: 96, height: 64 }) && !painter.serves({ width: 900, height: 600 })
      })()
      """)
    // Here is a graphics processor.
    guard isSoftware == "1" else { return await page.close() }
    try await page.run(
      """
      globalThis.drawings = 0
      const draw = WebGL2RenderingContext.prototype.drawArrays
      WebGL2RenderingContext.prototype.drawArrays = function (...all) { drawings++; return draw.apply(this, all) }
      """)
    for value in ["0.5", "0.6", "0.7"] {
      try await page.put(value, into: "#parameters [aria-label=Light]")
      try await page.until("document.getElementById('source').value.includes('= \(value)ev')")
      try await Task.sleep(for: .milliseconds(600))
    }
    #expect(try await page.text("drawings") == "0")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Strip, sheet, loupe and variants.
  @Test func manyPicturesAtOnce() async throws {
    let recipe = """
      tintype 1
      look "two" { working linear-srgb }
      param amount: scalar = 1 in 0...2 step 0.1 "Amount"
      variant "dark" { amount = 0.4 }
      output source * amount
      """
    try program.folder.write(recipe, to: "two.tint")
    let server = try StudioServer(program, "--photo", "photo.png", "two.tint", "original")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden && !document.getElementById('variant').hidden")
    try await page.run(
      "{ const v = document.getElementById('variant'); v.selectedIndex = 1; v.dispatchEvent(new Event('change')) }")
    try await page.until("document.getElementById('source').value.includes('amount: scalar = 0.4 ')")
    try await page.run("document.getElementById('test-strip').click()")
    try await page.until(
      "[...document.querySelectorAll('#sheet-grid canvas')].filter((canvas) => canvas.width === 96).length === 9")
    try await page.run("document.querySelector('#sheet-grid button:last-child').click()")
    try await page.until("document.getElementById('source').value.includes('amount: scalar = 2 ')")
    try await page.run("document.getElementById('all-looks').click()")
    try await page.until(
      "[...document.querySelectorAll('#sheet-grid img')].filter((img) => img.naturalWidth).length === 2")
    try await page.run("document.querySelector('#sheet-grid [data-name=original]').click()")
    try await page.until("document.getElementById('look-name').textContent === 'original'")
    try await page.run("document.getElementById('loupe').click()")
    try await page.point(".after", 0.5, 0.5)
    try await page.until("!document.querySelector('.glass').hidden")
    // Its middle is the pixel under the pointer.
    let glass = "document.querySelector('.glass')"
    let pixel = "getContext('2d').getImageData(\(glass).width / 2, \(glass).width / 2, 1, 1).data"
    let seen = "document.querySelector('.after').getContext('2d').getImageData(48, 32, 1, 1).data"
    #expect(try await page.text("\(glass).\(pixel).every((code, i) => Math.abs(code - \(seen)[i]) < 12)") == "1")
    try await page.run("document.getElementById('follow-steps').click()")
    try await page.point(".after", 0.25, 0.5)
    try await page.until("document.querySelectorAll('#steps li').length === 2")
    let codes = try await page.text("document.querySelector('#steps li:last-child span:last-child').textContent")
    let shown = try await page.text("document.getElementById('probe').textContent").split(separator: " ").suffix(3)
    #expect(codes.split(separator: " ") == Array(shown))
    let patch = try await page.text(
      "getComputedStyle(document.querySelector('#steps li:last-child i')).backgroundColor")
    #expect(patch == "rgb(\(shown.joined(separator: ", ")))")
    try await page.expectNoErrors()
    await page.close()
  }

  /// The text beside the photo is what renders it, and a result leads back to its original.
  @Test func besideThePhotoAndAgain() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    try await page.put("2", into: "#parameters [aria-label=Contrast]")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.run(
      "document.getElementById('save').click(); document.querySelector('#saving [value=beside]').click()")
    try await page.until("document.getElementById('notice').textContent.includes('photo.png.tint')")
    let rendered = try program("render", "original", "photo.png", "-o", "beside.png")
    #expect(rendered.status == 0, "\(rendered.errors)")
    expectQuiet(
      try program(
        "render", "tumble-down", "photo.png", "--no-sidecars", "-o", "photo-tumble-down.png", "--set", "contrast=2"))
    #expect(
      try TestPicture(program.folder, "beside.png").samples
        == TestPicture(program.folder, "photo-tumble-down.png").samples)
    // Back to the look as it was, and from the album to the values of the result.
    try await page.run("document.getElementById('reset').click(); document.getElementById('tab-album').click()")
    try await page.until("document.querySelector('.tile [alt=\"photo-tumble-down.png\"]')")
    try await page.run("document.querySelector('.open:has([alt=\"photo-tumble-down.png\"])').click()")
    try await page.run(
      "[...document.querySelectorAll('#details button')].find((one) => /^Again/.test(one.textContent)).click()"
    )
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.until("document.title.startsWith('photo.png')")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Settings and a recipe beside a photo are offered when it is opened.
  @Test func whatLiesBesideIsOffered() async throws {
    try TestPicture(96, 64).write(program.folder, "other.png")
    try program.folder.write("set contrast = 2\nset nothing = 1\n", to: "photo.png.tint")
    let half = "tintype 1\nlook \"half\" { working linear-srgb }\noutput source * 0.5\n"
    try program.folder.write(half, to: "other.png.tint")
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down")
    let page = try await Page(server.address)
    try await page.until("document.getElementById('notice').textContent.includes('photo.png.tint lies beside')")
    try await page.run("document.querySelector('#notice button').click()")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.until("document.getElementById('notice').textContent.includes(\"has no parameter 'nothing'\")")
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("document.querySelector('.tile [alt=\"other.png\"]')")
    try await page.run("document.querySelector('.open:has([alt=\"other.png\"])').click()")
    try await page.run(
      "[...document.querySelectorAll('#details button')].find((one) => /^Develop/.test(one.textContent)).click()")
    try await page.until("document.getElementById('notice').textContent.includes('other.png.tint lies beside')")
    try await page.run("document.querySelector('#notice button').click()")
    try await page.until("document.getElementById('source').value.endsWith('output source * 0.5\\n')")
    // Undo leads back to the other look with its settings.
    try await page.run("document.getElementById('undo').click()")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A key that puts the focus into the text types nothing there.
  @Test func theKeyOfTheTextTypesNothing() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "original")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    let text = try await page.text("document.getElementById('source').value")
    try await page.press("t")
    try await page.until("document.activeElement.id === 'source'")
    #expect(try await page.text("document.getElementById('source').value") == text)
    try await page.press("t")
    try await page.until("document.getElementById('source').value.length === \(text.utf16.count + 1)")
    await page.close()
  }

  /// All keys are listed, and those of one letter can be switched off.
  @Test func keysAreListedAndSwitchedOff() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "original")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    let compared = "document.getElementById('compare').getAttribute('aria-pressed')"
    try await page.press("b")
    try await page.until("\(compared) === 'true'")
    try await page.press("?")
    try await page.until("document.getElementById('keys').open")
    #expect(try await page.text("document.querySelector('#keys dl').textContent").contains("BBefore and after"))
    try await page.run("document.getElementById('letters').click()")
    try await page.press("Escape")
    try await page.until("!document.getElementById('keys').open")
    try await page.press("b")
    #expect(try await page.text(compared) == "true")
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
    #expect(try program("info", name).output.contains("date        20"))
    // A film through the look.
    try await page.run("document.getElementById('film').click()")
    try await page.until("document.getElementById('film').textContent === 'Stop'")
    try await Task.sleep(for: .milliseconds(1500))
    try await page.run("document.getElementById('film').click()")
    try await page.until("saved.some(({ type, size }) => type === 'video/webm' && size > 1000)")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Two cameras that say their side: the front one is shown mirrored, and its photo is not. Then it is unplugged.
  @Test func frontAndBack() async throws {
    let server = try StudioServer(program, "original")
    let page = try await Page(
      server.address,
      script: """
        const cameras = { user: ['red', 'blue'], environment: ['lime', 'white'] }
        navigator.mediaDevices.getUserMedia = async ({ video: { facingMode } }) => {
          const side = facingMode?.exact ?? facingMode ?? 'user'
          const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
          const context = canvas.getContext('2d')
          setInterval(() => cameras[side].forEach((color, i) => {
            context.fillStyle = color
            context.fillRect(160 * i, 0, 160, 240)
          }), 30)
          const stream = canvas.captureStream(30)
          const [track] = stream.getVideoTracks()
          track.getSettings = () => ({ facingMode: side, deviceId: side, width: 320, height: 240 })
          globalThis.track = track
          return stream
        }
        navigator.mediaDevices.enumerateDevices = async () =>
          Object.keys(cameras).map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }))
        """)
    try await page.run("document.getElementById('tab-camera').click()")
    try await page.until("document.getElementById('stage').classList.contains('mirrored')")
    try await page.until("/frames a second/.test(document.getElementById('facts').textContent)")
    try await page.run("document.getElementById('switch').click()")
    try await page.until("!document.getElementById('stage').classList.contains('mirrored')")
    try await page.run("document.getElementById('switch').click()")
    try await page.until("document.getElementById('stage').classList.contains('mirrored')")
    try await page.until(
      "document.querySelector('.after').getContext('2d').getImageData(20, 20, 1, 1).data[0] > 200")
    try await page.run("document.getElementById('shutter').click()")
    try await page.until("!document.querySelector('.shottools').hidden")
    try await page.run("document.getElementById('shot-save').click()")
    try await page.until("document.getElementById('notice').textContent.startsWith('Saved as camera-')")
    let name = try #require(program.folder.names.first { $0.hasPrefix("camera") })
    expectQuiet(try program("render", "original", name, "-o", "shot.png"))
    let shot = try TestPicture(program.folder, "shot.png")
    // Red at the left, as the camera has it.
    #expect(shot.samples[0] > 200 && shot.samples[2] < 60)
    try await page.until("!document.querySelector('.cameratools').hidden")
    try await page.run("track.dispatchEvent(new Event('ended'))")
    try await page.until("document.getElementById('why').textContent === 'The camera is gone.'")
    try await page.expectNoErrors()
    await page.close()
  }

  @Test(arguments: [
    "NotAllowedError": "refused", "NotFoundError": "There is no camera", "NotReadableError": "busy",
    "OverconstrainedError": "cannot do",
  ])
  func refusalsAreAnswered(_ error: String, _ sentence: String) async throws {
    let server = try StudioServer(program, "original")
    let page = try await Page(
      server.address,
      script: "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('no', '\(error)') }")
    try await page.run("document.getElementById('tab-camera').click()")
    try await page.until("document.getElementById('why').textContent.includes('\(sentence)')")
    try await page.until("!document.getElementById('no-camera').hidden")
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
