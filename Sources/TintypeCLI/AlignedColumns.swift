extension [[String]] {
  /// A line for each row. Columns are two spaces apart; each but the last is as wide as its widest cell.
  var alignedColumns: [String] {
    let widths = (first ?? []).indices.dropLast().map { column in map { $0[column].count }.max() ?? 0 }
    return map { row in
      zip(row, widths + [0]).map { cell, width in
        cell + String(repeating: " ", count: Swift.max(0, width - cell.count))
      }.joined(separator: "  ")
    }
  }
}
