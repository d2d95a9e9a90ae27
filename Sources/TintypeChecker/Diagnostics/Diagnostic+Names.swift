import TintypeDiagnostics
import TintypeSyntax

// Names that nothing stands behind, or too much.
extension Diagnostic {
  static func unknownName(_ syntax: NameSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-name", message: "there is nothing called '\(syntax.name)' here",
      primary: Label(syntax.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: nearest == nil ? ["declare it above, with 'let', 'param' or 'image'"] : [],
      fixIts: replacing(syntax.location, by: nearest))
  }

  static func unknownFunction(_ call: CallSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-function", message: "there is no kernel or function called '\(call.callee)'",
      primary: Label(call.calleeLocation, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: nearest == nil ? ["declare it in this file, with 'kernel' or 'function'"] : [],
      fixIts: replacing(call.calleeLocation, by: nearest))
  }

  static func unknownType(_ syntax: TypeSyntax) -> Diagnostic {
    let metal = [
      "float": "scalar", "half": "scalar", "int": "scalar", "double": "scalar", "number": "scalar", "float2": "vec2",
      "float3": "rgb", "half3": "rgb", "vec3": "rgb", "color": "rgb", "float4": "rgba", "half4": "rgba", "vec4": "rgba",
      "sample_t": "rgba", "boolean": "bool",
    ]
    let known = ["scalar", "vec2", "rgb", "rgba", "bool"]
    let nearest = metal[syntax.name] ?? nearestName(to: syntax.name, among: known)
    return Diagnostic(
      code: "unknown-type", message: "there is no type called '\(syntax.name)' here",
      primary: Label(syntax.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: ["a value is a \(list(known, "or"))"], fixIts: replacing(syntax.location, by: nearest))
  }

  static func unknownMember(_ name: TokenSyntax, of what: String, known: [String]) -> Diagnostic {
    let fix = String(name.text.map { ["x": "r", "y": "g", "z": "b", "w": "a"][$0] ?? $0 })
    let isSpelledOtherwise = fix != name.text && fix.allSatisfy { known.contains(String($0)) }
    let ways = known.isEmpty ? "\(what) has no parts" : "\(what) has \(list(known.map { ".\($0)" }, "and"))"
    return Diagnostic(
      code: "unknown-member", message: "\(what) has no '.\(name.text)'", primary: Label(name.location), notes: [ways],
      fixIts: replacing(name.location, by: isSpelledOtherwise ? fix : nil))
  }

  static func usedBeforeDeclaration(_ syntax: NameSyntax, _ declaration: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "used-before-declaration", message: "'\(syntax.name)' is declared further below",
      primary: Label(syntax.location), related: [Label(declaration, "here")],
      notes: ["a recipe reads from top to bottom: move the declaration up"])
  }

  static func reservedName(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "reserved-name", message: "'\(name.text)' is built in and cannot be declared again",
      primary: Label(name.location, "choose another name"))
  }

  static func duplicateName(_ name: TokenSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-name", message: "'\(name.text)' is declared twice", primary: Label(name.location, "again here"),
      related: [Label(first, "first declared here")],
      notes: ["a name stands for one thing: rename or delete one of them"])
  }

  static func duplicateLocal(_ name: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "duplicate-name", message: "'\(name.text)' has a value already",
      primary: Label(name.location, "choose another name"),
      notes: ["values do not change: a second 'let' makes a second value"])
  }

  static func notVisibleInKernel(_ syntax: NameSyntax, _ what: String) -> Diagnostic {
    Diagnostic(
      code: "not-visible-in-kernel", message: "'\(syntax.name)' is \(what), and a kernel sees only its own inputs",
      primary: Label(syntax.location),
      notes: ["add an input '\(syntax.name)' to the kernel and pass it where the kernel is called"])
  }

  static func functionWithoutCall(_ syntax: NameSyntax) -> Diagnostic {
    Diagnostic(
      code: "function-without-call", message: "'\(syntax.name)' is called with parentheses",
      primary: Label(syntax.location, "it stands here without arguments"), notes: ["for example: \(syntax.name)(…)"])
  }

  static func notAFunction(_ call: CallSyntax) -> Diagnostic {
    Diagnostic(
      code: "not-a-function", message: "'\(call.callee)' is a value and takes no arguments",
      primary: Label(call.calleeLocation))
  }

  private static func replacing(_ place: SourceLocation, by name: String?) -> [FixIt] {
    name.map { [FixIt("write '\($0)'", replace: place, with: $0)] } ?? []
  }
}

/// `a, b and c`.
func list(_ words: [String], _ joint: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(joint) \(last)"
}
