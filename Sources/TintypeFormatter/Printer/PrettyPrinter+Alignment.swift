import TintypeSyntax

extension PrettyPrinter {
  /// Aligns the columns of rows of one kind that follow one another without a blank line, each on one line.
  mutating func align(_ rows: [Row], indent: Int) {
    var run: [Row] = []
    for row in rows {
      let mayAlign = canAlign(row, indent: indent)
      let goesOn = mayAlign && row.kind == run.last?.kind && !tokens.gaps[row.words.lowerBound].holdsBlankLine
      if !goesOn {
        align(run: run, indent: indent)
        run = []
      }
      if mayAlign { run.append(row) }
    }
    align(run: run, indent: indent)
  }

  private func canAlign(_ row: Row, indent: Int) -> Bool {
    guard !row.stops.isEmpty, !row.layout.mustBreak else { return false }
    // A header's texts cannot be broken, and its keys are short.
    return row.kind == .headerEntry || width(of: row.words) <= lineWidth - indent
  }

  /// All columns where the rows agree on their order and stay within the line, else those up to `=`, else none.
  private mutating func align(run: [Row], indent: Int) {
    guard run.count > 1 else { return }
    let fixed = ["value", "type", "="]
    for columns in [order(of: run), fixed].compactMap({ $0 }) {
      let aligned = aligned(run, by: columns)
      let isNarrow = aligned.widest <= lineWidth - indent
      if isNarrow || run[0].kind == .headerEntry {
        for (word, count) in aligned.spaces { spaces[word] = count }
        return
      }
    }
  }

  /// The spaces that align the columns, from left to right.
  private func aligned(_ run: [Row], by columns: [String]) -> (spaces: [Int: Int], widest: Int) {
    var result: [Int: Int] = [:]
    // How far each row has been set, in tokens and in characters.
    var places = run.map { (word: $0.words.lowerBound, column: 0) }
    for column in columns {
      var stops: [(row: Int, word: Int, end: Int)] = []
      for (index, row) in run.enumerated() {
        guard let stop = row.stops.first(where: { $0.column == column }) else { continue }
        let before = width(of: places[index].word..<stop.word)
        stops.append((index, stop.word, places[index].column + before))
      }
      let target = stops.map { $0.end + spaces[$0.word] }.max() ?? 0
      for stop in stops {
        result[stop.word] = target - stop.end
        places[stop.row] = (stop.word, target)
      }
    }
    let ends = run.indices.map { places[$0].column + width(of: places[$0].word..<run[$0].words.upperBound) }
    return (result, ends.max() ?? 0)
  }

  /// The columns that at least two rows share, in an order that is each row's own; nil when there is none.
  private func order(of run: [Row]) -> [String]? {
    var names: [String] = []
    for stop in run.flatMap(\.stops) where !names.contains(stop.column) { names.append(stop.column) }
    let shared = names.filter { name in run.count { $0.stops.contains { $0.column == name } } > 1 }
    var rest = run.map { $0.stops.map(\.column).filter(shared.contains)[...] }
    var order: [String] = []
    while order.count < shared.count {
      let heads = rest.compactMap(\.first)
      guard let next = heads.first(where: { head in rest.allSatisfy { !$0.dropFirst().contains(head) } }) else {
        return nil
      }
      order.append(next)
      for index in rest.indices where rest[index].first == next { rest[index].removeFirst() }
    }
    return order
  }
}
