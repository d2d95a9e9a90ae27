/// Any JSON.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case whole(Int64)
  case number(Double)
  /// A number as it was written, where its value would be written otherwise: 1.0, 12345678901234567890.
  case written(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// What has one obvious form in JSON.
package protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
  package init(_ value: some JSONRepresentable) { self = value.json }

  /// The value in JSON; nil for nil.
  package init?(_ value: (some JSONRepresentable)?) {
    guard let value else { return nil }
    self = value.json
  }

  package var json: JSONValue { self }
}

extension Bool: JSONRepresentable {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
  package var json: JSONValue { .whole(Int64(self)) }
}

extension Double: JSONRepresentable {
  package var json: JSONValue { .number(self) }
}

extension String: JSONRepresentable {
  package var json: JSONValue { .string(self) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  package var json: JSONValue { .array(map { $0.json }) }
}

extension Dictionary: JSONRepresentable where Key == String, Value: JSONRepresentable {
  package var json: JSONValue {
    .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
  }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .whole(number) }
  package init(floatLiteral number: Double) { self = .number(number) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }

  /// An object; members that are nil are left out.
  package init(dictionaryLiteral members: (String, JSONValue?)...) { self = .object(JSONObject(members)) }
}

// Each is nil, or empty, for a value of another kind.
extension JSONValue {
  /// A member of an object.
  package subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

  /// The members of an object in alphabetical order.
  package var members: [(name: String, value: JSONValue)] {
    if case .object(let object) = self { object.sorted } else { [] }
  }

  /// The elements of an array.
  package var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  /// The strings of an array that holds nothing else.
  package var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    let texts = values.compactMap { $0.text }
    return texts.count == values.count ? texts : nil
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package var truth: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// A whole number that fits.
  package var integer: Int? {
    switch self {
    case .whole(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    case .written(let text): Double(text).flatMap { Int(exactly: $0) }
    case .null, .bool, .string, .array, .object: nil
    }
  }

  package var double: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .number(let value): value
    case .written(let text): Double(text)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  /// Whether it is a whole number, which need not fit.
  package var isWhole: Bool { double.map { $0 == $0.rounded() } ?? false }

  /// A string, number or truth value as a recipe writes it.
  package var spelled: String? {
    switch self {
    case .bool(let value): "\(value)"
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .written: double.map { "\($0)" }
    case .string(let value): value
    case .null, .array, .object: nil
    }
  }
}
