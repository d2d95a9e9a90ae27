public import TintypeChecker
public import TintypeDiagnostics
import TintypeIR
public import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
import TintypeSyntax

/// A compiler stage with a text form.
public enum EmittedStage: String, CaseIterable, Sendable, Hashable {
  /// The tokens: kind, byte range, text.
  case tokens
  /// The syntax tree.
  case tree
  /// The program before optimization.
  case ir
  /// The program after optimization.
  case optimized
  /// The plan that the executor runs.
  case plan

  /// The text of ``tokens`` or ``tree``, also for a recipe with errors; nil for later stages, which need a look.
  public func text(of recipe: SourceFile) -> String? {
    switch self {
    case .tokens: textTable(tokenRows(below: parse(recipe).tree.root), indent: "").joined(separator: "\n") + "\n"
    case .tree: parse(recipe).tree.dump
    case .ir, .optimized, .plan: nil
    }
  }

  /// The text of a stage after the checker, for a photo without alpha; nil for earlier stages.
  ///
  /// - Parameters:
  ///   - look: the checked recipe.
  ///   - parameters: the value of each parameter, from `parameterValues`.
  ///   - depth: the photo's sample depth.
  public func text(of look: Look, parameters: [[Double]], depth: SampleDepth) -> String? {
    switch self {
    case .tokens, .tree: nil
    case .ir: look.program.description
    case .optimized: optimized(look, parameters, depth).description
    case .plan: Planner.plan(optimized(look, parameters, depth)).description
    }
  }

  private func optimized(_ look: Look, _ parameters: [[Double]], _ depth: SampleDepth) -> Program {
    Pipeline.run(
      look.program, parameters: parameters, sourceIsOpaque: true, sourceIsBytes: depth == .eight,
      resultIsBytes: depth == .eight)
  }
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
      rows.append(["\(token.kind)", "\(token.span.start)..<\(token.span.end)", text])
    case .node(let node): pending.append(node.children[...])
    }
    while pending.last?.isEmpty == true { pending.removeLast() }
  }
  return rows
}
