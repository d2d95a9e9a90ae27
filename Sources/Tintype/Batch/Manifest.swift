import FoundationEssentials
import Synchronization

/// What has been rendered from what, a JSON object on each line of a file, so that a repeated run skips what is done
/// and a killed run goes on where it was.
///
/// A photo has one line, which is written when its result is complete and has no name yet. A run that was killed before
/// the naming finds something else under the name; one that was killed after it finds the result, and knows it by its
/// hash. In place the line is on the disk before the result takes the place of the photo, so that no result is ever
/// taken for a photo. Lines are only ever added, by several processes if need be; a line that a full disk cut short is
/// ignored.
public final class Manifest: Sendable {
  /// One line.
  struct Line: Codable {
    var input: String
    var output: String
    /// The hash of everything but the photo that the output depends on.
    var key: String
    var inputHash: String
    var inputBytes: Int
    var inputModified: Int
    var outputHash: String
    var outputBytes: Int
    var outputModified: Int

    fileprivate func describes(_ output: FileStatus) -> Bool {
      outputBytes == output.size && outputModified == output.modified
    }
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

  private struct State {
    /// Of each output, a line for each content that it had.
    var lines: [String: [Line]] = [:]
    /// The key of each result by its hash, wherever the result lies.
    var keys: [String: String] = [:]
    /// How much of the file has been read.
    var offset = 0
    var endsInsideLine = false
  }

  private let path: FilePath
  private let file: AppendingFile
  private let state = Mutex(State())

  /// Beyond so many bytes a manifest is not read.
  private let limit: Int

  /// Reads a manifest, or makes an empty one.
  ///
  /// - Throws: `.unreadable`, `.cannotCreate`, `.limit`.
  public convenience init(_ path: FilePath) throws(ImageError) { try self.init(path, limit: 1 << 30) }

  init(_ path: FilePath, limit: Int) throws(ImageError) {
    (self.path, self.limit) = (path, limit)
    file = try AppendingFile(path)
    try update()
  }

  /// Reads what this and other processes have added.
  func update() throws(ImageError) {
    try state.withLock { (state) throws(ImageError) in try update(&state) }
  }

  private func update(_ state: inout State) throws(ImageError) {
    let text = try readFile(path, from: state.offset, atMost: limit)
    let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    state.offset += end
    state.endsInsideLine = end < text.count
    let decoder = JSONDecoder()
    for line in text[..<end].split(separator: UInt8(ascii: "\n")) {
      guard let line = try? decoder.decode(Line.self, from: Data(line)) else { continue }
      state.lines[line.output, default: []].removeAll { $0.outputHash == line.outputHash }
      state.lines[line.output]?.append(line)
      state.keys[line.outputHash] = line.key
    }
  }

  /// What is known about an output that is not the photo itself.
  func knowledge(of output: FilePath, from input: FilePath, key: String) throws(ImageError) -> Knowledge {
    try update()
    let lines = state.withLock { $0.lines[Manifest.name(output)] } ?? []
    guard !lines.isEmpty, let status = FileStatus(output), status.kind == .file else { return .unknown }
    var line = lines.last { $0.describes(status) }
    if line == nil {
      let hash = try ContentHash.digits(ofFile: output)
      line = lines.last { $0.outputHash == hash }
    }
    guard let line else { return .unknown }
    guard line.key == key, let source = FileStatus(input), source.size == line.inputBytes else { return .stale }
    if source.modified == line.inputModified, line.input == Manifest.name(input) { return .done }
    return try ContentHash.digits(ofFile: input) == line.inputHash ? .done : .stale
  }

  /// Whether a photo that its result replaces is that result already.
  ///
  /// - Throws: `.exists` for the result of another look or other values, and for one that was changed since.
  func isDone(inPlace photo: FilePath, key: String) throws(ImageError) -> Bool {
    try update()
    let (lines, hasResults) = state.withLock { ($0.lines[Manifest.name(photo)] ?? [], !$0.keys.isEmpty) }
    guard hasResults, let status = FileStatus(photo) else { return false }
    if let line = lines.last, line.describes(status), line.key == key { return true }
    let hash = try ContentHash.digits(ofFile: photo)
    if let known = state.withLock({ $0.keys[hash] }) {
      if known == key { return true }
      throw ImageError(.exists, "is a result already, of another look, value or option", remedy: .renderingAgain)
    }
    guard lines.isEmpty || lines.contains(where: { $0.inputHash == hash }) else {
      throw ImageError(.exists, "was rendered before, and was changed since", remedy: .renderingAgain)
    }
    return false
  }

  /// Refuses to begin a photo whose line would make the manifest too large to be read again.
  ///
  /// - Throws: `.limit`.
  func requireRoom() throws(ImageError) {
    // Paths have at most 4,096 bytes.
    guard state.withLock(\.offset) <= limit - (1 << 14) else {
      throw ImageError(.limit, "the manifest is full: at most \(sizeText(limit)) are read; begin another one")
    }
  }

  /// Notes a complete result that is about to get its name.
  ///
  /// - Parameters:
  ///   - descriptor: the result.
  ///   - isFlushed: whether the line has to be on the disk before the name is given.
  func add(
    _ photo: PlannedPhoto, _ status: FileStatus, result descriptor: Int32, key: String, isFlushed: Bool
  ) throws(ImageError) {
    let result = try FileStatus(open: descriptor)
    let line = Line(
      input: Manifest.name(photo.input), output: Manifest.name(photo.output), key: key,
      inputHash: try ContentHash.digits(ofFile: photo.input), inputBytes: status.size, inputModified: status.modified,
      outputHash: try ContentHash.digits(ofOpen: descriptor), outputBytes: result.size, outputModified: result.modified)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(line) else { throw ImageError(.io, "the manifest's line cannot be written") }
    try state.withLock { (state) throws(ImageError) in
      try update(&state)
      try file.append((state.endsInsideLine ? [UInt8(ascii: "\n")] : []) + Array(json) + [UInt8(ascii: "\n")])
    }
    if isFlushed { try file.flush() }
  }

  /// A path as JSON can hold it: what is not UTF-8 as hexadecimal digits.
  private static func name(_ path: FilePath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self)
    if text.utf8.elementsEqual(path.bytes), !text.hasPrefix("hex:") { return text }
    return "hex:" + path.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
