import CTintypeLanes

/// A row of color as floats, whose edge goes on before and behind it.
final class ColorRow {
  private let memory: UnsafeMutablePointer<Float>
  private let width: Int

  private static let before = 16
  private static let behind = 48

  init(width: Int) {
    self.width = width
    memory = .allocate(capacity: Self.before + width + Self.behind)
    memory.initialize(repeating: 0, count: Self.before + width + Self.behind)
  }

  deinit { memory.deallocate() }

  /// The first pixel.
  var start: UnsafeMutablePointer<Float> { memory + Self.before }

  /// Lets the edges go on as far as anything here looks.
  func fillMargins() { fillMargins(first: start[0], last: start[width - 1]) }

  /// Lets two numbers go on before and behind the row.
  func fillMargins(first: Float, last: Float) {
    for index in 1...4 { start[-index] = first }
    for index in width..<(width + 24) { start[index] = last }
  }
}

@inline(__always) func load(_ row: UnsafePointer<Float>, _ index: Int) -> Lanes {
  UnsafeRawPointer(row + index).loadUnaligned(as: Lanes.self)
}

@inline(__always) func store(_ lanes: Lanes, _ row: UnsafeMutablePointer<Float>, _ index: Int) {
  UnsafeMutableRawPointer(row + index).storeBytes(of: lanes, as: Lanes.self)
}

/// Numbers as codes of so many bits, rounded to nearest, where one is so much of a code.
@inline(__always) func rounded(_ numbers: Lanes, _ scale: Float, largest: Float) -> SIMD8<Int32> {
  let scaled = fma(numbers, Lanes(repeating: scale), 0.5)
  return tt_truncate(least(greatest(scaled, Lanes(repeating: 0)), Lanes(repeating: largest)))
}
