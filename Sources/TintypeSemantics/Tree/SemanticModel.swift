package import TintypeDiagnostics
package import TintypeIR
package import TintypeSizes
import TintypeSyntax
package import TintypeTables

/// Recipes with resolved names and typed expressions: the input of lowering, and of an editor's queries.
package struct SemanticModel: Sendable {
  /// The library, the recipe that was asked for, and what is used.
  package internal(set) var modules = [Module(), Module()]
  package internal(set) var functions: [FunctionEntry] = []
  package internal(set) var constants: [ConstantEntry] = []
  package internal(set) var parameters: [ParameterEntry] = []
  package internal(set) var images: [ImageEntry] = []
  /// The tables that values of type `lut` stand for, in the order in which they were found.
  package internal(set) var tables: [ColorTable] = []
  /// The parameters that can be set, open ones of used looks among them, in the order in which the output needs them.
  package internal(set) var settable: [SettableParameter] = [] {
    didSet { settablePlaces = Dictionary(uniqueKeysWithValues: settable.enumerated().map { ($1.parameter.name, $0) }) }
  }
  /// Their positions by their dotted names.
  package private(set) var settablePlaces: [String: Int] = [:]
  package internal(set) var variants: [LookVariant] = []
  package internal(set) var expectations: [Expectation] = []
  /// The files in the order in which they were read.
  package internal(set) var files: [SourceFile] = []
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The file on which lints are wanted.
  package internal(set) var linted: SourceFile?

  /// What its compilation may take.
  package internal(set) var budget = CompileBudget()

  /// How many names have been compared with misspelled ones.
  package internal(set) var nameComparisons = 0

  /// Names outside of expressions, such as those of settings.
  var mentions: [(symbol: Symbol, location: SourceLocation)] = []

  package static let library = 0
  package static let recipe = 1

  /// The recipe that was asked for.
  package var recipe: Module { modules[Self.recipe] }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// The progress of typing a declaration at the top level.
package enum TypingState<Content: Sendable>: Sendable {
  case untyped
  /// In progress: a use now is a dependency on itself.
  case typing
  case typed(Content)

  var isTyping: Bool { if case .typing = self { true } else { false } }

  package var content: Content? { if case .typed(let content) = self { content } else { nil } }
}

/// A constant at the top level of a recipe or of the library.
package struct ConstantEntry: Sendable {
  let syntax: ConstantSyntax
  /// The module that declares it.
  package let module: Int
  var state = TypingState<TypedExpression>.untyped
  /// Its numbers where they are known from the text, by working space; those of a look are equal in both.
  var numbers: [WorkingSpace: [Double]] = [:]

  package var value: TypedExpression? { state.content }

  /// Whether it depends on parameters or pictures.
  package var isOpen: Bool { numbers.isEmpty }

  /// Its numbers in a working space; nil for what depends on parameters or pictures.
  package func numbers(in space: WorkingSpace) -> [Double]? { numbers[space] }
}

/// A parameter of a recipe.
package struct ParameterEntry: Sendable {
  let syntax: ParameterSyntax
  package let module: Int
  /// nil for a declaration with an error, and before it is typed.
  package internal(set) var parameter: Parameter?
  var state = TypingState<Void>.untyped
}

/// An image that a recipe declares.
package struct ImageEntry: Sendable {
  let syntax: ImageSyntax
  package let name: String
  package let module: Int
  var state = TypingState<TypedExpression>.untyped

  package var value: TypedExpression? { state.content }
}

/// A parameter of the whole look.
package struct SettableParameter: Sendable {
  /// Under its dotted name, with the default that the recipes on the way to it give it.
  package var parameter: Parameter
  /// The names by which `use` leads to the recipe that declares it.
  package let path: [String]
  /// Which one of that recipe.
  package let entry: Int
  /// The working space of that recipe.
  package let space: WorkingSpace
}
