import ArgumentParser
import Tintype
import TintypeJSON
import TintypeLanguageServer
import TintypeManual

/// `tintype help NAME`: every meaning of a name, as a word of the language, a look, a code, an option or a command.
///
/// The argument parser has a `help` of its own, which knows commands alone; it answers without a name.
struct Help {
  /// A meaning of the name: a title and a text.
  private typealias Meaning = (title: String, text: String)

  private let name: String
  private let glossary = Glossary()

  /// The answer to the name of a `help` command; nil where the parser answers.
  static func text(for arguments: [String]) throws -> String? {
    guard arguments.count == 2, arguments[0] == "help", !["-h", "-help", "--help"].contains(arguments[1]) else {
      return nil
    }
    return try Help(name: arguments[1]).text()
  }

  init(name: String) { self.name = name }

  /// All meanings of the name.
  ///
  /// - Throws: where it has none.
  func text() throws(ValidationError) -> String {
    let commands = TintypeCommand.configuration.subcommands.filter { TintypeCommand.name(of: $0) == name }
    // The parser's own text: scripts and the manual page read it.
    var parts = commands.map { TintypeCommand.helpMessage(for: $0) }
    let language = ofLanguage
    let meanings = language + ofLooks + ofCodes + ofOptions
    guard !parts.isEmpty || !meanings.isEmpty else { throw unknown }
    parts += meanings.map { $0.title + "\n\n" + $0.text }
    let near = glossary.names(near: name).prefix(12)
    if !language.isEmpty, !near.isEmpty { parts.append("See also: " + near.joined(separator: ", ")) }
    return parts.joined(separator: "\n\n")
  }

  private var unknown: ValidationError {
    let names =
      glossary.names + shippedLooks.map(\.name) + ErrorPage.all.map(\.code) + Self.options.map(\.name)
      + TintypeCommand.configuration.subcommands.map(TintypeCommand.name(of:))
    let hint = nearestName(to: name, among: names).map { "Did you mean 'tintype help \($0)'?" }
    return ValidationError(
      "Nothing is called '\(name.escapedForDisplay)'. "
        + (hint ?? "Documentation/Language.md describes the language, 'tintype list' the looks."))
  }

  // MARK: Meanings

  private var ofLanguage: [Meaning] {
    glossary.entries(named: name).map { ("\(name): \($0.kind)", $0.text.withoutFences) }
  }

  private var ofLooks: [Meaning] {
    shippedLooks.filter { $0.name == name }.compactMap { source in
      (try? RecipeLoading.lookIfAny(source)).map {
        ("\(name): a look that comes with the program", List.text(name, $0))
      }
    }
  }

  private var ofCodes: [Meaning] {
    ErrorPage.page(of: name).map { page in
      [("\(name): the code of an error or warning", String(page.text.trimmingPrefix("\n")).withoutLineEndAtEnd)]
    } ?? []
  }

  private var ofOptions: [Meaning] {
    let found = Self.options.filter { $0.name == "--" + name || $0.name == name }
    let texts = found.map(\.text).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return texts.map { text in
      let commands = found.filter { $0.text == text }.map(\.command).joined(separator: ", ")
      return ("\(found[0].name): an option of \(commands)", "  " + text)
    }
  }

  private typealias Option = (name: String, command: String, text: String)

  /// What an option of a command is for.
  static func text(ofOption name: String, of command: String) -> String? {
    options.first { $0.name == name && $0.command == command }?.text
  }

  /// The options of all commands, as the parser describes them.
  private static let options: [Option] = {
    let description = JSONValue(parsing: TintypeCommand._dumpHelp().utf8)
    return (description?["command"]?["subcommands"]?.elements ?? []).flatMap { command -> [Option] in
      (command["arguments"]?.elements ?? []).flatMap { argument -> [Option] in
        guard argument["shouldDisplay"]?.truth != false, argument["kind"]?.text != "positional" else { return [] }
        return (argument["names"]?.elements ?? []).compactMap { name in
          guard let word = name["name"]?.text, let text = argument["abstract"]?.text else { return nil }
          return ((name["kind"]?.text == "long" ? "--" : "-") + word, command["commandName"]?.text ?? "", text)
        }
      }
    }
  }()
}

extension String {
  /// Markdown for a terminal: code fences are removed, and the code between them is indented.
  fileprivate var withoutFences: String {
    var (lines, isCode) = ([String](), false)
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() } else { lines.append((isCode ? "  " : "") + line) }
    }
    return lines.joined(separator: "\n")
  }

  fileprivate var withoutLineEndAtEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
