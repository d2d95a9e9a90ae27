/// What a declaration begins with: a keyword, or a word that is one only there.
enum DeclarationStart: Hashable {
  case keyword(TokenKind)
  case word(DeclarationWord)

  /// The declaration a spelling begins.
  init?(spelling: String) {
    if let keyword = keywordKinds[spelling], keyword.beginsDeclaration {
      self = .keyword(keyword)
    } else if let word = DeclarationWord(rawValue: spelling) {
      self = .word(word)
    } else {
      return nil
    }
  }

  /// How it is written.
  var spelling: String {
    switch self {
    case .keyword(let keyword): keyword.rawValue
    case .word(let word): word.rawValue
    }
  }

  /// How all of them are written, keywords first.
  static let spellings =
    TokenKind.allCases.filter(\.beginsDeclaration).map(\.rawValue) + DeclarationWord.allCases.map(\.rawValue)
}
