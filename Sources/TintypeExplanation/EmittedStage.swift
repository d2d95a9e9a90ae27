package import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
package import TintypeRender
import TintypeSyntax

/// A compiler stage with a text form.
package enum EmittedStage: Sendable, Hashable {
  /// The tokens: kind, byte range, text.
  case tokens
  /// The syntax tree.
  case tree
  /// The program before optimization.
  case ir
  /// The program after one pass of the optimizer.
  case after(pass: String)
  /// The program after optimization.
  case optimized
  /// The plan that the executor runs.
  case plan

  /// A stage by its name: `tokens`, `tree`, `ir`, `after:PASS`, `optimized` or `plan`.
  package init?(_ name: String) {
    guard let stage = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = stage
  }

  /// The name, as `--emit` takes it.
  package var name: String {
    switch self {
    case .tokens: "tokens"
    case .tree: "tree"
    case .ir: "ir"
    case .after(let pass): "after:\(pass)"
    case .optimized: "optimized"
    case .plan: "plan"
    }
  }

  /// The names of the optimizer's passes, in order.
  package static var passNames: [String] { Pipeline.passNames }

  /// The text of ``tokens`` or ``tree``, also for a recipe with errors; nil for later stages, which need a look.
  package func text(of recipe: SourceFile) -> String? {
    switch self {
    case .tokens: textTable(tokenRows(below: parse(recipe).tree.root), indent: "").joined(separator: "\n") + "\n"
    case .tree: parse(recipe).tree.dump
    case .ir, .after, .optimized, .plan: nil
    }
  }

  /// The text of a stage after semantic analysis, for a photo without alpha; nil for an earlier stage, and for a pass
  /// that does not run on photos of this depth.
  ///
  /// - Parameters:
  ///   - bound: the checked recipe and the values of its parameters.
  ///   - shot: of which the measurements count.
  ///   - depth: the photo's sample depth.
  package func text(of bound: BoundLook, shot: Shot, depth: SampleDepth) -> String? {
    let target = RenderTarget.opaque(depth)
    let compiled = bound.plan(for: target, shot: nil, measurements: shot.measurements)
    switch self {
    case .tokens, .tree: return nil
    case .ir: return compiled.meaning.description
    case .after(let name):
      let passes = RenderPlan.passes(bound.values, for: target)
      guard let last = passes.firstIndex(where: { $0.name == name }) else { return nil }
      return passes[...last].reduce(compiled.meaning) { $1.run($0) }.description
    case .optimized: return compiled.program.description
    case .plan: return compiled.plan.description
    }
  }
}

extension EmittedStage: CaseIterable {
  /// The stages in the order in which they follow each other.
  package static let allCases: [EmittedStage] =
    [.tokens, .tree, .ir] + Pipeline.passNames.map { .after(pass: $0) } + [.optimized, .plan]
}

/// All tokens in source order, a row for each. Iterative, because chains may be deep.
private func tokenRows(below root: Syntax) -> [[String]] {
  var rows: [[String]] = []
  var pending = [root.children[...]]
  while let next = pending.last?.first {
    pending[pending.count - 1].removeFirst()
    switch next {
    case .token(let token):
      let text = token.kind == .endOfFile ? "" : token.text.debugDescription.escapedForDisplay
      rows.append([token.kind.rawValue, "\(token.span.start)..<\(token.span.end)", text])
    case .node(let node): pending.append(node.children[...])
    }
    while pending.last?.isEmpty == true { pending.removeLast() }
  }
  return rows
}
