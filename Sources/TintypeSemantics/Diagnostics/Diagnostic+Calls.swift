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
    return Diagnostic(
      code: "unknown-label", "'\(call.callee)' has no input called '\(label.text)'", at: label.location,
      nearest: nearest,
      notes: [signature(call, inputs)]
        + (label.text.lowercased().hasSuffix("mode")
          ? ["each mode is a step of its own, such as multiplyBlend(top, over: bottom)"] : [])
        + (call.callee == "text" && label.text == "locale"
          ? ["the language of dates is chosen where a photo is rendered: --locale de"] : []))
  }

  static func extraArgument(at place: SourceLocation, of call: CallSyntax, inputs: [String]) -> Diagnostic {
    let count = inputs.isEmpty ? "no inputs" : inputs.count == 1 ? "one input" : "\(inputs.count) inputs"
    let commas = call.decimalCommas
    return Diagnostic(
      code: "extra-argument", "'\(call.callee)' takes \(count)", at: place, "one too many",
      notes: [signature(call, inputs)] + (meantCalls[call.callee].map { [$0] } ?? [])
        + (commas.isEmpty ? [] : ["a comma separates arguments; the decimal sign is a point"]),
      fixIts: commas.count == 1 ? [FixIt("write '.'", replace: commas[0], with: ".")] : [])
  }

  static func argumentTwice(at place: SourceLocation, _ input: String) -> Diagnostic {
    Diagnostic(
      code: "duplicate-argument", "'\(input)' is given twice", at: place,
      notes: ["arguments without a name fill the inputs from the left"])
  }

  static func missingArguments(_ missing: [String], of call: CallSyntax, inputs: [String]) -> Diagnostic {
    let (also, names) = (missing.count < inputs.count ? "also " : "", list(missing.map { "'\($0)'" }, "and"))
    let (file, start) = (call.location.file, call.span.start)
    let sign = file.text[..<start].lastIndex { $0 != UInt8(ascii: " ") }.map { SourceLocation(file, Span($0, $0 + 1)) }
    let isPiped = sign?.text == ">" && missing.first == inputs.first
    return Diagnostic(
      code: "missing-argument", "'\(call.callee)' \(also)needs \(names)", at: call.calleeLocation,
      notes: [signature(call, inputs)] + (meantCalls[call.callee].map { [$0] } ?? []),
      fixIts: isPiped ? [sign.map { FixIt("pass it on with '|>'", replace: $0, with: "|>") }] : [])
  }

  static func recursion(_ call: CallSyntax, _ function: FunctionSyntax) -> Diagnostic {
    Diagnostic(
      code: "recursion", "'\(call.callee)' would call itself, and a recipe has no recursion",
      at: call.calleeLocation, related: [function.name.map { Label($0.location, "it begins here") }])
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

  static func methodOfValue(_ call: CallSyntax) -> Diagnostic {
    let (value, name) = (call.path.dropLast().map { $0.text }.joined(separator: "."), call.path.last?.text ?? "")
    return Diagnostic(
      code: "method-call", "'\(name)' cannot be called as a method", at: call.path.last?.location ?? call.location,
      notes: [
        ["at", "read", "sample", "load"].contains(name)
          ? "the pixel to the right is neighbor(\(value), 1, 0)"
          : PictureOperation(named: name)?.isMeasured == true
            ? "the photo is measured outside of kernels, and they take the number as an input: \(name)(source)"
            : "write \(value) |> \(name)(…), or \(name)(\(value), …)"
      ])
  }

  /// More would not be read, and each diagnostic of a call repeats them.
  private static let mostInputsShown = 40

  private static func signature(_ call: CallSyntax, _ inputs: [String]) -> String {
    let more = inputs.count > mostInputsShown ? ", ..." : ""
    return "it is written \(call.callee)(\(inputs.prefix(mostInputsShown).joined(separator: ", "))\(more))"
  }
}

extension CallSyntax {
  /// The commas between digits, without a space: `0,5`.
  fileprivate var decimalCommas: [SourceLocation] {
    zip(arguments, arguments.dropFirst()).compactMap { whole, fraction in
      guard fraction.label == nil, whole.value.isDigits, fraction.value.isDigits else { return nil }
      let comma = Span(whole.span.end, fraction.span.start)
      return location.file.text(in: comma) == "," ? SourceLocation(location.file, comma) : nil
    }
  }
}

extension ExpressionSyntax {
  fileprivate var isDigits: Bool { text.allSatisfy { $0.isASCII && $0.isNumber } }
}

/// What a call with too few or too many arguments may be meant as, by the name that is called.
private let meantCalls = [
  "max": "of the photo it is maximum(source)", "min": "of the photo it is minimum(source)",
  "median": "of the photo it is percentile(source, 50%)",
  "saturate": "it limits to 0 to 1; saturated(c, by: 1.5) makes colors stronger",
]
