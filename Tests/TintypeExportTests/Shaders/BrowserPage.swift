import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeTestSupport

/// A page of a browser with `tintype.js` and a photo in it.
struct BrowserPage {
  let browser: Chromium

  /// Starts a browser and gives it a photo.
  init(photo: Bitmap) async throws {
    browser = try await Chromium()
    let module = Data(webRuntime.utf8).base64EncodedString()
    _ = try await browser.evaluate(
      """
      import('data:text/javascript;base64,\(module)').then((module) => {
        globalThis.decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        globalThis.encoded = (bytes) => {
          let text = ''
          for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
          return btoa(text)
        }
        globalThis.tintype = new module.Tintype(document.createElement('canvas'))
        globalThis.plate = null
      })
      """)
    _ = try await browser.evaluate("tintype.photo(\(Self.image(photo)))")
  }

  /// A picture as the runtime takes raw pixels.
  static func image(_ bitmap: Bitmap) -> String {
    let pixels = stride(from: 0, to: bitmap.pixels.count, by: 3).flatMap { bitmap.pixels[$0..<$0 + 3] + [255] }
    let text = Data(pixels).base64EncodedString()
    return "{width: \(bitmap.width), height: \(bitmap.height), data: decoded('\(text)')}"
  }

  /// What the runtime makes of the photo.
  ///
  /// - Parameters:
  ///   - settings: the values of parameters, as JavaScript.
  ///   - plate: for all pictures that the look asks for.
  func render(
    _ passes: ExportedPasses, settings: String = "{}", plate: Bitmap? = nil, options: String = "{}"
  ) async throws -> Bitmap {
    let given = plate.map(Self.image) ?? "null"
    let text = try await browser.evaluate(
      """
      (() => {
        const look = tintype.load(\(passes.json))
        for (const input of look.description.inputs) look.picture(input.name, \(given))
        const { width, height } = look.set(\(settings)).render(\(options))
        const text = width + ' ' + height + ' ' + encoded(look.pixels())
        look.dispose()
        return text
      })()
      """)
    let parts = text.split(separator: " ").map(String.init)
    let pixels = try [UInt8](#require(Data(base64Encoded: parts[2])))
    let colors = stride(from: 0, to: pixels.count, by: 4).flatMap { pixels[$0..<$0 + 3] }
    return Bitmap(width: try #require(Int(parts[0])), height: try #require(Int(parts[1])), pixels: colors)
  }
}
