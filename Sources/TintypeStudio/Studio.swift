import Tintype
import TintypeExplanation
import TintypeExport
import TintypeIR
package import TintypeImage
import TintypeJSON

/// The backend of the studio's page: it answers requests, whatever transports them.
///
/// Each kind of work has its own serial queue, so thumbnails do not wait for saves, and typing does not wait for
/// pictures.
package final class Studio: Sendable {
  /// What the studio is opened with.
  package struct Start: Sendable {
    /// The names or paths of looks; none for all that are shipped.
    package var looks: [String] = []
    /// The photo to begin with.
    package var photo: FilePath?
    /// Where results go, and what the album lists.
    package var folder: FilePath
    /// For what lasts as long as the studio.
    package var temporaryFolder: FilePath
    /// For what lasts longer: the text of each photo. Nil keeps nothing.
    package var stateFolder: FilePath?
    /// How many threads may work at once.
    package var threads = 1

    /// A studio of all shipped looks.
    package init(folder: FilePath, temporaryFolder: FilePath) {
      (self.folder, self.temporaryFolder) = (folder, temporaryFolder)
    }
  }

  private let start: Start
  private let uploads: TemporaryFolderBox
  private let album: SerialWorker<Album>
  private let recipes: SerialWorker<RecipeLanguageService>
  private let texts: SerialWorker<Void>
  private let screen: SerialWorker<PreviewService>
  private let thumbnails: SerialWorker<PreviewService>
  private let results: SerialWorker<PreviewService>
  private let library: LookStore
  private let working: WorkingTexts
  /// The recipes of the page, for every worker.
  let store = RecipeStore()

  /// Opens the studio.
  ///
  /// - Throws: for a look that cannot be had, and without a folder for temporary files.
  package init(_ start: Start) throws(ImageError) {
    self.start = start
    uploads = TemporaryFolderBox(try TemporaryFolder(in: start.temporaryFolder))
    library = try LookStore(start.looks, folder: start.folder, photos: start.photo?.folder)
    let (temporary, threads) = (start.temporaryFolder, start.threads)
    working = WorkingTexts(in: start.stateFolder, of: library.root.path)
    album = SerialWorker("album", Album(library.root, working))
    recipes = SerialWorker("recipes", RecipeLanguageService(store, temporaryFolder: temporary))
    texts = SerialWorker("texts", ())
    screen = SerialWorker("screen", PreviewService(store, threads: threads, temporaryFolder: temporary))
    thumbnails = SerialWorker("thumbnails", PreviewService(store, threads: 1, temporaryFolder: temporary))
    results = SerialWorker("results", PreviewService(store, threads: threads, temporaryFolder: temporary))
  }

  /// Answers a request; a failure becomes a status and a sentence.
  package func answer(_ request: StudioRequest) async -> StudioResponse {
    do throws(StudioFailure) {
      return try await response(to: request)
    } catch {
      return StudioResponse(refusing: error.status, error.message)
    }
  }

  private func response(to request: StudioRequest) async throws(StudioFailure) -> StudioResponse {
    if request.method == "GET", let file = StudioPage.file(request.path) { return file }
    let query = request.query
    switch (request.method, request.path) {
    case ("GET", "api/start"): return StudioResponse(try await opening())
    case ("GET", "api/look"): return StudioResponse(try library.text(of: query["name"] ?? ""))
    case ("GET", "api/photo"): return try await photo(query)
    case ("GET", "api/thumbnail"): return try await thumbnail(query)
    case ("GET", "api/album"):
      let page = query["page"].flatMap { Int($0) } ?? 0
      let (filter, order) = Self.listing(query)
      return StudioResponse(
        try await album.work { (album) throws(StudioFailure) in try album.page(page, only: filter, by: order) })
    case ("GET", "api/names"):
      let (filter, order) = Self.listing(query)
      return StudioResponse(
        try await album.work { (album) throws(StudioFailure) in try album.names(only: filter, by: order) })
    case ("GET", "api/working"):
      let (working, id) = (working, query["id"])
      return StudioResponse(
        try await album.work { (album) throws(StudioFailure) in
          _ = try album.path(id)
          return id.map { working[$0] } ?? .null
        })
    case ("GET", "api/details"):
      let id = query["id"]
      return StudioResponse(
        try await album.work { (album) throws(StudioFailure) in album.summary(try album.path(id)) })
    case ("POST", "api/photo"): return StudioResponse(try await take(request.body, named: query["name"] ?? "photo"))
    case ("POST", _):
      guard let message = JSONValue(parsing: request.body) else { throw .wrong("the message is no JSON") }
      return try await response(to: message, at: request.path)
    default: throw .missing("there is nothing here")
    }
  }

  /// What is listed, and in which order.
  private static func listing(_ query: [String: String]) -> (filter: String, order: Album.Order) {
    (query["only"] ?? "", query["by"].flatMap { Album.Order(rawValue: $0) } ?? .newest)
  }

  private func response(to message: JSONValue, at path: String) async throws(StudioFailure) -> StudioResponse {
    let id = message["id"]?.text
    switch path {
    case "api/recipe":
      let photo = message["photo"]?.text
      let path = try await album.work { album in try? album.path(photo) }
      return StudioResponse(try await view(recipe(message), for: path, SavingForm(message)))
    case "api/passes":
      let photo = message["photo"]?.text
      let path = try await album.work { album in try? album.path(photo) }
      return StudioResponse("application/json", try await passes(of: recipe(message), for: path))
    case "api/again": return StudioResponse(try await again(id))
    case "api/open": return StudioResponse(try await opened(id))
    case "api/working": return StudioResponse(try await keep(message, forPhoto: id))
    case "api/paste": return StudioResponse(try await paste(recipe(message), message))
    case "api/plain":
      let recipe = try recipe(message)
      let new = try await texts.work { (_) throws(StudioFailure) in try recipe.withNewlines { $0.forAnyPhoto } }
      return StudioResponse(["text": .string(String(decoding: new.source.text, as: UTF8.self))])
    case "api/mask": return StudioResponse(try await masked(recipe(message), message["mask"] ?? .null))
    case "api/frame": return StudioResponse(try await framed(recipe(message), message["framing"] ?? .null))
    case "api/edit": return StudioResponse(try await edited(recipe(message), message["set"]?.texts ?? []))
    case "api/ask":
      let (recipe, question) = (try recipe(message), message["question"]?.text ?? "")
      return StudioResponse([
        "answer": try await recipes.work { (service) throws(StudioFailure) in
          try service.ask(question, message["parameters"] ?? [:], of: recipe)
        }
      ])
    case "api/preview":
      let (recipe, edge) = (try recipe(message), message["edge"]?.integer ?? 1280)
      let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
      // The page notices by it that another file has the photo's name.
      let version = FileStatus(photo)?.version ?? ""
      return StudioResponse(
        "image/bmp",
        try await screen.work { (room) throws(StudioFailure) in
          try room.picture(of: photo, through: recipe, edge: edge).uncompressed
        }, fields: ["Tintype-Photo": version])
    case "api/tile":
      let (recipe, place) = (try recipe(message), try TilePlace(message))
      let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
      return try await screen.work { (room) throws(StudioFailure) in
        try room.tile(of: photo, through: recipe, at: place)
      }
    case "api/probe":
      let recipe = try recipe(message)
      guard let color = message["color"]?.text, let place = ColorProbe.Place(message["at"], in: message["size"]),
        let edge = message["edge"]?.integer
      else { throw .wrong("a color of a photo has a place, which is inside") }
      let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
      let probe = try await screen.work { (room) throws(StudioFailure) in
        try room.probe(color, at: place, of: photo, through: recipe, edge: edge)
      }
      return StudioResponse(["steps": .array(probe.steps.map(\.json))])
    case "api/settled":
      let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
      return StudioResponse(try await settled(recipe(message), for: photo))
    case "api/save": return StudioResponse(try await save(message))
    case "api/keep":
      let was = message["was"]?.text.map { Array($0.utf8) }
      return StudioResponse(try await keep(recipe(message), replacing: message["replace"]?.truth == true, was: was))
    case "api/beside":
      let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
      return StudioResponse(
        try await keep(recipe(message), beside: photo, replacing: message["replace"]?.truth == true))
    case "api/mark":
      return StudioResponse(try await album.work { (album) throws(StudioFailure) in try album.mark(id, message) })
    case "api/discard":
      return StudioResponse(try await album.work { (album) throws(StudioFailure) in try album.discard(id) })
    case "api/restore":
      return StudioResponse(try await album.work { (album) throws(StudioFailure) in try album.restore(id) })
    default: throw .missing("there is nothing here")
    }
  }

  // MARK: Texts

  private func opening() async throws(StudioFailure) -> JSONValue {
    // Listing the folder takes as long as it is large, and is left to the page.
    let photo = start.photo ?? working.last.flatMap { fileExists($0) ? $0 : nil }
    let summary = try await album.work { (album) throws(StudioFailure) in photo.map { album.summary($0) } }
    let looks = library.listing
    return [
      "version": .string(tintypeVersion), "folder": .string(start.folder.description), "looks": looks,
      "look": try await firstLook(of: looks.elements.compactMap { $0["name"]?.text }).map { .string($0) },
      "looksAreNamed": .bool(!start.looks.isEmpty),
      "photo": summary,
    ]
  }

  /// The look to begin with: the first without an error.
  private func firstLook(of names: [String]) async throws(StudioFailure) -> String? {
    let (library, store) = (library, store)
    return try await texts.work { _ in
      names.first { name in (try? store.compiled(library.recipe(name))) != nil }
    }
  }

  private func recipe(_ message: JSONValue) throws(StudioFailure) -> RecipeText {
    guard let name = message["name"]?.text, let text = message["text"]?.text else { throw .wrong("no recipe is given") }
    return RecipeText(name: name, text: text, at: try library.file(named: name))
  }

  /// What a pane and its controls show.
  private func view(
    _ recipe: RecipeText, for photo: FilePath?, _ form: SavingForm
  ) async throws(StudioFailure) -> JSONValue {
    let store = store
    // First with the page's own folder, which all other requests use.
    let compiled = try await texts.work { _ in try? store.compiled(recipe) }
    let seen = try await recipes.work { service in service.view(recipe) }
    return try await texts.work { _ in
      [
        "diagnostics": seen["diagnostics"], "tokens": seen["tokens"],
        "parameters": compiled.map { .array($0.parameters) }, "variants": compiled.map { .array($0.variants) },
        "framing": recipe.framing.json, "masks": .array(recipe.masks.map(\.json)),
        "command": .string(compiled.map { $0.command(store.configured($0), for: photo, form) } ?? ""),
      ]
    }
  }

  /// Writes a crop by hand into a text.
  private func framed(_ recipe: RecipeText, _ value: JSONValue) async throws(StudioFailure) -> JSONValue {
    guard let framing = Framing(value) else { throw .wrong("this is no crop") }
    let new = try await texts.work { (_) throws(StudioFailure) in
      try recipe.withNewlines { (text) throws(StudioFailure) in try text.framed(framing) }
    }
    return ["text": .string(String(decoding: new.source.text, as: UTF8.self))]
  }

  /// Writes a mask by hand into a text, or removes it.
  private func masked(_ recipe: RecipeText, _ value: JSONValue) async throws(StudioFailure) -> JSONValue {
    try await texts.work { (_) throws(StudioFailure) in
      var name = value["name"]?.text
      let new = try recipe.withNewlines { (text) throws(StudioFailure) in
        if let name { return try value["stroke"] == nil ? text.unmasked(name) : text.brushed(name, value) }
        let made = try text.masked(value)
        name = made.mask.name
        return made.text
      }
      return ["text": .string(String(decoding: new.source.text, as: UTF8.self)), "name": name.map { .string($0) }]
    }
  }

  // MARK: The text of each photo

  /// What the page left of a photo; the photo is the one to begin with next time.
  private func opened(_ id: String?) async throws(StudioFailure) -> JSONValue {
    let (photo, summary) = try await album.work { (album) throws(StudioFailure) in
      let photo = try album.path(id)
      return (photo, album.summary(photo))
    }
    let (working, isLasting) = (working, photo.folder != uploads.path)
    return try await texts.work { (_) throws(StudioFailure) in
      // Its text is there even if this cannot be remembered.
      if isLasting { try? working.open(photo) }
      guard let id, case let own = working[id], own != .null else { return ["photo": summary] }
      return [
        "photo": summary,
        "name": own["name"], "text": own["text"], "start": own["start"], "past": own["past"], "future": own["future"],
        "edited": working.version(id).map { .string($0) },
      ]
    }
  }

  /// Keeps the text of a photo, unless it is another one than the page knows. One that came through the browser is
  /// forgotten with the studio.
  private func keep(_ message: JSONValue, forPhoto id: String?) async throws(StudioFailure) -> JSONValue {
    let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
    let recipe = try recipe(message)
    let value: JSONValue = [
      "name": .string(recipe.source.name), "text": message["text"], "start": message["start"], "past": message["past"],
      "future": message["future"],
    ]
    guard let id, photo.folder != uploads.path else { return [:] }
    let (working, was) = (working, message["was"]?.text)
    return try await texts.work { (_) throws(StudioFailure) in
      if let was, working.version(id) ?? "" != was {
        throw StudioFailure(
          status: 409,
          message: "The text of this photo was changed in another window. What you change next replaces that text.")
      }
      try working.keep(value, for: id)
      return ["edited": working.version(id).map { .string($0) }]
    }
  }

  /// Gives a text to photos. Each keeps its own crop, and can undo it.
  private func paste(_ recipe: RecipeText, _ message: JSONValue) async throws(StudioFailure) -> JSONValue {
    let ids = message["ids"]?.texts ?? []
    try await album.work { (album) throws(StudioFailure) in for id in ids { _ = try album.path(id) } }
    let (working, library) = (working, library)
    try await texts.work { (_) throws(StudioFailure) in
      for id in ids {
        let old = working[id]
        var (framing, past) = (Framing(), old["past"]?.elements ?? [])
        if let name = old["name"]?.text, let text = old["text"]?.text {
          framing = RecipeText(name: name, text: text, at: try? library.file(named: name)).framing
          past.append(["name": .string(name), "text": .string(text), "start": old["start"]])
        }
        let framed = try? recipe.withNewlines { (text) throws(StudioFailure) in try text.framed(framing) }
        let new = framed ?? recipe
        try working.keep(
          [
            "name": .string(recipe.source.name), "text": .string(String(decoding: new.source.text, as: UTF8.self)),
            "start": message["start"], "past": .array(WorkingTexts.recent(past)), "future": [],
          ], for: id)
      }
    }
    return try await album.work { (album) throws(StudioFailure) in
      var photos: [JSONValue] = []
      for id in ids { photos.append(album.summary(try album.path(id))) }
      return ["photos": .array(photos)]
    }
  }

  // MARK: Edits and files

  private func edited(_ recipe: RecipeText, _ settings: [String]) async throws(StudioFailure) -> JSONValue {
    let store = store
    return try await texts.work { (_) throws(StudioFailure) in
      let new = try store.setting(settings, in: store.compiled(recipe))
      return [
        "text": .string(String(decoding: new.source.text, as: UTF8.self)),
        "parameters": .array(try store.compiled(new).parameters),
      ]
    }
  }

  /// A look as passes that the page draws with, and where the photo's own noise starts.
  private func passes(of recipe: RecipeText, for photo: FilePath?) async throws(StudioFailure) -> [UInt8] {
    let store = store
    return try await texts.work { (_) throws(StudioFailure) in
      let look = store.configured(try store.compiled(recipe))
      let stored = photo.flatMap { try? openPicture($0, limits: .ofMetadata) }
      if stored?.color.isHighDynamicRange == true, look.look.program.readsLight {
        throw StudioFailure(status: 422, message: "This look cannot run live: it reads light that the page has not.")
      }
      let seed = (try? stored?.seed()) ?? 0
      do throws(ExportRefusal) {
        return Array("{\"seed\": \(Int(seed)), \"look\": \(try ExportedPasses(look).json)}".utf8)
      } catch {
        throw StudioFailure(status: 422, message: "This look cannot run live: \(error.lines[0])")
      }
    }
  }

  /// Saves a recipe as a file of the folder.
  ///
  /// - Parameter was: what the page read from the file; one that somebody changed since is not replaced unasked.
  private func keep(
    _ recipe: RecipeText, replacing: Bool, was: [UInt8]?
  ) async throws(StudioFailure) -> JSONValue {
    let path = library.file(for: recipe)
    if let was, fileExists(path), (try? readFile(path, atMost: 1 << 22)) != was {
      throw StudioFailure(status: 409, message: "'\(path.shortName)' was changed on the disk; replace it?")
    }
    return try await write(recipe, to: path, replacing: replacing)
  }

  /// Saves a recipe as the sidecar of a photo.
  private func keep(
    _ recipe: RecipeText, beside photo: FilePath, replacing: Bool
  ) async throws(StudioFailure) -> JSONValue {
    guard photo.folder != uploads.path, let path = try library.own(Sidecar.path(of: photo)) else {
      throw .wrong("the photo came through the browser, and lies in no folder: save the recipe")
    }
    let text = String(decoding: recipe.source.text, as: UTF8.self)
    guard (try? store.compiled(RecipeText(name: path.description, text: text, at: path))) != nil else {
      throw .wrong("the recipe has an error, or reads files that do not lie beside the photo")
    }
    return try await write(recipe, to: path, replacing: replacing)
  }

  private func write(_ recipe: RecipeText, to path: FilePath, replacing: Bool) async throws(StudioFailure) -> JSONValue
  {
    let bytes = recipe.source.text
    try await texts.work { (_) throws(StudioFailure) in
      if fileExists(path), !replacing {
        throw StudioFailure(status: 409, message: "'\(path.shortName)' exists; replace it?")
      }
      try reporting(on: path.shortName) { () throws(ImageError) in
        _ = try RenderOptions.IfExists.overwrite.write(path, bytes)
      }
    }
    return ["name": .string(path.description)]
  }

  /// The look and the values that made a result, and its original where the folder has it.
  private func again(_ id: String?) async throws(StudioFailure) -> JSONValue {
    let (record, original) = try await album.work { (album) throws(StudioFailure) in
      let record = try album.record(album.path(id))
      return (record, album.original(of: record).map { album.summary($0) })
    }
    guard let made = record.provenance else { throw .wrong("nothing says what made '\(record.path.shortName)'") }
    let start = try library.recipe(made)
    let store = store
    let text = try await texts.work { (_) throws(StudioFailure) in
      let compiled = try store.compiled(start)
      return try store.setting(compiled.changing(made.parameters), in: compiled)
    }
    return [
      "name": .string(start.source.name), "start": .string(String(decoding: start.source.text, as: UTF8.self)),
      "text": .string(String(decoding: text.source.text, as: UTF8.self)), "photo": original,
    ]
  }

  /// The text of a look with the settings beside a photo, or the recipe beside it.
  private func settled(_ recipe: RecipeText, for photo: FilePath) async throws(StudioFailure) -> JSONValue {
    let store = store
    return try await texts.work { (_) throws(StudioFailure) in
      let compiled = try store.compiled(recipe)
      let own = ConfiguredLook(compiled.look, recipe: recipe.source, below: recipe.file?.root)
      let (look, notes): (ConfiguredLook, [String])
      do throws(PhotoFailure) { (look, notes) = try own.withSidecar(of: photo) } catch {
        throw StudioFailure(status: 422, message: "\(error.file.shortName): \(error.error.message)")
      }
      let settings = look.settings.map { String(decoding: $0.text, as: UTF8.self) }
      let (start, text, said): (RecipeText, RecipeText, [String])
      if look.recipe != recipe.source {
        let path = Sidecar.path(of: photo)
        let bytes = try reporting(on: path.shortName) { () throws(ImageError) in try readFile(path, atMost: 1 << 20) }
        start = RecipeText(name: path.description, text: String(decoding: bytes, as: UTF8.self), at: path)
        (text, said) = (start, [])
      } else {
        (start, text, said) = (recipe, try store.setting(compiled.changing(settings), in: compiled), notes)
      }
      return [
        "name": .string(start.source.name), "start": .string(String(decoding: start.source.text, as: UTF8.self)),
        "text": .string(String(decoding: text.source.text, as: UTF8.self)), "notes": .array(said.map { .string($0) }),
      ]
    }
  }

  // MARK: Pictures

  private func photo(_ query: [String: String]) async throws(StudioFailure) -> StudioResponse {
    let (id, edge) = (query["id"], query["edge"].flatMap { Int($0) } ?? 1280)
    let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
    return StudioResponse(
      "image/bmp",
      try await screen.work { (room) throws(StudioFailure) in
        try room.picture(of: photo, through: nil, edge: edge).uncompressed
      }, isLasting: query["version"] != nil)
  }

  /// A photo, or a look on a photo, small.
  private func thumbnail(_ query: [String: String]) async throws(StudioFailure) -> StudioResponse {
    let (id, edge) = (query["id"], query["edge"].flatMap { Int($0) } ?? 320)
    guard (32...640).contains(edge) else { throw .wrong("edge is a number from 32 to 640") }
    let text: RecipeText?
    if query["own"] != nil {
      // Its own text; a photo without one is shown as it is.
      let own = id.map { working[$0] } ?? .null
      text = try? own["name"]?.text.map { name throws(StudioFailure) in
        RecipeText(name: name, text: own["text"]?.text ?? "", at: try library.file(named: name))
      }
    } else {
      text = try query["look"].map { name throws(StudioFailure) in try library.recipe(name) }
    }
    let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
    return StudioResponse(
      "image/jpeg",
      try await thumbnails.work { (room) throws(StudioFailure) in
        try room.thumbnail(of: photo, through: text, edge: edge)
      }, isLasting: query["version"] != nil && !isRecipePath(query["look"] ?? ""))
  }

  /// Takes a photo that was dropped, or a frame of the camera.
  private func take(_ bytes: [UInt8], named name: String) async throws(StudioFailure) -> JSONValue {
    let folder = uploads.path
    let plain = name.filter { $0.isLetter || $0.isNumber || "-_. ".contains($0) }.drop { $0 == "." }
    let ending = plain.lastIndex(of: ".").map { plain[$0...].prefix(8) } ?? ""
    let short = plain.count > 80 ? plain.prefix(80 - ending.count) + ending : plain
    return try await album.work { (album) throws(StudioFailure) in
      let path = Album.freeName(in: folder, like: FilePath(short.isEmpty ? "photo" : String(short)))
      try reporting(on: name.escapedForDisplay) { () throws(ImageError) in
        try createFile(path, with: bytes)
        // One that cannot be read is refused at once.
        _ = try openPicture(path)
      }
      return album.summary(path)
    }
  }

  /// Renders a photo at its full size, as the command does, into the album's folder.
  private func save(_ message: JSONValue) async throws(StudioFailure) -> JSONValue {
    let (id, recipe) = (message["id"]?.text, try recipe(message))
    let photo = try await album.work { (album) throws(StudioFailure) in try album.path(id) }
    let form = try SavingForm(message)
    let name = photo.stem + Array("-\(recipe.source.lookName).".utf8) + form.nameEnding(for: photo)
    let (target, threads) = (library.root.folder.appending(name), start.threads)
    let (saved, notes) = try await results.work { (room) throws(StudioFailure) -> (FilePath, [String]) in
      let look = try room.look(recipe)
      var options = form.options(for: look)
      (options.threads, options.ifExists) = (threads, .rename)
      do throws(ImageError) {
        let outcome = try renderPhoto(look, from: photo, to: target, options: options)
        if case .rendered(let path, let notes) = outcome { return (path, notes) }
        throw .outputExists
      } catch {
        let isOutput = [.exists, .io, .cannotCreate].contains(error.kind)
        throw StudioFailure(error, on: (isOutput ? target : photo).shortName)
      }
    }
    let summary = try await album.work { album in album.summary(FilePath(bytes: saved.bytes)) }
    let store = store
    let command = try await texts.work { (_) throws(StudioFailure) in
      let compiled = try store.compiled(recipe)
      return compiled.command(store.configured(compiled), for: photo, form)
    }
    return ["photo": summary, "notes": .array(notes.map { .string($0) }), "command": .string(command)]
  }
}

/// The folder for dropped photos, which is removed with the studio.
private final class TemporaryFolderBox: Sendable {
  private nonisolated(unsafe) let folder: TemporaryFolder
  var path: FilePath { folder.path }
  init(_ folder: sending TemporaryFolder) { self.folder = folder }
}
