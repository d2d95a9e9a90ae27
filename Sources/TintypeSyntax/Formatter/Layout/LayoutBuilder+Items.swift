extension LayoutBuilder {
  /// Splits parts into declarations, statements or header entries.
  func items(_ parts: ArraySlice<Part>) -> [Item] {
    var items: [[Part]] = []
    for part in parts {
      if let last = items.last?.last, belongs(part, to: last) {
        items[items.count - 1].append(part)
      } else {
        items.append([part])
      }
    }
    return items.map(item)
  }

  /// Most items are one node. Where tokens are direct children, as in `a = 1 b = 2`, a name or keyword after a node
  /// begins the next item.
  private func belongs(_ part: Part, to last: Part) -> Bool {
    guard let kind = stream.kind(part) else {
      return stream.kind(last).map { $0 != .comma } ?? false
    }
    return kind == .comma || !(kind == .identifier || kind.isKeyword)
  }

  private func item(_ parts: [Part]) -> Item {
    var layouts = [layout(parts[0])]
    for part in parts.dropFirst() { layouts += [separator(before: part.first, .glue), layout(part)] }
    let last = parts[parts.count - 1]
    let group = parts[0].group
    return Item(
      kind: group?.kind, tokens: parts[0].first..<(last.group?.tokens.upperBound ?? last.first + 1),
      layout: .sequence(layouts), tabStops: group.map(stream.tabStops) ?? [],
      separation: group.map(separation) ?? .asWritten)
  }

  private func separation(_ group: Group) -> Item.Separation {
    switch group.kind {
    case .edition, .look, .function: .blankLine
    case _ where stream.index(of: .leftBrace, in: group) != nil: .blankLineIfBroken
    default: .asWritten
    }
  }
}
