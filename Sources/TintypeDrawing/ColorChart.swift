/// The strip of instruments under the scene: 24 patches, a gray wedge and ramp, hues, and lines that get finer.
struct ColorChart {
  private let scene: TestScene
  private let top: Int
  private let stripHeight: Int
  private let margin: Int

  init(scene: TestScene) {
    self.scene = scene
    top = scene.landscapeHeight
    stripHeight = scene.height - scene.landscapeHeight
    margin = max(1, stripHeight / 10)
  }

  func draw(on bitmap: inout Bitmap) {
    bitmap.fill(0, top, scene.width, stripHeight, with: RGB8(38, 37, 36))
    for (place, color) in patches {
      bitmap.fill(place.left, place.top, place.width, place.height, with: color)
    }
    drawGrays(on: &bitmap)
    drawHues(on: &bitmap)
    drawLines(on: &bitmap)
  }

  typealias Place = (left: Int, top: Int, width: Int, height: Int)

  /// Two rows of twelve patches.
  var patches: [(Place, RGB8)] {
    let left = margin
    let width = (scene.width / 2 - 2 * margin) / 12
    let height = (stripHeight - 3 * margin) / 2
    return Self.colors.enumerated().map { index, color in
      let (row, column) = (index / 12, index % 12)
      let gap = max(1, margin / 4)
      return (
        (left + column * width, top + margin + row * (height + margin), max(1, width - gap), max(1, height)), color
      )
    }
  }

  /// Eleven steps above an even ramp.
  private func drawGrays(on bitmap: inout Bitmap) {
    let (left, width) = (scene.width / 2 + margin, scene.width / 4 - 2 * margin)
    let height = (stripHeight - 3 * margin) / 2
    for x in 0..<max(1, width) {
      let step = UInt8(min(10, x * 11 / max(1, width)) * 255 / 10)
      let even = UInt8(x * 255 / max(1, width - 1))
      bitmap.fill(left + x, top + margin, 1, height, with: RGB8(step, step, step))
      bitmap.fill(left + x, top + 2 * margin + height, 1, height, with: RGB8(even, even, even))
    }
  }

  /// The saturated hues, full above and pale below.
  private func drawHues(on bitmap: inout Bitmap) {
    let (left, width) = (scene.width * 3 / 4 + margin / 2, scene.width / 8 - margin)
    let height = stripHeight - 2 * margin
    for x in 0..<max(1, width) {
      let hue = Float(x) / Float(max(1, width)) * 6
      for y in 0..<max(1, height) {
        let saturation = 1 - Float(y) / Float(max(1, height)) * 0.85
        bitmap.fill(left + x, top + margin + y, 1, 1, with: Self.color(hue: hue, saturation: saturation))
      }
    }
  }

  /// Pairs of black and white lines, a pixel apart at the right end.
  private func drawLines(on bitmap: inout Bitmap) {
    let left = scene.width * 7 / 8 + margin / 2
    let right = scene.width - margin
    let height = stripHeight - 2 * margin
    var (x, size, isWhite) = (left, max(1, stripHeight / 24), true)
    while x < right {
      let code: UInt8 = isWhite ? 235 : 20
      bitmap.fill(x, top + margin, min(size, right - x), height, with: RGB8(code, code, code))
      x += size
      isWhite.toggle()
      if isWhite, (x - left) * 6 / max(1, right - left) > (x - left - 2 * size) * 6 / max(1, right - left) {
        size = max(1, size * 2 / 3)
      }
    }
  }

  /// A hue 0 to 6 (red, yellow, green, cyan, blue, magenta) mixed with white.
  private static func color(hue: Float, saturation: Float) -> RGB8 {
    func channel(_ offset: Float) -> UInt8 {
      let shifted = (hue + offset).truncatingRemainder(dividingBy: 6)
      let pure = min(1, max(0, (shifted - 3).magnitude - 1))
      return UInt8((1 - saturation + saturation * pure) * 255 + 0.5)
    }
    return RGB8(channel(0), channel(4), channel(2))
  }

  /// The 24 patches of the common chart in sRGB, as its maker publishes them (charts since November 2014 differ slightly).
  private static let colors = [
    RGB8(115, 82, 68), RGB8(194, 150, 130), RGB8(98, 122, 157), RGB8(87, 108, 67), RGB8(133, 128, 177),
    RGB8(103, 189, 170),
    RGB8(214, 126, 44), RGB8(80, 91, 166), RGB8(193, 90, 99), RGB8(94, 60, 108), RGB8(157, 188, 64), RGB8(224, 163, 46),
    RGB8(56, 61, 150), RGB8(70, 148, 73), RGB8(175, 54, 60), RGB8(231, 199, 31), RGB8(187, 86, 149), RGB8(8, 133, 161),
    RGB8(243, 243, 242), RGB8(200, 200, 200), RGB8(160, 160, 160), RGB8(122, 122, 121), RGB8(85, 85, 85),
    RGB8(52, 52, 52),
  ]
}
