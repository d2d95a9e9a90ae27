/// Rows of cells as aligned columns, two spaces apart; a column in which nothing stands below its title is left out.
func textTable(
  titles: [String] = [], _ rows: [[String]], rightAligned: Set<Int> = [], indent: String = "  "
) -> [String] {
  let columns = (0..<(rows.map(\.count).max() ?? 0)).filter { column in
    rows.contains { column < $0.count && !$0[column].isEmpty }
  }
  let rows = titles.isEmpty ? rows : [titles] + rows
  let widths = columns.map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
  return rows.map { row in
    let cells = zip(columns, widths).map { column, width in
      let cell = column < row.count ? row[column] : ""
      let space = String(repeating: " ", count: width - cell.count)
      return rightAligned.contains(column) ? space + cell : cell + space
    }
    return (indent + cells.joined(separator: "  ")).withoutTrailingSpaces
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
