import ArgumentParser
import Tintype
import TintypeImage

/// `tintype new`
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a recipe from a template.",
    discussion: """
      Writes NAME.tint, which checks, renders, and says in its comments what each part is for. Without a name, or with \
      --list, lists the templates. Nothing is overwritten.
      """)

  @Argument(help: "The recipe's name, or its path.")
  var name: String?

  @Option(help: ArgumentHelp("The template to start from.", valueName: "template"), completion: Completions.templates)
  var template = "blank"

  @Flag(help: "List the templates.")
  var list = false

  func validate() throws {
    let names = RecipeTemplate.all.map(\.name)
    guard !names.contains(template) else { return }
    throw ValidationError(
      "There is no template '\(template.escapedForDisplay)'; \(hint(for: template, among: names))")
  }

  func run() throws {
    guard let name, !list else {
      print(RecipeTemplate.all.map { [$0.name, $0.about] }.alignedColumns.joined(separator: "\n"))
      return
    }
    guard let template = RecipeTemplate.all.first(where: { $0.name == template }) else { return }
    let path = name.hasSuffix(".tint") ? name : name + ".tint"
    guard let last = FilePath(path).lastComponent.first, last != UInt8(ascii: ".") else {
      throw ValidationError("A recipe's file has a name.")
    }
    let files = template.files(at: FilePath(path))
    // All or none: a recipe without its table would be wrong.
    for (path, _) in files where fileExists(path) {
      throw failure(path.description, "exists already; choose another name", .cannotCreate)
    }
    for (path, bytes) in files {
      try reporting(on: path.description) { () throws(ImageError) in try createFile(path, with: bytes) }
    }
    let written = files.map(\.path.description).joined(separator: " and ")
    print("\(written). Try it: tintype watch \(FilePath(path).bytes.shellQuoted) PHOTO -o preview.jpg")
  }
}
