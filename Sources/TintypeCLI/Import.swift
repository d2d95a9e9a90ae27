import ArgumentParser
import Tintype
import TintypeImage
import TintypeImport

/// `tintype import`
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a recipe of a look of another program.",
    discussion: """
      Reads \(ImportedLook.Kind.allCases.map { "." + $0.rawValue }.joined(separator: ", ")). A table becomes a recipe \
      that names it: where it is, if that is in the recipe's folder or below, else a copy beside the recipe. The \
      corrections of a color decision list become parameters, of several each a variant, and the operators of a CLF \
      kernels and tables. They work on sRGB codes. The sliders of a preset of Lightroom or Camera Raw (.xmp) become \
      parameters; comments say what is approximated. What is not understood is named with its place.
      """)

  @Argument(
    help: "The file of the other program.", completion: .file(extensions: ImportedLook.Kind.allCases.map(\.rawValue)))
  var file: String

  @OptionGroup var result: RecipeOutput

  @Option(help: "The id of the correction to import from a color decision list.")
  var id: String?

  func run() throws {
    let path = result.path
    let input = FilePath(file)
    let text = try reporting(on: file) { () throws(ImageError) in
      try readFile(input, atMost: ImportedLook.mostBytes)
    }
    let stem = String(decoding: result.isStandardOutput ? input.stem : path.stem, as: UTF8.self)
    let look: ImportedLook
    do throws(ImportRefusal) {
      look = try ImportedLook(
        SourceFile(name: file, text: text), stem: stem,
        table: result.isStandardOutput ? nil : path.folder.reaching(input),
        correction: id)
    } catch {
      throw failure(error)
    }
    for note in look.notes { StandardError.print(displayed(file), "note: \(note)", isProgram: false) }
    if result.isStandardOutput {
      guard look.tables.isEmpty else {
        throw failure(
          file, "needs a table beside the recipe, so name a file for it: -o \(stem.escapedForDisplay).tint", .usage)
      }
      return try StandardStreams.write(look.recipe)
    }
    try write(look.tables.map { (path.sibling($0.name.utf8), $0.bytes) } + [(path, look.recipe)], from: input)
  }

  /// The tables first: a recipe is whole when it appears.
  private func write(_ files: [(path: FilePath, bytes: [UInt8])], from input: FilePath) throws {
    // All or none: a recipe without its table would be wrong. An existing equal table is kept.
    let missing = try files.filter { file in
      if file.path != files.last?.path, !isLink(file.path),
        (try? readFile(file.path, atMost: file.bytes.count)) == file.bytes
      {
        return false
      }
      guard try result.ifExists.policy.wants(file.path, from: [input]) else { throw ExitCode.success }
      return true
    }
    for (path, bytes) in missing { try result.ifExists.policy.writeAloud(path, bytes) }
  }
}

extension FilePath {
  /// How a recipe in this folder names a file in it or below; nil for a file elsewhere.
  func reaching(_ file: FilePath) -> String? {
    let folder = bytes == Array(".".utf8) ? [] : bytes + [UInt8(ascii: "/")]
    guard file.bytes.starts(with: folder), file.bytes.first != UInt8(ascii: "/") || !folder.isEmpty else { return nil }
    let parts = file.bytes.dropFirst(folder.count).split(separator: UInt8(ascii: "/"))
      .filter { $0 != Array(".".utf8)[...] }
    guard !parts.contains(Array("..".utf8)[...]) else { return nil }
    // A recipe reads neither links nor what lies behind one.
    for count in parts.indices.map({ $0 + 1 }) {
      let part = FilePath(bytes: folder + Array(parts.prefix(count).joined(separator: [UInt8(ascii: "/")])))
      if isLink(part) { return nil }
    }
    let name = String(validating: Array(parts.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    return name.flatMap { $0.escapedForDisplay == $0 && $0.count <= 200 && $0.isPlainPath ? $0 : nil }
  }
}

extension String {
  /// Whether a recipe may name a file so.
  var isPlainPath: Bool { !contains { ":\\\u{FFFF}".contains($0) } }
}

/// Prints why a file of another program is not understood, and gives the exit status to end with.
func failure(_ refusal: ImportRefusal) -> ExitCode {
  for line in refusal.lines { StandardError.print(line.hasPrefix("error[") ? line : "tintype: \(line)") }
  return switch refusal {
  case .problems, .table: Status.data.exitCode
  case .unknownCorrection, .unknownKind: Status.usage.exitCode
  }
}
