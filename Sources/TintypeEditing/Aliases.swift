package import TintypeDiagnostics
import TintypeSemantics
package import TintypeSyntax

/// The name that `use … as name` gives a recipe.
package struct Alias {
  package let name: String
  /// The name behind `as`.
  package let declaration: SourceLocation
  /// The recipe, as a position in the model.
  package let module: Int
}

extension RecipeAnalysis {
  /// The alias at a place; nil where none stands.
  package func alias(at offset: Int) -> Alias? {
    guard let token = tree.token(at: offset) else { return nil }
    return alias(token, in: file)
  }

  /// What a token means, if it is an alias: the head of a dotted name, a call, or the name behind `as`.
  package func alias(_ token: TokenSyntax, in file: SourceFile) -> Alias? {
    guard token.kind == .identifier, token.previous?.kind != .dot, let declared = aliases[token.text],
      token.next?.kind == .dot || token.next?.kind == .leftParenthesis || declared.span == token.span,
      case .module(let module)? = model.names(at: token.span.start, in: file)[token.text]
    else { return nil }
    return Alias(name: token.text, declaration: declared, module: module)
  }

  /// The alias that another analysis found declared at a place, in this one.
  package func alias(declaredAt place: SourceLocation) -> Alias? {
    guard let file = model.recipe.files.first(where: { $0.name == place.file.name }),
      let token = syntax(of: file).token(at: place.span.start)
    else { return nil }
    return alias(token, in: file)
  }

  /// The aliases of the recipe and of what it extends, by their names.
  private var aliases: [String: SourceLocation] {
    var found: [String: SourceLocation] = [:]
    for file in model.recipe.files {
      for case .use(let use) in syntax(of: file).recipe.declarations {
        if let name = use.name, found[name.text] == nil { found[name.text] = SourceLocation(file, name.span) }
      }
    }
    return found
  }

  package func syntax(of file: SourceFile) -> SyntaxTree { file == self.file ? tree : parse(file).tree }
}
