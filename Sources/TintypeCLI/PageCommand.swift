import ArgumentParser
import Tintype
import TintypeExport
import TintypeImage
import TintypeStudio

/// `tintype page`
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Write a camera for looks as one HTML file.",
    discussion: """
      The page shows the camera or a photo through the looks, live in WebGL2, with sliders, and saves JPEG files that \
      'tintype why' reads. It needs no server and no network: a static host or a file on a stick will do. Browsers \
      give the camera to pages from https, localhost and files.
      """)

  @Argument(help: "The looks.", completion: Completions.looks)
  var looks: [String]

  @Option(name: .shortAndLong, help: "Where the page goes: a name that ends in .html.", completion: .file())
  var output: String

  @Option(help: "What to do when the output exists: error, skip, or overwrite.")
  var ifExists = RenderOptions.IfExists.error

  func validate() throws {
    guard output.hasSuffix(".html") else { throw ValidationError("-o is a name that ends in .html.") }
    guard ifExists != .rename else { throw ValidationError("--if-exists is error, skip or overwrite here.") }
  }

  func run() throws {
    let path = FilePath(output)
    guard try ifExists.wants(path) else { return }
    let configured = try looks.map { name in
      let recipe = try RecipeLoading.source(named: name)
      let look = try RecipeLoading.look(recipe)
      if let picture = look.picturesToGive.first {
        throw failure(name, "needs a picture, '\(picture)', which a page cannot hold", .data)
      }
      return ConfiguredLook(look, recipe: recipe)
    }
    let html = try self.html(of: configured)
    try ifExists.writeAloud(path, Array(html.utf8))
  }

  private func html(of looks: [ConfiguredLook]) throws -> String {
    do throws(ExportRefusal) {
      return try CameraPage(looks).html
    } catch {
      for line in error.lines { StandardError.print("tintype: " + line) }
      throw Status.data.exitCode
    }
  }
}
