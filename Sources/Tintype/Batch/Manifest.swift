import Synchronization
import TintypeJSON

/// A record of photos and results, one JSON object per line, so that a repeated run skips finished photos and a killed
/// run can resume.
///
/// A photo has one line, which is written when its result is complete and has no name yet. After a kill before the
/// result was named, the next run finds something else under the name. After a kill later on, it finds the result, and
/// recognizes it by its hash. A result whose rating or keywords were edited is known by its hash without them. In
/// place, the line is flushed before the result replaces the photo, so that no result is ever mistaken for a photo.
/// Lines are only added, by several processes if need be; a line that a full disk cut short is ignored.
///
/// Several processes with one manifest share the work: each claims a photo before rendering it.
public final class Manifest: Sendable {
  /// One line.
  struct Line {
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
    /// The hash of the result without its marks, where that is another one.
    var unmarkedHash: String?
    /// Whether it describes a result after somebody has edited its marks.
    var isMarked: Bool?

    fileprivate var resultHash: String { unmarkedHash ?? outputHash }

    fileprivate func describes(_ output: FileStatus) -> Bool {
      outputBytes == output.size && outputModified == output.modified
    }
  }

  /// What the manifest knows about an output.
  enum Knowledge {
    /// It exists, and rendering it again would give the same bytes.
    case done
    /// It exists from an earlier run, and may be replaced.
    case stale
    /// The same, but its marks were edited since.
    case marked
    /// It is unknown, so it may not be replaced.
    case unknown
  }

  private struct State {
    /// Where the lines of an output and of a result are, by the hashes of both.
    var index: LineIndex
    /// How much of the file has been read.
    var offset = 0
    var endsInsideLine = false

    /// Adds a line to the index. It is a slice of the bytes that begin at `offset` in the file.
    mutating func add(_ line: ArraySlice<UInt8>) throws(ImageError) {
      for hash in Line.hashes(of: line) { try index.add(hash, at: offset + line.startIndex) }
    }
  }

  let path: FilePath
  private let file: AppendingFile
  private let state: Mutex<State>

  /// Reads a manifest, or creates an empty one. Memory does not grow with its lines: they stay in the file, and their
  /// index is in unnamed files beside it.
  ///
  /// - Throws: `.unreadable`, `.cannotCreate`, `.io`; `.exists` for a file of another kind.
  public convenience init(_ path: FilePath) throws(ImageError) { try self.init(path, fresh: 1 << 17) }

  /// - Parameter fresh: entries of the index that are in memory.
  init(_ path: FilePath, fresh: Int) throws(ImageError) {
    self.path = path
    file = try AppendingFile(path)
    state = Mutex(State(index: LineIndex(in: path.folder, fresh: fresh)))
    // A line that a full disk cut short is one, too. Blanks are control characters and the space.
    let first = try readFile(path, from: 0, upTo: Self.longestLine).drop { $0 <= UInt8(ascii: " ") }
    guard first.isEmpty || first.starts(with: "{\"".utf8) else {
      throw ImageError(.exists, "is no manifest, and nothing is added to it; choose another name")
    }
    try update()
  }

  /// Reads what this and other processes have added.
  func update() throws(ImageError) {
    try state.withLock { (state) throws(ImageError) in try update(&state) }
  }

  /// Bytes that are read at once; a line has fewer.
  private static let part = 1 << 20

  private func update(_ state: inout State) throws(ImageError) {
    while true {
      let text = try readFile(path, from: state.offset, upTo: Self.part)
      var start = 0
      while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try state.add(text[start..<end])
        start = end + 1
      }
      // The last line may have lost its newline in an editor. Where it does not parse, it was cut short, or another
      // process is still writing it.
      if start < text.count, text.count < Self.part, Line(text[start...]) != nil {
        try state.add(text[start...])
        start = text.count
      }
      state.offset += start
      if let last = text.last { state.endsInsideLine = last != UInt8(ascii: "\n") }
      guard text.count == Self.part else { return }
      if start == 0 { state.offset += Self.part }
    }
  }

  /// The lines whose output or result has this hash, and that `isMeant` takes, in the order in which they were added.
  private func lines(
    _ hash: UInt64, in state: borrowing State, where isMeant: (Line) -> Bool
  ) throws(ImageError) -> [Line] {
    var found: [Line] = []
    for place in try state.index.places(of: hash) {
      let text = try readFile(path, from: place, upTo: Self.longestLine)
      guard let line = Line(text.prefix { $0 != UInt8(ascii: "\n") }), isMeant(line) else { continue }
      found.removeAll { $0.output == line.output && $0.outputHash == line.outputHash }
      found.append(line)
    }
    return found
  }

  /// Two paths of 4,096 bytes, each written as six.
  private static let longestLine = 1 << 16

  private func lines(of output: FilePath) throws(ImageError) -> [Line] {
    let name = Manifest.name(output)
    return try state.withLock { (state) throws(ImageError) in
      try lines(Line.hash(ofOutput: name), in: state) { $0.output == name }
    }
  }

  /// What is known about an output that is not the photo itself.
  func knowledge(of output: FilePath, from input: FilePath, key: String) throws(ImageError) -> Knowledge {
    try update()
    let lines = try lines(of: output)
    guard !lines.isEmpty, let status = FileStatus(output), status.kind == .file else { return .unknown }
    guard let line = try line(of: output, status, among: lines) else { return .unknown }
    let outdated = line.isMarked ?? false && Self.hasMarks(output) ? Knowledge.marked : .stale
    guard line.key == key, let source = FileStatus(input), source.size == line.inputBytes else { return outdated }
    if source.modified == line.inputModified, line.input == Manifest.name(input) { return .done }
    return try ContentHash.digits(ofFile: input) == line.inputHash ? .done : outdated
  }

  /// Whether a result has marks now; where that cannot be told, it may.
  private static func hasMarks(_ result: FilePath) -> Bool {
    guard let marks = try? openPicture(result, limits: .ofMetadata).metadata.marks else { return true }
    return marks.rating ?? 0 != 0 || !marks.keywords.isEmpty
  }

  /// The last of some lines that describes a result. One whose marks were edited gets a line of its own, so that it is
  /// known by size and time from then on.
  private func line(
    of result: FilePath, _ status: FileStatus, among lines: [Line]
  ) throws(ImageError) -> Line? {
    if let line = lines.last(where: { $0.describes(status) }) { return line }
    let hashes = try PictureHashes(of: result, scratch: path.folder)
    if let line = lines.last(where: { $0.outputHash == hashes.own }) { return line }
    guard var line = lines.last(where: { $0.resultHash == hashes.result }) else { return nil }
    (line.outputHash, line.outputBytes, line.outputModified) = (hashes.own, status.size, status.modified)
    (line.unmarkedHash, line.isMarked) = (hashes.unmarked, true)
    try append(line)
    return line
  }

  /// Whether a photo that its result replaces is that result already.
  ///
  /// - Throws: `.exists` for the result of another look or other values, and for one that was changed since.
  func isDone(inPlace photo: FilePath, key: String) throws(ImageError) -> Bool {
    try update()
    let lines = try lines(of: photo)
    guard !state.withLock({ $0.index.isEmpty }), let status = FileStatus(photo) else { return false }
    if let line = lines.last, line.describes(status), line.key == key { return true }
    let hashes = try PictureHashes(of: photo, scratch: path.folder)
    // Wherever the result lies. Older lines of pictures without XMP have their own hash alone.
    let known = try state.withLock { (state) throws(ImageError) -> Line? in
      for hash in [hashes.result, hashes.own] {
        let lines = try self.lines(Line.hash(ofResult: hash), in: state) { $0.resultHash == hash }
        if let line = lines.last { return line }
      }
      return nil
    }
    if let known {
      if known.key == key { return true }
      throw ImageError(.exists, "is a result already, of another look, value or option", remedy: .renderingAgain)
    }
    guard lines.isEmpty || lines.contains(where: { $0.inputHash == hashes.own }) else {
      throw ImageError(.exists, "was rendered before, and was changed since", remedy: .renderingAgain)
    }
    return false
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
    let hashes = try PictureHashes(ofOpen: descriptor, scratch: path.folder)
    try append(
      Line(
        input: Manifest.name(photo.input), output: Manifest.name(photo.output), key: key,
        inputHash: try ContentHash.digits(ofFile: photo.input), inputBytes: status.size,
        inputModified: status.modified, outputHash: hashes.own, outputBytes: result.size,
        outputModified: result.modified, unmarkedHash: hashes.unmarked))
    if isFlushed { try file.flush() }
  }

  /// Claims a photo, so that no other process renders it.
  ///
  /// - Returns: nil where another process has claimed it.
  func claim(_ photo: PlannedPhoto) -> Claim? {
    let number = Line.hash(ofOutput: Manifest.name(photo.output))
    return file.claim(number) ? Claim(file, number) : nil
  }

  /// A photo that this process renders, until the object goes or the process ends.
  final class Claim {
    private let file: AppendingFile
    private let number: UInt64

    fileprivate init(_ file: AppendingFile, _ number: UInt64) { (self.file, self.number) = (file, number) }

    deinit { file.giveBack(number) }
  }

  private func append(_ line: Line) throws(ImageError) {
    try state.withLock { (state) throws(ImageError) in
      try update(&state)
      try file.append((state.endsInsideLine ? [UInt8(ascii: "\n")] : []) + line.json.encoded + [UInt8(ascii: "\n")])
    }
  }

  /// A path as JSON can hold it: what is not UTF-8 as hexadecimal digits.
  private static func name(_ path: FilePath) -> String {
    let text = path.text
    if text.utf8.elementsEqual(path.bytes), !text.hasPrefix("hex:") { return text }
    return "hex:" + path.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension Manifest.Line {
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    guard let line = JSONValue(parsing: text), let input = line["input"]?.text, let output = line["output"]?.text,
      let key = line["key"]?.text, let inputHash = line["inputHash"]?.text,
      let inputBytes = line["inputBytes"]?.integer, let inputModified = line["inputModified"]?.integer,
      let outputHash = line["outputHash"]?.text, let outputBytes = line["outputBytes"]?.integer,
      let outputModified = line["outputModified"]?.integer
    else { return nil }
    self.init(
      input: input, output: output, key: key, inputHash: inputHash, inputBytes: inputBytes,
      inputModified: inputModified, outputHash: outputHash, outputBytes: outputBytes, outputModified: outputModified,
      unmarkedHash: line["unmarkedHash"]?.text, isMarked: line["isMarked"]?.truth)
  }

  fileprivate var json: JSONValue {
    [
      "input": JSONValue(input), "output": JSONValue(output), "key": JSONValue(key),
      "inputHash": JSONValue(inputHash), "inputBytes": JSONValue(inputBytes),
      "inputModified": JSONValue(inputModified), "outputHash": JSONValue(outputHash),
      "outputBytes": JSONValue(outputBytes), "outputModified": JSONValue(outputModified),
      "unmarkedHash": JSONValue(unmarkedHash), "isMarked": JSONValue(isMarked),
    ]
  }

  fileprivate static func hash(ofOutput name: String) -> UInt64 { hash(name.utf8, salt: 0) }

  fileprivate static func hash(ofResult digits: String) -> UInt64 { hash(digits.utf8, salt: 1) }

  private static func hash(_ bytes: some Sequence<UInt8>, salt: UInt8) -> UInt64 {
    NameHash.of(CollectionOfOne(salt)) ^ NameHash.of(bytes)
  }

  /// The hashes by which a line is found; none for what is no line. Most lines are not parsed for that: without a
  /// backslash, a value ends at the next quotation mark.
  fileprivate static func hashes(of text: ArraySlice<UInt8>) -> [UInt64] {
    if text.contains(UInt8(ascii: "\\")) {
      guard let line = Self(text) else { return [] }
      return [hash(ofOutput: line.output), hash(ofResult: line.resultHash)]
    }
    guard let output = value(of: outputKey, in: text),
      let result = value(of: unmarkedKey, in: text.suffix(96)) ?? value(of: resultKey, in: text)
    else { return [] }
    return [hash(output, salt: 0), hash(result, salt: 1)]
  }

  private static let outputKey = Array(#""output":""#.utf8)
  /// The last of a line, in front of its 64 digits.
  private static let unmarkedKey = Array(#""unmarkedHash":""#.utf8)
  private static let resultKey = Array(#""outputHash":""#.utf8)

  private static func value(of key: [UInt8], in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    text.indexBehind(key).map { start in text[start...].prefix { $0 != UInt8(ascii: "\"") } }
  }
}

extension ArraySlice<UInt8> {
  /// The index behind the first occurrence of some bytes.
  fileprivate func indexBehind(_ key: [UInt8]) -> Int? {
    var place = startIndex
    while place + key.count <= endIndex {
      guard let quote = self[place...].firstIndex(of: key[0]) else { return nil }
      if self[quote...].starts(with: key) { return quote + key.count }
      place = quote + 1
    }
    return nil
  }
}
