import ArgumentParser
import Tintype
import TintypeImage

/// `tintype render`
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a photo through a look.",
    discussion: """
      LOOK is the name of a shipped look (see 'tintype list') or the path of a recipe. The output keeps the photo's metadata \
      and appears complete or not at all.
      """)

  @Argument(help: "A shipped look, or the path of a recipe (with a '/' or ending in .tint).")
  var look: String

  @Argument(help: "The photo: JPEG or PNG.")
  var input: String

  @OptionGroup var result: OutputOptions

  @OptionGroup var parameters: ParameterOptions

  @Option(help: "How coarse a JPEG stores colour: 444, 422 or 420. Follows the source unless given.")
  var subsampling: Subsampling?

  @Option(help: "Bits of a sample in a PNG: 8 or 16. Follows the source unless given.")
  var depth: Depth?

  @Option(name: [.customShort("j"), .long], help: "Threads; as many as there are processors unless given.")
  var jobs: Int?

  /// A chroma subsampling as people write it.
  enum Subsampling: String, ExpressibleByArgument, CaseIterable {
    case full = "444"
    case half = "422"
    case quarter = "420"

    var chroma: ChromaSubsampling {
      switch self {
      case .full: .full444
      case .half: .half422
      case .quarter: .quarter420
      }
    }
  }

  /// A sample size as people write it.
  enum Depth: String, ExpressibleByArgument, CaseIterable {
    case eight = "8"
    case sixteen = "16"
  }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("-j is at least 1.") }
  }

  func run() throws {
    let look = try RecipeLoading.look(try RecipeLoading.source(named: look))
    let values = try parameters.values(for: look)
    var options = RenderOptions()
    options.quality = result.quality
    options.subsampling = subsampling?.chroma
    options.depth = depth.map { $0 == .eight ? .eight : .sixteen }
    options.ifExists = result.ifExists.policy
    options.threads = jobs ?? availableProcessors()
    try reporting(on: input, output: result.output) { () throws(ImageError) in
      let outcome = try renderPhoto(
        look, parameters: values, from: FilePath(input), to: FilePath(result.output), options: options)
      switch outcome {
      case .rendered(let notes): for note in notes { StandardError.print(input.escapedForDisplay, "note: \(note)") }
      case .skipped: StandardError.print(result.output.escapedForDisplay, "exists, skipped")
      }
    }
  }
}
