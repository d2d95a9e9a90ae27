import Testing
import Tintype
import TintypeDrawing

/// The standard library against numbers from outside: numpy and scipy lines in Double. There `U` is the linear light of
/// the four colors (IEC 61966-2-1), `C` their codes from 0 to 1, `W` the weights of BT.709, `L(x)` is `x @ W` as a
/// column, `l = L(C)` and `d = 1 - l`.
@Suite struct LibraryValueTests {
  @Test(arguments: matrices + blends + curves + hues + films)
  private func isWhatTheFormulaGives(_ known: KnownStep) throws { try known.check() }

  private static let matrices = [
    // L(U), and with the weights of BT.601
    KnownStep(
      step: "grayscale(source)", values: [[141, 141, 141], [70, 70, 70], [127, 127, 127], [128, 128, 128]]),
    KnownStep(
      step: "grayscale(source, rec601)", values: [[148, 148, 148], [75, 75, 75], [121, 121, 121], [128, 128, 128]]),
    // U @ M.T + .02
    KnownStep(
      step: """
        colorMatrix(
          source, red: rgb(0.5, 0.3, 0.2), green: rgb(0.1, 0.8, 0.1), blue: rgb(0.25, 0.25, 0.5), bias: rgb(0.02))
        """, values: [[167, 134, 140], [93, 86, 126], [111, 136, 102], [133, 133, 133]]),
    // ((Y + (U - Y) * .6) - .5) * 1.3 + .5 + .05 with the weights .2125, .7154, .0721
    KnownStep(
      step: "controls(source, brightness: 0.05, contrast: 1.3, saturation: 0.6)",
      values: [[185, 119, 96], [0, 0, 125], [85, 128, 60], [118, 118, 118]]),
    // The matrix of saturate(1.4) in W3C Filter Effects 1, whose weights have three digits.
    KnownStep(
      step: "more(source)\nkernel more(c: rgb) -> rgb { return saturated(c, 1.4) }",
      values: [[218, 110, 54], [0, 56, 182], [68, 145, 0], [128, 128, 128]], tolerance: 1),
  ]

  // W3C Compositing and Blending Level 1, sections 9.1 and 10: `.4 * U + .6 * B(top, U)`, where SetSat sorts the
  // channels as the standard does.
  private static let blends: [KnownStep] =
    [
      ("normal", [[177, 109, 65], [128, 87, 109], [137, 118, 49], [148, 112, 89]]),
      ("multiply", [[160, 84, 58], [22, 40, 106], [71, 99, 37], [102, 90, 84]]),
      ("screen", [[213, 137, 95], [129, 96, 162], [147, 153, 68], [166, 143, 131]]),
      ("overlay", [[188, 91, 59], [27, 44, 108], [82, 106, 38], [117, 97, 85]]),
      ("darken", [[177, 109, 65], [30, 60, 109], [90, 118, 49], [128, 112, 89]]),
      ("lighten", [[200, 120, 90], [128, 87, 160], [137, 140, 60], [148, 128, 128]]),
      ("colorDodge", [[227, 125, 91], [35, 63, 161], [103, 145, 60], [146, 133, 129]]),
      ("colorBurn", [[132, 77, 57], [16, 37, 105], [57, 91, 37], [83, 83, 83]]),
      ("hardLight", [[183, 91, 59], [27, 44, 108], [82, 106, 38], [117, 97, 85]]),
      ("softLight", [[193, 97, 63], [27, 45, 129], [83, 116, 39], [119, 105, 97]]),
      ("difference", [[163, 94, 84], [126, 73, 157], [121, 119, 50], [114, 104, 124]]),
      ("exclusion", [[195, 133, 94], [129, 95, 161], [142, 149, 67], [157, 139, 130]]),
      ("hue", [[196, 125, 79], [85, 60, 105], [130, 123, 74], [128, 128, 128]]),
      ("saturation", [[192, 126, 104], [31, 60, 159], [83, 143, 37], [128, 128, 128]]),
      ("color", [[189, 129, 98], [85, 60, 105], [139, 119, 53], [153, 118, 97]]),
      ("luminosity", [[188, 99, 57], [80, 95, 173], [88, 139, 57], [122, 122, 122]]),
    ].map { mode, values in
      KnownStep(
        step: """
          \(mode)Blend(plate(), over: source, opacity: 0.8)
          kernel plate() -> rgba { return 0.75 * rgba(#a06428, 1) }
          """, values: values)
    }

  private static let curves = [
    // CubicSpline(x, y, bc_type='natural')(C)
    KnownStep(
      step: "toneCurve(source, vec2(0, 0.05), vec2(0.25, 0.2), vec2(0.5, 0.5), vec2(0.75, 0.82), vec2(1, 0.98))",
      values: [[217, 117, 78], [27, 48, 172], [78, 145, 48], [128, 128, 128]]),
    KnownStep(
      step: "toneCurve(source, vec2(0, 0.05), vec2(0.2, 0.2), vec2(0.45, 0.5), vec2(0.8, 0.82), vec2(1, 0.98))",
      values: [[206, 134, 97], [33, 60, 173], [97, 154, 60], [142, 142, 142]]),
    // C + d*d * shadows + 2*l*d * midtones + l*l * highlights
    KnownStep(
      step: """
        graded(
          source, shadows: rgb(-0.04, 0.01, 0.06), midtones: rgb(0.02, 0, -0.02), highlights: rgb(0.05, 0.02, -0.06))
        """, values: [[204, 122, 87], [27, 62, 166], [93, 142, 58], [131, 130, 125]]),
    // t = np.clip(C * slope + offset, 0, 1)**power; L(t) + (t - L(t)) * 1.3
    KnownStep(
      step: """
        decisionList(
          source, slope: rgb(1.2, 1, 0.9), offset: rgb(-0.02, 0.01, 0.03), power: rgb(1.1, 1, 0.9), saturation: 1.3)
        """, values: [[255, 116, 85], [14, 63, 189], [84, 147, 54], [143, 130, 132]]),
    // C + .52 * ground * (1 - C)
    KnownStep(
      step: "faded(source, amount: 0.52, ground: rgb(0.2, 0.1, 0.15))",
      values: [[206, 127, 103], [53, 70, 167], [107, 146, 75], [141, 135, 138]]),
    // A = lambda x, a: x + a * (2 if a > 0 else .9) * x * (1 - x)**3
    // y = L(U); U * dec(1 - A(1 - A(enc(y), .5), .4)) / y
    KnownStep(
      step: "recovered(source, highlights: -0.4, shadows: 0.5)",
      values: [[193, 116, 87], [40, 78, 201], [90, 140, 60], [128, 128, 128]]),
  ]

  private static let hues = [
    // v by colorsys.rgb_to_hsv(*C)[0] among the eight, t*t*(3-2*t) between; l + (C - l) * (1 + v)
    KnownStep(
      step: "hueColor(source, 0.5, -0.4, 0.3, 0.6, -0.2, -0.5, 0.1, 0.2)",
      values: [[199, 120, 91], [44, 60, 114], [73, 148, 28], [128, 128, 128]]),
    // U * 2**(v * colorsys.rgb_to_hsv(*C)[1])
    KnownStep(
      step: "hueLight(source, 0.5, -0.4, 0.3, 0.6, -0.2, -0.5, 0.1, 0.2)",
      values: [[200, 120, 90], [26, 52, 142], [99, 153, 66], [128, 128, 128]]),
    // The matrix of hue-rotate in W3C Filter Effects 1 by 30 * v degrees
    KnownStep(
      step: "hueTurned(source, 0.5, -0.4, 0.3, 0.6, -0.2, -0.5, 0.1, 0.2)",
      values: [[200, 120, 91], [0, 73, 156], [71, 142, 80], [128, 128, 128]]),
    // g = 1 + (color - 1) * .5; U * g / (g @ W)
    KnownStep(
      step: "throughGlass(source, color: rgb(1, 0.5, 0.2))",
      values: [[222, 117, 79], [34, 58, 141], [101, 137, 52], [142, 125, 112]]),
  ]

  private static let films = [
    // k = (m - m**g) / (m**g * (1 - m)); U**g * (1 + k) / (1 + k * U**g) with m = .18
    KnownStep(
      step: "steep(source)\nkernel steep(c: rgb) -> rgb { return characteristic(c, rgb(1.3, 1.2, 0.9)) }",
      values: [[209, 120, 92], [19, 53, 158], [85, 143, 63], [130, 129, 127]]),
    // C + 6.75*l*d*d * shadows + 6.75*l*l*d * highlights
    KnownStep(
      step: "splitToned(source, shadows: rgb(-0.05, 0.01, 0.04), highlights: rgb(0.04, 0.01, -0.05))",
      values: [[199, 124, 87], [21, 63, 166], [87, 144, 58], [126, 132, 126]]),
    // o = np.maximum(C - .6, 0); C - .3 * o * o / .4
    KnownStep(
      step: "pressed(source)\nkernel pressed(c: rgb) -> rgb { return srgbToLinear(compressed(linearToSrgb(c), 0.3)) }",
      values: [[194, 120, 90], [30, 60, 160], [90, 140, 60], [128, 128, 128]]),
    // (U @ [.62, .38, 0])
    KnownStep(
      step: "silver(source, sees: orangeFilter)",
      values: [[175, 175, 175], [44, 44, 44], [112, 112, 112], [128, 128, 128]]),
    // U * f / (1 + (f - 1) * U)
    KnownStep(
      step: "half(source)\nkernel half(c: rgb) -> rgb { return relit(c, 0.5) }",
      values: [[171, 91, 66], [19, 42, 127], [66, 108, 42], [98, 98, 98]]),
    // s = (max - min) / max of C; g = 1 + .4 * (1 - s*s); (l + (C - l) * g) * (1 - .3 * (max - min) * (1 - l))
    KnownStep(
      step: "rich(source)\nkernel rich(c: rgb) -> rgb { return srgbToLinear(dyed(linearToSrgb(c), 1.4, depth: 0.3)) }",
      values: [[205, 109, 73], [23, 53, 153], [77, 137, 41], [128, 128, 128]]),
    KnownStep(
      step: "pale(source)\nkernel pale(c: rgb) -> rgb { return srgbToLinear(dyed(linearToSrgb(c), 0.6)) }",
      values: [[174, 126, 108], [42, 60, 120], [103, 133, 85], [128, 128, 128]]),
  ]

  /// The corner of nine pixels: r = sqrt(2)*2/3/sqrt(2), t = (r - .35)/.75, U * (1 - .8 * t*t*(3-2*t)).
  @Test func vignetteIsThatOfTheFormula() throws {
    let look = try TestedLook(step: "vignetted(source, amount: 0.8)")
    let picture = try look(Bitmap(width: 3, height: 3, color: RGB8(200, 120, 90)))
    #expect(picture[0, 0] == RGB8(170, 101, 75))
    #expect(picture[1, 0] == RGB8(195, 117, 88))
    #expect(picture[1, 1] == RGB8(200, 120, 90))
  }

  /// Three quarters of the way to black between half the reach and all of it: 1 - smoothstep(.5, 1, .75) is a half.
  @Test func discFallsSoftly() throws {
    let look = try TestedLook(step: "source * disc(center: vec2(0, 0.5), reach: 2)")
    let picture = try look(Bitmap(width: 4, height: 1, color: RGB8(255, 255, 255)))
    // Half a pixel, one and a half, two and a half from the place.
    #expect([0, 1, 2].map { Int(picture[$0, 0].green) } == [255, 188, 0])
  }
}
