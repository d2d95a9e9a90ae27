import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLettering
import TintypeSyntax
import TintypeTables

/// Checks a recipe: finds out what each name means and what each expression is, reports what makes no sense, and builds
/// the program as it goes.
///
/// A kernel's body is checked once for itself, with inputs nobody knows; at each call it is then read again, silently, with
/// the values at hand, so that the program has no calls left.
struct Checker {
  /// What is being built: the look's program, or a scratch pad while a body is checked for itself.
  var draft = Draft()
  /// The look's program while ``draft`` is a scratch pad.
  private var setAside: Draft?
  var diagnostics: [Diagnostic] = []
  /// What the parser had to say.
  var syntaxDiagnostics: [Diagnostic] = []
  /// Gives the files that the recipe names.
  var loader: any RecipeLoader = EmptyLoader()
  /// The tables that the recipe names.
  var tableCache = TableCache()
  /// The fonts that a recipe names, each read once; nil for one that has been reported.
  var fonts: [RecipePath: LetterFont?] = [:]

  var functions: [FunctionEntry] = []
  var constants: [ConstantEntry] = []
  /// The library, the recipe that is checked, and what is used.
  var modules = [Module(), Module()]
  /// The files that have been read, and the modules that some of them are.
  var recipes: [RecipeIdentity: RecipeSyntax] = [:]
  var loaded: [RecipeIdentity: Int] = [:]
  /// The files whose modules are being checked, each needed by the one before it.
  var loading: [RecipeIdentity] = []
  /// What of the library nothing has needed so far.
  var libraryIndex = LibraryIndex([])
  /// The files in the order in which they were read.
  var files: [SourceFile] = []
  static let library = 0
  static let recipe = 1

  /// The module at work.
  var instance = Instance(of: Checker.recipe)
  /// The module that the paths of settings start from.
  var root = Checker.recipe
  var parameters: [Parameter] = []
  /// The parameters of used looks that have been needed, by path.
  var imported: [String: ImportedParameter] = [:]
  /// Images by name, in order, for people who ask what happens on the way.
  var images: [NamedImage] = []

  /// How many bodies are being read inside each other, how many expressions and blocks, and how many have been in all.
  var callDepth = 0
  var depth = 0
  var stepCount = 0
  var isTooLarge = false
  /// The call that is written out, where one is.
  var outermostCall: SourceLocation?

  /// What is being read that has to be known from the text alone.
  var numberRole: String?

  /// Where the picture is that a place is being read in.
  var placeBounds: Value?

  /// The file on which advice is wanted, and what it takes to give it; nil where nobody asked.
  var linted: LintedFile?

  /// Reporting is off while a checked body is read again.
  var isSilent = false

  /// What a color literal means, where that is not the working space of the module at work.
  var literalSpace: WorkingSpace?

  /// Whether a value from outside of any recipe is read: there are no names.
  var isSetting = false

  var module: Module {
    get { modules[instance.module] }
    _modify { yield &modules[instance.module] }
  }

  var header: LookHeader {
    get { module.header }
    _modify { yield &module.header }
  }

  var names: [String: Operand] {
    get { instance.names }
    _modify { yield &instance.names }
  }

  var builder: ProgramBuilder {
    get { draft.builder }
    _modify { yield &draft.builder }
  }

  /// Whether what is written now belongs to no look.
  var isOnScratchPad: Bool { setAside != nil }

  /// Writes on a scratch pad.
  mutating func onScratchPad<Result>(_ work: (inout Checker) -> Result) -> Result {
    var outer = Draft()
    swap(&draft, &outer)
    guard setAside == nil else {
      let result = work(&self)
      draft = outer
      return result
    }
    setAside = outer
    outer = Draft()
    let result = work(&self)
    if let program = setAside.take() { draft = program }
    return result
  }

  /// Writes into the look's program, also from inside a body: constants and defaults stand at the top level.
  mutating func onProgram<Result>(_ work: (inout Checker) -> Result) -> Result {
    guard var scratch = setAside.take() else { return work(&self) }
    swap(&draft, &scratch)
    let result = work(&self)
    swap(&draft, &scratch)
    setAside = scratch
    return result
  }

  /// Builds another program beside this one, of which nothing is kept.
  mutating func separately<Result>(_ work: (inout Checker) -> Result) -> Result {
    let outer = (draft, setAside, parameters, imported, images, instance, root)
    (draft, setAside, parameters, imported, images) = (Draft(), nil, [], [:], [])
    defer { (draft, setAside, parameters, imported, images, instance, root) = outer }
    return work(&self)
  }

  mutating func report(_ diagnostic: Diagnostic) {
    if !isSilent { diagnostics.append(diagnostic) }
  }

  /// Reports, and stands in for what could not be understood.
  mutating func poison(_ diagnostic: Diagnostic) -> Operand {
    report(diagnostic)
    return .poison
  }

  /// A value of a type whose numbers are known.
  mutating func known(_ lanes: [Double], _ type: ValueType) -> Value {
    type == .curve ? builder.curve(lanes) : builder.constant(lanes, type)
  }

  /// The name, followed by what the language calls it.
  func describe(_ operand: Operand) -> String {
    switch operand {
    case .value(let value): builder[value].type.described
    case .image: "an image"
    case .mask: "a mask"
    case .position: "a position"
    case .place: "a place"
    case .choice, .selection: "a choice"
    case .poison: "nothing"
    }
  }

  /// The numbers of a value that depends on nothing but the text, or nil.
  mutating func constantLanes(_ value: Value) -> [Double]? { draft.constantLanes(value, tables: tableCache.tables) }

  /// The candidate a misspelled name most probably meant; no longer looked for when a text is wrong all over.
  func nearest(to name: String, among candidates: @autoclosure () -> [String]) -> String? {
    diagnostics.count < CheckLimits.diagnostics ? nearestName(to: name, among: candidates()) : nil
  }

  /// Goes one level deeper into the text; nil, and reported, when that is too deep or all of it too much.
  mutating func deeper<Result>(
    at place: @autoclosure () -> SourceLocation, _ work: (inout Checker) -> Result
  ) -> Result? {
    (depth, stepCount) = (depth + 1, stepCount + 1)
    defer { depth -= 1 }
    guard depth <= CheckLimits.depth, stepCount <= CheckLimits.steps else {
      reportTooLarge(at: place())
      return nil
    }
    return work(&self)
  }

  /// Also from inside a body that is read silently: whoever wrote it has to know.
  mutating func reportTooLarge(at place: SourceLocation) {
    if !isTooLarge { diagnostics.append(.tooLarge(at: outermostCall ?? place)) }
    isTooLarge = true
  }
}

/// A program in the making.
struct Draft {
  var builder = ProgramBuilder()
  /// What the text wrote where.
  var origins = OriginMap()
  /// The numbers of the first so many values, where the text alone tells them.
  private var known: [[Double]?] = []

  /// The numbers of a value that depends on nothing but the text, or nil.
  mutating func constantLanes(_ value: Value, tables: [ColorTable]) -> [Double]? {
    while known.count <= value.index {
      let instruction = builder.instructions[known.count]
      let operands = instruction.operands.compactMap { known[$0.index] }
      known.append(
        operands.count == instruction.operands.count ? instruction.meaning(of: operands, tables: tables) : nil)
    }
    return known[value.index]
  }
}

/// Where an expression stands.
struct Surroundings {
  /// The names of a kernel's body; nil at the top level, where images are.
  var locals: [String: Operand]?

  /// Names that would have a value if a block outside of a kernel could give them one.
  var poisoned: Set<String> = []

  /// The module in whose text it stands.
  var module: Int

  /// Whether names that stand for images and parameters mean something here.
  var isTopLevel: Bool { locals == nil }

  /// The top level of a module.
  static func topLevel(of module: Int) -> Surroundings { Surroundings(module: module) }
}

/// What a checked recipe may not exceed.
enum CheckLimits {
  /// Instructions of a program.
  static let instructions = 65_536
  /// Bodies read inside each other.
  static let callDepth = 64
  /// Rounds of one loop.
  static let loopRounds = 256
  /// Expressions and blocks read inside each other, those of called bodies among them.
  static let depth = 400
  /// Expressions and blocks read in all.
  static let steps = 200_000
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
  static let diagnostics = 200
}
