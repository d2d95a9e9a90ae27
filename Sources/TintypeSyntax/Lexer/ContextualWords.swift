/// The words that begin a clause of a parameter; everywhere else they are ordinary names. `in` stands in loops, too.
public enum ClauseWord: String, Sendable, Hashable, CaseIterable {
  case `in`
  case slider
  case step
  case unit
  case group
  case of
}

/// The words that begin a declaration where one is expected; everywhere else they are ordinary names.
public enum DeclarationWord: String, Sendable, Hashable, CaseIterable {
  case use
  case extends
  case set
  case variant
  case expect

  /// What has to follow the word, so that it is no name.
  var followers: Set<TokenKind> {
    switch self {
    case .use, .extends, .variant: [.string]
    case .set: [.identifier]
    case .expect: [.identifier, .color]
    }
  }
}

/// The words that begin a literal when its bracket or text follows; everywhere else they are ordinary names.
public enum LiteralWord: String, Sendable, Hashable, CaseIterable {
  case curve
  case lut
  case picture

  /// What has to follow the word, so that it is no name.
  var follower: TokenKind { self == .curve ? .leftBracket : .string }
}

/// The words that stand between the parts of a declaration; everywhere else they are ordinary names.
public enum ConnectingWord: String, Sendable, Hashable, CaseIterable {
  case `as`
  case within
  case with
  case from
}
