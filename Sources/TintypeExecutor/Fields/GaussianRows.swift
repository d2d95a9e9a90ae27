import CTintypeLanes
import TintypeIntrinsics

// The steps of `GaussianSteps`, a row of one channel at a time; beyond both ends of a row stand its edges.

@inline(__always) private func halved(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes) -> Lanes {
  let parts = GaussianSteps.halving
  let outer = fma(Lanes(repeating: parts.next), b + d, parts.last * (a + e))
  return fma(Lanes(repeating: parts.middle), c, outer)
}

@inline(__always) private func doubledEven(_ before: Lanes, _ here: Lanes, _ after: Lanes) -> Lanes {
  let parts = GaussianSteps.halving
  return fma(Lanes(repeating: 2 * parts.middle), here, 2 * parts.last * (before + after))
}

@inline(__always) private func doubledOdd(_ here: Lanes, _ after: Lanes) -> Lanes {
  (here + after) * (2 * GaussianSteps.halving.next)
}

/// A row of half as many pixels: `first` and `firstResult` are the columns at which the rows begin.
func halveAcross(
  _ row: UnsafePointer<Float>, first: Int, into result: UnsafeMutablePointer<Float>, firstResult: Int, count: Int
) {
  let start = 2 * firstResult - first
  for index in stride(from: 0, to: count, by: 8) {
    let place = start + 2 * index
    let (a, b) = (load(row, place - 2), load(row, place + 6))
    let (c, d) = (load(row, place), load(row, place + 8))
    let (e, f) = (load(row, place + 2), load(row, place + 10))
    store(halved(tt_even(a, b), tt_odd(a, b), tt_even(c, d), tt_odd(c, d), tt_even(e, f)), result, index)
  }
}

/// A row between five.
func halveDown(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>,
  _ e: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(
      halved(load(a, index), load(b, index), load(c, index), load(d, index), load(e, index)), result, index)
  }
}

/// A row of twice as many pixels.
func doubleAcross(
  _ row: UnsafePointer<Float>, first: Int, into result: UnsafeMutablePointer<Float>, firstResult: Int, count: Int
) {
  // From an even column on; the one before an odd first column falls into the margin.
  let even = firstResult & ~1
  let start = (even >> 1) - first
  for index in stride(from: 0, to: (count + firstResult - even + 1) / 2, by: 8) {
    let (before, here, after) = (
      load(row, start + index - 1), load(row, start + index), load(row, start + index + 1)
    )
    let (evens, odds) = (doubledEven(before, here, after), doubledOdd(here, after))
    let place = even - firstResult + 2 * index
    store(tt_in_turn_low(evens, odds), result, place)
    store(tt_in_turn_high(evens, odds), result, place + 8)
  }
}

/// An even row of twice as many.
func doubleDownEven(
  _ before: UnsafePointer<Float>, _ here: UnsafePointer<Float>, _ after: UnsafePointer<Float>,
  into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(doubledEven(load(before, index), load(here, index), load(after, index)), result, index)
  }
}

/// An odd row of twice as many.
func doubleDownOdd(
  _ here: UnsafePointer<Float>, _ after: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 8) {
    store(doubledOdd(load(here, index), load(after, index)), result, index)
  }
}

/// Each pixel from itself and its neighbours in the row.
func weighAcross(
  _ row: UnsafePointer<Float>, _ weights: UnsafeBufferPointer<Float>, into result: UnsafeMutablePointer<Float>,
  count: Int
) {
  // Four vectors at once: the sums do not wait for each other.
  for index in stride(from: 0, to: count, by: 32) {
    let middle = Lanes(repeating: weights[0])
    var a = middle * load(row, index)
    var b = middle * load(row, index + 8)
    var c = middle * load(row, index + 16)
    var d = middle * load(row, index + 24)
    for distance in 1..<weights.count {
      let weight = Lanes(repeating: weights[distance])
      a = fma(weight, load(row, index - distance) + load(row, index + distance), a)
      b = fma(weight, load(row, index + 8 - distance) + load(row, index + 8 + distance), b)
      c = fma(weight, load(row, index + 16 - distance) + load(row, index + 16 + distance), c)
      d = fma(weight, load(row, index + 24 - distance) + load(row, index + 24 + distance), d)
    }
    store(a, result, index)
    store(b, result, index + 8)
    store(c, result, index + 16)
    store(d, result, index + 24)
  }
}

/// Each pixel of a row from the row and its neighbours: `rows` holds the row itself, then above and below at 1, 2, ...
func weighDown(
  _ rows: UnsafeBufferPointer<UnsafePointer<Float>>, _ weights: UnsafeBufferPointer<Float>,
  into result: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: 32) {
    let middle = Lanes(repeating: weights[0])
    var a = middle * load(rows[0], index)
    var b = middle * load(rows[0], index + 8)
    var c = middle * load(rows[0], index + 16)
    var d = middle * load(rows[0], index + 24)
    for distance in 1..<weights.count {
      let weight = Lanes(repeating: weights[distance])
      let (above, below) = (rows[2 * distance - 1], rows[2 * distance])
      a = fma(weight, load(above, index) + load(below, index), a)
      b = fma(weight, load(above, index + 8) + load(below, index + 8), b)
      c = fma(weight, load(above, index + 16) + load(below, index + 16), c)
      d = fma(weight, load(above, index + 24) + load(below, index + 24), d)
    }
    store(a, result, index)
    store(b, result, index + 8)
    store(c, result, index + 16)
    store(d, result, index + 24)
  }
}
