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
  ///
  /// - Parameter before: what the page runs first, in JavaScript.
  init(photo: Bitmap, before: String = "", on driver: Chromium.Driver = .swiftShader) async throws {
    browser = try await Chromium(driver: driver)
    _ = try await browser.evaluate("{ \(before) }")
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
    let renderer = try await browser.evaluate(
      "tintype.gl.getParameter(tintype.gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL)")
    #expect(renderer.lowercased().contains("\(driver)".lowercased()), "\(renderer)")
    _ = try await browser.evaluate("tintype.photo(\(Self.image(photo)))")
  }

  /// A picture as the runtime takes raw pixels.
  static func image(_ bitmap: Bitmap) -> String {
    let pixels = stride(from: 0, to: bitmap.pixels.count, by: 3).flatMap { bitmap.pixels[$0..<$0 + 3] + [255] }
    let text = Data(pixels).base64EncodedString()
    return "{width: \(bitmap.width), height: \(bitmap.height), data: decoded('\(text)')}"
  }

  /// What the runtime makes of its photo in single precision: each pixel's place, and its four lanes.
  func floats(_ passes: ExportedPasses) async throws -> [(column: Int, row: Int, lanes: [Float])] {
    let text = try await browser.evaluate(
      """
      (() => {
        const look = tintype.load(\(passes.json))
        const { x, y, width } = look.render({ float: true })
        const text = x + ' ' + y + ' ' + width + ' ' + encoded(new Uint8Array(look.pixels().buffer))
        look.dispose()
        return text
      })()
      """)
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let edges = parts.prefix(3).compactMap { Int($0) }
    let bytes = try [UInt8](#require(Data(base64Encoded: parts[3])))
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    return (0..<numbers.count / 4).map { pixel in
      (edges[0] + pixel % edges[2], edges[1] + pixel / edges[2], Array(numbers[4 * pixel..<4 * pixel + 4]))
    }
  }

  /// The photo rendered by the runtime: red, green, blue and straight alpha.
  ///
  /// - Parameters:
  ///   - settings: the values of parameters, as JavaScript.
  ///   - plate: for all pictures that the look asks for.
  func render(
    _ json: String, settings: String = "{}", plate: Bitmap? = nil, options: String = "{}"
  ) async throws -> PassCase.Pixels {
    let given = plate.map(Self.image) ?? "null"
    return try Self.pixels(
      await browser.evaluate(
        """
        (() => {
          const look = tintype.load(\(json))
          for (const input of look.description.inputs) look.picture(input.name, \(given))
          const { width, height } = look.set(\(settings)).render(\(options))
          const text = width + ' ' + height + ' ' + encoded(look.pixels())
          look.dispose()
          return text
        })()
        """))
  }

  /// Width, height and base64.
  static func pixels(_ text: String) throws -> PassCase.Pixels {
    let parts = text.split(separator: " ").map(String.init)
    return PassCase.Pixels(
      width: try #require(Int(parts[0])), height: try #require(Int(parts[1])),
      pixels: try [UInt8](#require(Data(base64Encoded: parts[2]))))
  }
}
