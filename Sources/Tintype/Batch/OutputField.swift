/// What a template can ask a photo for.
enum OutputField: Hashable, Sendable {
  /// The name without its ending.
  case stem
  /// The ending, without the dot.
  case ext
  /// The folder, as it was named or found.
  case dir
  /// The folder below the one that was searched; nothing for a photo that was named itself.
  case found
  /// The look's name.
  case look
  /// The photo's place in the list, with leading zeros.
  case number(digits: Int?)
  /// The date of the photo.
  case date(DateFormat)
  /// The camera's model.
  case camera
  /// The first digits of the hash of the photo's bytes.
  case hash

  private static let names = ["stem", "ext", "dir", "look", "n", "date", "camera", "hash"]

  init(_ text: String) throws(UsageError) {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let format = halves.count > 1 ? halves[1] : nil
    switch halves.first ?? "" {
    case "date": self = .date(try DateFormat(format ?? "%Y-%m-%d"))
    case "n":
      if let format, !(Int(format).map((1...9).contains) ?? false) {
        throw UsageError("'{n:\(format)}' has to give a number of digits from 1 to 9, as '{n:4}' does")
      }
      self = .number(digits: format.flatMap { Int($0) })
    case let name where format != nil && OutputField.names.contains(name):
      throw UsageError("'{\(name)}' takes no ':\(format ?? "")'")
    case "stem": self = .stem
    case "ext": self = .ext
    case "dir": self = .dir
    case "look": self = .look
    case "camera": self = .camera
    case "hash": self = .hash
    case let name:
      let near = name.count < 2 ? nil : nearestName(to: name, among: OutputField.names)
      let hint = near.map { "; did you mean '{\($0)}'?" } ?? "; there are "
      let list = OutputField.names.map { "{\($0)}" }.joined(separator: " ")
      throw UsageError("there is no field '{\(name)}'" + hint + (hint.hasSuffix(" ") ? list : ""))
    }
  }

  var name: String {
    switch self {
    case .stem: "stem"
    case .ext: "ext"
    case .dir, .found: "dir"
    case .look: "look"
    case .number: "n"
    case .date(let format): "date:\(format.text)"
    case .camera: "camera"
    case .hash: "hash"
    }
  }

  /// What a photo does not have.
  var lack: String {
    switch self {
    case .date: "no date"
    case .camera: "no camera's name"
    default: "no \(name)"
    }
  }

  var readsMetadata: Bool {
    switch self {
    case .date, .camera: true
    default: false
    }
  }

  func value(for photo: PhotoFacts) -> [UInt8]? {
    switch self {
    case .stem: photo.input.stem
    case .ext: photo.ext
    case .dir: photo.folder
    case .found: photo.folderBelow.isEmpty ? Array(".".utf8) : photo.folderBelow
    case .look: fileNamePart(photo.look)
    case .number(let digits):
      Array(padded(photo.number, to: digits ?? String(photo.count).count).utf8)
    case .date(let format): photo.date.map { Array(format.text(of: $0).utf8) }
    case .camera: photo.camera.flatMap { fileNamePart($0) }
    case .hash: photo.hash.map { Array($0.utf8.prefix(12)) }
    }
  }

  /// A text as part of a file's name: no slashes, nothing that drives a terminal or turns the direction of writing, no
  /// dots or spaces at its ends.
  private func fileNamePart(_ text: String) -> [UInt8]? {
    let scalars = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "-"
      default: "/\\:".unicodeScalars.contains(scalar) ? "-" : Character(scalar)
      }
    }
    let edges: Set<Character> = [" ", "."]
    let trimmed = scalars.drop(while: edges.contains).reversed().drop(while: edges.contains).reversed()
    return trimmed.isEmpty ? nil : Array(String(trimmed).utf8)
  }
}

/// How a date is written: some letters of `strftime`, none of which depends on a language.
struct DateFormat: Hashable, Sendable {
  let text: String

  init(_ text: String) throws(UsageError) {
    self.text = text
    var letters = text.makeIterator()
    while let letter = letters.next() {
      guard letter == "%" else { continue }
      guard let code = letters.next(), "YymdHMS%".contains(code) else {
        throw UsageError("a date in '{date:\(text)}' is written with %Y %y %m %d %H %M %S")
      }
    }
    guard !text.contains("\0") else { throw UsageError("a date cannot hold a zero") }
  }

  func text(of date: CaptureDate) -> String {
    var result = ""
    var letters = text.makeIterator()
    while let letter = letters.next() {
      guard letter == "%", let code = letters.next() else {
        result.append(letter)
        continue
      }
      switch code {
      case "Y": result += padded(date.year, to: 4)
      case "y": result += padded(date.year % 100, to: 2)
      case "m": result += padded(date.month, to: 2)
      case "d": result += padded(date.day, to: 2)
      case "H": result += padded(date.hour, to: 2)
      case "M": result += padded(date.minute, to: 2)
      case "S": result += padded(date.second, to: 2)
      default: result.append(code)
      }
    }
    return result
  }
}

private func padded(_ number: Int, to digits: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
