import FoundationEssentials
import Tintype
import TintypeImage

/// One line of a worker's input.
struct Job {
  /// Given back with the result, whatever it is.
  var id: JSONValue?
  var look = ""
  var input = ""
  var output = ""
  var settings: [String] = []
  var options: RenderOptions

  /// What is wrong with a line.
  struct Mistake: Error {
    let id: JSONValue?
    let status: Status
    let message: String

    init(id: JSONValue?, _ status: Status = .usage, message: String) {
      (self.id, self.status, self.message) = (id, status, message)
    }
  }

  /// Reads a line; what it does not say is as in `options`.
  init(_ line: [UInt8], options: RenderOptions) throws(Mistake) {
    self.options = options
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)), case .object(let object) = value
    else { throw Mistake(id: nil, .data, message: "the line is no JSON object") }
    id = object["id"]
    for (key, value) in object.sorted(by: { $0.key < $1.key }) where key != "id" {
      guard take(key, value) else {
        let isKnown = Job.keys.contains(key)
        let hint = nearestName(to: key, among: Job.keys).map { "; did you mean '\($0)'?" } ?? ""
        throw Mistake(id: id, message: isKnown ? "'\(key)' has no such value" : "a job has no '\(key)'" + hint)
      }
    }
    for (key, text) in [("look", look), ("input", input), ("output", output)] where text.isEmpty {
      throw Mistake(id: id, message: "the job has no '\(key)'")
    }
  }

  static let keys = [
    "id", "look", "input", "output", "set", "quality", "subsampling", "depth", "icc", "maxEdge", "resize", "metadata",
    "tags", "rating", "ifExists", "onCorrupt", "createFolders", "date", "dateShift",
    "dateMissing",
  ]

  /// Whether the value means something for the key.
  private mutating func take(_ key: String, _ value: JSONValue) -> Bool {
    switch (key, value) {
    case ("look", .string(let text)): look = text
    case ("input", .string(let text)): input = text
    case ("output", .string(let text)): output = text
    case ("set", .object(let values)):
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let value = value.spelled else { return false }
        settings.append("\(name)=\(value)")
      }
    case ("set", .array(let values)):
      for value in values {
        guard case .string(let text) = value else { return false }
        settings.append(text)
      }
    case ("quality", .whole(let number)) where (1...100).contains(number): options.quality = Int(number)
    case ("subsampling", let value):
      guard let form = value.spelled.flatMap(FormOptions.Subsampling.init) else { return false }
      options.subsampling = form.chroma
    case ("depth", .whole(8)): options.depth = .eight
    case ("depth", .whole(16)): options.depth = .sixteen
    case ("icc", .string(let text)):
      guard let policy = ColorPolicy(rawValue: text) else { return false }
      options.icc = policy
    case ("maxEdge", let value):
      guard let size = value.spelled.flatMap(ResultSize.init(maxEdge:)) else { return false }
      options.size = size
    case ("resize", .string(let text)):
      guard let size = ResultSize(resize: text) else { return false }
      options.size = size
    case ("ifExists", .string(let text)):
      guard let policy = RenderOptions.IfExists(rawValue: text) else { return false }
      options.ifExists = policy
    case ("metadata", .string(let text)):
      guard let policy = MetadataPolicy(rawValue: text) else { return false }
      options.metadata = policy
    case ("tags", .array(let values)):
      options.keywords = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
      return options.keywords.count == values.count
    case ("rating", .whole(let number)) where (0...5).contains(number): options.rating = Int(number)
    case ("date", .string(let text)):
      guard let day = DateOptions.Day(argument: text) else { return false }
      options.photoDate.given = day.date
    case ("dateShift", .string(let text)):
      guard let shift = DateOptions.Shift(argument: text) else { return false }
      options.photoDate.shift = shift.seconds
    case ("dateMissing", .string(let text)):
      guard let missing = PhotoDate.Missing(rawValue: text) else { return false }
      options.photoDate.missing = missing
    case ("onCorrupt", .string(let text)):
      guard let choice = OnCorrupt(rawValue: text) else { return false }
      options.limits.onCorrupt = choice
    case ("createFolders", .bool(let flag)): options.createsFolders = flag
    default: return false
    }
    return true
  }
}

/// One line of a worker's output.
struct JobResult: Encodable {
  var id: JSONValue?
  var ok = false
  var status: Int32 = 0
  var result = "failed"
  var message: String?
  var output: String?
  var bytes: Int?
  var sha256: String?
  var notes: [String]?
  var ms = 0

  /// A failure.
  init(id: JSONValue?, _ status: Status, _ message: String) {
    (self.id, self.status, self.message) = (id, status.rawValue, message)
  }

  /// How a photo ended.
  init(id: JSONValue?, _ outcome: Batch.Outcome) {
    self.id = id
    switch outcome {
    case .failed(let failure):
      status = Status(failure.error.kind).rawValue
      message = "\(displayed(failure.file.description)): \(failure.error.message)"
    case .rendered(let path, let notes):
      (ok, result, output) = (true, "rendered", path.description)
      self.notes = notes.isEmpty ? nil : notes
      bytes = FileStatus(path)?.size
      sha256 = try? ContentHash.digits(ofFile: path)
    case .exists(let path), .done(let path): (ok, result, output) = (true, "exists", path.description)
    }
  }
}
