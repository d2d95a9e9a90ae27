import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeOptimizer

/// What recipes mean, by numbers computed elsewhere. In the numpy lines `p` is the photo's pixel and, for the linear
/// working space,
///
///     dec = lambda v: np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
///     enc = lambda l: np.where(l <= 0.0031308, 12.92 * l, 1.055 * l ** (1 / 2.4) - 0.055)
@Suite struct SemanticsTests {
  /// p = np.array([0.8, 0.4, 0.2])
  static let pixel = [0.8, 0.4, 0.2, 1]

  private func look(_ body: String, working: String = "display") throws -> Look {
    let text = "tintype 1\nlook \"x\" { working \(working) }\n\(body)\n"
    let (look, diagnostics) = compile(SourceFile(name: "semantics.tint", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    let found = try #require(look)
    #expect(found.program.problems == [])
    return found
  }

  private func color(
    _ body: String, working: String = "display", of pixel: [Double] = pixel, column: Int = 0, row: Int = 0
  ) throws -> [Double] {
    let look = try look(body, working: working)
    let interpreter = Interpreter(look.program, parameters: look.parameters.map(\.defaultValue), width: 4, height: 3)
    return interpreter.color(at: .init(color: pixel, column: column, row: row))
  }

  private func expect(
    _ found: [Double], _ wanted: [Double], within bound: Double = 1e-12,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(
      found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= bound },
      "\(found) instead of \(wanted)", sourceLocation: sourceLocation)
  }

  // MARK: Lifting

  @Test func anRGBKernelSeesStraightColorAndKeepsAlpha() throws {
    let body = "kernel half(c: rgb) -> rgb { return c * 0.5 }\noutput half(source)"
    expect(try color(body, of: [0.8, 0.4, 0.2, 0.5]), [0.4, 0.2, 0.1, 0.5])
    // Where alpha is 0, the straight color is still that of the file.
    expect(try color(body, of: [0.8, 0.4, 0.2, 0]), [0.4, 0.2, 0.1, 0])
  }

  @Test func anRGBAKernelSeesPremultipliedColor() throws {
    let body = "kernel seen(c: rgba) -> rgba { return rgba(c.rgb, 1) }\noutput seen(source)"
    expect(try color(body, of: [0.8, 0.4, 0.2, 0.5]), [0.4, 0.2, 0.1, 1])
    let alpha = "kernel thin(c: rgba) -> rgba { return c * 0.5 }\noutput thin(source)"
    expect(try color(alpha, of: [0.8, 0.4, 0.2, 0.5]), [0.8, 0.4, 0.2, 0.25])
  }

  @Test func withoutAlphaThereIsNoColor() throws {
    let body = "kernel clear(c: rgba) -> rgba { return rgba(c.rgb, 0) }\noutput clear(source)"
    expect(try color(body), [0, 0, 0, 0])
  }

  @Test func aKernelOfSeveralImagesKeepsTheFirstAlpha() throws {
    let body = """
      kernel opaque(c: rgba) -> rgba { return rgba(c.rgb, 1) }
      kernel both(a: rgb, b: rgb) -> rgb { return a * 0.5 + b * 0.5 }
      """
    let pixel = [0.8, 0.4, 0.2, 0.5]
    // Straight 0.8 and 0.4: the opaque one holds the premultiplied color.
    expect(try color(body + "\noutput both(source, opaque(source))", of: pixel), [0.6, 0.3, 0.15, 0.5])
    expect(try color(body + "\noutput both(opaque(source), source)", of: pixel), [0.6, 0.3, 0.15, 1])
  }

  @Test func aScalarKernelOverMasksGivesAMask() throws {
    let body = "kernel square(x: scalar) -> scalar { return x * x }\noutput rgb(square(source.r), source.g, 0)"
    expect(try color(body), [0.64, 0.4, 0, 1])
  }

  /// A function over images is applied at each pixel, as a kernel is.
  @Test(arguments: [
    // Straight color, of which the first image's alpha is kept.
    ("function half(c: rgb) -> rgb { return c * 0.5 }\noutput half(source)", [0.4, 0.2, 0.1, 0.5]),
    ("function seen(c: rgba) -> rgba { return rgba(c.rgb, 1) }\noutput source |> seen()", [0.4, 0.2, 0.1, 1]),
    // A scalar makes a mask: 0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2.
    ("output rgb(luma709(source))", [0.4706, 0.4706, 0.4706, 1]),
    ("output source * luma709(source)", [0.37648, 0.18824, 0.09412, 0.5]),
    ("function twice(x: scalar) -> scalar { return x * 2 }\noutput rgb(twice(source.g))", [0.4, 0.4, 0.4, 1]),
    // The call supplies the position: the middle of the first pixel is half a pixel across.
    (
      "function across(at: position, scale: scalar) -> scalar { return at.pixels.x * scale }\n"
        + "output rgb(across(2)) |> crop(source.bounds)", [1, 1, 1, 1]
    ),
  ])
  func aFunctionOverImagesIsAppliedAtEachPixel(_ body: String, _ wanted: [Double]) throws {
    expect(try color(body, of: [0.8, 0.4, 0.2, 0.5]), wanted)
  }

  /// A function over images is a step that the recipe declares: its text with the arguments in place of its inputs.
  @Test(arguments: [
    (
      """
      function halved(photo: image, amount: scalar = 0.5) -> image {
        let dark = photo * 0.5
        return mix(photo, dark, amount)
      }
      output source |> halved(amount: 1)
      """, "output source * 0.5"
    ),
    (
      """
      function soft(photo: image, where: mask, radius: length = 2px, amount: scalar = 1) -> image {
        if amount <= 0 { return photo |> crop(left: 1px) }
        return blend(blur(photo, radius), over: photo, mask: where)
      }
      output mix(soft(source, where: source.g), soft(source, 60%, amount: 0), 0.25)
      """,
      """
      output mix(
        blend(blur(source, 2px), over: source, mask: source.g), source |> crop(left: 1px), 0.25)
      """
    ),
    (
      """
      kernel across(at: position) -> scalar { return at.relative.x }
      function edges(photo: image) -> mask { return luma709(photo - blur(photo, radius: 1px)) * across() }
      function drawn(photo: image) -> image { return photo - edges(photo) }
      output rgb(edges(source)) * drawn(source)
      """,
      """
      kernel across(at: position) -> scalar { return at.relative.x }
      image edges = luma709(source - blur(source, radius: 1px)) * across()
      output rgb(edges) * (source - edges)
      """
    ),
    (
      """
      param isOn: bool = true
      function grained(photo: image, isStrong: bool, seed: scalar) -> image {
        var amount = 0.1
        if isStrong { amount *= 2 }
        let grain = crop(noise(seed), to: photo.bounds)
        return if isStrong { mix(photo, grain, amount) } else { photo }
      }
      output grained(source |> crop(right: 1px), isOn, seed: 3)
      """,
      """
      image cut = source |> crop(right: 1px)
      output mix(cut, crop(noise(3), to: cut.bounds), 0.2)
      """
    ),
  ])
  func aFunctionOverImagesIsItsText(_ function: String, _ text: String) throws {
    let (called, written) = (try look(function), try look(text))
    for (column, row) in [(1, 0), (2, 1), (2, 2)] {
      let colors = [called, written].map { look in
        Interpreter(look.program, parameters: look.parameters.map(\.defaultValue), width: 4, height: 3)
          .color(at: .init(color: [0.8, 0.4, 0.2, 0.5], column: column, row: row))
      }
      expect(colors[0], colors[1])
    }
  }

  @Test func aKernelOnPlainValuesGivesAPlainValue() throws {
    expect(try color("let k = grayscale(#ffffffff).r * 0.5\noutput source * k"), [0.4, 0.2, 0.1, 1])
  }

  // MARK: Arithmetic on images and masks

  @Test(arguments: [
    ("source + 0.1", [0.9, 0.5, 0.3, 0.5]), ("1 - source", [0.2, 0.6, 0.8, 0.5]), ("-source", [-0.8, -0.4, -0.2, 0.5]),
    ("source * source", [0.64, 0.16, 0.04, 0.5]), ("source / 0.5", [1.6, 0.8, 0.4, 0.5]),
    ("source * rgb(1, 2, 3)", [0.8, 0.8, 0.6, 0.5]), ("source + 2 * (source - 0.5)", [1.4, 0.2, -0.4, 0.5]),
    // A channel as a mask is premultiplied: 0.8 * 0.5.
    ("source * source.r", [0.32, 0.16, 0.08, 0.5]), ("rgb(source.r)", [0.4, 0.4, 0.4, 1]),
    ("rgb(source.a)", [0.5, 0.5, 0.5, 1]), ("min(source, 0.3)", [0.3, 0.3, 0.2, 0.5]),
    ("mix(source, 1 - source, 0.25)", [0.65, 0.45, 0.35, 0.5]), ("sqrt(source * 0 + 0.25)", [0.5, 0.5, 0.5, 0.5]),
    ("rgba(source.r, 0, 0, source.a)", [0.8, 0, 0, 0.5]),
  ])
  func arithmetic(_ expression: String, _ wanted: [Double]) throws {
    expect(try color("output \(expression)", of: [0.8, 0.4, 0.2, 0.5]), wanted)
  }

  @Test func precedence() throws {
    // -0.5 * 2 + 3 * 4 - 6 / 2 / 3 - 1 = 9
    let body = "let k = -0.5 * 2 + 3 * 4 - 6 / 2 / 3 - 1\nlet yes = 1 < 2 && 2 + 1 == 3 || false && !true\n"
    expect(try color(body + "output source * (if yes { k } else { 0 }) / 9"), Self.pixel)
  }

  // MARK: Blending

  // over * (1 - m) + top * m, on premultiplied color
  @Test(arguments: [-0.5, 0, 0.25, 1, 1.5])
  func masksAreNotClamped(_ mask: Double) throws {
    let m = mask < 0 ? "0 - \(-mask)" : "\(mask)"
    let found = try color("output blend(source, over: source * 0.5, mask: \(m))")
    let weight = 0.5 * (1 - mask) + mask
    expect(found, [0.8 * weight, 0.4 * weight, 0.2 * weight, 1])
  }

  @Test func blendingMixesAlphaToo() throws {
    let found = try color("output blend(source, over: #00000000, mask: 0.25)")
    expect(found, [0.8, 0.4, 0.2, 0.25])
  }

  // MARK: The library

  // l = p @ [0.2125, 0.7154, 0.0721]; u = l + (p - l) * 0.5; print((u - 0.5) * 1.2 + 0.5 + 0.1)
  @Test func controls() throws {
    let body = "output source |> controls(brightness: 0.1, contrast: 1.2, saturation: 0.5)"
    expect(try color(body), [0.762348, 0.522348, 0.402348, 1])
    // The bias is that of the covered part: straight color is the same.
    expect(try color(body, of: [0.8, 0.4, 0.2, 0.5]), [0.762348, 0.522348, 0.402348, 0.5])
    // The same with p = dec(p), and enc of the result.
    expect(try color(body, working: "linear-srgb"), [0.733872387365569, 0.501221506826895, 0.430577392185135, 1])
    expect(try color("output source |> controls()"), Self.pixel)
  }

  // p @ [0.2126, 0.7152, 0.0722], p @ [0.299, 0.587, 0.114], enc(dec(p) @ [0.2126, 0.7152, 0.0722])
  @Test func grayscale() throws {
    expect(try color("output grayscale(source)"), [0.4706, 0.4706, 0.4706, 1])
    expect(try color("output grayscale(source, weights: rec601)"), [0.4968, 0.4968, 0.4968, 1])
    expect(try color("output grayscale(source, rgb(0, 1, 0))", of: [0.8, 0.4, 0.2, 0.5]), [0.4, 0.4, 0.4, 0.5])
    let gray = 0.5124972725319916
    expect(try color("output grayscale(source)", working: "linear-srgb"), [gray, gray, gray, 1])
  }

  // np.array([[0.9, 0.1, 0], [0.05, 0.9, 0.05], [0, 0.2, 0.8]]) @ p + [0.01, 0.02, 0.03]
  @Test func colorMatrix() throws {
    let body = """
      output source |> colorMatrix(
        red: rgb(0.9, 0.1, 0), green: rgb(0.05, 0.9, 0.05), blue: rgb(0, 0.2, 0.8), bias: rgb(0.01, 0.02, 0.03))
      """
    expect(try color(body), [0.77, 0.43, 0.27, 1])
    expect(try color(body, of: [0.8, 0.4, 0.2, 0.5]), [0.77, 0.43, 0.27, 0.5])
    expect(try color("output source |> colorMatrix()"), Self.pixel)
  }

  @Test func lumaOfValues() throws {
    let body =
      "let a = luma601(rgb(0.8, 0.4, 0.2))\nlet b = luma709(rgb(0.8, 0.4, 0.2))\noutput source * 0 + rgb(a, b, 0)"
    expect(try color(body), [0.4968, 0.4706, 0, 1])
  }

  // MARK: Choices

  private static let returns = """
    kernel f(c: rgb) -> rgb {
      if c.r > 0.5 {
        if c.g > 0.5 { return rgb(1) }
        let low = c.g
        if low > 0.3 { return rgb(0.8) }
      } else if c.g > 0.5 {
        return rgb(0.6)
      } else {
        let half = c.b * 0.5
        if half < 0.1 { return rgb(half) }
      }
      return rgb(0.2)
    }
    output f(source)
    """

  private static let branches: [([Double], Double)] = [
    ([0.9, 0.9, 0], 1), ([0.9, 0.4, 0], 0.8), ([0.9, 0.1, 0], 0.2), ([0.1, 0.9, 0], 0.6), ([0.1, 0.1, 0.1], 0.05),
    ([0.1, 0.1, 0.9], 0.2),
  ]

  @Test(arguments: branches)
  func theFirstReturnThatHoldsCounts(_ pixel: [Double], _ wanted: Double) throws {
    expect(try color(Self.returns, of: pixel + [1]), [wanted, wanted, wanted, 1])
  }

  @Test func theBranchThatIsNotTakenDoesNotMatter() throws {
    let body = "kernel f(c: rgb) -> rgb { return if c.r > 0.5 { c } else { c / 0 } }\noutput f(source)"
    expect(try color(body), Self.pixel)
  }

  @Test func aChoiceOfImagesChoosesAlphaToo() throws {
    let body = """
      param warm: bool = true
      kernel opaque(c: rgba) -> rgba { return rgba(c.rgb, 1) }
      image solid = opaque(source)
      output if %@ { source } else { solid }
      """
    let pixel = [0.8, 0.4, 0.2, 0.5]
    expect(try color(body.split(separator: "%@").joined(separator: "warm"), of: pixel), pixel)
    expect(try color(body.split(separator: "%@").joined(separator: "!warm"), of: pixel), [0.4, 0.2, 0.1, 1])
    let same = "param warm: bool = false\noutput if warm { source } else { source * 0.5 }"
    expect(try color(same, of: pixel), [0.4, 0.2, 0.1, 0.5])
  }

  // MARK: Values

  @Test func thePowerOfWhatIsNotPositiveIsZero() throws {
    expect(try color("output rgb(pow(source.r - 1, 2), pow(source.r * 0, 0), pow(source.r - 0.8, 1.5))"), [0, 0, 0, 1])
    expect(try color("let k = pow(0 - 2, 2) + pow(0, 0) + pow(4, 0.5)\noutput source * k / 2"), Self.pixel)
  }

  // enc(dec(p) * dec(np.array([0x80, 0x40, 0xff]) / 255)), p * np.array([0x80, 0x40, 0xff]) / 255
  @Test func colorsAreConvertedIntoTheWorkingSpace() throws {
    let body = "output source * #8040ff"
    expect(try color(body), [0.401568627450980, 0.100392156862745, 0.2, 1], within: 1e-14)
    expect(try color(body, working: "linear-srgb"), [0.396375801505436, 0.076963107517889, 0.2, 1])
    // A color alone is unchanged in both working spaces.
    for working in ["display", "linear-srgb"] {
      expect(try color("output source * 0 + #8040ff", working: working), [128.0 / 255, 64.0 / 255, 1, 1])
      expect(
        try color("output blend(source, over: #8040ff80, mask: 0)", working: working),
        [128.0 / 255, 64.0 / 255, 1, 128.0 / 255])
      expect(try color("output source * 0 + #84f", working: working), [136.0 / 255, 68.0 / 255, 1, 1])
    }
    // Numbers are not converted: enc(dec(p) * 0.5).
    expect(
      try color("output source * rgb(0.5)", working: "linear-srgb"),
      [0.585526275364781, 0.285864859989445, 0.136034152301777, 1])
  }

  @Test func swizzles() throws {
    let body = "kernel f(c: rgb, v: vec2) -> rgb { return c.bgr + rgb(v.yx, c.rg.y) }\noutput f(source, vec2(1, 2))"
    expect(try color(body), [2.2, 1.4, 1.2, 1])
    let four = "kernel f(c: rgba) -> rgba { return c.bgra.rgba.abgr.abgr }\noutput f(source)"
    expect(try color(four), [0.2, 0.4, 0.8, 1])
  }

  @Test func aRecipeMayUseTheLibrarysNames() throws {
    let body = """
      param rec709: scalar = 0.5
      let rec601 = 3
      function luma709(c: rgb) -> scalar { return c.b }
      kernel controls(c: rgb) -> rgb { return rgb(luma709(c)) * rec601 }
      image blend = grayscale(source) * rec709 + controls(source) * 0 + luma601(rgb(1)) * 0
      output blend
      """
    expect(try color(body), [0.2353, 0.2353, 0.2353, 1])
  }

  /// `source` apart, a recipe may declare every name: new built-ins never break it.
  @Test(
    arguments: Intrinsic.allCases.map(\.spelling).filter { $0.first?.isLetter == true } + [
      "noise", "pixels", "text", "crop", "turn", "flip", "blur", "erode", "dilate", "convolve", "guidedFilter",
      "sample", "straighten", "zoom", "resize", "lookup",
      "frame", "scalar", "bool", "vec2", "rgb", "rgba",
    ])
  func declarationsHideWhatIsBuiltIn(_ name: String) throws {
    let halved = [0.4, 0.2, 0.1, 1]
    for body in [
      "kernel \(name)(c: rgb) -> rgb { return c * 0.5 }\noutput \(name)(source)",
      "function \(name)(c: rgb) -> rgb { return c * 0.5 }\n"
        + "kernel k(c: rgb) -> rgb { return \(name)(c) }\noutput k(source)",
      "let \(name) = 0.5\noutput source * \(name)", "image \(name) = source * 0.5\noutput \(name)",
      "param \(name): scalar = 0.5\noutput source * \(name)",
      "kernel k(c: rgb, \(name): scalar) -> rgb { return c * \(name) }\noutput k(source, 0.5)",
    ] {
      expect(try color(body), halved)
    }
  }

  @Test func aConstantIsWrittenWithoutParentheses() throws {
    let body = "let quarter = pi / 2\nkernel k(c: rgb) -> rgb { return c * sin(quarter) * (cos(pi) + 2) }\n"
    expect(try color(body + "output k(source) * (pi / pi)"), Self.pixel)
    let (_, diagnostics) = compile(
      SourceFile(name: "semantics.tint", text: "tintype 1\nlook \"x\" { working display }\noutput source * pi()\n"))
    #expect(diagnostics.map(\.code) == ["not-a-function"])
  }

  @Test func aNameThatCannotBeCalledHidesNoFunction() throws {
    let body = "param length: scalar = 0.5\nkernel k(c: rgb, clamp: scalar) -> rgb { return clamp(c, 0, clamp) }\n"
    expect(try color(body + "output k(source, length) * length(vec2(0, 1))"), [0.5, 0.4, 0.2, 1])
  }

  // MARK: Positions

  @Test(arguments: [
    "c: rgb, at: position, by: scalar", "at: position, c: rgb, by: scalar", "c: rgb, by: scalar, at: position",
  ])
  func aPositionTakesNoPlaceAmongArguments(_ inputs: String) throws {
    let body = "kernel k(\(inputs)) -> rgb { return c * by * at.relative.x }\n"
    // The center of the second of four columns.
    let wanted = [0.8, 0.4, 0.2].map { $0 * 0.5 * 0.375 } + [1]
    for call in ["source |> k(0.5)", "k(source, 0.5)", "k(source, by: 0.5)", "k(by: 0.5, c: source)"] {
      expect(try color(body + "output \(call)", column: 1), wanted)
    }
  }

  @Test func insideAKernelAPositionIsPassedInItsPlace() throws {
    let body = """
      function half(at: position, by: scalar) -> scalar { return at.relative.x * by }
      kernel k(c: rgb, at: position) -> rgb { return c * half(at, 0.5) }
      output k(source)
      """
    expect(try color(body, column: 1), [0.8, 0.4, 0.2].map { $0 * 0.5 * 0.375 } + [1])
  }

  // MARK: Bounds

  /// The chosen branch alone decides how large the result is.
  @Test(arguments: [
    ("if on { source |> crop(ratio: 1) } else { source }", [2, 0, 8, 6], [0, 0, 10, 6]),
    ("if on { source |> crop(ratio: 1) } else { source |> crop(ratio: 4 / 3) }", [2, 0, 8, 6], [1, 0, 9, 6]),
    ("if on { source |> turn(by: 90deg) } else { source }", [0, 0, 6, 10], [0, 0, 10, 6]),
    ("if on { source |> resize(by: 2) } else { source |> crop(left: 3px) }", [0, 0, 20, 12], [3, 0, 10, 6]),
    ("rgb(if on { source.g |> crop(ratio: 1) } else { source.r })", [2, 0, 8, 6], [0, 0, 10, 6]),
    ("select(source, source |> crop(ratio: 1), on)", [2, 0, 8, 6], [0, 0, 10, 6]),
    // One without an end has that of the other.
    ("if on { source |> crop(ratio: 1) } else { noise(1) }", [2, 0, 8, 6], [2, 0, 8, 6]),
  ])
  func aConditionChoosesBounds(_ expression: String, _ on: [Double], _ off: [Double]) throws {
    let look = try look("param on: bool = true\noutput \(expression)")
    for (value, wanted) in [(1.0, on), (0.0, off)] {
      #expect(Interpreter(look.program, parameters: [[value]], width: 10, height: 6).bounds == wanted)
      let optimized = Pipeline.run(look.program, parameters: [[value]], sourceIsOpaque: true)
      #expect(Interpreter(optimized, parameters: [], width: 10, height: 6).bounds == wanted)
    }
  }

  @Test(arguments: [
    "source", "noise(1) |> crop(source.bounds)", "source + noise(1)", "blend(noise(2), over: noise(3), mask: source.g)",
    "crop(source * noise(1).g, to: source.bounds) + source", "rgb(noise(1).g) |> crop(to: source.g.bounds)",
  ])
  func boundsAreThoseOfWhatEnds(_ expression: String) throws {
    let look = try look("output \(expression)")
    #expect(Interpreter(look.program, parameters: [], width: 7, height: 5).bounds == [0, 0, 7, 5])
  }

  @Test(arguments: ["noise(1)", "noise(1) * noise(2)", "rgb(noise(1).g)", "noise(1) |> controls(contrast: 2)"])
  func whatNeverEndsCannotComeOut(_ expression: String) {
    let text = "tintype 1\nlook \"x\" { working display }\noutput \(expression)\n"
    #expect(compile(SourceFile(name: "x.tint", text: text)).diagnostics.map(\.code) == ["unbounded-output"])
  }

  @Test func noiseIsPremultipliedAndCounted() throws {
    let found = try color("output rgb(noise(seed: 9).g) |> crop(source.bounds)", column: 3, row: 2)
    let noise = Double(PixelNoise(seed: 9, frame: 0, channel: 1, row: 2)(column: 3))
    expect(found, [noise, noise, noise, 1])
  }

  @Test func aSeedThatIsNoNumberIsZero() throws {
    let body = "param a: scalar = 0\nlet seed = a / a\noutput rgb(noise(seed).g) |> crop(source.bounds)"
    expect(try color(body), try color("output rgb(noise(0).g) |> crop(source.bounds)"))
  }
}
