import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSizes
import TintypeSyntax
import TintypeTables
import TintypeText

/// Resolves the names of a recipe and types its expressions, each once, and reports every error.
struct Analyzer {
  /// The result so far.
  var model = SemanticModel()
  var diagnostics: [Diagnostic] = []
  /// The diagnostics of the parser.
  var syntaxDiagnostics: [Diagnostic] = []
  /// Loads the files that the recipe names; without one it can name none.
  var loader: (any RecipeLoader)?
  /// The fonts and tables that recipes name, tables by their position in the model; nil for a file with an error.
  var fonts: [RecipePath: LetterFont?] = [:]
  var tables: [RecipePath: Int?] = [:]

  /// The parsed files, and the modules of those that are used.
  var recipes: [RecipeIdentity: RecipeSyntax] = [:]
  var loaded: [RecipeIdentity: Int] = [:]
  /// The files whose modules are being typed, each needed by the one before it.
  var loading: [RecipeIdentity] = []
  /// Knows what comes with the program; nil while the library itself is declared.
  var library: RecipeLibrary?
  /// The files of the library that the recipe needs.
  var wanted: Set<Int> = []

  /// The module whose text is being typed.
  var current = SemanticModel.recipe
  /// The body that is being typed; nil at the top level.
  var body: BodyInProgress?
  /// Functions that were called and whose bodies have not been typed yet.
  var uncheckedBodies: [Int] = []
  /// The calls at the top level, each with its callee.
  var calls: [(callee: Int, syntax: CallSyntax)] = []

  /// The expressions that have been typed inside the one that is being typed.
  private var parts: [TypedExpression] = []

  /// The nesting of expressions and blocks, and their number in all.
  private var depth = 0
  private var stepCount = 0
  private(set) var isTooLarge = false

  /// The role of the constant that is being typed, for diagnostics; nil outside of constants.
  var numberRole: String?
  /// Whether the place of a sample is being typed.
  var isReadingPlace = false
  /// The working space of color literals, where it is not that of the module.
  var literalSpace: WorkingSpace?
  /// Whether a setting from outside of a recipe is typed, in which no names are in scope.
  var isSetting = false
  /// Whether such a setting outside of its range becomes the nearest value in it.
  var clampsSettings = false

  var module: Module {
    get { model.modules[current] }
    _modify { yield &model.modules[current] }
  }

  /// Runs `work` in the context of another module.
  mutating func inside<Result>(_ index: Int, _ work: (inout Analyzer) -> Result) -> Result {
    let outer = (current, body, numberRole, isReadingPlace, literalSpace, parts)
    (current, body, numberRole, isReadingPlace, literalSpace, parts) = (index, nil, nil, false, nil, [])
    defer { (current, body, numberRole, isReadingPlace, literalSpace, parts) = outer }
    return work(&self)
  }

  mutating func report(_ diagnostic: Diagnostic) {
    _ = model.budget.holds(CompileCosts.diagnostic)
    diagnostics.append(diagnostic)
  }

  /// The first item of each name; the others are reported.
  ///
  /// - Parameters:
  ///   - name: the name of an item and its place; nil for an item that is left out.
  ///   - duplicate: what is wrong with an item whose name has stood at a place.
  mutating func distinct<Item>(
    _ items: [Item], by name: (Item) -> (text: String, place: SourceLocation)?,
    else duplicate: (Item, SourceLocation) -> Diagnostic
  ) -> [Item] {
    var places: [String: SourceLocation] = [:]
    return items.filter { item in
      guard let (text, place) = name(item) else { return false }
      if let first = places[text] { report(duplicate(item, first)) }
      return places.updateValue(places[text] ?? place, forKey: text) == nil
    }
  }

  /// Reports an error. What is thrown ends the typing of an expression or declaration that makes no sense.
  mutating func reported(_ diagnostic: Diagnostic) -> Reported {
    report(diagnostic)
    return Reported()
  }

  /// Types an expression; where that throws, it is of unknown type and has the parts that are understood.
  ///
  /// - Parameter count: how many expressions that have been typed just before are parts of it.
  mutating func attempt(
    at place: SourceLocation, after count: Int = 0,
    _ work: (inout Analyzer) throws(Reported) -> TypedExpression
  ) -> TypedExpression {
    let start = parts.count - count
    let result: TypedExpression
    do throws(Reported) { result = try work(&self) } catch { result = .unknown(at: place, Array(parts[start...])) }
    parts.replaceSubrange(start..., with: [result])
    return result
  }

  /// An expression whose type is known.
  func known(_ expression: TypedExpression) throws(Reported) -> TypedExpression {
    if expression.type.isUnknown { throw Reported() }
    return expression
  }

  /// The candidate that is most similar to a misspelled name. A search compares with all declared names, so a limit
  /// bounds the number of suggestions.
  mutating func nearest(to name: String, among candidates: [String]) -> String? {
    guard isWorthComparing else { return nil }
    model.nameComparisons += candidates.count
    return nearestName(to: name, among: candidates)
  }

  /// Whether misspelled names are still compared.
  var isWorthComparing: Bool {
    diagnostics.count < CheckLimits.diagnostics && model.nameComparisons < CheckLimits.nameComparisons
  }

  /// Counts one level of nesting while `work` runs; throws beyond the limits.
  mutating func deeper<Result>(
    at place: @autoclosure () -> SourceLocation, _ work: (inout Analyzer) throws(Reported) -> Result
  ) throws(Reported) -> Result {
    (depth, stepCount) = (depth + 1, stepCount + 1)
    defer { depth -= 1 }
    guard model.budget.holds(CompileCosts.expression) else {
      isTooLarge = true
      throw Reported()
    }
    guard depth <= CheckLimits.depth, stepCount <= CheckLimits.steps else {
      if !isTooLarge { report(.tooLarge(at: place())) }
      isTooLarge = true
      throw Reported()
    }
    return try work(&self)
  }
}

/// Thrown after an error has been reported.
struct Reported: Error {}

/// The names that are in scope of an expression.
struct Scope {
  /// The names of a body, as positions among its locals; nil at the top level.
  var locals: [String: Int]?

  /// Whether it is the body of a function over images.
  var isOverPictures = false

  /// Names that `let` declares in a block outside of a kernel, where that is an error.
  var invalidNames: Set<String> = []

  var isTopLevel: Bool { locals == nil }

  /// Whether images are values there; if not, the colors of one pixel are.
  var hasPictures: Bool { isTopLevel || isOverPictures }

  static let topLevel = Scope()
}

/// The limits of a recipe.
package enum CheckLimits {
  /// Instructions of a program.
  package static let instructions = 65_536
  /// Steps of a program that read other pixels, each of which may take a pass of its own.
  package static let spatialSteps = 1_024
  /// Bodies written out inside each other.
  package static let callDepth = 64
  /// Rounds of one loop.
  static let loopRounds = 256
  /// Expressions and blocks inside each other; when the program is written out, those of called bodies among them.
  package static let depth = 400
  /// Expressions and blocks in all.
  package static let steps = 200_000
  /// Elements of a list.
  static let listElements = 64
  /// Comparisons of names with misspelled ones.
  package static let nameComparisons = 50_000
  /// Entries of all tables: three cubes of 129 have fewer.
  static let tableEntries = 8 << 20
  /// Bytes of one table's file.
  static let tableBytes = 128 << 20
  /// Bytes of one font's file: those of Chinese have some twenty million.
  static let fontBytes = 32 << 20
  /// Files that use or extend one another, one inside the other.
  static let loadingDepth = 16
  /// Files in all.
  static let files = 64
  /// Diagnostics of one check.
  package static let diagnostics = 200

  /// Analyses of the ranges of some instructions: the time of all is bounded.
  static func rangeAnalyses(of count: Int) -> Int { max(4, 200_000 / max(count, 1_000)) }
}
