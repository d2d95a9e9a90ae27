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
  var builder = ProgramBuilder()
  var diagnostics: [Diagnostic] = []

  var functions: [FunctionEntry] = []
  var functionNames: [String: Int] = [:]
  var constants: [ConstantEntry] = []
  var constantNames: [String: Int] = [:]

  /// What the recipe's declarations so far mean: parameters, images, and `source`.
  var names: [String: Operand] = [:]
  var declarations: [String: SourceLocation] = [:]
  /// Images that stand further below.
  var imagesBelow: [String: SourceLocation] = [:]
  var parameters: [Parameter] = []
  var header = LookHeader(workingSpace: .display)

  /// How many bodies are being read inside each other, and how many have been read in all.
  var callDepth = 0
  var callCount = 0
  var isTooLarge = false

  /// Whether a body is being checked for itself: the builder is then a scratch pad.
  var isInScratch = false

  /// Reporting is off while a checked body is read again.
  var isSilent = false

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
    case .value(let value): describe(builder[value].type)
    case .image: "an image"
    case .mask: "a mask"
    case .position: "a position"
    case .choice: "a choice"
    case .poison: "nothing"
    }
  }

  func describe(_ type: ValueType) -> String {
    switch type {
    case .scalar: "a scalar"
    case .bool: "a bool"
    case .vec2: "a vec2"
    case .rgb: "an rgb"
    case .rgba: "an rgba"
    case .rect: "a rectangle"
    case .length: "a length"
    case .angle: "an angle"
    case .ev: "a number of stops"
    case .kelvin: "a colour temperature"
    case .choice: "a choice"
    case .curve: "a curve"
    }
  }

  /// The numbers of a value that depends on nothing but the text, or nil.
  func constantLanes(_ value: Value) -> [Double]? {
    var known: [Value: [Double]?] = [:]
    return lanes(value)

    func lanes(_ value: Value) -> [Double]? {
      if let found = known[value] { return found }
      var operands: [[Double]] = []
      for operand in builder[value].operands {
        guard let found = lanes(operand) else {
          known[value] = .some(nil)
          return nil
        }
        operands.append(found)
      }
      let found = builder[value].meaning(of: operands)
      known[value] = .some(found)
      return found
    }
  }
}

/// Where an expression stands.
struct Surroundings {
  /// The names of a kernel's body; nil at the top level, where images are.
  var locals: [String: Operand]?

  /// Whether names that stand for images and parameters mean something here.
  var isTopLevel: Bool { locals == nil }

  static let topLevel = Surroundings(locals: nil)
}

/// What a checked recipe may not exceed.
enum CheckLimits {
  /// Instructions of a program.
  static let instructions = 65_536
  /// Bodies read inside each other.
  static let callDepth = 64
  /// Rounds of one loop.
  static let loopRounds = 256
  /// Bodies read in all.
  static let calls = 20_000
}
