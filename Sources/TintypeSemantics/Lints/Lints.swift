package import TintypeDiagnostics
package import TintypeIR
import TintypeSyntax

// The photographer's linter: what is no error, and will probably surprise.
extension SemanticModel {
  /// Everything that a recipe has to be told: what is wrong with it, or, where nothing is, what will probably surprise,
  /// suppressions heeded.
  ///
  /// - Parameters:
  ///   - program: the program of the look, with its instructions as they were written; nil for a file without one.
  ///   - parts: what is written and no part of the program, such as functions that nobody calls.
  package func linted(_ program: (Program, OriginMap)?, parts: [(instructions: [Instruction], origins: OriginMap)])
    -> [Diagnostic]
  {
    guard !hasErrors, let tree = recipe.layers.first?.recipe.syntax.tree else { return diagnostics }
    let all = heeding(tree.suppressions, diagnostics + lints(of: tree, program, parts))
    return sorted([], all, files)
  }

  private func lints(
    of tree: SyntaxTree, _ program: (Program, OriginMap)?, _ parts: [(instructions: [Instruction], origins: OriginMap)]
  ) -> [Diagnostic] {
    let unused = Use(of: tree.recipe).unused
    var lints = unused + lengthsInPixels(in: tree.root)
    for part in parts {
      // Nobody says what goes in.
      lints +=
        RangeLints(part.instructions, part.origins, possible: .init(parameters: []), usual: .init(parameters: []))
        .warnings
    }
    guard let (program, origins) = program else { return lints }
    let ranges = RangeLints(
      program.instructions, origins, possible: .init(program.parameters, isUsual: false),
      usual: .init(program.parameters, isUsual: true))
    lints += ranges.warnings
    let open = unused.filter { warning in !tree.suppressions.contains { $0.suppresses(warning) } }
    // What stands unused explains it, and is said.
    if open.isEmpty, !tree.recipe.isExtension {
      lints += ranges.parametersWithoutEffect(on: program).compactMap { index in
        tree.recipe.parameter(named: program.parameters[index].name).map(Diagnostic.parameterWithoutEffect)
      }
    }
    if let crushed = CrushedScale(of: program), let output = tree.recipe.output {
      lints.append(.crushedScale(crushed, at: output))
    }
    return lints
  }

  /// One for each declaration and statement: the bounds of a range speak of the same thing as its default.
  private func lengthsInPixels(in root: Syntax) -> [Diagnostic] {
    let clauses: [SyntaxKind] = [.inClause, .sliderClause, .stepClause]
    var warnings: [Diagnostic] = []
    var open = [root]
    while let node = open.popLast() {
      // How large the result is, is said in pixels on purpose.
      if node.kind == .argument, node.firstToken?.text == "longEdge" { continue }
      let found =
        node.kind == .parameter ? Array(node.childNodes.prefix { !clauses.contains($0.kind) }) : node.childNodes
      open += found.reversed()
      guard let quantity = node.quantity, quantity.unit == .pixels, quantity.value != 0 else { continue }
      warnings.append(.lengthInPixels(quantity))
    }
    return warnings
  }
}

extension RecipeSyntax {
  /// Whether another recipe's output may use what is declared here.
  var isExtension: Bool { declarations.contains { $0.extends != nil } }

  fileprivate var output: SourceLocation? {
    declarations.lazy.compactMap(\.output?.syntax.firstToken?.location).first
  }

  fileprivate func parameter(named name: String) -> TokenSyntax? {
    declarations.lazy.compactMap(\.parameter?.name).first { $0.text == name }
  }
}
