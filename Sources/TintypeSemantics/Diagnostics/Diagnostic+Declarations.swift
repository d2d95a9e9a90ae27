import TintypeColor
import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Headers, parameters and bodies.
extension Diagnostic {
  static func unsupportedEdition(_ number: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "unsupported-edition", "this program knows edition 1 of the language, not \(number.text)",
      at: number.location, notes: ["a newer edition needs a newer program"])
  }

  static func missingLook(before place: SourceLocation, behind edition: SourceLocation?) -> Diagnostic {
    let header = "look \"my look\" {\n  working linear-srgb\n}"
    let fixIt = edition.map {
      FixIt(
        "add a header", replace: SourceLocation($0.file, Span($0.span.end, $0.span.end)), with: "\n\n" + header)
    }
    return Diagnostic(
      code: "missing-look", "a recipe with parameters, images or an output needs a header",
      at: SourceLocation(place.file, Span(place.span.start, place.span.start)), fixIts: [fixIt])
  }

  static let duplicateLook = Mistake(code: "duplicate-look", "a file has one look", "another one")

  /// - Parameter parameter: the parameter of that name, if there is one.
  static func unknownHeaderWord(_ entry: HeaderEntrySyntax, parameter: TokenSyntax?) -> Diagnostic {
    let word = entry.key
    let known = LookHeader.Key.allCases.map { $0.rawValue }
    let nearest = nearestName(to: word.text, among: known)
    let (text, start) = (word.location.file.text, word.location.span.start)
    if nearest == nil, let setting = entry.parameter {
      return Diagnostic(
        code: "unknown-header-word", "a look's header has no '\(word.text)'", at: word.location,
        related: [parameter.map { Label($0.location, "the value of a parameter is its default") }],
        notes: ["declare a value as a parameter below the header: \(setting)"],
        fixIts: parameter == nil ? [] : [FixIt("delete it here", replace: entry.location, with: "")])
    }
    let goesOn = text[text.lineStart(of: start)..<start].contains { $0 > UInt8(ascii: " ") }
    return Diagnostic(
      code: "unknown-header-word", "a look's header has no '\(word.text)'", at: word.location, nearest: nearest,
      notes: ["it may have \(list(known, "and"))"]
        + (goesOn ? ["commas separate the values of an entry: tags color, warm"] : [])
        + (DeclarationWord(rawValue: word.text) == nil
          ? [] : ["the recipe's lines stand after the header's closing brace, '\(word.text)' among them"]))
  }

  static func duplicateHeaderWord(_ entry: HeaderEntrySyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-header-word", "'\(entry.key.text)' appears twice in the header", at: entry.key.location,
      related: [Label(first, "the first is here")],
      notes: ["tags", "after", "inspired-by"].contains(entry.key.text)
        ? ["write several values on one line: \(entry.key.text) \"one\", \"another\""] : [])
  }

  static func severalHeaderValues(_ entry: HeaderEntrySyntax) -> Diagnostic {
    let (file, values) = (entry.location.file, entry.values)
    let first = values[0].span.end
    let rest = SourceLocation(file, Span(values[1].span.start, values[values.count - 1].span.end))
    return Diagnostic(
      code: "several-header-values", "'\(entry.key.text)' has one value", at: rest, "too much",
      fixIts: [FixIt("delete the rest", replace: SourceLocation(file, Span(first, rest.span.end)), with: "")])
  }

  static func missingWorkingSpace(of look: LookSyntax) -> Diagnostic {
    let brace = look.syntax.childTokens.first { $0.kind == .leftBrace }
    let place = brace.map { SourceLocation($0.location.file, Span($0.span.end, $0.span.end)) }
    let rest = place.map { $0.file.text[$0.span.end...].first { $0 != UInt8(ascii: " ") } } ?? nil
    let end = rest.map { $0.endsLine } == false ? "\n  " : ""
    return Diagnostic(
      code: "missing-working-space", "the header has no working space",
      at: look.name?.location ?? look.location, notes: workingSpaceNotes,
      fixIts: [place.map { FixIt("for linear light", replace: $0, with: "\n  working linear-srgb" + end) }])
  }

  static func unknownWorkingSpace(_ value: HeaderValueSyntax) -> Diagnostic {
    let known = WorkingSpace.allCases.map { $0.rawValue }
    let foreign = [
      "linear": "linear-srgb", "srgb": "display", "sRGB": "display", "encoded": "display", "gamma": "display",
      "rec709": "display", "bt709": "display", "rec-709": "display", "gamma22": "display", "gamma24": "display",
      "display-p3": "display", "scene-linear": "linear-srgb", "linear-rec709": "linear-srgb", "acescg": "linear-srgb",
      "linear-light": "linear-srgb", "raw": "linear-srgb",
    ]
    let nearest =
      foreign[value.value] ?? foreign[value.value.lowercased()] ?? nearestName(to: value.value, among: known)
    let way = [
      "for log values, work in linear-srgb and convert in a kernel: acesCct(light), fromAcesCct(code), logC3(light)"
    ]
    if nearest == nil, let input = InputSpace(rawValue: value.value.lowercased()) {
      return Diagnostic(
        code: "unknown-working-space", "'\(value.value)' is an encoding of photos, and recipes do not compute in it",
        at: value.location,
        notes: ["'linear-srgb' keeps the colors of wider spaces, as numbers below 0 and above 1"]
          + (input.space == nil ? way : [])
          + ["if the files of the photos declare no encoding, add: input \(input.rawValue)"],
        fixIts: [FixIt("write 'linear-srgb'", replace: value.location, with: "linear-srgb")])
    }
    let isLogarithmic = nearest == nil && ["log", "cct", "acescc"].contains { value.value.lowercased().mentions($0) }
    return Diagnostic(
      code: "unknown-working-space", "there is no working space '\(value.value)'", at: value.location, nearest: nearest,
      notes: workingSpaceNotes + (isLogarithmic ? way : []))
  }

  static func defaultOutOfRange(_ syntax: ParameterSyntax, _ range: ClosedRange<Double>) -> Diagnostic {
    Diagnostic(
      code: "default-out-of-range",
      "the default of '\(syntax.name?.text ?? "")' is outside of its range \(range.spelled)",
      at: syntax.defaultValue?.location ?? syntax.location,
      related: [syntax.range.map { Label($0.location, "the range") }],
      fixIts: nearestEnd(syntax, range))
  }

  /// The end of the range that lies nearer, as it is written there.
  private static func nearestEnd(_ syntax: ParameterSyntax, _ range: ClosedRange<Double>) -> [FixIt?] {
    guard let clause = syntax.range, let written = syntax.defaultValue, let value = written.plainNumber else {
      return []
    }
    let end = value < range.lowerBound ? clause.lower : clause.upper
    guard end.plainNumber != nil else { return [] }
    if ["contrast", "saturation"].contains(syntax.name?.text), range.contains(1) {
      return [FixIt("write 1, which changes nothing", replace: written.location, with: "1")]
    }
    if value >= 10, range.contains(value / 100) {
      return [FixIt("write it in percent", replace: written.location, with: written.text + "%")]
    }
    return [FixIt("use the nearest bound", replace: written.location, with: end.text)]
  }

  static func sliderOutOfRange(at place: SourceLocation, _ range: ClosedRange<Double>) -> Diagnostic {
    Diagnostic(
      code: "slider-out-of-range", "a slider stays within the range of the parameter, \(range.spelled)", at: place)
  }

  static let stepNotPositive = Mistake(code: "step-not-positive", "a step is larger than 0")

  static func emptyRange(_ clause: RangeClauseSyntax, throughRed: Bool = false) -> Diagnostic {
    let file = clause.location.file
    let (lower, upper) = (clause.lower.location, clause.upper.location)
    return Diagnostic(
      code: "empty-range", "the lower bound of a range comes first", at: clause.location,
      notes: throughRed ? ["a range of hues through red goes on behind 360: 350...390, or -10...30"] : [],
      fixIts: throughRed
        ? []
        : [
          FixIt(
            "swap the bounds", replace: SourceLocation(file, lower.span.union(upper.span)),
            with: "\(file.text(in: upper.span))...\(file.text(in: lower.span))")
        ])
  }

  static let rangeOfOneNumber = Mistake(
    code: "empty-range", "the bounds of this range are equal", notes: ["declare a constant with 'let'"])

  static let windowOfOneNumber = Mistake(
    code: "empty-range", "the bounds of this range are equal", notes: ["leave room for rounding: 99.5...100.5"])

  static func rangeOfNoNumber(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(code: "range-of-no-number", "\(found) has no range and no step", at: place, "delete this")
  }

  static func notConstant(at place: SourceLocation, _ role: String, _ local: Local? = nil) -> Diagnostic {
    let reason = local.map { "'\($0.name)' is \($0.role.described)" } ?? "this depends on the photo or a parameter"
    return Diagnostic(
      code: "not-constant", "\(role) must be a constant, and \(reason)", at: place,
      notes: ["numbers, colors, constants and functions of them are constants"] + (nearestWays[role].map { [$0] } ?? [])
    )
  }

  static func notFinite(at place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(code: "not-finite", "\(role) must be a finite number", at: place)
  }

  static func missingReturn(_ function: FunctionSyntax) -> Diagnostic {
    let (body, value) = (function.body.location, function.body.valueAtEnd?.location)
    let brace = SourceLocation(body.file, Span(max(body.span.end - 1, body.span.start), body.span.end))
    let start = value.map { SourceLocation($0.file, Span($0.span.start, $0.span.start)) }
    return Diagnostic(
      code: "missing-return", "'\(function.name?.text ?? "")' can end without a 'return'", at: value ?? brace,
      value == nil ? "this path returns no value" : "this value is not used",
      notes: value == nil ? ["end every path with a 'return'"] : [],
      fixIts: [start.map { FixIt("return it", replace: $0, with: "return ", .safe) }])
  }

  static let unreachable = Mistake(
    code: "unreachable", severity: .warning, "this code is never reached: every path above returns")

  static let constantOutsideKernel = Mistake(
    code: "let-outside-kernel", "'let' inside a block is allowed in kernels and functions only",
    notes: ["move it to the top level of the recipe"])

  static let returnInExpression = Mistake(
    code: "return-in-expression", "an 'if' that gives a value cannot return",
    notes: ["end the block with the value itself, without 'return'"])
}

extension HeaderEntrySyntax {
  /// `exposure = 0.5ev` as the declaration of a parameter; nil for what is none.
  fileprivate var parameter: String? {
    guard values.count == 1, let value = values.first?.value else { return nil }
    let number = value.prefix { $0.isNumber || $0 == "." }
    let unit = UnitWord(rawValue: String(value.dropFirst(number.count)))
    guard let type = unit?.meaning.type ?? (number == value ? .scalar : nil), Double(number) != nil else { return nil }
    let sign = text.mentions("-\(value)") ? "-" : ""
    return "param \(key.text): \(type.rawValue) = \(sign)\(value)"
  }
}

extension BlockSyntax {
  /// The first value at an end of the block, where a path that was meant to return it ends.
  fileprivate var valueAtEnd: ExpressionSyntax? {
    switch statements.last {
    case .expression(let value): value
    case .conditional(let conditional): conditional.valueAtEnd
    default: nil
    }
  }
}

extension ConditionalSyntax {
  fileprivate var valueAtEnd: ExpressionSyntax? {
    switch elseBranch {
    case .block(let block): thenBlock.valueAtEnd ?? block.valueAtEnd
    case .conditional(let next): thenBlock.valueAtEnd ?? next.valueAtEnd
    case nil: nil
    }
  }
}

private let workingSpaceNotes = [
  "linear-srgb: amounts of light, so that twice the number is twice the light",
  "display: the values that a screen shows",
]

extension ExpressionSyntax {
  /// The number that stands here, in its unit, with or without a sign.
  fileprivate var plainNumber: Double? {
    switch self {
    case .number(let number): number.value
    case .quantity(let quantity): quantity.value
    case .prefix(let prefix): prefix.operation == .minus ? prefix.operand.plainNumber.map { -$0 } : nil
    default: nil
    }
  }
}

extension ClosedRange<Double> {
  /// The range as it is written in a recipe.
  var spelled: String { "\(lowerBound.spelled)...\(upperBound.spelled)" }
}

extension Double {
  /// The number without a needless `.0`.
  package var spelled: String { self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)" }
}

/// What comes nearest to a number that varies, by the role that asks for a constant.
private let nearestWays: [String: String] = {
  let loop = "count to the most there may be, and choose inside: for i in 1...8 { if i <= count { … } }"
  return [
    "the first number of a loop": loop, "the last number of a loop": loop,
    "a weight": "the strength of a convolution varies by mix(source, convolve(source, weights: (…)), amount)",
  ]
}()
