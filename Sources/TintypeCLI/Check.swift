import ArgumentParser
import Tintype
import TintypeImage

/// `tintype check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check recipes and say everything that is wrong with them.",
    discussion: """
      Exits with 0 when no recipe has an error, else with 65. With --format json, every diagnostic is one JSON object on a \
      line of standard output, with file, places as byte offsets, lines and columns, notes and edits. Warnings do not fail \
      unless --strict says so; '// allow: CODE (reason)' in the recipe silences one.
      """)

  @Argument(help: "Recipe files or shipped looks; '-' for standard input.")
  var files: [String]

  @Option(help: "How to say it: text, for people, or json, for tools.")
  var format = Format.text

  @Flag(help: "Take the first way out of every diagnostic that has one, in the file itself.")
  var fix = false

  @Flag(help: "Exit with 65 for warnings too.")
  var strict = false

  /// How diagnostics are printed.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  func validate() throws {
    if fix, files.contains("-") { throw ValidationError("--fix changes files, and '-' is none.") }
  }

  func run() throws {
    var failure: ExitCode?
    for path in files {
      do {
        let source = try source(path)
        let diagnostics = try fix ? fixed(source) : checked(source)
        let errors = diagnostics.count { $0.severity == .error }
        switch format {
        case .json: for diagnostic in diagnostics { print(diagnostic.json) }
        case .text:
          RecipeLoading.report(diagnostics)
          pointOn(diagnostics)
          print("\(path.escapedForDisplay): \(verdict(errors, diagnostics.count - errors))")
        }
        if errors > 0 || strict && !diagnostics.isEmpty { failure = failure ?? Status.data.exitCode }
      } catch let code as ExitCode {
        failure = failure ?? code
      }
    }
    if let failure { throw failure }
  }

  /// One line, however much there was to say.
  private func pointOn(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first?.code else { return }
    let others = diagnostics.contains { $0.code != first }
    StandardError.print("more: tintype explain-error \(first)\(others ? ", or another word in brackets" : "")")
  }

  private func checked(_ source: SourceFile) -> [Diagnostic] {
    let isFile = files.contains(source.name) && shipped(source.name) == nil
    return compile(source, loader: FolderLoader(for: isFile ? FilePath(source.name) : nil), withLints: true)
      .diagnostics
  }

  /// What stands in an argument's place: as LOOK elsewhere, and a file whatever it is called.
  private func source(_ name: String) throws -> SourceFile {
    if shipped(name) != nil, fix {
      StandardError.print(name, "comes with the program and stays; a recipe with 'extends \"\(name)\"' changes it")
      throw Status.usage.exitCode
    }
    let isFile = name != "-" && shipped(name) == nil && fileExists(FilePath(name))
    return try isFile ? RecipeLoading.file(name) : RecipeLoading.source(named: name)
  }

  private func shipped(_ name: String) -> SourceFile? { shippedLooks.first { $0.name == name } }

  /// Takes ways out until there are none left (one may open the next), and gives what remains.
  private func fixed(_ original: SourceFile) throws -> [Diagnostic] {
    let path = original.name
    var source = original
    var diagnostics = checked(source)
    var seen: Set = [original.text]
    while true {
      let (text, count) = applyFixIts(of: diagnostics, to: source)
      if count == 0 { break }
      guard seen.count < Self.largestNumberOfRounds, seen.insert(text).inserted else {
        StandardError.print(path.escapedForDisplay, "is not fixed to the end: run it again, or see what remains")
        break
      }
      source = SourceFile(name: path, text: text)
      diagnostics = checked(source)
    }
    if source.text != original.text {
      try reporting(on: path) { () throws(ImageError) in try replaceFile(FilePath(path), with: source.text) }
    }
    return diagnostics
  }

  private static let largestNumberOfRounds = 1000

  private func verdict(_ errors: Int, _ warnings: Int) -> String {
    func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
    switch (errors, warnings) {
    case (0, 0): return "ok"
    case (0, _): return "ok, \(counted(warnings, "warning"))"
    case (_, 0): return counted(errors, "error")
    default: return "\(counted(errors, "error")), \(counted(warnings, "warning"))"
    }
  }
}
