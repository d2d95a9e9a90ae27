import ArgumentParser
import Tintype
import TintypeIR
import TintypeImage
import TintypeJSON

/// `tintype info`
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what photos and results say: size, date, camera, exposure, rating, tags, look.",
    discussion: """
      Reads headers only. --only asks for rating, tag, look, camera, date and favorite, with = != < <= > >=, and \
      combines them with && || ! and parentheses; a field alone asks whether the photo has it: \
      tintype info -r photos --only 'favorite && date>=2024-05 && look'
      """)

  @Argument(help: "Pictures; folders with -r.", completion: Completions.photos)
  var files: [String] = []

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Print one JSON object on a line for each picture.")
  var json = false

  func validate() throws {
    if files.isEmpty, photos.filesFrom == nil { throw ValidationError("Name the pictures.") }
  }

  func run() throws {
    try forEachPhoto(in: files, photos, selection) { record in
      print(json ? record.json.line : record.listed())
    }
  }
}

/// Processes the photos of the arguments that pass a filter. At the end, exits with the status of the photo that
/// failed, or with 1 if it is one of several.
func forEachPhoto(
  in files: [String], _ photos: PhotoOptions, _ selection: SelectionOptions, _ work: (PhotoRecord) throws -> Void
) throws {
  let found: (photos: [PhotoFile], failures: [PhotoFailure])
  do {
    found = try findPhotos(in: try photos.named(files), recursively: photos.recursive)
  } catch let error as UsageError {
    throw ValidationError(error.message)
  }
  var first: ExitCode?
  for lost in found.failures {
    let code = failure(lost.file.description, lost.error.message, Status(lost.error.kind))
    first = first ?? code
  }
  for photo in found.photos {
    do {
      let record = try reporting(on: photo.path.description) { () throws(ImageError) in try PhotoRecord(photo.path) }
      if selection.only?.matches(record) ?? true { try work(record) }
    } catch let code as ExitCode {
      first = first ?? code
    }
  }
  if let first { throw found.photos.count + found.failures.count > 1 ? ExitCode.failure : first }
}

extension PhotoRecord {
  fileprivate func listed() -> String {
    let camera = [exposure.camera, exposure.lens].compactMap { $0 }.joined(separator: ", ")
    var shot: [String] = []
    if let time = number(.exposureTime) { shot.append(fraction(time) + " s") }
    if let aperture = number(.aperture) { shot.append("f/" + short(aperture)) }
    if let iso = number(.iso) { shot.append("ISO " + short(iso)) }
    if let length = number(.focalLength) { shot.append(short(length) + " mm") }
    if number(.flash) == 1 { shot.append("flash") }
    let place = position.map { degrees($0.latitude) + ", " + degrees($0.longitude) }
    let rating = marks.rating.map { String($0) + (marks.isFavorite ? ", a favorite" : "") }
    var rows: [(String, String)] = [
      ("picture", "\(width) x \(height), \(format?.title ?? "unknown"), \(status?.size ?? 0) bytes"),
      ("date", date?.description.replacing("T", with: " ") ?? ""), ("camera", camera),
      ("exposure", shot.joined(separator: "  ")), ("place", place ?? ""),
      ("light", gainMap.map { "up to \(short($0.headroom)) times white, by a gain map (\($0.standard))" } ?? ""),
      ("rating", rating ?? ""),
      ("tags", marks.keywords.joined(separator: ", ")),
    ]
    rows.removeAll { $0.1.isEmpty }
    if let provenance { rows += provenance.rows }
    return aboutFile(path.description, rows)
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "file": JSONValue(path.description), "format": JSONValue(format?.name), "bytes": JSONValue(status?.size),
      "width": JSONValue(width), "height": JSONValue(height), "date": JSONValue(date?.description),
      "camera": JSONValue(exposure.camera), "lens": JSONValue(exposure.lens),
      "flash": JSONValue(number(.flash).map { $0 == 1 }), "latitude": JSONValue(position?.latitude),
      "longitude": JSONValue(position?.longitude), "rating": JSONValue(marks.rating),
      "gainMap": JSONValue(gainMap?.standard), "headroom": JSONValue(gainMap?.headroom),
      "favorite": JSONValue(marks.isFavorite), "tags": JSONValue(marks.keywords), "look": JSONValue(provenance?.json),
    ]
    for field in [ShotField.exposureTime, .aperture, .iso, .focalLength] {
      object[field.rawValue] = JSONValue(number(field))
    }
    return .object(object)
  }
}

/// A number without needless decimals: `400`, `2.8`.
private func short(_ number: Double) -> String {
  let rounded = (number * 100).rounded() / 100
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A time as cameras show it: `1/250`, `0.6`, `30`.
private func fraction(_ seconds: Double) -> String {
  seconds > 0 && seconds <= 0.3 ? "1/\(Int((1 / seconds).rounded()))" : short(seconds)
}

/// Six decimals are a tenth of a meter.
private func degrees(_ number: Double) -> String { "\((number * 1e6).rounded() / 1e6)" }
