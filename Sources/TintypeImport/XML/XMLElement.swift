/// An element of an XML document.
struct XMLElement {
  /// An attribute with its value, entities resolved.
  struct Attribute {
    let name: String
    let value: String
  }

  /// The prefix of the namespace; empty for none.
  let prefix: String
  /// The name without a namespace's prefix.
  let name: String
  let attributes: [Attribute]
  /// The elements directly inside.
  var children: [XMLElement] = []
  /// The text directly inside, entities resolved, as UTF-8.
  var text: [UInt8] = []
  /// The offset of the start tag.
  let offset: Int
  /// The line of the start tag, from 1.
  let line: Int

  /// The value of an attribute.
  subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The elements directly inside that have a name.
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text on one line: runs of blanks and control characters are one space, none at the ends.
  var oneLine: String {
    text.split { $0 <= UInt8(ascii: " ") || $0 == 0x7F }.map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ")
  }
}
