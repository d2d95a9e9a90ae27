import TintypeDiagnostics

/// Reads the XML 1.0 of color files: elements, attributes, text, CDATA, comments and processing instructions, in UTF-8.
///
/// There is no document type, so no entities but the five of XML and numeric ones, and nothing that expands. Depth,
/// numbers of elements and attributes are bounded; time is linear in the file's length, for any bytes.
struct XMLReader {
  /// Elements inside each other. Color files nest six deep.
  static let deepest = 32
  /// Elements of a file.
  static let mostElements = 200_000
  /// Attributes of an element.
  static let mostAttributes = 512

  private let file: SourceFile
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  /// Where ``line`` was counted up to.
  private var counted = 0
  private var elements = 0
  private var open: [(element: XMLElement, name: String)] = []
  private var root: XMLElement?

  /// The root of a document, or the first thing that is wrong with it.
  static func root(of file: SourceFile) throws(ImportRefusal) -> XMLElement {
    var reader = XMLReader(file)
    return try reader.document()
  }

  private init(_ file: SourceFile) {
    self.file = file
    bytes = file.text
  }

  private mutating func document() throws(ImportRefusal) -> XMLElement {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
      throw file.refusal("the text is not UTF-8; save it as UTF-8", at: 0)
    }
    if let place = firstInvalid { throw file.refusal("these bytes are not UTF-8", at: place) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") { try readMarkup() } else { try readText() }
    }
    if let last = open.last {
      throw file.refusal("<\(last.name)> is not closed before the end of the file", at: last.element.offset)
    }
    guard let root else { throw file.refusal("the file holds no XML element", at: bytes.count) }
    return root
  }

  /// Where the text stops being UTF-8.
  private var firstInvalid: Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    /// The end of the longest valid part up to an offset, which may lie inside of a character of four bytes.
    func validEnd(_ end: Int) -> Int? {
      (max(end - 3, 0)...end).last { String(validating: bytes[..<$0], as: UTF8.self) != nil }
    }
    var (low, high) = (0, bytes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if validEnd(middle) != nil { low = middle } else { high = middle }
    }
    return validEnd(low)
  }

  // MARK: Markup

  private mutating func readMarkup() throws(ImportRefusal) {
    let start = index
    if follows("<!--") {
      let end = try skip(past: "-->", from: start + 4, "this comment")
      if let dashes = find("--", from: start + 4, before: end - 3) {
        throw file.refusal("a comment holds no '--'", at: dashes)
      }
    } else if follows("<![CDATA[") {
      guard !open.isEmpty else { throw file.refusal("text stands outside of the root element", at: start) }
      let end = try skip(past: "]]>", from: start + 9, "this CDATA section")
      open[open.count - 1].element.text += bytes[(start + 9)..<(end - 3)]
    } else if follows("<?") {
      let end = try skip(past: "?>", from: start + 2, "this instruction")
      if follows("<?xml", at: start) { try checkDeclaration(start, end) }
    } else if follows("<!") {
      throw file.refusal("a document type, and entities of one's own, are not read; remove it", at: start)
    } else if follows("</") {
      try readEnd()
    } else {
      try readStart()
    }
  }

  /// Other encodings would give other texts.
  private func checkDeclaration(_ start: Int, _ end: Int) throws(ImportRefusal) {
    let words = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    guard let range = words.firstRange(of: "encoding") else { return }
    let value = words[range.upperBound...].drop { "= \t\r\n\"'".contains($0) }.prefix { !"\"'".contains($0) }
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(String(value)) else {
      throw file.refusal("the text says that it is in \(value.prefix(40)); save it as UTF-8", at: start)
    }
  }

  private mutating func readStart() throws(ImportRefusal) {
    let start = index
    line += (counted..<start).count { bytes.lineEndLength(at: $0) == 1 }
    counted = start
    index += 1
    let name = try name("an element")
    guard root == nil || !open.isEmpty else {
      throw file.refusal("<\(name)> stands behind the root element", at: start)
    }
    elements += 1
    guard elements <= Self.mostElements else {
      throw file.refusal("a file has at most \(Self.mostElements) elements", at: start)
    }
    guard open.count < Self.deepest else {
      throw file.refusal("elements are at most \(Self.deepest) deep", at: start)
    }
    let (attributes, isEmpty) = try attributes(of: name, start)
    let parts = name.split(separator: ":", maxSplits: 1)
    let element = XMLElement(
      prefix: parts.count > 1 ? String(parts[0]) : "", name: parts.last.map(String.init) ?? name,
      attributes: attributes,
      offset: start, line: line)
    open.append((element, name))
    if isEmpty { close() }
  }

  private mutating func attributes(
    of element: String, _ start: Int
  ) throws(ImportRefusal) -> (attributes: [XMLElement.Attribute], isEmpty: Bool) {
    var attributes: [XMLElement.Attribute] = []
    while true {
      let before = index
      skipSpace()
      guard index < bytes.count else { throw file.refusal("the tag <\(element) is not closed", at: start) }
      if follows(">") || follows("/>") {
        let isEmpty = follows("/>")
        index += isEmpty ? 2 : 1
        return (attributes, isEmpty)
      }
      guard index > before else { throw file.refusal("a space is missing before an attribute", at: index) }
      let place = index
      let name = try name("an attribute")
      skipSpace()
      guard follows("=") else { throw file.refusal("'=' is missing behind the attribute '\(name)'", at: index) }
      index += 1
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"),
        let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
      else { throw file.refusal("the value of '\(name)' has to stand in quotes", at: index) }
      if let wrong = bytes[(index + 1)..<end].firstIndex(of: UInt8(ascii: "<")) {
        throw file.refusal("a value holds no '<'; write &lt;", at: wrong)
      }
      let value = try resolved((index + 1)..<end)
      index = end + 1
      guard !attributes.contains(where: { $0.name == name }) else {
        throw file.refusal("the attribute '\(name)' is given twice", at: place)
      }
      guard attributes.count < Self.mostAttributes else {
        throw file.refusal("an element has at most \(Self.mostAttributes) attributes", at: place)
      }
      attributes.append(XMLElement.Attribute(name: name, value: String(decoding: value, as: UTF8.self)))
    }
  }

  private mutating func readEnd() throws(ImportRefusal) {
    let start = index
    index += 2
    let name = try name("an element")
    skipSpace()
    guard follows(">") else { throw file.refusal("'>' is missing behind </\(name)", at: index) }
    index += 1
    guard let last = open.last else { throw file.refusal("</\(name)> closes nothing", at: start) }
    guard last.name == name else {
      throw file.refusal("</\(name)> stands where </\(last.name)> was expected", at: start)
    }
    close()
  }

  private mutating func close() {
    let element = open.removeLast().element
    if open.isEmpty { root = element } else { open[open.count - 1].element.children.append(element) }
  }

  // MARK: Text

  private mutating func readText() throws(ImportRefusal) {
    let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    if open.isEmpty {
      skipSpace()
      guard index == end else { throw file.refusal("text stands outside of the root element", at: index) }
    } else {
      open[open.count - 1].element.text += try resolved(index..<end)
    }
    index = end
  }

  /// A text with its entities resolved.
  private func resolved(_ range: Range<Int>) throws(ImportRefusal) -> ArraySlice<UInt8> {
    if let control = bytes[range].firstIndex(where: { $0 < 0x20 && !Self.isSpace($0) }) {
      throw file.refusal("a text holds no control characters", at: control)
    }
    guard bytes[range].contains(UInt8(ascii: "&")) else { return bytes[range] }
    var out: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      guard bytes[place] == UInt8(ascii: "&") else {
        out.append(bytes[place])
        place += 1
        continue
      }
      guard let end = bytes[place..<min(place + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")) else {
        throw file.refusal("'&' begins no entity; write &amp;", at: place)
      }
      let name = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
      guard let scalar = Self.scalar(name) else {
        throw file.refusal("'&\(name);' is not an entity of XML", at: place)
      }
      out += Array(String(Character(scalar)).utf8)
      place = end + 1
    }
    return out[...]
  }

  /// The character of an entity.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: isHex ? 16 : 10),
        number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number), number != 0xFFFE, number != 0xFFFF
      else { return nil }
      return Unicode.Scalar(number)
    }
  }

  // MARK: Bytes

  private mutating func name(_ what: String) throws(ImportRefusal) -> String {
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]), !"<>/=\"'&?!".utf8.contains(bytes[index]) { index += 1 }
    guard index > start, index - start <= 200, bytes[start] > UInt8(ascii: "9") else {
      throw file.refusal("the name of \(what) was expected here", at: start)
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private func follows(_ word: StaticString, at place: Int? = nil) -> Bool {
    let start = place ?? index
    guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
    return word.description.utf8.elementsEqual(bytes[start..<(start + word.utf8CodeUnitCount)])
  }

  /// Goes behind a closing word, and says where that is.
  private mutating func skip(past word: String, from start: Int, _ what: String) throws(ImportRefusal) -> Int {
    guard let found = find(word, from: start, before: bytes.count) else {
      throw file.refusal("\(what) is not closed", at: index)
    }
    index = found + word.utf8.count
    return index
  }

  private func find(_ word: String, from start: Int, before end: Int) -> Int? {
    let word = Array(word.utf8)
    var place = start
    while place + word.count <= end {
      guard let found = bytes[place..<end].firstIndex(of: word[0]) else { return nil }
      if bytes[found..<end].starts(with: word) { return found }
      place = found + 1
    }
    return nil
  }
}
