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
  var variant: String?
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
      guard let field = Job.fields.first(where: { $0.key == key }) else {
        let hint = nearestName(to: key, among: Job.keys).map { "; did you mean '\($0)'?" } ?? ""
        throw Mistake(id: id, message: "a job has no '\(key)'" + hint)
      }
      guard field.take(&self, value) else { throw Mistake(id: id, message: "'\(key)' has no such value") }
    }
    for (key, text) in [("look", look), ("input", input), ("output", output)] where text.isEmpty {
      throw Mistake(id: id, message: "the job has no '\(key)'")
    }
  }

  /// The keys that a job may have.
  static var keys: [String] { ["id"] + fields.map(\.key) }

  /// Takes a value; false for one that means nothing.
  private typealias Field = @Sendable (inout Job, JSONValue) -> Bool

  /// What the values of keys mean.
  private static let fields: [(key: String, take: Field)] = [
    ("look", text { $0.look = $1 }),
    ("input", text { $0.input = $1 }),
    ("output", text { $0.output = $1 }),
    ("set", { $0.takeSettings($1) }),
    ("variant", text { $0.variant = $1 }),
    ("quality", number(1...100) { $0.options.quality = $1 }),
    ("subsampling", spelled(FormOptions.Subsampling.init) { $0.options.subsampling = $1.chroma }),
    ("depth", spelled(FormOptions.Depth.init) { $0.options.depth = $1.stored }),
    ("icc", word(ColorPolicy.init) { $0.options.icc = $1 }),
    ("maxEdge", spelled(ResultSize.init(maxEdge:)) { $0.options.size = $1 }),
    ("resize", word(ResultSize.init(resize:)) { $0.options.size = $1 }),
    ("metadata", word(MetadataPolicy.init) { $0.options.metadata = $1 }),
    ("tags", { $0.takeTags($1) }),
    ("rating", number(0...5) { $0.options.rating = $1 }),
    ("ifExists", word(RenderOptions.IfExists.init) { $0.options.ifExists = $1 }),
    ("onCorrupt", word(OnCorrupt.init) { $0.options.limits.onCorrupt = $1 }),
    ("createFolders", { $0.takeCreatesFolders($1) }),
    ("date", word(DateOptions.Day.init(argument:)) { $0.options.photoDate.given = $1.date }),
    ("dateShift", word(DateOptions.Shift.init(argument:)) { $0.options.photoDate.shift = $1.seconds }),
    ("dateMissing", word(PhotoDate.Missing.init) { $0.options.photoDate.missing = $1 }),
  ]

  private static func text(_ set: @escaping @Sendable (inout Job, String) -> Void) -> Field {
    word({ $0 }, set)
  }

  /// A text that `read` understands.
  private static func word<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout Job, Value) -> Void
  ) -> Field {
    { job, value in
      guard case .string(let text) = value, let meaning = read(text) else { return false }
      set(&job, meaning)
      return true
    }
  }

  /// A text, number or truth value that `read` understands.
  private static func spelled<Value>(
    _ read: @escaping @Sendable (String) -> Value?, _ set: @escaping @Sendable (inout Job, Value) -> Void
  ) -> Field {
    { job, value in
      guard let meaning = value.spelled.flatMap(read) else { return false }
      set(&job, meaning)
      return true
    }
  }

  private static func number(
    _ range: ClosedRange<Int64>, _ set: @escaping @Sendable (inout Job, Int) -> Void
  ) -> Field {
    { job, value in
      guard case .whole(let number) = value, range.contains(number) else { return false }
      set(&job, Int(number))
      return true
    }
  }

  /// `{"contrast": 1.3}` or `["contrast=1.3"]`.
  private mutating func takeSettings(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let values):
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let value = value.spelled else { return false }
        settings.append("\(name)=\(value)")
      }
      return true
    case .array:
      guard let texts = value.texts else { return false }
      settings += texts
      return true
    default: return false
    }
  }

  private mutating func takeTags(_ value: JSONValue) -> Bool {
    guard let texts = value.texts else { return false }
    options.keywords = texts
    return true
  }

  private mutating func takeCreatesFolders(_ value: JSONValue) -> Bool {
    guard case .bool(let flag) = value else { return false }
    options.createsFolders = flag
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
