import ArgumentParser
import FoundationEssentials
import Tintype
import TintypeImage

/// `tintype why`
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what made a picture: look, recipe, parameters, options, version.",
    discussion:
      "Reads what 'render' writes into XMP. With 'render --again FILE ORIGINAL' the picture can be made again.")

  @Argument(help: "Pictures.")
  var files: [String]

  @Flag(help: "Print one JSON object on a line for each picture.")
  var json = false

  func run() throws {
    var failure: ExitCode?
    for file in files {
      do {
        let provenance = try Provenance.reading(file)
        print(json ? try Record(file, provenance).text : text(provenance, of: file))
      } catch let code as ExitCode {
        failure = failure ?? code
      }
    }
    if let failure { throw failure }
  }

  private func text(_ provenance: Provenance, of file: String) -> String {
    let options = provenance.options.sorted { $0.key < $1.key }.flatMap { key, values in values.map { "\(key)=\($0)" } }
    let shipped = shippedLooks.first { $0.name == provenance.look }
    let recipe =
      switch shipped.map({ ContentHash.digits(of: $0.text) == provenance.recipeHash }) {
      case true?: "the shipped one"
      case false?: "another than the shipped one"
      case nil: "not a shipped one"
      }
    let rows =
      [
        ("look", provenance.look), ("recipe", "\(recipe), sha256 \(provenance.recipeHash)"),
        ("parameters", provenance.parameters.joined(separator: "; ")), ("options", options.joined(separator: " ")),
        ("version", provenance.version),
      ] + provenance.uses.map { ("uses", "\($0.name), \($0.digest)") }
    let lines = rows.map { name, value in
      "  " + (name + String(repeating: " ", count: 12 - name.count) + value.escapedForDisplay)
    }
    return ([displayed(file)] + lines).joined(separator: "\n")
  }

  private struct Record: Encodable {
    let file: String
    let look: String
    let recipeSHA256: String
    let uses: [String: String]
    let parameters: [String]
    let options: [String: [String]]
    let version: String

    init(_ file: String, _ provenance: Provenance) {
      (self.file, look, recipeSHA256) = (file, provenance.look, provenance.recipeHash)
      (parameters, options, version) = (provenance.parameters, provenance.options, provenance.version)
      uses = Dictionary(provenance.uses.map { ($0.name, $0.digest) }) { first, _ in first }
    }

    var text: String {
      get throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
      }
    }
  }
}

extension Provenance {
  /// What a picture says about itself; a failure is printed.
  static func reading(_ file: String) throws -> Provenance {
    var found: Provenance?
    try reporting(on: file) { () throws(ImageError) in
      found = Provenance(try openPicture(FilePath(file)).metadata)
      if found == nil { throw ImageError(.unsupported, "does not say that tintype made it") }
    }
    guard let found else { throw Status.data.exitCode }
    return found
  }

  /// The recipe that made the picture: the shipped one, or a file that holds the same text.
  func recipe(in file: String?, of picture: String) throws -> SourceFile {
    let own = try file.map(RecipeLoading.file)
    let source = own ?? shippedLooks.first { $0.name == look }
    guard let source else {
      StandardError.print(
        displayed(picture), "was made with the recipe '\(look)', which is not a shipped one; name it with --recipe")
      throw Status.noInput.exitCode
    }
    guard ContentHash.digits(of: source.text) == recipeHash else {
      StandardError.print(
        displayed(file ?? look), "is not the recipe that made \(displayed(picture)): its sha256 is not \(recipeHash)")
      throw Status.data.exitCode
    }
    guard let own else { return source }
    // Under the name it had, which the picture says, among the files that it uses.
    let path = FilePath(own.name).sibling((look + ".tint").utf8)
    return SourceFile(name: String(decoding: path.bytes, as: UTF8.self), text: own.text)
  }

  /// Ends the program unless these are the files that made the picture.
  func check(_ files: [UsedFile], of picture: String) throws {
    if version != tintypeVersion {
      StandardError.print(
        displayed(picture), "note: was made by version \(version), and bytes are those of this one, \(tintypeVersion)")
    }
    for (was, now) in zip(uses, files) where was != now {
      StandardError.print(
        displayed(now.name), "is not the file that made \(displayed(picture)), which was \(was.name), \(was.digest)")
      throw Status.data.exitCode
    }
  }
}
