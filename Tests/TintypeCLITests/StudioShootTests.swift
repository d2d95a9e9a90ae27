import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// The studio's page for several photos, and for places of one.
@Suite(
  .slow, .serialized,
  .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"))
struct StudioShootTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(96, 64).write(program.folder, "photo.png")
  }

  /// Keys go through the photos; each keeps its own text, also after a reload.
  @Test func photosKeepTheirTexts() async throws {
    for name in ["b.png", "c.png"] { try TestPicture(96, 64).write(program.folder, name) }
    let server = try StudioServer(program, "--photo", "photo.png")
    let page = try await Page(server.address)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 3")
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.querySelector('#strip [data-name=tumble-down]').click()")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    try await page.put("2", into: "#parameters [aria-label=Contrast]")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.until("document.querySelector('#reel .edited[title=\"photo.png\"]')")
    // Another photo has the look that is at hand, and then its own.
    try await page.run("document.querySelector('#reel [title=\"b.png\"]').click()")
    try await page.until("document.title.startsWith('b.png')")
    #expect(try await page.text("document.getElementById('look-name').textContent") == "tumble-down")
    try await page.run("document.querySelector('#strip [data-name=noir]').click()")
    try await page.until("document.querySelector('#reel .edited[title=\"b.png\"]')")
    try await page.run("document.querySelector('#reel [title=\"photo.png\"]').click()")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    // Undo is that of this photo.
    try await page.run("document.getElementById('undo').click()")
    try await page.until("!document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.run("document.getElementById('redo').click()")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    // The redo is stored before the page goes.
    try await page.until("!document.getElementById('undo').disabled")
    try await Task.sleep(for: .seconds(1))
    try await page.reload()
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.run("document.activeElement.blur()")
    // The newest is first, so the photo is the last.
    try await page.press("ArrowLeft")
    try await page.until("!document.title.startsWith('photo.png')")
    try await page.press("ArrowRight")
    try await page.until("document.title.startsWith('photo.png')")
    try await page.press("4")
    try await page.until("document.getElementById('notice').textContent === '★★★★'")
    #expect(try program("info", "photo.png").output.contains(#/rating +4/#))
    try await page.expectNoErrors()
    await page.close()
  }

  /// Without a photo of before, the studio begins with the newest one that it did not make itself.
  @Test func theNewestPhotoIsFirst() async throws {
    for (index, name) in ["photo.png", "c.png", "b.png"].enumerated() {
      try TestPicture(96, 64).write(program.folder, name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(index))],
        ofItemAtPath: program.folder.path + "/" + name)
    }
    expectQuiet(try program("render", "noir", "photo.png", "-o", "photo-noir.png"))
    let server = try StudioServer(program)
    let page = try await Page(server.address)
    try await page.until("document.title.startsWith('b.png') && !document.querySelector('.frame').hidden")
    #expect(try await page.text("document.querySelectorAll('#reel [role=option]').length") == "4")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A look for several photos, and all of them rendered; one that vanished is named, and the others are saved.
  @Test func severalPhotos() async throws {
    for name in ["b.png", "c.png"] { try TestPicture(96, 64).write(program.folder, name) }
    let server = try StudioServer(program, "--photo", "photo.png")
    let page = try await Page(server.address)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 3")
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run("document.querySelector('#strip [data-name=noir]').click()")
    try await page.until("document.getElementById('look-name').textContent === 'noir'")
    try await page.run("document.activeElement.blur()")
    try await page.press("c", modifiers: 2)
    try await page.press("a", modifiers: 2)
    try await page.until("document.getElementById('selected').textContent === '3 selected'")
    try await page.press("v", modifiers: 2)
    try await page.until("document.querySelectorAll('#reel .edited').length === 3")
    try FileManager.default.removeItem(atPath: program.folder.path + "/c.png")
    try await page.run("document.getElementById('save').click()")
    try await page.until("document.getElementById('saving').open")
    #expect(try await page.text("document.getElementById('saving-title').textContent") == "Save 3 photos")
    try await page.run("document.querySelector('#saving .primary').click()")
    try await page.until("document.getElementById('batch-title').textContent === '2 of 3 done'")
    let errors = try await page.text("document.getElementById('batch-errors').textContent")
    #expect(errors.hasPrefix("c.png: cannot be opened"), "\(errors)")
    try await page.run("document.getElementById('batch-end').click()")
    try await page.until("document.getElementById('notice').textContent.includes('Saved 2 photos')")
    expectQuiet(try program("render", "noir", "b.png", "-o", "command.png"))
    #expect(program.folder.bytes(of: "b-noir.png") == program.folder.bytes(of: "command.png"))
    #expect(program.folder.names.contains("photo-noir.png") && !program.folder.names.contains("c-noir.png"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// What is under way when a batch is canceled is saved, and counted.
  @Test func aBatchIsCanceled() async throws {
    try TestPicture(96, 64).write(program.folder, "b.png")
    let server = try StudioServer(program, "--photo", "photo.png", "noir")
    let page = try await Page(server.address)
    try await page.until("document.querySelectorAll('#reel [role=option]').length === 2")
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.run(
      """
      {
        const { fetch } = globalThis
        globalThis.fetch = async (...question) => {
          if (question[0] === 'api/save') await new Promise((resolve) => { globalThis.goOn = resolve })
          return fetch(...question)
        }
      }
      """)
    try await page.press("a", modifiers: 2)
    try await page.run("document.getElementById('save').click(); document.querySelector('#saving .primary').click()")
    try await page.until("globalThis.goOn")
    try await page.run("document.getElementById('batch-end').click()")
    try await page.until("!document.getElementById('batch').open")
    try await page.run("goOn()")
    try await page.until("document.getElementById('notice').textContent.includes('Saved 1 photo.')")
    #expect(program.folder.names.count { $0.hasSuffix("-noir.png") } == 1)
    try await page.expectNoErrors()
    await page.close()
  }

  /// The strip follows what is saved, the filter of the album, and what is deleted there.
  @Test func theStripFollowsTheAlbum() async throws {
    for name in ["b.png", "c.png"] { try TestPicture(96, 64).write(program.folder, name) }
    let server = try StudioServer(program, "--photo", "photo.png", "noir")
    let page = try await Page(server.address)
    let frames = "document.querySelectorAll('#reel [role=option]').length"
    let tiles = "document.querySelectorAll('#grid .open').length"
    try await page.until("\(frames) === 3 && !document.querySelector('.frame').hidden")
    try await page.run("document.getElementById('save').click(); document.querySelector('#saving .primary').click()")
    try await page.until("\(frames) === 4")
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("\(tiles) === 4")
    #expect(try await page.text("document.getElementById('save').hidden") == "1")
    try await page.run("document.querySelector('[data-only=look]').click()")
    try await page.until("\(tiles) === 1")
    try await page.run("document.getElementById('tab-develop').click()")
    try await page.until("\(frames) === 1")
    try await page.press("a", modifiers: 2)
    try await page.until("document.getElementById('selected').textContent === '1 selected'")
    try await page.run("document.getElementById('tab-album').click()")
    try await page.until("\(tiles) === 1")
    try await page.run("document.querySelector('#grid .open').click()")
    try await page.run("document.querySelector('#details .row button').click()")
    try await page.until("document.getElementById('asking').open")
    try await page.run("document.querySelector('#asking .primary').click()")
    try await page.until("document.getElementById('count').textContent === '0 photos'")
    try await page.run("document.getElementById('tab-develop').click()")
    try await page.until("\(frames) === 0 && document.getElementById('selected').textContent === ''")
    try await page.expectNoErrors()
    await page.close()
  }

  /// Strokes and drags become declarations of the text, on the uncropped photo.
  @Test func masksByHand() async throws {
    try TestPicture(96, 64).write(program.folder, "next.png")
    let server = try StudioServer(program, "--photo", "photo.png", "original")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden && document.querySelector('.before').width")
    try await page.run("document.getElementById('masks').click()")
    try await page.until("!document.querySelector('.masktools').hidden")
    try await page.run("document.getElementById('mask-add').click()")
    try await page.until("document.getElementById('source').value.includes('image gradient1 = linearGradient(')")
    try await page.until("document.getElementById('mask').value === 'gradient1'")
    try await page.drag(".strokes", by: 100)
    let text = "document.getElementById('source').value"
    try await page.until("/gradient1From: +vec2 += vec2\\(0\\.5, 0\\.5\\)/.test(\(text))")
    try await page.until("document.querySelector('.handle').style.left === '50%'")
    try await page.run(
      "{ const mask = document.getElementById('mask'); mask.value = 'brush'; mask.dispatchEvent(new Event('change')) }")
    let middle = "document.querySelector('.after').getContext('2d').getImageData(48, 32, 1, 1).data[1]"
    try await page.run("globalThis.was = \(middle)")
    for count in 1...2 {
      try await page.drag(".strokes", by: 60)
      try await page.until("document.getElementById('source').value.includes('let brush1Stroke\(count) = [')")
      try await page.until("document.getElementById('mask').value === 'brush1'")
    }
    try await page.until("document.querySelector('#parameters [aria-label=Light]')")
    try await page.until("\(middle) > was")
    try await page.run("document.getElementById('mask-remove').click()")
    try await page.until("!document.getElementById('source').value.includes('brush1')")
    try await page.press("Escape")
    try await page.until("document.querySelector('.masktools').hidden")
    #expect(try await page.text("document.getElementById('problems').textContent") == "")
    // The next photo has the look without them.
    try await page.until("document.querySelector('#reel .edited')")
    try await page.run("document.querySelector('#reel [title=\"next.png\"]').click()")
    try await page.until("document.title.startsWith('next.png') && !\(text).includes('gradient1')")
    try await page.run("document.querySelector('#reel [title=\"photo.png\"]').click()")
    try await page.until("document.title.startsWith('photo.png') && \(text).includes('gradient1')")
    try await page.expectNoErrors()
    await page.close()
  }

  /// A handle edits the numbers of its mask and no others, and follows them. It lies on its place of the photo although
  /// the look turns and crops it, at 1:1 as well.
  @Test func masksHaveHandles() async throws {
    let recipe = """
      tintype 1
      look "framed" { working linear-srgb }
      param gradient1Light: ev = 0.5ev in -3ev...3ev
      param gradient1Color: scalar = 1 in 0...2
      param gradient1From: vec2 = vec2(0.25, 0.5)
      param gradient1To: vec2 = vec2(0.75, 0.5)
      param spot1Light: ev = 0.5ev in -3ev...3ev
      param spot1Color: scalar = 1 in 0...2
      param spot1At: vec2 = vec2(0.5, 0.5)
      param spot1Inner: scalar = 0.1 in 0...2
      param spot1Outer: scalar = 0.4 in 0...2
      image gradient1 = linearGradient(from: gradient1From, to: gradient1To)
      image spot1 = radialGradient(center: spot1At, inner: spot1Inner, outer: spot1Outer)
      output source
        |> dodged(gradient1, by: gradient1Light, saturation: gradient1Color)
        |> dodged(spot1, by: spot1Light, saturation: spot1Color)
        |> turn(by: 90deg)
        |> crop(from: vec2(0, 0), to: vec2(1, 0.5))
      """
    try program.folder.write(recipe, to: "framed.tint")
    let server = try StudioServer(program, "--photo", "photo.png", "framed.tint")
    let page = try await Page(server.address)
    try await page.until("document.querySelector('.after').width === 64 && document.querySelector('.before').width")
    try await page.run("document.getElementById('masks').click()")
    try await page.until("!document.querySelector('.handle').hidden && document.querySelector('.after').width === 96")
    try await page.run(
      """
      globalThis.text = () => document.getElementById('source').value
      globalThis.value = (name) => text().match(RegExp(name + ': +\\\\w+ += +(vec2[(][^)]*[)]|[0-9.]+)'))[1]
      globalThis.handle = (index) => document.querySelectorAll('.handle')[index]
      // How far a handle is from a place of the photo, in pixels of the screen.
      globalThis.off = (index, u, v) => {
        const [box, all] = [handle(index), document.querySelector('.frame')].map((one) => one.getBoundingClientRect())
        const [x, y] = [box.x + box.width / 2 - all.x, box.y + box.height / 2 - all.y]
        return Math.hypot(x - u * all.width, y - v * all.height)
      }
      globalThis.was = text()
      """)
    // The tools have made the stage smaller.
    let fits = "document.querySelector('.frame').clientHeight < document.querySelector('.scroll').clientHeight"
    try await page.until("\(fits) && off(0, 0.25, 0.5) < 1 && off(1, 0.75, 0.5) < 1")
    let width = try #require(Double(try await page.text("document.querySelector('.frame').clientWidth")))
    // Held for longer than a second it is one step of undo.
    try await page.drag(".handle", by: -0.1 * width, resting: .milliseconds(1300))
    try await page.until("/^vec2.0\\.1[45]\\d*, 0\\.5/.test(value('gradient1From'))")
    #expect(try await page.text("value('gradient1To')") == "vec2(0.75, 0.5)")
    try await page.run("document.getElementById('undo').click()")
    try await page.until("text() === was && off(0, 0.25, 0.5) < 1")
    // The text, the arrow keys and the view move it.
    try await page.retype("vec2(0.75, 0.5)", "vec2(0.7, 0.4)")
    try await page.until("off(1, 0.7, 0.4) < 1")
    try await page.run("handle(1).focus()")
    for _ in 1...3 { try await page.press("ArrowDown") }
    try await page.until("value('gradient1To') === 'vec2(0.7, 0.43)' && off(1, 0.7, 0.43) < 1")
    let said = "[handle(1).getAttribute('aria-label'), handle(1).getAttribute('aria-valuetext')].join('; ')"
    #expect(
      try await page.text(said) == "Gradient 1, all from here; use the arrow keys; 70 % across, 43 % down")
    try await page.press("z")
    try await page.until("document.querySelector('.frame').clientWidth === 96 && off(1, 0.7, 0.43) < 1")
    try await page.press("z")
    try await page.until("document.querySelector('.frame').clientWidth === \(Int(width))")
    // A spot moves as a whole; its edge keeps its softness.
    try await page.run(
      "{ const mask = document.getElementById('mask'); mask.value = 'spot1'; mask.dispatchEvent(new Event('change')) }")
    try await page.until("off(0, 0.5, 0.5) < 1 && off(1, 0.5 + 0.4 * 64 / 96, 0.5) < 1")
    try await page.run(
      """
      globalThis.seen = []
      new MutationObserver(() => seen.push(parseFloat(handle(0).style.left))).observe(handle(0), { attributes: true })
      """)
    try await page.drag(".handle", by: 0.1 * width)
    try await page.until("/^vec2.0\\.(59|6)\\d*, 0\\.5/.test(value('spot1At'))")
    #expect(try await page.text("value('spot1Inner') + value('spot1Outer')") == "0.10.4")
    try await page.drag(".handle + .handle", by: -0.1 * width)
    try await page.until("value('spot1Outer') < 0.3 && Math.abs(value('spot1Inner') - value('spot1Outer') / 4) < 0.002")
    // Let go, a handle never jumps back, also while the text is checked; there its place has fewer digits.
    #expect(try await page.text("String(seen.every((left, i) => i === 0 || left > seen[i - 1] - 0.5))") == "true")
    try await page.press("Escape")
    try await page.until("handle(0).hidden && document.querySelector('.after').width === 64")
    try await page.expectNoErrors()
    await page.close()
  }

  /// The copied look beside the text as it is: two pictures, the lines that differ, and a choice.
  @Test func twoLooksSideBySide() async throws {
    let server = try StudioServer(program, "--photo", "photo.png", "tumble-down", "noir")
    let page = try await Page(server.address)
    try await page.until("!document.querySelector('.frame').hidden")
    try await page.until("document.querySelector('#parameters [aria-label=Contrast]')")
    try await page.put("2", into: "#parameters [aria-label=Contrast]")
    try await page.until("document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.run("document.getElementById('side-by-side').click()")
    try await page.until("document.querySelectorAll('#comparing canvas').length === 2")
    let added = try await page.text("document.querySelector('#comparing ins').textContent")
    #expect(added.contains("contrast: scalar = 2"), "\(added)")
    #expect(try await page.text("document.querySelectorAll('#comparing ins').length") == "1")
    try await page.run("document.querySelector('#comparing figure button').click()")
    try await page.until("!document.getElementById('source').value.includes('contrast: scalar = 2 ')")
    try await page.expectNoErrors()
    await page.close()
  }
}
