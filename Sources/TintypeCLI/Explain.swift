public import ArgumentParser
import Tintype
package import TintypeExplanation
public import TintypeIntrinsics

/// `tintype explain`
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show what a look consists of, what it costs, and the output of each compiler stage.",
    discussion: """
      With --emit, prints the text of one stage instead, for a photo without alpha: tokens, tree, ir, after:PASS, \
      optimized or plan; 'tintype optimize --list' names the passes. With --graph dot, prints the images and what they \
      are made from for Graphviz.
      """)

  @OptionGroup var options: LookOptions

  @Option(help: "Print one stage: tokens, tree, ir, after:PASS, optimized or plan.")
  var emit: EmittedStage?

  @Option(help: "Print the images as a graph: dot.")
  var graph: Graph?

  @OptionGroup var measuring: MeasuringOptions

  @Option(help: "Bits of a sample of the photo: 8 or 16.")
  var depth = SampleDepth.eight

  /// A language for graphs.
  enum Graph: String, ExpressibleByArgument, CaseIterable {
    case dot
  }

  func validate() throws {
    if emit != nil, graph != nil { throw ValidationError("--emit and --graph exclude each other.") }
  }

  func run() throws {
    let source = try RecipeLoading.source(named: options.look)
    // Tokens and tree exist for any text, so they are printed before errors are checked.
    if let text = emit?.text(of: source) {
      print(text, terminator: "")
      _ = try RecipeLoading.lookIfAny(source)
      return
    }
    var configured = try options.parameters.look(in: source)
    try measuring.measure(&configured)
    if let text = emit?.text(of: configured.bound, shot: configured.shot, depth: depth) {
      return print(text, terminator: "")
    }
    if let emit {
      throw failure(emit.name, "this pass does not run on photos of \(depth.described)", .usage)
    }
    let explanation = Explanation(configured.bound, shot: configured.shot, depth: depth)
    print(graph == .dot ? explanation.images.dot(name: configured.look.name) : explanation.text, terminator: "")
  }
}

extension SampleDepth: ExpressibleByArgument {}

extension EmittedStage: ExpressibleByArgument {
  /// A stage of the compiler as people write it.
  package init?(argument: String) { self.init(argument) }

  /// What help and completions list.
  package static var allValueStrings: [String] { allCases.map(\.name) }
}
