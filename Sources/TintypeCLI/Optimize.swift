import ArgumentParser
import Tintype
import TintypeExplanation
import TintypeIntrinsics

/// `tintype optimize`
struct Optimize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Run passes of the optimizer over the text of a program.",
    discussion: """
      Reads what 'tintype explain --emit ir' prints and prints the program after the passes, for a photo without alpha \
      and parameters at their defaults. Without --pass, the whole pipeline runs.
      """)

  @Argument(help: "A program's text, or '-' for standard input.", completion: .file())
  var program: String?

  @Option(
    name: .customLong("pass"), help: "Run only this pass; repeat it for several, in order.",
    completion: Completions.passes)
  var passes: [String] = []

  @Option(help: "Bits of a sample of the photo: 8 or 16.")
  var depth = SampleDepth.eight

  @Flag(help: "Name the passes in the order in which they run.")
  var list = false

  func validate() throws {
    if list == (program != nil) { throw ValidationError("Name a program's text, or ask for --list.") }
  }

  func run() throws {
    guard let program else { return EmittedStage.passNames.forEach { print($0) } }
    let source = try program == "-" ? StandardStreams.recipe(atMost: 64 << 20) : RecipeLoading.file(program)
    let (text, diagnostics) = optimizedText(of: source, passes: passes, depth: depth)
    RecipeLoading.report(diagnostics)
    guard let text else { throw Status.data.exitCode }
    print(text, terminator: "")
  }
}
