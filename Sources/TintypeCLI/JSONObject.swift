import FoundationEssentials

/// A JSON object for tools. Members without a value are left out.
struct JSONObject: Encodable {
  private let members: [String: (any Encodable)?]

  init(_ members: [String: (any Encodable)?]) { self.members = members }

  func encode(to encoder: any Encoder) throws {
    try members.compactMapValues { $0.map(Member.init) }.encode(to: encoder)
  }

  /// The object as text, with its keys in alphabetical order.
  ///
  /// - Parameter isTall: whether each member has a line of its own.
  func text(isTall: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isTall { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}
