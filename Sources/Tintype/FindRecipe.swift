import TintypeRender

/// The recipe that a look's name means, as on the command line: a shipped look, a file if the name holds a slash or
/// ends in `.tint`, a pack if it ends in `.tintpack`, or an expression after `=`, such as `=source |> noir()`.
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
public func isRecipePath(_ look: String) -> Bool { look.contains("/") || isRecipeName(look) }

/// Whether a name ends as that of a recipe or of a pack.
public func isRecipeName(_ name: String) -> Bool { name.hasSuffix(".tint") || isPackName(name) }

/// Whether a name ends as that of a pack.
public func isPackName(_ name: String) -> Bool { name.hasSuffix(".tintpack") }

extension FolderLoader {
  /// A loader for a recipe that ``findRecipe(_:)`` found: a file sees its folder.
  public convenience init(for source: SourceFile) {
    self.init(for: isRecipePath(source.name) && !source.isInline ? FilePath(source.name) : nil)
  }
}

extension Look {
  /// The look of a recipe that has to hold one.
  ///
  /// - Parameters:
  ///   - recipe: the recipe.
  ///   - loader: finds what it names; nil for the folder in which it lies.
  ///   - budget: the memory and the time for checking it.
  /// - Throws: what is wrong with it.
  public init(
    _ recipe: SourceFile, loader: (any RecipeLoader)? = nil, within budget: CompileBudget = CompileBudget()
  ) throws(InvalidRecipe) {
    let (look, diagnostics): (Look?, [Diagnostic])
    do throws(CompileBudget.Stop) {
      (look, diagnostics) = try compile(recipe, loader: loader ?? FolderLoader(for: recipe), within: budget)
    } catch {
      throw InvalidRecipe(recipe.name, stoppedBy: ImageError(error))
    }
    guard let look else { throw InvalidRecipe(recipe.name, diagnostics) }
    self = look
  }
}

extension ConfiguredLook {
  /// The look of a name, as ``findRecipe(_:)`` understands it, with the defaults of its parameters.
  ///
  /// - Throws: `ImageError` for a name or file that cannot be loaded, ``InvalidRecipe`` for errors in the recipe.
  public init(named look: String) throws {
    let recipe = try findRecipe(look)
    self.init(try Look(recipe), recipe: recipe)
  }

  /// The look of a recipe's text, with the defaults of its parameters.
  ///
  /// - Parameters:
  ///   - text: the recipe.
  ///   - folder: the folder whose files the text may name; nil for none.
  /// - Throws: ``InvalidRecipe``.
  public init(text: String, folder: FilePath? = nil) throws(InvalidRecipe) {
    let name = folder?.appending(Array("look.tint".utf8))
    let recipe = SourceFile(name: name?.description ?? "look.tint", text: text)
    self.init(try Look(recipe, loader: FolderLoader(for: name)), recipe: recipe)
  }
}

/// A recipe that has errors, that holds no look, or that could not be checked to the end.
public struct InvalidRecipe: Error, Sendable, CustomStringConvertible {
  /// The name of its file.
  public let name: String

  /// The errors; none for a file that only declares functions for others.
  public let diagnostics: [Diagnostic]

  /// Why checking ended early: `.limit` or `.interrupted`; nil where it did not.
  public let stop: ImageError?

  init(_ name: String, _ diagnostics: [Diagnostic]) {
    (self.name, self.diagnostics, stop) = (name, diagnostics.filter { $0.severity == .error }, nil)
  }

  init(_ name: String, stoppedBy stop: ImageError) { (self.name, diagnostics, self.stop) = (name, [], stop) }

  /// How a command ends because of it: 75 where a limit is in the way, since the recipe may be valid.
  public var status: ExitStatus {
    if let stop { return ExitStatus(stop.kind) }
    return diagnostics.first?.isLimit == true ? .limit : .data
  }

  /// The first error in one line, without the name of the recipe's own file.
  public var sentence: String {
    if let stop { return stop.message }
    guard let error = diagnostics.first else { return Self.noLook }
    let (line, column) = error.primary.location.position
    let file = error.primary.location.file.name
    return (file == name ? "" : "\(file): ") + "line \(line), column \(column): \(error.message)"
  }

  /// The diagnostics in readable form, with positions.
  public var description: String {
    if let stop { return "\(name.escapedForDisplay): \(stop.message)" }
    return diagnostics.isEmpty
      ? "\(name.escapedForDisplay): \(Self.noLook)" : diagnostics.map(\.rendered).joined(separator: "\n")
  }

  /// The message for a file that only declares functions for others.
  public static let noLook = "holds no look: it has no 'look' and no 'output'"
}
