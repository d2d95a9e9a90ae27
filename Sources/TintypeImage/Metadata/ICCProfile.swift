/// Color profiles, as far as carrying them needs.
enum ICCProfile {
  /// The largest profile that is inflated from a PNG.
  static let maxBytes = 16 << 20

  /// The profile that items hold: the numbered parts of a JPEG, or the deflated one of a PNG.
  static func joined(from items: [MetadataItem]) -> [UInt8]? {
    let items = items.filter { $0.kind == .iccProfile }
    guard let first = items.first else { return nil }
    switch first.place {
    case .chunk: return PNGForm.profile(in: first.payload)
    case .segment: return joined(parts: items.map(\.payload))
    }
  }

  /// ICC.1:2022, B.4: after the name a part's number, from 1, and the number of parts. Nil unless all are there once.
  private static func joined(parts: [[UInt8]]) -> [UInt8]? {
    let prefix = JPEGForm.iccPrefix.count
    var numbered: [UInt8: ArraySlice<UInt8>] = [:]
    for part in parts where part.count >= prefix + 2 {
      guard numbered.updateValue(part[(prefix + 2)...], forKey: part[prefix]) == nil else { return nil }
    }
    guard let count = parts.first?.dropFirst(prefix + 1).first, count > 0, numbered.count == Int(count) else {
      return nil
    }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let part = numbered[number] else { return nil }
      profile += part
    }
    return profile
  }
}
