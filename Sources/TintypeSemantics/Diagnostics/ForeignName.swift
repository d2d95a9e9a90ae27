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
    // C, DCTL, Metal, SVG and Core Image: `_powf`, `make_float3`, `fmaxf`, `simd_mix`, `fast::exp`, `feFlood`,
    // `CIGaussianBlur`.
    var plain = word
    if let prefix = ["make", "simd", "vector", "fast", "precise", "native", "to", "fe", "ci"].first(
      where: plain.hasPrefix)
    {
      plain = String(plain.dropFirst(prefix.count))
    }
    if plain.hasSuffix("f"), Self.functions[plain] == nil, Intrinsic.named(plain) == nil {
      plain = String(plain.dropLast())
    }
    if let found = Self.functions[plain] {
      self = found
    } else if let type = foreignType(word) ?? foreignType(plain) {
      // `float3(…)` makes a color, and `float(…)` converts.
      self = type == "scalar" ? Self.functions["astype"] ?? .name(type) : .name(type)
    } else if let stem = Self.stem(of: word) {
      self = Self.functions[stem] ?? .name(stem)
    } else if plain == called {
      return nil
    } else if Intrinsic.named(plain)?.isConstant == false {
      self = .name(plain)
    } else {
      return nil
    }
  }

  /// The function whose name is the verb of `blurred` or `clamped`.
  private static func stem(of word: String) -> String? {
    guard word.hasSuffix("ed") else { return nil }
    return (1...3).map { String(word.dropLast($0)) }.first { verb in
      functions[verb] != nil || PictureOperation(named: verb) != nil || Intrinsic.named(verb)?.isConstant == false
    }
  }

  /// What a value of another language is here, in a kernel or outside of one; nil if it is none that is known.
  init?(ofValue name: String, isInKernel: Bool) {
    let word = Self.normalized(name)
    // DCTL: `p_X`, `p_Width`
    if isInKernel, name.hasPrefix("p_"), let way = Self.valuesInKernels[String(word.dropFirst())] {
      self = .way(way)
    } else if let found = Self.values[word] ?? Self.gray(word) {
      self = found
    } else if isInKernel, let way = Self.valuesInKernels[word] {
      self = .way(way)
    } else {
      return nil
    }
  }

  /// `gray50`: a gray of so many percent.
  private static func gray(_ word: String) -> ForeignName? {
    guard ["gray", "grey"].contains(word.prefix(4)), let percent = UInt8(word.dropFirst(4)), percent <= 100 else {
      return nil
    }
    let code = UInt8((Double(percent) * 2.55).rounded())
    return .name([code, code, code].colorLiteral)
  }

  /// What is written instead of a type that no word here means; nil if it is none that is known.
  init?(ofType name: String) {
    guard let found = Self.types[Self.normalized(name)] else { return nil }
    self = found
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
      abs: absolute fabs; acos: arccos; asin: arcsin; blur: avgblur boxblur feather gaussblur gaussian gaussianblur \
      gaussianfilter gblur lensblur lowpass smooth stackblur; clamp: clip constrain cut; colorBurnBlend: colorburn; \
      colorDodgeBlend: colordodge; colorMatrix: colormatrix; convolve: conv2d convolution convolvematrix filter2d; \
      crop: croprect cropto; darkenBlend: darken; differenceBlend: difference; dilate: dilation; erode: erosion; \
      exclusionBlend: exclusion; exp: exponential; fract: frac modf; fromHsl: hsl2rgb hsltorgb; fromHsv: hsv2rgb \
      hsvtorgb; fromOklab: oklabtolinear oklabtorgb; grayscale: blackandwhite bw gray grey greyscale rgb2gray togray; \
      guidedFilter: bilateral bilateralfilter denoisebilateral smartblur surfaceblur; hardLightBlend: hardlight; hsl: \
      rgb2hsl rgbtohsl; hsv: rgb2hsv rgbtohsv; hueBlend: hueblendmode; inverse: inverted; length: mag magnitude norm \
      vectorlength; lightenBlend: lighten; linearGradient: gradient; linearToSrgb: fromlinear lineartogammaspace \
      lineartosrgb tosrgb; log10: lg; log: ln logarithm; lookup: lookupcolor; luma709: lum luma luminance luminosity; \
      max: fmax; median: despeckle med medianblur medianfilter; min: fmin; mix: lerp lerpcolor linearinterpolate; mod: \
      euclideanmodulo fmod; monochrome: monochromatic; multiplyBlend: multiplyblendmode; noise: noise2d whitenoise; \
      normalize: normalise normalized; oklab: lineartooklab rgbtooklab; posterized: posterise; pow: power powr; rgb: \
      rgbcolor; round: around nint rint roundeven; saturate: clamp01; select: cond ifelse iif ternary where; sign: \
      signum; softLightBlend: softlight; srgbToLinear: fromsrgb gammatolinearspace linearize srgbtolinear tolinear; \
      straighten: straightenimage; transpose: transposed; turn: rot90 rotate; vibrant: velvia vibrance; zoom: zoompan;
      """,
      #"""
      a alpha b blue cb cr g green r red: a part of a color is read after a point: c.r, c.g, c.b, c.a
      acosh: acosh(x) is log(x + sqrt(x * x - 1))
      add calc div divide sub subtract: arithmetic is written as it is: 2 * (a + b)
      addnoise fbm filmgrain gaussiannoise gaussrandom hash normal perlin perlinnoise rand randn random rnd \#
      seedrandom simplex snoise turbulence: noise(seed: 1).g gives each pixel its own random number; pass it to the \#
      kernel as an input
      addweighted alphablend blendmode composite feblend layer merge opacity: mix(under, over, 0.5) mixes by an \#
      opacity; blend(top, over: bottom, mask: …) by a mask
      adjustcolors basicadj brightnesscontrast contrast imageenhance: controls(image, contrast: \#
      1.2) increases contrast around 0.5 of the working space
      adjustgamma applygamma gamma gammacorrect: gamma(c, g) is pow(c, 1 / g); the encoding of screens is \#
      linearToSrgb, and srgbToLinear reverses it
      applycurve componenttransfer curve curves gradientmap interp interpolate interpolate1d rgbcurve scurve \#
      tonecurves tritone: a curve is written without a call: let tone = curve [(0, 0), (0.5, 0.6), (1, 1)], and used \#
      as tone(x)
      applylut clut haldclut lut lut3d: lookup(c, lut "film.cube") looks up a color in a table
      append appendimages collage diptych hconcat montage vconcat: pictures stand side by side on a larger canvas: \#
      image canvas = pad(source, ratio: 3, anchor: .left), and fill(other, on: canvas, from: vec2(0.5, 0), to: \#
      vec2(1, 1)), which normalBlend(placed, over: canvas) lays over it
      array asarray dict list set tuple: a list is written in brackets: [0.25, 0.5, 0.25]
      asfloat asint asuint bitand bitor bitxor floatbitstoint floatbitstouint intbitstofloat uintbitstofloat: numbers \#
      have no bits; noise(seed: 1) makes random numbers
      ashift barrel bulge displace displacementmap implode lensdistortion liquify perspective pinch refract ripple \#
      skew spread translate warp wave: a kernel says where each pixel is read: kernel place(at: position) -> vec2 { \#
      return at.pixels + vec2(8, 0) }, and then sample(image, at: place()); the recipes "distortion" and "swirl" bend
      asinh: asinh(x) is log(x + sqrt(x * x + 1))
      assert precondition print println: a look prints nothing; tintype probe shows the values at a pixel, and an \#
      expect promises a color
      astype intval parsefloat parseint: numbers need no conversion; floor(x) drops a fraction, and radians(x) makes \#
      a number of an angle
      atan: the angle of a slope is atan2(slope, 1)
      atanh: atanh(x) is log((1 + x) / (1 - x)) / 2
      attr effect env thiscomp: a look declares what can be set: param amount: scalar = 0.5 in 0...1
      autocontrast autoexposure autolevels autotone autowhitebalance equalize equalizehist histeq: autoExposed, \#
      autoLeveled, autoContrasted, grayWorld and whitePatch adjust by what they measure
      average avg: mean(image) averages the photo, (c.r + c.g + c.b) / 3 the channels, blur(image, radius: 1%) neighbors
      backdrop dst: the image under the others is passed by name: a function has it as an input, photo: image
      background fill: pad(image, by: 4%, color: #fff) adds a border of a color; mix(image, rgb(0.8, 0.6, 0.4), 0.2) \#
      lays a color over
      between: between(x, a, b) is x >= a && x <= b
      bilat clarity deblur definition dehaze haze hazeremoval highpass localcontrast structure: image + amount * \#
      (image - blur(image, radius: 5%)) is local contrast
      blackpoint colorlevels level levels rescaleintensity rgblevels whitepoint: (c - black) / (white - black) sets \#
      both ends; toneCurve and curve [(0, 0), …] shape the rest
      blacks darks lights midtones whites: the recipe "tone-curve" has sliders for blacks, shadows, midtones, lights \#
      and whites; lifted(code, amount) lifts the blacks
      bleachbypass colorbalance colorbalancergb colorgrade colorgrading colorwheels: graded(c, shadows: …, midtones: \#
      …, highlights: …) moves the colors of each
      bool: a comparison is a bool, such as x > 0.5
      borders canvas drawbox expand extend: pad(image, by: 4%, color: #fff) makes an image larger, and outside: .edge \#
      or .mirror goes on with it
      brightness lightness: controls(image, brightness: 0.1) adds; exposed(c, by: 0.5ev) multiplies light
      calibration channelmixer channelmixerrgb colorchannelmixer: colorMatrix(image, red: …, green: …, blue: …) mixes \#
      channels
      cbrt: a cube root is pow(x, 1 / 3)
      cdl offset power slope: decisionList(c, slope: …, offset: …, power: …, saturation: …) is a CDL
      cgrect rect rectangle: the part between two corners is crop(image, from: vec2(0.1, 0.1), to: vec2(0.9, 0.9))
      charcoal edge edgedetect edges prewitt sketch sobel: abs(convolve(image, weights: (-1, 0, 1), (-2, 0, 2), (-1, \#
      0, 1))) finds upright edges
      chromashift chromaticaberration rgbashift: the recipe "fringing" moves the channels: use "fringing" as fringing
      cifilter: each filter is a step of its own name: vignetted(source, amount: 0.5)
      clampedtoextent clamptoextent: a step that reads beyond an image finds the pixels of its edge there
      colorspacetransform: the photo's curve and colors are the 'input' of the look; in a kernel a curve is undone by \#
      its name, such as davinciWideGamut * fromDavinciIntermediate(code)
      colorconversion colorconvert colorspace convertcolorspace cst cvtcolor fromrec709f iccprofile torec709f: a \#
      recipe works in one space, which its header names: working linear-srgb or display; srgbToLinear, linearToSrgb, \#
      oklab and the curves of cameras such as logC3 convert
      colorize tint: monochrome(c, color: #99734d) tints; whiteBalance(c, tint: 0.1) moves green and magenta
      colortemperature kelvin temp temperature warm warmth: whiteBalance(c, neutral: 5000k) makes this light neutral; \#
      a higher number is warmer
      colorzones selectivecolor: hueColor, hueLight and hueTurned change one hue: hueColor(image, blue: -0.3)
      compare: compare(x, a, b) is select(b, a, x < 0)
      concat printf sprintf str string tofixed tostring: a text takes values: "ISO \(source.iso)"; format(x, \#
      decimals: 2) formats them
      concatenate dstack hstack stack vstack: rgb(r, g, b) makes a color of three numbers
      copysign: copysign(a, b) is abs(a) * sign(b)
      cosh: cosh(x) is (exp(x) + exp(-x)) / 2
      cospi: cospi(x) is cos(pi * x)
      createimage load loadimage loadpixels open picture read url: the photo is 'source'; another picture is picture \#
      "paper.png", and a table lut "film.cube"
      cross: a recipe has no cross product; dot(a, b) is the other one
      cumsum sum: a sum of the channels is c.r + c.g + c.b
      ddx dfdx: of an input of type image or mask, the slope across is (neighbor(m, 1, 0) - neighbor(m, -1, 0)) / 2
      ddy dfdy: of an input of type image or mask, the slope down is (neighbor(m, 0, 1) - neighbor(m, 0, -1)) / 2
      deg deg2rad degrees degreestoradians degtorad toradians: an angle is written with its unit: 30deg, 0.5rad
      denoise denoiseprofile noisereduction: median(image, radius: 0.1%) removes specks, and guidedFilter(image, \#
      radius: 0.3%) smooths and preserves edges
      depth getlinearizeddepth lineardepth: a photo has no depth: a mask says what is far, such as \#
      linearGradient(from: vec2(0.5, 1), to: vec2(0.5, 0))
      desat desaturate desaturated desaturateop desaturation saturation: saturated(c, by: 0) is gray, by: 1 the color \#
      itself
      coord destcoord samplercoord samplertransform: a kernel knows its pixel by an input at: position: at.pixels
      determinant matrixcompmult outerproduct: a matrix is multiplied, transposed and inverted: m * c, transpose(m), \#
      inverse(m)
      dist distance: distance(a, b) is length(a - b)
      divmod: floor(x / y) is the quotient, and mod(x, y) the rest
      drawtext watermark: letters are a mask, which is added: source + text("Lisbon", height: 4%)
      dropshadow: blur(mask, radius: 1%) softens the mask that a shadow is made of
      duotone splittone splittoning: splitToned(c, shadows: …, highlights: …) colors both ends
      ease easein easeinout easeout: smoothstep(0, 1, x) eases at both ends; a curve has any shape: let ease = curve \#
      [(0, 0), (0.4, 0.1), (1, 1)]
      einsum matmul: matmul(m, c) is m * c
      emboss shade: convolve(image, weights: (-1, -1, 0), (-1, 1, 1), (0, 1, 1)) is a relief
      enumerate linspace range stride while zip: a loop counts over a range: for i in 0...9 { … }
      eq equal: equal(a, b) is a == b
      evaluate expression fx geq: a kernel is computed for each pixel: kernel tone(c: rgb) -> rgb { return c * 1.1 }
      expm1: expm1(x) is exp(x) - 1
      exponent frexp mantissa: floor(log2(x)) is the exponent of a number above 0
      exposure exposureadjust: exposed(c, by: 0.5ev) multiplies light
      faceforward fresnel lit: a photo has no surfaces and no rays
      fdim: fdim(a, b) is max(a - b, 0)
      filmic filmicrgb reinhard sigmoid tonemap tonemapping: compressed(c, amount: 0.5) compresses highlights; a tone \#
      curve of light is x / (1 + x)
      filter reduce reversed sorted: a list is read by its index, in a loop: for i in 0...9 { … }
      flip fliph fliplr flop hflip mirror reflect: flip(image, direction: .horizontal) exchanges left and right
      flipud flipv vflip: flip(image, direction: .vertical) exchanges top and bottom
      float2x2 float4x4 half4x4 mat2 mat4 mat4x4f: a matrix is 3 by 3, for colors: matrix((…), (…), (…))
      float3x3 half3x3 mat3 mat3x3 mat3x3f matrix3x3: a matrix has rows: matrix((…), (…), (…)); mat3 and float3x3 \#
      take columns, so transpose them
      flood: a color is a value: mix(image, #c08060, 0.3)
      fma muladd: fma(a, b, c) is a * b + c
      fwidth: of an input of type image or mask, it is abs(neighbor(m, 1, 0) - m) + abs(neighbor(m, 0, 1) - m)
      framestotime loopin loopout posterizetime timetoframes valueattime wiggle: what changes over time is made from \#
      'frame': 0.08 * sin(frame * 12.9)
      frombyte tobyte: codes from 0 to 255 are shares of 255: 128 / 255
      fromhex hex hextorgb hwb lch: a color is written #c08060
      gain: c * 1.2 is a gain
      gauss: gauss(x) is exp(-x * x / 2)
      get getpixel i imageload imgnormpixel imgpixel j p roll sample2d sampleimage samplelevel shift tex2d tex2dfetch \#
      tex2dlod tex2dvecn texelfetch texelfetchoffset texsample texture texture2d tex2doffset texturelod \#
      textureoffset: neighbor(photo, 1, 0) reads the pixel to the right of a kernel's input of type image; outside of \#
      kernels, sample(image, at: place()) reads where a kernel says: kernel place(at: position) -> vec2 { return \#
      at.pixels }
      getdimensions getheight getwidth imagesize imgsize samplerextent samplersize texturesize: an input at: position \#
      has the size of the image, at.size, and at.relative is at.pixels / at.size
      glow orton softfocus: the recipe "bloom" glows, and "soften" blurs a little: use "bloom" as bloom
      grade: (c - black) / (white - black) sets both ends, c * 1.2 is a gain, and graded(c, shadows: …, midtones: …, \#
      highlights: …) moves the colors of each
      graduatednd: linearGradient() is a mask for it: dodged(source, where: linearGradient(), by: -1ev)
      greaterthan: greaterThan(a, b) is a > b
      greaterthanequal: greaterThanEqual(a, b) is a >= b
      gt: gt(a, b) is a > b
      gte: gte(a, b) is a >= b
      highlights shadhi shadowhighlight shadows shadowshighlights toneequalizer: recovered(c, highlights: -0.3, \#
      shadows: 0.4) darkens highlights and lightens shadows
      histogram percentiles std vectorscope: mean, percentile, minimum and maximum measure the photo: \#
      percentile(luma709(source), 99%)
      hue huerotate hueshift rotatehue: turnedHue(c, by: 30deg) turns all hues
      huesaturation modulate: turnedHue(c, by: 30deg), saturated(c, by: 0.8) and exposed(c, by: 0.5ev) change hue, \#
      saturation and light; a saturation of 1 changes nothing
      hypot: hypot(x, y) is length(vec2(x, y))
      identity: it is \#(ValueType.matrix.declaration.example)
      imgthisnormpixel imgthispixel: a kernel gets the color of its pixel from an input, such as c: rgb
      inset: fit(image, on: other, from: …, to: …) places an image in another
      inverselerp linear linearstep map normalizerange remap rescale scalerange: saturate((x - a) / (b - a)) maps a \#
      to 0 and b to 1, and mix(low, high, …) of it 0 to low and 1 to high
      inversesqrt rsqrt: it is 1 / sqrt(x)
      invert invertcolor negate negative: a negative is 1 - c; the inverse of a matrix is inverse(m)
      isfinite isinf isnan: max(x, 0) and clamp(x, 0, 1) make 0 of a value that is not a number
      isinstance type: a name has one type, which its declaration says: x: scalar
      lab lab2rgb rgb2lab: oklab(light) is lightness and two opponent colors; fromOklab(lab) goes back
      ld st: a body keeps a value under a name: let x = 0.5
      ldexp: ldexp(x, n) is x * exp2(n)
      len: the number of elements of a list is weights.count
      lengthsq lengthsquared: the square of a length is dot(v, v)
      lessthan: lessThan(a, b) is a < b
      lessthanequal: lessThanEqual(a, b) is a <= b
      lift: lifted(code, amount) lifts the blacks
      lgg liftgammagain primaries: decisionList(c, slope: …, offset: …, power: …) has them: the slope is the gain, \#
      the offset the lift, and the power is 1 / gamma; graded(c, shadows: …, midtones: …, highlights: …) moves colors
      lightleaks oldphoto: the recipes "light-leak", "dust" and "sepia" do it: use "light-leak" as leak
      log1p: log1p(x) is log(1 + x)
      lookat: zoom(image, by: 2, at: vec2(0.5, 0.5)) magnifies about a place
      lt: lt(a, b) is a < b
      lte: lte(a, b) is a <= b
      mad: mad(a, b, c) is a * b + c
      main mainimage: nothing is a main program: the last line says what comes out, output source |> tone()
      max3: max(a, max(b, c)) is the largest of three
      min3: min(a, min(b, c)) is the smallest of three
      morphology: erode(image, radius: 0.2%) shrinks bright areas, and dilate enlarges them
      mul: mul(m, c) is m * c
      multf33f33: mult_f33_f33(a, b) is b * a
      multf3f33: mult_f3_f33(c, m) is m * c
      multiply: multiply(a, b) is a * b; multiplyBlend(top, over) respects alpha
      neq notequal: notEqual(a, b) is a != b
      not: not(a) is !a
      null: a step that changes nothing is left out
      oneminus: it is 1 - x
      over: normalBlend(top, over: bottom) lays one image over another; a smaller one is placed first: fit(top, on: \#
      bottom, from: vec2(0.1, 0.1), to: vec2(0.5, 0.5))
      ones zeros: a value is set where it is declared: var sum = rgb(0)
      polaroid: the recipe "instant-print" is one: use "instant-print" as instant
      postcropvignette vignetting: vignetted(c, …) darkens the edges; the recipe "vignette" has its sliders
      premultiply: it is rgba(c.rgb * c.a, c.a)
      pull push: films have a parameter for it: use "reportage" as film, and then source |> film(push: 1)
      rad2deg radianstodegrees radtodeg todegrees: radians(angle) is a number, and radians(angle) * 180 / pi degrees
      rcp reciprocal: it is 1 / x
      rgb255 rgb8: a color with codes from 0 to 255 is written #c08060
      scale zscale: resize(source, by: 0.5), or resize(source, longEdge: 1920px), keeps the shape of the picture
      scratches: the recipe "dust" has scratches: use "dust" as dust
      screen: screen(a, b) is 1 - (1 - a) * (1 - b); screenBlend(top, over) respects alpha
      sharpening sharpness unsharp unsharpmask usm: image + (image - blur(image, radius: 0.2%)) is sharper; the \#
      recipe "sharpen" does it
      sinc: sinc(x) is sin(pi * x) / (pi * x)
      sinh: sinh(x) is (exp(x) - exp(-x)) / 2
      sinpi: sinpi(x) is sin(pi * x)
      sigmoidalcontrast: an S-curve is drawn through points: let tone = curve [(0, 0), (0.25, 0.18), (0.75, 0.82), \#
      (1, 1)], and used as tone(source)
      solarize: 2 * min(c, 1 - c) turns what is lighter than middle gray
      spheremask: a mask around a place is radialGradient(center: vec2(0.5, 0.5), inner: 0.2, outer: 0.6)
      sq sqr square: a square is x * x
      squish: squish(x) is 1 / (1 + exp(4 * x))
      statistic: median, erode and dilate look at the square around each pixel; mean measures the photo
      strftime: format(source.date, as: "d MMMM yyyy") writes a date
      swap: two values are exchanged through a third name: let old = a
      threshold: step(0.5, luma709(c)) is 0 below and 1 above
      trunc: of numbers above 0, trunc(x) is floor(x)
      var: a parameter is used by its name alone
      write: a kernel returns the color of its pixel: return c * 1.1
      """#)
    for name in logarithmic {
      let (word, inverse) = (name.lowercased(), "from" + name.capitalizedFirst)
      for end in ["tolinear", "tolin", "inv", "inverse"] { all[word + end] = .name(inverse) }
      for start in ["decode", "inverse"] { all[start + word] = .name(inverse) }
      for start in ["linearto", "linto", "encode", "to"] { all[start + word] = .name(name) }
    }
    return all
  }()

  private static let types = entries(
    "",
    #"""
    any auto object: every value has a type: a scalar, an rgb or an rgba, mostly
    array dict list tuple: lists are not passed: a kernel reads a list of the file by its name
    bool2 bool3 bool4: a bool is one truth value; a comparison of each channel is made inside of the kernel
    ciimage image2dt ndarray sampler sampler2d sampler2drect samplerstate texture texture2d texture2dt uiimage: a \#
    kernel gets the color of its pixel, c: rgb; an input of type image is read around the pixel, by neighbor(c, 1, 0)
    duration time: an exposure in seconds is a scalar, and a day and time of day a date
    file path url: a table is a lut, let film = lut "film.cube", and another image picture "paper.png"
    float2x2 float4x4 half4x4 mat2 mat2x2 mat4 mat4x4 matrix4x4: a matrix is 3 by 3, for colors; two numbers are \#
    turned by a vec2
    font: a font is named where it is used: text("Lisbon", font: "Inter.otf")
    range slider: a range follows the default: amount: scalar = 0.5 in 0...1
    t: a kernel names its types: an rgb is a color, a scalar a number
    """#)

  private static let values = entries(
    """
    #000000: black; #000080: navy; #0000ff: blue; #008080: teal; #00ff00: green lime; #00ffff: aqua cyan; #40e0d0: \
    turquoise; #4b0082: indigo; #800000: maroon; #800080: purple; #808000: olive; #808080: gray grey; #a0522d: sienna; \
    #a52a2a: brown; #d2b48c: tan; #dc143c: crimson; #e6e6fa: lavender; #ee82ee: violet; #f0e68c: khaki; #f5f5dc: \
    beige; #fa8072: salmon; #ff0000: red; #ff00ff: fuchsia magenta; #ff6347: tomato; #ff7f50: coral; #ffa500: orange; \
    #ffc0cb: pink; #ffd700: gold; #ffff00: yellow; #fffff0: ivory; #ffffff: white; false: false no; pi: mpi mpif π; \
    true: true yes;
    """,
    #"""
    at: a position exists only in a kernel, by an input at: position: at.relative (0 to 1), at.pixels and at.size
    aperture camera date exposuretime focal focallength fstop iso lens shutter: what the camera wrote is read from \#
    the photo, with a fallback: source.iso ?? 100
    clear: it is rgba(0, 0, 0, 0)
    cm deg inch mm percent px rad stop stops um: a unit stands directly behind a number: 30deg, 2mm, 0.5ev
    controls knobs parent root self this uniforms: a parameter is used by its name alone
    currentframe framecount framenumber iframe itime time utime: the number of a frame is 'frame', which a call \#
    passes to a kernel: flicker(source, frame)
    eps epsilon fltepsilon: a small number is written 1e-6
    f: an aperture is its bare number: (source.aperture ?? 4) <= 2.8
    fltmax inf infinity maxfloat: a large number is written 1e9
    fragcolor glfragcolor: the color that comes out of a kernel is returned: return c * 0.5
    halfpi: it is pi / 2
    ih inh inw iw oh ow: a length is a share of the short side, such as 10%, and the corners of a crop are from 0 to \#
    1: crop(from: vec2(0.25, 0.25), to: vec2(0.75, 0.75)); in pixels the photo has source.width and source.height
    landscape portrait: a photo that is higher than wide has source.height > source.width
    linearsampler nearestsampler samplerlinear: filtering is a word: filter: .nearest, .bilinear or .bicubic
    nil none null nullptr undefined: what a photo may lack has a fallback: source.lens ?? "no lens"; a parameter has \#
    a default of its type, and a table or a picture may be without: param film: lut
    now today: a recipe reads no clock; source.date is when the photo was taken
    position: a kernel declares an input at: position, and its call leaves it out
    rand random: noise(seed: 1).g gives each pixel its own random number; pass it to the kernel as an input
    sqrt2: it is sqrt(2)
    super: the look that is changed is a step, too: use "tumble-down" as base, and then source |> base()
    tau twopi: it is 2 * pi
    """#)

  private static let words = entries(
    """
    a: alpha opacity; aperture: fnumber fstop; b: blue; bicubic: cubic; bilinear: linear; bottom: down south; \
    bottomLeft: southwest; bottomRight: southeast; bounds: extent frame rect; camera: make model; center: centered \
    centre middle; count: len length size; date: createdate datetime datetimedigitized \
    datetimeoriginal taken time; edge: clamp clamptoedge replicate; exposureTime: shutter shutterspeed; \
    focalLength: focal zoom; g: green; iso: isospeedratings photographicsensitivity sensitivity speed; left: \
    west; lens: lensmodel; mirror: mirroredrepeat reflect; pixels: coord fragcoord xy; r: red; relative: normalized st \
    uv; right: east; top: north up; topLeft: northwest; topRight: northeast;
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
    "filter interpolation sampler method",
  ].map { $0.split(separator: " ").map(String.init) }

  private static let valuesInKernels = meanings([
    (
      "a kernel knows its pixel by an input at: position: at.relative (0 to 1), at.pixels and at.size",
      words: """
      uv texcoord vuv glfragcoord fragcoord gid st iresolution resolution uresolution rendersize isffragnormcoord \
      texel texelsize bufferpixelsize pixelsize bufferwidth bufferheight x y w h cx cy ww hh width height size dims \
      aspect ratio pos coord coords loc point
      """
    ),
    (
      "luma709(c) is the luma of a color, and hsl(c) its hue, saturation and lightness",
      words: "lum luma luminance luminosity brightness hue saturation lightness"
    ),
    (
      "a kernel gets the color of its pixel from an input, such as c: rgb, and reads its parts as c.r",
      words: "tex texture img image src input source photo sampler color pixel pr pg pb backbuffer"
    ),
  ])
}
