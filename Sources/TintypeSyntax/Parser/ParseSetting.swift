public import TintypeDiagnostics

/// Parses a setting of the command line: `exposure=0.5`, `grain.tint=#c08060`. The value is an expression.
public func parseSetting(_ source: SourceFile) -> (setting: SettingSyntax, diagnostics: [Diagnostic]) {
  let (tokens, lexing, _) = Lexer.tokens(of: source)
  var parser = Parser(source: source, tokens: tokens)
  let tree = parser.setting()
  return (SettingSyntax(syntax: tree.root), lexing + parser.diagnostics)
}

extension Parser {
  /// setting = path, "=", expression ;
  fileprivate mutating func setting() -> SyntaxTree {
    let start = builder.mark
    if current != .identifier { reportOnce(.malformedSetting, at: here) }
    settingPath()
    if take(.equals) {
      expression()
      if current != .endOfFile { reportOnce(.restOfSetting, at: here) }
    } else {
      reportOnce(.malformedSetting, at: here)
      missing()
    }
    return tree(.setting, since: start)
  }
}
