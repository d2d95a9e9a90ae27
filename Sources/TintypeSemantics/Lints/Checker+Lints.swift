import TintypeDiagnostics
import TintypeIR
import TintypeSyntax

// The photographer's linter: what is no error, and will probably surprise.
extension Checker {
  /// Adds what there is to say about a recipe without errors, suppressions heeded.
  mutating func advise(on look: Look?) {
    guard !(syntaxDiagnostics + diagnostics).contains(where: { $0.severity == .error }),
      let tree = modules[Checker.recipe].layers.first?.recipe.syntax.tree
    else { return }
    diagnostics = heeding(tree.suppressions, diagnostics + advice(on: tree, look))
  }

  private func advice(on tree: SyntaxTree, _ look: Look?) -> [Diagnostic] {
    let unused = Use(of: tree.recipe).unused
    var advice = unused + lengthsInPixels(in: tree.root)
    for (index, draft) in (self.linted?.bodies ?? [:]).sorted(by: { $0.key < $1.key })
    where self.linted?.called.contains(index) == false {
      // Nobody says what goes in.
      advice += RangeLints(draft, possible: .init(parameters: []), usual: .init(parameters: [])).warnings
    }
    guard let look else { return advice }
    let ranges = RangeLints(
      draft, possible: .init(look.parameters, isUsual: false), usual: .init(look.parameters, isUsual: true))
    advice += ranges.warnings
    let suppressions = tree.suppressions
    let open = unused.filter { warning in !suppressions.contains { $0.suppresses(warning) } }
    // What stands unused explains it, and is said.
    if open.isEmpty, !tree.recipe.isExtension {
      advice += ranges.parametersWithoutEffect(on: look.program).compactMap { index in
        tree.recipe.parameter(named: look.parameters[index].name).map(Diagnostic.parameterWithoutEffect)
      }
    }
    if let crushed = CrushedScale(of: look.program), let output = tree.recipe.output {
      advice.append(.crushedScale(crushed, at: output))
    }
    return advice
  }

  /// One for each declaration and statement: the bounds of a range speak of the same thing as its default.
  private func lengthsInPixels(in root: Syntax) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var open = [root]
    while let node = open.popLast() {
      // How large the result is, is said in pixels on purpose.
      if node.kind == .argument, node.firstToken?.text == "longEdge" { continue }
      let found = node.kind == .parameter ? Array(node.childNodes.prefix { !$0.kind.isClause }) : node.childNodes
      open += found.reversed()
      guard let quantity = node.quantity, quantity.unit == .pixels, quantity.value != 0 else { continue }
      warnings.append(.lengthInPixels(quantity))
    }
    return warnings
  }
}

extension SyntaxKind {
  /// Whether it stands behind a parameter's default.
  fileprivate var isClause: Bool {
    switch self {
    case .inClause, .sliderClause, .stepClause: true
    default: false
    }
  }
}

extension RecipeSyntax {
  /// Whether another recipe's output may use what is declared here.
  var isExtension: Bool { declarations.contains { if case .extends = $0 { true } else { false } } }

  fileprivate var output: SourceLocation? {
    declarations.lazy.compactMap {
      if case .output(let output) = $0 { output.syntax.firstToken?.location } else { nil }
    }
    .first
  }

  fileprivate func parameter(named name: String) -> TokenSyntax? {
    declarations.lazy.compactMap { declaration in
      if case .parameter(let syntax) = declaration, syntax.name?.text == name { syntax.name } else { nil }
    }.first
  }
}
