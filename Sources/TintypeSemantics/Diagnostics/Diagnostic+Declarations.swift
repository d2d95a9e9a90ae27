import TintypeDiagnostics
import TintypeSyntax

// Headers, parameters and bodies.
extension Diagnostic {
  static func unsupportedEdition(_ number: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "unsupported-edition", message: "this program knows edition 1 of the language, not \(number.text)",
      primary: Label(number.location), notes: ["a newer edition needs a newer program"])
  }

  static func missingLook(before place: SourceLocation, behind edition: SourceLocation?) -> Diagnostic {
    let header = "look \"my look\" {\n  working linear-srgb\n}"
    let fixIt = edition.map {
      FixIt(
        "begin with a header", replace: SourceLocation($0.file, Span($0.span.end, $0.span.end)), with: "\n\n" + header)
    }
    return Diagnostic(
      code: "missing-look", message: "a recipe with parameters, images or an output names its look first",
      primary: Label(SourceLocation(place.file, Span(place.span.start, place.span.start))),
      fixIts: fixIt.map { [$0] } ?? [])
  }

  static func duplicateLook(at place: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-look", message: "a file holds one look", primary: Label(place, "another one"),
      related: [Label(first, "the first is here")])
  }

  static func unknownHeaderWord(_ word: WordSyntax) -> Diagnostic {
    let known = LookHeader.Key.allCases.map(\.rawValue)
    let nearest = nearestName(to: word.text, among: known)
    return Diagnostic(
      code: "unknown-header-word", message: "a look's header has no '\(word.text)'",
      primary: Label(word.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: ["it may say \(list(known, "and"))"],
      fixIts: FixIt.guess(nearest, at: word.location))
  }

  static func duplicateHeaderWord(_ entry: HeaderEntrySyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-header-word", message: "'\(entry.key.text)' stands twice in the header",
      primary: Label(entry.key.location), related: [Label(first, "the first is here")],
      notes: ["tags", "after", "inspired-by"].contains(entry.key.text)
        ? ["several stand on one line: \(entry.key.text) \"one\", \"another\""] : [])
  }

  static func severalHeaderValues(_ entry: HeaderEntrySyntax) -> Diagnostic {
    let (file, values) = (entry.location.file, entry.values)
    let first = values[0].span.end
    let rest = SourceLocation(file, Span(values[1].span.start, values[values.count - 1].span.end))
    return Diagnostic(
      code: "several-header-values", message: "'\(entry.key.text)' has one value", primary: Label(rest, "too much"),
      fixIts: [FixIt("delete the rest", replace: SourceLocation(file, Span(first, rest.span.end)), with: "")])
  }

  static func missingWorkingSpace(of look: LookSyntax) -> Diagnostic {
    let brace = look.syntax.childTokens.first { $0.kind == .leftBrace }
    let place = brace.map { SourceLocation($0.location.file, Span($0.span.end, $0.span.end)) }
    return Diagnostic(
      code: "missing-working-space", message: "the header does not say what a color means inside this file",
      primary: Label(look.name?.location ?? look.location),
      notes: workingSpaceNotes,
      fixIts: place.map { [FixIt("for linear light", replace: $0, with: "\n  working linear-srgb")] } ?? [])
  }

  static func unknownWorkingSpace(_ value: HeaderValueSyntax) -> Diagnostic {
    let known = WorkingSpace.allCases.map(\.rawValue)
    let foreign = [
      "linear": "linear-srgb", "srgb": "display", "sRGB": "display", "encoded": "display", "gamma": "display",
    ]
    let nearest = foreign[value.value] ?? nearestName(to: value.value, among: known)
    return Diagnostic(
      code: "unknown-working-space", message: "there is no working space '\(value.value)'",
      primary: Label(value.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: workingSpaceNotes,
      fixIts: FixIt.guess(nearest, at: value.location))
  }

  static func defaultOutOfRange(_ syntax: ParameterSyntax, _ range: ClosedRange<Double>) -> Diagnostic {
    Diagnostic(
      code: "default-out-of-range",
      message: "the default of '\(syntax.name?.text ?? "")' lies outside of its range \(range.spelled)",
      primary: Label(syntax.defaultValue.location),
      related: syntax.range.map { [Label($0.location, "the range")] } ?? [], fixIts: nearestEnd(syntax, range))
  }

  /// The end of the range that lies nearer, as it is written there.
  private static func nearestEnd(_ syntax: ParameterSyntax, _ range: ClosedRange<Double>) -> [FixIt] {
    guard let clause = syntax.range, let value = syntax.defaultValue.plainNumber else { return [] }
    let end = value < range.lowerBound ? clause.lower : clause.upper
    guard end.plainNumber != nil else { return [] }
    return [FixIt("begin at the end of the range", replace: syntax.defaultValue.location, with: end.text)]
  }

  static func sliderOutOfRange(_ clause: RangeClauseSyntax, _ range: ClosedRange<Double>) -> Diagnostic {
    Diagnostic(
      code: "slider-out-of-range", message: "a slider stays inside of what the parameter may be, \(range.spelled)",
      primary: Label(clause.location))
  }

  static func stepNotPositive(at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "step-not-positive", message: "a step is larger than 0", primary: Label(place))
  }

  static func emptyRange(_ clause: RangeClauseSyntax) -> Diagnostic {
    let text = clause.location.file
    let (lower, upper) = (clause.lower.location, clause.upper.location)
    return Diagnostic(
      code: "empty-range", message: "a range goes from the smaller number to the larger",
      primary: Label(clause.location),
      fixIts: [
        FixIt(
          "turn it round", replace: SourceLocation(text, lower.span.union(upper.span)),
          with: "\(text.text(in: upper.span))...\(text.text(in: lower.span))")
      ])
  }

  static func rangeOfOneNumber(_ clause: RangeClauseSyntax) -> Diagnostic {
    Diagnostic(
      code: "empty-range", message: "a range goes from the smaller number to the larger, and these are equal",
      primary: Label(clause.location), notes: ["what is always the same is declared with 'let'"])
  }

  static func rangeOfNoNumber(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "range-of-no-number", message: "\(found) has no range and no step", primary: Label(place, "delete this"))
  }

  static func notConstant(at place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(
      code: "not-constant",
      message: "\(role) is known from the text alone, and this depends on the photo or a parameter",
      primary: Label(place), notes: ["numbers, colors, constants and functions of them are known"])
  }

  static func notFinite(at place: SourceLocation, _ role: String) -> Diagnostic {
    Diagnostic(code: "not-finite", message: "\(role) is no finite number", primary: Label(place))
  }

  static func missingReturn(_ function: FunctionSyntax) -> Diagnostic {
    let body = function.body.location
    guard let value = function.body.valueAtEnd?.location else {
      let brace = SourceLocation(body.file, Span(max(body.span.end - 1, body.span.start), body.span.end))
      return Diagnostic(
        code: "missing-return", message: "'\(function.name?.text ?? "")' can end without a 'return'",
        primary: Label(brace, "nothing has been returned here"), notes: ["end every path with a 'return'"])
    }
    let start = SourceLocation(value.file, Span(value.span.start, value.span.start))
    return Diagnostic(
      code: "missing-return", message: "'\(function.name?.text ?? "")' can end without a 'return'",
      primary: Label(value, "this value goes nowhere"),
      fixIts: [FixIt("return it", replace: start, with: "return ", .safe)])
  }

  static func unreachable(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unreachable", severity: .warning, message: "this is never reached: everything above has returned",
      primary: Label(place))
  }

  static func constantOutsideKernel(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "let-outside-kernel", message: "a 'let' inside a block stands in kernels and functions only",
      primary: Label(place), notes: ["move it out, as a declaration of the recipe"])
  }

  static func returnInExpression(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "return-in-expression", message: "an 'if' that gives a value cannot return", primary: Label(place),
      notes: ["end the block with the value itself, without 'return'"])
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
  package var spelled: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
