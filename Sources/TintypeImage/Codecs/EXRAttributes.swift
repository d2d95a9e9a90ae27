internal import CTintypeCodec

/// The text and number attributes of an OpenEXR, and those that state facts of a photo ("Standard Attributes" of
/// OpenEXR 3.4).
struct EXRAttributes {
  private(set) var texts: [String: [UInt8]] = [:]
  private(set) var numbers: [String: Double] = [:]

  init(_ header: tt_header) {
    for attribute in UnsafeBufferPointer(start: header.attributes, count: header.attribute_count) {
      let name = String(cString: attribute.name)
      guard name == "xmp" || Self.textFacts.contains(where: { $0.0 == name }) || attribute.text.bytes == nil else {
        continue
      }
      if let bytes = attribute.text.bytes {
        texts[name] = Array(UnsafeBufferPointer(start: bytes, count: attribute.text.count))
      } else {
        numbers[name] = Double(attribute.number)
      }
    }
  }

  init(_ facts: CaptureFacts, xmp: [UInt8]?) {
    texts["xmp"] = xmp
    for (name, fact) in Self.textFacts { texts[name] = facts[keyPath: fact].map { Array($0.utf8) } }
    for (name, fact) in Self.numberFacts { numbers[name] = facts[keyPath: fact] }
    numbers["isoSpeed"] = facts.sensitivity.map(Double.init)
    numbers["latitude"] = facts.position?.latitude
    numbers["longitude"] = facts.position?.longitude
    numbers["utcOffset"] = facts.timeOffset.flatMap(Self.seconds)
  }

  private static var textFacts: [(String, WritableKeyPath<CaptureFacts, String?>)] {
    [
      ("cameraMake", \.make), ("cameraModel", \.model), ("lensModel", \.lens), ("capDate", \.date),
      ("comments", \.description), ("owner", \.copyright),
    ]
  }

  private static var numberFacts: [(String, WritableKeyPath<CaptureFacts, Double?>)] {
    [("expTime", \.exposureTime), ("aperture", \.aperture), ("nominalFocalLength", \.focalLength)]
  }

  /// What is known of the photo. Texts are up to 64 kB, and numbers such as photos have.
  var facts: CaptureFacts {
    var facts = CaptureFacts()
    for (name, fact) in Self.textFacts {
      guard let text = texts[name], text.count < 65_536 else { continue }
      facts[keyPath: fact] = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    for (name, fact) in Self.numberFacts {
      if let number = numbers[name], number > 0, number < 1e5 { facts[keyPath: fact] = number }
    }
    if let speed = numbers["isoSpeed"], speed >= 1, speed <= 65_535 { facts.sensitivity = Int(speed.rounded()) }
    facts.position = GeographicPosition(latitude: numbers["latitude"], longitude: numbers["longitude"])
    facts.timeOffset = numbers["utcOffset"].flatMap(Self.offset)
    return facts
  }

  /// Seconds to be added to local time for UTC, from an offset of EXIF such as `+02:00`; nil for another text.
  private static func seconds(_ offset: String) -> Double? {
    let parts = offset.dropFirst().split(separator: ":").map { Int($0) ?? 99 }
    guard let sign = offset.first, "+-".contains(sign), parts.count == 2, parts[0] < 24, parts[1] < 60 else {
      return nil
    }
    let seconds = Double(parts[0] * 3_600 + parts[1] * 60)
    return sign == "+" ? 0 - seconds : seconds
  }

  private static func offset(_ seconds: Double) -> String? {
    guard seconds.magnitude < 86_400 else { return nil }
    let minutes = Int((seconds.magnitude / 60).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (seconds > 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// Lends them in the order of their names, so that equal facts give equal bytes.
  func lend(
    _ body: (UnsafeBufferPointer<tt_attribute>) throws(ImageError) -> Void
  ) throws(ImageError) {
    var bytes: [UInt8] = []
    func place(_ text: [UInt8]) -> Int {
      bytes += text + [0]
      return bytes.count - text.count - 1
    }
    let named =
      texts.map { (name: $0, text: Optional($1), number: 0.0) } + numbers.map { (name: $0, text: nil, number: $1) }
    let places = named.sorted { $0.name < $1.name }.map { attribute in
      (place(Array(attribute.name.utf8)), attribute.text.map { (place($0), $0.count) }, Float(attribute.number))
    }
    try bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      guard let start = bytes.baseAddress else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
      let attributes = places.map { name, text, number in
        tt_attribute(
          name: UnsafeRawPointer(start + name).assumingMemoryBound(to: CChar.self),
          text: tt_block(bytes: text.map { start + $0.0 }, count: text?.1 ?? 0), number: number)
      }
      try attributes.withUnsafeBufferPointer(body)
    }
  }
}
