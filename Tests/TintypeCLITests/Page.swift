import Testing
import TintypeTestSupport

/// A page of the browser that keeps its errors.
struct Page {
  private let browser: Chromium

  /// - Parameter script: runs before the page's own.
  init(
    _ address: String, flags: [String] = [], ready: String = "document.documentElement.dataset.ready",
    script: String = ""
  ) async throws {
    browser = try await Chromium(flags: flags + ["--window-size=1280,800"])
    _ = try await browser.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": """
        globalThis.wrong = []
        addEventListener('error', (event) => wrong.push(event.message))
        addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)))
        // What the page gives the person to keep.
        globalThis.saved = []
        const { createObjectURL } = URL
        URL.createObjectURL = (blob) => { saved.push(blob); return createObjectURL.call(URL, blob) }
        \(script)
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

  /// The place of a part of an element in the window.
  func place(_ selector: String, _ u: Double, _ v: Double) async throws -> (x: Double, y: Double) {
    let text = try await browser.evaluate(
      """
      (() => {
        const box = document.querySelector('\(selector)').getBoundingClientRect()
        return [box.x + box.width * \(u), box.y + box.height * \(v)].join(' ')
      })()
      """)
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (numbers[0], numbers[1])
  }

  /// Taps on a part of an element.
  func tap(_ selector: String, _ u: Double, _ v: Double) async throws {
    let (x, y) = try await place(selector, u, v)
    _ = try await browser.call(
      "Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [["x": x, "y": y]]])
    _ = try await browser.call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Any]]()])
  }

  /// Two fingers at these distances of each other, one after the other.
  func pinch(_ selector: String, _ distances: [Double]) async throws {
    let (x, y) = try await place(selector, 0.5, 0.5)
    for (index, distance) in distances.enumerated() {
      let points = [-0.5, 0.5].enumerated().map { ["x": x + $1 * distance, "y": y, "id": Double($0)] }
      let type = index == 0 ? "touchStart" : "touchMove"
      _ = try await browser.call("Input.dispatchTouchEvent", ["type": type, "touchPoints": points])
    }
    _ = try await browser.call("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Any]]()])
  }

  /// Moves the mouse to a part of an element.
  func point(_ selector: String, _ u: Double, _ v: Double) async throws {
    let (x, y) = try await place(selector, u, v)
    _ = try await browser.call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
  }

  /// Presses a key.
  ///
  /// - Parameter modifiers: the sum of 1 for Alt, 2 for Ctrl, 4 for Meta and 8 for Shift.
  func press(_ key: String, modifiers: Int = 0) async throws {
    let isLetter = key.count == 1
    let code = ["Enter": 13, "Escape": 27][key] ?? (isLetter ? Int(key.uppercased().utf8.first ?? 0) : 0)
    let text = key == "Enter" ? "\r" : isLetter && modifiers == 0 ? key : ""
    for type in ["keyDown", "keyUp"] {
      let press: [String: Any] = [
        "type": type, "key": key, "code": isLetter ? "Key\(key.uppercased())" : key, "windowsVirtualKeyCode": code,
        "text": type == "keyDown" ? text : "", "modifiers": modifiers,
      ]
      _ = try await browser.call("Input.dispatchKeyEvent", press)
    }
  }

  /// Types a text where the caret stands.
  func insert(_ text: String) async throws { _ = try await browser.call("Input.insertText", ["text": text]) }

  /// Drags an element to the right.
  ///
  /// - Parameter rest: how long it is held on half of the way.
  func drag(_ selector: String, by distance: Double, resting rest: Duration = .zero) async throws {
    let (x, y) = try await place(selector, 0.5, 0.5)
    for (type, part) in [("mousePressed", 0), ("mouseMoved", 0.5), ("mouseMoved", 1)] {
      if part == 1 { try await Task.sleep(for: rest) }
      let x = x + distance * part
      _ = try await browser.call(
        "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1])
    }
    _ = try await browser.call(
      "Input.dispatchMouseEvent", ["type": "mouseReleased", "x": x + distance, "y": y, "button": "left"])
  }

  /// Loads the page again. What is asked of the page that goes has no answer.
  func reload() async throws {
    try await run("document.documentElement.dataset.ready = ''")
    _ = try? await browser.evaluate("location.reload()")
    for _ in 0..<600 {
      let ready = try? await browser.evaluate("document.documentElement?.dataset.ready")
      if ready == "true" { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("the page did not come again")
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
