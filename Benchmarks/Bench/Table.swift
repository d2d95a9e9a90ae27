/// Rows of text in columns: the first to the left, numbers to the right.
struct Table {
  private var rows: [[String]]

  init(_ title: String, _ columns: String...) { rows = [[title] + columns] }

  mutating func add(_ name: String, _ cells: String...) { rows.append([name] + cells) }

  func show() {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      print(cells.joined(separator: "  "))
    }
    print()
  }
}

extension Double {
  /// With so many digits behind the point.
  func text(_ digits: Int) -> String {
    guard isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int((magnitude * scale).rounded())
    let fraction = String(whole % Int(scale))
    let padded = String(repeating: "0", count: digits - fraction.count * (digits > 0 ? 1 : 0)) + fraction
    return (self < 0 ? "-" : "") + String(whole / Int(scale)) + (digits > 0 ? "." + padded : "")
  }
}
