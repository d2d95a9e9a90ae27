public import TintypeDiagnostics
import TintypeIR
public import TintypeIntrinsics
import TintypeOptimizer
import TintypePlan
public import TintypeSemantics
import TintypeSyntax

/// A stage of the compiler with a text of its own.
public enum EmittedStage: String, CaseIterable, Sendable, Hashable {
  /// What the lexer made: kind, place in bytes, text.
  case tokens
  /// What the parser made.
  case tree
  /// The program as checked.
  case ir
  /// The program behind the optimizer.
  case optimized
  /// What the executor runs.
  case plan

  /// The text of ``tokens`` or ``tree``, for any text whatever, or nil for a stage that needs a look.
  public func text(of recipe: SourceFile) -> String? {
    switch self {
    case .tokens: textTable(tokenRows(below: parse(recipe).tree.root), indent: "").joined(separator: "\n") + "\n"
    case .tree: parse(recipe).tree.dump
    case .ir, .optimized, .plan: nil
    }
  }

  /// The text of a stage behind the checker, or nil for one before it, for a photo without alpha.
  ///
  /// - Parameters:
  ///   - look: the checked recipe.
  ///   - parameters: the value of each parameter, from `parameterValues`.
  ///   - depth: of the photo's samples.
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

/// All tokens in the order of the text, a row each; a loop, since chains may be deep.
private func tokenRows(below root: Syntax) -> [[String]] {
  var rows: [[String]] = []
  var open = [root.children[...]]
  while let next = open.last?.first {
    open[open.count - 1].removeFirst()
    switch next {
    case .token(let token):
      let text = token.kind == .endOfFile ? "" : token.text.debugDescription.escapedForDisplay
      rows.append(["\(token.kind)", "\(token.span.start)..<\(token.span.end)", text])
    case .node(let node): open.append(node.children[...])
    }
    while open.last?.isEmpty == true { open.removeLast() }
  }
  return rows
}
