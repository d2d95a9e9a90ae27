import Tintype
import TintypeColor
import TintypeImage
import TintypeRender

/// A color before and after, linear light with the primaries of sRGB, and its weight.
struct ColorSample {
  let before: SIMD3<Double>
  let after: SIMD3<Double>
  let weight: Float

  var target: TargetColor { TargetColor(LabColor(linear: after)) }
}

extension [ColorSample] {
  /// The colors of pairs, averaged where they are alike before: in cells of a 16th of the codes.
  init(_ pairs: [PhotoPair]) throws(ImageError) {
    var cells: [Int: (before: SIMD3<Double>, after: SIMD3<Double>, count: Double)] = [:]
    for pair in pairs {
      let plain = ConfiguredLook.original
      let light = pair.grid.light(of: try pair.photo.trial(of: plain).rendered(plain.values))
      for (before, after) in zip(light, pair.wanted) {
        let cell = (0..<3).reduce(0) { $0 * 16 + Int(Swift.min(ToneCurve.srgb.code(of: before[$1]), 0.999) * 16) }
        let known = cells[cell] ?? (SIMD3(), SIMD3(), 0)
        cells[cell] = (known.before + before, known.after + after, known.count + 1)
      }
    }
    // Common colors count more, and not in proportion: the rare ones hold what a look does to strong colors.
    self = cells.sorted { $0.key < $1.key }.map { _, cell in
      ColorSample(
        before: cell.before / cell.count, after: cell.after / cell.count,
        weight: Float(Swift.min(cell.count, 100).squareRoot()))
    }
  }

  /// Grays and colors of the whole cube, mainly pale ones, rendered by a look.
  init(of look: ConfiguredLook) throws(ImageError) {
    let ends = stride(from: 0.0, through: 1, by: 0.125).map { $0 }
    var codes = ends.flatMap { r in ends.flatMap { g in ends.map { b in SIMD3(r, g, b) } } }
    let colors = codes.count
    // Photos are full of pale colors.
    codes += codes.map { code in
      let gray = (code.x + code.y + code.z) / 3
      return gray + (code - gray) * 0.4
    }
    codes += (0...64).map { SIMD3(repeating: Double($0) / 64) }
    let stored = codes.map(StoredColor.init)
    let photo = try TrialRender(StoredPicture(colors: stored), through: look)
    let grid = BlockGrid(pixelsOf: photo.format.width, photo.format.height)
    let light = grid.light(of: try photo.rendered(look.values))
    self = stored.indices.map { index in
      let isGray = index >= 2 * colors
      let before = SIMD3(
        BlockGrid.light[Int(stored[index].x)], BlockGrid.light[Int(stored[index].y)],
        BlockGrid.light[Int(stored[index].z)])
      return ColorSample(before: before, after: light[index], weight: isGray ? 6 : 1)
    }
  }
}

extension SIMD3<Double> {
  /// The codes of light in sRGB, from 0 to 1.
  var codes: SIMD3<Double> {
    SIMD3(ToneCurve.srgb.code(of: x), ToneCurve.srgb.code(of: y), ToneCurve.srgb.code(of: z))
      .clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }
}
