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
