import ArgumentParser
import Tintype
import TintypeImage
import TintypeJSON

/// `tintype why`
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Show what made a picture: look, recipe, parameters, options, version.",
    discussion:
      "Reads what 'render' writes into XMP. With 'render --again FILE ORIGINAL' the picture can be made again.")

  @Argument(help: "Pictures.", completion: Completions.photos)
  var files: [String]

  @Flag(help: "Print one JSON object on a line for each picture.")
  var json = false

  func run() throws {
    do {
      try forEach(files) { file in
        let provenance = try Provenance.reading(file)
        let object = provenance.json.merging(["file": JSONValue(file)])
        print(json ? object.json.line : aboutFile(file, provenance.rows))
      }
    } catch let code as ExitCode {
      throw files.count > 1 ? ExitCode.failure : code
    }
  }
}

/// A file's name, and its facts below in two columns.
func aboutFile(_ file: String, _ rows: [(String, String)]) -> String {
  let lines = rows.map { ["  " + $0, $1.escapedForDisplay] }.alignedColumns
  return ([displayed(file)] + lines).joined(separator: "\n")
}

extension Provenance {
  /// The facts in human-readable form.
  var rows: [(String, String)] {
    func words(_ values: [String: [String]]) -> String {
      values.sorted { $0.key < $1.key }.flatMap { key, values in values.map { "\(key)=\($0)" } }.joined(separator: " ")
    }
    let shipped = shippedLook(look)
    let recipe =
      switch shipped.map({ ContentHash.digits(of: $0.text) == recipeHash }) {
      case true?: "the shipped one"
      case false?: "not the shipped version"
      case nil: expression == nil ? "not a shipped one" : "an expression"
      }
    let rows =
      [
        ("look", look), ("recipe", "\(recipe), sha256 \(recipeHash)"),
        ("parameters", parameters.joined(separator: "; ")), ("options", words(options)),
        ("version", version),
      ] + (marks.map { [("marks", words($0.spelled))] } ?? []) + uses.map { ("uses", "\($0.name), \($0.digest)") }
      + pictures.map { ("picture", "\($0.name)\($0.file.map { " = \(FilePath($0))" } ?? ""), sha256 \($0.digest)") }
    return rows + (expression.map { [("expression", $0)] } ?? [])
  }

  /// What it says, for tools.
  var json: JSONObject {
    func digests(_ files: [(name: String, digest: String)]) -> JSONValue {
      .object(JSONObject(files.map { ($0.name, JSONValue($0.digest)) }))
    }
    return [
      "look": JSONValue(look), "recipeSHA256": JSONValue(recipeHash), "version": JSONValue(version),
      "uses": digests(uses.map { ($0.name, $0.digest) }),
      "pictures": pictures.isEmpty ? nil : digests(pictures.map { ($0.name, $0.digest) }),
      "parameters": JSONValue(parameters), "options": JSONValue(options), "expression": JSONValue(expression),
      "marks": JSONValue(marks?.spelled),
    ]
  }

  /// Reads the record of a picture; a failure is printed.
  static func reading(_ file: String) throws -> Provenance {
    try reporting(on: file) { () throws(ImageError) in
      if let found = Provenance(try openPicture(FilePath(file), limits: .ofMetadata).metadata) { return found }
      throw ImageError(.unsupported, "does not say that tintype made it")
    }
  }

  /// The recipe that made the picture: the shipped one, or a file that holds the same text.
  func recipe(in file: String?, of picture: String) throws -> SourceFile {
    let own = try file.map(RecipeLoading.file)
    let source = own ?? expression.map(inlineRecipe) ?? shippedLook(look)
    guard let source else {
      throw failure(
        picture, "was made with the recipe '\(look)', which is not a shipped one; name it with --recipe", .noInput)
    }
    guard ContentHash.digits(of: source.text) == recipeHash else {
      throw failure(
        file ?? look, "is not the recipe that made \(displayed(picture)): its sha256 is not \(recipeHash)", .data)
    }
    guard let own else { return source }
    // Under its recorded name, together with the files that it uses.
    let path = FilePath(own.name).sibling((look + ".tint").utf8)
    return SourceFile(name: path.text, text: own.text)
  }

  /// The pictures that were given, as `--picture` would have them.
  var given: [String] {
    pictures.compactMap { picture in
      picture.file.map { file in
        // Of a template with fields, the file that it named was recorded.
        picture.name + "=" + file.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }
      }
    }
  }

  /// Ends the program unless a look has the pictures that made this one.
  func check(_ look: ConfiguredLook, for photo: FilePath, of picture: String) throws {
    let now = try reporting(on: picture) { () throws(ImageError) in try look.usedPictures(for: photo) }
    for (was, now) in zip(pictures, now) where was.digest != now.digest {
      StandardError.print(
        displayed(now.file ?? now.name),
        "is not the picture '\(was.name)' that made \(displayed(picture)), whose sha256 was \(was.digest)")
      throw Status.data.exitCode
    }
  }

  /// Notes that another version made the picture.
  func noteVersion(of picture: String) {
    guard version != tintypeVersion else { return }
    StandardError.print(
      displayed(picture), "note: was made by version \(version), and bytes are those of this one, \(tintypeVersion)")
  }

  /// Ends the program unless these are the files that made the picture. Tables that settings give come last.
  func check(_ files: [UsedFile], of picture: String) throws {
    for (was, now) in zip(uses, files) where was != now {
      throw failure(
        now.name, "is not the file that made \(displayed(picture)), which was \(was.name), \(was.digest)", .data)
    }
  }
}
