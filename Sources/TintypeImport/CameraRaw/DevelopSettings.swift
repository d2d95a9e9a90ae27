import TintypeDiagnostics

/// The settings of a preset of Lightroom or Camera Raw: what their namespace, mostly `crs`, holds in an XMP file.
///
/// XMP writes a simple value as an attribute of `rdf:Description` or as an element in it; both are read. A list is an
/// element with an `rdf:Seq`.
struct DevelopSettings {
  /// A value, and where it is.
  struct Value {
    let text: String
    let element: XMLElement
  }

  /// What the preset calls itself.
  private(set) var name: String?

  /// The keys without their prefix, in the order of the file.
  private(set) var keys: [String] = []

  /// Simple values.
  private(set) var values: [String: Value] = [:]

  /// The points of curves, from 0 to 1.
  private(set) var curves: [String: [SIMD2<Double>]] = [:]

  private let xml: XMLValues

  private static let namespace = "http://ns.adobe.com/camera-raw-settings/1.0/"

  /// More points than an editor lets one set.
  private static let mostPoints = 64

  /// Reads an XMP file.
  init(_ root: XMLElement, in file: SourceFile) throws(ImportRefusal) {
    xml = XMLValues(file: file)
    let holders = root.name == "xmpmeta" ? root.children("RDF") : [root].filter { $0.name == "RDF" }
    for (holder, description) in holders.flatMap({ holder in holder.children("Description").map { (holder, $0) } }) {
      let declared = [description, holder, root].flatMap { $0.attributes }
      let own = declared.first { $0.name.hasPrefix("xmlns:") && $0.value == Self.namespace }?.name.dropFirst(6)
      // A fragment may declare nothing.
      guard let prefix = own ?? (declared.contains { $0.name == "xmlns:crs" } ? nil : "crs") else { continue }
      for attribute in description.attributes {
        let halves = attribute.name.split(separator: ":", maxSplits: 1)
        guard halves.count == 2, halves[0] == prefix else { continue }
        try add(String(halves[1]), description, attribute.value)
      }
      for child in description.children where child.prefix[...] == prefix { try take(child) }
    }
    guard !keys.isEmpty else {
      throw xml.refusal("the file holds no settings of Lightroom or Camera Raw (namespace crs)", root)
    }
  }

  private mutating func take(_ element: XMLElement) throws(ImportRefusal) {
    let items = element.children.flatMap { $0.children("li") }
    switch element.name {
    case _ where element.children.isEmpty: try add(element.name, element, element.oneLine)
    case "Name":
      name = items.first?.oneLine
      try add(element.name, element, name)
    case _ where DevelopStep.curveKeys.contains(element.name):
      curves[element.name] = try points(items, of: element)
      try add(element.name, element, nil)
    default: try add(element.name, element, nil)
    }
  }

  private mutating func add(_ key: String, _ element: XMLElement, _ text: String?) throws(ImportRefusal) {
    guard !keys.contains(key) else { throw xml.refusal("'\(key)' is given twice", element) }
    keys.append(key)
    values[key] = text.map { Value(text: $0, element: element) }
  }

  /// `<rdf:li>64, 50</rdf:li>`, in 255ths.
  private func points(_ items: [XMLElement], of curve: XMLElement) throws(ImportRefusal) -> [SIMD2<Double>] {
    guard (2...Self.mostPoints).contains(items.count) else {
      throw xml.refusal("a curve has 2 to \(Self.mostPoints) points, and '\(curve.name)' has \(items.count)", curve)
    }
    var points: [SIMD2<Double>] = []
    for item in items {
      let numbers = item.oneLine.split(separator: ",").map { XMLValues.number($0.utf8.filter { $0 != 0x20 }[...]) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0...255 ~= x, 0...255 ~= y else {
        throw xml.refusal("a point is two numbers from 0 to 255, and this is '\(item.oneLine.prefix(40))'", item)
      }
      guard points.last.map({ $0.x < x / 255 }) ?? true else {
        throw xml.refusal("the points of '\(curve.name)' do not go from left to right", item)
      }
      points.append(SIMD2(x, y) / 255)
    }
    return points
  }

  /// The number of a key; nil where it is missing.
  func number(_ key: String, in range: ClosedRange<Double>) throws(ImportRefusal) -> Double? {
    guard let value = values[key] else { return nil }
    guard let number = XMLValues.number(value.text.utf8.filter { $0 != 0x20 }[...]), range.contains(number) else {
      throw xml.refusal(
        "\(key) is a number from \(written(range.lowerBound)) to \(written(range.upperBound)), and this is "
          + "'\(value.text.prefix(40))'", value.element)
    }
    return number
  }

  /// Whether a switch is on.
  func isOn(_ key: String) -> Bool { ["true", "1"].contains(values[key]?.text.lowercased() ?? "") }

  /// Whether a key has a value that changes nothing, for settings that are switches, amounts or names.
  func isNeutral(_ key: String) -> Bool {
    guard let text = values[key]?.text.lowercased() else { return false }
    if ["", "false", "none", "linear"].contains(text) { return true }
    return XMLValues.number(text.utf8.filter { $0 != 0x20 }[...]) == 0
  }
}
