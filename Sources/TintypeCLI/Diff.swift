import ArgumentParser
import Tintype
import TintypeIR
import TintypeImage

/// `tintype diff`
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show two looks of a photo side by side, and measure their difference.",
    discussion: """
      A third frame is the second look less the first, amplified: gray where they are equal, lighter where the second \
      is lighter, and redder where it is redder. The size of the difference in dE2000 is printed: the mean, the 95th \
      percentile and the largest. A difference of 1 is barely visible. Both looks are rendered and compared at the \
      photo's full size. '-' in place of a look is the photo as it is.
      """)

  @Argument(
    help: "A shipped look, the path of a recipe, or -e EXPRESSION; '-' for none.", completion: Completions.looks)
  var first: String

  @Argument(help: "The other look.", completion: Completions.looks)
  var second: String

  @Argument(help: "The photo.", completion: Completions.photos)
  var photo: String

  @OptionGroup var result: OutputOptions

  @OptionGroup var dates: DateOptions

  @OptionGroup var shots: ShotOptions

  @Option(
    help: ArgumentHelp("Start from a variant of the first look.", valueName: "name"),
    completion: Completions.variants(ofLook: 0))
  var variantFirst: String?

  @Option(
    help: ArgumentHelp("Start from a variant of the second look.", valueName: "name"),
    completion: Completions.variants(ofLook: 1))
  var variantSecond: String?

  @Option(
    help: ArgumentHelp("Set a parameter of the first look; may be repeated.", valueName: "name=value"),
    completion: Completions.settings(ofLook: 0))
  var setFirst: [String] = []

  @Option(
    help: ArgumentHelp("Set a parameter of the second look; may be repeated.", valueName: "name=value"),
    completion: Completions.settings(ofLook: 1))
  var setSecond: [String] = []

  @Option(
    help: ArgumentHelp("Give a picture of the looks; may be repeated.", valueName: "name=file"),
    completion: Completions.pictures, transform: PictureOption.checked)
  var picture: [String] = []

  @Option(help: "The factor by which the difference is amplified.")
  var gain = 2

  @Option(help: "The longer side of a frame, in pixels.")
  var size = 960

  func validate() throws {
    guard (64...4096).contains(size) else { throw ValidationError("--size is a number from 64 to 4096.") }
    guard (1...100).contains(gain) else { throw ValidationError("--gain is a number from 1 to 100.") }
  }

  func run() throws {
    let looks = try [(first, variantFirst, setFirst), (second, variantSecond, setSecond)].map {
      name, variant, settings in
      let recipe = try RecipeLoading.source(named: name == "-" ? "original" : name)
      let look = ConfiguredLook(try RecipeLoading.look(recipe), recipe: recipe)
      return try look.setting(texts: settings, variant: variant).giving(pictures: picture, isOneOfSeveral: true)
    }
    guard try result.isWanted(inputs: [photo], looks: looks) else { return }
    noteIgnoredSidecar(of: photo, as: "diff compares the two looks unchanged")
    let pictures = try reporting(on: photo, output: result.output) { () throws(ImageError) in
      let decoded = try DecodedPhoto(FilePath(photo))
      return try looks.map { look throws(ImageError) in
        try decoded.rendered(
          through: look, date: dates.photoDate(missing: .skip), shot: shots.value, threads: availableProcessors())
      }
    }
    let comparison: LookComparison
    do throws(UsageError) {
      comparison = try LookComparison(zip([first, second].map(name), pictures).map { ($0, $1) }, gain: gain)
    } catch {
      throw failure(photo, error.message, .data)
    }
    try result.write(comparison.sheet(edge: size))
    print(comparison.summary)
  }

  private func name(_ look: String) -> String { look == "-" ? "as it is" : lookCaption(look) }
}
