/// The tags of an XML text with their ranges, so that edits can keep all other bytes.
///
/// Comments, processing instructions and CDATA are skipped. In malformed XML the sequence ends before the error. A name
/// of a known namespace has its usual prefix, whatever the text calls it, and another namespace never has that prefix.
struct XMLTags: Sequence, IteratorProtocol {
  struct Attribute {
    var name: String
    /// The URI; nil where none is declared.
    var namespace: String?
    /// The range between the quotes.
    var value: Range<Int>
    /// The range with the space before it.
    var whole: Range<Int>
  }

  enum Kind { case start, end, empty }

  struct Tag {
    var kind: Kind
    var name: String
    /// The name in the text.
    var written: String
    /// The URI; nil where none is declared.
    var namespace: String?
    var attributes: [Attribute]
    /// The range with `<` and `>`.
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private var index = 0
  /// The URIs of each prefix, the innermost last.
  private var namespaces: [String: [String]] = [:]
  /// The prefixes that each open element declares.
  private var declared: [[String]] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether no tag is left; false after malformed XML.
  var isAtEnd: Bool { !bytes[index...].contains(UInt8(ascii: "<")) }

  mutating func next() -> Tag? {
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
      where bytes[start...].starts(with: opening.utf8) {
        guard let end = end(of: closing, from: start + opening.utf8.count) else { return nil }
        index = end
        break
      }
      if index > start { continue }
      return tag(at: start).map { resolved($0) }
    }
    return nil
  }

  /// The tag with the namespaces of its names (Namespaces in XML 1.0, 6.1).
  private mutating func resolved(_ tag: Tag) -> Tag {
    var tag = tag
    var own: [String] = []
    for attribute in tag.attributes {
      guard let prefix = attribute.name == "xmlns" ? "" : attribute.name.behind("xmlns:") else { continue }
      own.append(prefix)
      namespaces[prefix, default: []].append(String(decoding: bytes[attribute.value], as: UTF8.self))
    }
    (tag.name, tag.namespace) = resolved(tag.written)
    for index in tag.attributes.indices where tag.attributes[index].name.contains(":") {
      let name = tag.attributes[index].name
      (tag.attributes[index].name, tag.attributes[index].namespace) = resolved(name)
    }
    switch tag.kind {
    case .start: declared.append(own)
    case .empty: own.forEach { namespaces[$0]?.removeLast() }
    case .end: declared.popLast()?.forEach { namespaces[$0]?.removeLast() }
    }
    return tag
  }

  private func resolved(_ name: String) -> (name: String, namespace: String?) {
    let prefix = name.firstIndex(of: ":").map { String(name[..<$0]) } ?? ""
    guard let namespace = namespaces[prefix]?.last else { return (name, nil) }
    let local = prefix.isEmpty ? name : String(name.dropFirst(prefix.count + 1))
    if let usual = XMPPacket.Namespace.prefixes[namespace] { return (usual + ":" + local, namespace) }
    return (XMPPacket.Namespace.usualPrefixes.contains(prefix) ? "other-" + name : name, namespace)
  }

  private mutating func tag(at start: Int) -> Tag? {
    let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
    var place = start + (isEnd ? 2 : 1)
    let name = word(&place)
    guard !name.isEmpty else { return nil }
    var attributes: [Attribute] = []
    while place < bytes.count {
      let before = place
      skipSpace(&place)
      guard place < bytes.count else { return nil }
      switch bytes[place] {
      case UInt8(ascii: ">"):
        index = place + 1
        return Tag(
          kind: isEnd ? .end : .start, name: name, written: name, attributes: attributes, range: start..<index)
      case UInt8(ascii: "/") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ">"):
        index = place + 2
        return Tag(kind: .empty, name: name, written: name, attributes: attributes, range: start..<index)
      default:
        let key = word(&place)
        skipSpace(&place)
        guard !key.isEmpty, place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
        place += 1
        skipSpace(&place)
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"),
          let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { return nil }
        attributes.append(Attribute(name: key, value: (place + 1)..<end, whole: before..<(end + 1)))
        place = end + 1
      }
    }
    return nil
  }

  private func word(_ place: inout Int) -> String {
    let start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), !"<>/=\"'".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private func skipSpace(_ place: inout Int) {
    while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private func end(of closing: String, from start: Int) -> Int? {
    let closing = Array(closing.utf8)
    var place = start
    while let found = bytes[Swift.min(place, bytes.count)...].firstIndex(of: closing[0]) {
      if bytes[found...].starts(with: closing) { return found + closing.count }
      place = found + 1
    }
    return nil
  }
}

extension String {
  /// What follows a start; nil for another text.
  fileprivate func behind(_ start: String) -> String? { hasPrefix(start) ? String(dropFirst(start.count)) : nil }
}

/// Escapes text for an attribute or element, and line ends and tabs, which reading would normalize (XML 1.0, 2.11 and
/// 3.3.3). Characters that XML does not permit are dropped.
func escapedForXML(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "\n", "\r", "\t": out += "&#\(scalar.value);"
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// Resolves the entities in the text of an attribute or element.
///
/// Scalar by scalar: to `Character`, `;` with an accent behind it is another letter than `;`.
func unescapedFromXML(_ text: String) -> String {
  guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
  let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
  var out = String.UnicodeScalarView()
  var rest = text.unicodeScalars[...]
  while let start = rest.firstIndex(of: "&") {
    out += rest[..<start]
    rest = rest[start...]
    guard let end = rest.firstIndex(of: ";") else { break }
    let name = String(rest[rest.index(after: start)..<end])
    let isHex = name.hasPrefix("#x")
    let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
    if let scalar = named[name] ?? number.flatMap(Unicode.Scalar.init) {
      out.append(scalar)
    } else {
      out += rest[start...end]
    }
    rest = rest[rest.index(after: end)...]
  }
  return String(out + rest)
}
