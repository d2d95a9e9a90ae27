package import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Pictures where values belong, and the other way round.
extension Diagnostic {
  /// - Parameter image: the last image that the recipe declares.
  static func missingOutput(of look: LookSyntax, image: String?) -> Diagnostic {
    Diagnostic(
      code: "missing-output", "this look has no output", at: look.name?.location ?? look.location,
      notes: ["end it with a line such as: output \(image ?? "source |> exposed(by: 0.3ev)")"])
  }

  static let duplicateOutput = Mistake(
    code: "duplicate-output", "'output' is declared twice",
    notes: [
      "steps that follow each other are one chain: output source |> blur(radius: 1%) |> grayscale()",
      "another version of a look is a parameter: param gray: bool = false, output if gray { a } else { b }",
    ])

  static func outputIsNoImage(at place: SourceLocation, _ found: String) -> Diagnostic {
    let areLetters = place.text.mentions("text(")
    return Diagnostic(
      code: "output-is-no-image", "the output is an image, and this is \(found)", at: place, found,
      notes: found == "a mask"
        ? areLetters ? ["letters are a mask, which is added to an image"] : []
        : [found.hasPrefix("a condition") ? "choose by it: select(source, toned, …)" : "for example: output toned"],
      fixIts: found == "a mask"
        ? [
          areLetters
            ? FixIt("add them to the photo", replace: place, with: "source + (\(place.text))")
            : FixIt("to see a mask, make it gray", replace: place, with: "rgb(\(place.text))")
        ] : [])
  }

  static func unboundedOutput(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unbounded-output", "this image has no edges: it is made of generators and placed pictures only", at: place,
      fixIts: [FixIt("cut it to the photo", replace: place, with: "\(place.text) |> crop(source.bounds)")])
  }

  static func valueIsNoImage(_ syntax: ImageSyntax, _ found: String) -> Diagnostic {
    let keyword = syntax.syntax.firstToken
    return Diagnostic(
      code: "value-is-no-image",
      "\(syntax.name.map { "'\($0.text)'" } ?? "this") is declared as an image, and its value is \(found)",
      at: syntax.value.location, found,
      fixIts: [keyword.map { FixIt("a plain value is declared with 'let'", replace: $0.location, with: "let") }])
  }

  static func colorOfImage(_ syntax: MemberSyntax, _ name: TokenSyntax) -> Diagnostic {
    let rest = SourceLocation(name.location.file, Span(syntax.base.span.end, name.span.end))
    return Diagnostic(
      code: "unknown-member", "an image has no '.\(name.text)'", at: name.location,
      notes: ["arithmetic on an image changes its colors and leaves its alpha alone"],
      fixIts: [FixIt("use the image itself", replace: rest, with: "", .safe)])
  }

  /// `neighbor(c, 1, 0)` of an input that is a color.
  static func neighborOfColor(at place: SourceLocation, _ input: Local) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "'neighbor' works on an image, and this is \(input.type.described)", at: place,
      related: [Label(input.location, "an input whose neighbors are read is an image: \(input.name): image")])
  }

  /// - Parameter named: the arguments from there with the names of the inputs behind the guide, where they fit them.
  static func notAGuide(
    _ value: TypedExpression, _ role: String, named: (place: SourceLocation, text: String)?
  ) -> Diagnostic {
    let found = value.type.described
    return Diagnostic(
      code: "type-mismatch", "\(role) is an image or a mask, and this is \(found)", at: value.location, found,
      notes: ["omit it to guide the image by itself"],
      fixIts: [named.map { FixIt("write '\($0.text)'", replace: $0.place, with: $0.text) }])
  }

  static func notAnImage(at place: SourceLocation, _ found: String, for callee: String) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", "'\(callee)' works on an image, and this is \(found)", at: place, found,
      notes: found == ValueType.picture.described
        ? [.placing]
        : callee == PictureOperation.neighbor.name
          ? ["a kernel reads neighbors of an input that is an image or mask: kernel edges(photo: image) -> rgb"] : [],
      fixIts: found == "a condition per pixel"
        ? [FixIt("make it a mask", replace: place, with: "select(0, 1, \(place.text))")] : [])
  }

  /// - Parameter dependence: what the measured value depends on, in a sentence.
  package static func notMeasurable(at place: SourceLocation, _ dependence: String) -> Diagnostic {
    Diagnostic(
      code: "not-measurable", "what is measured depends on \(dependence)", at: place,
      notes: [
        "the photo is measured before rendering: a measurement reads each pixel's own color only",
        "for example: mean(source), mean(luma709(source)), and without single specks "
          + "percentile(luma709(source), 99.5%)",
      ])
  }

  package static func tooManyMeasurements(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "too-large", "the recipe measures the photo more than \(Measurement.most) times", at: place,
      notes: ["each measurement takes a pass over the reduced photo"])
  }

  static let conditionOfStatement = Mistake(
    code: "condition-of-statement",
    "an 'if' as a statement decides once for all pixels, and this is a condition per pixel",
    notes: ["as a value it chooses at each pixel: return if … { dark } else { light }"])

  static let noBounds = Mistake(
    code: "no-bounds", "this image has no edges: it is made of generators and placed pictures only",
    notes: ["the edges of the photo are source.bounds"])

  static func noPicture(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "no-picture", "\(found) at each pixel is neither an image nor a mask", at: place,
      notes: [
        found == ValueType.vec2.described
          ? "a place for each pixel is computed where it is read: sample(image, at: …); a mask has one number there"
          : "an image has rgb or rgba at each pixel, a mask a scalar; decide inside a kernel and return one of them"
      ])
  }

  /// `pixels(width)` in a kernel.
  static func pixelsInKernel(_ call: CallSyntax, isKnownOutside: Bool) -> Diagnostic {
    let length = call.arguments.first?.value
    let name: String? = if case .name(let name)? = length { name.name } else { nil }
    let input = name ?? "reach"
    let given = name == nil || isKnownOutside ? length?.text ?? "2%" : "…"
    return Diagnostic(
      code: "image-operation-in-kernel", "'pixels' depends on the size of the photo, and a kernel sees one pixel only",
      at: call.calleeLocation,
      notes: [
        "pass the number to the kernel: an input \(input): scalar, and in each call \(input): pixels(\(given))"
      ])
  }

  static func imageOperationInKernel(_ call: CallSyntax) -> Diagnostic {
    let isMeasured = Statistic(rawValue: call.callee) != nil
    let notes: [String] =
      switch call.callee {
      case _ where isMeasured:
        ["measure outside, and pass the value: let average = mean(source), and an input average: rgb"]
      case PictureOperation.noise.name:
        ["each pixel gets its number by an input, n: scalar, and the call: speckled(source, noise(seed: 5).r)"]
      case PictureOperation.sample.name:
        [
          "compute the position in a kernel of its own, kernel moved(at: position) -> vec2 { return at.pixels + "
            + "vec2(12, 0) }, and sample outside: sample(source, at: moved())",
          "a pixel near this one is read from an input photo: image, by neighbor(photo, 2, 1)",
        ]
      default: ["make the image outside and pass it to the kernel"]
      }
    return Diagnostic(
      code: "image-operation-in-kernel",
      "'\(call.callee)' \(isMeasured ? "measures" : "makes") an image, and a kernel sees one pixel only",
      at: call.calleeLocation, notes: notes)
  }

  static func lookInFunction(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "look-in-function", "'\(call.callee)' is a look, and a function applies no looks: they have settings",
      at: call.calleeLocation, notes: ["apply it outside, and pass the image to the function"])
  }

  static func notAPicture(
    _ place: SourceLocation, _ role: String, isMask: Bool, _ found: ExpressionType, inKernel: Bool = false
  ) -> Diagnostic {
    let note: String? =
      switch (isMask, found) {
      case (true, .image): "a channel of an image is a mask, image.g, and so is luma709(image)"
      case (false, .mask): "rgb(mask) is an image of its grays"
      case (true, .value(.length)): "a number is a mask, too: 0.5, or 50%"
      case (_, .value(.rgb)) where inKernel, (_, .value(.scalar)) where inKernel:
        "its neighbors are read, so pass on an input of type \(isMask ? "mask" : "image")"
      case (_, .condition): "numbers and images are chosen by it: select(0, 1, \(place.text.inParentheses))"
      default: nil
      }
    return Diagnostic(
      code: "type-mismatch", "\(role) is \(isMask ? "a mask" : "an image"), and this is \(found.described)", at: place,
      found.described, notes: note.map { [$0] } ?? [])
  }

  static func valueOfPictures(_ syntax: TypeSyntax, hasPictures: Bool) -> Diagnostic {
    let what = hasPictures ? "images" : "texts and dates"
    return Diagnostic(
      code: "value-of-images", "a function of \(what) gives an image, a mask or a text, not \(syntax.name)",
      at: syntax.location,
      notes: hasPictures ? ["for the value at one pixel take rgb in place of image, and scalar in place of mask"] : [])
  }

  static let positionBesidePicture = Mistake(
    code: "position-beside-image", "a function of images or texts works on all pixels, and has no pixel's position",
    notes: ["call a kernel with an input of type position: it gets the position from the call"])

  static let pictureWithDefault = Mistake(
    code: "image-with-default", "an image or mask has no default: it is passed in", "delete this")

  static let pictureInVariable = Mistake(
    code: "image-in-variable", "'var' takes numbers and colors, and this is an image or a mask",
    notes: ["name each image with a 'let' of its own"])

  /// A variable of a type that a condition cannot choose: its value after an `if` could not be computed.
  static func notAssigned(_ type: ValueType, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "image-in-variable", "'var' takes numbers and colors, and this is \(type.described)", at: place,
      notes: ["name it with a 'let'"])
  }

  static let unboundedResult = Mistake(
    code: "unbounded-result", "this image has no edges: it is made of generators and placed pictures only",
    notes: ["cut it to an input, crop(grain, to: photo.bounds), or blend it with one"])

  static let seedIsNotWhole = Mistake(
    code: "seed-not-whole", "a seed is a whole number from 0 to 16777216",
    notes: [
      "each seed gives another grain: noise(1), noise(2)",
      "noise(seed: .\(PhotoSeed.word)) gives each photo a grain of its own",
    ])

  /// A word in place of a seed.
  static func unknownSeed(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unknown-choice", "a seed cannot be '.\(word)'", at: place,
      nearest: nearestName(to: word, among: [PhotoSeed.word]).map { ".\($0)" },
      notes: ["it is a whole number, or .\(PhotoSeed.word), which gives each photo a grain of its own"])
  }
}
