import FoundationEssentials

/// Any JSON, for what is read key by key or handed back as it came.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case whole(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .whole(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .whole(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }

  /// The texts of an array that holds nothing else.
  package var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  /// A text.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A text, a number or a truth value as the language writes it.
  package var spelled: String? {
    switch self {
    case .bool(let value): "\(value)"
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .null, .array, .object: nil
    }
  }
}

// What a message of the protocol is made of and read by.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .whole(number) }
  package init(floatLiteral number: Double) { self = .number(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
  package init(nilLiteral: ()) { self = .null }

  /// An object; members that are nil are left out.
  package init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { $1 })
  }

  /// A whole number.
  init(_ number: Int) { self = .whole(Int64(number)) }

  /// Texts.
  init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }

  /// Reads JSON.
  package init?(parsing bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// The value as JSON, with its keys in alphabetical order.
  package var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers that are none are the only values that JSON does not have, and no message has any.
    return (try? encoder.encode(self)).map(Array.init) ?? Array("null".utf8)
  }

  /// A member of an object; nil where there is none, and for what is no object.
  package subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

  /// The members of an object by their names, in alphabetical order; none for anything else.
  var members: [(String, JSONValue)] {
    if case .object(let members) = self { members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } } else { [] }
  }

  /// The elements of an array; none for anything else.
  package var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  /// A whole number that fits.
  package var integer: Int? {
    switch self {
    case .whole(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// Any number.
  package var double: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// A truth value.
  package var truth: Bool? { if case .bool(let value) = self { value } else { nil } }
}
