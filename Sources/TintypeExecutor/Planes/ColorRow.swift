import CTintypeLanes

/// A row of color samples as floats, with margins on both sides.
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

  /// Repeats the edge samples over the margins.
  func fillMargins() { fillMargins(first: start[0], last: start[width - 1]) }

  /// Fills the margins with two numbers: before and after the row.
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

/// Converts numbers to codes, rounded to nearest; `scale` is the number of codes per unit.
@inline(__always) func rounded(_ numbers: Lanes, _ scale: Float, largest: Float) -> SIMD8<Int32> {
  let scaled = fma(numbers, Lanes(repeating: scale), 0.5)
  return tt_truncate(least(greatest(scaled, Lanes(repeating: 0)), Lanes(repeating: largest)))
}
