import ArgumentParser
import Tintype
import TintypeExport
import TintypeImage
import TintypeStudio

/// `tintype page`
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Write a studio, or a camera for looks, as one HTML file.",
    discussion: """
      Without looks, the page is a small studio: text with diagnostics, completion and sliders, a photo or the camera, \
      and JPEG files that 'tintype why' reads. It holds the compiler and renderer as a WebAssembly module, which \
      Scripts/wasm builds and the package tintype holds.

      With looks, it shows the camera or a photo through them, live in WebGL2, with sliders, and saves JPEG files. \
      Either page needs no server and no network: a static host or a file on a stick will do. Browsers give the camera \
      to pages from https, localhost and files.
      """)

  @Argument(help: "The looks of a camera (default: a studio with all that are shipped).", completion: Completions.looks)
  var looks: [String] = []

  @Option(name: .shortAndLong, help: "Where the page goes: a name that ends in .html.", completion: .file())
  var output: String

  @Option(help: "What to do when the output exists: error, skip, or overwrite.")
  var ifExists = IfNameExists.error

  @Option(
    help: ArgumentHelp(
      "The WebAssembly module of the studio, compressed by gzip (default: that of the installation, or of this build).",
      valueName: "file"), completion: .file())
  var module: String?

  func validate() throws {
    guard output.hasSuffix(".html") else { throw ValidationError("-o is a name that ends in .html.") }
    guard looks.isEmpty || module == nil else {
      throw ValidationError("--module applies only without LOOK; a camera page needs no module.")
    }
  }

  func run() throws {
    let path = FilePath(output)
    guard try ifExists.policy.wants(path) else { return }
    let html = try looks.isEmpty ? studio() : camera()
    try ifExists.policy.writeAloud(path, Array(html.utf8))
  }

  // MARK: Studio

  private func studio() throws -> String {
    let file = try module.map { FilePath($0) } ?? installedModule()
    let bytes = try reporting(on: file.description) { () throws(ImageError) in
      try readFile(file, atMost: Self.mostModuleBytes)
    }
    guard let page = OfflinePage(module: bytes) else {
      throw failure(
        file.description, "is not compressed by gzip; Scripts/wasm writes tintype.wasm.gz beside the module", .data)
    }
    return page.html
  }

  private static let mostModuleBytes = 1 << 24

  /// Where the module is in an installation, and in a build, from the folder of the program.
  private static let places = ["../share/tintype/tintype.wasm.gz", "../../wasm/tintype.wasm.gz"]

  private func installedModule() throws -> FilePath {
    let own = (try? followingLinks(FilePath("/proc/self/exe"))) ?? FilePath(CommandLine.arguments[0])
    let found = Self.places.map { place in
      place.split(separator: "/").reduce(own.folder) { $1 == ".." ? $0.folder : $0.appending($1.utf8) }
    }.first { fileExists($0) }
    if let found { return found }
    throw failure(
      output,
      "a studio needs the WebAssembly module, which is not installed; Scripts/wasm builds it, --module names it, and "
        + "'tintype page LOOK... -o FILE' writes a camera without it", .unavailable)
  }

  // MARK: Camera

  private func camera() throws -> String {
    let configured = try looks.map { name in
      let recipe = try RecipeLoading.source(named: name)
      let look = try RecipeLoading.look(recipe)
      if let picture = look.picturesToGive.first {
        throw failure(name, "needs a picture, '\(picture)', which a page cannot hold", .data)
      }
      return ConfiguredLook(look, recipe: recipe)
    }
    do throws(ExportRefusal) {
      return try CameraPage(configured).html
    } catch {
      for line in error.lines { StandardError.print("tintype: " + line) }
      throw Status.data.exitCode
    }
  }
}
