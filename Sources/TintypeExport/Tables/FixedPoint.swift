extension Double {
  /// The number with `digits` decimals, halves rounded away from zero.
  func fixed(_ digits: Int) -> String {
    var text: [UInt8] = []
    text.append(number: self, digits: digits)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a finite number with `digits` decimals, halves rounded away from zero. (Tables hold 100,000 numbers.)
  mutating func append(number: Double, digits: Int) {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 0x1p53 else {
      append(contentsOf: number.description.utf8)
      return
    }
    var rest = UInt64(scaled)
    if number < 0, rest > 0 { append(UInt8(ascii: "-")) }
    var reversed: [UInt8] = []
    var place = 0
    while rest > 0 || place <= digits {
      if place == digits, digits > 0 { reversed.append(UInt8(ascii: ".")) }
      reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      place += 1
    }
    append(contentsOf: reversed.reversed())
  }
}
