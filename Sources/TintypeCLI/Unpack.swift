import ArgumentParser
import Tintype
import TintypeImage

/// `tintype unpack`
struct Unpack: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack", abstract: "Write the files of a pack into a folder.",
    discussion: """
      The files are those that were packed, byte for byte. All are checked before the first is written, and each \
      appears complete or not at all.
      """)

  @Argument(help: "The pack.", completion: Completions.packs)
  var pack: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder, which is created if it is missing.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: "What to do when a file exists: error, skip or overwrite.")
  var ifExists = IfNameExists.error

  func run() throws {
    let files = try reporting(on: pack) { () throws(ImageError) in
      let pack = try PackedFolder(FilePath(pack))
      return try pack.names.map { (name) throws(ImageError) in (name, try pack.bytes(of: name)) }
    }
    let root = try reporting(on: output) { () throws(ImageError) in
      try createFolder(FilePath(output))
      // No link in the folder leads a file out of it.
      return try RootFolder(FilePath(output))
    }
    let targets = try files.map { name, bytes in
      let path = try reporting(on: name) { () throws(ImageError) in try root.path(FilePath(name)) }
      return (path: path, bytes: bytes, isWanted: try ifExists.policy.wants(path))
    }
    for (path, bytes, _) in targets.filter(\.isWanted) {
      try reporting(on: path.description) { () throws(ImageError) in try createFolder(path.folder) }
      try ifExists.policy.writeAloud(path, bytes)
    }
    print("\(displayed(output)): \(files.map(\.0.escapedForDisplay).joined(separator: ", "))")
  }
}
