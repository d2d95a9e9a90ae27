@_exported public import TintypeDiagnostics
@_exported public import TintypeLowering
@_exported public import TintypeRecipes
@_exported public import TintypeSemantics
@_exported public import TintypeSizes
import TintypeSyntax

/// Checks a recipe against the standard library.
///
/// - Parameters:
///   - source: the recipe.
///   - loader: finds the files that the recipe names; the default finds only what comes with the program.
///   - withLints: whether to report lints, which rendering does not need.
/// - Returns: the look, or nil if there are errors or the file only declares kernels for others; and all diagnostics.
public func compile(
  _ source: SourceFile, loader: any RecipeLoader = FolderLoader(for: nil), withLints: Bool = false
) -> (look: Look?, diagnostics: [Diagnostic]) {
  check(source, library: indexedLibrary, loader: loader, withLints: withLints)
}

/// Checks a recipe within a budget.
///
/// - Throws: why it ended early.
public func compile(
  _ source: SourceFile, loader: any RecipeLoader = FolderLoader(for: nil), withLints: Bool = false,
  within budget: CompileBudget
) throws(CompileBudget.Stop) -> (look: Look?, diagnostics: [Diagnostic]) {
  let checked = check(source, library: indexedLibrary, loader: loader, withLints: withLints, within: budget)
  try budget.check()
  return checked
}

extension Diagnostic {
  /// Whether the error is an exceeded limit and not a mistake in the recipe.
  public var isLimit: Bool {
    ["file-too-large", "too-deep", "expression-too-long", "too-large", "too-many-recipes", "too-many-tables"]
      .contains(code)
  }
}

/// Types a recipe for an editor, which asks for its names and types, also where it has errors.
///
/// - Returns: the model, and what ``compile(_:loader:withLints:)`` gives with lints.
package func compileForEditing(
  _ source: SourceFile, loader: any RecipeLoader
) -> (model: SemanticModel, look: Look?, diagnostics: [Diagnostic]) {
  let model = analyze(source, library: indexedLibrary, loader: loader, isLinted: true, isForEditing: true)
  let (look, diagnostics) = checked(model, withLints: true)
  return (model, look, diagnostics)
}

/// The recipe of an expression, such as `source |> noir(strength: 0.8)`, or of declarations without edition and header.
///
/// The shipped looks are available without `use`, `light-leak` as `lightLeak`.
public func inlineRecipe(_ text: String) -> SourceFile {
  SourceFile(inlineRecipe: text, name: SourceFile.inlineName, recipes: shippedCalls)
}

/// The shipped looks by the names of their calls.
private let shippedCalls: [String: String] = Dictionary(
  uniqueKeysWithValues: shippedLooks.map { source in
    (source.name.split(separator: "-").inCamelCase, source.name)
  })

extension SourceFile {
  static let inlineName = "-e"

  /// Whether it is the recipe of an expression, and lies in no file.
  public var isInline: Bool { name == SourceFile.inlineName }

  /// What results call the look: the name of its file without folder and ending.
  public var lookName: String {
    isInline ? "expression" : String(decoding: FilePath(name).stem, as: UTF8.self)
  }
}

package let indexedLibrary = RecipeLibrary(standardLibrary)
