import TintypeDiagnostics
import TintypeSyntax

/// The uses of names in one file, by their text, without resolving them.
struct Use {
  private let declarations: [DeclarationSyntax]
  /// The number of declarations that mention each name.
  private var mentions: [String: Int] = [:]
  /// The names that each declaration mentions.
  private let mentioned: [Set<String>]
  /// Whether all uses are in this file: not for a library file, or a recipe that extends another.
  private let isWhole: Bool

  init(of recipe: RecipeSyntax) {
    declarations = recipe.declarations
    mentioned = declarations.map { Set(Self.names(in: $0.syntax).map(\.text)) }
    isWhole = declarations.contains { $0.output != nil } && !recipe.isExtension
    for names in mentioned {
      for name in names { mentions[name, default: 0] += 1 }
    }
  }

  /// The names without a use. A name that begins with `_` may be unused.
  var unused: [Diagnostic] {
    zip(declarations, mentioned).flatMap { declaration, ownNames -> [Diagnostic] in
      var warnings: [Diagnostic] = []
      if isWhole, let name = declaration.name, !name.text.hasPrefix("_"),
        mentions[name.text, default: 0] == (ownNames.contains(name.text) ? 1 : 0),
        let warning = Self.warning(declaration, name)
      {
        warnings.append(warning)
      }
      if case .function(let function) = declaration { warnings += Self.unusedInside(function) }
      return warnings
    }
  }

  private static func warning(_ declaration: DeclarationSyntax, _ name: TokenSyntax) -> Diagnostic? {
    switch declaration {
    case .parameter: .unused(.unusedParameter, "parameter", name)
    case .constant: .unused(.unusedConstant, "constant", name)
    case .use: .unused(.unusedUse, "recipe", name)
    case .image: .unused(.unusedImage, "image", name)
    case .function(let function):
      function.isKernel ? .unused(.unusedKernel, "kernel", name) : .unused(.unusedFunction, "function", name)
    default: nil
    }
  }

  // MARK: Inside a body

  private static func unusedInside(_ function: FunctionSyntax) -> [Diagnostic] {
    var places: [String: [Span]] = [:]
    for name in names(in: function.syntax) { places[name.text, default: []].append(name.span) }
    func isUnused(_ name: TokenSyntax, within scope: Span) -> Bool {
      !name.text.hasPrefix("_")
        && places[name.text]?.contains { name.span.end <= $0.start && $0.end <= scope.end } != true
    }
    let inputs = function.parameters.compactMap(\.name).filter { isUnused($0, within: function.span) }
    return inputs.map { .unused(.unusedInput, "input", $0) }
      + locals(in: function.body.syntax).filter { isUnused($0.name, within: $0.scope) }.map {
        .unused(.unusedLocal, "value", $0.name)
      }
  }

  /// The names that `let` and `var` declare below a node, with their scopes.
  private static func locals(in root: Syntax) -> [(name: TokenSyntax, scope: Span)] {
    var found: [(name: TokenSyntax, scope: Span)] = []
    var open = [(node: root, scope: root.span)]
    while let (node, scope) = open.popLast() {
      if node.kind == .constant || node.kind == .variable,
        let name = node.childTokens.first(where: { $0.kind == .identifier })
      {
        found.append((name, scope))
      }
      let inner = node.kind == .block ? node.span : scope
      open += node.childNodes.reversed().map { ($0, inner) }
    }
    return found
  }

  /// The names that are used below a node; in `use`, `set` and similar declarations, all names.
  private static func names(in root: Syntax) -> [TokenSyntax] {
    var names: [TokenSyntax] = []
    var open = [(node: root, isLoose: false)]
    while let (node, isLoose) = open.popLast() {
      var isLoose = isLoose
      switch node.kind {
      case .name: names += node.firstToken.map { [$0] } ?? []
      case .use, .extends, .set, .setting, .variant, .expectation, .path: isLoose = true
      default: break
      }
      if isLoose || node.kind == .call { names += node.childTokens.filter { $0.kind == .identifier } }
      open += node.childNodes.map { ($0, isLoose) }
    }
    return names
  }
}
