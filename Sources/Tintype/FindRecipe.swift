/// The recipe that a look's name means, as on the command line: a shipped look, a file if the name holds a slash or
/// ends in `.tint`, or an expression after `=`, such as `=source |> noir()`.
///
/// - Throws: `.missing` for a name that no shipped look has, and what reading the file throws.
public func findRecipe(_ look: String) throws(ImageError) -> SourceFile {
  if isExpression(look) { return inlineRecipe(String(look.dropFirst())) }
  if isRecipePath(look) { return try SourceFile(reading: FilePath(look), as: look) }
  if let shipped = shippedLook(look) { return shipped }
  let meant = nearestName(to: look, among: shippedLooks.map(\.name)).map { "did you mean '\($0)'? " } ?? ""
  throw ImageError(
    .missing,
    "there is no look of this name; \(meant)'tintype list' names all. "
      + "A recipe of your own is named with its .tint")
}

/// Whether a look's name is that of an expression.
public func isExpression(_ look: String) -> Bool { look.hasPrefix("=") }

/// Whether a look's name is that of a file.
public func isRecipePath(_ look: String) -> Bool { look.contains("/") || look.hasSuffix(".tint") }

extension FolderLoader {
  /// A loader for a recipe that ``findRecipe(_:)`` found: a file sees its folder.
  public init(for source: SourceFile) {
    self.init(for: isRecipePath(source.name) && !source.isInline ? FilePath(source.name) : nil)
  }
}

extension ConfiguredLook {
  /// The look of a name, as ``findRecipe(_:)`` understands it, with the defaults of its parameters.
  ///
  /// - Throws: `ImageError` for a name or file that cannot be had, ``InvalidRecipe`` for errors in the recipe.
  public init(named look: String) throws {
    try self.init(recipe: findRecipe(look))
  }

  /// The look of a recipe's text, with the defaults of its parameters.
  ///
  /// - Parameters:
  ///   - text: the recipe.
  ///   - folder: the folder whose files the text may name; nil for none.
  /// - Throws: ``InvalidRecipe``.
  public init(text: String, folder: FilePath? = nil) throws(InvalidRecipe) {
    let name = folder?.appending(Array("look.tint".utf8))
    try self.init(
      recipe: SourceFile(name: name?.description ?? "look.tint", text: text), loader: FolderLoader(for: name))
  }

  private init(recipe: SourceFile, loader: FolderLoader? = nil) throws(InvalidRecipe) {
    let (look, diagnostics) = compile(recipe, loader: loader ?? FolderLoader(for: recipe))
    guard let look else {
      throw InvalidRecipe(name: recipe.name, diagnostics: diagnostics.filter { $0.severity == .error })
    }
    self.init(look, recipe: recipe)
  }
}

/// A recipe that has errors, or that holds no look.
public struct InvalidRecipe: Error, Sendable, CustomStringConvertible {
  let name: String

  /// The errors; none for a file that only declares kernels for others.
  public let diagnostics: [Diagnostic]

  /// The errors as a person reads them, with their places.
  public var description: String {
    diagnostics.isEmpty
      ? "\(name.escapedForDisplay) holds no look: it has no 'look' and no 'output'"
      : diagnostics.map(\.rendered).joined(separator: "\n")
  }
}
