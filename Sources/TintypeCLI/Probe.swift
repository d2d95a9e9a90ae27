import ArgumentParser
import Tintype
package import TintypeExplanation
import TintypeIR
package import TintypeJSON

/// `tintype probe`
struct Probe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Trace one color through every step of a look.",
    discussion: """
      COLOR is written as in a recipe: '#c08060' is what a screen shows, 'rgb(0.5, 0.2, 0.1)' are numbers of the \
      look's working space. The numbers shown are those of the working space, with alpha multiplied in. With --format \
      json, they are one JSON object.
      """)

  @OptionGroup var options: LookOptions

  @Argument(help: "A color, in quotes for the shell's sake.")
  var color: String

  @Option(help: ArgumentHelp("The pixel it is at, which the grain depends on.", valueName: "x,y"))
  var at = ColorProbe.Place()

  @Option(help: "The form of the report: text, for people, or json, for tools.")
  var format = Check.Format.text

  @OptionGroup var shots: ShotOptions

  @OptionGroup var measuring: MeasuringOptions

  func run() throws {
    var look = try options.configured()
    look.shot = shots.value
    try measuring.measure(&look)
    let (color, diagnostics) = probedColor(color, in: look.look)
    RecipeLoading.report(diagnostics)
    guard let color else { throw ExitCode.validationFailure }
    if !look.look.program.picturesShown.isEmpty {
      StandardError.print("note: the pictures of the look are transparent in a probe")
    }
    let probe = ColorProbe(color, through: look.bound, shot: look.shot, at: at)
    switch format {
    case .json: print(JSONValue(probe).line)
    case .text: print(probe.text(swatches: StandardStreams.outputShowsColors), terminator: "")
    }
  }
}

extension ColorProbe: JSONRepresentable {
  package var json: JSONValue {
    let steps = steps.map { step -> JSONValue in
      [
        "name": JSONValue(step.name), "isImage": JSONValue(step.isImage), "numbers": JSONValue(step.numbers),
        "stored": JSONValue(step.literal), "dependsOnNoise": JSONValue(step.dependsOnNoise),
        "dependsOnPosition": JSONValue(step.dependsOnPosition),
      ]
    }
    return ["look": JSONValue(look), "at": [JSONValue(place.column), JSONValue(place.row)], "steps": .array(steps)]
  }
}

extension ColorProbe.Place: ExpressibleByArgument {
  /// Reads `COLUMN,ROW`. No picture is larger than 2^24 pixels a side.
  package init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let column = numbers[0], let row = numbers[1] else { return nil }
    guard 0..<1 << 24 ~= column, 0..<1 << 24 ~= row else { return nil }
    self.init(column: column, row: row)
  }

  /// As help has it.
  package var defaultValueDescription: String { "\(column),\(row)" }
}
