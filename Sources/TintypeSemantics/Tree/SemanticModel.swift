package import TintypeDiagnostics
package import TintypeIR
import TintypeSyntax
package import TintypeTables

/// Recipes with what they mean: names resolved, expressions typed. What lowering writes out, and what an editor asks.
package struct SemanticModel: Sendable {
  /// The library, the recipe that was asked for, and what is used.
  package internal(set) var modules = [Module(), Module()]
  package internal(set) var functions: [FunctionEntry] = []
  package internal(set) var constants: [ConstantEntry] = []
  package internal(set) var parameters: [ParameterEntry] = []
  package internal(set) var images: [ImageEntry] = []
  /// The tables that values of type `lut` stand for.
  package var tables: [ColorTable] { tableCache.tables }
  /// What can be set, used looks' parameters that are left open among it, in the order in which the output needs them.
  package internal(set) var settable: [SettableParameter] = []
  package internal(set) var variants: [LookVariant] = []
  package internal(set) var expectations: [Expectation] = []
  /// The files in the order in which they were read.
  package internal(set) var files: [SourceFile] = []
  package internal(set) var diagnostics: [Diagnostic] = []
  /// The file on which lints are wanted.
  package internal(set) var linted: SourceFile?

  /// Names that stand in no expression, such as those that are set.
  var mentions: [(symbol: Symbol, location: SourceLocation)] = []
  var tableCache = TableCache()

  static let library = 0
  package static let recipe = 1

  /// The recipe that was asked for.
  package var recipe: Module { modules[Self.recipe] }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// How far something at the top level has been typed.
package enum TypingState<Content: Sendable>: Sendable {
  case untyped
  /// It is being typed: meeting it now means that it depends on itself.
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
  /// Its numbers where the text tells them, by what a color means; those of a look are the same in both.
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
  /// nil where the declaration makes no sense, and until it has been read.
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
  /// What a color means in that recipe.
  package let space: WorkingSpace
}
