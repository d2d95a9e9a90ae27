import TintypePlan

/// One stage of a render: how rows of its output are made, and from which rows of earlier stages.
///
/// A class, so that looking at a stage counts one reference.
final class RowStage: Sendable {
  /// How rows are made.
  enum Making: Sendable {
    /// By reading them from a source; 0 is the photo.
    case read(Int)
    /// By the pass of a field, at its position in the plan.
    case pass(Int)
    /// From the rows of other fields.
    case filter(AnyRowMaker, of: [FieldRows], into: FieldRows)
    /// By the last pass: rows of the result.
    case last
  }

  /// An input, and which of its rows one row needs.
  struct Input: Sendable {
    let window: RowWindow
    let footprint: RowFootprint
  }

  let making: Making
  /// The rows that are made together, counted from the first one.
  var rowsAtOnce: Int { if case .filter(let maker, _, _) = making { maker.rowsAtOnce } else { 1 } }
  let inputs: [Input]
  let output: RowWindow

  init(making: Making, inputs: [Input], output: RowWindow) {
    (self.making, self.inputs, self.output) = (making, inputs, output)
  }
}

extension RowStage.Input {
  /// The end of the input rows that some rows need.
  func end(for rows: Range<Int>) -> Int {
    let all = window.rows
    // Footprints are linear in the row: what both ends need contains what the rows between them need.
    return max(
      footprint.rows(for: rows.lowerBound, of: all).upperBound,
      footprint.rows(for: rows.upperBound - 1, of: all).upperBound)
  }

  /// The first input row that a row or any row after it needs.
  func first(for row: Int, last: Int) -> Int { footprint.first(for: row, last: last, of: window.rows) }
}
