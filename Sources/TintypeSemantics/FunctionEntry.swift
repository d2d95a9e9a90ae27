import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

/// A kernel or function as its declaration says, and how far it has been checked.
struct FunctionEntry {
  /// One of its inputs.
  struct Input {
    let name: String
    /// nil when the text names no type there is.
    let type: InputType?
    let location: SourceLocation
    let defaultValue: ExpressionSyntax?
    /// The numbers of the default, known once the body has been checked.
    var defaultLanes: [Double]?
  }

  enum State {
    case unchecked
    /// Its body is being checked: meeting it now means it calls itself.
    case checking
    case good
    /// It has been reported; calls of it are silent.
    case bad
  }

  let syntax: FunctionSyntax
  let name: String
  /// The module that declares it.
  let module: Int
  var inputs: [Input] = []
  var result: ValueType?
  var state = State.unchecked
  /// Whether two of its inputs have the same name.
  var hasDuplicateInputs = false

  /// Whether every type in its declaration is one, and every name its own.
  var hasGoodSignature: Bool {
    !hasDuplicateInputs && result != nil && inputs.count == syntax.parameters.count
      && inputs.allSatisfy { $0.type != nil }
  }

  var kind: String { syntax.isKernel ? "kernel" : "function" }
}

/// What an input of a kernel takes.
enum InputType: Equatable {
  /// A value that the caller passes.
  case value(ValueType)
  /// The place of the pixel, which the call knows by itself.
  case position

  static let positionName = "position"
}

/// A constant at the top level of a recipe or of the library.
struct ConstantEntry {
  /// What is known of its value.
  enum Content {
    case unchecked
    case checking
    /// Numbers, and so usable inside kernels.
    case constant([Double], ValueType)
    /// Something that depends on parameters or pictures, and so on the instance.
    case dependent
    case bad
  }

  let syntax: ConstantSyntax
  /// The module that declares it.
  let module: Int
  var content = Content.unchecked
}
