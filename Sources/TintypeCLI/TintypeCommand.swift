import ArgumentParser
import Tintype
import TintypeExecutor
import TintypeSyntax

/// The program: it checks that it can run here at all, and hands over to the subcommands.
@main
struct TintypeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tintype", abstract: "Film looks as text: check recipes, render photos.",
    discussion: "With --version --verbose, says what is built in: formats, libraries, recipes.",
    version: tintypeVersion,
    groupedSubcommands: [
      CommandGroup(name: "Rendering", subcommands: [Render.self, Meter.self, Video.self, Why.self]),
      CommandGroup(name: "Choosing", subcommands: [List.self, Sheet.self, Diff.self, Scene.self]),
      CommandGroup(name: "Album", subcommands: [Info.self, Tag.self, StudioCommand.self]),
      CommandGroup(
        name: "Authoring",
        subcommands: [New.self, Check.self, ExplainError.self, Format.self, Test.self, Watch.self]),
      CommandGroup(
        name: "Exchanging",
        subcommands: [Pack.self, Unpack.self, Export.self, PageCommand.self, Import.self, Fit.self]),
      CommandGroup(name: "Inspecting", subcommands: [Explain.self, Optimize.self, Probe.self]),
      // The last: a command is searched in this order, and the help of the worker lists all options of a render.
      CommandGroup(
        name: "Serving", subcommands: [Worker.self, LanguageServerCommand.self, ModelContextCommand.self]),
    ])

  /// What a subcommand is called. Each states it: the parser would describe the type, and for that search all
  /// conformances of the program.
  static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

  /// What other programs call a command.
  private static let otherNames = meanings([
    ("fmt", words: "format"), ("check", words: "lint validate"), ("render", words: "apply convert process run"),
    ("studio", words: "preview edit"), ("new", words: "init create"), ("list", words: "looks"),
    ("diff", words: "compare"),
  ])

  /// A word that resembles a command, or that is one elsewhere.
  private static func refuseMisspelledCommands() {
    // The names of commands come with their help, so no more are asked for than needed.
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), word != "help",
      !configuration.subcommands.contains(where: { name(of: $0) == word }),
      let nearest = otherNames[word]
        ?? nearestName(to: word, among: configuration.subcommands.map(name(of:)) + ["help"])
    else { return }
    StandardError.print(
      "Error: There is no command '\(word.escapedForDisplay)'; did you mean 'tintype \(nearest)'?\nHelp: tintype --help"
    )
    endProgram(.usage)
  }

  /// The commands that take a LOOK.
  private static let takeLooks = [
    "render", "video", "list", "sheet", "diff", "check", "test", "watch", "explain", "probe",
    "export", "page", "studio",
  ]

  /// An expression stands for a LOOK, wherever it is among the arguments: it is put in front of the others, but for the
  /// two of `diff`, whose order counts.
  private static func placeExpressions(_ words: [String]) -> [String] {
    guard let command = words.first, takeLooks.contains(command) else { return words }
    var (looks, others) = ([String](), [String]())
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      if word == "--" {
        others += [word] + rest
        break
      }
      guard word == "-e" else {
        others.append(word)
        continue
      }
      guard let expression = rest.popFirst() else {
        StandardError.print("Error: Missing value for '-e <expression>'\nHelp: tintype \(command) --help")
        endProgram(.usage)
      }
      if command == "diff" { others.append("=" + expression) } else { looks.append("=" + expression) }
    }
    return [command] + looks + others
  }

  /// The arguments, with a negative time joined to its option: the parser would take a separate `-1h30m` for `-h`.
  private static let arguments: [String] = placeExpressions(
    CommandLine.arguments.dropFirst().reduce(into: []) { words, word in
      if words.last == "--date-shift", words.first != "---completion" {
        words[words.count - 1] += "=" + word
      } else {
        words.append(word)
      }
    })

  /// Runs the command that the first argument names, if all arguments are valid. Skips preparing the help and options
  /// of all other commands, which takes as long as rendering a small photo.
  ///
  /// - Returns: whether it ran; if not, the full parser reports what is wrong.
  private static func runAtOnce() -> Bool {
    let words = arguments[...]
    guard let name = words.first, !name.hasPrefix("-"),
      let type = configuration.subcommands.first(where: { Self.name(of: $0) == name }),
      var command = try? type.parseAsRoot(Array(words.dropFirst())),
      // A request for help is parsed as another command, which would not know this one's full name.
      Swift.type(of: command) == type
    else { return false }
    do {
      try command.run()
    } catch {
      exit(withError: error)
    }
    return true
  }

  /// Answers `help NAME`.
  ///
  /// - Returns: whether it was asked for.
  private static func answerHelp() -> Bool {
    do {
      guard let text = try Help.text(for: arguments) else { return false }
      print(text)
      return true
    } catch {
      exit(withError: error)
    }
  }

  static func main() {
    guard Execution.isSupportedHere else {
      StandardError.print("tintype: " + Execution.whyUnsupported)
      endProgram(.unavailable)
    }
    refuseUnknownArguments()
    refuseArgumentsOtherThanUTF8()
    refuseTooFewFiles()
    ignoreFileSizeSignal()
    refuseMisspelledCommands()
    if arguments.count == 2, arguments[0] == "--generate-completion-script",
      let shell = CompletionShell(rawValue: arguments[1])
    {
      print(Completions.script(for: shell))
    } else if arguments == ["--version"] {
      print(tintypeVersion)
    } else if arguments.count == 2, Set(arguments) == ["--version", "--verbose"] {
      print(BuildReport.lines.map { [$0.subject, $0.content] }.alignedColumns.joined(separator: "\n"))
    } else if !answerHelp(), !runAtOnce() {
      Self.main(arguments)
    }
    // Printed text may still be buffered: a full disk shows only here.
    if !StandardStreams.flush() {
      StandardError.print("standard output", "cannot be written")
      endProgram(.io)
    }
  }
}
