import Tintype
import TintypeImage
import TintypeJSON

/// One line of a worker's input.
struct Job {
  /// Any JSON; returned with the answer.
  var id: JSONValue?
  var look = LookRequest()
  var input = ""
  /// A file, or `-` for the answer.
  var output = ""
  /// That of a result in the answer; nil for that of the photo.
  var format: PictureFileType?
  var options: RenderOptions

  /// Whether the answer holds the result.
  var isAnswered: Bool { output == "-" }

  /// A line that is not a valid job.
  struct Mistake: Error {
    let id: JSONValue?
    let refusal: Refusal

    init(id: JSONValue?, _ status: Status = .usage, message: String) {
      (self.id, refusal) = (id, Refusal(status, message))
    }
  }

  /// Reads a line. Options that it does not name are those of `options`.
  ///
  /// - Parameter outline: has the id of a line that is no JSON.
  init(_ line: [UInt8], _ outline: JobOutline, options: RenderOptions) throws(Mistake) {
    guard let value = JSONValue(parsing: line), case .object(let object) = value else {
      throw Mistake(id: outline.id, .data, message: "the line is no JSON object")
    }
    try self.init(object, options: options)
  }

  /// Reads a job that is an object already.
  init(_ object: JSONObject, options: RenderOptions) throws(Mistake) {
    self.options = options
    id = object["id"]
    if let key = object.sorted.first(where: { $0.contains("\0") || $1.holdsNUL && $0 != "id" })?.name {
      throw Mistake(id: id, message: "'\(key.escapedForDisplay)' contains a NUL character, which no job may")
    }
    for (key, value) in object.sorted where key != "id" {
      guard Job.keys.contains(key) else {
        let near = nearestName(to: key, among: Job.keys).map { "; did you mean '\($0)'?" } ?? ""
        throw Mistake(id: id, message: "a job has no '\(key)'" + near)
      }
      guard ["look", "recipe"].contains(key) || value.textBytes <= Job.mostTextBytes else {
        throw Mistake(id: id, .limit, message: "the texts of '\(key)' have more than 64 KiB")
      }
      guard take(value, for: key) else {
        throw Mistake(id: id, message: "the value of '\(key)' is not valid; \(Job.expected(for: key))")
      }
    }
    for (key, text) in [("look", look.recipe ?? look.name), ("input", input), ("output", output)] where text.isEmpty {
      throw Mistake(id: id, message: "the job has no '\(key)'")
    }
    for (first, second) in Job.exclusiveKeys where object[first] != nil && object[second] != nil {
      throw Mistake(id: id, message: "'\(first)' and '\(second)' exclude each other; give one")
    }
    if format != nil, !isAnswered {
      throw Mistake(id: id, message: "'format' applies only to the output '-'; other names imply their format")
    }
    if self.options.isLossless, let other = format?.movesBlocks == false ? "format" : self.options.encodingOption?.key {
      throw Mistake(id: id, message: "'lossless' and '\(other)' exclude each other; give one")
    }
  }

  /// What a value of a key may be.
  private static func expected(for key: String) -> String {
    guard let option = options.first(where: { $0.key == key }) else {
      return key == "format"
        ? "it is one of " + PictureFileType.writable.map(\.name).joined(separator: ", ")
        : LookRequest.expected(for: key)
    }
    return option.expected
  }

  /// The keys that stand for options of `render`.
  static let optionKeys = options.map(\.key)

  /// The keys that a job may have.
  static let keys = ["id", "input", "output", "format"] + LookRequest.keys + optionKeys

  /// The bytes of the texts of a key, but for recipes, which have a limit of their own: as a sidecar has of settings.
  private static let mostTextBytes = 64 << 10

  /// Pairs that `render` refuses, too.
  private static let exclusiveKeys = [("look", "recipe"), ("maxEdge", "resize"), ("date", "dateShift")]

  static let options = RenderOption.all.filter { $0.name != "engine" }

  /// Takes a value; false for one that means nothing.
  private mutating func take(_ value: JSONValue, for key: String) -> Bool {
    if let isTaken = look.take(value, for: key) { return isTaken }
    switch key {
    case "format":
      format = value.text.flatMap(PictureFileType.init(named:))
      return format?.isWritable ?? false
    case "input": input = value.text ?? ""
    case "output": output = value.text ?? ""
    default:
      guard let option = Job.options.first(where: { $0.key == key }),
        let values = option.isList ? value.texts : value.spelled.map({ [$0] })
      else { return false }
      return option.take(values, &options)
    }
    return value.text != nil
  }
}

extension JSONValue {
  /// The bytes of its texts and keys.
  fileprivate var textBytes: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + $1.textBytes }
    case .object(let object): object.members.reduce(0) { $0 + $1.name.utf8.count + $1.value.textBytes }
    default: 0
    }
  }

  /// Whether one of its texts or keys has a NUL character, which would end a name for the system but not for other
  /// readers.
  fileprivate var holdsNUL: Bool {
    switch self {
    case .string(let text): text.contains("\0")
    case .array(let values): values.contains(where: \.holdsNUL)
    case .object(let object): object.members.contains { $0.contains("\0") || $1.holdsNUL }
    default: false
    }
  }
}

/// One line of a worker's output.
struct JobResult {
  private(set) var members: JSONObject

  /// A failure.
  init(id: JSONValue?, _ refusal: Refusal) {
    members = [
      "id": id, "ok": false, "status": JSONValue(Int(refusal.status.rawValue)), "result": "failed",
      "message": JSONValue(refusal.message),
    ]
  }

  /// How a photo ended.
  ///
  /// - Parameter data: the result, where the answer holds it.
  init(id: JSONValue?, _ outcome: Batch.Outcome, _ data: [UInt8]?) {
    members = outcome.members
    (members["id"], members["ok"]) = (id, true)
    switch outcome {
    case .failed: members["ok"] = false
    case .rendered(let path, _):
      members["bytes"] = JSONValue(data?.count ?? FileStatus(path)?.size)
      members["sha256"] = JSONValue(data.map { ContentHash.digits(of: $0) } ?? (try? ContentHash.digits(ofFile: path)))
      members["data"] = JSONValue(data?.base64)
    case .exists, .done: break
    }
  }

  /// A job that somebody has canceled.
  static func canceled(_ job: Job) -> JobResult { JobResult(id: job.id, Refusal(.interrupted, "was canceled")) }

  /// A job that took too long.
  static func late(_ job: Job, _ limits: WorkerLimits) -> JobResult {
    JobResult(id: job.id, limits.lateRefusal)
  }

  /// The line, without its end.
  func line(milliseconds: Int) -> String { members.merging(["ms": JSONValue(milliseconds)]).json.line }
}
