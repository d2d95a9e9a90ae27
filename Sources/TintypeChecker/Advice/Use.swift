import TintypeDiagnostics
import TintypeSyntax

/// Who mentions what in one file: names as they stand in the text, whatever they turn out to mean.
struct Use {
  /// What each declaration mentions.
  private let mentions: [Set<String>]
  private let recipe: RecipeSyntax

  init(of recipe: RecipeSyntax) {
    self.recipe = recipe
    mentions = recipe.declarations.map { Set(Self.names(in: $0.syntax).map(\.text)) }
  }

  /// What nothing mentions. A name that begins with `_` may stand unused.
  var unused: [Diagnostic] {
    recipe.declarations.indices.flatMap { index -> [Diagnostic] in
      let declaration = recipe.declarations[index]
      var warnings: [Diagnostic] = []
      if let name = declaration.name, isUnused(name.text, except: index), let warning = Self.warning(declaration, name)
      {
        warnings.append(warning)
      }
      if case .function(let function) = declaration { warnings += Self.unusedInside(function) }
      return warnings
    }
  }

  /// In a file for others, and one that changes another, it is elsewhere that names are used.
  private func isUnused(_ name: String, except index: Int) -> Bool {
    let isLook = recipe.declarations.contains { if case .output = $0 { true } else { false } }
    guard isLook, !recipe.isExtension, !name.hasPrefix("_") else { return false }
    return !mentions.indices.contains { $0 != index && mentions[$0].contains(name) }
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
    let names = names(in: function.syntax)
    func isUnused(_ name: TokenSyntax, within scope: Span) -> Bool {
      !name.text.hasPrefix("_")
        && !names.contains {
          $0.text == name.text && name.span.end <= $0.span.start && $0.span.end <= scope.end
        }
    }
    let inputs = function.parameters.compactMap(\.name).filter { isUnused($0, within: function.span) }
    return inputs.map { .unused(.unusedInput, "input", $0) }
      + locals(in: function.body.syntax).filter { isUnused($0.name, within: $0.scope) }.map {
        .unused(.unusedLocal, "value", $0.name)
      }
  }

  /// What `let` and `var` name below a node, with the block in which the name means something.
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

  /// The names that are read below a node; in `use`, `set` and their like, every one that stands there.
  private static func names(in root: Syntax) -> [TokenSyntax] {
    var names: [TokenSyntax] = []
    var open = [(node: root, isLoose: false)]
    while let (node, isLoose) = open.popLast() {
      var isLoose = isLoose
      switch node.kind {
      case .name: names += node.firstToken.map { [$0] } ?? []
      case .use, .extends, .set, .setting, .variant, .path: isLoose = true
      default: break
      }
      if isLoose || node.kind == .call { names += node.childTokens.filter { $0.kind == .identifier } }
      open += node.childNodes.map { ($0, isLoose) }
    }
    return names
  }
}
