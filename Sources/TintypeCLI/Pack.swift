import ArgumentParser
import Tintype
import TintypeImage

/// `tintype pack`
struct Pack: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Write a look and the files it reads as one file.",
    discussion: """
      A pack holds the recipe, and the recipes, pictures, tables and fonts that it names, with a SHA-256 of each. It \
      is a LOOK wherever a recipe is, and a ZIP archive for other programs. Shipped looks and library files are part \
      of the program and not of the pack; a picture that each render is given is not part of it, either. Equal files \
      give equal bytes.
      """)

  @Argument(help: "The path of a recipe, or of a pack.", completion: Completions.recipes)
  var look: String

  @Option(name: .shortAndLong, help: "The pack, ending in .tintpack.", completion: Completions.packs)
  var output: String

  @Option(help: "What to do when the output exists: error, skip, overwrite, or rename to NAME-2.")
  var ifExists = RenderOptions.IfExists.error

  func validate() throws {
    guard isPackName(output), !FilePath(output).stem.starts(with: [0x2E]) else {
      throw ValidationError("The output is a pack: it ends in .tintpack.")
    }
    guard isRecipePath(look), !isExpression(look) else {
      throw ValidationError(
        "Name the path of a recipe (with a '/', or ending in .tint): shipped looks come with the program, and an "
          + "expression reads no files.")
    }
  }

  func run() throws {
    let path = FilePath(output)
    guard try ifExists.wants(path, from: [FilePath(look)]) else { return }
    let recipe = try RecipeLoading.source(named: look)
    let pack = try RecipeLoading.reporting { () throws(InvalidRecipe) in try LookPack(recipe) }
    let outcome: RenderOutcome
    do throws(ImageError) {
      outcome = try pack.write(to: path, ifExists: ifExists)
    } catch {
      throw failure(error.kind.concernsOutput ? output : look, error.messageWithWayOut, Status(error.kind))
    }
    guard case .rendered(let written, _) = outcome else { return sayExists(output) }
    print("\(written): \(pack.names.map(\.escapedForDisplay).joined(separator: ", "))")
  }
}
