import TintypeDiagnostics

// What is right somewhere else.
extension Diagnostic {
  static func misspeltKeyword(_ word: String, meant: TokenKind, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "misspelt-keyword", message: "'\(word)' is not a keyword", primary: Label(place),
      fixIts: [FixIt("did you mean '\(meant.rawValue)'?", replace: place, with: meant.rawValue)])
  }

  static func semicolon(at place: SourceLocation, more: Int) -> Diagnostic {
    Diagnostic(
      code: "semicolon", message: "nothing ends with a semicolon", primary: Label(place),
      notes: more > 0 ? ["\(more) more in this file"] : [],
      fixIts: [FixIt("delete it", replace: place, with: "")])
  }

  static func foreignConstant(_ words: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a value gets its name with 'let'", primary: Label(place),
      notes: ["the type follows from the value"],
      fixIts: [FixIt("write let \(name) = …", replace: place, with: "let")])
  }

  static func foreignFunction(_ type: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a function begins with 'function' or 'kernel'", primary: Label(place),
      notes: ["write function \(name)(…) -> \(type) { … }"],
      fixIts: [FixIt("write function", replace: place, with: "function")])
  }

  static func resultBeforeName(
    _ type: String, name: String, keyword: String, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "the result's type stands behind the parameters", primary: Label(place),
      notes: ["write \(keyword) \(name)(…) -> \(type) { … }"])
  }

  static func typeFirstParameter(_ type: String, name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-declaration", message: "a parameter's type stands behind its name", primary: Label(place),
      fixIts: [FixIt("write \(name): \(type)", replace: place, with: "\(name): \(type)")])
  }

  static func comparisonForEquals(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "comparison-for-equals", message: "'==' compares, and '=' gives a value its name", primary: Label(place),
      fixIts: [FixIt("write '='", replace: place, with: "=")])
  }

  static func equalsForComparison(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-comparison", message: "'=' gives a value its name, and '==' compares", primary: Label(place),
      fixIts: [FixIt("write '=='", replace: place, with: "==")])
  }

  static func equalsForLabel(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "equals-for-label", message: "a named argument is written with ':'", primary: Label(place),
      fixIts: [FixIt("write ':'", replace: place, with: ":")])
  }

  static func assignment(
    to name: String, changes: Bool, at place: SourceLocation, insertion: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "assignment", message: "values do not change, so '\(name)' cannot be assigned to", primary: Label(place),
      notes: changes ? ["give the new value a new name with let"] : [],
      fixIts: changes ? [] : [FixIt("for a new value, write let \(name) = …", replace: insertion, with: "let ")])
  }

  static func foreignOperator(_ text: String, meant: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "foreign-operator", message: "'\(text)' is written '\(meant)'", primary: Label(place),
      fixIts: [FixIt("write '\(meant)'", replace: place, with: meant)])
  }

  static func chainedComparison(
    _ middle: String, first: SourceLocation, second: SourceLocation, end: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      code: "chained-comparison", message: "a comparison cannot be compared again",
      primary: Label(second, "the second comparison"), related: [Label(first, "the first")],
      fixIts: [FixIt("compare '\(middle)' twice", replace: end, with: " && \(middle)")])
  }

  static func ternary(
    _ condition: String, _ first: String, _ second: String?, at question: SourceLocation, whole: SourceLocation
  ) -> Diagnostic {
    let replacement = "if \(condition) { \(first) } else { \(second ?? "…") }"
    return Diagnostic(
      code: "ternary", message: "a choice is written with if and else", primary: Label(question),
      notes: second == nil ? ["write \(replacement)"] : [],
      fixIts: second == nil ? [] : [FixIt("write \(replacement)", replace: whole, with: replacement)])
  }

  static func loop(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "loop", message: "there are no loops, so '\(word)' means nothing", primary: Label(place),
      notes: ["a kernel says what happens to one pixel; every pixel gets it"])
  }

  static func returnOutside(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "return-outside", message: "'return' stands in a kernel or a function", primary: Label(place),
      fixIts: [FixIt("for what the recipe gives, write output", replace: place, with: "output")])
  }

  static func methodCall(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "method-call", message: "'\(name)' cannot be called behind a point", primary: Label(place),
      notes: ["write value |> \(name)(…), or \(name)(value, …)"])
  }

  static func subscripted(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "subscript", message: "values have no numbered parts", primary: Label(place),
      notes: ["channels are .r, .g, .b and .a; a vec2 has .x and .y"])
  }

  static func tuple(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "tuple", message: "parentheses hold one value", primary: Label(place),
      notes: ["for a color, write rgb(r, g, b)"])
  }

  static func halfOpenRange(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "half-open-range", message: "a range has both its bounds", primary: Label(place),
      fixIts: [FixIt("delete '<'", replace: place, with: "")])
  }

  static func keywordAsName(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a name", primary: Label(place),
      notes: [
        "take another name, such as \(word == "let" ? "amount" : "my" + word.prefix(1).uppercased() + word.dropFirst())"
      ])
  }

  static func keywordAsValue(_ word: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "keyword-as-name", message: "'\(word)' is a keyword and cannot be a word of the header",
      primary: Label(place), fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(word)\"")])
  }

  static func unquotedLookName(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unquoted-name", message: "a look's name is a text in quotes", primary: Label(place),
      fixIts: [FixIt("put it in quotes", replace: place, with: "\"\(name)\"")])
  }

  static func hyphenatedName(_ name: String, at place: SourceLocation) -> Diagnostic {
    let parts = name.split(separator: "-")
    let camelCase = parts.prefix(1) + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return Diagnostic(
      code: "hyphenated-name", message: "'-' subtracts, so a name cannot have one", primary: Label(place),
      notes: ["names are camelCase"],
      fixIts: [FixIt("write \(camelCase.joined())", replace: place, with: camelCase.joined())])
  }
}
