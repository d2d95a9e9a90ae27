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

  @Option(name: .shortAndLong, help: "Where the result goes: .jpg, .jpeg or .png.")
  var output: String

  @Option(name: .long, help: ArgumentHelp("Set a parameter of the look; may be repeated.", valueName: "name=value"))
  var set: [String] = []

  @Option(help: "JPEG quality, 1 to 100.")
  var quality = 95

  @Option(help: "How coarse a JPEG stores colour: 444, 422 or 420. Follows the source unless given.")
  var subsampling: Subsampling?

  @Option(help: "Bits of a sample in a PNG: 8 or 16. Follows the source unless given.")
  var depth: Depth?

  @Option(help: "What to do when the output exists: error, skip or overwrite.")
  var ifExists = IfExists.error

  @Option(name: [.customShort("j"), .long], help: "Threads; as many as there are processors unless given.")
  var jobs: Int?

  /// What to do when the output exists, as people write it.
  enum IfExists: String, ExpressibleByArgument, CaseIterable {
    case error, skip, overwrite

    var policy: RenderOptions.IfExists {
      switch self {
      case .error: .error
      case .skip: .skip
      case .overwrite: .overwrite
      }
    }
  }

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
    guard (1...100).contains(quality) else { throw ValidationError("--quality is a number from 1 to 100.") }
    if let jobs, jobs < 1 { throw ValidationError("-j is at least 1.") }
  }

  func run() throws {
    let source = try RecipeLoading.source(named: look)
    guard let look = try RecipeLoading.compiled(source) else {
      StandardError.print(source.name.escapedForDisplay, "holds no look: it has no 'look' and no 'output'")
      throw Status.data.exitCode
    }
    let settings = set.map { SourceFile(name: "--set", text: $0) }
    let (values, diagnostics) = parameterValues(of: look, settings: settings)
    RecipeLoading.report(diagnostics)
    if !diagnostics.isEmpty { throw ExitCode.validationFailure }
    var options = RenderOptions()
    options.quality = quality
    options.subsampling = subsampling?.chroma
    options.depth = depth.map { $0 == .eight ? .eight : .sixteen }
    options.ifExists = ifExists.policy
    options.threads = jobs ?? availableProcessors()
    do throws(ImageError) {
      switch try renderPhoto(
        look, parameters: values, from: FilePath(input), to: FilePath(output), options: options)
      {
      case .rendered(let notes): for note in notes { StandardError.print(input.escapedForDisplay, "note: \(note)") }
      case .skipped: StandardError.print(output.escapedForDisplay, "exists, skipped")
      }
    } catch {
      StandardError.print(concerned(by: error.kind).escapedForDisplay, sentence(error))
      throw Status(error.kind).exitCode
    }
  }

  /// The file that an error speaks of.
  private func concerned(by kind: ImageError.Kind) -> String {
    switch kind {
    case .exists, .cannotCreate, .io: output
    case .formatNotBuiltIn where !fileIsOpenable: output
    default: input
    }
  }

  /// Whether the complaint about a format is about the output's name, which is looked at first.
  private var fileIsOpenable: Bool { (try? openPicture(FilePath(input))) == nil }

  private func sentence(_ error: ImageError) -> String {
    switch error.kind {
    case .exists where error.message == "exists already":
      "exists already; choose another name, or --if-exists overwrite or skip"
    default: error.message
    }
  }
}
