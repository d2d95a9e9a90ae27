import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeJSON

/// The photos of a folder, newest first, and those that were opened from elsewhere.
///
/// A listing reads names and times only, so it is fast for ten thousand photos. Headers are read for the photos of a
/// page, and for a filter. The page refers to photos by numbers, never by paths.
struct Album {
  /// Where results go, and what is listed.
  private let root: RootFolder
  /// The photos by the hash of their paths.
  private var paths: [String: FilePath] = [:]
  /// A cache of headers, valid while the files do not change.
  private var records: [FilePath: (statuses: [FileStatus?], record: PhotoRecord)] = [:]
  /// What a listing found.
  private var listed: [FilePath] = []
  /// The photos' own texts.
  private let working: WorkingTexts
  /// The folder of deleted photos.
  private var discarded: [String: FilePath] = [:]

  static let pageSize = 50
  /// Not shown, and not searched.
  static let trash = Array(".tintype-trash".utf8)

  /// In which order photos are listed.
  enum Order: String {
    /// The file that was changed last first.
    case newest
    /// The photo that was taken last first; those without a date come at the end.
    case taken
    /// By path.
    case name
  }

  init(_ root: RootFolder, _ working: WorkingTexts) { (self.root, self.working) = (root, working) }

  // MARK: Photos

  /// The number of a photo.
  mutating func add(_ path: FilePath) -> String {
    let id = String(ContentHash.digits(of: path.bytes).prefix(16))
    paths[id] = path
    return id
  }

  func path(_ id: String?) throws(StudioFailure) -> FilePath {
    guard let path = id.flatMap({ paths[$0] }) else { throw .missing("there is no such photo") }
    return path
  }

  mutating func record(_ path: FilePath) throws(StudioFailure) -> PhotoRecord {
    let statuses = [FileStatus(path), FileStatus(markFile(beside: path))]
    if let known = records[path], known.statuses == statuses { return known.record }
    let record = try reporting(on: path.shortName) { () throws(ImageError) in try PhotoRecord(path) }
    records[path] = (statuses, record)
    return record
  }

  // MARK: Pages

  /// One page of the album.
  ///
  /// - Parameters:
  ///   - page: counted from 0; the folder is listed again for the first one.
  ///   - filter: as `--only` has it, or words that a photo's name, tags, camera, lens, look or date contain.
  mutating func page(_ page: Int, only filter: String, by order: Order) throws(StudioFailure) -> JSONValue {
    if page == 0 || listed.isEmpty { list() }
    let found = try found(filter, order)
    let page = min(max(page, 0), max(found.count - 1, 0) / Self.pageSize)
    let start = page * Self.pageSize
    let photos = found[start..<min(start + Self.pageSize, found.count)].map { summary($0) }
    return ["photos": .array(photos), "total": .whole(Int64(found.count)), "page": .whole(Int64(page))]
  }

  /// All photos of a filter in an order, without what stands in the files.
  mutating func names(only filter: String, by order: Order) throws(StudioFailure) -> JSONValue {
    list()
    var photos: [JSONValue] = []
    for path in try found(filter, order) {
      let id = add(path)
      photos.append([
        "id": .string(id), "name": .string(path.shortName), "edited": working.version(id).map { .string($0) },
        "isSettled": .bool(fileExists(Sidecar.path(of: path))),
        "version": FileStatus(path).map { .string($0.version) },
      ])
    }
    return ["photos": .array(photos)]
  }

  /// The listed photos of a filter in an order.
  private mutating func found(_ filter: String, _ order: Order) throws(StudioFailure) -> [FilePath] {
    var found = listed
    if !filter.allSatisfy(\.isWhitespace) {
      let matches = try Self.filter(filter)
      found = found.filter { path in (try? record(path)).map(matches) ?? false }
    }
    switch order {
    case .newest: break
    case .taken:
      let dates = found.map { path in (try? record(path))?.date?.description ?? "" }
      found = zip(found, dates).enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
        .map(\.element.0)
    case .name: found.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
    return found
  }

  /// A filter as `--only` has it; where there is none of its signs and no field, words.
  private static func filter(_ text: String) throws(StudioFailure) -> (PhotoRecord) -> Bool {
    do throws(UsageError) {
      return try PhotoFilter(text).matches
    } catch {
      guard !text.contains(where: "&|!=<>()".contains) else { throw .wrong(error.message) }
      let words = text.lowercased().split(whereSeparator: \.isWhitespace)
      return { photo in
        let about = [photo.path.shortName, photo.exposure.camera, photo.exposure.lens, photo.provenance?.look]
        let all = (about.compactMap { $0 } + photo.marks.keywords + [photo.date?.description ?? ""]).joined(
          separator: "\n"
        ).lowercased()
        return words.allSatisfy { all.contains($0) }
      }
    }
  }

  private mutating func list() {
    let found = (try? findPhotos(in: [root.path], recursively: true).photos) ?? []
    listed = found.map { ($0.path, FileStatus($0.path)?.modified ?? 0) }
      .sorted { ($1.1, $0.0.bytes.count) < ($0.1, $1.0.bytes.count) }.map(\.0)
    let kept = Set(listed)
    records = records.filter { kept.contains($0.key) }
  }

  /// What a tile of the album shows. A photo that cannot be read is a tile with its error.
  mutating func summary(_ path: FilePath) -> JSONValue {
    let id = add(path)
    do throws(StudioFailure) {
      return try described(record(path), id)
    } catch {
      return ["id": .string(id), "name": .string(path.shortName), "error": .string(error.message)]
    }
  }

  private func described(_ record: PhotoRecord, _ id: String) -> JSONValue {
    let exposure = record.exposure
    let provenance: JSONValue? = record.provenance.map { made in
      [
        "look": .string(made.look), "parameters": .array(made.parameters.map { .string($0) }),
        "version": .string(made.version), "expression": made.expression.map { .string($0) },
        "recipe": .string(made.recipeHash),
      ]
    }
    return [
      "id": .string(id), "name": .string(record.path.shortName), "path": .string(record.path.description),
      "edited": working.version(id).map { .string($0) },
      "isSettled": .bool(fileExists(Sidecar.path(of: record.path))),
      "width": .whole(Int64(record.width)), "height": .whole(Int64(record.height)),
      "bytes": record.status.map { .whole(Int64($0.size)) },
      "version": record.status.map { .string($0.version) },
      "format": record.format.map { .string($0.title) }, "date": record.date.map { .string($0.description) },
      "camera": exposure.camera.map { .string($0) }, "lens": exposure.lens.map { .string($0) },
      "exposureTime": record.number(.exposureTime).map { .number($0) },
      "aperture": record.number(.aperture).map { .number($0) }, "iso": record.number(.iso).map { .number($0) },
      "focalLength": record.number(.focalLength).map { .number($0) },
      "latitude": record.position.map { .number($0.latitude) },
      "longitude": record.position.map { .number($0.longitude) },
      "rating": .whole(Int64(record.marks.rating ?? 0)), "favorite": .bool(record.marks.isFavorite),
      "tags": .array(record.marks.keywords.map { .string($0) }), "look": provenance,
    ]
  }

  /// The photo that a result was made from, by its name: `IMG_1-noir.jpg` and `IMG_1-noir-2.jpg` are of `IMG_1`.
  mutating func original(of result: PhotoRecord) -> FilePath? {
    guard let look = result.provenance?.look else { return nil }
    if listed.isEmpty { list() }
    let name = result.path.stem
    func isOriginal(_ photo: FilePath) -> Bool {
      let start = photo.stem + Array("-\(look)".utf8)
      guard name.starts(with: start) else { return false }
      let rest = name.dropFirst(start.count)
      return rest.isEmpty || rest.first == UInt8(ascii: "-") && rest.dropFirst().allSatisfy { (48...57).contains($0) }
    }
    return listed.first { $0.folder == result.path.folder && isOriginal($0) }
      ?? paths.values.filter(isOriginal).min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  // MARK: Changes

  /// Sets rating and tags.
  mutating func mark(_ id: String?, _ message: JSONValue) throws(StudioFailure) -> JSONValue {
    let path = try path(id)
    let rating = message["rating"]?.integer
    guard rating.map((0...5).contains) ?? true else { throw .wrong("a rating is a number from 0 to 5") }
    let change = MarkChange(
      rating: rating, added: message["add"]?.texts ?? [], removed: message["remove"]?.texts ?? [])
    guard change.added.allSatisfy(PictureMarks.isKeyword) else { throw .wrong("a tag is a word or several") }
    var record = try record(path)
    _ = try reporting(on: path.shortName) { () throws(ImageError) in try record.edit(change) }
    return summary(path)
  }

  /// Moves a photo and its sidecar files to the trash folder.
  mutating func discard(_ id: String?) throws(StudioFailure) -> JSONValue {
    let path = try path(id)
    let photo = FilePath(bytes: path.bytes, below: root)
    guard fileExists(photo) else { throw .wrong("only photos of the album's folder are deleted from here") }
    let trash = root.folder.appending(Self.trash)
    try reporting(on: path.shortName) { () throws(ImageError) in try createFolder(trash) }
    let target = Self.freeName(in: trash, like: path)
    try Self.move(photo, to: target)
    discarded[id ?? ""] = target
    listed.removeAll { $0 == path }
    return ["id": id.map { .string($0) }, "trash": .string(trash.description)]
  }

  /// Moves it back.
  mutating func restore(_ id: String?) throws(StudioFailure) -> JSONValue {
    let path = try path(id)
    guard let kept = id.flatMap({ discarded[$0] }) else { throw .missing("this photo was not deleted") }
    try Self.move(kept, to: FilePath(bytes: path.bytes, below: root))
    discarded[id ?? ""] = nil
    listed = []
    return summary(path)
  }

  /// Moves a photo and what lies beside it; nothing where a name is taken.
  private static func move(_ photo: FilePath, to target: FilePath) throws(StudioFailure) {
    let files = ([[]] + companions).map { (photo.appendingToName($0), target.appendingToName($0)) }
    let found = files.filter { $0.0 == photo || fileExists($0.0) }
    for (_, new) in found where fileExists(new) { throw .wrong("'\(new.shortName)' exists already") }
    for (old, new) in found {
      try reporting(on: old.shortName) { () throws(ImageError) in try moveFile(old, to: new) }
    }
  }

  /// Marks and settings beside a photo.
  private static let companions = [".xmp", ".tint"].map { Array($0.utf8) }

  /// The name of a photo that does not exist yet, nor anything beside it.
  static func freeName(in folder: FilePath, like path: FilePath) -> FilePath {
    let ending = path.fileExtension.isEmpty ? [] : Array(".".utf8) + path.fileExtension
    let names = (1...10_000).lazy.map { number in
      folder.appending(path.stem + (number == 1 ? [] : Array("-\(number)".utf8)) + ending)
    }
    return names.first { name in ([[]] + companions).allSatisfy { !fileExists(name.appendingToName($0)) } } ?? path
  }
}

extension FileStatus {
  /// Changes whenever the file does.
  var version: String { String(modified, radix: 36) }
}

extension FilePath {
  /// The last part, for messages.
  var shortName: String { FilePath(bytes: lastComponent).description }
}
