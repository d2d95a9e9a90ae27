import TintypePlan

/// One step on the way to a field: how a row is made, and from which rows of what.
struct RowStage: Sendable {
  /// How a row is made.
  enum Making: Sendable {
    /// The pass of a field, at its position in the plan, from the source and earlier fields.
    case pass(Int)
    /// From the rows of another field.
    case rows(any RowMaker)
  }

  /// Something that is read, and which rows of it.
  struct Input: Sendable {
    let rows: FieldRows
    let footprint: Footprint
  }

  /// Which rows of an input a row needs.
  enum Footprint: Sendable {
    case pass(RowFootprint)
    case rows(any RowMaker)
  }

  let making: Making
  let inputs: [Input]
  let readsSource: Bool
  let output: FieldRows

  /// Whether its rows take less room than those they are made from: the sooner they are made the better.
  var makesLess: Bool { if case .rows(let maker) = making { maker.makesLess } else { false } }

  /// Rows that are made together.
  var rowsAtOnce: Int { if case .rows(let maker) = making { maker.rowsAtOnce } else { 1 } }

  /// Bytes that it holds besides rows.
  var workingBytes: Int { if case .rows(let maker) = making { maker.workingBytes } else { 0 } }

  /// The row before which rows are made, so that one before another is there.
  func end(for demanded: Int) -> Int {
    let all = output.pixels.rows
    let turns = (demanded - all.lowerBound + rowsAtOnce - 1) / rowsAtOnce
    return min(all.lowerBound + turns * rowsAtOnce, all.upperBound)
  }
}

extension RowStage.Input {
  /// The rows that one row needs.
  func needed(for row: Int) -> Range<Int> {
    let all = rows.pixels.rows
    switch footprint {
    case .pass(let footprint): return footprint.rows(for: row, of: all)
    case .rows(let maker):
      guard !all.isEmpty else { return all }
      func inside(_ row: Int) -> Int { min(max(row, all.lowerBound), all.upperBound - 1) }
      let wanted = maker.footprint(of: row)
      return inside(wanted.lowerBound)..<inside(wanted.upperBound) + 1
    }
  }

  /// The first row that one or one below needs.
  func first(for row: Int, last: Int) -> Int {
    if case .pass(let footprint) = footprint { return footprint.first(for: row, last: last, of: rows.pixels.rows) }
    return needed(for: row).lowerBound
  }

  /// Whether a row has what it needs.
  func isReady(for row: Int) -> Bool { rows.pixels.isEmpty || needed(for: row).upperBound <= rows.done }
}
