/// The strip of test charts below the landscape. It shrinks with the scene and omits charts that would be unreadable.
///
///     ┌──────────┬───────────────────────────┬──────┬────────┐
///     │  chart   │ gray ramp                 │ star │ text   │
///     │  6 x 4   │ wedge of half stops       │      │ lines  │
///     │          │ hues                      │      │        │
///     └──────────┴───────────────────────────┴──────┴────────┘
struct InstrumentStrip {
  let frame: Rectangle
  let patches: [ChartPatch]
  private let bands: Rectangle
  private let star: Rectangle
  private let lettering: Rectangle

  init(width: Int, height: Int) {
    let margin = max(1, height * 17 / 1000)
    // Each patch is at least one pixel, and the six columns of the color chart take at most 45% of the width.
    let pitch = max(1, min(height * 26 / 1000, width * 45 / 600))
    let inner = pitch * 4
    frame = Rectangle(left: 0, top: height - inner - 2 * margin, width: width, height: inner + 2 * margin)
    let top = frame.top + margin
    patches = Self.patches(left: margin, top: top, pitch: pitch)
    let left = margin + pitch * 6 + margin
    let free = width - left - margin
    let side = inner >= 24 && free > inner * 5 ? inner : 0
    let textWidth = side > 0 && free > inner * 8 ? free * 27 / 100 : 0
    let gaps = (side > 0 ? margin : 0) + (textWidth > 0 ? margin : 0)
    bands = Rectangle(left: left, top: top, width: free - side - textWidth - gaps, height: inner)
    star = Rectangle(left: bands.right + margin, top: top, width: side, height: side)
    lettering = Rectangle(left: star.right + margin, top: top, width: textWidth, height: textWidth > 0 ? inner : 0)
  }

  func draw(on scene: inout Bitmap) {
    scene.fill(frame, with: RGB8(hex: 0x191817))
    for patch in patches { scene.fill(patch.place, with: patch.color) }
    GrayBands(place: bands).draw(on: &scene)
    if !star.isEmpty { ResolutionStar(place: star).draw(on: &scene) }
    if !lettering.isEmpty { FineLines(place: lettering).draw(on: &scene) }
  }

  private static func patches(left: Int, top: Int, pitch: Int) -> [ChartPatch] {
    let gap = pitch >= 6 ? max(1, pitch / 11) : 0
    return ChartPatch.published.enumerated().map { index, patch in
      let place = Rectangle(
        left: left + index % 6 * pitch, top: top + index / 6 * pitch, width: pitch - gap, height: pitch - gap)
      return ChartPatch(name: patch.name, color: patch.color, place: place)
    }
  }
}
