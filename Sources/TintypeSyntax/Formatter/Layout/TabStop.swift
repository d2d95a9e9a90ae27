/// The start of a column that can be aligned across items.
struct TabStop {
  /// The name of the column. Items that share it are aligned at it.
  let column: String

  /// The first token of the column.
  let token: Int
}

extension TokenStream {
  /// The columns of an item: the value of a header entry; the type, default and clauses of a parameter; else the `=`.
  func tabStops(of group: Group) -> [TabStop] {
    switch group.kind {
    case .headerEntry: return group.parts.dropFirst().prefix(1).map { TabStop(column: "value", token: $0.first) }
    case .parameter:
      let type = index(of: .colon, in: group).map { group.parts[$0 + 1] }
      let equals = index(of: .equals, in: group).map { group.parts[$0] }
      let clauses = group.parts[firstClause(of: group)...].map { TabStop(column: name(of: $0), token: $0.first) }
      return [
        type.map { TabStop(column: "type", token: $0.first) }, equals.map { TabStop(column: "=", token: $0.first) },
      ]
      .compactMap { $0 } + clauses
    default: return equals(of: group).map { [TabStop(column: "=", token: $0)] } ?? []
    }
  }

  private func name(of clause: Part) -> String { clause.group?.kind.rawValue ?? "" }

  /// The `=` of `let a = 1`, a child of the node, or of `set a = 1`, a child of its last node.
  private func equals(of group: Group) -> Int? {
    if let index = index(of: .equals, in: group) { return group.parts[index].token }
    guard let last = group.parts.last?.group, last.kind != .block else { return nil }
    // Of `expect neutral with a = 0, b = 0` no setting has a line of its own.
    guard group.parts.count(where: { $0.group?.kind == last.kind }) == 1 else { return nil }
    return index(of: .equals, in: last).flatMap { last.parts[$0].token }
  }
}
