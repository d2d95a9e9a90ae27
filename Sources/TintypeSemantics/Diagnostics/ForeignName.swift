import TintypeDiagnostics
import TintypeIntrinsics

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

  /// The last part of a dotted name, in lower case without `_` and `-`.
  private static func normalized(_ called: String) -> String {
    let last = called.split(separator: ".").last.map(String.init) ?? called
    return last.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  private static func merged(_ names: [String: String], _ ways: [String: String]) -> [String: ForeignName] {
    var table: [String: ForeignName] = [:]
    for (word, way) in ways { table[word] = .way(way) }
    for (word, name) in names { table[word] = .name(name) }
    return table
  }

  private static let functions: [String: ForeignName] = {
    let random = "noise(seed: 1) gives each pixel its own random number; pass it to the kernel as an input"
    let load = "the photo is 'source'; another picture is picture \"paper.png\", and a table lut \"film.cube\""
    let texture =
      "neighbor(photo, 1, 0) reads the pixel to the right of a kernel's input of type image; outside of kernels, "
      + "sample(image, at: place) reads any place"
    let conversion = "numbers need no conversion; floor(x) drops a fraction"
    let sides = "an input at: position has the size of the image, at.size, and at.relative is at.pixels / at.size"
    let rows = "a matrix has rows: matrix((…), (…), (…)); mat3 and float3x3 take columns, so transpose them"
    let size = "a matrix is 3 by 3, for colors: matrix((…), (…), (…))"
    let derivative = "of an input of type image or mask, the slope is (neighbor(m, 1, 0) - neighbor(m, -1, 0)) / 2"
    let turned = "turnedHue(c, by: 30deg) turns all hues"
    let white = "whiteBalance(c, neutral: 5000k) makes this light neutral; a higher number is warmer"
    let gray = "saturated(c, by: 0) is gray, by: 1 the color itself"
    let contrast = "controls(image, contrast: 1.2) increases contrast around 0.5 of the working space"
    let grading = "graded(c, shadows: …, midtones: …, highlights: …) moves the colors of each"
    let gamma = "gamma(c, g) is pow(c, 1 / g); the encoding of screens is linearToSrgb, and srgbToLinear reverses it"
    let levels = "(c - black) / (white - black) sets both ends; toneCurve and curve [(0, 0), …] shape the rest"
    let invert = "a negative is 1 - c; the inverse of a matrix is inverse(m)"
    let table = "lookup(c, lut \"film.cube\") looks up a color in a table"
    let curve = "a curve is written without a call: let tone = curve [(0, 0), (0.5, 0.6), (1, 1)], and used as tone(x)"
    let angle = "an angle is written with its unit: 30deg, 0.5rad"
    let number = "clamp(x, 0, 1) makes 0 of a value that is not a number"
    let mean = "mean(image) averages the photo, (c.r + c.g + c.b) / 3 the channels, blur(image, radius: 1%) neighbors"
    let measured = "mean, percentile, minimum and maximum measure the photo: percentile(luma709(source), 99%)"
    let automatic = "autoExposed, autoLeveled, autoContrasted, grayWorld and whitePatch adjust by what they measure"
    let canvas = "pad(image, by: 4%, color: #fff) makes an image larger, and outside: .edge or .mirror goes on with it"
    let written = "a text takes values: \"ISO \\(source.iso)\"; format(x, decimals: 2) formats them"
    let soft = "image + (image - blur(image, radius: 0.2%)) is sharper; the recipe \"sharpen\" does it"
    let space =
      "a recipe works in one space, which its header names: working linear-srgb or display; "
      + "srgbToLinear, linearToSrgb, oklab and the curves of cameras such as logC3 convert"
    let layered = "mix(under, over, 0.5) mixes by an opacity; blend(top, over: bottom, mask: …) by a mask"
    let letters = "letters are a mask, which is added: source + text(\"Lisbon\", height: 4%)"
    let local = "image + amount * (image - blur(image, radius: 5%)) is local contrast"
    let mapped = "saturate((x - a) / (b - a)) maps a to 0 and b to 1"
    let ends = "recovered(c, highlights: -0.3, shadows: 0.4) darkens highlights and lightens shadows"
    let logarithmic = [
      "logC3", "logC4", "sLog3", "vLog", "canonLog3", "canonLog2", "fLog", "fLog2", "nLog", "appleLog", "dLog", "lLog",
      "log3G10", "acesCct", "davinciIntermediate",
    ]
    let names: [String: String] = [
      "absolute": "abs", "around": "round", "bilateral": "guidedFilter", "blackandwhite": "grayscale",
      "boxblur": "blur",
      "bw": "grayscale", "cicolor": "rgb", "clamp01": "saturate", "clip": "clamp", "color": "rgb",
      "colorburn": "colorBurnBlend", "colordodge": "colorDodgeBlend", "colormatrix": "colorMatrix", "colour": "rgb",
      "cond": "select", "conv2d": "convolve", "convolution": "convolve", "croprect": "crop", "cropto": "crop",
      "darken": "darkenBlend", "difference": "differenceBlend", "dilation": "dilate", "erosion": "erode",
      "exclusion": "exclusionBlend", "exponential": "exp", "fabs": "abs", "feather": "blur", "fliph": "flip",
      "flipv": "flip", "hflip": "flip", "vflip": "flip",
      "float2": "vec2", "float3": "rgb", "float4": "rgba", "flop": "flip", "fmax": "max",
      "fmin": "min", "fmod": "mod", "frac": "fract", "gaussblur": "blur", "gaussian": "blur", "gaussianblur": "blur",
      "gray": "grayscale", "grey": "grayscale", "greyscale": "grayscale", "half2": "vec2", "half3": "rgb",
      "half4": "rgba", "hardlight": "hardLightBlend", "hsl2rgb": "fromHsl", "hsltorgb": "fromHsl",
      "hsv2rgb": "fromHsv", "hsvtorgb": "fromHsv", "hueblendmode": "hueBlend", "ifelse": "select", "iif": "select",
      "int2": "vec2", "inverted": "inverse", "ivec2": "vec2", "lensblur": "blur", "lerp": "mix", "lg": "log10",
      "lighten": "lightenBlend", "linearize": "srgbToLinear", "lineartooklab": "oklab",
      "lineartosrgb": "linearToSrgb", "ln": "log", "logarithm": "log", "lookupcolor": "lookup", "lum": "luma709",
      "luma": "luma709", "luminance": "luma709", "luminosity": "luma709", "magnitude": "length",
      "medianfilter": "median", "mirror": "flip", "monochromatic": "monochrome",
      "nint": "round",
      "multiplyblendmode": "multiplyBlend", "noise2d": "noise", "norm": "length", "normalise": "normalize",
      "normalized": "normalize", "nscolor": "rgb", "oklabtolinear": "fromOklab", "oklabtorgb": "fromOklab",
      "point": "vec2", "posterise": "posterized", "power": "pow", "powr": "pow", "reflect": "flip",
      "rgb2gray": "grayscale", "rgb2hsl": "hsl", "rgb2hsv": "hsv", "rgbcolor": "rgb", "rgbtohsl": "hsl",
      "rgbtohsv": "hsv", "rgbtooklab": "oklab", "rint": "round", "rotate": "turn", "roundeven": "round",
      "scale": "resize", "smooth": "blur",
      "softlight": "softLightBlend", "srgbtolinear": "srgbToLinear", "straightenimage": "straighten",
      "ternary": "select", "togray": "grayscale", "tolinear": "srgbToLinear", "transposed": "transpose",
      "uicolor": "rgb", "uint2": "vec2", "vec2f": "vec2", "vec3": "rgb", "vec3f": "rgb", "vec4": "rgba",
      "vec4f": "rgba", "vector2": "vec2", "vector3": "rgb", "vector4": "rgba", "vectorlength": "length",
      "vibrance": "vibrant", "where": "select", "whitenoise": "noise",
    ]
    let ways: [String: String] = [
      "addnoise": random, "alphablend": layered, "applylut": table,
      "array": "a list is written in brackets: [0.25, 0.5, 0.25]", "astype": conversion,
      "atan": "the angle of a slope is atan2(slope, 1)", "autocontrast": automatic, "autoexposure": automatic,
      "autolevels": automatic, "autotone": automatic, "autowhitebalance": automatic, "average": mean, "avg": mean,
      "blackpoint": levels, "bleachbypass": grading,
      "brightness": "controls(image, brightness: 0.1) adds; exposed(c, by: 0.5ev) multiplies light",
      "brightnesscontrast": contrast, "calc": "arithmetic is written as it is: 2 * (1 + x)", "canvas": canvas,
      "cbrt": "a cube root is pow(x, 1 / 3)",
      "cdl": "decisionList(c, slope: …, offset: …, power: …, saturation: …) is a CDL",
      "channelmixer": "colorMatrix(image, red: …, green: …, blue: …) mixes channels", "clarity": local,
      "colorbalance": grading, "colorconversion": space, "colorconvert": space, "colorgrade": grading,
      "colorspace": space, "colortemperature": white, "composite": layered, "concat": written, "contrast": contrast,
      "convertcolorspace": space, "cosh": "cosh(x) is (exp(x) + exp(-x)) / 2",
      "cross": "a recipe has no cross product; dot(a, b) is the other one", "cst": space, "curve": curve,
      "curves": curve, "ddx": derivative, "ddy": derivative, "definition": local, "deg": angle, "degrees": angle,
      "dehaze": local, "desat": gray, "desaturate": gray, "desaturated": gray, "dfdx": derivative,
      "dfdy": derivative, "distance": "distance(a, b) is length(a - b)", "double": conversion,
      "drawtext": letters, "eq": contrast,
      "colorchannelmixer": "colorMatrix(image, red: …, green: …, blue: …) mixes channels",
      "dropshadow": "blur(mask, radius: 1%) softens the mask that a shadow is made of",
      "duotone": "splitToned(c, shadows: …, highlights: …) colors both ends", "equal": "equal(a, b) is a == b",
      "equalize": automatic, "expand": canvas, "expm1": "expm1(x) is exp(x) - 1",
      "exposure": "exposed(c, by: 0.5ev) multiplies light", "extend": canvas, "filmgrain": random,
      "float": conversion, "float2x2": size, "float32": conversion, "float3x3": rows, "float4x4": size,
      "fma": "fma(a, b, c) is a * b + c", "fromhex": "a color is written #c08060", "fwidth": derivative,
      "gain": "c * 1.2 is a gain", "gamma": gamma, "gammacorrect": gamma, "gaussiannoise": random,
      "getpixel": texture, "greaterthan": "greaterThan(a, b) is a > b",
      "greaterthanequal": "greaterThanEqual(a, b) is a >= b", "half": conversion, "half3x3": rows, "half4x4": size,
      "hash": random, "hex": "a color is written #c08060", "highlights": ends, "highpass": local,
      "histogram": measured, "hue": turned, "huerotate": turned,
      "huesaturation": "turnedHue, saturated and exposed change hue, saturation and light", "hueshift": turned,
      "hypot": "hypot(x, y) is length(vec2(x, y))", "iccprofile": space,
      "identity": "it is \(ValueType.matrix.declaration.example)", "imageload": texture,
      "inset": "fit(image, on: other, from: …, to: …) places an image in another", "int": conversion,
      "intval": conversion, "inversesqrt": "it is 1 / sqrt(x)", "invert": invert, "invertcolor": invert,
      "isinf": number, "isnan": number, "kelvin": white, "layer": layered,
      "len": "the number of elements of a list is weights.count", "lessthan": "lessThan(a, b) is a < b",
      "lessthanequal": "lessThanEqual(a, b) is a <= b", "level": levels, "levels": levels,
      "lift": "lifted(code, amount) lifts the blacks", "linearstep": mapped,
      "list": "a list is written in brackets: [0.25, 0.5, 0.25]", "load": load, "loadimage": load,
      "localcontrast": local, "log1p": "log1p(x) is log(1 + x)", "lut": table, "lut3d": table,
      "merge": layered,
      "mad": "mad(a, b, c) is a * b + c", "map": mapped, "mat2": size, "mat3": rows, "mat3x3": rows, "mat3x3f": rows,
      "mat4": size, "mat4x4f": size, "matmul": "matmul(m, c) is m * c", "matrix3x3": rows,
      "max3": "max(a, max(b, c)) is the largest of three", "min3": "min(a, min(b, c)) is the smallest of three",
      "modulate": "turnedHue, saturated and exposed change hue, saturation and light", "mul": "mul(m, c) is m * c",
      "multf33f33": "mult_f33_f33(a, b) is b * a", "multf3f33": "mult_f3_f33(c, m) is m * c",
      "multiply": "multiply(a, b) is a * b; multiplyBlend(top, over) respects alpha", "negate": invert,
      "negative": invert, "normalizerange": mapped, "not": "not(a) is !a",
      "notequal": "notEqual(a, b) is a != b", "opacity": layered, "open": load, "over": layered,
      "parsefloat": conversion, "percentiles": measured, "perlin": random, "perlinnoise": random, "picture": load,
      "print": "a look prints nothing; tintype probe shows the values at a pixel", "printf": written, "rand": random,
      "randn": random, "random": random, "rcp": "it is 1 / x", "reciprocal": "it is 1 / x",
      "range": "a loop counts over a range: for i in 0...9 { … }", "read": load,
      "remap": mapped, "rescale": mapped, "rgb255": "a color with codes from 0 to 255 is written #c08060",
      "rgb8": "a color with codes from 0 to 255 is written #c08060", "rnd": random, "roll": texture,
      "rotatehue": turned, "rsqrt": "it is 1 / sqrt(x)", "sample2d": texture,
      "saturation": gray, "scalerange": mapped,
      "screen": "screen(a, b) is 1 - (1 - a) * (1 - b); screenBlend(top, over) respects alpha", "scurve": curve,
      "shadowhighlight": ends, "shadows": ends, "shadowshighlights": ends, "sharpening": soft, "sharpness": soft,
      "shift": texture, "sigmoidalcontrast": contrast, "simplex": random,
      "sinh": "sinh(x) is (exp(x) - exp(-x)) / 2",
      "snoise": random,
      "splittone": "splitToned(c, shadows: …, highlights: …) colors both ends",
      "splittoning": "splitToned(c, shadows: …, highlights: …) colors both ends", "sprintf": written,
      "sqr": "a square is x * x", "square": "a square is x * x", "std": measured, "str": written,
      "strftime": "format(source.date, as: \"d MMMM yyyy\") writes a date", "string": written, "structure": local,
      "sum": "a sum of the channels is c.r + c.g + c.b", "temperature": white, "tex2d": texture,
      "texelfetch": texture, "texelfetchoffset": texture, "texsample": texture, "texture": texture,
      "texture2d": texture, "texturelod": texture, "textureoffset": texture, "texturesize": sides, "imagesize": sides,
      "getdimensions": sides,
      "threshold": "step(0.5, luma709(c)) is 0 below and 1 above",
      "tint": "monochrome(c, color: #99734d) tints; whiteBalance(c, tint: 0.1) moves green and magenta",
      "tofixed": written, "tonecurves": curve, "toradians": angle, "tostring": written,
      "trunc": "of numbers above 0, trunc(x) is floor(x)", "uint8": conversion, "unsharp": soft, "unsharpmask": soft,
      "usm": soft, "var": "a parameter is used by its name alone", "vectorscope": measured,
      "vignetting": "vignetted(c, …) darkens the edges; the recipe \"vignette\" has its sliders", "warm": white,
      "warmth": white, "whitepoint": levels, "zeros": "a value is set where it is declared: var sum = rgb(0)",
    ]
    var all = merged(names, ways)
    for name in logarithmic {
      let (word, inverse) = (name.lowercased(), "from" + name.capitalizedFirst)
      for end in ["tolinear", "tolin"] { all[word + end] = .name(inverse) }
      for start in ["decode", "inverse"] { all[start + word] = .name(inverse) }
      for start in ["linearto", "linto", "encode", "to"] { all[start + word] = .name(name) }
    }
    return all
  }()

  private static let values: [String: ForeignName] = {
    let none =
      "what a photo may lack has a fallback: source.lens ?? \"no lens\"; a parameter has a default of its type, and a "
      + "table or a picture may be without: param film: lut"
    let names: [String: String] = [
      "true": "true", "yes": "true", "false": "false", "no": "false", "mpi": "pi", "π": "pi",
      "white": "#ffffff", "black": "#000000", "red": "#ff0000", "green": "#00ff00", "blue": "#0000ff",
      "yellow": "#ffff00", "cyan": "#00ffff", "magenta": "#ff00ff", "gray": "#808080", "grey": "#808080",
      "orange": "#ffa500", "purple": "#800080", "pink": "#ffc0cb", "brown": "#a52a2a",
    ]
    let ways: [String: String] = [
      "none": none, "null": none, "nil": none, "undefined": none, "nullptr": none,
      "tau": "it is 2 * pi", "inf": "a large number is written 1e9", "infinity": "a large number is written 1e9",
      "time": "the number of a frame is 'frame'", "itime": "the number of a frame is 'frame'",
      "position": "a kernel declares an input at: position, and its call leaves it out",
      "super": "the look that is changed is a step, too: use \"tumble-down\" as base, and then source |> base()",
      "glfragcolor": "the color that comes out of a kernel is returned: return c * 0.5",
      "fragcolor": "the color that comes out of a kernel is returned: return c * 0.5",
    ]
    return merged(names, ways)
  }()

  private static let valuesInKernels: [String: String] = {
    let place = "a kernel knows its pixel by an input at: position: at.relative (0 to 1), at.pixels and at.size"
    let photo = "a kernel gets the color of its pixel from an input, such as c: rgb"
    let words = ["uv", "texcoord", "vuv", "glfragcoord", "fragcoord", "gid", "st", "iresolution", "resolution"]
    let photos = ["tex", "texture", "img", "image", "src", "input", "source", "photo", "sampler", "color", "pixel"]
    return Dictionary(uniqueKeysWithValues: words.map { ($0, place) } + photos.map { ($0, photo) })
  }()
}
