import ArgumentParser
import Tintype
import TintypeImage
import TintypeSyntax

/// `tintype fmt`
struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Format recipes: spaces, columns, line breaks.",
    discussion: """
      Files are rewritten in place, and only where something changes; '-' goes from standard input to standard output. \
      A recipe with errors is left alone, and the exit status is 65.
      """)

  @Flag(help: "Change nothing, name the files that would change, and exit with 1 when there are any.")
  var check = false

  @Argument(help: "Recipe files, or '-' for standard input.", completion: Completions.recipes)
  var files: [String]

  func run() throws {
    var wouldChange = false
    try forEach(files) { path in
      let source = path == "-" ? try StandardStreams.recipe() : try RecipeLoading.file(path)
      let text = try formattedText(of: source)
      if check {
        guard text != source.text else { return }
        print(source.name.escapedForDisplay)
        wouldChange = true
      } else if path == "-" {
        try StandardStreams.write(text)
      } else if text != source.text {
        try reporting(on: source.name) { () throws(ImageError) in
          try replaceFile(FilePath(source.name), with: text)
        }
      }
    }
    if wouldChange { throw ExitCode.failure }
  }

  /// - Throws: 65 for a recipe with errors, which have been printed. For standard input only the syntax is checked,
  ///   since the files that the recipe names cannot be found.
  private func formattedText(of source: SourceFile) throws -> [UInt8] {
    let (tree, diagnostics) = TintypeSyntax.parse(source)
    let isFile = isRecipePath(source.name)
    let errors = isFile ? compile(source, loader: FolderLoader(for: source)).diagnostics : diagnostics
    RecipeLoading.report(errors)
    if errors.contains(where: { $0.severity == .error }) { throw Status(errors).exitCode }
    return formatted(tree)
  }
}
