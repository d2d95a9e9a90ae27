import ArgumentParser
import Tintype
import TintypeJSON

/// `tintype test`
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Check whether looks meet their 'expect' lines.",
    discussion: """
      Patches of color are rendered through each look and compared in dE2000. Without a file, all shipped looks are \
      tested. Exits with 1 when an expectation fails. With --format json, each expectation is a JSON object on a line.
      """)

  @Argument(help: "Recipe files, names of shipped looks, or -e EXPRESSION.", completion: Completions.looks)
  var looks: [String] = []

  @Option(
    help: ArgumentHelp("Start from one of the looks' variants; 'with' counts over it.", valueName: "name"),
    completion: Completions.variants())
  var variant: String?

  @Option(
    help: ArgumentHelp("Give a picture of the looks; may be repeated.", valueName: "name=file"),
    completion: Completions.pictures, transform: PictureOption.checked)
  var picture: [String] = []

  @Option(help: "The form of the report: text, for people, or json, for tools.")
  var format = Check.Format.text

  @Flag(name: .shortAndLong, help: "Print failures only.")
  var quiet = false

  /// The last line of a test.
  static func verdict(failed: Int, of all: Int) -> String {
    if all == 0 { return "there are no expectations" }
    return failed == 0 ? "all \(all) expectations hold" : "\(failed) of \(all) expectations do not hold"
  }

  func run() throws {
    let sources = looks.isEmpty ? shippedLooks : try looks.map(RecipeLoading.source(named:))
    var (kept, all) = (0, 0)
    var failure: ExitCode?
    for source in sources {
      do {
        let results = try results(of: source)
        (kept, all) = (kept + results.count(where: \.holds), all + results.count)
        switch format {
        case .json: for result in results { print(Self.json(result, source).line) }
        case .text: show(results, source)
        }
      } catch let code as ExitCode {
        // What is wrong has been printed; the other looks are tested.
        failure = failure ?? code
      }
    }
    if format == .text, !(quiet && kept == all) {
      print(Self.verdict(failed: all - kept, of: all))
    }
    if let failure { throw failure }
    if kept < all { throw ExitCode(1) }
  }

  /// What a look meets of its expectations; none of a file of kernels.
  private func results(of source: SourceFile) throws -> [ExpectationResult] {
    guard let look = try RecipeLoading.lookIfAny(source) else { return [] }
    let configured = try ConfiguredLook(look).setting(texts: [], variant: variant).giving(
      pictures: picture, isOneOfSeveral: true)
    return try reporting(on: source.name) { () throws(ImageError) in try testExpectations(of: configured) }
  }

  private func show(_ results: [ExpectationResult], _ source: SourceFile) {
    let failed = results.contains { !$0.holds }
    if quiet, !failed { return }
    print(source.name.escapedForDisplay + (results.isEmpty ? ": expects nothing" : ""))
    for result in results where !quiet || !result.holds { print(Self.text(result)) }
  }

  /// A result for people.
  static func text(_ result: ExpectationResult) -> String {
    let text = result.expectation.text.escapedForDisplay
    guard let failure = result.failure else {
      return "  ok    \(text)" + ((result.distance ?? result.measured).map { "  (\(hundredths($0)))" } ?? "")
    }
    let place = result.expectation.location
    return "  FAIL  \(text)\n        \(failure)\n        --> "
      + "\(place.file.name.escapedForDisplay):\(place.position.line):\(place.position.column)"
  }

  private static func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

  /// A result for tools.
  static func json(_ result: ExpectationResult, _ source: SourceFile) -> JSONValue {
    let place = result.expectation.location
    func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
    return [
      "look": JSONValue(source.name), "file": JSONValue(place.file.name), "line": JSONValue(place.position.line),
      "expect": JSONValue(result.expectation.text), "holds": JSONValue(result.holds),
      "distance": JSONValue(result.distance.map(rounded)),
      "limit": JSONValue(result.distance == nil ? nil : result.expectation.limit),
      "measured": JSONValue(result.measured.map(rounded)), "message": JSONValue(result.failure),
    ]
  }
}
