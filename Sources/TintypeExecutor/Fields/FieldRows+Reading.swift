import CTintypeLanes
import TintypeIntrinsics
import TintypePlan

// How a pass reads a field.
extension FieldView {
  /// The values at some pixels of a row. Edge pixels are repeated outside the rectangle.
  func read(channel: Int, row: Int, column: Int, count: Int, into result: UnsafeMutablePointer<Lanes>) {
    let vectors = (count + 7) / 8
    guard !pixels.isEmpty else { return result.update(repeating: Lanes(repeating: 0), count: vectors) }
    if let place = self.pixels(channel: channel, row: row, columns: column..<column + count) {
      return numbers(result).update(from: place, count: count)
    }
    let plane = self.row(row) + channel * planeStride
    let start = column - pixels.columns.lowerBound
    for pixel in 0..<count {
      result[pixel / 8][pixel % 8] = plane[min(max(start + pixel, 0), pixels.columns.count - 1)]
    }
  }

  /// Where the values at some pixels of a row lie; nil if some are outside the rectangle.
  func pixels(channel: Int, row: Int, columns: Range<Int>) -> UnsafePointer<Float>? {
    guard !pixels.isEmpty, pixels.columns.lowerBound <= columns.lowerBound,
      columns.upperBound <= pixels.columns.upperBound
    else { return nil }
    return UnsafePointer(self.row(row) + channel * planeStride + (columns.lowerBound - pixels.columns.lowerBound))
  }

  /// The values at arbitrary positions, eight at a time, step by step as `Sample` declares.
  func sample(
    channel: Int, _ filter: SampleFilter, x: Source, y: Source, _ vectors: Int,
    into result: UnsafeMutablePointer<Lanes>
  ) {
    guard !pixels.isEmpty else { return result.update(repeating: Lanes(repeating: 0), count: vectors) }
    if filter == .nearest, let start = start(x, y, vectors) {
      let place = row(start.row) + channel * planeStride + start.column - pixels.columns.lowerBound
      return numbers(result).update(from: place, count: 8 * vectors)
    }
    var (x, y) = (x, y)
    for vector in 0..<vectors {
      let across = Taps(x.address.pointee, pixels.columns, filter)
      let down = Taps(y.address.pointee, pixels.rows, filter)
      let columns = across.first &- Int32(pixels.columns.lowerBound)
      let plane = channel * planeStride
      result[vector] =
        switch filter {
        case .nearest: taps(plane, columns, down.first)
        case .bilinear:
          sum(down.weights, 2) { row in
            sum(across.weights, 2) { taps(plane, columns &+ $0, down.first &+ row) }
          }
        case .bicubic:
          sum(down.weights, 4) { row in
            sum(across.weights, 4) { taps(plane, columns &+ $0, down.first &+ row) }
          }
        }
      x.address += x.stride
      y.address += y.stride
    }
  }

  /// The first of positions that lie side by side in a row, as those of neighbors do, and may extend into the margins;
  /// nil for others. Halves and wholes below 2^22 are moved by whole pixels exactly.
  private func start(_ x: Source, _ y: Source, _ vectors: Int) -> (row: Int, column: Int)? {
    let (left, top) = (x.address.pointee[0], y.address.pointee[0])
    guard abs(left) < 0x1p22, abs(top) < 0x1p22, left * 2 == (left * 2).rounded() else { return nil }
    let (row, column) = (Int(top.rounded(.down)), Int(left.rounded(.down)))
    guard column >= pixels.columns.lowerBound - 8, column + 8 * vectors <= pixels.columns.upperBound + 32 else {
      return nil
    }
    var (x, y, expected) = (x, y, left + Lanes(0, 1, 2, 3, 4, 5, 6, 7))
    var difference = SIMD8<UInt32>()
    for vector in 0..<vectors {
      difference |= bits(x.address.pointee) ^ bits(expected)
      difference |= bits(y.address.pointee) ^ bits(Lanes(repeating: top))
      if vector == 0, difference != SIMD8() { return nil }
      x.address += x.stride
      y.address += y.stride
      expected += 8
    }
    guard difference == SIMD8() else { return nil }
    return (row, column)
  }

  /// One pixel per lane. Columns may extend into the margins; rows are clamped to the first and the last.
  @inline(__always) private func taps(_ plane: Int, _ columns: SIMD8<Int32>, _ rows: SIMD8<Int32>) -> Lanes {
    var lanes = Lanes()
    for lane in 0..<8 { lanes[lane] = row(Int(rows[lane]))[plane + Int(columns[lane])] }
    return lanes
  }

  @inline(__always) private func sum(
    _ weights: (Lanes, Lanes, Lanes, Lanes), _ count: Int32, _ value: (Int32) -> Lanes
  ) -> Lanes {
    var sum = fma(weights.1, value(1), weights.0 * value(0))
    if count > 2 {
      sum = fma(weights.2, value(2), sum)
      sum = fma(weights.3, value(3), sum)
    }
    return sum
  }
}

/// The taps along one axis for eight positions, and their weights.
private struct Taps {
  let first: SIMD8<Int32>
  let weights: (Lanes, Lanes, Lanes, Lanes)

  @inline(__always) init(_ place: Lanes, _ range: Range<Int>, _ filter: SampleFilter) {
    let (low, high) = (Float(range.lowerBound) - 4, Float(range.upperBound) + 4)
    let bounded = least(greatest(place, Lanes(repeating: low)), Lanes(repeating: high))
    let shifted = bounded - Float(filter.offset)
    let whole = tt_floor(shifted)
    let f = shifted - whole
    first = tt_truncate(whole) &- Int32(filter.tapsBefore)
    let one = Lanes(repeating: 1)
    switch filter {
    case .nearest: weights = (one, one, one, one)
    case .bilinear: weights = (1 - f, f, f, f)
    case .bicubic:
      let square = f * f
      let half = Lanes(repeating: 0.5)
      weights = (
        f * fma(f, fma(negated(half), f, 1), -0.5),
        fma(square, fma(Lanes(repeating: 1.5), f, -2.5), 1),
        f * fma(f, fma(Lanes(repeating: -1.5), f, 2), 0.5),
        square * fma(half, f, -0.5)
      )
    }
  }
}

/// The representation of floats.
@inline(__always) private func bits(_ lanes: Lanes) -> SIMD8<UInt32> { unsafeBitCast(lanes, to: SIMD8<UInt32>.self) }
