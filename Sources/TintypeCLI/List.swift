import ArgumentParser
import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeJSON
import TintypeRender

/// `tintype list`
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the looks that come with the program, with their parameters.",
    discussion: "With files, lists the looks of those recipes instead.")

  @Argument(help: "Recipe files, names of shipped looks, or -e EXPRESSION.", completion: Completions.looks)
  var looks: [String] = []

  @Option(help: "The form of the list: text, for people, or json, for tools.")
  var format = Check.Format.text

  @Flag(help: .hidden)
  var json = false

  @Flag(help: "Print only the names, one per line.")
  var names = false

  func run() throws {
    let sources = looks.isEmpty ? shippedLooks : try looks.map(RecipeLoading.source(named:))
    if names { return print(sources.map(\.name).joined(separator: "\n")) }
    let group = { (name: String) in
      looks.isEmpty ? shippedGroups.first { $0.looks.contains { $0.name == name } }?.title : nil
    }
    let found = try sources.compactMap { source in
      try RecipeLoading.lookIfAny(source).map { (name: source.name, look: $0, group: group(source.name)) }
    }
    if json || format == .json {
      let entries = found.map { $0.look.listing(as: $0.name, group: $0.group) }
      return print((["looks": JSONValue(entries)] as JSONValue).formatted)
    }
    var lastGroup: String?
    for (index, entry) in found.enumerated() {
      if index > 0 { print() }
      if let group = entry.group, group != lastGroup { print("\(group.uppercased())\n") }
      lastGroup = entry.group
      print(Self.text(entry.name, entry.look))
    }
  }

  /// A look for people: what it is about, a line for each parameter, and its variants.
  static func text(_ name: String, _ look: Look) -> String {
    // Of each group all, where the first of them stands; those without a group first.
    let groups = look.parameters.map { $0.group ?? "" }.reduce(into: [""]) { if !$0.contains($1) { $0.append($1) } }
    let parameters = groups.flatMap { group in look.parameters.filter { ($0.group ?? "") == group } }
    let rows = parameters.map { parameter in
      let percent = parameter.type == .scalar && parameter.unit == "%" ? "%" : ""
      let range = parameter.hardRange.map { parameter.spelled($0).replacing("...", with: percent + "...") + percent }
      return [
        "    " + parameter.name, look.listed(parameter.defaultValue, of: parameter) + percent,
        parameter.choices.isEmpty ? range ?? "" : parameter.choices.joined(separator: " "),
      ]
    }
    var lines: [String] = []
    var group: String?
    for (row, parameter) in zip(rows.alignedColumns, parameters) {
      if let title = parameter.group, title != group { lines.append("  \(title.escapedForDisplay)") }
      group = parameter.group
      lines.append(row + (parameter.label.map { "  \($0)" } ?? ""))
    }
    let needed = look.picturesToGive.map { "--picture \($0)=FILE" }.joined(separator: " ")
    let variants = look.variants.map(\.name.escapedForDisplay).joined(separator: ", ")
    return
      ([name.escapedForDisplay + (look.header.about.map { "  \($0.escapedForDisplay)" } ?? "")] + lines
      + (variants.isEmpty ? [] : ["    variants: " + variants])
      + (needed.isEmpty ? [] : ["    needs: " + needed])).joined(separator: "\n")
  }
}
