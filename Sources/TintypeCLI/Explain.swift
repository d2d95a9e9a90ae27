import ArgumentParser
import Tintype
import TintypeExplanation
import TintypeIntrinsics

/// `tintype explain`
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what a look is made from, what it costs, and what each stage of the compiler made of it.",
    discussion: """
      With --emit, prints the text of one stage instead, for a photo without alpha: tokens, tree, ir, after:PASS, \
      optimized or plan; 'tintype optimize --list' names the passes. With --graph dot, prints the images and what they \
      are made from for Graphviz.
      """)

  @OptionGroup var options: LookOptions

  @Option(help: "Print one stage: tokens, tree, ir, after:PASS, optimized or plan.")
  var emit: Stage?

  @Option(help: "Print the images as a graph: dot.")
  var graph: Graph?

  @Option(help: "Bits of a sample of the photo: 8 or 16.")
  var depth = FormOptions.Depth.eight

  /// A stage of the compiler as people write it.
  struct Stage: ExpressibleByArgument {
    let stage: EmittedStage

    init?(argument: String) {
      guard let stage = EmittedStage(argument) else { return nil }
      self.stage = stage
    }

    static var allValueStrings: [String] { EmittedStage.allCases.map(\.name) }
  }

  /// A language for graphs.
  enum Graph: String, ExpressibleByArgument, CaseIterable {
    case dot
  }

  func validate() throws {
    if emit != nil, graph != nil { throw ValidationError("--emit and --graph exclude each other.") }
  }

  func run() throws {
    let source = try RecipeLoading.source(named: options.look)
    // Tokens and tree are there for any text, so they come before what is wrong with it.
    if let text = emit?.stage.text(of: source) {
      print(text, terminator: "")
      _ = try RecipeLoading.compiled(source)
      return
    }
    let configured = try options.parameters.look(in: source)
    let (look, values) = (configured.look, configured.values)
    let samples: SampleDepth = depth == .eight ? .eight : .sixteen
    if let text = emit?.stage.text(of: look, parameters: values, depth: samples) {
      return print(text, terminator: "")
    }
    if let stage = emit?.stage {
      StandardError.print("\(stage.name)", "this pass does not run on photos of \(depth.rawValue) bits")
      throw Status.usage.exitCode
    }
    let explanation = Explanation(look, parameters: values, depth: samples)
    print(graph == .dot ? explanation.images.dot(name: look.name) : explanation.text, terminator: "")
  }
}
