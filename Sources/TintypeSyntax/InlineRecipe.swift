public import TintypeDiagnostics

extension SourceFile {
  /// The recipe of an expression or of declarations without edition and header, such as a command line has.
  ///
  /// It is a look in linear light, and diagnostics count columns in the text as it was given. A text that begins with
  /// `tintype` is a whole recipe and stays as it is.
  ///
  /// - Parameters:
  ///   - text: the look's output, or declarations.
  ///   - name: what diagnostics call it.
  ///   - recipes: what can be called without `use`: the name of each recipe by the name of its call. What the
  ///     text declares comes first.
  public init(inlineRecipe text: String, name: String, recipes: [String: String]) {
    let tokens = Lexer.tokens(of: SourceFile(name: name, text: text)).tokens
    func word(_ token: Token) -> String { SourceFile(name: name, text: text).text(in: token.span) }
    let first = tokens.first?.kind ?? .endOfFile
    guard first != .tintype else {
      self.init(name: name, text: text)
      return
    }
    var declared: Set<String> = []
    var called: [String] = []
    // Bodies of kernels and functions call functions, never recipes.
    var (depth, functionDepth) = (0, Int?.none)
    for (index, token) in tokens.enumerated() {
      let before = index > 0 ? tokens[index - 1] : Token(.endOfFile, 0, 0)
      switch token.kind {
      case .leftBrace: depth += 1
      case .rightBrace:
        depth -= 1
        if depth == functionDepth { functionDepth = nil }
      case .kernel, .function: functionDepth = functionDepth ?? depth
      case .identifier:
        if [.kernel, .function, .let, .param, .image].contains(before.kind)
          || before.kind == .identifier && word(before) == "as"
        {
          declared.insert(word(token))
        } else if functionDepth == nil, before.kind != .dot, tokens[index + 1].kind == .leftParenthesis {
          called.append(word(token))
        }
      default: break
      }
    }
    let used = Set(called).subtracting(declared).sorted().compactMap { call in
      recipes[call].map { "use \"\($0)\" as \(call)\n" }
    }
    let hasHeader = tokens.contains { $0.kind == .look }
    let header = hasHeader ? "" : "look \"expression\" { working linear-srgb }\n"
    let isBody = first.beginsDeclaration || tokens.first.map { DeclarationWord(rawValue: word($0)) != nil } ?? false
    self.init(
      name: name, preamble: "tintype 1\n" + header + used.joined() + (isBody ? "" : "output "), text: text)
  }
}
