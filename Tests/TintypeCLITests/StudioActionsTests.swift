import Testing
import TintypeTestSupport

/// Random actions on the studio's page, whose questions are answered late and out of order.
@Suite(
  .slow, .serialized,
  .enabled(if: Chromium.path != nil, "there is no chromium; Scripts/setup --tests installs it"))
struct StudioActionsTests {
  /// One person's doings, by one number.
  private struct Doings {
    private var random: SplitMix64
    private let page: Page

    init(_ seed: UInt64, _ page: Page) { (random, self.page) = (SplitMix64(seed: seed), page) }

    private mutating func one<Element>(of list: [Element]) -> Element { list[below(list.count)] }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func click(_ selector: String) async throws {
      try await page.run("document.querySelector('\(selector)')?.click()")
    }

    /// Does something, and says what.
    mutating func next() async throws -> String {
      switch below(16) {
      case 0, 1:
        let name = one(of: ["tumble-down", "blur-spot", "original", "two", "minimal-life"])
        try await click("#strip [data-name$=\"\(name)\"], #strip [data-name$=\"\(name).tint\"]")
        return "choose \(name)"
      case 2, 3, 4:
        // A slider is dragged: several inputs, then the change, as browsers send them.
        let (which, parts) = (below(9), (0...below(4)).map { _ in below(101) })
        try await page.run(
          """
          (async () => {
            const all = [...document.querySelectorAll('#parameters input[type=range]')]
            const slider = all[\(which) % all.length]
            if (!slider) return
            for (const part of [\(parts.map(String.init).joined(separator: ","))]) {
              slider.value = Number(slider.min) + (slider.max - slider.min) * part / 100
              slider.dispatchEvent(new Event('input', { bubbles: true }))
              await new Promise((resolve) => setTimeout(resolve, 15))
            }
            slider.dispatchEvent(new Event('change', { bubbles: true }))
            slider.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
          })()
          """)
        return "slider \(which) to \(parts)"
      case 5:
        // A number of the text becomes another one, or no number.
        let (old, new) = (below(20), one(of: ["0.3", "1.7", "0", "x", "2 +"]))
        try await page.run(
          """
          {
            const source = document.getElementById('source')
            const numbers = [...source.value.matchAll(/= *([0-9.]+)/g)]
            if (numbers.length) {
              const match = numbers[\(old) % numbers.length], at = match.index + match[0].length
              source.value = source.value.slice(0, at - match[1].length) + '\(new)' + source.value.slice(at)
              source.dispatchEvent(new Event('input', { bubbles: true }))
            }
          }
          """)
        return "type \(new) for number \(old)"
      case 6:
        let text = one(of: ["// a line\n", " ", "0.2", "}"])
        try await page.run("document.getElementById('source').focus()")
        try await page.insert(text)
        return "insert '\(text)'"
      case 7, 8:
        let id = one(of: ["undo", "undo", "redo", "reset"])
        try await click("#\(id)")
        return id
      case 9:
        let isBack = below(3) > 0
        try await page.run("document.getElementById('undo').focus()")
        try await page.press("z", modifiers: isBack ? 2 : 10)
        return isBack ? "Ctrl+Z" : "Ctrl+Shift+Z"
      case 10:
        try await click("#crop")
        return "crop"
      case 11:
        let way = one(of: ["#turn", "#flip", "#uncrop", "#crop-done", "#crop-cancel"])
        try await page.run("if (!document.querySelector('.croptools').hidden) document.querySelector('\(way)').click()")
        return way
      case 12:
        let (u, v) = (Double(below(80) + 10) / 100, Double(below(80) + 10) / 100)
        try await page.tap(".scroll", u, v)
        return "tap at \(u), \(v)"
      case 13:
        try await page.run(
          "{ const v = document.getElementById('variant'); if (!v.hidden) { v.selectedIndex = 1;"
            + " v.dispatchEvent(new Event('change')) } }")
        return "variant"
      case 14:
        let key = one(of: ["b", "c", "z", "j", "p", "t", "Escape", "l"])
        try await page.run("document.getElementById('compare').focus()")
        try await page.press(key)
        return "key \(key)"
      default:
        let tab = one(of: ["album", "develop"])
        try await click("#tab-\(tab)")
        return "tab \(tab)"
      }
    }
  }

  /// Text, name, controls and picture agree whenever the page is at rest.
  @Test(arguments: [1, 2] as [UInt64])
  func textControlsAndPictureAgree(_ seed: UInt64) async throws {
    let program = try Program()
    try TestPicture(96, 64).write(program.folder, "photo.png")
    let recipe = """
      tintype 1
      look "two" { working linear-srgb }
      param amount: scalar = 1 in 0...2 step 0.1 "Amount"
      param tone: choice = .low of low, high
      variant "dark" { amount = 0.4 }
      output source * amount
      """
    try program.folder.write(recipe, to: "two.tint")
    let server = try StudioServer(program, "--photo", "photo.png")
    // Answers take 0 to 150 ms, each its own time.
    let page = try await Page(
      server.address,
      script: """
        {
          globalThis.underWay = 0
          const { fetch } = globalThis
          let last = \(seed)
          const random = () => (last = (last * 48271) % 2147483647) / 2147483647
          globalThis.fetch = async (...question) => {
            const wait = () => new Promise((resolve) => setTimeout(resolve, random() ** 3 * 150))
            underWay++
            try {
              await wait()
              const answer = await fetch(...question)
              await wait()
              return answer
            } finally { setTimeout(() => underWay--, 30) }
          }
          // What the test itself asks waits for nothing.
          globalThis.ask = (path, message) => fetch('api/' + path, { method: 'POST', body: JSON.stringify(message) })
        }
        """)
    try await page.until("!document.querySelector('.frame').hidden")
    var (doings, said) = (Doings(seed, page), [String]())
    for count in 1...(runsAllTests ? 100 : 40) {
      said.append(try await doings.next())
      guard count % 5 == 0 else { continue }
      let disagreement = try await disagreement(of: page)
      #expect(disagreement == "", "after \(said.suffix(12)) (\(count) in all)")
      if disagreement != "" { break }
    }
    try await page.expectNoErrors()
    await page.close()
  }

  /// What does not agree on the page, when nothing is under way.
  private func disagreement(of page: Page) async throws -> String {
    try await page.text(
      """
      (async () => {
        const id = (name) => document.getElementById(name)
        const rest = (time) => new Promise((resolve) => setTimeout(resolve, time))
        // What is half done is ended as a person would.
        if (!id('album').hidden) id('tab-develop').click()
        if (!document.querySelector('.croptools').hidden) id('crop-done').click()
        for (let quiet = 0, tries = 0; quiet < 5; tries++) {
          if (tries > 1200) return 'the page comes to no rest'
          await rest(40)
          quiet = underWay ? 0 : quiet + 1
        }
        const chosen = document.querySelector('#strip [aria-current=true]')?.dataset.name
        const text = id('source').value
        const photo = new URL(document.querySelector('#strip img[src]').src).searchParams.get('id')
        const about = { name: chosen, text, photo }
        const wrong = []
        const seen = await (await ask('recipe', about)).json()
        const title = /look "([^"]*)"/.exec(text)?.[1]
        const shown = id('look-name').textContent
        if (title && title.replaceAll(' ', '-') !== shown.replaceAll(' ', '-')) {
          wrong.push(`the text is '${title}', and its name '${shown}'`)
        }
        const problems = seen.diagnostics.map(({ message }) => message)
        const listed = [...document.querySelectorAll('#problems button:first-child')]
          .map((one) => one.textContent.replace(/^\\S+ /, ''))
        if (problems.join('|') !== listed.join('|')) wrong.push(`problems '${listed}' for '${problems}'`)
        for (const { name, type, numbers, text: value } of seen.parameters ?? []) {
          const control = id(`p-${name}`)
          if (!control) wrong.push(`${name} has no control`)
          else if (control.type === 'number' && Math.abs(control.value - numbers[0]) > 1e-5 * Math.abs(numbers[0])) {
            wrong.push(`${name} is ${numbers[0]} and shows ${control.value}`)
          } else if (control.type === 'checkbox' && String(control.checked) !== value) wrong.push(`${name} is ${value}`)
        }
        if (seen.parameters && id('command').textContent !== seen.command) {
          wrong.push(`the command is ${id('command').textContent} and not ${seen.command}`)
        }
        const answer = await ask('preview', { ...about, id: photo, edge: 512 })
        if (answer.ok) {
          const bitmap = await createImageBitmap(await answer.blob())
          const after = document.querySelector('.after')
          const { width, height } = bitmap
          const canvas = Object.assign(document.createElement('canvas'), { width, height })
          canvas.getContext('2d').drawImage(bitmap, 0, 0)
          const pixels = (canvas) => canvas.getContext('2d').getImageData(0, 0, width, height).data
          const [a, b] = [pixels(canvas), pixels(after)]
          const far = a.reduce((sum, code, i) => sum + (code !== b[i]), 0)
          if (after.width !== width || after.height !== height) wrong.push(`${after.width} x ${after.height} is shown`)
          else if (far) wrong.push(`${far} codes of the picture differ`)
        } else {
          // The picture of a wrong text cannot be had; what is wrong is undone.
          if (!problems.length) wrong.push(`no picture, and no problem: ${(await answer.json()).error}`)
          id('reset').click()
        }
        return wrong.join('; ')
      })()
      """)
  }
}
