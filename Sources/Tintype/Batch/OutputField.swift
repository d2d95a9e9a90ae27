import TintypeIR

/// A field of an output template.
struct OutputField: Sendable {
  /// The part of a photo that is read for it.
  enum Source: Sendable {
    case name, metadata, content
  }

  /// The field in the braces, without the fallback.
  let name: String

  /// What a photo without it lacks, for messages.
  let lack: String

  let source: Source

  /// Its value; nil if the photo lacks it.
  let value: @Sendable (PhotoFacts) -> [UInt8]?

  private init(
    _ name: String, lack: String? = nil, from source: Source = .name,
    value: @escaping @Sendable (PhotoFacts) -> [UInt8]?
  ) {
    (self.name, self.lack, self.source, self.value) = (name, lack ?? "no \(name)", source, value)
  }

  /// The name without its ending.
  static let stem = OutputField("stem") { $0.input.stem }

  /// The ending, without the dot.
  static let ext = OutputField("ext") { $0.ext }

  /// The folder below the one that was searched; nothing for a photo that was named itself.
  static let found = OutputField("dir") { $0.folderBelow.isEmpty ? Array(".".utf8) : $0.folderBelow }

  /// The fields without a format. `dir` is the folder as it was named or found, `hash` begins the hash of all bytes.
  private static let plain = [
    stem, ext, OutputField("dir") { $0.folder }, OutputField("look") { fileNamePart($0.look) },
    OutputField("camera", lack: "no camera's name", from: .metadata) { $0.camera.flatMap(fileNamePart) },
    OutputField("hash", from: .content) { $0.hash.map { Array($0.utf8.prefix(12)) } },
  ]

  private static let names = ["stem", "ext", "dir", "look", "n", "date", "camera", "hash"]

  init(_ text: String) throws(UsageError) {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let (name, format) = (halves.first ?? "", halves.count > 1 ? halves[1] : nil)
    switch name {
    case "date":
      let written = try dateWriter(format ?? "%Y-%m-%d")
      self.init("date:\(format ?? "%Y-%m-%d")", lack: "no date", from: .metadata) {
        $0.date.map { Array(written($0).utf8) }
      }
    // The photo's place in the list, with leading zeros.
    case "n":
      let digits = format.flatMap { Int($0) }
      if let format, !(digits.map((1...9).contains) ?? false) {
        throw UsageError("'{n:\(format)}' has to give a number of digits from 1 to 9, as '{n:4}' does")
      }
      self.init("n") { Array(padded($0.number, to: digits ?? String($0.count).count).utf8) }
    default:
      if let format, Self.names.contains(name) { throw UsageError("'{\(name)}' takes no ':\(format)'") }
      if let field = Self.plain.first(where: { $0.name == name }) {
        self = field
        return
      }
      let near = name.count < 2 ? nil : nearestName(to: name, among: Self.names)
      let list = Self.names.map { "{\($0)}" }.joined(separator: " ")
      throw UsageError(
        "there is no field '{\(name)}'; " + (near.map { "did you mean '{\($0)}'?" } ?? "there are \(list)"))
    }
  }
}

/// What a text may take of a file's name, which has 255 bytes on most systems.
private let mostNameBytes = 100

/// A text as part of a file's name: without slashes, control and bidirectional characters, and dots or spaces at its
/// ends, and limited in length.
@Sendable private func fileNamePart(_ text: String) -> [UInt8]? {
  let scalars = TextLanes.printable(text).unicodeScalars.map { scalar -> Character in
    "/\\:".unicodeScalars.contains(scalar) ? "-" : Character(scalar)
  }
  let edges: Set<Character> = [" ", "."]
  var bytesLeft = mostNameBytes
  let short = scalars.drop(while: edges.contains).prefix { character in
    bytesLeft -= character.utf8.count
    return bytesLeft >= 0
  }
  let trimmed = short.reversed().drop(while: edges.contains).reversed()
  return trimmed.isEmpty ? nil : Array(String(trimmed).utf8)
}

/// Reads how a date is written: some letters of `strftime`, none of which depends on a language.
private func dateWriter(_ format: String) throws(UsageError) -> @Sendable (CaptureDate) -> String {
  var pieces: [@Sendable (CaptureDate) -> String] = []
  var letters = format.makeIterator()
  while let letter = letters.next() {
    if letter != "%" {
      pieces.append { _ in String(letter) }
    } else if let code = letters.next(), let piece = datePieces[code] {
      pieces.append(piece)
    } else {
      throw UsageError("a date in '{date:\(format)}' is written with %Y %y %m %d %H %M %S")
    }
  }
  guard !format.contains("\0") else { throw UsageError("a date cannot hold a zero") }
  return { [pieces] date in pieces.map { $0(date) }.joined() }
}

private let datePieces: [Character: @Sendable (CaptureDate) -> String] = [
  "Y": { padded($0.year, to: 4) }, "y": { padded($0.year % 100, to: 2) }, "m": { padded($0.month, to: 2) },
  "d": { padded($0.day, to: 2) }, "H": { padded($0.hour, to: 2) }, "M": { padded($0.minute, to: 2) },
  "S": { padded($0.second, to: 2) }, "%": { _ in "%" },
]

private func padded(_ number: Int, to digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
