import Testing
import TintypeDiagnostics

@testable import TintypeSyntax

@Suite struct LexerTests {
  @Test(
    arguments: [
      ("a1_B", [TokenKind.identifier]),
      ("1...2", [.number, .ellipsis, .number]),
      ("0.5...1e-3", [.number, .ellipsis, .number]),
      ("a.r", [.identifier, .dot, .identifier]),
      ("a-b", [.identifier, .minus, .identifier]),
      ("|>||-><=>=", [.pipe, .or, .arrow, .lessOrEqual, .greaterOrEqual]),
      ("== != = ! && &", [.equal, .notEqual, .equals, .not, .and, .ampersand]),
      ("#fff#c08060ff", [.color, .color]),
      (#""a\"b" "c""#, [.string, .string]),
      ("in step slider", [.identifier, .identifier, .identifier]),
      ("tintype look param let kernel function", [.tintype, .look, .param, .let, .kernel, .function]),
      ("image output if else return true false", [.image, .output, .if, .else, .return, .true, .false]),
      ("letter", [.identifier]),
      ("1.5f 400vc 1e", [.number, .identifier, .number, .identifier, .number, .identifier]),
      ("2% 65um 1e3k 2if", [.number, .percent, .number, .identifier, .number, .identifier, .number, .if]),
      ("+= -= *= /= ++", [.plusEquals, .minusEquals, .starEquals, .slashEquals, .plus, .plus]),
      ("var for use lut", [.var, .for, .identifier, .identifier]),
      ("1. 2", [.number, .dot, .number]),
      ("// a\n/// b", []),
      ("", []),
    ] as [(String, [TokenKind])])
  func kinds(_ text: String, _ expected: [TokenKind]) {
    let kinds = Lexer.tokens(of: SourceFile(name: "test.tint", text: text)).tokens.map(\.kind)
    #expect(kinds == expected + [.endOfFile])
  }

  @Test(arguments: [
    (".5", "malformed-number"), ("0..1", "two-dots"), ("#12", "malformed-color"), ("#xyz", "malformed-color"),
    ("#", "hash-comment"), ("# 12", "hash-comment"), ("#a note", "malformed-color"), ("#no color", "hash-comment"),
    ("\u{201C}evening\u{201D}", "unexpected-character"), ("'evening'", "unexpected-character"),
    ("\"abc", "unterminated-string"), (#""a\""#, "unterminated-string"), (#""\q""#, "unknown-escape"),
    ("/* a\nb */", "block-comment"), ("/* a", "block-comment"), ("@@@", "unexpected-character"),
    ("\u{202E}", "unexpected-character"), ("// \u{202E}", "unexpected-character"),
    ("\"\u{2066}\"", "unexpected-character"),
    ("\u{2028}", "unexpected-character"), ("// \u{2029} a", "unexpected-character"),
    ("\"\u{85}\"", "unexpected-character"), ("\0", "unexpected-character"), ("größe", "unexpected-character"),
    ("a\u{FEFF}", "unexpected-character"), ("é\u{0301}", "unexpected-character"),
  ])
  func mistakes(_ text: String, _ code: String) {
    let diagnostics = Lexer.tokens(of: SourceFile(name: "test.tint", text: text)).diagnostics
    #expect(diagnostics.map(\.code) == [code])
  }

  @Test func hiddenCharactersAreShownEscaped() {
    let text: [UInt8] = Array("\u{202E}\0".utf8) + [0xFF]
    let diagnostics = Lexer.tokens(of: SourceFile(name: "test.tint", text: text)).diagnostics
    #expect(diagnostics.map(\.message) == ["unexpected characters U+202E U+0000 byte 0xFF"])
  }

  /// A line ends with `\n`, `\r\n` or `\r`, and a comment, a text and a documentation with it.
  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"]) func linesEnd(_ end: String) {
    let text = "let a = 1 // one\(end)/// doc\(end)let b // two\(end)= \"open\(end)# note\(end)c"
    let (tokens, diagnostics, _) = Lexer.tokens(of: SourceFile(name: "test.tint", text: text))
    #expect(
      tokens.map(\.kind) == [
        .let, .identifier, .equals, .number, .let, .identifier, .equals, .string, .unknown, .identifier, .endOfFile,
      ])
    #expect(diagnostics.map(\.code) == ["unterminated-string", "hash-comment"])
    #expect(diagnostics.map(\.primary.location.position.line) == (end == "\r\r\n" ? [7, 9] : [4, 5]))
  }

  /// What ends a line elsewhere ends none here; the fix keeps a comment a comment, and code code.
  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}"]) func foreignLineEnds(_ end: String) {
    let text = "let a = 1 \(end)  /// x\(end)y \(end) z\n let b = a"
    let source = SourceFile(name: "test.tint", text: text)
    let fixed = applyFixIts(to: source) { Lexer.tokens(of: $0).diagnostics }
    #expect(fixed.diagnostics.isEmpty && fixed.count == 2)
    #expect(
      String(decoding: fixed.source.text, as: UTF8.self)
        == "let a = 1 \n  /// x\n/// y \n/// z\n let b = a")
    let quoted = Lexer.tokens(of: SourceFile(name: "test.tint", text: "\"a\(end)b\"")).diagnostics
    #expect(quoted.flatMap(\.fixIts).map(\.replacement) == [#"\n"#])
    #expect(quoted.flatMap(\.fixIts).map(\.applicability) == [.unsafe])
  }

  @Test func everySpellingOfTheTableIsLexed() {
    for kind in TokenKind.allCases where kind.isKeyword || !isNameByte(Array(kind.rawValue.utf8)[0]) {
      let tokens = Lexer.tokens(of: SourceFile(name: "test.tint", text: kind.rawValue)).tokens
      #expect(tokens.map(\.kind) == [kind, .endOfFile])
    }
  }

  @Test func triviaFillsTheGaps() {
    let source = SourceFile(name: "test.tint", text: "\u{FEFF} // a\r\n\t/// b\n x")
    let tree = parse(source).tree
    let pieces = TriviaPiece.pieces(of: source.text, in: Span(0, source.text.count - 1))
    #expect(
      pieces.map(\.kind) == [.byteOrderMark, .space, .comment, .newline, .space, .documentation, .newline, .space])
    #expect(tree.printed == source.text)
  }
}
