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
    try await page.run("document.documentElement.dataset.ready = ''; location.reload()")
    try await page.until("document.documentElement?.dataset.ready === 'true'")
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
    #expect(try await page.text("document.getElementById('batch-errors').textContent").contains("c.png"))
    try await page.run("document.getElementById('batch-end').click()")
    try await page.until("document.getElementById('notice').textContent.includes('Saved 2 photos')")
    expectQuiet(try program("render", "noir", "b.png", "-o", "command.png"))
    #expect(program.folder.bytes(of: "b-noir.png") == program.folder.bytes(of: "command.png"))
    #expect(program.folder.names.contains("photo-noir.png") && !program.folder.names.contains("c-noir.png"))
    try await page.expectNoErrors()
    await page.close()
  }

  /// Strokes and drags become declarations of the text, on the uncropped photo.
  @Test func masksByHand() async throws {
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
