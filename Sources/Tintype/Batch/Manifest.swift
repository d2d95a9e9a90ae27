import FoundationEssentials
import Synchronization

/// What has been rendered from what, a JSON object on each line of a file, so that a repeated run skips what is done and a
/// killed run goes on where it was.
///
/// A line is written before a photo is rendered and one when its output is complete. Lines are only ever added, and the
/// last line for an output counts; a line that a crash cut short is passed over.
public final class Manifest: Sendable {
  /// One line.
  struct Line: Codable {
    enum State: String, Codable { case started, done }
    var state: State
    var input: String
    var output: String
    /// The hash of everything but the photo that the output depends on.
    var key: String
    var inputHash: String
    var inputBytes: Int
    var inputModified: Int
    var outputHash: String?
    var outputBytes: Int?
    var outputModified: Int?
  }

  /// What the manifest knows about an output.
  enum Knowledge {
    /// It is there, and rendering it again would give the same.
    case done
    /// It is there because of an earlier run, and may be replaced.
    case stale
    /// Nothing, so that it is somebody else's.
    case unknown
  }

  private let file: AppendingFile
  private let lines: Mutex<[String: Line]>
  private let startsWithLineEnd: Mutex<Bool>

  /// Beyond this a manifest is not read.
  private static let largestFile = 1 << 30

  /// Reads a manifest, or makes an empty one.
  ///
  /// - Throws: `.unreadable`, `.cannotCreate`, `.limit`.
  public init(_ path: FilePath) throws(ImageError) {
    let text = fileExists(path) ? try readFile(path, atMost: Manifest.largestFile) : []
    file = try AppendingFile(path)
    var known: [String: Line] = [:]
    let decoder = JSONDecoder()
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let line = try? decoder.decode(Line.self, from: Data(line)) else { continue }
      known[line.output] = line
    }
    lines = Mutex(known)
    startsWithLineEnd = Mutex(text.last.map { $0 != UInt8(ascii: "\n") } ?? false)
  }

  func knowledge(of output: FilePath, from input: FilePath, key: String) throws(ImageError) -> Knowledge {
    guard let line = lines.withLock({ $0[Manifest.name(output)] }), let status = FileStatus(output) else {
      return .unknown
    }
    // Killed between naming the output and noting it: the name was free before.
    guard line.state == .done, let bytes = line.outputBytes, let hash = line.outputHash else { return .stale }
    if status.size != bytes { return .unknown }
    if status.modified != line.outputModified, try ContentHash.digits(ofFile: output) != hash { return .unknown }
    guard line.key == key, let source = FileStatus(input), source.size == line.inputBytes else { return .stale }
    if source.modified == line.inputModified, line.input == Manifest.name(input) { return .done }
    return try ContentHash.digits(ofFile: input) == line.inputHash ? .done : .stale
  }

  /// Notes that an output is about to be made.
  func start(_ output: FilePath, from input: FilePath, key: String) throws(ImageError) -> Line {
    guard let status = FileStatus(input) else { throw ImageError(.missing, "cannot be opened: it is gone") }
    let line = Line(
      state: .started, input: Manifest.name(input), output: Manifest.name(output), key: key,
      inputHash: try ContentHash.digits(ofFile: input), inputBytes: status.size, inputModified: status.modified)
    try add(line)
    return line
  }

  /// Notes that it is complete, under this name.
  func finish(_ line: Line, output: FilePath) throws(ImageError) {
    var line = line
    let status = FileStatus(output)
    line.state = .done
    line.output = Manifest.name(output)
    line.outputHash = try ContentHash.digits(ofFile: output)
    (line.outputBytes, line.outputModified) = (status?.size, status?.modified)
    try add(line)
  }

  private func add(_ line: Line) throws(ImageError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(line) else { return }
    let needsLineEnd = startsWithLineEnd.withLock { needs in
      defer { needs = false }
      return needs
    }
    let text = (needsLineEnd ? [UInt8(ascii: "\n")] : []) + Array(json) + [UInt8(ascii: "\n")]
    lines.withLock { $0[line.output] = line }
    try file.append(text)
  }

  /// A path as JSON can hold it: what is not UTF-8 as hexadecimal digits.
  private static func name(_ path: FilePath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self)
    if text.utf8.elementsEqual(path.bytes), !text.hasPrefix("hex:") { return text }
    return "hex:" + path.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
