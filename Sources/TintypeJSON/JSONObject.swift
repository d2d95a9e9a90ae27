/// Members in the order in which they were added. Objects are equal if they have equal members in any order.
package struct JSONObject: Sendable, ExpressibleByDictionaryLiteral, JSONRepresentable {
  package private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]

  package init(dictionaryLiteral members: (String, JSONValue?)...) { self.init(members) }

  /// Members that are nil are left out. Of several with one name the last counts.
  package init(_ members: some Sequence<(String, JSONValue?)>) {
    for case (let name, let value?) in members { self[name] = value }
  }

  /// A member; setting nil removes it.
  package subscript(name: String) -> JSONValue? {
    get { values[name] }
    set {
      let old = values[name]
      values[name] = newValue
      if old == nil, newValue != nil { names.append(name) }
      if old != nil, newValue == nil { names.removeAll { $0 == name } }
    }
  }

  package var members: [(name: String, value: JSONValue)] { names.map { ($0, values[$0] ?? .null) } }

  /// The members in alphabetical order.
  package var sorted: [(name: String, value: JSONValue)] { names.sorted().map { ($0, values[$0] ?? .null) } }

  package func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for (name, value) in other.members { merged[name] = value }
    return merged
  }

  package var json: JSONValue { .object(self) }
}

extension JSONObject: Hashable {
  package static func == (one: JSONObject, other: JSONObject) -> Bool { one.values == other.values }

  package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
