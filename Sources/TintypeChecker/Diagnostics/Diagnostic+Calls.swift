import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Arguments and their inputs.
extension Diagnostic {
  static func unknownLabel(_ label: TokenSyntax, of call: CallSyntax, inputs: [String]) -> Diagnostic {
    let nearest = nearestName(to: label.text, among: inputs)
    return Diagnostic(
      code: "unknown-label", message: "'\(call.callee)' has no input called '\(label.text)'",
      primary: Label(label.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: [inputs.isEmpty ? "its parts are written without names" : signature(call, inputs)],
      fixIts: nearest.map { [FixIt("write '\($0)'", replace: label.location, with: $0)] } ?? [])
  }

  static func extraArgument(at place: SourceLocation, of call: CallSyntax, inputs: [String]) -> Diagnostic {
    Diagnostic(
      code: "extra-argument",
      message: "'\(call.callee)' takes \(inputs.count) \(inputs.count == 1 ? "input" : "inputs")",
      primary: Label(place, "one too many"), notes: [signature(call, inputs)])
  }

  static func argumentTwice(at place: SourceLocation, _ input: String) -> Diagnostic {
    Diagnostic(
      code: "duplicate-argument", message: "'\(input)' is given twice", primary: Label(place),
      notes: ["arguments without a name fill the inputs from the left"])
  }

  static func missingArguments(_ missing: [String], of call: CallSyntax, inputs: [String]) -> Diagnostic {
    Diagnostic(
      code: "missing-argument",
      message: "'\(call.callee)' also needs \(list(missing.map { "'\($0)'" }, "and"))",
      primary: Label(call.calleeLocation), notes: [signature(call, inputs)])
  }

  static func recursion(_ call: CallSyntax, _ function: FunctionSyntax) -> Diagnostic {
    Diagnostic(
      code: "recursion", message: "'\(call.callee)' would call itself, and a recipe always comes to an end",
      primary: Label(call.calleeLocation),
      related: function.name.map { [Label($0.location, "it begins here")] } ?? [])
  }

  static func recursiveConstant(_ syntax: ConstantSyntax) -> Diagnostic {
    Diagnostic(
      code: "recursion", message: "'\(syntax.name?.text ?? "")' is defined by itself", primary: Label(syntax.location))
  }

  static func tooLarge(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "too-large",
      message: "the recipe grows beyond \(CheckLimits.instructions) instructions when its calls are written out",
      primary: Label(call.calleeLocation, "this call goes too far"),
      notes: ["at most \(CheckLimits.calls) calls, \(CheckLimits.callDepth) inside each other"])
  }

  static func pipeIntoNoCall(_ syntax: ExpressionSyntax) -> Diagnostic {
    let fix: [FixIt] =
      if case .name(let name) = syntax {
        [FixIt("call it", replace: name.location, with: "\(name.name)()")]
      } else {
        []
      }
    return Diagnostic(
      code: "pipe-into-no-call", message: "'|>' hands its left side to a call", primary: Label(syntax.location),
      notes: ["for example: source |> grayscale()"], fixIts: fix)
  }

  private static func signature(_ call: CallSyntax, _ inputs: [String]) -> String {
    "it is written \(call.callee)(\(inputs.joined(separator: ", ")))"
  }
}
