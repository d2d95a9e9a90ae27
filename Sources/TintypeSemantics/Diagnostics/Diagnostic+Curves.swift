import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// Curves, units and choices.
extension Diagnostic {
  static func curveTurnsBack(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "curve-turns-back", message: "the points of a curve go from left to right", primary: Label(place),
      notes: ["each point's first number is larger than the one before"])
  }

  static func curveTooShort(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "curve-too-short", message: "a curve goes through two points at least", primary: Label(place),
      notes: ["for example: curve [(0, 0.05), (0.5, 0.5), (1, 0.97)]"])
  }

  static func curveTakesOne(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "curve-takes-one", message: "a curve takes one number, color, mask or image",
      primary: Label(call.location),
      notes: ["for example: \(call.callee)(c)"])
  }

  static func notANumber(at place: SourceLocation, _ found: String) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", message: "a curve takes a number or a color, and this is \(found)",
      primary: Label(place, found))
  }

  static func loneChoice(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "lone-choice", message: "a choice is compared with a parameter that lists it", primary: Label(place),
      notes: ["for example: if film == .fine { … } else { … }"])
  }

  static func unknownChoice(_ word: String, at place: SourceLocation, of parameter: Parameter) -> Diagnostic {
    let nearest = nearestName(to: word, among: parameter.choices)
    return Diagnostic(
      code: "unknown-choice", message: "'\(parameter.name)' cannot be '\(word)'",
      primary: Label(place, nearest.map { "did you mean '.\($0)'?" } ?? ""),
      notes: ["it is \(list(parameter.choices.map { ".\($0)" }, "or"))"],
      fixIts: FixIt.guess(nearest.map { ".\($0)" }, at: place))
  }

  static func choiceWithoutDot(_ syntax: NameSyntax, of parameter: String) -> Diagnostic {
    Diagnostic(
      code: "choice-without-dot",
      message: "'\(syntax.name)' is a word of '\(parameter)', and a word is written with a dot",
      primary: Label(syntax.location),
      fixIts: [FixIt("write '.\(syntax.name)'", replace: syntax.location, with: ".\(syntax.name)", .safe)])
  }

  static func missingChoices(_ syntax: ParameterSyntax) -> Diagnostic {
    Diagnostic(
      code: "missing-choices", message: "a choice lists its words", primary: Label(syntax.location),
      notes: ["for example: param film: choice = .fine of fine, pushed"])
  }

  static func choicesOfNoChoice(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "choices-of-no-choice", message: "only a parameter of type choice lists words", primary: Label(place))
  }

  static func unitsDiffer(at place: SourceLocation, wanted: String) -> Diagnostic {
    Diagnostic(
      code: "units-differ", message: "the numbers of one parameter are in one unit", primary: Label(place),
      notes: ["its default is in \(wanted)"])
  }

  static func filmWithoutFormat(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "film-without-format", message: "um are measured on film, and the header does not say which",
      primary: Label(place),
      notes: ["add a line to the header, for example: format 35mm"])
  }

  static func unknownFormat(_ value: HeaderValueSyntax) -> Diagnostic {
    let known = FilmFormat.allCases.map(\.rawValue)
    return Diagnostic(
      code: "unknown-format", message: "there is no film format '\(value.value)'", primary: Label(value.location),
      notes: ["it is \(list(known, "or"))"])
  }

  static func unknownVariable(_ name: TokenSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", message: "there is nothing called '\(name.text)' here to assign to",
      primary: Label(name.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: nearest == nil ? ["declare it above, with 'var'"] : [],
      fixIts: FixIt.guess(nearest, at: name.location))
  }

  static func notAVariable(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "not-a-variable", message: "'\(name.text)' is a constant", primary: Label(name.location),
      notes: ["declare it with 'var' to assign to it"])
  }

  static func badLoopRange(_ syntax: RangeClauseSyntax) -> Diagnostic {
    Diagnostic(
      code: "bad-loop-range",
      message: "a loop counts upward through whole numbers, \(CheckLimits.loopRounds) of them at most",
      primary: Label(syntax.location), notes: ["for example: for i in 0...7 { … }"])
  }

  static func statementInExpression(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "statement-in-expression", message: "an 'if' that gives a value holds only 'let' and its value",
      primary: Label(place), notes: ["decide with an 'if' that stands for itself, and assign inside"])
  }
}
