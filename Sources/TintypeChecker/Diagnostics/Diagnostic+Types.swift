import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Values of the wrong kind.
extension Diagnostic {
  static func typeMismatch(
    at place: SourceLocation, _ role: String, wanted: String, found: String, _ type: ValueType
  ) -> Diagnostic {
    let text = place.file.text(in: place.span)
    var notes: [String] = []
    var fixIts: [FixIt] = []
    switch (type, found) {
    case (.rgb, "a scalar"):
      fixIts = [FixIt("make it an equal amount of each", replace: place, with: "rgb(\(text))")]
    case (.rgb, "an rgba"): fixIts = [FixIt("leave alpha away", replace: place, with: "\(text.inParentheses).rgb")]
    case (.rgba, "an rgb"): fixIts = [FixIt("give it an alpha", replace: place, with: "rgba(\(text), 1)")]
    case (.scalar, "an rgb"):
      fixIts = [FixIt("take its luma", replace: place, with: "luma709(\(text))")]
    case (.scalar, "an image"):
      fixIts = [FixIt("take one channel", replace: place, with: "\(text.inParentheses).g")]
    case (.bool, "a scalar"): notes = ["compare it, for example: \(text) > 0.5"]
    case (.rect, _): notes = ["for example: source.bounds"]
    default: break
    }
    return Diagnostic(
      code: "type-mismatch", message: "\(role) is \(wanted), and this is \(found)", primary: Label(place, found),
      notes: notes, fixIts: fixIts)
  }

  static func operandMismatch(_ intrinsic: Intrinsic, _ found: [String], at place: SourceLocation) -> Diagnostic {
    let definition = intrinsic.definition
    let wants =
      switch definition.signature {
      case .lanes, .linear, .product, .quotient, .blend, .turn:
        "numbers or colours of one type, where a scalar goes with all"
      case .conversion(let unit): "\(unit == .angle ? "an angle" : unit == .ev ? "a number of stops" : "a \(unit)")"
      case .comparison: "two scalars"
      case .logic: "truth values"
      case .reduction: "values of one type"
      case .choice: "two values of one type and a condition"
      }
    let what = intrinsic == .select ? "a choice" : "'\(intrinsic.spelling)'"
    return Diagnostic(
      code: "operand-mismatch", message: "\(what) takes \(wants), not \(list(found, "and"))", primary: Label(place),
      notes: definition.signature == .comparison
        ? ["a colour is compared by one number, such as luma709(c) or c.g"] : [])
  }

  static func wrongWidth(_ call: CallSyntax, _ type: ValueType, found: [ValueType]) -> Diagnostic {
    let count = found.reduce(0) { $0 + $1.width }
    let example =
      switch type {
      case .rgb: "rgb(0.5) or rgb(0.9, 0.5, 0.2)"
      case .rgba: "rgba(0.9, 0.5, 0.2, 1) or rgba(c.rgb, 1)"
      default: "\(type)(0.5, 0.5)"
      }
    let isColor = found == [.rgba] && type == .rgb
    return Diagnostic(
      code: "wrong-width", message: "'\(type)' is made of \(type.width) numbers, and these are \(count)",
      primary: Label(call.location),
      notes: [isColor ? "an rgba without its alpha is written c.rgb" : "for example: \(example)"])
  }

  static func notPartOfValue(_ place: SourceLocation, _ found: String, of type: ValueType) -> Diagnostic {
    Diagnostic(
      code: "type-mismatch", message: "'\(type)' is made of numbers, and this is \(found)",
      primary: Label(place, found),
      notes: found == "an image" ? ["one channel of an image is written image.g"] : [])
  }

  static func textIsNoValue(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "text-is-no-value", message: "a text in quotes is no value to compute with", primary: Label(place),
      notes: ["texts stand in the look's header and in labels"])
  }

  static func missingElse(_ syntax: ConditionalSyntax) -> Diagnostic {
    Diagnostic(
      code: "missing-else", message: "an 'if' that gives a value needs an 'else'", primary: Label(syntax.location),
      notes: ["for example: if l < 0.3 { shadow } else { light }"])
  }

  static func blockWithoutValue(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "block-without-value", message: "this block gives no value", primary: Label(place),
      notes: ["the value of a block is the expression at its end"])
  }

  static func valueless(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unused-value", message: "the value of this 'if' goes nowhere", primary: Label(place),
      notes: ["give it a name with 'let', or move it to the end of the block"])
  }
}

extension String {
  /// The text, in parentheses unless it is a name or a call.
  fileprivate var inParentheses: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } || hasSuffix(")") ? self : "(\(self))"
  }
}
