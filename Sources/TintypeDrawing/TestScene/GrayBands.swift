/// Three bands: a linear gray ramp, a step wedge in half stops, and the saturated hues.
struct GrayBands {
  let place: Rectangle

  func draw(on scene: inout Bitmap) {
    let gap = place.height >= 18 ? max(1, place.height / 24) : 0
    let height = max(1, (place.height - 2 * gap) / 3)
    for x in 0..<place.width {
      let colors = [ramp(x), wedge(x), hue(x)]
      for (band, color) in colors.enumerated() {
        let top = place.top + band * (height + gap)
        scene.fill(Rectangle(left: place.left + x, top: top, width: 1, height: height), with: color)
      }
    }
  }

  private func ramp(_ x: Int) -> RGB8 {
    let last = max(1, place.width - 1)
    let code = UInt8((x * 255 + last / 2) / last)
    return RGB8(code, code, code)
  }

  /// From paper white down ten stops, in 21 steps.
  private func wedge(_ x: Int) -> RGB8 {
    let step = x * 21 / place.width
    var light: Float = 1
    for _ in 0..<step { light *= Float(0.5).squareRoot() }
    return RGB8(light: SIMD3(repeating: light))
  }

  /// Once around the hue hexagon: each channel is 1, falls, is 0, and rises again.
  private func hue(_ x: Int) -> RGB8 {
    let turn = Float(x) / Float(place.width) * 6
    func channel(_ start: Float) -> UInt8 {
      let from = turn + start
      let position = from >= 6 ? from - 6 : from
      let distance = abs(position - 3)
      return UInt8(max(0, min(1, distance - 1)) * 255 + 0.5)
    }
    return RGB8(channel(0), channel(4), channel(2))
  }
}
