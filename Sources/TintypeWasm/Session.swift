import TintypeColor
import TintypeDiagnostics
import TintypeEditing
import TintypeExplanation
import TintypeIR
import TintypeIntrinsics
import TintypeJSON
import TintypeLowering
import TintypePlan
import TintypeRaster
import TintypeRecipes
import TintypeRender
import TintypeSemantics
import TintypeSyntax

/// What a page works on: one recipe, its values, and one render.
final class Session {
  private let library = RecipeLibrary(standardLibrary)
  private var opened: Opened?
  private var look: BoundLook?
  private var rows: ComputedRows?
  /// What was known of the photo of the last render.
  private var seen = Shot()

  /// The answer to the last call.
  private(set) var answer: [UInt8] = []

  private func answer(_ text: String) { answer = Array(text.utf8) }

  private func answer(_ diagnostics: [Diagnostic]) {
    answer(diagnostics.map { $0.json + "\n" }.joined())
  }

  // MARK: Text

  /// Checks a recipe, which is then the open one; answers with a line for each diagnostic.
  ///
  /// - Returns: the number of errors.
  func open(_ source: SourceFile) -> Int {
    let model = analyze(source, library: library, loader: ShippedOnly(), isLinted: true)
    let (found, diagnostics) = checked(model, withLints: true)
    opened = Opened(source, model, found, diagnostics, library)
    (look, rows) = (found.map { BoundLook($0) }, nil)
    answer(diagnostics)
    return diagnostics.count { $0.severity == .error }
  }

  /// Answers with the formatted text, or with the errors of one that cannot be read.
  ///
  /// - Returns: the number of errors.
  func format(_ source: SourceFile) -> Int {
    let (tree, diagnostics) = parse(source)
    let errors = diagnostics.count { $0.severity == .error }
    if errors == 0 { answer = formatted(tree) } else { answer(diagnostics) }
    return errors
  }

  // MARK: Looks

  /// Answers with the looks that come with the program, as JSON.
  func listShipped() {
    let groups = shippedGroups.map { group -> JSONValue in
      ["title": .string(group.title), "looks": .array(group.looks.map { .string($0.name) })]
    }
    answer(JSONValue.array(groups).line)
  }

  /// Answers with the text of one of them.
  func readShipped(_ name: String) -> Bool {
    answer = shippedLook(name)?.text ?? []
    return shippedLook(name) != nil
  }

  /// Answers with the open look, as `tintype list --format json` has it; false where there is none.
  func describe() -> Bool {
    guard let look else { return refuse(Opened.Refusal.noLook.reason) }
    answer(look.look.listing(as: opened?.source.name ?? "").line)
    return true
  }

  /// Binds values, and answers with a line for each diagnostic of a setting.
  ///
  /// - Parameters:
  ///   - variant: the name of a variant, or empty.
  ///   - settings: such as `amount=0.5`.
  func set(variant: String, _ settings: [String]) -> Bool {
    guard var bound = look else { return refuse(Opened.Refusal.noLook.reason) }
    let chosen = bound.look.variants.first { $0.name == variant }
    guard chosen != nil || variant.isEmpty else { return refuse("the look has no variant '\(variant)'") }
    let texts = settings.map { SourceFile(name: "--set", text: $0) }
    let (values, diagnostics) = parameterValues(of: bound.look, variant: chosen, settings: texts)
    answer(diagnostics)
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return false }
    bound.values = values
    (look, rows) = (bound, nil)
    return true
  }

  // MARK: Editing

  /// Answers with what is wrong with the open recipe, the ways out, and the colors of its words.
  func view() -> Bool {
    guard let opened else { return refuse("no recipe is open") }
    answer(opened.view.line)
    return true
  }

  /// Answers with what may stand at a place of the open recipe.
  func complete(line: Int, character: Int) -> Bool {
    answer(line, character) { $0.completion(at: $1, for: .plainTextClient) }
  }

  /// Answers with what the word at a place of the open recipe means, or with null.
  func hover(line: Int, character: Int) -> Bool {
    answer(line, character) { $0.hover(at: $1, for: .plainTextClient) }
  }

  private func answer(
    _ line: Int, _ character: Int, _ question: (_ analysis: RecipeAnalysis, _ offset: Int) -> JSONValue
  ) -> Bool {
    guard let opened else { return refuse("no recipe is open") }
    let analysis = opened.analysis
    answer(question(analysis, analysis.positions.offset(line: line, character: character)).line)
    return true
  }

  /// Answers with how the open look is compiled, or with the text of one stage.
  ///
  /// - Parameter stage: as `--emit` takes it, or empty for all that `tintype explain` prints.
  func explain(_ stage: String, depth: Int) -> Bool {
    guard let opened else { return refuse("no recipe is open") }
    let emitted = EmittedStage(stage)
    guard emitted != nil || stage.isEmpty else { return refuse("there is no stage '\(stage)'") }
    if let text = emitted?.text(of: opened.source) {
      answer(text)
      return true
    }
    guard let depth = SampleDepth(rawValue: "\(depth)") else { return refuse("a photo has pixels of 8 or 16 bits") }
    guard let look else { return refuse(Opened.Refusal.noLook.reason) }
    guard let emitted else {
      answer(Explanation(look, shot: Shot(), depth: depth).text)
      return true
    }
    guard let text = emitted.text(of: look, shot: Shot(), depth: depth) else {
      return refuse("this pass does not run on photos of \(depth.described)")
    }
    answer(text)
    return true
  }

  // MARK: Controls

  /// Answers with the parameters of the open look and its variants, for controls.
  func describeControls() -> Bool {
    guard let opened, let look = opened.look else { return refuse(Opened.Refusal.noLook.reason) }
    answer(controls(of: look, []).line)
    return true
  }

  /// Answers with the open recipe with other defaults, and its controls.
  ///
  /// - Parameter settings: such as `amount=0.5`.
  func edit(_ settings: [String]) -> Bool {
    guard let opened, opened.look != nil else { return refuse(Opened.Refusal.noLook.reason) }
    do throws(Opened.Refusal) {
      let (edited, look) = try opened.setting(settings)
      answer(controls(of: look, [("text", .string(String(decoding: edited.text, as: UTF8.self)))]).line)
      return true
    } catch {
      return refuse(error.reason)
    }
  }

  private func controls(of look: Look, _ others: [(String, JSONValue?)]) -> JSONValue {
    .object(
      JSONObject(
        others + [
          ("name", .string(look.name)), ("about", look.header.about.map { .string($0) }),
          ("parameters", .array(look.controls)), ("variants", .array(look.variantSettings)),
        ]))
  }

  /// Answers with what the metadata of the last render say of the open look with its values, as JSON: a shipped look by
  /// its name, also where the text has other defaults, and another recipe by its text.
  func describeOrigin() -> Bool {
    guard let opened, let bound = look else { return refuse(Opened.Refusal.noLook.reason) }
    let values = bound.look.spelled(bound.values(for: seen))
    let own = String(decoding: opened.source.text, as: UTF8.self)
    let shipped = opened.shippedOrigin(library)
    let text = shipped.map { String(decoding: $0.text, as: UTF8.self) } ?? own
    answer(
      ([
        "look": .string(shipped?.name ?? opened.source.stem), "text": .string(text),
        "isShipped": .bool(shipped != nil), "parameters": .string(values.joined(separator: "; ")),
      ] as JSONValue).line)
    return true
  }

  // MARK: Pixels

  /// Rows of RGBA, straight sRGB.
  struct Photo {
    let pixels: UnsafeRawPointer
    let format: PictureFormat
    /// Whether alpha has a meaning; otherwise it is the largest code.
    let hasAlpha: Bool

    /// - Parameter bits: of a sample, 8 or 16.
    /// - Returns: nil for other bits, and for a photo without pixels.
    init?(pixels: UnsafeRawPointer, width: Int, height: Int, bits: Int, hasAlpha: Bool) {
      guard width > 0, height > 0, bits == 8 || bits == 16 else { return nil }
      (self.pixels, self.hasAlpha) = (pixels, hasAlpha)
      format = PictureFormat(width: width, height: height, channels: 4, depth: bits == 8 ? .eight : .sixteen)
    }
  }

  /// Begins a render of the open look, and answers with the size of the result and the rows that will come as JSON, or
  /// with what is wrong.
  ///
  /// - Parameters:
  ///   - part: from 0, of `parts` equal strips of the result, which alone is computed.
  ///   - shot: what is known of the photo, such as `iso=400`, and `date=2024-08-31`.
  func begin(_ photo: Photo, part: Int, of parts: Int, shot: [String]) -> Bool {
    guard let look else { return refuse(Opened.Refusal.noLook.reason) }
    guard (0..<max(parts, 0)).contains(part) else { return refuse("this is no part of the result") }
    guard let known = facts(shot) else { return false }
    rows = nil
    do throws(ImageError) {
      let format = photo.format
      let picture = try StoredPicture(format)
      let pixels = UnsafeRawBufferPointer(start: photo.pixels, count: format.pictureBytes.count)
      picture.writeRows(format.height, from: pixels, rowBytes: format.rowBytes)
      let samples = RenderTarget.Samples(depth: format.depth, hasAlpha: photo.hasAlpha, space: .srgb)
      let target = RenderTarget(
        source: samples, result: RenderTarget.Samples(depth: format.depth, hasAlpha: true, space: .srgb))
      let shot = try self.shot(known, picture, look)
      seen = shot
      let compiled = try CompiledLook(look, for: target, shot: shot)
      let whole = try compiled.prepared(for: format, channels: 4, maxPixels: PictureFormat.usualPixels)
      let (width, height) = (whole.result.width, whole.result.height)
      let strip = height * part / parts..<height * (part + 1) / parts
      let prepared = parts == 1 ? whole : whole.cropped(to: PixelRectangle(columns: 0..<width, rows: strip))
      if !strip.isEmpty { rows = try prepared.rows(of: PictureRows(picture)) }
      answer(
        ([
          "width": .whole(Int64(width)), "height": .whole(Int64(height)), "first": .whole(Int64(strip.lowerBound)),
          "count": .whole(Int64(strip.count)),
        ] as JSONValue).line)
      return true
    } catch {
      return refuse(error.message)
    }
  }

  /// What some lines say of a photo; nil if one says nothing, which is the answer.
  private func facts(_ lines: [String]) -> Shot? {
    var shot = Shot()
    for line in lines where !shot.take(line) {
      guard line.hasPrefix("date="), let date = ShotField.date.lanes(of: String(line.dropFirst(5))) else {
        _ = refuse("'\(line)' is no fact about a photo; write, for example, iso=400 or date=2024-08-31")
        return nil
      }
      shot[.date] = date
    }
    return shot
  }

  /// What is known of a photo, with what the look measures over it.
  private func shot(_ known: Shot, _ picture: StoredPicture, _ look: BoundLook) throws(ImageError) -> Shot {
    var shot = known
    try look.requireAnswers(shot)
    if look.measures, shot.measurements == nil {
      shot.measurements = look.measurements(over: try ReducedPhoto(reducing: PictureRows(picture), .srgb), shot)
    }
    return shot
  }

  /// Computes the next rows of the result: RGBA, straight sRGB.
  func next(_ count: Int, into memory: UnsafeMutableRawBufferPointer) -> Bool {
    guard let rows else { return refuse("no render has begun") }
    guard count > 0, memory.count / rows.format.rowBytes >= count else { return refuse("the rows need more memory") }
    do throws(ImageError) {
      try rows.readRows(count, into: memory, rowBytes: rows.format.rowBytes)
      return true
    } catch {
      return refuse(error.message)
    }
  }

  /// Answers with the reason.
  func refuse(_ reason: String) -> Bool {
    answer(reason)
    return false
  }
}

extension SourceFile {
  /// The name of the file without `.tint`.
  fileprivate var stem: String { name.hasSuffix(".tint") ? String(name.dropLast(5)) : name }
}
