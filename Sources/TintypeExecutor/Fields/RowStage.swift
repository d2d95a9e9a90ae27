import TintypePlan

/// One stage in computing a field: how its rows are computed, and from which input rows.
struct RowStage: Sendable {
  /// How a row is computed.
  enum Making: Sendable {
    /// The pass of a field, at its position in the plan, from the source and earlier fields.
    case pass(Int)
    /// From the rows of another field.
    case rows(any RowMaker)
  }

  /// An input, and which of its rows are read.
  struct Input: Sendable {
    let rows: FieldRows
    let footprint: Footprint
  }

  /// Which input rows a row needs.
  enum Footprint: Sendable {
    case pass(RowFootprint)
    case rows(any RowMaker)
  }

  let making: Making
  let inputs: [Input]
  /// The sources that are read at the same row.
  let sources: Set<Int>
  let output: FieldRows

  /// Computes the rows, unless a pass does.
  var maker: (any RowMaker)? { if case .rows(let maker) = making { maker } else { nil } }

  /// The end of the rows to compute so that the rows before `demanded` are complete.
  func end(for demanded: Int) -> Int {
    let (all, rowsAtOnce) = (output.pixels.rows, maker?.rowsAtOnce ?? 1)
    let turns = (demanded - all.lowerBound + rowsAtOnce - 1) / rowsAtOnce
    return min(all.lowerBound + turns * rowsAtOnce, all.upperBound)
  }
}

extension RowStage.Input {
  /// The input rows that one row needs.
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

  /// The first input row that a row or any row after it needs.
  func first(for row: Int, last: Int) -> Int {
    if case .pass(let footprint) = footprint { return footprint.first(for: row, last: last, of: rows.pixels.rows) }
    return needed(for: row).lowerBound
  }

  /// Whether the input rows of a row are complete.
  func isReady(for row: Int) -> Bool { rows.pixels.isEmpty || needed(for: row).upperBound <= rows.done }
}
