import TintypeIntrinsics

// A function in a program's text: `cubics 0.0 1.0 octaves 8 bits 3 coefficients 0.0 0.01 0.0 0.0 ... %4`: the interval,
// the pieces, and four coefficients per piece.
extension PiecewiseCubic {
  /// The text, without the operand.
  var text: String {
    let numbers = coefficients.flatMap { [$0.x, $0.y, $0.z, $0.w] }.map { Double($0).description }
    return (["\(interval.lower) \(interval.upper) octaves \(octaves) bits \(bits) coefficients"] + numbers)
      .joined(separator: " ")
  }

  /// The range of the function, up to a rounding: a cubic that fits hardly exceeds the values at the ends of its piece.
  var range: Interval {
    coefficients.dropFirst().reduce(Interval(Double(coefficients[0].x))) { $0.union(Interval(Double($1.x))) }
  }
}

extension LineScanner {
  /// Parses the text after the word `cubics`, up to the operand.
  mutating func cubics() throws(MalformedLine) -> PiecewiseCubic {
    let (lower, upper) = (try number(), try number())
    try expect("octaves")
    let octaves = try number()
    try expect("bits")
    let bits = try number()
    try expect("coefficients")
    var numbers: [Float] = []
    while beginsNumber { numbers.append(Float(try number())) }
    let coefficients = stride(from: 0, to: numbers.count - 3, by: 4).map {
      SIMD4(numbers[$0], numbers[$0 + 1], numbers[$0 + 2], numbers[$0 + 3])
    }
    guard lower <= upper, numbers.count % 4 == 0, let octaves = Int(exactly: octaves), let bits = Int(exactly: bits),
      let function = PiecewiseCubic(
        on: Interval(lower, upper), octaves: octaves, bits: bits, coefficients: coefficients)
    else { throw MalformedLine("the coefficients do not belong to these pieces") }
    return function
  }
}
