/// A line of text, and groups of ever finer lines.
struct FineLines {
  let place: Rectangle

  func draw(on scene: inout Bitmap) {
    let size = Double(place.height)
    let (ink, quiet) = (RGB8(hex: 0xC9C3B8), RGB8(hex: 0x8B867D))
    write("Tintype test scene", top: 0, capHeight: size * 0.15, color: ink, on: &scene)
    write("24 patches, half stops, hues, 0.5 to 4 px", top: 0.29, capHeight: size * 0.095, color: quiet, on: &scene)
    drawGroups(on: &scene, color: ink)
  }

  private func write(_ text: String, top: Double, capHeight: Double, color: RGB8, on scene: inout Bitmap) {
    let natural = StrokeFont(capHeight: capHeight)
    let share = min(1, Double(place.width) / natural.width(of: text))
    let font = StrokeFont(capHeight: capHeight * share)
    let baseline = Double(place.top) + Double(place.height) * top + capHeight
    font.draw(text, left: Double(place.left), baseline: baseline, color: color, on: &scene)
  }

  /// Vertical lines 4, 3, 2 and 1 pixels wide, then slanted hairlines that need anti-aliasing.
  private func drawGroups(on scene: inout Bitmap, color: RGB8) {
    let top = place.top + place.height * 56 / 100
    let height = place.bottom - top
    let room = place.width / 5
    for (group, width) in [4, 3, 2, 1].enumerated() {
      let left = place.left + group * room
      var x = 0
      while x + width <= room * 4 / 5 {
        scene.fill(Rectangle(left: left + x, top: top, width: width, height: height), with: color)
        x += 2 * width
      }
    }
    drawHairs(left: place.left + 4 * room, width: room, top: top, height: height, color: color, on: &scene)
  }

  private func drawHairs(left: Int, width: Int, top: Int, height: Int, color: RGB8, on scene: inout Bitmap) {
    for hair in 0..<9 {
      let x = Float(left) + Float(width) * Float(hair) / 9
      let capsule = Capsule(
        start: SIMD2(x, Float(top)), end: SIMD2(x + Float(width) / 9, Float(top + height)), startRadius: 0.25,
        endRadius: 0.5)
      let area = capsule.pixels(inside: place)
      for y in area.rows {
        for x in area.columns {
          scene.blend(color.light, capsule.coverage(Float(x) + 0.5, Float(y) + 0.5), atX: x, y: y)
        }
      }
    }
  }
}
