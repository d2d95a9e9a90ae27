import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

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
  /// Gives the files that the recipe names.
  var loader: any RecipeLoader = EmptyLoader()

  var functions: [FunctionEntry] = []
  var constants: [ConstantEntry] = []
  /// The library's functions and constants, and those of the recipe: neither can change what the other's names mean.
  var library = Scope()
  var own = Scope()

  /// What the recipe's parameters and images so far mean, and `source`.
  var names: [String: Operand] = [:]
  /// The declarations of the recipe; the first one counts where there are several of a name.
  var declarations: [String: SourceLocation] = [:]
  /// Parameters and images that stand further below, or are being declared.
  var below: [String: SourceLocation] = [:]
  /// The parameter or image that is being declared.
  var declaring: String?
  /// Names whose declaration has been reported: whatever is done with them is silent.
  var distrustedNames: Set<String> = []
  var distrustedFunctions: Set<String> = []
  var parameters: [Parameter] = []
  /// Images by name, in order, for people who ask what happens on the way.
  var images: [NamedImage] = []
  var header = LookHeader(workingSpace: .display)

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

  /// Reporting is off while a checked body is read again.
  var isSilent = false

  /// Whether a value from outside of any recipe is read: there are no names.
  var isSetting = false

  var builder: ProgramBuilder {
    get { draft.builder }
    _modify { yield &draft.builder }
  }

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
    case .choice: "a choice"
    case .poison: "nothing"
    }
  }

  /// The numbers of a value that depends on nothing but the text, or nil.
  mutating func constantLanes(_ value: Value) -> [Double]? { draft.constantLanes(value) }

  /// The candidate a misspelt name most probably meant; no longer looked for when a text is wrong all over.
  func nearest(to name: String, among candidates: [String]) -> String? {
    diagnostics.count < CheckLimits.diagnostics ? nearestName(to: name, among: candidates) : nil
  }

  /// Goes one level deeper into the text; nil, and reported, when that is too deep or all of it too much.
  mutating func deeper<Result>(at place: SourceLocation, _ work: (inout Checker) -> Result) -> Result? {
    (depth, stepCount) = (depth + 1, stepCount + 1)
    defer { depth -= 1 }
    guard depth <= CheckLimits.depth, stepCount <= CheckLimits.steps else {
      reportTooLarge(at: place)
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
  /// The numbers of the first so many values, where the text alone tells them.
  private var known: [[Double]?] = []

  /// The numbers of a value that depends on nothing but the text, or nil.
  mutating func constantLanes(_ value: Value) -> [Double]? {
    while known.count <= value.index {
      let instruction = builder.instructions[known.count]
      let operands = instruction.operands.compactMap { known[$0.index] }
      known.append(operands.count == instruction.operands.count ? instruction.meaning(of: operands) : nil)
    }
    return known[value.index]
  }
}

/// The functions and constants that a file declares, by name.
struct Scope {
  var functions: [String: Int] = [:]
  var constants: [String: Int] = [:]
}

/// Where an expression stands.
struct Surroundings {
  /// The names of a kernel's body; nil at the top level, where images are.
  var locals: [String: Operand]?

  /// Names that would have a value if a block outside of a kernel could give them one.
  var poisoned: Set<String> = []

  /// Whether it stands in the library, which does not see what a recipe declares.
  var isLibrary = false

  /// Whether names that stand for images and parameters mean something here.
  var isTopLevel: Bool { locals == nil }

  static let topLevel = Surroundings()

  /// The top level of the library or of the recipe.
  static func topLevel(isLibrary: Bool) -> Surroundings { Surroundings(isLibrary: isLibrary) }
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
  /// Diagnostics of one file.
  static let diagnostics = 200
}
