import TintypeSyntax

extension LayoutBuilder {
  /// Declarations, statements or lines of a header.
  func rows(_ parts: ArraySlice<Part>) -> [Row] {
    var rows: [[Part]] = []
    for part in parts {
      if let last = rows.last?.last, goesOn(part, after: last) {
        rows[rows.count - 1].append(part)
      } else {
        rows.append([part])
      }
    }
    return rows.map(row)
  }

  /// Most rows are one node. Where a node's tokens lie open, `a = 1 b = 2`, a row ends behind a node and before a word.
  private func goesOn(_ part: Part, after last: Part) -> Bool {
    guard let kind = tokens.kind(part) else {
      return tokens.kind(last).map { $0 != .comma } ?? false
    }
    return kind == .comma || !(kind == .identifier || kind.isKeyword)
  }

  private func row(_ parts: [Part]) -> Row {
    var layouts = [layout(parts[0])]
    for part in parts.dropFirst() { layouts += [gap(part.first, .glue), layout(part)] }
    let last = parts[parts.count - 1]
    let group = parts[0].group
    return Row(
      kind: group?.kind, words: parts[0].first..<(last.group?.words.upperBound ?? last.first + 1),
      layout: .sequence(layouts), stops: group.map(tokens.stops) ?? [], setting: group.map(setting) ?? .asWritten)
  }

  private func setting(_ group: Group) -> Row.Setting {
    switch group.kind {
    case .edition, .look, .function: .apart
    case _ where tokens.index(of: .leftBrace, in: group) != nil: .apartIfOpen
    default: .asWritten
    }
  }
}
