package import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Arguments and their inputs.
extension Diagnostic {
  static func unknownLabel(_ label: TokenSyntax, of call: CallSyntax, inputs: [String], nearest: String?) -> Diagnostic
  {
    if inputs.isEmpty {
      let arguments = call.arguments
      let written = arguments.first.flatMap { first in
        arguments.last.map { SourceLocation(label.location.file, first.span.union($0.span)) }
      }
      let values = arguments.map { $0.value.text }.joined(separator: ", ")
      return Diagnostic(
        code: "unknown-label", "the arguments of '\(call.callee)' have no names", at: label.location,
        fixIts: [written.map { FixIt("drop the names", replace: $0, with: values) }])
    }
    let way: String? =
      if nearest == nil, case .way(let way)? = ForeignName(ofFunction: label.text) { way } else { nil }
    // `lit(image: source, k: 1.2)`
    let isFirst =
      nearest == nil && !call.isPiped && colorNames.union(["image", "input", "source", "x"]).contains(label.text)
      && call.arguments[0].label?.location == label.location
      && !call.arguments.contains { $0.label?.text == inputs[0] }
    let isFirstUnknown =
      call.arguments.first { $0.label.map { !inputs.contains($0.text) } == true }?.label?.location == label.location
    return Diagnostic(
      code: "unknown-label", "'\(call.callee)' has no input called '\(label.text)'", at: label.location,
      nearest: isFirst ? inputs[0] : nearest.flatMap { label.text.isPart(of: $0) ? nil : $0 },
      notes: [signature(call, inputs)]
        + [way, isFirstUnknown && nearest == nil ? meantCalls[call.callee] : nil].compactMap { $0 }
        + (label.text == "gamma" && nearest == "power" ? ["the power of a gamma is 1 / gamma"] : [])
        + (nearest == "height" ? ["a height is a length, such as 4% of the short side"] : [])
        + (nearest == "longEdge" ? ["it is a length in pixels, such as 1200px, and the ratio stays"] : [])
        + (label.text == "variant"
          ? ["a recipe cannot choose the variant of a used look; it can give the same values, such as push: 1"] : [])
        + (label.text.lowercased().hasSuffix("mode")
          ? ["each mode is a step of its own, such as multiplyBlend(top, over: bottom)"] : [])
        + (call.callee == "text" && label.text == "locale"
          ? ["the language of dates is chosen where a photo is rendered: --locale de"] : []))
  }

  /// - Parameter position: the input that the call itself supplies, if there is one.
  static func extraArgument(
    at place: SourceLocation, of call: CallSyntax, inputs: [String], position: String? = nil
  ) -> Diagnostic {
    let count = inputs.isEmpty ? "no inputs" : inputs.count == 1 ? "one input" : "\(inputs.count) inputs"
    let commas = call.decimalCommas
    let values = call.arguments.map { $0.value.text }
    if ["max", "min"].contains(call.callee), values.count > 2, call.arguments.allSatisfy({ $0.label == nil }) {
      let nested = values.dropLast().reversed().reduce(values[values.count - 1]) { "\(call.callee)(\($1), \($0))" }
      return Diagnostic(
        code: "extra-argument", "'\(call.callee)' takes two numbers", at: place, "one too many",
        fixIts: [FixIt("write '\(nested)'", replace: call.location, with: nested)])
    }
    return Diagnostic(
      code: "extra-argument", "'\(call.callee)' takes \(count)", at: place, "one too many",
      notes: [signature(call, inputs)] + (meantCalls[call.callee].map { [$0] } ?? [])
        + (position.map { ["'\($0)' is the position of each pixel, which the call supplies"] } ?? [])
        + (commas.isEmpty ? [] : ["a comma separates arguments; the decimal sign is a point"]),
      fixIts: commas.count == 1 ? [FixIt("write '.'", replace: commas[0], with: ".")] : [])
  }

  static func argumentTwice(at place: SourceLocation, _ input: String) -> Diagnostic {
    Diagnostic(
      code: "duplicate-argument", "'\(input)' is given twice", at: place,
      notes: ["arguments without a name fill the inputs from the left"])
  }

  /// `source |> bent(amount: 0.05)` of a kernel that has the position of a pixel and no color.
  static func pictureForPlaces(
    _ picture: SourceLocation, of call: CallSyntax, _ result: ExpressionType
  ) -> Diagnostic {
    let written = "\(call.callee)(\(call.arguments.map { $0.text }.joined(separator: ", ")))"
    return Diagnostic(
      code: "extra-argument", "'\(call.callee)' takes no image: it computes a value of each place", at: picture,
      notes: [
        result == .value(.vec2)
          ? "its places are read by sample: sample(\(picture.text), at: \(written))"
          : "its value is used like a mask: \(picture.text) * \(written)"
      ])
  }

  /// `source |> vignetted(source, amount: 0.4)`
  static func pictureTwice(at place: SourceLocation, of call: CallSyntax) -> Diagnostic {
    let next = call.arguments.first { $0.span.start > place.span.start }?.span.start ?? place.span.end
    let written = SourceLocation(place.file, Span(place.span.start, next))
    return Diagnostic(
      code: "duplicate-argument", "'|>' gives '\(call.callee)' its first input, and here it is again", at: place,
      fixIts: [FixIt("delete it", replace: written, with: "", .safe)])
  }

  /// Two arguments, each of which fits the input of the other.
  static func swapped(
    _ first: SourceLocation, _ second: SourceLocation, of call: CallSyntax, inputs: [String]
  ) -> Diagnostic {
    let (first, second) = first.span.start < second.span.start ? (first, second) : (second, first)
    let between = first.file.text(in: Span(first.span.end, second.span.start))
    let both = SourceLocation(first.file, first.span.union(second.span))
    return Diagnostic(
      code: "type-mismatch", "these arguments of '\(call.callee)' are in the wrong order", at: both,
      notes: [signature(call, inputs)],
      fixIts: [FixIt("exchange them", replace: both, with: second.text + between + first.text)])
  }

  /// - Parameter imageIsGiven: whether an image is given for the first of several numbers.
  static func missingArguments(
    _ missing: [String], of call: CallSyntax, inputs: [String], imageIsGiven: Bool = false
  ) -> Diagnostic {
    let (also, names) = (missing.count < inputs.count ? "also " : "", list(missing.map { "'\($0)'" }, "and"))
    let isPiped = call.isPiped && missing.first == inputs.first
    let cause = imageIsGiven ? "an image is one argument, and " : ""
    return Diagnostic(
      code: "missing-argument", "\(cause)'\(call.callee)' \(also)needs \(names)", at: call.calleeLocation,
      notes: [signature(call, inputs)] + (meantCalls[call.callee].map { [$0] } ?? [])
        + (isPiped ? [] : call.forgottenImage(of: inputs, missing))
        + (imageIsGiven
          ? ["for its color, declare one input c: rgb, whose parts are c.r, c.g and c.b"]
          : []),
      fixIts: isPiped ? [call.signBefore.map { FixIt("pass it on with '|>'", replace: $0, with: "|>") }] : [])
  }

  static func recursion(_ call: CallSyntax, _ function: FunctionSyntax) -> Diagnostic {
    Diagnostic(
      code: "recursion", "'\(call.callee)' would call itself, and a recipe has no recursion",
      at: call.calleeLocation, related: [function.name.map { Label($0.location, "it begins here") }],
      notes: [
        "what is repeated is a loop that changes a variable: var held = x, and for i in 1...8 { held = held * 0.5 }"
      ])
  }

  static func definedByItself(_ syntax: NameSyntax, _ declaration: TokenSyntax?) -> Diagnostic {
    Diagnostic(
      code: "recursion", "'\(syntax.name)' is defined by itself", at: syntax.location,
      related: [declaration.map { Label($0.location, "it begins here") }])
  }

  package static func tooLarge(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "too-large", "the recipe becomes too large when its calls are written out", at: place,
      "the limit is exceeded here",
      notes: [
        "at most \(CheckLimits.instructions) instructions", "at most \(CheckLimits.spatialSteps) read other pixels",
        "calls nest at most \(CheckLimits.callDepth) deep",
      ])
  }

  package static func tooManyDiagnostics(_ rest: ArraySlice<Diagnostic>) -> Diagnostic {
    let isError = rest.contains { $0.severity == .error }
    let what = (isError ? "error" : "warning") + (rest.count == 1 ? "" : "s")
    return Diagnostic(
      code: "too-many-errors", severity: isError ? .error : .warning, "\(rest.count) more \(what) from here on",
      at: rest[rest.startIndex].primary.location)
  }

  static func pipeIntoNoCall(_ syntax: ExpressionSyntax, of pipe: PipeSyntax) -> Diagnostic {
    var leftmost = syntax
    while case .infix(let infix) = leftmost { leftmost = infix.left }
    var notes = ["for example: source |> grayscale()"]
    var fixIts: [FixIt?] = []
    if case .infix = syntax, let hyphenated = hyphenatedStep(syntax, leftmost) { return hyphenated }
    if syntax.text.hasPrefix("\"") { notes.append("arithmetic is written without quotes: source * 1.2 - 0.05") }
    if case .name(let name) = syntax {
      (notes, fixIts) = ([], [FixIt("call it", replace: name.location, with: "\(name.name)()", .safe)])
    } else if case .infix = syntax, case .call(let call) = leftmost {
      let place = SourceLocation(call.location.file, pipe.span.union(call.span))
      let text = place.file.text(in: Span(pipe.span.start, call.span.end))
      notes = ["'|>' has the lowest precedence"]
      fixIts = [
        FixIt(
          "put the pipe in parentheses", replace: SourceLocation(place.file, Span(pipe.span.start, call.span.end)),
          with: "(\(text))", .safe)
      ]
    }
    return Diagnostic(
      code: "pipe-into-no-call", "'|>' passes its left side to a call", at: syntax.location, notes: notes,
      fixIts: fixIts
    )
  }

  /// `source |> hue-rotate(90deg)`
  private static func hyphenatedStep(_ syntax: ExpressionSyntax, _ first: ExpressionSyntax) -> Diagnostic? {
    guard case .name = first, let parenthesis = syntax.text.firstIndex(of: "(") else { return nil }
    let name = String(syntax.text[..<parenthesis])
    guard name.contains("-"), name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
      return nil
    }
    let camelCase = name.split(separator: "-").inCamelCase
    let place = SourceLocation(
      syntax.location.file, Span(syntax.span.start, syntax.span.start + name.utf8.count))
    var (notes, fixIts) = (["'-' subtracts, so a name cannot have one"], [FixIt?]())
    switch ForeignName(ofFunction: name) {
    case .way(let way)?: notes.append(way)
    case .name(let ours)?: fixIts = [FixIt("write '\(ours)'", replace: place, with: ours)]
    case nil: fixIts = [FixIt("write '\(camelCase)'", replace: place, with: camelCase)]
    }
    return Diagnostic(
      code: "unknown-function", "there is no kernel or function called '\(name)'", at: place, notes: notes,
      fixIts: fixIts)
  }

  /// `c.clamped()`
  ///
  /// - Parameters:
  ///   - isTable: whether the value is a table.
  ///   - nearest: the function of that name, or of a similar one.
  static func methodOfValue(_ call: CallSyntax, isTable: Bool, isInKernel: Bool, nearest: String?) -> Diagnostic {
    let (value, name) = (call.path.dropLast().map { $0.text }.joined(separator: "."), call.path.last?.text ?? "")
    let way: String? =
      switch (name.lowercased(), ForeignName(ofFunction: name)) {
      case _ where isTable: "a table is looked up by a color: lookup(c, \(value))"
      case ("coord", _) where isInKernel && call.arguments.isEmpty:
        "a kernel's input at: position has the place of its pixel: at.pixels, or at.relative from 0 to 1"
      case ("at", _), ("read", _),
        ("sample", _) where !call.arguments.contains(where: { $0.label?.text == "at" }),
        ("load", _), ("coord", _), ("samplelevel", _):
        isInKernel && value == "source"
          ? "a kernel gets the color of its pixel from an input, such as c: rgb; other pixels are read outside of it"
          : isInKernel
            ? "'\(value)' is the color of this pixel, and neighbor(\(value), 1, 0) that of the pixel to the right"
            : "sample(\(value), at: vec2(100, 50)) reads a place in pixels, and a kernel computes places"
      case _ where closureCallers.contains(name):
        "no function is passed: a loop goes through a list, for i in 0...\(value).count - 1, "
          + "and a kernel is called on one image after the other"
      case (_, .way(let way)?): way
      case ("mean", _) where isInKernel:
        "the mean of the channels is (\(value).r + \(value).g + \(value).b) / 3; that of the photo is measured outside "
          + "of kernels, which take it as an input: mean(source)"
      case _ where isInKernel && PictureOperation(named: name)?.isMeasured == true:
        "the photo is measured outside of kernels, which take the number as an input: \(name)(source)"
      case ("mean", _) where call.arguments.contains { $0.label?.text == "axis" }:
        "the gray of each pixel is luma709(\(value)); mean(\(value)) is the color of the whole photo"
      case (let word, _): PictureOperation(named: name) == nil ? foreignMethods[word] : nil
      }
    return Diagnostic(
      code: "method-call", "'\(name)' cannot be called as a method", at: call.path.last?.location ?? call.location,
      notes: [
        way ?? nearest.map { "write \(value) |> \($0)(…), or \($0)(\(value), …)" }
          ?? "there is no function '\(name)' either; 'tintype help' says which there are"
      ],
      fixIts: [way == nil && nearest == name && !isInKernel ? call.piped : nil])
  }

  /// More would not be read, and each diagnostic of a call repeats them.
  private static let mostInputsShown = 40

  private static func signature(_ call: CallSyntax, _ inputs: [String]) -> String {
    let more = inputs.count > mostInputsShown ? ", ..." : ""
    return "it is written \(call.callee)(\(inputs.prefix(mostInputsShown).joined(separator: ", "))\(more))"
  }
}

extension CallSyntax {
  /// The sign before a call.
  fileprivate var signBefore: SourceLocation? {
    let file = location.file
    return file.text[..<span.start].lastIndex { $0 != UInt8(ascii: " ") && !$0.endsLine }
      .map { SourceLocation(file, Span($0, $0 + 1)) }
  }

  /// `color(255, 128, 32)`, `Color(red: 0.1, green: 0.14, blue: 0.25)`
  var isColorOfNumbers: Bool {
    let channels = ["red", "green", "blue", "opacity", "alpha"]
    return ["color", "uicolor", "nscolor", "cgcolor"].contains(callee.lowercased()) && arguments.count > 2
      && arguments.allSatisfy { $0.label.map { channels.contains($0.text) } != false && Double($0.value.text) != nil }
  }

  /// Whether `|>` stands before it.
  fileprivate var isPiped: Bool { signBefore?.text == ">" }

  /// `blur(5px)`, where the image is missing.
  fileprivate func forgottenImage(of inputs: [String], _ missing: [String]) -> [String] {
    if missing == Array(inputs.prefix(1)), ["c", "code", "image", "light", "photo"].contains(missing[0]) {
      return ["'\(missing[0])' is the photo, or what was made of it: source |> \(text)"]
    }
    guard inputs.first == "image", let first = arguments.first, first.label == nil, case .quantity = first.value else {
      return []
    }
    let names = inputs.count > 1 ? "\(inputs[1]): " : ""
    return ["its first argument is the image: \(callee)(source, \(names)\(first.value.text))"]
  }

  /// `source |> blur(…)` for `source.blur(…)`.
  fileprivate var piped: Diagnostic.FixIt? {
    guard let name = path.last else { return nil }
    let dot = Span(path[path.count - 2].span.end, name.span.start)
    return Diagnostic.FixIt("write '|> \(name.text)'", replace: SourceLocation(location.file, dot), with: " |> ")
  }

  /// The commas between digits, without a space: `0,5`.
  var decimalCommas: [SourceLocation] {
    zip(arguments, arguments.dropFirst()).compactMap { whole, fraction in
      guard fraction.label == nil, whole.value.isDigits, fraction.value.isDigits else { return nil }
      let comma = Span(whole.span.end, fraction.span.start)
      return location.file.text(in: comma) == "," ? SourceLocation(location.file, comma) : nil
    }
  }
}

extension String {
  /// `shadowHue` of `shadows`: a hue or a saturation is no color.
  fileprivate func isPart(of color: String) -> Bool {
    let word = lowercased()
    return ["hue", "saturation"].contains { word.hasSuffix($0) && !color.lowercased().hasSuffix($0) && word != $0 }
  }
}

extension ExpressionSyntax {
  fileprivate var isDigits: Bool { text.allSatisfy { $0.isASCII && $0.isNumber } }
}

private let takenApart = "it takes a color apart; fromHsl(rgb(30, 0.6, 0.5)) and fromHsv make one"

private let gradients =
  "it is a mask between two places, from 0 to 1, by which colors are mixed: "
  + "mix(#000000, #ffffff, linearGradient(from: vec2(0.5, 0), to: vec2(0.5, 1)))"

/// What a call with too few or too many arguments may be meant as, by the name that is called.
private let meantCalls = [
  "max": "the largest channel of a color is max(c.r, max(c.g, c.b)), and of the photo it is maximum(source)",
  "min": "the smallest channel of a color is min(c.r, min(c.g, c.b)), and of the photo it is minimum(source)",
  "median": "of the photo it is percentile(source, 50%)",
  "linearGradient": gradients, "radialGradient": gradients, "bandGradient": gradients,
  "hsl": takenApart, "hsv": takenApart, "oklch": "it takes a color apart; fromOklch makes one",
  "noise": "it is a picture of its own, which is added: source + (noise(seed: 1).g - 0.5) * 0.1; blur makes it coarser",
  "clamp": "saturate(x) limits to 0 to 1", "length": "the distance of two places is length(a - b)",
  "gain": "it makes a factor of stops: c * gain(0.5ev); channels are multiplied by c * rgb(1.05, 1, 0.95)",
  "blur": "its radius is a length, which a mask may scale at each pixel: blur(image, radius: 2%, by: mask)",
  "sharpened": "it takes a blurred image: sharpened(source, soft: blur(source, radius: 0.1%), amount: 0.8)",
  "splitToned": "both are shifts of the color: shadows: rgb(-0.03, 0, 0.05), highlights: rgb(0.05, 0.02, -0.03)",
  "crop": "a part is cut out by its ratio, crop(ratio: 16 / 9), by what its sides lose, crop(left: 10%, top: 5%), or "
    + "by two corners, crop(from: vec2(0, 0.2), to: vec2(1, 0.8))",
  "colorMatrix": "each row is a color: colorMatrix(c, red: rgb(0.9, 0.1, 0), green: rgb(0, 1, 0), blue: rgb(0, 0, 1))",
  "lookup": "a color is one argument: lookup(c, table)",
  "mean": "it is the mean of the whole photo; that of the channels is (c.r + c.g + c.b) / 3",
  "logC3": "its exposure index is 800",
  "blend": "with one opacity for all pixels it is normalBlend(top, over: bottom, opacity: 0.5)",
  "text": "its place is one of nine, at: .topLeft, or a pair from 0 to 1, at: vec2(0.1, 0.2)",
  "saturate": "it limits to 0 to 1; saturated(c, by: 1.5) makes colors stronger",
]
