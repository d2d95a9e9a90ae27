extension PrettyPrinter {
  /// Aligns the columns of consecutive single-line items of one kind that no blank line separates.
  mutating func align(_ items: [Item], indent: Int) {
    var run: [Item] = []
    for item in items {
      let mayAlign = canAlign(item, indent: indent)
      let continues =
        mayAlign && item.kind == run.last?.kind && !stream.trivia[item.tokens.lowerBound].containsBlankLine
      if !continues {
        align(run: run, indent: indent)
        run = []
      }
      if mayAlign { run.append(item) }
    }
    align(run: run, indent: indent)
  }

  private func canAlign(_ item: Item, indent: Int) -> Bool {
    guard !item.tabStops.isEmpty, !item.layout.mustBreak else { return false }
    // Strings of a header cannot be broken, and its keys are short.
    return item.kind == .headerEntry || width(of: item.tokens) <= lineWidth - indent
  }

  /// Aligns all columns if the items agree on their order and fit the line, else those up to `=`, else none.
  private mutating func align(run: [Item], indent: Int) {
    guard run.count > 1 else { return }
    let fixed = ["value", "type", "="]
    for columns in [order(of: run), fixed].compactMap({ $0 }) {
      let aligned = aligned(run, by: columns)
      let isNarrow = aligned.widest <= lineWidth - indent
      if isNarrow || run[0].kind == .headerEntry {
        for (token, count) in aligned.spaces { spaces[token] = count }
        return
      }
    }
  }

  /// The spaces before tokens that align the columns, and the width of the widest aligned item.
  private func aligned(_ run: [Item], by columns: [String]) -> (spaces: [Int: Int], widest: Int) {
    var result: [Int: Int] = [:]
    // The position reached in each item, as a token index and a column.
    var places = run.map { (token: $0.tokens.lowerBound, column: 0) }
    for column in columns {
      var tabStops: [(item: Int, token: Int, end: Int)] = []
      for (index, item) in run.enumerated() {
        guard let stop = item.tabStops.first(where: { $0.column == column }) else { continue }
        let before = width(of: places[index].token..<stop.token)
        tabStops.append((index, stop.token, places[index].column + before))
      }
      let target = tabStops.map { $0.end + spaces[$0.token] }.max() ?? 0
      for stop in tabStops {
        result[stop.token] = target - stop.end
        places[stop.item] = (stop.token, target)
      }
    }
    let ends = run.indices.map { places[$0].column + width(of: places[$0].token..<run[$0].tokens.upperBound) }
    return (result, ends.max() ?? 0)
  }

  /// The columns that at least two items share, in an order that agrees with every item; nil if there is none.
  private func order(of run: [Item]) -> [String]? {
    var names: [String] = []
    for stop in run.flatMap({ $0.tabStops }) where !names.contains(stop.column) { names.append(stop.column) }
    let shared = names.filter { name in run.count { $0.tabStops.contains { $0.column == name } } > 1 }
    var rest = run.map { $0.tabStops.map { $0.column }.filter(shared.contains)[...] }
    var order: [String] = []
    while order.count < shared.count {
      let heads = rest.compactMap { $0.first }
      guard let next = heads.first(where: { head in rest.allSatisfy { !$0.dropFirst().contains(head) } }) else {
        return nil
      }
      order.append(next)
      for index in rest.indices where rest[index].first == next { rest[index].removeFirst() }
    }
    return order
  }
}
