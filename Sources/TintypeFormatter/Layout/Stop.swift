import TintypeSyntax

/// A place in a row where a column begins.
struct Stop {
  /// The column: rows that share it are aligned at it.
  let column: String

  /// The token that begins there.
  let word: Int
}

extension Manuscript {
  /// The columns of a row: the value of a header's line, a parameter's type, default and clauses, else an `=`.
  func stops(of phrase: Phrase) -> [Stop] {
    switch phrase.kind {
    case .headerEntry: return phrase.parts.dropFirst().prefix(1).map { Stop(column: "value", word: $0.first) }
    case .parameter:
      let type = index(of: .colon, in: phrase).map { phrase.parts[$0 + 1] }
      let equals = index(of: .equals, in: phrase).map { phrase.parts[$0] }
      let clauses = phrase.parts[firstClause(of: phrase)...].map { Stop(column: name(of: $0), word: $0.first) }
      return [type.map { Stop(column: "type", word: $0.first) }, equals.map { Stop(column: "=", word: $0.first) }]
        .compactMap { $0 } + clauses
    default: return equals(of: phrase).map { [Stop(column: "=", word: $0)] } ?? []
    }
  }

  private func name(of clause: Part) -> String { clause.phrase?.kind.rawValue ?? "" }

  /// The `=` of `let a = 1`; that of `set a = 1` stands in a node of its own.
  private func equals(of phrase: Phrase) -> Int? {
    if let index = index(of: .equals, in: phrase) { return phrase.parts[index].word }
    guard let last = phrase.parts.last?.phrase, last.kind != .block else { return nil }
    return index(of: .equals, in: last).flatMap { last.parts[$0].word }
  }
}
