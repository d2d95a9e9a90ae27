import Tintype
import TintypeDiagnostics
import TintypeDrawing
import TintypeEditing
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeJSON
import TintypeSemantics
import TintypeSyntax

/// The commands of code lenses.
enum PreviewCommand: String, CaseIterable {
  /// Renders a photo through a look, and again after every change: `[uri, photo]`.
  case preview = "tintype.preview"
  /// Renders a photo with several values of a parameter: `[uri, name]`.
  case strip = "tintype.strip"
  /// Says whether the expectations of a look hold: `[uri]`.
  case test = "tintype.test"
}

/// Photos that are rendered through recipes while these are written.
final class Previews {
  /// A photo that follows a recipe.
  private struct Shown {
    let photo: FilePath?
    let file: FilePath
  }

  private let threads: Int
  private let temporaryFolder: FilePath
  /// The folder of the pictures, once there are any.
  private var folder: TemporaryFolder?
  private var shown: [String: Shown] = [:]
  /// What the pictures of each recipe are called; recipes in different folders may have the same name.
  private var stems: [String: [UInt8]] = [:]
  /// The photo of the last preview, decoded.
  private var last: (photo: FilePath?, status: FileStatus?, edge: Int, picture: Preview)?
  /// The default photo; nil for the test scene.
  private var photo: FilePath?
  private var edge = 1920
  private static let edges = 72...8192

  private enum Preview {
    case photo(DecodedPhoto)
    case scene(Bitmap)
  }

  init(threads: Int, temporaryFolder: FilePath) { (self.threads, self.temporaryFolder) = (threads, temporaryFolder) }

  /// Takes `{"photo": PATH, "previewEdge": PIXELS}`.
  func configure(_ options: JSONValue?) {
    photo = options?["photo"]?.text.flatMap(Self.path)
    if let edge = options?["previewEdge"]?.integer, Self.edges.contains(edge) { self.edge = edge }
  }

  func end(_ uri: String) { shown[uri] = nil }

  /// Removes the pictures. Editors do not wait until the server has left, and some kill it.
  func finish() { (shown, last, folder) = ([:], nil, nil) }

  /// Begins to show a recipe.
  ///
  /// - Returns: what the client gets.
  func begin(_ uri: String, _ analysis: Analysis, photo text: String?) throws(LanguageServer.Failure) -> JSONValue {
    let wanted = text.flatMap(Self.path) ?? photo
    shown[uri] = Shown(photo: wanted, file: try file(for: analysis, "preview"))
    return try refreshed(uri, analysis) ?? .null
  }

  /// Renders again after a change; nil for a recipe that is not shown, and while it has errors.
  func update(_ uri: String, _ analysis: Analysis) -> JSONValue? { (try? refreshed(uri, analysis)) ?? nil }

  private func refreshed(_ uri: String, _ analysis: Analysis) throws(LanguageServer.Failure) -> JSONValue? {
    guard let target = shown[uri] else { return nil }
    let start = ContinuousClock.now
    let picture = try rendered(look(of: analysis), photo: target.photo, edge: edge)
    try Self.write(picture, to: target.file)
    return [
      "recipe": .string(uri), "uri": .string(target.file.fileURI), "width": JSONValue(picture.width),
      "height": JSONValue(picture.height), "milliseconds": JSONValue(start.duration(to: .now).milliseconds),
    ]
  }

  /// Answers the custom request for one preview picture.
  func picture(_ parameters: JSONValue, _ analysis: Analysis) throws(LanguageServer.Failure) -> JSONValue {
    let start = ContinuousClock.now
    var look = try look(of: analysis)
    let settings = parameters["set"]?.members.compactMap { name, value in
      value.spelled.map { SourceFile(name: "set", text: "\(name)=\($0)") }
    }
    do throws(InvalidSettings) {
      look = try look.setting(settings ?? [])
    } catch {
      throw .invalid("set: \(error.diagnostics[0].message)")
    }
    let asked = parameters["longEdge"].map { $0.integer ?? 0 }
    let edge = asked ?? self.edge
    guard Self.edges.contains(edge) else {
      throw .invalid("longEdge is a whole number from \(Self.edges.lowerBound) to \(Self.edges.upperBound)")
    }
    let photo = parameters["photo"]?.text.flatMap(Self.path) ?? photo
    let picture = try rendered(look, photo: photo, edge: edge)
    let file = try file(for: analysis, "picture")
    try Self.write(picture, to: file)
    guard let bytes = try? readFile(file, atMost: 1 << 30) else { throw Self.failed("the picture is gone") }
    return [
      "data": JSONValue(bytes.base64), "mimeType": "image/png", "width": JSONValue(picture.width),
      "height": JSONValue(picture.height), "milliseconds": JSONValue(start.duration(to: .now).milliseconds),
    ]
  }

  /// A contact sheet of a photo with several values of a parameter.
  func strip(_ analysis: Analysis, _ name: String) throws(LanguageServer.Failure) -> JSONValue {
    let look = try look(of: analysis)
    guard let parameter = look.look.parameters.first(where: { $0.name == name }) else {
      throw .invalid("the look has no parameter '\(name)'")
    }
    var frames: [ContactSheet.Frame] = []
    for value in parameter.stripValues {
      let picture = try rendered(look.replacing([name: value]), photo: photo, edge: 480)
      frames.append(.init(name: "\(name) \(look.look.listed(value, of: parameter))", picture: picture))
    }
    guard !frames.isEmpty else { throw .invalid("'\(name)' has no range to run through") }
    let file = try file(for: analysis, name)
    try Self.write(ContactSheet(frames: frames, columns: frames.count).drawn(), to: file)
    return ["recipe": analysis.path.map { .string($0.fileURI) }, "uri": .string(file.fileURI)]
  }

  private func look(of analysis: Analysis) throws(LanguageServer.Failure) -> ConfiguredLook {
    let look: Look
    do throws(InvalidRecipe) {
      look = try analysis.recipe.requireLook()
    } catch {
      throw Self.failed("the recipe has an error: \(error.sentence)")
    }
    return ConfiguredLook(look, recipe: analysis.file)
  }

  private func rendered(
    _ look: ConfiguredLook, photo: FilePath?, edge: Int
  ) throws(LanguageServer.Failure) -> Bitmap {
    do throws(ImageError) {
      switch try preview(of: photo, edge) {
      case .photo(let picture): return try picture.rendered(through: look, threads: threads)
      case .scene(let scene): return try scene.rendered(through: look, threads: threads)
      }
    } catch {
      throw Self.failed([photo?.description, error.message].compactMap(\.self).joined(separator: ": "))
    }
  }

  private func preview(of photo: FilePath?, _ edge: Int) throws(ImageError) -> Preview {
    let status = photo.flatMap { FileStatus($0) }
    if let last, last.photo == photo, last.status == status, last.edge == edge { return last.picture }
    let picture: Preview
    if let photo {
      picture = .photo(try DecodedPhoto(photo, size: .longEdge(edge)))
    } else {
      picture = .scene(TestScene(width: edge, height: max(edge * 2 / 3, 1)).drawn(instruments: false))
    }
    last = (photo, status, edge, picture)
    return picture
  }

  // MARK: Files

  private static func path(_ text: String) -> FilePath? {
    FilePath(fileURI: text) ?? (text.isEmpty ? nil : FilePath(text))
  }

  /// The path of the preview file of a recipe.
  private func file(for analysis: Analysis, _ purpose: String) throws(LanguageServer.Failure) -> FilePath {
    do throws(ImageError) {
      let folder = if let folder { folder } else { try TemporaryFolder(in: temporaryFolder) }
      self.folder = folder
      return folder.path.appending(stem(for: analysis) + Array("-\(purpose).png".utf8))
    } catch {
      throw Self.failed(error.message)
    }
  }

  private func stem(for analysis: Analysis) -> [UInt8] {
    if let known = stems[analysis.file.name] { return known }
    let plain = Array((analysis.path?.stem ?? Array("recipe".utf8)).prefix(Self.mostStemBytes))
    let taken = Set(stems.values)
    let free = (1...taken.count + 1).lazy.map { $0 == 1 ? plain : plain + Array("-\($0)".utf8) }
    let stem = free.first { !taken.contains($0) } ?? plain
    stems[analysis.file.name] = stem
    return stem
  }

  private static let mostStemBytes = 100

  private static func write(_ picture: Bitmap, to file: FilePath) throws(LanguageServer.Failure) {
    do throws(ImageError) {
      _ = try picture.write(to: file, quality: 95, ifExists: .overwrite)
    } catch {
      throw failed(error.message)
    }
  }

  private static func failed(_ message: String) -> LanguageServer.Failure { .init(code: -32803, message: message) }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}

extension Parameter {
  /// Five values over the range of the slider, every word of a choice, or both truth values.
  fileprivate var stripValues: [[Double]] {
    switch type.declaration.kind {
    case .choice: return choices.indices.map { [Double($0)] }
    case .truth: return [[0], [1]]
    default:
      guard let range = sliderRange ?? hardRange, range.upperBound - range.lowerBound < .infinity else { return [] }
      return (0...4).map { step in
        let value = range.lowerBound + (range.upperBound - range.lowerBound) * Double(step) / 4
        // A length keeps its unit, and a color becomes a gray.
        let lane = defaultValue.firstIndex { $0 != 0 } ?? 0
        return type.isQuantity
          ? defaultValue.indices.map { $0 == lane ? value : 0 } : defaultValue.map { _ in value }
      }
    }
  }
}

// MARK: Requests

extension LanguageServer {
  func preview(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    try previews.picture(parameters, analysis(parameters))
  }

  func executeCommand(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let arguments = parameters["arguments"]?.elements ?? []
    guard let command = parameters["command"]?.text.flatMap(PreviewCommand.init) else {
      throw .invalid("there is no such command")
    }
    guard let uri = arguments.first?.text, let analysis = workspace.analysis(of: uri) else {
      throw .invalid("the first argument is the URI of an open recipe")
    }
    switch command {
    case .preview: return show(try previews.begin(uri, analysis, photo: arguments.dropFirst().first?.text))
    case .strip:
      guard let name = arguments.dropFirst().first?.text else { throw .invalid("the second argument is a parameter") }
      return show(try previews.strip(analysis, name))
    case .test: return JSONValue(analysis.verdicts.map { "\($0.expectation.text): \($0.sentence)" })
    }
  }

  /// Asks the client to open a picture, if it can.
  private func show(_ result: JSONValue) -> JSONValue {
    if let uri = result["uri"]?.text, client["window"]?["showDocument"]?["support"]?.truth == true {
      request("window/showDocument", ["uri": .string(uri), "takeFocus": false])
    }
    return result
  }

  // MARK: Code lenses

  func codeLenses(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    guard let uri = parameters["textDocument"]?["uri"]?.text else { return [] }
    return .array(
      analysis.tree.recipe.declarations.compactMap { declaration in
        let range = analysis.positions.range(Span(declaration.syntax.span.start, declaration.syntax.span.start))
        func lens(_ title: String, _ command: PreviewCommand, _ name: String?) -> JSONValue {
          [
            "range": range,
            "command": [
              "title": .string(title), "command": .string(command.rawValue),
              "arguments": JSONValue([uri] + (name.map { [$0] } ?? [])),
            ],
          ]
        }
        switch declaration {
        case .look: return lens("Preview", .preview, nil)
        case .parameter(let syntax): return syntax.name.map { lens("Test strip", .strip, $0.text) }
        case .expectation:
          // Rendering patches takes a while, so it is done when the line comes into sight.
          return ["range": range, "data": ["uri": .string(uri), "text": .string(declaration.syntax.text)]]
        case .use, .extends, .setting, .variant, .constant, .function, .image, .output: return nil
        }
      })
  }

  func resolveCodeLens(_ lens: JSONValue) throws(Failure) -> JSONValue {
    guard case .object(var members) = lens, let uri = lens["data"]?["uri"]?.text,
      let text = lens["data"]?["text"]?.text,
      let analysis = workspace.analysis(of: uri)
    else { return lens }
    let verdict = analysis.verdicts.first { $0.expectation.text == text }
    members["command"] = [
      "title": .string(verdict?.sentence ?? "not tested: the recipe has errors"),
      "command": .string(PreviewCommand.test.rawValue), "arguments": [.string(uri)],
    ]
    return .object(members)
  }
}

extension Analysis {
  /// What becomes of the expectations of the look; none for a recipe with errors.
  var verdicts: [ExpectationResult] {
    guard let look else { return [] }
    return (try? testExpectations(of: ConfiguredLook(look, recipe: file))) ?? []
  }
}

extension ExpectationResult {
  fileprivate var sentence: String {
    let measured = distance.map { " (dE \(($0 * 100).rounded() / 100))" } ?? ""
    return failure.map { "does not hold: \($0)" } ?? "holds" + measured
  }
}
