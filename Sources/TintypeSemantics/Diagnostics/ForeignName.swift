import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

/// What other languages and programs call something, and what it is here.
///
/// The tables are keyed by names in lower case without `_` and `-`, so `gaussian_blur`, `GaussianBlur` and
/// `gaussian-blur` are one entry. Whoever finds another habit adds it here, and nowhere else.
enum ForeignName: Equatable {
  /// It has another name here.
  case name(String)

  /// It is written in another way, which a note says.
  case way(String)

  /// What a function of another language is here; nil if it is none that is known.
  init?(ofFunction called: String) {
    let word = Self.normalized(called)
    if let found = Self.functions[word] {
      self = found
      return
    }
    // C and DCTL: `_powf`, `make_float3`, `fmaxf`.
    var plain = word
    if plain.hasPrefix("make") { plain = String(plain.dropFirst(4)) }
    if plain.hasSuffix("f"), Self.functions[plain] == nil, Intrinsic.named(plain) == nil {
      plain = String(plain.dropLast())
    }
    guard plain != called else { return nil }
    if let found = Self.functions[plain] {
      self = found
    } else if Intrinsic.named(plain)?.isConstant == false {
      self = .name(plain)
    } else {
      return nil
    }
  }

  /// What a value of another language is here, in a kernel or outside of one; nil if it is none that is known.
  init?(ofValue name: String, isInKernel: Bool) {
    let word = Self.normalized(name)
    if let found = Self.values[word] {
      self = found
    } else if isInKernel, let way = Self.valuesInKernels[word] {
      self = .way(way)
    } else {
      return nil
    }
  }

  /// The input that an argument with another program's label is meant for; nil if none means much the same.
  static func input(labeled label: String, among inputs: [String]) -> String? {
    let word = normalized(label)
    for words in labels where words.contains(word) {
      if let input = inputs.first(where: { words.contains(normalized($0)) }) { return input }
    }
    return nil
  }

  /// The part of a value, or the word of a choice, that has another name elsewhere; nil if `known` has none of it.
  static func word(_ called: String, among known: [String]) -> String? {
    guard case .name(let name)? = words[normalized(called)], known.contains(name) else { return nil }
    return name
  }

  /// The last part of a dotted name, in lower case without `_` and `-`.
  private static func normalized(_ called: String) -> String {
    let last = called.split(separator: ".").last.map(String.init) ?? called
    return last.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// A table from two texts: a name of this language before the names that others have for it, each ended by `;`, and
  /// lines of names before the way in which they are written.
  private static func entries(_ names: String, _ ways: String) -> [String: ForeignName] {
    var table: [String: ForeignName] = [:]
    for line in ways.split(separator: "\n") {
      let end = line.firstIndex(of: ":") ?? line.endIndex
      let way = ForeignName.way(String(line[end...].dropFirst(2)))
      for word in line[..<end].split(separator: " ") { table[String(word)] = way }
    }
    for entry in names.split(separator: ";") {
      let words = entry.split { $0.isWhitespace || $0 == ":" }
      for word in words.dropFirst() { table[String(word)] = .name(String(words[0])) }
    }
    return table
  }

  private static let functions: [String: ForeignName] = {
    let logarithmic = [
      "logC3", "logC4", "sLog3", "vLog", "canonLog3", "canonLog2", "fLog", "fLog2", "nLog", "appleLog", "dLog", "lLog",
      "log3G10", "acesCct", "davinciIntermediate",
    ]
    var all = entries(
      """
      abs: absolute fabs; blur: boxblur feather gaussblur gaussian gaussianblur lensblur smooth; clamp: clip;
      colorBurnBlend: colorburn; colorDodgeBlend: colordodge; colorMatrix: colormatrix;
      convolve: conv2d convolution; crop: croprect cropto; darkenBlend: darken; differenceBlend: difference;
      dilate: dilation; erode: erosion; exclusionBlend: exclusion; exp: exponential;
      fract: frac; fromHsl: hsl2rgb hsltorgb;
      fromHsv: hsv2rgb hsvtorgb; fromOklab: oklabtolinear oklabtorgb;
      grayscale: blackandwhite bw gray grey greyscale rgb2gray togray; guidedFilter: bilateral;
      hardLightBlend: hardlight; hsl: rgb2hsl rgbtohsl; hsv: rgb2hsv rgbtohsv; hueBlend: hueblendmode;
      inverse: inverted; length: magnitude norm vectorlength; lightenBlend: lighten; linearToSrgb: lineartosrgb;
      log: ln logarithm; log10: lg; lookup: lookupcolor; luma709: lum luma luminance luminosity; max: fmax;
      median: medianfilter; min: fmin; mix: lerp; mod: fmod; monochrome: monochromatic;
      multiplyBlend: multiplyblendmode; noise: noise2d whitenoise; normalize: normalise normalized;
      oklab: lineartooklab rgbtooklab; posterized: posterise; pow: power powr;
      rgb: cicolor color colour float3 half3 nscolor rgbcolor uicolor vec3 vec3f vector3;
      rgba: float4 half4 vec4 vec4f vector4; round: around nint rint roundeven; saturate: clamp01;
      select: cond ifelse iif ternary where; softLightBlend: softlight;
      srgbToLinear: linearize srgbtolinear tolinear; straighten: straightenimage; transpose: transposed;
      turn: rotate; vec2: float2 half2 int2 ivec2 point uint2 vec2f vector2; vibrant: vibrance
      """,
      #"""
      addnoise filmgrain gaussiannoise hash normal perlin perlinnoise rand randn random rnd simplex snoise: \#
      noise(seed: 1) gives each pixel its own random number; pass it to the kernel as an input
      alphablend composite layer merge opacity over: mix(under, over, 0.5) mixes by an opacity; blend(top, over: \#
      bottom, mask: …) by a mask
      applylut lut lut3d: lookup(c, lut "film.cube") looks up a color in a table
      array list: a list is written in brackets: [0.25, 0.5, 0.25]
      astype double float float32 half int intval parsefloat uint uint8: numbers need no conversion; floor(x) drops a \#
      fraction, and radians(x) makes a number of an angle
      atan: the angle of a slope is atan2(slope, 1)
      autocontrast autoexposure autolevels autotone autowhitebalance equalize: autoExposed, autoLeveled, \#
      autoContrasted, grayWorld and whitePatch adjust by what they measure
      average avg: mean(image) averages the photo, (c.r + c.g + c.b) / 3 the channels, blur(image, radius: 1%) \#
      neighbors
      blackpoint level levels whitepoint: (c - black) / (white - black) sets both ends; toneCurve and curve [(0, 0), \#
      …] shape the rest
      bleachbypass colorbalance colorgrade: graded(c, shadows: …, midtones: …, highlights: …) moves the colors of \#
      each
      brightness: controls(image, brightness: 0.1) adds; exposed(c, by: 0.5ev) multiplies light
      brightnesscontrast contrast eq sigmoidalcontrast: controls(image, contrast: 1.2) increases contrast around 0.5 \#
      of the working space
      calc: arithmetic is written as it is: 2 * (1 + x)
      canvas expand extend: pad(image, by: 4%, color: #fff) makes an image larger, and outside: .edge or .mirror \#
      goes on with it
      cbrt: a cube root is pow(x, 1 / 3)
      cdl: decisionList(c, slope: …, offset: …, power: …, saturation: …) is a CDL
      channelmixer colorchannelmixer: colorMatrix(image, red: …, green: …, blue: …) mixes channels
      clarity definition dehaze highpass localcontrast structure: image + amount * (image - blur(image, radius: 5%)) \#
      is local contrast
      colorconversion colorconvert colorspace convertcolorspace cst iccprofile: a recipe works in one space, which \#
      its header names: working linear-srgb or display; srgbToLinear, linearToSrgb, oklab and the curves of cameras \#
      such as logC3 convert
      colortemperature kelvin temperature warm warmth: whiteBalance(c, neutral: 5000k) makes this light neutral; a \#
      higher number is warmer
      concat printf sprintf str string tofixed tostring: a text takes values: "ISO \(source.iso)"; format(x, \#
      decimals: 2) formats them
      lengthsquared lengthsq: the square of a length is dot(v, v)
      cosh: cosh(x) is (exp(x) + exp(-x)) / 2
      cross: a recipe has no cross product; dot(a, b) is the other one
      curve curves scurve tonecurves: a curve is written without a call: let tone = curve [(0, 0), (0.5, 0.6), (1, \#
      1)], and used as tone(x)
      ddx ddy dfdx dfdy fwidth: of an input of type image or mask, the slope is (neighbor(m, 1, 0) - neighbor(m, -1, \#
      0)) / 2
      deg degrees degreestoradians toradians: an angle is written with its unit: 30deg, 0.5rad
      desat desaturate desaturated saturation: saturated(c, by: 0) is gray, by: 1 the color itself
      distance: distance(a, b) is length(a - b)
      drawtext: letters are a mask, which is added: source + text("Lisbon", height: 4%)
      dropshadow: blur(mask, radius: 1%) softens the mask that a shadow is made of
      duotone splittone splittoning: splitToned(c, shadows: …, highlights: …) colors both ends
      equal: equal(a, b) is a == b
      expm1: expm1(x) is exp(x) - 1
      exposure: exposed(c, by: 0.5ev) multiplies light
      float2x2 float4x4 half4x4 mat2 mat4 mat4x4f: a matrix is 3 by 3, for colors: matrix((…), (…), (…))
      float3x3 half3x3 mat3 mat3x3 mat3x3f matrix3x3: a matrix has rows: matrix((…), (…), (…)); mat3 and float3x3 \#
      take columns, so transpose them
      flip fliph flop hflip mirror reflect: flip(image, direction: .horizontal) exchanges left and right
      flipv vflip: flip(image, direction: .vertical) exchanges top and bottom
      fma: fma(a, b, c) is a * b + c
      fromhex hex: a color is written #c08060
      gain: c * 1.2 is a gain
      gamma gammacorrect: gamma(c, g) is pow(c, 1 / g); the encoding of screens is linearToSrgb, and srgbToLinear \#
      reverses it
      getpixel imageload roll sample2d shift tex2d texelfetch texelfetchoffset texsample texture texture2d \#
      texturelod textureoffset i j: neighbor(photo, 1, 0) reads the pixel to the right of a kernel's input of type \#
      image; outside of kernels, sample(image, at: place) reads any place
      greaterthan: greaterThan(a, b) is a > b
      greaterthanequal: greaterThanEqual(a, b) is a >= b
      highlights shadowhighlight shadows shadowshighlights: recovered(c, highlights: -0.3, shadows: 0.4) darkens \#
      highlights and lightens shadows
      histogram percentiles std vectorscope: mean, percentile, minimum and maximum measure the photo: \#
      percentile(luma709(source), 99%)
      hue huerotate hueshift rotatehue: turnedHue(c, by: 30deg) turns all hues
      huesaturation modulate: turnedHue, saturated and exposed change hue, saturation and light
      hypot: hypot(x, y) is length(vec2(x, y))
      identity: it is \#(ValueType.matrix.declaration.example)
      inset: fit(image, on: other, from: …, to: …) places an image in another
      inversesqrt rsqrt: it is 1 / sqrt(x)
      invert invertcolor negate negative: a negative is 1 - c; the inverse of a matrix is inverse(m)
      isinf isnan: clamp(x, 0, 1) makes 0 of a value that is not a number
      len: the number of elements of a list is weights.count
      lessthan: lessThan(a, b) is a < b
      lessthanequal: lessThanEqual(a, b) is a <= b
      lift: lifted(code, amount) lifts the blacks
      linear linearstep map normalizerange remap rescale scalerange: saturate((x - a) / (b - a)) maps a to 0 \#
      and b to 1, and mix(low, high, …) of it 0 to low and 1 to high
      load loadimage open picture read: the photo is 'source'; another picture is picture "paper.png", and a table \#
      lut "film.cube"
      log1p: log1p(x) is log(1 + x)
      mad: mad(a, b, c) is a * b + c
      matmul: matmul(m, c) is m * c
      max3: max(a, max(b, c)) is the largest of three
      min3: min(a, min(b, c)) is the smallest of three
      mul: mul(m, c) is m * c
      multf33f33: mult_f33_f33(a, b) is b * a
      multf3f33: mult_f3_f33(c, m) is m * c
      multiply: multiply(a, b) is a * b; multiplyBlend(top, over) respects alpha
      not: not(a) is !a
      notequal: notEqual(a, b) is a != b
      print: a look prints nothing; tintype probe shows the values at a pixel
      rcp reciprocal: it is 1 / x
      range: a loop counts over a range: for i in 0...9 { … }
      rgb255 rgb8: a color with codes from 0 to 255 is written #c08060
      scale: resize(source, longEdge: 1920px) keeps the shape of the picture
      screen: screen(a, b) is 1 - (1 - a) * (1 - b); screenBlend(top, over) respects alpha
      sharpening sharpness unsharp unsharpmask usm: image + (image - blur(image, radius: 0.2%)) is sharper; the \#
      recipe "sharpen" does it
      sinh: sinh(x) is (exp(x) - exp(-x)) / 2
      oneminus: it is 1 - x
      sqr square: a square is x * x
      strftime: format(source.date, as: "d MMMM yyyy") writes a date
      sum: a sum of the channels is c.r + c.g + c.b
      texturesize imagesize getdimensions: an input at: position has the size of the image, at.size, and at.relative \#
      is at.pixels / at.size
      threshold: step(0.5, luma709(c)) is 0 below and 1 above
      tint: monochrome(c, color: #99734d) tints; whiteBalance(c, tint: 0.1) moves green and magenta
      trunc: of numbers above 0, trunc(x) is floor(x)
      var: a parameter is used by its name alone
      vignetting: vignetted(c, …) darkens the edges; the recipe "vignette" has its sliders
      zeros: a value is set where it is declared: var sum = rgb(0)
      """#)
    for name in logarithmic {
      let (word, inverse) = (name.lowercased(), "from" + name.capitalizedFirst)
      for end in ["tolinear", "tolin", "inv", "inverse"] { all[word + end] = .name(inverse) }
      for start in ["decode", "inverse"] { all[start + word] = .name(inverse) }
      for start in ["linearto", "linto", "encode", "to"] { all[start + word] = .name(name) }
    }
    return all
  }()

  private static let values = entries(
    """
    #000000: black; #0000ff: blue; #00ff00: green; #00ffff: cyan; #800080: purple; #808080: gray grey;
    #a52a2a: brown; #ff0000: red; #ff00ff: magenta; #ffa500: orange; #ffc0cb: pink; #ffff00: yellow;
    #ffffff: white; false: false no; pi: mpi mpif π; true: true yes
    """,
    #"""
    none null nil undefined nullptr: what a photo may lack has a fallback: source.lens ?? "no lens"; a parameter \#
    has a default of its type, and a table or a picture may be without: param film: lut
    tau: it is 2 * pi
    inf infinity: a large number is written 1e9
    time itime: the number of a frame is 'frame', which a call passes to a kernel: flicker(source, frame)
    iw ih ow oh inw inh: a length is a share of the short side, such as 10%; in pixels the photo has source.width and \#
    source.height
    parent self this root controls knobs uniforms: a parameter is used by its name alone
    position: a kernel declares an input at: position, and its call leaves it out
    super: the look that is changed is a step, too: use "tumble-down" as base, and then source |> base()
    glfragcolor fragcolor: the color that comes out of a kernel is returned: return c * 0.5
    """#)

  private static let words = entries(
    """
    r: red; g: green; b: blue; a: alpha opacity; bounds: extent rect frame; count: length size len;
    iso: sensitivity speed; exposureTime: shutter shutterspeed; aperture: fnumber fstop; focalLength: focal zoom;
    date: time datetime datetimeoriginal taken; camera: model make; lens: lensmodel;
    top: north up; bottom: south down; left: west; right: east; center: centre middle centered;
    topLeft: northwest; topRight: northeast; bottomLeft: southwest; bottomRight: southeast;
    edge: clamp clamptoedge replicate; mirror: reflect mirroredrepeat; bilinear: linear; bicubic: cubic;
    """, "")

  /// Labels of arguments that mean much the same.
  private static let labels = [
    "by amount strength value factor intensity level percent scale saturation degrees angle stops ev",
    "radius sigma size std deviation blur kernelsize softness feather spread",
    "neutral temperature temp kelvin whitepoint",
    "center centre origin middle position at",
    "from start begin topleft a", "to end stop target bottomright b",
    "bottom under base background backdrop over",
    "mask alpha matte where",
    "color colour tint",
    "height fontsize pointsize size",
    "longedge width longside maxsize",
    "slope gain", "offset lift", "power gamma exponent",
    "outside address border wrap edge extend tile",
    "direction axis",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let valuesInKernels = meanings([
    (
      "a kernel knows its pixel by an input at: position: at.relative (0 to 1), at.pixels and at.size",
      words: "uv texcoord vuv glfragcoord fragcoord gid st iresolution resolution bufferwidth bufferheight"
    ),
    (
      "a kernel gets the color of its pixel from an input, such as c: rgb, and reads its parts as c.r",
      words: "tex texture img image src input source photo sampler color pixel pr pg pb backbuffer"
    ),
  ])
}
