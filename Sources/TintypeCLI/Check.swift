import ArgumentParser
import Tintype
import TintypeImage

/// `tintype check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check recipes and report all errors and warnings.",
    discussion: """
      Exits with 0 when no recipe has an error, else with 65. With --format json, every diagnostic is one JSON object \
      on a line of standard output, with file, places as byte offsets, lines and columns, notes and edits. Warnings do \
      not fail unless --strict says so; '// allow: CODE (reason)' in the recipe silences one.

      --fix changes the file where a fix keeps its meaning or spells what it plainly says. Other fixes are shown as \
      help; --unsafe-fixes applies them too. No fix is kept that leads to a new error.
      """)

  @Argument(
    help: "Recipe files or shipped looks; '-' for standard input, or -e EXPRESSION.", completion: Completions.looks)
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The path of the recipe on standard input, for finding the files that it names.", valueName: "file"),
    completion: Completions.recipes)
  var stdinPath: String?

  @Option(help: "The form of the report: text, for people, or json, for tools.")
  var format = Format.text

  @Flag(help: "Apply the safe fixes, in place.")
  var fix = false

  @Flag(help: "Apply the first fix of every diagnostic, in place, guesses too.")
  var unsafeFixes = false

  @Flag(help: "Exit with 65 for warnings too.")
  var strict = false

  /// How diagnostics are printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func validate() throws {
    if stdinPath != nil, !files.contains("-") { throw ValidationError("--stdin-path is for '-' only.") }
    if fixes, files.contains(where: isExpression) {
      throw ValidationError("Fixes are applied to files, and an expression is not a file.")
    }
    if fixes, files.contains("-") { throw ValidationError("Fixes are applied to files, and '-' is not a file.") }
  }

  func run() throws {
    try forEach(files) { path in
      let source = try source(path)
      let diagnostics = try fixes ? fixed(source) : checked(source)
      let errors = diagnostics.count { $0.severity == .error }
      switch format {
      case .json: for diagnostic in diagnostics { print(diagnostic.json) }
      case .text:
        RecipeLoading.report(diagnostics)
        pointOn(diagnostics)
        print("\((source.isInline ? source.name : path).escapedForDisplay): \(Self.verdict(on: diagnostics))")
      }
      if errors > 0 || strict && !diagnostics.isEmpty { throw Status(diagnostics).exitCode }
    }
  }

  /// One line, whatever the number of diagnostics.
  private func pointOn(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first?.code else { return }
    let others = diagnostics.contains { $0.code != first }
    StandardError.print("more: tintype explain-error \(first)\(others ? ", or another word in brackets" : "")")
  }

  private func checked(_ source: SourceFile) -> [Diagnostic] {
    // The recipe of a pack has another name than the argument.
    let isFile =
      source.name == stdinPath || isRecipePath(source.name)
      || files.contains(source.name) && shippedLook(source.name) == nil
    return compile(source, loader: FolderLoader(for: isFile ? FilePath(source.name) : nil), withLints: true)
      .diagnostics
  }

  /// An argument: like LOOK elsewhere, but also a file of any name.
  private func source(_ name: String) throws -> SourceFile {
    if shippedLook(name) != nil, fixes {
      throw failure(name, "comes with the program and stays; a recipe with 'extends \"\(name)\"' changes it", .usage)
    }
    if name == "-", let stdinPath {
      return SourceFile(name: stdinPath, text: try StandardStreams.recipe().text)
    }
    let isFile = name != "-" && shippedLook(name) == nil && fileExists(FilePath(name))
    return try isFile ? RecipeLoading.file(name) : RecipeLoading.source(named: name)
  }

  /// Applies fixes in place, and gives what remains.
  private func fixed(_ original: SourceFile) throws -> [Diagnostic] {
    let path = original.name
    let result = applyFixIts(to: original, where: { unsafeFixes || $0.applicability == .safe }, check: checked)
    if result.source.text != original.text {
      try reporting(on: path) { () throws(ImageError) in
        try replaceFile(FilePath(path), with: result.source.text)
      }
    }
    let left = result.diagnostics.count { !$0.fixIts.isEmpty }
    if left > 0, !unsafeFixes {
      StandardError.print(path.escapedForDisplay, "\(left) more can be fixed with --unsafe-fixes; look at them first")
    }
    return result.diagnostics
  }

  private var fixes: Bool { fix || unsafeFixes }

  /// How many there are of each kind.
  static func verdict(on diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let counts = [(errors, "error"), (diagnostics.count - errors, "warning")].filter { $0.0 > 0 }.map { count, what in
      "\(count) \(what)\(count == 1 ? "" : "s")"
    }
    return ((errors == 0 ? ["ok"] : []) + counts).joined(separator: ", ")
  }
}
