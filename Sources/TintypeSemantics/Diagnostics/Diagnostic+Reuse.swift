import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Recipes that build on other recipes.
extension Diagnostic {

  // MARK: Finding files

  static func unknownRecipe(_ path: TokenSyntax, nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-recipe", message: "no recipe called \(path.text) comes with the program",
      primary: Label(path.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: ["a recipe of your own is named with its .tint"],
      fixIts: nearest.map { [FixIt("write '\($0)'", replace: path.location, with: "\"\($0)\"")] } ?? [])
  }

  static func missingFile(_ name: String, nearest: String?, at place: SourceLocation) -> Diagnostic {
    let written = place.file.text(in: place.span)
    let folder = written.dropFirst().dropLast().split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let fix = nearest.map { "\"\((folder + [$0[...]]).joined(separator: "/"))\"" }
    return Diagnostic(
      code: "missing-file", message: "there is no file '\(name)'",
      primary: Label(place, nearest.map { "did you mean '\($0)'?" } ?? ""),
      notes: nearest == nil ? ["paths start at the folder of the recipe"] : [],
      fixIts: fix.map { [FixIt("write \($0)", replace: place, with: $0)] } ?? [])
  }

  static func unreadableFile(_ name: String, _ reason: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "unreadable-file", message: "'\(name)' cannot be read", primary: Label(place), notes: [reason])
  }

  static func noFolder(at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "no-folder", message: "this recipe has no folder that a path could start at", primary: Label(place),
      notes: ["recipes that come with the program are used by name, without .tint"])
  }

  static func badPath(_ problem: RecipePath.Problem, at place: SourceLocation) -> Diagnostic {
    let written = place.file.text(in: place.span)
    let (reason, fix): (String, String?) =
      switch problem {
      case .noFile: ("this names no file", nil)
      case .absolute: ("a recipe names files by where they lie below its own folder", nil)
      case .backslash:
        ("folders are parted by '/'", String(written.map { $0 == "\\" ? "/" : $0 }).replacingDoubleSlashes)
      case .leavesFolder: ("a recipe reaches no files outside of its own folder", nil)
      case .controlCharacter: ("this holds a character that no file's name has", nil)
      }
    return Diagnostic(
      code: "bad-path", message: reason, primary: Label(place),
      notes: problem == .leavesFolder || problem == .absolute ? ["put the file beside the recipe, or below it"] : [],
      fixIts: fix.map { [FixIt("write \($0)", replace: place, with: $0, .safe)] } ?? [])
  }

  static func recipeCycle(_ path: TokenSyntax, through names: [String]) -> Diagnostic {
    Diagnostic(
      code: "recipe-cycle", message: "\(path.text) leads back to itself", primary: Label(path.location),
      notes: ["the cycle is \(names.joined(separator: " -> "))", "move what both need into a third file"])
  }

  static func tooManyRecipes(_ path: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "too-many-recipes",
      message: "a recipe leads to at most \(CheckLimits.files) files, \(CheckLimits.loadingDepth) inside one another",
      primary: Label(path.location, "not read any more"))
  }

  // MARK: extends

  static func duplicateExtends(at place: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-extends", message: "a recipe extends one other", primary: Label(place),
      related: [Label(first, "the first is here")], notes: ["'use' takes parts of any number of recipes"])
  }

  static func extendsNoLook(_ path: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "extends-no-look", message: "\(path.text) holds kernels, and no look that could be changed",
      primary: Label(path.location), notes: ["for its kernels write: use \(path.text) as name"])
  }

  static func overrideDiffers(_ place: SourceLocation, _ what: String, base: SourceLocation?) -> Diagnostic {
    Diagnostic(
      code: "override-differs", message: "\(what), as in the recipe that this one extends", primary: Label(place),
      related: base.map { [Label($0, "declared here")] } ?? [])
  }

  static func overrideDiffersInShape(_ name: TokenSyntax, _ base: FunctionSyntax, _ old: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "override-differs",
      message: "'\(name.text)' takes and gives what it does in the recipe that this one extends",
      primary: Label(name.location), related: [Label(old.location, "declared here")],
      notes: ["there it is: \(base.signatureText)"])
  }

  static func overrideOfAnotherKind(_ name: TokenSyntax, _ old: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "override-differs", message: "'\(name.text)' is something else in the recipe that this one extends",
      primary: Label(name.location, "choose another name"), related: [Label(old.location, "declared here")])
  }

  // MARK: set and variant

  static func setOfOwnParameter(_ setting: SettingSyntax, _ parameter: ParameterSyntax) -> Diagnostic {
    let value = setting.value.text
    return Diagnostic(
      code: "set-of-own-parameter", message: "'\(setting.name)' is declared in this file, and its default stands there",
      primary: Label(setting.nameLocation), related: [Label(parameter.defaultValue.location, "write \(value) here")])
  }

  static func duplicateSetting(_ setting: SettingSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-setting", message: "'\(setting.name)' is set twice", primary: Label(setting.nameLocation),
      related: [Label(first, "first here")])
  }

  static func duplicateVariant(_ name: TokenSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-variant", message: "there are two variants called \(name.text)", primary: Label(name.location),
      related: [Label(first, "the first is here")])
  }

  static func parameterNotOpen(_ setting: SettingSyntax) -> Diagnostic {
    Diagnostic(
      code: "parameter-not-open", message: "the recipe itself says what '\(setting.name)' is, or does not need it",
      primary: Label(setting.nameLocation), notes: ["leave it out where the look is called, and it can be set"])
  }

  // MARK: use

  static func lookWithoutCall(_ syntax: NameSyntax) -> Diagnostic {
    Diagnostic(
      code: "look-without-call", message: "'\(syntax.name)' stands for a recipe, and is applied to an image",
      primary: Label(syntax.location), notes: ["for example: source |> \(syntax.name)()"])
  }

  static func notALook(_ call: CallSyntax, functions: [String]) -> Diagnostic {
    Diagnostic(
      code: "not-a-look", message: "'\(call.callee)' holds kernels, and no look that could be applied",
      primary: Label(call.calleeLocation),
      notes: functions.isEmpty ? [] : ["it has \(list(functions.map { "\(call.callee).\($0)" }, "and"))"])
  }

  static func unknownInRecipe(_ name: TokenSyntax, _ what: String, path: [String], nearest: String?) -> Diagnostic {
    Diagnostic(
      code: "unknown-in-recipe", message: "'\(path.joined(separator: "."))' has no \(what) '\(name.text)'",
      primary: Label(name.location, nearest.map { "did you mean '\($0)'?" } ?? ""),
      fixIts: FixIt.guess(nearest, at: name.location))
  }

  static func memberWithoutCall(_ name: TokenSyntax, path: [String]) -> Diagnostic {
    Diagnostic(
      code: "function-without-call", message: "'\(name.text)' is called with parentheses",
      primary: Label(name.location),
      notes: ["for example: \(path.joined(separator: ".")).\(name.text)(…)"])
  }

  static func memberNotVisibleInKernel(_ name: TokenSyntax, _ declaration: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "not-visible-in-kernel",
      message: "'\(name.text)' depends on the picture or a parameter, and a kernel sees only its own inputs",
      primary: Label(name.location), related: [Label(declaration, "declared here")],
      notes: ["make it an input of the kernel, and pass it where the kernel is called"])
  }

  static func unboundedArgument(at place: SourceLocation) -> Diagnostic {
    let text = place.file.text(in: place.span)
    return Diagnostic(
      code: "unbounded-argument", message: "a look works on an image with edges, and this is made of generators only",
      primary: Label(place),
      fixIts: [FixIt("cut it to the photo", replace: place, with: "crop(\(text), to: source.bounds)")])
  }

  static func kernelOfAnotherSpace(_ call: CallSyntax, _ theirs: WorkingSpace, _ ours: WorkingSpace) -> Diagnostic {
    Diagnostic(
      code: "working-space-differs",
      message: "'\(call.callee)' works on \(theirs.rawValue) values, and this recipe has \(ours.rawValue) ones",
      primary: Label(call.calleeLocation),
      notes: ["a look that is applied as a whole is converted; for its kernels both recipes say the same 'working'"])
  }

  static func colorOfAnotherSpace(at place: SourceLocation, _ space: WorkingSpace) -> Diagnostic {
    Diagnostic(
      code: "working-space-differs",
      message: "the used look means its colors in \(space.rawValue), and this one is of this recipe",
      primary: Label(place), notes: ["write the color itself here, for example #c08060"])
  }

  static func argumentOutOfRange(
    at place: SourceLocation, _ parameter: Parameter, _ range: ClosedRange<Double>, _ role: String
  ) -> Diagnostic {
    Diagnostic(
      code: "value-out-of-range", message: "\(role) lies in \(parameter.spelled(range))",
      primary: Label(place, "outside of \(parameter.spelled(range))"),
      notes: ["its default is \(parameter.spelled(parameter.defaultValue))"])
  }

  static func argumentMayLeaveRange(
    at place: SourceLocation, _ parameter: Parameter, _ range: ClosedRange<Double>, _ role: String
  ) -> Diagnostic {
    let clamped = "clamp(\(place.file.text(in: place.span)), \(range.lowerBound.spelled), \(range.upperBound.spelled))"
    let canClamp = parameter.type.isNumeric
    return Diagnostic(
      code: "may-leave-range", message: "\(role) lies in \(parameter.spelled(range)), and this can be set beyond",
      primary: Label(place),
      notes: canClamp
        ? ["or narrow the range of the parameter behind it"] : ["narrow the range of the parameter behind it"],
      fixIts: canClamp ? [FixIt("hold it inside", replace: place, with: clamped)] : [])
  }
}

extension FunctionSyntax {
  /// The declaration without its body.
  fileprivate var signatureText: String {
    let file = location.file
    return file.text(in: Span(span.start, max(body.span.start, span.start))).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

extension String {
  fileprivate var replacingDoubleSlashes: String {
    var result = self
    while let range = result.firstRange(of: "//") { result.replaceSubrange(range, with: "/") }
    return result
  }
}
