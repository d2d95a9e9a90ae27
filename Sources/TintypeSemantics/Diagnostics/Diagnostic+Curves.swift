import TintypeColor
import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Curves, units and choices.
extension Diagnostic {
  static let curveTurnsBack = Mistake(
    code: "curve-turns-back", "the points of a curve go from left to right",
    notes: ["each point's first number is larger than the one before"])

  static let curveTooSteep = Mistake(
    code: "curve-turns-back", "the points of a curve are too close or too far apart for single precision",
    notes: ["points 0.001 apart are a hard edge, and step(0.5, x) has none between its two values"])

  static let curveTooShort = Mistake(
    code: "curve-too-short", "a curve needs at least two points",
    notes: ["for example: curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]"])

  static func curveTakesOne(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "curve-takes-one", "a curve takes one number, color, mask or image", at: call.location,
      notes: ["for example: \(call.callee)(c)"])
  }

  static func notANumber(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(code: "type-mismatch", "a curve takes a number or a color, and this is \(found)", at: place, found)
  }

  static let loneChoice = Mistake(
    code: "lone-choice", "a choice is compared with a parameter that lists it",
    notes: ["for example: if film == .fine { … } else { … }"])

  /// A choice that is compared with a number.
  static func choiceAsNumber(at place: SourceLocation, of parameter: Parameter) -> Diagnostic {
    let words = parameter.choices
    let word = Int(place.text).flatMap { words.indices.contains($0) ? words[$0] : nil }
    return Diagnostic(
      code: "lone-choice", "'\(parameter.name)' is one of its words, and no number", at: place,
      notes: ["it is \(list(words.map { ".\($0)" }, "or"))"],
      fixIts: [word.map { FixIt("write '.\($0)'", replace: place, with: ".\($0)") }])
  }

  static func choiceInQuotes(at place: SourceLocation) -> Diagnostic {
    let word = "." + place.text.filter { $0 != "\"" }
    return Diagnostic(
      code: "quoted-choice", "a choice is compared with a word, which has a point and no quotes", at: place,
      fixIts: [FixIt("write '\(word)'", replace: place, with: word)])
  }

  static func unknownChoice(_ word: String, at place: SourceLocation, of parameter: Parameter) -> Diagnostic {
    unknownWord(word, at: place, "'\(parameter.name)'", words: parameter.choices)
  }

  static func unknownWord(_ word: String, at place: SourceLocation, _ role: String, words: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-choice", "\(role) cannot be '\(word)'", at: place,
      nearest: (ForeignName.word(word, among: words) ?? nearestName(to: word, among: words)).map { ".\($0)" },
      notes: ["it is \(list(words.map { ".\($0)" }, "or"))"])
  }

  static func choiceWithoutDot(_ syntax: NameSyntax, of parameter: String) -> Diagnostic {
    Diagnostic(
      code: "choice-without-dot", "'\(syntax.name)' is a word of '\(parameter)', and a word is written with a dot",
      at: syntax.location,
      fixIts: [FixIt("write '.\(syntax.name)'", replace: syntax.location, with: ".\(syntax.name)", .safe)])
  }

  static let missingChoices = Mistake(
    code: "missing-choices", "a choice lists its words",
    notes: ["for example: param film: choice = .fine of fine, pushed"])

  static let choicesOfNoChoice = Mistake(code: "choices-of-no-choice", "only a parameter of type choice lists words")

  static func unitsDiffer(at place: SourceLocation, wanted: String) -> Diagnostic {
    Diagnostic(
      code: "units-differ", "a parameter has one unit", at: place,
      notes: ["its default is in \(wanted): write its bounds and its step in \(wanted), too"])
  }

  static let filmWithoutFormat = Mistake(
    code: "film-without-format", "um are measured on film, and the header names no film format",
    notes: ["add a line to the header, for example: format 35mm"])

  static func unknownFormat(_ value: HeaderValueSyntax) -> Diagnostic {
    let known = FilmFormat.allCases.map { $0.rawValue }
    let isFileType = ["jpeg", "jpg", "png", "tiff", "tif", "heic", "avif", "webp"].contains(value.value.lowercased())
    return Diagnostic(
      code: "unknown-format", "there is no film format '\(value.value)'", at: value.location,
      notes: ["it is \(list(known, "or"))"]
        + (isFileType ? ["the type of a file follows from its name where a photo is rendered: -o print.jpg"] : []))
  }

  static func unknownInput(_ value: HeaderValueSyntax) -> Diagnostic {
    let known = InputSpace.allCases.map { $0.rawValue }
    return Diagnostic(
      code: "unknown-input", "there is no encoding '\(value.value)'", at: value.location,
      nearest: nearestName(to: value.value, among: known), notes: ["it is \(list(known, "or"))"])
  }

  /// `declares`: whether the whole of the name is assigned, so that it may be its declaration.
  static func unknownVariable(_ name: TokenSyntax, nearest: String?, declares: Bool) -> Diagnostic {
    let isResult = name.text.lowercased().hasSuffix("fragcolor")
    let foreign: [String] =
      if isResult, case .way(let way)? = ForeignName(ofValue: name.text, isInKernel: true) { [way] } else { [] }
    return Diagnostic(
      code: "unknown-name", "there is nothing called '\(name.text)' here to assign to", at: name.location,
      nearest: nearest,
      notes: foreign.isEmpty && nearest == nil ? ["declare it where it gets its first value"] : foreign,
      fixIts: foreign.isEmpty && nearest == nil && declares
        ? [FixIt("insert 'var'", replace: name.location, with: "var " + name.text)] : [])
  }

  static func notAVariable(_ name: TokenSyntax, _ local: Local) -> Diagnostic {
    let role = local.role
    return Diagnostic(
      code: "not-a-variable", "'\(name.text)' is \(role.described)", at: name.location,
      related: [role == .constant ? Label(local.location, "declared here") : nil],
      notes: [
        role == .constant
          ? "declare it with 'var' to assign to it" : "assign to a copy of it, for example: var changed = \(name.text)"
      ])
  }

  static func partAssignedTwice(_ part: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "member-assignment", "'.\(part.text)' would give one part two values", at: part.location,
      notes: ["name each part once, such as .rg"])
  }

  static let partOfPosition = Mistake(
    code: "member-assignment", "a part of a position cannot be assigned to",
    notes: ["copy it, for example: var place = at.pixels"])

  static let badLoopRange = Mistake(
    code: "bad-loop-range", "a loop counts upward through at most \(CheckLimits.loopRounds) whole numbers",
    notes: ["for example: for i in 0...7 { … }"])

  static let statementInExpression = Mistake(
    code: "statement-in-expression", "an 'if' that gives a value holds only 'let' and its value",
    notes: ["write the 'if' as a statement, and assign inside"])
}
