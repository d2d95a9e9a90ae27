import Testing
import TintypeDrawing
import TintypeImage
import TintypeTestSupport

@testable import Tintype

/// Larger canvases, and images that are placed on them.
@Suite struct CanvasTests {
  private let folder: ScratchFolder
  private static let (width, height) = (7, 4)

  init() throws { folder = try ScratchFolder() }

  /// A code for each channel of each pixel.
  private static func code(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { UInt8(y * 60 + x * 8 + channel * 2) }

  private static let pixels = (0..<height).flatMap { y in
    (0..<width).flatMap { x in (0..<3).map { code(x, y, $0) } }
  }

  private func rendered(_ text: String, channels: Int = 3) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let source = PictureFormat(width: Self.width, height: Self.height, channels: 3, depth: .eight)
    let renderer = try PictureRenderer(compiled(text), source: source, channels: channels)
    return (renderer.result.width, renderer.result.height, try renderer.render(Self.pixels))
  }

  private func check(
    _ step: String, left: Int, top: Int, right: Int, bottom: Int, _ outside: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws {
    let found = try rendered("output source |> \(step)", channels: 4)
    #expect(found.width == Self.width + left + right && found.height == Self.height + top + bottom, "\(step)")
    for y in 0..<found.height {
      for x in 0..<found.width {
        let (u, v) = (x - left, y - top)
        let isInside = 0..<Self.width ~= u && 0..<Self.height ~= v
        let wanted = isInside ? (0..<3).map { Self.code(u, v, $0) } + [255] : outside(u, v)
        let place = (y * found.width + x) * 4
        #expect(Array(found.pixels[place..<place + 4]) == wanted, "\(step) at \(x) \(y)")
      }
    }
  }

  private static let white: [UInt8] = [255, 255, 255, 255]
  private static let none: [UInt8] = [0, 0, 0, 0]

  @Test func padsSides() throws {
    try check("pad(by: 50%)", left: 2, top: 2, right: 2, bottom: 2) { _, _ in Self.none }
    try check("pad(left: 3px, bottom: 25%, color: #fff)", left: 3, top: 0, right: 0, bottom: 1) { _, _ in Self.white }
    try check("pad(by: 0px)", left: 0, top: 0, right: 0, bottom: 0) { _, _ in Self.none }
  }

  @Test func padsUpToARatio() throws {
    try check("pad(ratio: 1, color: #fff)", left: 0, top: 2, right: 0, bottom: 1) { _, _ in Self.white }
    try check("pad(ratio: 1, anchor: .top)", left: 0, top: 0, right: 0, bottom: 3) { _, _ in Self.none }
    try check("pad(ratio: 3, anchor: .right)", left: 5, top: 0, right: 0, bottom: 0) { _, _ in Self.none }
    try check("pad(ratio: 7 / 4)", left: 0, top: 0, right: 0, bottom: 0) { _, _ in Self.none }
  }

  @Test func goesOnWithTheImage() throws {
    try check("pad(by: 9px, outside: .edge)", left: 9, top: 9, right: 9, bottom: 9) { x, y in
      let (u, v) = (min(max(x, 0), Self.width - 1), min(max(y, 0), Self.height - 1))
      return (0..<3).map { Self.code(u, v, $0) } + [255]
    }
    func mirrored(_ place: Int, _ size: Int) -> Int {
      let turn = 2 * size
      let inTurn = ((place % turn) + turn) % turn
      return min(inTurn, turn - 1 - inTurn)
    }
    // Mirrored twice over the short side.
    try check("pad(by: 9px, outside: .mirror)", left: 9, top: 9, right: 9, bottom: 9) { x, y in
      (0..<3).map { Self.code(mirrored(x, Self.width), mirrored(y, Self.height), $0) } + [255]
    }
  }

  /// What is cut away again was never there, and what a crop left behind does not come back.
  @Test func isUndoneByACrop() throws {
    let (whole, padded) = (
      try rendered("output source"),
      try rendered("output source |> pad(by: 2px) |> crop(left: 2px, top: 2px, right: 2px, bottom: 2px)")
    )
    #expect(padded.pixels == whole.pixels)
    let cropped = try rendered(
      "output source |> crop(left: 2px) |> pad(left: 3px, outside: .edge) |> crop(left: 2px) |> crop(right: 3px)")
    #expect((cropped.width, cropped.height) == (3, 4))
    let first = (0..<4).flatMap { y in [2, 2, 3].flatMap { x in (0..<3).map { Self.code(x, y, $0) } } }
    #expect(cropped.pixels == first)
  }

  @Test func masksHaveNoColor() throws {
    let found = try rendered("output source * 0 + (source.g |> pad(by: 1px) |> crop(to: source.bounds))")
    #expect(Array(found.pixels[..<3]) == [0, 0, 0])
    let place = (Self.width + 1) * 3
    #expect(found.pixels[place] == Self.code(0, 0, 1))
  }

  /// An image is placed as the same picture from a file is.
  @Test(arguments: [
    "fit(@, on: canvas, from: vec2(0.1, 0.1), to: vec2(0.6, 0.9))", "fill(@, on: canvas, to: vec2(0.5, 1))",
    "stretch(@, on: canvas)", "tile(@, size: 30%)", "fit(@, on: canvas, turn: 90deg, anchor: .bottomRight)",
  ])
  func imagesArePlacedAsPicturesAre(_ call: String) throws {
    let path = FilePath(folder.path + "/same.png")
    _ = try Bitmap(width: Self.width, height: Self.height, pixels: Self.pixels)
      .write(to: path, quality: 95, ifExists: .error)
    func placed(_ what: String) -> String {
      "image canvas = source |> pad(by: 50%, color: #123)\nimage top = \(call.replacing("@", with: what))\n"
        + "output normalBlend(top, over: canvas)"
    }
    let source = PictureFormat(width: Self.width, height: Self.height, channels: 3, depth: .eight)
    let look = try compiled("param same: picture\n" + placed("same")).giving(pictures: ["same": path])
    let wanted = try PictureRenderer(look, source: source).render(Self.pixels)
    #expect(try rendered(placed("source")).pixels == wanted)
  }

  /// Outside of the image a sample is its edge, its mirror image, or nothing.
  @Test func samplesOutside() throws {
    func row(_ outside: String, _ filter: String) throws -> [UInt8] {
      let text = """
        kernel moved(at: position) -> vec2 { return vec2(at.pixels.x + 4, 0.5) }
        output source |> sample(at: moved(), filter: .\(filter)\(outside))
        """
      let found = try rendered(text, channels: 4)
      return (0..<Self.width).map { found.pixels[4 * $0] } + (0..<Self.width).map { found.pixels[4 * $0 + 3] }
    }
    let opaque = Array(repeating: UInt8(255), count: 7)
    for filter in ["nearest", "bilinear"] {
      #expect(try row("", filter) == [32, 40, 48, 48, 48, 48, 48] + opaque)
      #expect(try row(", outside: .mirror", filter) == [32, 40, 48, 48, 40, 32, 24] + opaque)
      #expect(try row(", outside: .transparent", filter) == [32, 40, 48, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0])
    }
  }

  @Test(arguments: [
    ("pad(source)", "missing-argument"), ("pad(source, by: 2%, ratio: 1)", "told-in-one-way"),
    ("pad(source, by: 2%, left: 1%)", "told-in-one-way"), ("pad(source, by: -2%)", "negative-length"),
    ("pad(source, by: 2%, color: #fff, outside: .edge)", "told-in-one-way"),
    ("source * pad(source.r, by: 2%, color: #fff)", "type-mismatch"), ("pad(source, ratio: 0)", "crop-ratio"),
    ("pad(source, by: 2%, outside: .wrap)", "unknown-choice"), ("fit(source.r)", "type-mismatch"),
    ("source + fit(noise(seed: 1))", "unbounded-argument"), ("fit(source, as: .data)", "type-mismatch"),
  ])
  func saysWhatIsWrong(_ output: String, _ code: String) throws {
    let text = "tintype 1\nlook \"test\" { working display }\noutput \(output)\n"
    let diagnostics = compile(SourceFile(name: "test.tint", text: text)).diagnostics
    #expect(diagnostics.map(\.code) == [code])
  }
}
