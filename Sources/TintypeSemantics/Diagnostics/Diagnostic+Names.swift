import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Names that nothing stands behind, or too much.
extension Diagnostic {
  /// An input of a kernel or function outside of its body.
  static func inputOutside(_ syntax: NameSyntax, of kind: String, _ function: String, isColor: Bool) -> Diagnostic {
    Diagnostic(
      code: "unknown-name",
      "'\(syntax.name)' is an input of the \(kind) '\(function)', and is visible only in its body", at: syntax.location,
      notes: [
        isColor
          ? "a call passes the photo, 'source', or an image made from it"
          : "a call passes a value: a number, a constant or a parameter"
      ],
      fixIts: isColor ? [FixIt("write 'source'", replace: syntax.location, with: "source")] : [])
  }

  static func unknownName(_ syntax: NameSyntax, nearest: String?, isInKernel: Bool) -> Diagnostic {
    let photo = !isInKernel && namesOfPhoto.contains(syntax.name) ? "source" : nil
    let foreign = photo == nil ? ForeignName(ofValue: syntax.name, isInKernel: isInKernel) : nil
    if let constant = mathConstant(syntax) { return constant }
    if syntax.name == "transparent" {
      return Diagnostic(
        code: "unknown-name", "there is nothing called 'transparent' here", at: syntax.location,
        notes: ["what pad adds is transparent where no color is given; in a kernel it is rgba(0)"])
    }
    if photo == nil, nearest == nil, !isInKernel, stepWords.contains(syntax.name) {
      let way: String? = if case .way(let way)? = foreign { way } else { nil }
      return Diagnostic(
        code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: syntax.location,
        notes: way.map { [$0] } ?? [],
        fixIts: [FixIt("a word has a point before it", replace: syntax.location, with: ".\(syntax.name)")])
    }
    // `gray` beside a value `grey` is no color.
    let isColor = if case .name(let name)? = foreign { name.hasPrefix("#") } else { false }
    if let foreign, !isColor || nearest == nil { return foreignValue(syntax, foreign) }
    let nearest = photo ?? nearest
    return Diagnostic(
      code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: syntax.location, nearest: nearest,
      notes: nearest != nil
        ? []
        : [
          isInKernel
            ? "declare it above with 'let', or make it an input" : "declare it above, with 'let', 'param' or 'image'"
        ])
  }

  /// Words for the photo in other languages.
  private static let namesOfPhoto: Set = ["img", "input", "original", "photo", "picture", "src", "u"]

  static func hyphenatedName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "'-' subtracts, so a name cannot have one", at: place, nearest: name)
  }

  /// `black` where `Black` is declared.
  static func nameInOtherCase(_ syntax: NameSyntax, _ name: String) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: syntax.location, nearest: name)
  }

  static func nameOfEndedBlock(_ syntax: NameSyntax) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", "'\(syntax.name)' ends with the block that declares it", at: syntax.location,
      notes: ["declare it before the block with 'var', and assign to it inside"])
  }

  private static func foreignValue(_ syntax: NameSyntax, _ foreign: ForeignName) -> Diagnostic {
    let message = "there is nothing called '\(syntax.name)' here"
    switch foreign {
    case .name(let name):
      return Diagnostic(
        code: "unknown-name", message, at: syntax.location,
        fixIts: [FixIt("write '\(name)'", replace: syntax.location, with: name)])
    case .way(let way): return Diagnostic(code: "unknown-name", message, at: syntax.location, notes: [way])
    }
  }

  /// `math.pi`
  private static func mathConstant(_ syntax: NameSyntax) -> Diagnostic? {
    let (file, member) = (syntax.location.file, Array(".pi".utf8))
    let end = min(syntax.span.end + member.count, file.text.count)
    guard ["math", "np", "numpy", "double", "float", "cgfloat"].contains(syntax.name.lowercased()),
      file.text[syntax.span.end..<end].map({ $0 | 0x20 }) == member.map({ $0 | 0x20 })
    else { return nil }
    let whole = SourceLocation(file, Span(syntax.span.start, end))
    return Diagnostic(
      code: "unknown-name", "there is nothing called '\(syntax.name)' here", at: whole,
      fixIts: [FixIt("write 'pi'", replace: whole, with: "pi")])
  }

  static func unknownFunction(_ call: CallSyntax, nearest: String?) -> Diagnostic {
    if let choice = choice(call) ?? colorOfCodes(call) { return choice }
    var substitutes: [String] = if case .way(let way)? = ForeignName(ofFunction: call.callee) { [way] } else { [] }
    let place = call.arguments.last?.value.text ?? ""
    let ownPlaces = ["at.relative", "at.pixels", "uv", "texcoord", "coord", "gl_FragCoord"]
    if readers.contains(call.callee.lowercased()), call.arguments.count == 2, ownPlaces.contains(place) {
      substitutes = [
        "a kernel gets the color of its pixel as an input, c: rgb, and is called with the photo: toned(source)",
        "that of another pixel is read from an input photo: image, by neighbor(photo, 1, 0)",
      ]
    }
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      nearest: nearest,
      notes: nearest != nil
        ? [] : substitutes.isEmpty ? ["declare it in this file, with 'kernel' or 'function'"] : substitutes)
  }

  /// `where(c, a, b)` of other languages, whose condition comes first, and `atan(y, x)`.
  private static func choice(_ call: CallSyntax) -> Diagnostic? {
    let arguments = call.arguments.map { $0.value.text }
    guard call.arguments.allSatisfy({ $0.label == nil }) else { return nil }
    let (name, written): (String, [String])
    switch (ForeignName(ofFunction: call.callee), arguments.count) {
    case (.name("select")?, 3): (name, written) = ("select", arguments.reversed())
    case _ where ["atan", "arctan", "arctan2"].contains(call.callee.lowercased()) && arguments.count == 2:
      (name, written) = ("atan2", arguments)
    default: return nil
    }
    let fixed = "\(name)(\(written.joined(separator: ", ")))"
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      notes: name == "select" ? ["select has the value for false first, then that for true, then the condition"] : [],
      fixIts: [FixIt("write '\(fixed)'", replace: call.location, with: fixed)])
  }

  /// Functions of shaders that read a pixel at a place, in lower case.
  private static let readers: Set = ["texture", "texture2d", "tex2d", "sample2d", "img_pixel", "img_norm_pixel"]

  /// `color(255, 128, 32)`, `Color(red: 0.1, green: 0.14, blue: 0.25)`
  private static func colorOfCodes(_ call: CallSyntax) -> Diagnostic? {
    guard call.isColorOfNumbers else { return nil }
    let codes = call.arguments.compactMap { UInt8($0.value.text) }
    let hasCodes = codes.count == 3 && codes.contains { $0 > 1 }
    let color =
      hasCodes
      ? "#" + codes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      : "rgb(" + call.arguments.prefix(3).map { $0.value.text }.joined(separator: ", ") + ")"
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      fixIts: [FixIt("write '\(color)'", replace: call.location, with: color)])
  }

  /// A call of a recipe that comes with the program and that no `use` names.
  static func unusedRecipe(_ name: String, _ call: CallSyntax) -> Diagnostic {
    let edition = call.syntax.tree.recipe.edition
    let place = edition.map { SourceLocation($0.location.file, Span($0.span.end, $0.span.end)) }
    let line = "use \"\(name)\" as \(call.path[0].text)"
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(call.callee)'", at: call.calleeLocation,
      notes: ["'\(name)' is a recipe that comes with the program: a 'use' brings it in"],
      fixIts: [place.map { FixIt("add \(line)", replace: $0, with: "\n\n" + line) }])
  }

  static func unknownType(_ syntax: TypeSyntax, _ place: TypePlace) -> Diagnostic {
    let known = typeNames(in: place)
    if let type = ValueType(rawValue: syntax.name), type == .seed || type == .choice {
      let way =
        type == .seed
        ? "where it is used, it becomes a plain value by number(name)"
        : "an input is a bool, isFine: bool, and its call compares: toned(source, name == .fine)"
      return Diagnostic(
        code: "unknown-type", "only a parameter is a \(type.rawValue)", at: syntax.location, notes: [way])
    }
    let meant = foreignType(syntax.name)
    if [syntax.name, meant].contains(ValueType.matrix.rawValue), !place.allows(.matrix) {
      return Diagnostic(
        code: "unknown-type", "no parameter is a matrix", at: syntax.location,
        notes: ["its elements may be parameters: let m = matrix((1, amount, 0), (0, 1, 0), (0, 0, 1))"])
    }
    let isPicture = place == .setting && textureTypes.contains(syntax.name.lowercased())
    if isPicture {
      let picture = ValueType.picture.rawValue
      return Diagnostic(
        code: "unknown-type", "there is no type called '\(syntax.name)' here", at: syntax.location,
        fixIts: [FixIt("write '\(picture)'", replace: syntax.location, with: picture)])
    }
    // `let soft: CIImage = blur(source)`
    if place == .recipe, textureTypes.contains(syntax.name.lowercased()),
      let name = syntax.syntax.firstToken?.previous?.previous, let keyword = name.previous, keyword.kind == .let
    {
      let header = SourceLocation(syntax.location.file, Span(keyword.span.start, syntax.span.end))
      return Diagnostic(
        code: "unknown-type", "an image is declared with 'image', without a type", at: syntax.location,
        fixIts: [FixIt("write 'image \(name.text)'", replace: header, with: "image \(name.text)")])
    }
    if case .way(let way)? = ForeignName(ofType: syntax.name) {
      return Diagnostic(
        code: "unknown-type", "there is no type called '\(syntax.name)' here", at: syntax.location, notes: [way])
    }
    let isNothing = syntax.name.lowercased() == "void"
    var nearest = isNothing ? "rgb" : meant ?? nearestName(to: syntax.name, among: known)
    let isPair = place == .pixel && meant == ValueType.vec2.rawValue
    // A pair of whole numbers is a place.
    if isPair, ["int", "ivec", "uvec"].contains(where: syntax.name.lowercased().mentions) {
      nearest = InputType.position.rawValue
    }
    return Diagnostic(
      code: "unknown-type", "there is no type called '\(syntax.name)' here", at: syntax.location, nearest: nearest,
      notes: [
        isPair
          ? "an input at: position is the place of its pixel, and calls leave it out: at.pixels, at.relative"
          : "types are \(list(known, "and"))" + (place == .pixel ? ", and for inputs position, image and mask" : "")
      ])
  }

  private static func typeNames(in place: TypePlace) -> [String] {
    ValueType.allCases.filter(place.allows).map { $0.rawValue }
  }

  static func pictureType(_ syntax: TypeSyntax, _ place: TypePlace) -> Diagnostic {
    let isMask = syntax.name == InputType.mask.rawValue
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

  static func unknownMember(
    _ name: TokenSyntax, of what: String, known: [String], parts: ColorParts? = nil
  ) -> Diagnostic {
    if let parts {
      let lanes = parts.lanes(called: name.text)
      return Diagnostic(
        code: "unknown-member", "\(what) has no '.\(name.text)'", at: name.location, notes: [parts.sentence],
        fixIts: [lanes.map { FixIt("write '\($0)'", replace: name.location, with: $0) }])
    }
    let fix = String(
      name.text.map { ["x": "r", "y": "g", "z": "b", "w": "a", "s": "r", "t": "g", "p": "b", "q": "a"][$0] ?? $0 })
    let isSpelledOtherwise = fix != name.text && fix.allSatisfy { known.contains(String($0)) }
    var ways = known.isEmpty ? "\(what) has no parts" : "\(what) has \(list(known.map { ".\($0)" }, "and"))"
    if what == ValueType.scalar.described, name.text.count == 3, name.text.allSatisfy({ "xyzrgb".contains($0) }) {
      ways += "; the same number in three channels is rgb(…) around it"
    }
    if name.text.count > 4, name.text.allSatisfy({ known.contains(String($0)) }) { ways += ", at most four at a time" }
    if what == ValueType.bool.described { ways = "a bool has no parts; '!' is its opposite: !isDark" }
    if what == ValueType.picture.described {
      ways = "a picture is placed first, and its numbers are read as data: stretch(depth, as: .data).r"
    }
    if known.isEmpty, ShotField(rawValue: name.text) != nil {
      ways = "capture metadata are those of the photo: source.\(name.text)"
    }
    if name.text == "a", known == ["r", "g", "b"] { ways += "; alpha is a part of an rgba" }
    if known.starts(with: ["r", "g", "b"]), let way = partsByFunction[name.text.lowercased()] { ways += "; \(way)" }
    if ["exif", "metadata", "info"].contains(name.text.lowercased()), known.contains(ShotField.iso.rawValue) {
      ways = "what the camera wrote is read by its name, and has a fallback: source.iso ?? 100"
    }
    if ["position", "uv", "coord"].contains(name.text), known.contains("bounds") {
      ways = "the place of each pixel is an input of a kernel, at: position, which its call supplies"
    }
    // Of a color and a pair, whose parts are letters, no name is near.
    let nearest =
      ForeignName.word(name.text, among: known)
      ?? (name.text.utf8.count > 2 ? nearestName(to: name.text, among: known) : nil)
    // `source.extent.width`
    let file = name.location.file
    let rest = String(decoding: file.text[name.span.end...].prefix(7), as: UTF8.self)
    if nearest == "bounds", [".width", ".height"].contains(where: rest.hasPrefix) {
      let part = SourceLocation(file, Span(name.span.start, name.span.end + 1))
      return Diagnostic(
        code: "unknown-member", "\(what) has no '.\(name.text)'", at: name.location,
        fixIts: [FixIt("delete it", replace: part, with: "")])
    }
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
      related: [Label(declaration, "here")],
      notes: ["images and the output stand below what they are made from: move the declaration up"])
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
    let rest = String(decoding: syntax.location.file.text[syntax.span.end...].prefix(7), as: UTF8.self)
    let isSize = syntax.name == "source" && [".width", ".height"].contains(where: rest.hasPrefix)
    return Diagnostic(
      code: "not-visible-in-kernel", "'\(syntax.name)' is \(what), and a kernel or function sees only its own inputs",
      at: syntax.location,
      notes: [
        isSize
          ? "the size of the picture is at.size, of an input at: position, which the call supplies"
          : "add an input '\(syntax.name)' and pass it with each call"
      ])
  }

  /// - Parameters:
  ///   - needsNothing: whether a call without arguments is complete.
  ///   - value: a value with a similar name.
  static func functionWithoutCall(
    _ name: String, of path: [String] = [], at place: SourceLocation, needsNothing: Bool = false, value: String? = nil
  ) -> Diagnostic {
    if let value {
      return Diagnostic(
        code: "function-without-call", "'\(name)' is a function, and no value", at: place, nearest: value,
        notes: ["a function is called with parentheses: \(callExamples[name] ?? name + "(…)")"])
    }
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

  static func notAFunction(_ call: CallSyntax, declared: SourceLocation?, isMatrix: Bool) -> Diagnostic {
    let name = call.callee
    var notes = isMatrix ? ["a matrix is multiplied: \(name) * c; the other way is inverse(\(name)) * c"] : []
    if declared == nil, name == "frame" {
      notes = ["the recipe of this name is brought in by: use \"frame\" as framed"]
    }
    if call.arguments.count == 2, !isMatrix {
      notes = ["the pixel to the right of a kernel's input of type image or mask is neighbor(\(name), 1, 0)"]
    }
    return Diagnostic(
      code: "not-a-function", "'\(name)' is not a kernel or function and takes no arguments",
      at: call.calleeLocation, related: [declared.map { Label($0, "declared here") }], notes: notes,
      fixIts: call.arguments.isEmpty ? [FixIt("write '\(name)'", replace: call.location, with: name)] : [])
  }
}

/// The words that steps take, such as `.horizontal` and `.center`.
private let stepWords = Set(
  PictureOperation.allCases.flatMap { $0.inputs }.flatMap { input -> [String] in
    switch input.kind {
    case .word(let words), .format(let words): words
    case .anchor(let anchors): anchors.map({ $0.rawValue })
    default: []
    }
  })

/// What other languages read as a part of a color, and how it is computed.
private let partsByFunction: [String: String] = {
  let luma = "luma709(c) is the luma of a color"
  let hue = "hsl(c).r is the hue, .g the saturation and .b the lightness"
  return [
    "luma": luma, "luminance": luma, "gray": luma, "grey": luma, "brightness": luma, "y": luma, "l": luma,
    "value": luma, "h": hue, "hue": hue, "saturation": hue, "s": hue, "lightness": hue,
    "length": "length(c) is the length of a color", "xyz": ".rgb is all three",
    "max": "max(c.r, max(c.g, c.b)) is the largest part", "min": "min(c.r, min(c.g, c.b)) is the smallest part",
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
