import TintypeIntrinsics
import TintypePlan

/// One step on the way to a field: how a row is made, and from which rows of what.
struct RowStage: Sendable {
  /// How a row is made.
  enum Making: Sendable {
    /// The pass of a field, at its position in the plan, from the source and earlier fields.
    case pass(Int)
    case halveAcross, halveDown
    case weighAcross([Float]), weighDown([Float])
    case doubleDown, doubleAcross
  }

  /// Something that is read, and which rows of it.
  struct Input: Sendable {
    let rows: FieldRows
    let reach: Reach
  }

  /// Which rows of an input a row needs.
  enum Reach: Sendable {
    case pass(RowFootprint)
    case halving
    case neighbors(Int)
    case doubling
  }

  /// Whether its rows take less room than those they are made from: the sooner they are made the better.
  var makesLess: Bool {
    switch making {
    case .halveAcross, .halveDown: true
    case .pass, .weighAcross, .weighDown, .doubleDown, .doubleAcross: false
    }
  }

  let making: Making
  let inputs: [Input]
  let readsSource: Bool
  let output: FieldRows
}

extension RowStage.Input {
  /// The rows that one row needs.
  func needed(for row: Int) -> Range<Int> {
    let all = rows.pixels.rows
    switch reach {
    case .pass(let reach): return reach.rows(for: row, of: all)
    case .halving: return bounded(2 * row - 2, 2 * row + 2)
    case .neighbors(let distance): return bounded(row - distance, row + distance)
    case .doubling: return bounded((row >> 1) - (1 - row & 1), (row >> 1) + 1)
    }
  }

  /// The first row that one or one below needs.
  func first(for row: Int, last: Int) -> Int {
    if case .pass(let reach) = reach { return reach.first(for: row, last: last, of: rows.pixels.rows) }
    return needed(for: row).lowerBound
  }

  /// Whether a row has what it needs.
  func isReady(for row: Int) -> Bool { rows.pixels.isEmpty || needed(for: row).upperBound <= rows.done }

  private func bounded(_ first: Int, _ last: Int) -> Range<Int> {
    let all = rows.pixels.rows
    guard !all.isEmpty else { return all }
    func inside(_ row: Int) -> Int { min(max(row, all.lowerBound), all.upperBound - 1) }
    return inside(first)..<inside(last) + 1
  }
}

extension RowStage {
  /// Makes some rows of a step of a blur.
  func makeBlurred(rows: Range<Int>, _ loops: LoopSet) {
    guard case .weighDown(let weights) = making else {
      for row in rows { makeBlurred(row: row, loops) }
      return
    }
    weights.withUnsafeBufferPointer { weighDown(rows, $0, loops) }
    for row in rows { output.fillMargins(of: output.row(row)) }
  }

  /// Columns that are weighed down together: of all rows that go into a few, what lies in them stays in the first-level cache.
  private static let columnsAtOnce = 256

  private func weighDown(_ made: Range<Int>, _ weights: UnsafeBufferPointer<Float>, _ loops: LoopSet) {
    let input = inputs[0].rows
    let count = output.pixels.columns.count
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 2 * weights.count) { rows in
      for channel in 0..<output.channels {
        for column in stride(from: 0, to: count, by: Self.columnsAtOnce) {
          for row in made {
            func source(_ row: Int) -> UnsafePointer<Float> {
              UnsafePointer(input.row(row) + channel * input.planeStride + column)
            }
            rows[0] = source(row)
            for distance in 1..<max(weights.count, 1) {
              rows[2 * distance - 1] = source(row - distance)
              rows[2 * distance] = source(row + distance)
            }
            loops.weighDown(
              rows.baseAddress!, weights, into: output.row(row) + channel * output.planeStride + column,
              count: min(Self.columnsAtOnce, count - column))
          }
        }
      }
    }
  }

  private func makeBlurred(row: Int, _ loops: LoopSet) {
    let input = inputs[0].rows
    let result = output.row(row)
    let (first, firstResult) = (input.pixels.columns.lowerBound, output.pixels.columns.lowerBound)
    let count = output.pixels.columns.count
    for channel in 0..<output.channels {
      let target = result + channel * output.planeStride
      func source(_ row: Int) -> UnsafePointer<Float> { UnsafePointer(input.row(row) + channel * input.planeStride) }
      switch making {
      case .pass, .weighDown: require(false, "made elsewhere")
      case .halveAcross:
        TintypeExecutor.halveAcross(source(row), first: first, into: target, firstResult: firstResult, count: count)
      case .halveDown:
        TintypeExecutor.halveDown(
          source(2 * row - 2), source(2 * row - 1), source(2 * row), source(2 * row + 1), source(2 * row + 2),
          into: target, count: count)
      case .weighAcross(let weights):
        weights.withUnsafeBufferPointer {
          loops.weighAcross(source(row), $0, into: target, count: count)
        }
      case .doubleDown:
        let half = row >> 1
        if row & 1 == 0 {
          doubleDownEven(source(half - 1), source(half), source(half + 1), into: target, count: count)
        } else {
          doubleDownOdd(source(half), source(half + 1), into: target, count: count)
        }
      case .doubleAcross:
        TintypeExecutor.doubleAcross(source(row), first: first, into: target, firstResult: firstResult, count: count)
      }
    }
    output.fillMargins(of: result)
  }
}
