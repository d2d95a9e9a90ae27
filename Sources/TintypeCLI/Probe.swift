import ArgumentParser
import Tintype
import TintypeExplanation
import TintypeSystem

/// `tintype probe`
struct Probe: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what becomes of one color behind every step of a look.",
    discussion: """
      COLOR is written as in a recipe: '#c08060' is what a screen shows, 'rgb(0.5, 0.2, 0.1)' are numbers of the \
      look's working space. The numbers shown are those of the working space, with alpha multiplied in.
      """)

  @OptionGroup var options: LookOptions

  @Argument(help: "A color, in quotes for the shell's sake.")
  var color: String

  @Option(help: ArgumentHelp("The pixel it is at, which the grain depends on.", valueName: "x,y"))
  var at = Place(column: 0, row: 0)

  /// Column and row of a pixel as people write them.
  struct Place: ExpressibleByArgument {
    let column: Int
    let row: Int

    init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }

    init?(argument: String) {
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let column = numbers[0], let row = numbers[1] else { return nil }
      guard 0..<Self.limit ~= column, 0..<Self.limit ~= row else { return nil }
      self.init(column: column, row: row)
    }

    var defaultValueDescription: String { "\(column),\(row)" }

    /// No picture is larger.
    private static let limit = 1 << 24
  }

  func run() throws {
    let look = try options.parameters.look(in: try RecipeLoading.source(named: options.look))
    let (color, diagnostics) = probedColor(color, in: look.look)
    RecipeLoading.report(diagnostics)
    guard let color else { throw ExitCode.validationFailure }
    let probe = ColorProbe(
      color, through: look.look, parameters: look.values, at: .init(column: at.column, row: at.row))
    print(probe.text(swatches: Self.showsColors), terminator: "")
  }

  /// Whether a person looks at the output in color; see no-color.org.
  private static var showsColors: Bool {
    let refusal = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return !refusal && isatty(STDOUT_FILENO) == 1
  }
}
