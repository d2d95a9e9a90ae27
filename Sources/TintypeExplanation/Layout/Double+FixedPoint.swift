extension Double {
  /// The number with `digits` decimals, halves rounded away from zero.
  func fixed(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 0x1p53 else { return description }
    let all = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, digits + 1 - all.count)) + all
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return digits == 0 ? sign + padded : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }
}
