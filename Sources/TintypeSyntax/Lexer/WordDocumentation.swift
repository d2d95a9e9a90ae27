/// The documentation of a word of the language. Editors show it, and the manual's tables are generated from it.
public struct WordDocumentation: Sendable, Hashable {
  /// How it is written.
  public let form: String
  /// The documentation in Markdown.
  public let meaning: String

  package init(_ form: String, _ meaning: String) { (self.form, self.meaning) = (form, meaning) }
}

extension TokenKind {
  /// The documentation of a keyword; nil for any other kind.
  public var documentation: WordDocumentation? {
    switch self {
    case .tintype: WordDocumentation("tintype 1", "the edition of the language, first in every file")
    case .look: WordDocumentation("look \"name\" { … }", "the header: what the look is called, and what it is about")
    case .param: WordDocumentation("param name: type = default", "a value that is set from outside")
    case .let: WordDocumentation("let name = value", "a name for a value, in a file or in a body")
    case .var: WordDocumentation("var name = value", "a name in a body that may be assigned to")
    case .kernel: WordDocumentation("kernel name(c: rgb) -> rgb { … }", "what happens to the value at one pixel")
    case .function:
      WordDocumentation(
        "function name(x: scalar) -> scalar { … }", "the same for numbers and colors, or for whole images")
    case .image: WordDocumentation("image name = …", "a name for an image or a mask on the way to the output")
    case .output: WordDocumentation("output …", "the image that comes out")
    case .if: WordDocumentation("if condition { … } else { … }", "a choice, as a statement or as a value")
    case .else: WordDocumentation("else { … }", "the other branch of an `if`")
    case .for:
      WordDocumentation("for i in 1...4 { … }", "statements for each whole number of a range, both ends included")
    case .return: WordDocumentation("return value", "the result of a kernel or function")
    case .true: WordDocumentation("true", "the truth value of what holds")
    case .false: WordDocumentation("false", "the truth value of what does not hold")
    default: nil
    }
  }
}

extension InfixOperator {
  /// The documentation of the operator.
  public var documentation: WordDocumentation {
    switch self {
    case .or: WordDocumentation("a || b", "whether one of two conditions holds, or both")
    case .and: WordDocumentation("a && b", "whether both conditions hold")
    case .fallback: WordDocumentation("source.iso ?? 100", "the value, or the second one where a photo has none")
    case .less: WordDocumentation("a < b", "whether the first is less; of vectors, lane by lane")
    case .lessOrEqual: WordDocumentation("a <= b", "whether the first is not greater; of vectors, lane by lane")
    case .greater: WordDocumentation("a > b", "whether the first is greater; of vectors, lane by lane")
    case .greaterOrEqual: WordDocumentation("a >= b", "whether the first is not less; of vectors, lane by lane")
    case .equal: WordDocumentation("a == b", "whether both are equal; of vectors, lane by lane")
    case .notEqual: WordDocumentation("a != b", "whether they differ; of vectors, lane by lane")
    case .plus: WordDocumentation("a + b", "the sum, lane by lane; a number counts for each lane")
    case .minus: WordDocumentation("a - b", "the difference, lane by lane; `-a` is the negative")
    case .times:
      WordDocumentation("a * b", "the product, lane by lane; a matrix times a color is the color that it makes")
    case .divide: WordDocumentation("a / b", "the quotient, lane by lane")
    }
  }

  /// The documentation of `|>`, which joins steps.
  public static let pipe = WordDocumentation(
    "source |> blur(radius: 2%)", "the image on the left is the first argument of the step on the right")
}

extension DeclarationWord {
  /// The documentation of the declaration.
  public var documentation: WordDocumentation {
    switch self {
    case .use: WordDocumentation("use \"FILE.tint\" as name", "another recipe, as a step and for its declarations")
    case .extends: WordDocumentation("extends \"FILE.tint\"", "this recipe is a changed copy of another one")
    case .set:
      WordDocumentation("set name = value", "another default for a parameter of a recipe that is used or extended")
    case .variant: WordDocumentation("variant \"name\" { … }", "a set of other values, which `--variant` chooses")
    case .expect: WordDocumentation("expect neutral", "a promise about the look, which `tintype test` checks")
    }
  }
}

extension ConnectingWord {
  /// An example with the word, and the meaning of what follows it.
  public var documentation: WordDocumentation {
    switch self {
    case .as: WordDocumentation("use \"FILE.tint\" as name", "the name of the recipe that is used")
    case .within: WordDocumentation("expect neutral within 2", "the tolerance of a promise, a color difference")
    case .with: WordDocumentation("expect identity with strength = 0", "the settings under which a promise holds")
    case .from:
      WordDocumentation("expect distance from \"slide\" in 3...100", "the look that this one is compared with")
    }
  }
}

extension ClauseWord {
  /// The documentation of the clause.
  public var documentation: WordDocumentation {
    switch self {
    case .in:
      WordDocumentation(
        "in lower...upper", "the values that are allowed; enforced for defaults, `--set`, `set` and arguments")
    case .slider: WordDocumentation("slider lower...upper", "the range of the slider, where it is narrower")
    case .step: WordDocumentation("step 0.05", "how far one move of a slider goes")
    case .unit:
      WordDocumentation(
        "unit %",
        "what an app writes behind the number of a plain scalar, such as `ev`; a quantity such as `0.3ev` has its unit "
          + "already. `40%` with `unit %` is the number 40; without it, 0.4")
    case .group: WordDocumentation("group \"Tone\"", "the heading it is shown under")
    case .of: WordDocumentation("of fine, grainy", "the words of a `choice`, or the color that an `expect` measures")
    }
  }
}

extension UnitWord {
  /// What a number with the unit is.
  public var documentation: WordDocumentation {
    switch self {
    case .percent: WordDocumentation("2%", "hundredths: of the short side for a length, of 1 for a fraction")
    case .micrometers: WordDocumentation("65um", "micrometers on the film, a length")
    case .millimeters: WordDocumentation("1.2mm", "millimeters on the film, a length")
    case .pixels: WordDocumentation("3px", "pixels of the photo, a length")
    case .stops: WordDocumentation("-0.5ev", "stops of exposure: one is twice the light")
    case .kelvins: WordDocumentation("5600k", "kelvins of color temperature")
    case .degrees: WordDocumentation("30deg", "degrees of an angle")
    case .radians: WordDocumentation("0.5rad", "radians of an angle")
    }
  }
}
