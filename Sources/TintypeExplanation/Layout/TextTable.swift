/// Formats rows of cells as aligned columns, two spaces apart. Empty columns are omitted. To fit 80 columns, cells of
/// several words are wrapped.
func textTable(
  titles: [String] = [], _ rows: [[String]], rightAligned: Set<Int> = [], indent: String = "  "
) -> [String] {
  let columns = (0..<(rows.map { $0.count }.max() ?? 0)).filter { column in
    rows.contains { column < $0.count && !$0[column].isEmpty }
  }
  let cells = ((titles.isEmpty ? [] : [titles]) + rows).map { row in columns.map { $0 < row.count ? row[$0] : "" } }
  let widths = fittingWidths(cells, 80 - indent.count)
  return cells.flatMap { row -> [String] in
    let cells = zip(row, widths).map { cell, width in cell.count > width ? wrappedText(cell, width: width) : [cell] }
    return (0..<(cells.map { $0.count }.max() ?? 0)).map { line in
      let parts = zip(columns, zip(cells, widths)).map { column, cell in
        let text = line < cell.0.count ? cell.0[line] : ""
        let space = String(repeating: " ", count: max(0, cell.1 - text.count))
        return rightAligned.contains(column) ? space + text : text + space
      }
      return (indent + parts.joined(separator: "  ")).withoutTrailingSpaces
    }
  }
}

/// The width of each column: that of its widest cell, or less if the total exceeds `limit`. Columns in which the fewest
/// cells must wrap are narrowed first.
private func fittingWidths(_ cells: [[String]], _ limit: Int) -> [Int] {
  let columns = (cells.first ?? []).indices.map { column in cells.map { $0[column] } }
  var widths = columns.map { column in column.map { $0.count }.max() ?? 0 }
  func longestWord(_ cell: String) -> Int {
    let words: [Substring] = cell.split(separator: " ")
    return words.map { $0.count }.max() ?? 0
  }
  let least = columns.map { column in column.map(longestWord).max() ?? 0 }
  while widths.reduce(0, +) + 2 * (widths.count - 1) > limit {
    func wrappedCells(_ column: Int) -> Int { columns[column].count { $0.count >= widths[column] } }
    let narrowable = widths.indices.filter { widths[$0] > least[$0] }
    guard let narrowed = narrowable.min(by: { wrappedCells($0) < wrappedCells($1) }) else { break }
    widths[narrowed] -= 1
  }
  return widths
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
