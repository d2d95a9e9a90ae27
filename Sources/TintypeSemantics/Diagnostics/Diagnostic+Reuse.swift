import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Recipes that build on other recipes.
extension Diagnostic {

  // MARK: Finding files

  /// - Parameter isShipped: whether it can be no other.
  static func unknownRecipe(_ path: TokenSyntax, nearest: String?, isShipped: Bool = false) -> Diagnostic {
    let file = path.text.filter { $0 != "\"" }
    let isForeign = !isShipped && nearest == nil && file.split(separator: ".").count > 1
    return Diagnostic(
      code: "unknown-recipe", "no recipe called \(path.text) comes with the program", at: path.location,
      nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: isForeign
        ? (file.hasSuffix(".cube")
          ? ["a table is a constant: let film = lut \(path.text), and lookup(source, film)"] : [])
          + ["tables, presets and looks of other programs become a recipe by: tintype import \(file) -o look.tint"]
        : ["'tintype list' names those"] + (isShipped ? [] : ["a recipe of your own is named with its .tint"]),
      fixIts: [nearest.map { FixIt("write '\($0)'", replace: path.location, with: "\"\($0)\"") }])
  }

  static func missingFile(
    _ name: String, nearest: String?, isSetting: Bool = false, at place: SourceLocation
  ) -> Diagnostic {
    let written = place.text.filter { $0 != "\"" }
    let folder = written.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let fix = nearest.map { "\"\((folder + [$0[...]]).joined(separator: "/"))\"" }
    return Diagnostic(
      code: "missing-file", "there is no file '\(name)'", at: place, nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: nearest == nil && !isSetting ? ["paths start at the folder of the recipe"] : [],
      fixIts: [fix.map { FixIt("write \($0)", replace: place, with: $0) }])
  }

  /// `"grain.tint"`, where there is no such file.
  static func shippedFile(_ name: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "missing-file", "there is no file '\(name).tint'", at: place,
      notes: ["'\(name)' comes with the program, and is named without .tint"],
      fixIts: [FixIt("write \"\(name)\"", replace: place, with: "\"\(name)\"")])
  }

  static func unreadableFile(_ name: String, _ reason: String, at place: SourceLocation) -> Diagnostic {
    Diagnostic(code: "unreadable-file", "'\(name)' cannot be read", at: place, notes: [reason])
  }

  static let noFolder = Mistake(
    code: "no-folder", "this recipe has no folder to resolve a path in",
    notes: [
      "an expression or text without a file name reads no files: save it as a recipe beside them, or declare "
        + "param plate: picture and give --picture plate=FILE",
      "recipes that come with the program are used by name, without .tint",
    ])

  static func badPath(_ problem: RecipePath.Problem, at place: SourceLocation) -> Diagnostic {
    let parts = place.text.split { "\\/".contains($0) }
    // `"C:\tables\film.cube"` is absolute, and has a tabulator for the parser.
    let isWindows = place.text.contains("\\")
    let isAbsolute = problem == .absolute || isWindows && place.text.contains(":")
    let problem = isAbsolute ? .absolute : isWindows ? .backslash : problem
    let (reason, fix): (String, String?) =
      switch problem {
      case .noFile: ("this names no file", nil)
      case .absolute:
        ("a recipe names files by paths relative to its own folder", parts.count > 1 ? "\"\(parts.last!)" : nil)
      case .backslash: ("folders are separated by '/'", parts.joined(separator: "/"))
      case .leavesFolder: ("a recipe cannot read files outside of its own folder", nil)
      case .controlCharacter: ("this has a character that no file name has", nil)
      }
    return Diagnostic(
      code: "bad-path", reason, at: place,
      notes: problem == .leavesFolder || problem == .absolute ? ["put the file beside the recipe, or below it"] : [],
      fixIts: [fix.map { FixIt("write \($0)", replace: place, with: $0, problem == .backslash ? .safe : .unsafe) }])
  }

  static func recipeCycle(_ path: TokenSyntax, through names: [String]) -> Diagnostic {
    Diagnostic(
      code: "recipe-cycle", "\(path.text) uses itself", at: path.location,
      notes: ["the cycle is \(names.joined(separator: " -> "))", "move what both need into a third file"])
  }

  static func tooManyRecipes(_ path: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "too-many-recipes",
      "a recipe leads to at most \(CheckLimits.files) files, \(CheckLimits.loadingDepth) inside one another",
      at: path.location, "not read")
  }

  // MARK: extends

  static let duplicateExtends = Mistake(
    code: "duplicate-extends", "a recipe extends one other", notes: ["'use' takes parts of any number of recipes"])

  static func extendsNoLook(_ path: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "extends-no-look", "\(path.text) declares kernels, and no look to extend", at: path.location,
      notes: ["for its kernels write: use \(path.text) as name"])
  }

  static func overrideDiffers(_ place: SourceLocation, _ what: String, base: SourceLocation?) -> Diagnostic {
    Diagnostic(
      code: "override-differs", "\(what), as in the recipe that this one extends", at: place,
      related: [base.map { Label($0, "declared here") }])
  }

  static func overrideDiffersInShape(_ name: TokenSyntax, _ base: FunctionSyntax, _ old: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "override-differs", "'\(name.text)' keeps its inputs and its result from the recipe that this one extends",
      at: name.location, related: [Label(old.location, "declared here")],
      notes: ["it is declared as: \(base.signatureText)"])
  }

  static func overrideOfAnotherKind(_ name: TokenSyntax, _ old: TokenSyntax) -> Diagnostic {
    Diagnostic(
      code: "override-differs", "'\(name.text)' is another kind of declaration in the recipe that this one extends",
      at: name.location, "choose another name", related: [Label(old.location, "declared here")])
  }

  // MARK: set and variant

  static func setOfOwnParameter(_ setting: SettingSyntax, _ parameter: ParameterSyntax) -> Diagnostic {
    let value = setting.value.text
    let place = parameter.defaultValue?.location ?? parameter.location
    return Diagnostic(
      code: "set-of-own-parameter", "'\(setting.name)' is declared in this file: change its default instead",
      at: setting.nameLocation, related: [Label(place, "write \(value) here")])
  }

  static func duplicateSetting(_ setting: SettingSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-setting", "'\(setting.name)' is set twice", at: setting.nameLocation,
      related: [Label(first, "first here")])
  }

  static func duplicateVariant(_ syntax: VariantSyntax, first: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "duplicate-variant", "there are two variants called \(syntax.name?.text ?? "")",
      at: syntax.name?.location ?? syntax.location,
      related: [Label(first, "the first is here")])
  }

  static func parameterNotOpen(_ setting: SettingSyntax) -> Diagnostic {
    Diagnostic(
      code: "parameter-not-open", "the recipe sets '\(setting.name)' itself, or does not use it",
      at: setting.nameLocation, notes: ["omit it where the look is called, and it can be set"])
  }

  // MARK: use

  static func lookWithoutCall(_ syntax: NameSyntax) -> Diagnostic {
    Diagnostic(
      code: "look-without-call", "'\(syntax.name)' is a recipe; apply it to an image",
      at: syntax.location, notes: ["for example: source |> \(syntax.name)()"])
  }

  static func notALook(_ call: CallSyntax, functions: [String]) -> Diagnostic {
    Diagnostic(
      code: "not-a-look", "'\(call.callee)' declares kernels, and no look to apply", at: call.calleeLocation,
      notes: functions.isEmpty ? [] : ["it has \(list(functions.map { "\(call.callee).\($0)" }, "and"))"])
  }

  static func unknownInRecipe(
    _ name: TokenSyntax, _ what: String, path: [String], nearest: String?, isLook: Bool = false
  ) -> Diagnostic {
    let recipe = path.joined(separator: ".")
    return Diagnostic(
      code: "unknown-in-recipe", "'\(recipe)' has no \(what) '\(name.text)'", at: name.location, nearest: nearest,
      notes: isLook ? ["the look itself is called by its name here: \(recipe)(source)"] : [])
  }

  static func privateName(_ name: TokenSyntax, _ declaration: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "private-name", "'\(name.text)' is for its own recipe only, as its name begins with '_'",
      at: name.location, related: [Label(declaration, "declared here")],
      notes: ["give it a name without '_' there to use it elsewhere"])
  }

  static func memberNotVisibleInKernel(_ name: TokenSyntax, _ declaration: SourceLocation) -> Diagnostic {
    Diagnostic(
      code: "not-visible-in-kernel",
      "'\(name.text)' depends on the picture or a parameter, and a kernel or function sees only its own inputs",
      at: name.location, related: [Label(declaration, "declared here")],
      notes: ["make it an input, and pass it with each call"])
  }

  static func unboundedArgument(
    at place: SourceLocation, of what: String, isTopLevel: Bool = true
  ) -> Diagnostic {
    let fix = FixIt("cut it to the photo", replace: place, with: "crop(\(place.text), to: source.bounds)")
    return Diagnostic(
      code: "unbounded-argument",
      "\(what) works on an image with edges, and this is made of generators and placed pictures only",
      at: place, fixIts: isTopLevel ? [fix] : [])
  }

  static func kernelOfAnotherSpace(_ call: CallSyntax, _ theirs: WorkingSpace, _ ours: WorkingSpace) -> Diagnostic {
    Diagnostic(
      code: "working-space-differs",
      "'\(call.callee)' works on \(theirs.rawValue) values, and this recipe has \(ours.rawValue) ones",
      at: call.calleeLocation,
      notes: ["applying the whole look converts colors; to call its kernels, use the same 'working' in both recipes"])
  }

  static func colorOfAnotherSpace(at place: SourceLocation, _ space: WorkingSpace) -> Diagnostic {
    Diagnostic(
      code: "working-space-differs",
      "the colors of the used look are in \(space.rawValue), and this one is in this recipe's working space", at: place,
      notes: ["write the color itself here, for example #c08060"])
  }

  /// `isOfUnit`: whether the argument has the unit of the range and no other, so that a clamp helps.
  static func argumentMayLeaveRange(
    at place: SourceLocation, _ parameter: Parameter, _ range: ClosedRange<Double>, _ role: String, isOfUnit: Bool
  ) -> Diagnostic {
    let (low, high) = (parameter.spelledBound(range.lowerBound), parameter.spelledBound(range.upperBound))
    let clamped = "clamp(\(place.text), \(low), \(high))"
    let canClamp = isOfUnit && (parameter.type.isNumeric || parameter.type.isQuantity)
    return Diagnostic(
      code: "may-leave-range", "\(role) lies in \(parameter.spelled(range)), and this can be set beyond", at: place,
      notes: canClamp
        ? ["or narrow the range of the parameter behind it"] : ["narrow the range of the parameter behind it"],
      fixIts: canClamp ? [FixIt("clamp it", replace: place, with: clamped)] : [])
  }
}

extension FunctionSyntax {
  /// The declaration without its body.
  fileprivate var signatureText: String {
    let file = location.file
    return file.text(in: Span(span.start, max(body.span.start, span.start))).split { $0.isWhitespace }
      .joined(separator: " ")
  }
}
