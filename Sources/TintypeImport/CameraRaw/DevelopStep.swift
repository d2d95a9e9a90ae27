/// A step of the recipe that a preset becomes: the sliders that it takes, and how the library computes it.
struct DevelopStep {
  /// The heading of its parameters.
  let group: String
  let sliders: [DevelopSlider]
  /// The name of its image.
  let image: String
  /// How near the formula is to the program's, which does not publish its own.
  let comment: String
  /// Functions and kernels of the recipe.
  var declarations: [String] = []
  /// Another recipe.
  var uses: String?
  /// The image from the one before, which is called `$`.
  let formula: String

  /// The eight hues in the order of the library.
  private static let hues = ["Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta"]

  /// The keys of curves, and the names of their parameters.
  static let curves = [
    ("ToneCurvePV2012", "tone"), ("ToneCurvePV2012Red", "redTone"), ("ToneCurvePV2012Green", "greenTone"),
    ("ToneCurvePV2012Blue", "blueTone"),
  ]

  static let curveKeys = Set(curves.map(\.0))

  /// The steps before the point curve.
  static let beforeCurves = [
    DevelopStep(
      group: "Color",
      sliders: [
        .init(key: "IncrementalTemperature", name: "temperature", label: "Temperature"),
        .init(key: "IncrementalTint", name: "tint", label: "Tint"),
      ],
      image: "balanced",
      comment: "Temperature is approximated: 0.6 mired a unit. Tint is in the units of DNG.",
      declarations: [
        """
        /// The light under which gray is to become gray.
        function lightFor(temperature: scalar) -> kelvin {
          return 1000000 / (153.85 - 0.6 * temperature) * 1k
        }
        """
      ],
      formula: "$ |> whiteBalance(neutral: lightFor(temperature), tint: tint)"),
    DevelopStep(
      group: "Light",
      sliders: [
        .init(key: "Exposure2012", name: "exposure", label: "Exposure", range: -5...5, step: 0.05, unit: .ev)
      ],
      image: "exposedAnew", comment: "Exposure is in stops, without the shoulder that the program adds.",
      formula: "$ |> exposed(by: exposure)"),
    DevelopStep(
      group: "Light", sliders: [.init(key: "Contrast2012", name: "contrast", label: "Contrast")],
      image: "contrasty",
      comment: "Contrast is approximated by a characteristic curve around middle gray: 100 is a slope of 1.41.",
      declarations: [
        """
        kernel contrasted(c: rgb, amount: scalar) -> rgb {
          return characteristic(c, gamma: rgb(exp2(amount / 200)))
        }
        """
      ],
      formula: "$ |> contrasted(amount: contrast)"),
    DevelopStep(
      group: "Light",
      sliders: [
        .init(key: "Highlights2012", name: "highlights", label: "Highlights"),
        .init(key: "Shadows2012", name: "shadows", label: "Shadows"),
      ],
      image: "recoveredTones",
      comment: "Highlights and shadows are approximated by tone alone; the program adapts to the surroundings.",
      formula: "$ |> recovered(highlights: highlights / 100, shadows: shadows / 100)"),
    DevelopStep(
      group: "Light",
      sliders: [
        .init(key: "Whites2012", name: "whites", label: "Whites"),
        .init(key: "Blacks2012", name: "blacks", label: "Blacks"),
      ],
      image: "leveled",
      comment: "Whites and blacks are approximated by levels: 100 moves an end by a tenth of the scale.",
      declarations: [
        """
        /// Moves both ends of the scale of display values.
        kernel levels(c: rgb, whites: scalar, blacks: scalar) -> rgb {
          let white = 1 - 0.001 * whites
          let black = -0.001 * blacks
          return srgbToLinear(max((linearToSrgb(max(c, 0)) - black) / (white - black), 0))
        }
        """
      ],
      formula: "$ |> levels(whites, blacks)"),
    DevelopStep(
      group: "Presence", sliders: [.init(key: "Dehaze", name: "dehaze", label: "Dehaze")], image: "clear",
      comment: "Dehaze is approximated by the black point and saturation, the same everywhere in the photo.",
      declarations: [
        """
        kernel dehazed(c: rgb, amount: scalar) -> rgb {
          let black = 0.001 * amount
          let code  = (linearToSrgb(max(c, 0)) - black) / (1 - black)
          return saturated(srgbToLinear(max(code, 0)), by: 1 + amount / 400)
        }
        """
      ],
      formula: "$ |> dehazed(amount: dehaze)"),
    DevelopStep(
      group: "Curve",
      sliders: [
        .init(key: "ParametricHighlights", name: "curveHighlights", label: "Highlights"),
        .init(key: "ParametricLights", name: "curveLights", label: "Lights"),
        .init(key: "ParametricDarks", name: "curveDarks", label: "Darks"),
        .init(key: "ParametricShadows", name: "curveShadows", label: "Shadows"),
        .init(
          key: "ParametricShadowSplit", name: "shadowSplit", label: "Shadow split", range: 5...90, usual: 25,
          isAmount: false),
        .init(
          key: "ParametricMidtoneSplit", name: "midtoneSplit", label: "Midtone split", range: 5...95, usual: 50,
          isAmount: false),
        .init(
          key: "ParametricHighlightSplit", name: "highlightSplit", label: "Highlight split", range: 10...95, usual: 75,
          isAmount: false),
      ],
      image: "curvedByRegions",
      comment: "The parametric curve is approximated by a spline through its three splits.",
      formula: """
        toneCurve(
          $,
          p1: vec2(shadowSplit, shadowSplit + 0.06 * (curveShadows + curveDarks)) / 100,
          p2: vec2(midtoneSplit, midtoneSplit + 0.06 * (curveDarks + curveLights)) / 100,
          p3: vec2(highlightSplit, highlightSplit + 0.06 * (curveLights + curveHighlights)) / 100)
        """),
  ]

  /// The steps behind the point curve, but for the black-and-white conversion.
  static let behindCurves = [
    DevelopStep(
      group: "Color",
      sliders: [
        .init(key: "Vibrance", name: "vibrance", label: "Vibrance"),
        .init(key: "Saturation", name: "saturation", label: "Saturation"),
      ],
      image: "saturatedAnew", comment: "Vibrance and saturation are approximated by the steps of the library.",
      formula: "$ |> vibrant(amount: vibrance / 100) |> controls(saturation: 1 + saturation / 100)"),
    byHue("Hue", "HueAdjustment", "hueTurned", "Hues are approximated: 100 turns a hue by 30 degrees."),
    byHue(
      "Saturation", "SaturationAdjustment", "hueColor", "Saturation by hue is approximated in display values."),
    byHue("Luminance", "LuminanceAdjustment", "hueLight", "Luminance by hue is approximated: 100 is a stop."),
  ]

  /// The mixer of a black-and-white conversion.
  static let grayMixer = byHue(
    "Gray", "GrayMixer", "hueLight", "The gray mixer is approximated: 100 lightens a hue by a stop.")

  /// The steps behind a black-and-white conversion.
  static let atTheEnd = [
    DevelopStep(
      group: "Grading",
      sliders: [
        wheel("SplitToningShadowHue", "shadowHue", "Shadow hue", 0...360),
        wheel("SplitToningShadowSaturation", "shadowSaturation", "Shadow saturation", 0...100),
        wheel("ColorGradeShadowLum", "shadowLight", "Shadow luminance", -100...100),
        wheel("ColorGradeMidtoneHue", "midtoneHue", "Midtone hue", 0...360),
        wheel("ColorGradeMidtoneSat", "midtoneSaturation", "Midtone saturation", 0...100),
        wheel("ColorGradeMidtoneLum", "midtoneLight", "Midtone luminance", -100...100),
        wheel("SplitToningHighlightHue", "highlightHue", "Highlight hue", 0...360),
        wheel("SplitToningHighlightSaturation", "highlightSaturation", "Highlight saturation", 0...100),
        wheel("ColorGradeHighlightLum", "highlightLight", "Highlight luminance", -100...100),
        wheel("ColorGradeGlobalHue", "globalHue", "Global hue", 0...360),
        wheel("ColorGradeGlobalSat", "globalSaturation", "Global saturation", 0...100),
        wheel("ColorGradeGlobalLum", "globalLight", "Global luminance", -100...100),
        .init(key: "SplitToningBalance", name: "balance", label: "Balance", isAmount: false),
      ],
      image: "gradedAnew",
      comment: "Color grading is approximated in display values; balance weakens one side and strengthens the other.",
      declarations: [
        """
        /// A color cast without luma, plus light.
        function cast(hue: angle, saturation: scalar, light: scalar) -> rgb {
          let color = rgb(cos(hue), cos(hue - 120deg), cos(hue - 240deg))
          return 0.0015 * (saturation * (color - luma709(color)) + light)
        }
        """,
        """
        kernel tinted(c: rgb, shadows: rgb, midtones: rgb, highlights: rgb, everywhere: rgb, balance: scalar) -> rgb {
          return graded(
            c, shadows: shadows * (1 - balance / 100) + everywhere, midtones: midtones + everywhere,
            highlights: highlights * (1 + balance / 100) + everywhere)
        }
        """,
      ],
      formula: """
        tinted($,
          shadows: cast(shadowHue, shadowSaturation, shadowLight),
          midtones: cast(midtoneHue, midtoneSaturation, midtoneLight),
          highlights: cast(highlightHue, highlightSaturation, highlightLight),
          everywhere: cast(globalHue, globalSaturation, globalLight), balance: balance)
        """),
    detail("Clarity2012", "clarity", "Clarity", "3%", "contrast between neighboring areas"),
    detail("Texture", "texture", "Texture", "0.3%", "contrast of medium detail"),
    DevelopStep(
      group: "Detail",
      sliders: [
        .init(key: "Sharpness", name: "sharpness", label: "Sharpening", range: 0...150),
        .init(
          key: "SharpenRadius", name: "sharpenRadius", label: "Radius", range: 0.5...3, step: 0.1, usual: 1,
          isAmount: false),
      ],
      image: "sharp",
      comment: "Sharpening is an unsharp mask; a radius of 1 is a pixel of a photo that is 4000 pixels high.",
      formula: "sharpened($, soft: blur($, radius: 0.025% * sharpenRadius), amount: sharpness / 100)"),
    DevelopStep(
      group: "Vignette",
      sliders: [
        .init(key: "PostCropVignetteAmount", name: "vignette", label: "Amount"),
        .init(
          key: "PostCropVignetteMidpoint", name: "vignetteMidpoint", label: "Midpoint", range: 0...100, usual: 50,
          isAmount: false),
        .init(
          key: "PostCropVignetteFeather", name: "vignetteFeather", label: "Feather", range: 0...100, usual: 50,
          isAmount: false),
        .init(
          key: "PostCropVignetteRoundness", name: "vignetteRoundness", label: "Roundness", isAmount: false),
      ],
      image: "vignettedAnew",
      comment: "The vignette is approximated; a roundness below 0, toward a rectangle, counts as 0.",
      formula: """
        vignetted($,
          amount: -vignette / 100, midpoint: 0.007 * vignetteMidpoint, feather: 0.05 + 0.014 * vignetteFeather,
          roundness: max(vignetteRoundness, 0) / 100)
        """),
    DevelopStep(
      group: "Grain",
      sliders: [
        .init(key: "GrainAmount", name: "grainAmount", label: "Amount", range: 0...100),
        .init(
          key: "GrainSize", name: "grainSize", label: "Size", range: 0...100, usual: 25, isAmount: false),
        .init(
          key: "GrainFrequency", name: "grainRoughness", label: "Roughness", range: 0...100, usual: 50,
          isAmount: false),
      ],
      image: "grainy", comment: "Grain is the look 'grain': a size of 25 is 16.5 um on 35 mm film.",
      uses: #"use "grain" as film"#,
      formula: """
        $ |> film(amount: 0.006 * grainAmount, size: 4um + 0.5um * grainSize, roughness: 0.006 * grainRoughness)
        """),
  ]

  /// A step with a slider for each hue, whose parameters are called `redHue` and so on.
  private static func byHue(_ group: String, _ key: String, _ step: String, _ comment: String) -> DevelopStep {
    let arguments = hues.map { "\($0.lowercased()): \($0.lowercased())\(group) / 100" }.joined(separator: ", ")
    return DevelopStep(
      group: group, sliders: hues.map { .init(key: key + $0, name: $0.lowercased() + group, label: $0) },
      image: "mixed\(group)", comment: comment, formula: "\(step)($, \(arguments))")
  }

  /// A slider of a color wheel.
  private static func wheel(
    _ key: String, _ name: String, _ label: String, _ range: ClosedRange<Double>
  ) -> DevelopSlider {
    let isHue = range.upperBound == 360
    return DevelopSlider(
      key: key, name: name, label: label, range: range, unit: isHue ? .deg : .scalar, isAmount: !isHue)
  }

  private static func detail(
    _ key: String, _ name: String, _ label: String, _ radius: String, _ words: String
  ) -> DevelopStep {
    DevelopStep(
      group: "Presence", sliders: [.init(key: key, name: name, label: label)], image: "with\(label)",
      comment: "\(label) is approximated by an unsharp mask of \(radius): \(words).",
      formula: "sharpened($, soft: blur($, radius: \(radius)), amount: \(name) / 200)")
  }
}
