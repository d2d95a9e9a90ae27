import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Names that nothing stands behind, or too much.
extension Diagnostic {
  static func unknownName(_ syntax: NameSyntax, nearest: String?, isInKernel: Bool) -> Diagnostic {
    let photo = !isInKernel && ["input", "photo", "src", "original", "picture"].contains(syntax.name) ? "source" : nil
    let nearest = photo ?? nearest
    if nearest == nil, !isInKernel, stepWords.contains(syntax.name) {
      return Diagnostic(
        code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: syntax.location,
        fixIts: [FixIt("a word has a point before it", replace: syntax.location, with: ".\(syntax.name)")])
    }
    return Diagnostic(
      code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: syntax.location, nearest: nearest,
      notes: nearest != nil
        ? []
        : [
          isInKernel
            ? "declare it above with 'let', or make it an input" : "declare it above, with 'let', 'param' or 'image'"
        ])
  }

  static func unknownFunction(_ call: CallSyntax, nearest: String?) -> Diagnostic {
    let substitute = substitutes[call.callee]
    let nearest = substitute == nil ? nearest : nil
    if call.path.count > 1, let name = call.path.last?.text, Intrinsic.named(name) != nil {
      return Diagnostic(
        code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
        fixIts: [FixIt("write '\(name)'", replace: call.calleeLocation, with: name)])
    }
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      nearest: nearest,
      notes: nearest != nil ? [] : [substitute ?? "declare it in this file, with 'kernel' or 'function'"])
  }

  /// A call of a recipe that comes with the program and that no `use` names.
  static func unusedRecipe(_ call: CallSyntax) -> Diagnostic {
    let name = call.path[0].text
    let edition = call.syntax.tree.recipe.edition
    let place = edition.map { SourceLocation($0.location.file, Span($0.span.end, $0.span.end)) }
    let line = "use \"\(name)\" as \(name)"
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      notes: ["'\(name)' is a recipe that comes with the program: a 'use' brings it in"],
      fixIts: [place.map { FixIt("add \(line)", replace: $0, with: "\n\n" + line) }])
  }

  static func unknownType(_ syntax: TypeSyntax, _ place: TypePlace) -> Diagnostic {
    let known = typeNames(in: place)
    if let type = ValueType(rawValue: syntax.name), type == .seed || type == .choice {
      let way = type == .seed ? "number(name)" : "a condition such as name == .fine"
      return Diagnostic(
        code: "unknown-type", "only a parameter is a \(type.rawValue)", at: syntax.location,
        notes: ["where it is used, it becomes a plain value by \(way)"])
    }
    if syntax.name == ValueType.matrix.rawValue {
      return Diagnostic(
        code: "unknown-type", "no parameter is a matrix", at: syntax.location,
        notes: ["its elements may be parameters: let m = matrix((1, amount, 0), (0, 1, 0), (0, 0, 1))"])
    }
    let nearest = foreignTypes[syntax.name] ?? nearestName(to: syntax.name, among: known)
    return Diagnostic(
      code: "unknown-type", "there is no type called '\(syntax.name)' here", at: syntax.location, nearest: nearest,
      notes: ["types are \(list(known, "and"))"])
  }

  private static func typeNames(in place: TypePlace) -> [String] {
    ValueType.allCases.filter(place.allows).map { $0.rawValue }
  }

  static func pictureType(_ syntax: TypeSyntax, _ place: TypePlace) -> Diagnostic {
    let isMask = syntax.name == "mask"
    let what = isMask ? "a mask" : "an image"
    let meant = isMask ? "scalar" : "rgb"
    switch place {
    case .pixel, .function:
      return Diagnostic(
        code: "unknown-type", "a kernel sees the value at one pixel, not \(what)", at: syntax.location,
        isMask ? "a scalar" : "rgb, or rgba to see alpha", notes: ["what works on whole images is a 'function'"],
        fixIts: [FixIt("write '\(meant)'", replace: syntax.location, with: meant)])
    case .setting:
      return Diagnostic(
        code: "unknown-type", "\(what) cannot be set from outside", at: syntax.location,
        notes: ["types are \(list(typeNames(in: place), "and"))"])
    case .recipe:
      return Diagnostic(code: "unknown-type", "\(what) is declared with 'image', without a type", at: syntax.location)
    }
  }

  static func nameInSetting(_ syntax: NameSyntax) -> Diagnostic {
    let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"][syntax.name]
    let isPhoto = syntax.name == "source"
    let metadata = "the recipe reads the photo's metadata, as in param taken: date = source.date"
    return Diagnostic(
      code: "unknown-name", "'\(syntax.name)' is not a value", at: syntax.location, nearest: meant,
      notes: ["a value is a number, a color such as #c08060, true or false"] + (isPhoto ? [metadata] : []))
  }

  static func callInSetting(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "unknown-function", "there is no '\(call.callee)' for a setting", at: call.calleeLocation,
      notes: ["a value is a number, a color such as #c08060, true or false"])
  }

  static func unknownMember(_ name: TokenSyntax, of what: String, known: [String]) -> Diagnostic {
    let fix = String(name.text.map { ["x": "r", "y": "g", "z": "b", "w": "a"][$0] ?? $0 })
    let isSpelledOtherwise = fix != name.text && fix.allSatisfy { known.contains(String($0)) }
    var ways = known.isEmpty ? "\(what) has no parts" : "\(what) has \(list(known.map { ".\($0)" }, "and"))"
    if name.text.count > 4, name.text.allSatisfy({ known.contains(String($0)) }) { ways += ", at most four at a time" }
    if known.isEmpty, ShotField(rawValue: name.text) != nil {
      ways = "capture metadata are those of the photo: source.\(name.text)"
    }
    if name.text == "a", known == ["r", "g", "b"] { ways += "; alpha is a part of an rgba" }
    // Of a color and a pair, whose parts are letters, no name is near.
    let nearest = name.text.utf8.count > 2 ? nearestName(to: name.text, among: known) : nil
    return Diagnostic(
      code: "unknown-member", "\(what) has no '.\(name.text)'", at: name.location, nearest: nearest,
      notes: nearest == nil ? [ways] : [],
      fixIts: isSpelledOtherwise ? [FixIt("write '\(fix)'", replace: name.location, with: fix, .safe)] : [])
  }

  static func usedBeforeDeclaration(_ syntax: NameSyntax, _ declaration: SourceLocation) -> Diagnostic {
    if declaration.span.start < syntax.span.start {
      return Diagnostic(
        code: "recursion", "'\(syntax.name)' is defined by itself", at: syntax.location,
        notes: ["a name can be used in the declarations below its own"])
    }
    return Diagnostic(
      code: "used-before-declaration", "'\(syntax.name)' is declared further below", at: syntax.location,
      related: [Label(declaration, "here")], notes: ["a recipe reads from top to bottom: move the declaration up"])
  }

  static func reservedName(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "reserved-name", "'\(name.text)' is built in and cannot be declared again", at: name.location,
      "choose another name")
  }

  static func duplicateName(_ name: TokenSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-name", "'\(name.text)' is declared twice", at: name.location, "again here",
      related: [Label(first, "first declared here")],
      notes: ["a name stands for one thing: rename or delete one of them"])
  }

  static func duplicateLocal(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "duplicate-name", "'\(name.text)' has a value already", at: name.location, "choose another name",
      notes: ["a value that changes is declared with 'var'"])
  }

  static func notVisibleInKernel(_ syntax: NameSyntax, _ what: String) -> Diagnostic {
    Diagnostic(
      code: "not-visible-in-kernel", "'\(syntax.name)' is \(what), and a kernel sees only its own inputs",
      at: syntax.location, notes: ["add an input '\(syntax.name)' to the kernel and pass it where the kernel is called"]
    )
  }

  /// - Parameter needsNothing: whether a call without arguments is complete.
  static func functionWithoutCall(
    _ name: String, of path: [String] = [], at place: SourceLocation, needsNothing: Bool = false
  ) -> Diagnostic {
    if needsNothing {
      let call = (path + [name]).joined(separator: ".") + "()"
      return Diagnostic(
        code: "function-without-call", "'\(name)' is called with parentheses", at: place,
        fixIts: [FixIt("write '\(call)'", replace: place, with: call, .safe)])
    }
    let example = path.isEmpty ? callExamples[name] : nil
    return Diagnostic(
      code: "function-without-call", "'\(name)' is called with parentheses", at: place, "it has no arguments here",
      notes: ["for example: \(example ?? (path + [name]).joined(separator: ".") + "(…)")"])
  }

  static func notAFunction(_ call: CallSyntax, declared: SourceLocation?) -> Diagnostic {
    Diagnostic(
      code: "not-a-function", "'\(call.callee)' is not a kernel or function and takes no arguments",
      at: call.calleeLocation, related: [declared.map { Label($0, "declared here") }])
  }
}

/// The words that steps take, such as `.horizontal` and `.center`.
private let stepWords = Set(
  PictureOperation.allCases.flatMap { $0.inputs }.flatMap { input -> [String] in
    switch input.kind {
    case .word(let words): words
    case .anchor(let anchors): anchors.map({ $0.rawValue })
    default: []
    }
  })

/// How to write what other languages have a function for.
private let substitutes: [String: String] = {
  let random = "noise(seed: 1) gives each pixel its own random number; pass it to the kernel as an input"
  let load = "the photo is 'source'; another picture is picture \"paper.png\", and a table lut \"film.cube\""
  let texture =
    "neighbor(photo, 1, 0) reads the pixel to the right of a kernel's input of type image; outside of kernels, "
    + "sample(image, at: place) reads any place"
  let conversion = "numbers need no conversion"
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
  return [
    "random": random, "rand": random, "rnd": random, "atan": "the angle of a slope is atan2(slope, 1)",
    "hypot": "hypot(x, y) is length(vec2(x, y))",
    "distance": "distance(a, b) is length(a - b)",
    "trunc": "of numbers above 0, trunc(x) is floor(x)", "sqr": "a square is x * x", "square": "a square is x * x",
    "inversesqrt": "it is 1 / sqrt(x)", "rsqrt": "it is 1 / sqrt(x)",
    "texture": texture, "texture2D": texture, "tex2D": texture, "texelFetch": texture, "textureLod": texture,
    "textureOffset": texture, "texelFetchOffset": texture, "roll": texture, "shift": texture, "getPixel": texture,
    "len": "the number of elements of a list is weights.count",
    "load": load, "open": load, "read": load, "picture": load, "loadImage": load,
    "mat3": rows, "mat3x3": rows, "mat3x3f": rows, "float3x3": rows, "half3x3": rows, "Matrix3x3": rows,
    "mat2": size, "mat4": size, "float2x2": size, "float4x4": size, "half4x4": size, "mat4x4f": size,
    "mul": "mul(m, c) is m * c", "matmul": "matmul(m, c) is m * c", "mult_f3_f33": "mult_f3_f33(c, m) is m * c",
    "mult_f33_f33": "mult_f33_f33(a, b) is b * a", "identity": "it is \(ValueType.matrix.declaration.example)",
    "lessThan": "lessThan(a, b) is a < b", "lessThanEqual": "lessThanEqual(a, b) is a <= b",
    "greaterThan": "greaterThan(a, b) is a > b", "greaterThanEqual": "greaterThanEqual(a, b) is a >= b",
    "equal": "equal(a, b) is a == b", "notEqual": "notEqual(a, b) is a != b", "not": "not(a) is !a",
    "float": conversion, "half": conversion, "int": conversion, "double": conversion,
    "print": "a look prints nothing; tintype probe shows the values at a pixel",
    "dFdx": derivative, "dFdy": derivative, "fwidth": derivative, "ddx": derivative, "ddy": derivative,
    "hue": turned, "hueRotate": turned, "hueShift": turned, "rotateHue": turned,
    "temperature": white, "colorTemperature": white, "warmth": white, "warm": white, "kelvin": white,
    "saturation": gray, "desaturate": gray, "desaturated": gray, "desat": gray,
    "contrast": contrast, "brightness": "controls(image, brightness: 0.1) adds; exposed(c, by: 0.5ev) multiplies light",
    "exposure": "exposed(c, by: 0.5ev) multiplies light", "gain": "c * 1.2 is a gain",
    "lift": "lifted(code, amount) lifts the blacks", "colorBalance": grading, "colorGrade": grading,
    "channelMixer": "colorMatrix(image, red: …, green: …, blue: …) mixes channels",
    "cdl": "decisionList(c, slope: …, offset: …, power: …, saturation: …) is a CDL",
    "gamma": gamma, "gammaCorrect": gamma, "levels": levels, "curves": curve, "curve": curve,
    "invert": invert, "negate": invert, "invertColor": invert, "negative": invert,
    "lut": table, "lut3D": table, "lut3d": table, "applyLut": table,
    "degrees": angle, "deg": angle, "toRadians": angle, "isnan": number, "isinf": number, "isNaN": number,
    "average": mean, "avg": mean, "histogram": measured, "autoLevels": automatic, "autoContrast": automatic,
    "autoExposure": automatic, "autoWhiteBalance": automatic, "autoTone": automatic, "equalize": automatic,
    "str": written, "String": written, "string": written, "toString": written, "toFixed": written, "sprintf": written,
    "printf": written, "concat": written, "strftime": "format(source.date, as: \"d MMMM yyyy\") writes a date",
    "extend": canvas, "expand": canvas, "inset": "fit(image, on: other, from: …, to: …) places an image in another",
    "canvas": canvas,
    "unsharp": soft, "unsharpMask": soft, "sharpness": soft,
    "cbrt": "a cube root is pow(x, 1 / 3)", "fma": "fma(a, b, c) is a * b + c", "mad": "mad(a, b, c) is a * b + c",
    "threshold": "step(0.5, luma709(c)) is 0 below and 1 above", "sum": "a sum of the channels is c.r + c.g + c.b",
    "multiply": "multiply(a, b) is a * b; multiplyBlend(top, over) respects alpha",
    "screen": "screen(a, b) is 1 - (1 - a) * (1 - b); screenBlend(top, over) respects alpha",
    "duotone": "splitToned(c, shadows: …, highlights: …) colors both ends",
    "tint": "monochrome(c, color: #99734d) tints; whiteBalance(c, tint: 0.1) moves green and magenta",
  ]
}()

private let callExamples = [
  "noise": "noise(seed: 1)", "crop": "source |> crop(source.bounds)", "rgb": "rgb(0.9, 0.5, 0.2)",
  "rgba": "rgba(0.9, 0.5, 0.2, 1)", "vec2": "vec2(0.5, 0.5)", "matrix": ValueType.matrix.declaration.example,
]

/// `a, b and c`.
func list(_ words: [String], _ joint: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(joint) \(last)"
}
