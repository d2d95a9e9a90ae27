import TintypeIntrinsics

// A function in a program's text: `cubics 0.0 1.0 octaves 8 bits 3 coefficients 0.0 0.01 0.0 0.0 ... %4`: the interval,
// the pieces, and four coefficients per piece. Pieces that begin at numbers of their own have `starts 0.0 0.2` instead.
extension PiecewiseCubic {
  /// The text, without the operand.
  var text: String {
    let isOfStarts = !starts.isEmpty
    let pieces = isOfStarts ? ["starts"] + starts.map { Double($0).description } : ["octaves \(octaves) bits \(bits)"]
    let numbers = (isOfStarts ? coefficients.dropLast() : coefficients[...]).flatMap { [$0.x, $0.y, $0.z, $0.w] }
    return
      (["\(interval.lower) \(interval.upper)"] + pieces + ["coefficients"]
      + numbers.map { Double($0).description }).joined(separator: " ")
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
    var (octaves, bits, starts): (Double, Double, [Float]) = (0, 0, [])
    if peek == UInt8(ascii: "s") {
      try expect("starts")
      starts = try singles()
    } else {
      try expect("octaves")
      octaves = try number()
      try expect("bits")
      bits = try number()
    }
    try expect("coefficients")
    let numbers = try singles()
    let coefficients = stride(from: 0, to: numbers.count - 3, by: 4).map {
      SIMD4(numbers[$0], numbers[$0 + 1], numbers[$0 + 2], numbers[$0 + 3])
    }
    guard lower <= upper, numbers.count % 4 == 0, let octaves = Int(exactly: octaves), let bits = Int(exactly: bits),
      let function = starts.isEmpty
        ? PiecewiseCubic(on: Interval(lower, upper), octaves: octaves, bits: bits, coefficients: coefficients)
        : PiecewiseCubic(starts: starts, upTo: Float(upper), coefficients: coefficients)
    else { throw MalformedLine("the coefficients do not belong to these pieces") }
    return function
  }

  private mutating func singles() throws(MalformedLine) -> [Float] {
    var numbers: [Float] = []
    while beginsNumber { numbers.append(Float(try number())) }
    return numbers
  }
}
