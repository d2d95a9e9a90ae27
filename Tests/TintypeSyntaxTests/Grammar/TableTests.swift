import Testing

@testable import TintypeSyntax

/// Every word and sign of the grammar stands in exactly one table of the compiler, and the other way round.
@Suite struct TableTests {
  @Test func tablesAndGrammarAgree() {
    let contextual =
      ClauseWord.allCases.map(\.rawValue) + DeclarationWord.allCases.map(\.rawValue)
      + LiteralWord.allCases.map(\.rawValue) + ConnectingWord.allCases.map(\.rawValue)
    let units = UnitWord.allCases.map(\.rawValue).filter { $0 != UnitWord.percent.rawValue }
    // What only other languages have is known to the lexer, but not part of ours.
    let foreign: Set<TokenKind> = [.semicolon, .ampersand, .bar, .question, .caret]
    let tokens = TokenKind.allCases.filter { $0.hasOneSpelling && !foreign.contains($0) }.map(\.rawValue)
    let all = contextual + units + tokens
    #expect(Set(all).count == all.count, "a spelling stands in two tables")
    #expect(Set(all).symmetricDifference(EBNF.tintype.terminals(from: "recipe")).sorted() == [])
  }

  @Test func keywords() {
    let keywords = EBNF.tintype.rules["keyword"].map(EBNF.tintype.terminals) ?? []
    #expect(Set(keywords) == Set(keywordKinds.keys))
    #expect(Set(keywords).count == keywords.count)
  }

  @Test func units() {
    let units = EBNF.tintype.rules["unit"].map(EBNF.tintype.terminals) ?? []
    #expect(units == UnitWord.allCases.map(\.rawValue))
  }

  @Test func operators() {
    let spellings = InfixOperator.allCases.map(\.rawValue) + PrefixOperator.allCases.map(\.rawValue)
    for spelling in spellings { #expect(TokenKind(rawValue: spelling)?.hasOneSpelling == true, "\(spelling)") }
  }

  @Test func everyRuleIsUsed() {
    let used = EBNF.tintype.reachable(from: "recipe").union(["comment"])
    #expect(EBNF.tintype.order.filter { !used.contains($0) } == [])
  }
}
