import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// What is no error, and will probably surprise.
extension Diagnostic {
  init(
    _ warning: Warning, _ message: String, _ primary: Label, in call: SourceLocation? = nil, related: [Label] = [],
    notes: [String] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      code: warning.rawValue, severity: .warning, message: message, primary: primary,
      related: related + (call.map { [Label($0, "in this call")] } ?? []), notes: notes, fixIts: fixIts)
  }

  // MARK: Mathematics that bites

  static func powerOfNegative(at place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark) -> Diagnostic {
    negative(.powerOfNegative, "the base of this power can be negative, and such a power is 0", place, range, mark)
  }

  static func rootOfNegative(at place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark) -> Diagnostic {
    negative(.rootOfNegative, "this can be negative, and the square root of that is 0", place, range, mark)
  }

  private static func negative(
    _ warning: Warning, _ message: String, _ place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark
  ) -> Diagnostic {
    Diagnostic(
      warning, message, Label(place, range.spelled), in: mark.call,
      fixIts: [FixIt("if 0 is intended there, write it", replace: place, with: "max(\(place.text), 0)")])
  }

  static func divisionByZero(at place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark) -> Diagnostic {
    guard !range.isPoint else { return Diagnostic(.divisionByZero, "this divides by 0", Label(place), in: mark.call) }
    return Diagnostic(
      .divisionByZero, "this divides by what can be 0", Label(place, range.spelled), in: mark.call,
      notes: keptAboveZero(place, range))
  }

  static func logarithmOfZero(at place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark) -> Diagnostic {
    Diagnostic(
      .logarithmOfZero, "this can be 0 or less, which has no logarithm", Label(place, range.spelled), in: mark.call,
      notes: keptAboveZero(place, Interval(0, .infinity)))
  }

  static func largeAngle(at place: SourceLocation, _ range: Interval, _ mark: OriginMap.Mark) -> Diagnostic {
    Diagnostic(
      .largeAngle, "this angle can be more than 65,536 radians, and such an angle counts as 0",
      Label(place, range.spelled), in: mark.call,
      notes: [
        "an angle is in radians: 180 degrees are 3.14159",
        "for a random number at each pixel pass 'noise(seed: 1).g' to the kernel",
        "for waves multiply by a smaller number: 'at.relative' goes from 0 to 1",
      ])
  }

  private static func keptAboveZero(_ place: SourceLocation, _ range: Interval) -> [String] {
    let text = place.text
    guard range.lower >= 0, text.utf8.count <= 40, !text.contains("\n") else {
      return ["keep it away from 0, or decide with 'if' what happens there"]
    }
    return ["for example: max(\(text), 0.001)"]
  }

  static func needlessClamp(_ mark: OriginMap.Mark, _ range: Interval) -> Diagnostic {
    Diagnostic(
      .needlessClamp, "this clamp changes nothing: its input always lies between the limits",
      Label(mark.place, range.spelled), in: mark.call)
  }

  static func clampOfEverything(_ mark: OriginMap.Mark, _ range: Interval) -> Diagnostic {
    Diagnostic(
      .clampOfEverything, "every input of this clamp lies outside of its limits",
      Label(mark.place, range.spelled), in: mark.call)
  }

  static func constantMask(_ mark: OriginMap.Mark, _ range: Interval) -> Diagnostic {
    Diagnostic(
      .constantMask, "this mask is \(range.lower.shortened) everywhere", Label(mark.place), in: mark.call,
      notes: ["a mask may be a plain number"])
  }

  /// A condition that those around it exclude.
  static func excludedCondition(_ mark: OriginMap.Mark) -> Diagnostic {
    Diagnostic(
      .constantCondition, "this is never true: a condition above it is true for all such values", Label(mark.place),
      in: mark.call, notes: ["the first that is true decides, so the narrower one stands first"])
  }

  static func constantCondition(_ mark: OriginMap.Mark, holds: Bool) -> Diagnostic {
    // `luma709(c) > 128`
    let number = mark.place.text.split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }.last ?? 0
    return Diagnostic(
      .constantCondition, "this is \(holds) at every pixel of every photo", Label(mark.place), in: mark.call,
      notes: number >= 16 && number <= 255
        ? ["white is 1, and not 255: \(number.spelled) of 255 is \((number / 255).shortened)"] : [])
  }

  /// - Parameter codes: the points, x and y in turn.
  static func curveInCodes(_ codes: [Double], at place: SourceLocation) -> Diagnostic {
    let largest = codes.max() ?? 255
    let white = [100.0, 255, 1023, 4095, 65_535].first { $0 >= largest } ?? largest
    let parts = codes.map { (($0 / white * 1000).rounded() / 1000).spelled }
    let points = stride(from: 0, to: parts.count - 1, by: 2).map { "(\(parts[$0]), \(parts[$0 + 1]))" }
    let fixed = "curve [\(points.joined(separator: ", "))]"
    return Diagnostic(
      .colorCodes, "white is 1 for a curve, and these points look like codes from 0 to \(white.spelled)", Label(place),
      fixIts: [FixIt("divide them by \(white.spelled)", replace: place, with: fixed)])
  }

  static func dividedNoise(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .dividedNoise, "the color of noise is divided by its alpha, which is random, too", Label(place),
      notes: ["noise(seed: 1).g is one number for each pixel, and a kernel gets all four by an input of type rgba"])
  }

  /// - Parameters:
  ///   - isNamed: whether it is a parameter, and the amount the most that it may be.
  ///   - isFactor: whether 1 changes nothing, instead of being all.
  static func amountInPercent(_ amount: Double, at place: SourceLocation, isNamed: Bool, isFactor: Bool) -> Diagnostic {
    let text = place.text
    // A slider goes to 100, and a factor in percent beyond.
    let fixed = (isFactor && amount <= 100 ? 1 + amount / 100 : amount / 100).spelled
    let others = isFactor && 50...100 ~= amount ? [50.0, 100] : isFactor || amount <= 100 ? [] : [100]
    let neutral = others.map { other in
      "where \(other.spelled) changes nothing, it is \((amount / other - (isFactor ? 0 : 1)).shortened)"
    }
    let (one, this) = (isFactor ? "changes nothing" : "is all of it", (isNamed ? "up to " : "") + amount.shortened)
    return Diagnostic(
      .amountInPercent, "an amount of 1 \(one), and this is \(this)",
      Label(place), notes: isNamed ? ["with 'unit %', 40% is the number 40 for a parameter"] : neutral,
      fixIts: isNamed
        ? [FixIt("write \(text) / 100", replace: place, with: "\(text) / 100")]
        : amount.magnitude < 10 && amount != amount.rounded()
          ? [] : [FixIt("write \(fixed)", replace: place, with: fixed)])
  }

  /// `dot(c, rgb(0.299, 0.587, 0.144))`
  static func weightsOfGray(_ sum: Double, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .heavyWeights, "these weights add up to \(sum.shortened), so white does not stay white", Label(place),
      notes: [
        "weights of channels add up to 1, such as rgb(0.299, 0.587, 0.114); luma601 and luma709 have their weights"
      ])
  }

  static func heavyWeights(_ sum: Double, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .heavyWeights, "these weights add up to \(sum.shortened), by which the image becomes brighter", Label(place),
      notes: ["divide each by \(sum.shortened), or the result; (0.25, 0.5, 0.25) adds up to 1"])
  }

  /// `${source.iso}` or `%d` in a text, where another language would show a value.
  ///
  /// - Parameter others: the placeholders behind it, with their values.
  static func textPlaceholder(
    at place: SourceLocation, _ value: String?, others: [(whole: SourceLocation, value: String?)]
  ) -> Diagnostic {
    let ours = value.map { "\\(\($0))" }
    return Diagnostic(
      .textPlaceholder, "the text shows this as it is; a value is written \(ours ?? "\\(…)")", Label(place),
      notes: value == nil ? ["for example: \"ISO \\(source.iso)\", and \\(format(x, decimals: 2))"] : [],
      fixIts: ours.map { ours in
        var (written, end) = (ours, place.span.end)
        for (whole, value) in others {
          guard let value else { break }
          written += place.file.text(in: Span(end, whole.span.start)) + "\\(\(value))"
          end = whole.span.end
        }
        let all = SourceLocation(place.file, Span(place.span.start, end))
        return [FixIt("write '\(written)'", replace: all, with: written)]
      } ?? [])
  }

  /// - Parameter isFixed: whether the place is the same at all pixels.
  static func relativePlace(_ place: SourceLocation, isFixed: Bool, _ range: Interval, in call: SourceLocation?)
    -> Diagnostic
  {
    Diagnostic(
      .relativePlace,
      isFixed
        ? "this is one place near the corner, whose color fills the whole picture"
        : "a place is in pixels, and this lies within two pixels of the corner",
      Label(place, range.spelled), in: call,
      notes: [
        isFixed
          ? "a kernel computes a place for each pixel: "
            + "kernel moved(at: position) -> vec2 { return at.pixels + vec2(12, 0) }"
          : "at.relative is from 0 to 1; multiply it by at.size, or begin with at.pixels"
      ])
  }

  static func placeInPixels(_ place: SourceLocation, _ range: Interval, in call: SourceLocation?) -> Diagnostic {
    Diagnostic(
      .relativePlace, "a place is given from 0 to 1 across and down, and this is outside of the picture",
      Label(place, range.spelled), in: call, notes: ["for example: vec2(0.5, 0.5), the middle"])
  }

  static func swappedLimits(_ mark: OriginMap.Mark, _ low: SourceLocation, _ high: SourceLocation) -> Diagnostic {
    let both = SourceLocation(low.file, low.span.union(high.span))
    let between = low.file.text(in: Span(low.span.end, high.span.start))
    return Diagnostic(
      .clampOfEverything, "the lower limit of this clamp is above the upper one", Label(both), in: mark.call,
      fixIts: [FixIt("exchange them", replace: both, with: high.text + between + low.text)])
  }

  /// - Parameters:
  ///   - hasParameters: whether the look has any.
  ///   - code: a number in a call that looks like a code.
  ///   - contrast: one that turns about 0.5 of light.
  ///   - part: an image that alone is the output.
  ///   - hasChoice: whether a `select` has a constant first.
  ///   - added: a color near white that is added.
  ///   - isLight: whether the look computes in light.
  static func crushedScale(
    _ scale: CrushedScale, at place: SourceLocation, hasParameters: Bool, code: SourceLocation?,
    contrast: SourceLocation?, part: String?, hasChoice: Bool, added: SourceLocation?, isLight: Bool
  ) -> Diagnostic {
    let isTwoTone = scale.black > 0 && scale.white > 0 && scale.black + scale.white > 0.99
    let parts = [(scale.black, "black"), (scale.white, "white")].filter { $0.0 > 0 }
    let shares = parts.map { "\(Int(($0.0 * 100).rounded())) % of the gray scale becomes pure \($0.1)" }
    var cause = Label(place)
    if let code {
      cause = Label(code, "white is 1; a code of 255 is \(code.text) / 255")
    } else if let contrast {
      cause = Label(contrast, "contrast turns about 0.5, and middle gray is 0.18 in linear-srgb")
    } else if let added {
      cause = Label(added, "this color is added; to scale channels, multiply by it")
    }
    let notes: [String?] = [
      isTwoTone && isLight ? "in linear-srgb middle gray is 0.18, and 0.5 is a light gray" : nil,
      isTwoTone ? "to keep a two-tone picture, write // allow: crushed-scale (two tones)" : nil,
      contrast == nil ? nil : "where the look says 'working display', middle gray is 0.46",
      part.map { "the output is '\($0)' alone, without the photo: source + \($0) adds it" },
      hasChoice ? "select(a, b, condition) is b where the condition is true" : nil,
      scale.white > 0.5 ? "colors are from 0 to 1, where 1 is white" : nil,
      hasParameters ? "this is so for the defaults of the parameters" : nil,
    ]
    return Diagnostic(
      .crushedScale, "more than half of the tones are lost: \(list(shares, "and"))", cause,
      notes: notes.compactMap { $0 })
  }

  /// `source * corners()` of a mask that is 1 in the corners alone.
  static func blackMiddle(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .crushedScale, "the middle of the picture becomes black, whatever the photo is", Label(place),
      notes: ["invert a mask that is 0 there: 1 - mask"])
  }

  static func smallerResult(
    _ smaller: SmallerResult, at place: SourceLocation, isCombined: Bool
  ) -> Diagnostic {
    let sizes = [smaller.photo, smaller.result].map { "\(Int64($0.width)) x \(Int64($0.height))" }
    return Diagnostic(
      .smallerResult,
      isCombined
        ? "the result is smaller than the photo, which is combined with a smaller image"
        : "the result is smaller than the photo, and no step cuts it", Label(place),
      notes: [
        "a photo of \(sizes[0]) pixels comes out as \(sizes[1])",
        "images are combined where they overlap: make them one size, with fill(image, on: other), or write the crop",
      ])
  }

  /// `canvas * (1 - words)` of a canvas with a border, and words that lie on the photo.
  static func lostBorder(_ padded: SourceLocation, _ letters: SourceLocation?) -> Diagnostic {
    let canvas = padded.text.utf8.count <= 20 ? padded.text : "canvas"
    return Diagnostic(
      .smallerResult, "the border of this image is cut off: what it is combined with has the size of the photo",
      Label(padded), related: letters.map { [Label($0, "this text lies on the photo")] } ?? [],
      notes: [
        letters == nil
          ? "images are combined where they overlap; fill(image, on: \(canvas)) makes one as large"
          : "a text on the border names its image: text(…, on: \(canvas))"
      ])
  }

  /// `normalize(source)`
  static func normalizedColor(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .normalizedColor, "'normalize' makes a vector of length 1 of each color, so that all grays become one",
      Label(place), notes: ["autoLeveled(image) stretches the tones from black to white"])
  }

  static func lengthInPixels(_ syntax: QuantitySyntax) -> Diagnostic {
    func share(of side: Double) -> String { ((syntax.value / side * 100_000).rounded() / 1000).shortened }
    return Diagnostic(
      .lengthInPixels, "a length in px covers a different share of each photo", Label(syntax.location),
      notes: [
        "a share of the short side is written in %: \(syntax.text) is \(share(of: 3000))% of 3000 pixels, and "
          + "\(share(of: 1080))% of a screen's 1080"
      ])
  }

  /// - Parameter alpha: that of an rgba, from 0 to 1; nil where it is something else.
  static func colorCodes(_ codes: [UInt8], at place: SourceLocation, isOpaque: Bool, alpha: Double?) -> Diagnostic {
    let literal = alpha.map { (codes + [UInt8(($0 * 255).rounded())]).colorLiteral } ?? codes.colorLiteral
    return Diagnostic(
      .colorCodes, "1 is the full channel of a color, and these numbers look like codes from 0 to 255", Label(place),
      notes: isOpaque || alpha != nil ? [] : ["alpha is from 0 to 1, too"],
      fixIts: isOpaque || alpha != nil
        ? [FixIt("write the color that a screen shows for them", replace: place, with: literal)] : [])
  }

  /// `255 - c`, `clamp(c, 0, 255)`
  static func whiteOfCodes(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .colorCodes, "white is 1, and not 255", Label(place), fixIts: [FixIt("write '1'", replace: place, with: "1")])
  }

  /// `c / 255`
  static func dividedLikeCodes(_ divisor: SourceLocation, _ color: SourceLocation, in whole: SourceLocation)
    -> Diagnostic
  {
    Diagnostic(
      .colorCodes, "white is 1 already, so this makes the photo nearly black", Label(divisor),
      fixIts: [FixIt("leave it out", replace: whole, with: color.text.inParentheses)])
  }

  /// `c - 64`
  ///
  /// - Parameters:
  ///   - others: constants of the recipe that look like codes, too.
  ///   - isDivided: whether the difference is divided by a range of codes.
  static func codesOfDifference(
    _ number: Double, at place: SourceLocation, others: [(value: Double, place: SourceLocation)], isDivided: Bool
  ) -> Diagnostic {
    let white = others.map { $0.value }.reduce(number, max) > 255 ? "1023" : "255"
    let fixed = "\(number.shortened) / \(white)"
    return Diagnostic(
      .colorCodes, "white is 1, and this looks like a code", Label(place),
      related: others.filter { $0.place != place }.map { Label($0.place, "and this: \($0.place.text) / \(white)") },
      notes: isDivided ? ["codes of 8 bits are c * 255, and those of 10 bits c * 1023"] : [],
      fixIts: isDivided ? [] : [FixIt("write '\(fixed)'", replace: place, with: fixed)])
  }

  /// `percentile(source, 1)`
  static func largestForOnePercent(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .amountInPercent, "a fraction of 1 is all pixels, whose percentile is the maximum", Label(place),
      notes: ["the maximum is maximum(image), and one percent is written 1%"])
  }

  /// `controls(brightness: 1)`
  static func brightnessAsFactor(_ number: Double, at place: SourceLocation) -> Diagnostic {
    let added = ((number - 1) * 1000).rounded() / 1000
    return Diagnostic(
      .amountInPercent, "a brightness is added: 0 changes nothing, and \(number.shortened) makes gray white",
      Label(place), fixIts: [FixIt("write \(added.spelled)", replace: place, with: added.spelled)])
  }

  /// `controls(source, contrast: 0.1)`
  static func factorAsDifference(_ number: Double, of name: String, at place: SourceLocation) -> Diagnostic {
    let factor = (1 + number).spelled
    let effect = number > 0.25 ? "less" : number > 0 ? "nearly gray" : "gray"
    return Diagnostic(
      .amountInPercent, "a \(name) is a factor: 1 changes nothing, and \(number.shortened) is \(effect)", Label(place),
      notes: ["the numbers of 'controls' are brightness, contrast and saturation, in this order"],
      fixIts: [FixIt("write \(factor)", replace: place, with: factor)])
  }

  /// `max(c, 1)` as the output.
  static func limitOfOutput(_ place: SourceLocation, isWhite: Bool) -> Diagnostic {
    let (this, other) = isWhite ? ("max", "min") : ("min", "max")
    let isCall = place.text.hasPrefix(this + "(")
    return Diagnostic(
      .clampOfEverything,
      isWhite ? "this is 1 or more, so that every color becomes white" : "this is 0 or less, so that all becomes black",
      Label(place), notes: ["\(this) is the \(isWhite ? "larger" : "smaller") of two numbers"],
      fixIts: isCall
        ? [FixIt("write '\(other)'", replace: place, with: other + place.text.dropFirst(this.count))] : [])
  }

  /// `lch.b + radians(turn)`
  static func hueInRadians(_ turn: SourceLocation, _ angle: SourceLocation, _ function: String) -> Diagnostic {
    Diagnostic(
      .wrongEncoding, "the hue of '\(function)' is in degrees, and this is in radians", Label(turn),
      notes: ["a plain number of degrees is a scalar: param turn: scalar = 20  in -180...180"],
      fixIts: [FixIt("make it degrees", replace: turn, with: "radians(\(angle.text)) * 180 / pi")])
  }

  /// `mix(source, soft, 1.5)`, where `soft` is the blurred source.
  static func stepBeyondBlur(
    _ sharp: SourceLocation, _ soft: SourceLocation, _ amount: SourceLocation
  ) -> Diagnostic {
    return Diagnostic(
      .amountInPercent, "above 1 this extrapolates past the blurred image: it softens and inverts detail",
      Label(amount),
      notes: ["to sharpen, extrapolate from the blurred image: mix(\(soft.text), \(sharp.text), 1.5)"],
      fixIts: [.swapping(sharp, soft)])
  }

  /// `smoothstep(x, 0.1, 0.4)`: the three arguments.
  static func edgesBehind(_ function: String, _ places: [SourceLocation]) -> Diagnostic {
    let texts = places.map { $0.text }
    let ours = "\(texts[1]), \(texts[2]), \(texts[0])"
    let isInOrder = zip(places, places.dropFirst()).allSatisfy { $0.span.end < $1.span.start }
    return Diagnostic(
      .reversed, "'\(function)' takes its two edges first, and this is the value between them", Label(places[0]),
      notes: ["it is written \(function)(low, high, x)"],
      fixIts: isInOrder ? [FixIt("write '\(ours)'", replace: places[0].through(places[2]), with: ours)] : [])
  }

  /// `mix(toned, source, strength)`: the three arguments.
  static func photoByStrength(_ places: [SourceLocation]) -> Diagnostic {
    Diagnostic(
      .reversed, "at '\(places[2].text)' 1 this is the unchanged photo, and at 0 all of '\(places[0].text)'",
      Label(places[1]), notes: ["mix(a, b, 0) is a, and mix(a, b, 1) is b"],
      fixIts: [.swapping(places[0], places[1])])
  }

  /// `lumaMask(source, from: 0.25, to: 0)`
  static func emptyMask(from low: SourceLocation, to high: SourceLocation) -> Diagnostic {
    let (first, second) = low.span.start < high.span.start ? (low, high) : (high, low)
    return Diagnostic(
      .reversed, "'from' is above 'to', so this mask is 0 nearly everywhere", Label(low),
      fixIts: [.swapping(first, second)])
  }

  /// `vignetted(source, amount: -0.3)`
  static func brightCorners(_ amount: Double, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .reversed, "a negative amount brightens the corners; a positive one darkens them", Label(place),
      fixIts: [FixIt("darken them", replace: place, with: amount.spelled)])
  }

  /// `v.b = v.r` after `v.r = v.b`
  static func lostExchange(_ value: SourceLocation, after first: SourceLocation) -> Diagnostic {
    Diagnostic(
      .lostExchange, "'\(value.text)' was overwritten above, so this assigns the old value again", Label(value),
      related: [Label(first, "overwritten here")],
      notes: ["swap two channels in one statement, v.rb = v.br, or copy the old value to another name first"])
  }

  /// `graded(source, shadows: rgb(0.95, 1, 1.04))`
  static func castAsFactor(_ lanes: [Double], at place: SourceLocation) -> Diagnostic {
    let cast = "rgb(" + lanes.map { ((($0 - 1) * 1000).rounded() / 1000).spelled }.joined(separator: ", ") + ")"
    return Diagnostic(
      .amountInPercent, "a cast is added: 0 changes nothing, and 1 is white", Label(place),
      fixIts: [FixIt("write \(cast)", replace: place, with: cast)])
  }

  /// `resize(longEdge: 50%)`
  static func longEdgeOfShortSide(_ place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .amountInPercent, "a percentage is a share of the short side", Label(place, "of the short side"),
      notes: ["resize(source, by: 0.5) is half the size, and longEdge: 1920px a size in pixels"])
  }

  /// `crop(photo + text("Lisbon"), ratio: 1)`
  static func textIsCut(_ letters: SourceLocation, by crop: SourceLocation) -> Diagnostic {
    Diagnostic(
      .hiddenImage, "the crop can cut off the text, which stands at the edge of the whole photo", Label(crop),
      related: [Label(letters, "the text")],
      notes: ["crop first, and name the image that the text is on: text(source.date, on: square)"])
  }

  /// `c.a *= keep`
  static func alphaAlone(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .straightAlpha, "a color is multiplied by its alpha, and here alpha changes alone", Label(place),
      notes: ["all four change together: c * keep"])
  }

  /// `inset * inset.a`
  static func multipliedByAlphaTwice(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .straightAlpha, "a color is multiplied by its alpha already", Label(place),
      notes: ["an image with alpha is laid over another by normalBlend(top, over: bottom)"])
  }

  /// `rgba(1, 0.6, 0.2, 0.3)`
  ///
  /// - Parameter fixed: what stands in place of it, which has no channel above alpha.
  static func straightAlpha(at place: SourceLocation, fixed: String? = nil) -> Diagnostic {
    Diagnostic(
      .straightAlpha, "a color is multiplied by its alpha, so no channel is above it", Label(place),
      notes: fixed == nil ? ["a color that covers 30% is rgba(rgb(1, 0.6, 0.2) * 0.3, 0.3)"] : [],
      fixIts: fixed.map { [FixIt("write '\($0)'", replace: place, with: $0)] } ?? [])
  }

  /// `radialGradient(inner: 200, outer: 900)`
  static func radiusInPixels(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .relativePlace, "this radius is a fraction of the short side, and not in pixels", Label(place),
      notes: ["for example: inner: 0.2, outer: 0.6"])
  }

  /// `rgb(0.114, 0.587, 0.299)`
  static func blueFirst(at place: SourceLocation, _ weights: [Double]) -> Diagnostic {
    let fixed = "rgb(\(weights.map { $0.spelled }.joined(separator: ", ")))"
    return Diagnostic(
      .blueFirst, "these are the weights of brightness in the order blue, green, red", Label(place),
      fixIts: [FixIt("write '\(fixed)'", replace: place, with: fixed)])
  }

  /// `fromHsl(rgb(30, 60, 40))`
  static func percentOfHue(at place: SourceLocation, _ numbers: [Double]) -> Diagnostic {
    let fixed = "rgb(\(numbers[0].spelled), \((numbers[1] / 100).spelled), \((numbers[2] / 100).spelled))"
    return Diagnostic(
      .amountInPercent, "the hue is in degrees, and the other two are from 0 to 1", Label(place),
      fixIts: [FixIt("write '\(fixed)'", replace: place, with: fixed)])
  }

  static func transposedMatrix(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .transposedMatrix, "the columns of this matrix add up to 1, and its rows do not, so that grays get a cast",
      Label(place), notes: ["each row makes one channel: a matrix that is written in columns is transposed"],
      fixIts: [FixIt("transpose it", replace: place, with: "transpose(\(place.text))")])
  }

  /// `max(1, min(0, x))`
  static func fixedByLimits(
    _ place: SourceLocation, _ low: TypedExpression, _ high: TypedExpression, isLow: Bool
  ) -> Diagnostic {
    let (first, second) =
      low.location.span.start < high.location.span.start
      ? (low.location, high.location) : (high.location, low.location)
    let between = place.file.text(in: Span(first.span.end, second.span.start))
    return Diagnostic(
      .clampOfEverything, "this is \((isLow ? low : high).location.text) for every number", Label(place),
      notes: ["'max' has the lower limit, and 'min' the upper one"],
      fixIts: [
        FixIt(
          "exchange them", replace: SourceLocation(place.file, first.span.union(second.span)),
          with: second.text + between + first.text)
      ])
  }

  /// `normalBlend(source, over: mark)`
  static func hiddenImage(_ below: SourceLocation) -> Diagnostic {
    Diagnostic(
      .hiddenImage, "the photo covers what lies below it", Label(below, "nothing of this is seen"),
      notes: ["the first image lies on top: normalBlend(top, over: bottom)"])
  }

  /// `x // 8`
  static func divisionComment(at place: SourceLocation, _ divisor: String) -> Diagnostic {
    Diagnostic(
      .divisionComment, "'//' begins a comment, so nothing is divided", Label(place),
      notes: ["a quotient without its fraction is floor(… / \(divisor))"])
  }

  /// `c + 0.05` of an rgba.
  static func alphaOfSum(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      .alphaOfSum, "this changes alpha like the colors", Label(place, "the color of the photo and its alpha"),
      notes: ["in a kernel of colors alone alpha is kept: kernel lifted(c: rgb) -> rgb { return c + 0.05 }"])
  }

  static func weightsInOneRow(_ weights: [Double], at place: SourceLocation) -> Diagnostic {
    let rows = stride(from: 0, to: weights.count, by: 3).map { row in
      "(" + weights[row..<row + 3].map { $0.spelled }.joined(separator: ", ") + ")"
    }
    return Diagnostic(
      .weightsInOneRow, "these weights are one row of \(weights.count) pixels", Label(place),
      notes: ["for a square of 3 x 3 each row has its parentheses: weights: \(rows.joined(separator: ", "))"])
  }

  static func minutesForMonths(_ pattern: String, at place: SourceLocation) -> Diagnostic {
    let isWritten = place.text.hasPrefix("\"")
    let fixed = String(place.text.map { $0 == "m" ? "M" : $0 })
    return Diagnostic(
      .minutesForMonths, "'m' is the minute in a date's format, and 'M' the month",
      Label(place, pattern.escapedForDisplay),
      fixIts: isWritten ? [FixIt("write \(fixed)", replace: place, with: fixed, .safe)] : [])
  }

  static func unitInWords(_ unit: WordSyntax) -> Diagnostic {
    Diagnostic(
      .unitInWords, "the unit of a percentage is '%'; '\(unit.text)' is only a label",
      Label(unit.location), notes: ["with 'unit %', 40% is the number 40 for this parameter"],
      fixIts: [FixIt("write '%'", replace: unit.location, with: "%")])
  }
}

extension Interval {
  /// As a person says it.
  fileprivate var spelled: String {
    if isPoint { return "always \(lower.shortened)" }
    switch (lower.isFinite, upper.isFinite) {
    case (true, true): return "from \(lower.shortened) to \(upper.shortened)"
    case (true, false): return "from \(lower.shortened) up"
    case (false, true): return "up to \(upper.shortened)"
    case (false, false): return ""
    }
  }
}

extension Double {
  /// About three digits of it.
  fileprivate var shortened: String {
    let steps = magnitude >= 100 ? 1.0 : magnitude >= 1 ? 100 : 1000
    let rounded = (self * steps).rounded() / steps
    return rounded == 0 ? (self == 0 ? "0" : self > 0 ? "just above 0" : "just below 0") : rounded.spelled
  }
}
