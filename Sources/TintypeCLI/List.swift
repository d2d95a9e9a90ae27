import ArgumentParser
import FoundationEssentials
import Tintype
import TintypeIR
import TintypeIntrinsics

/// `tintype list`
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the looks that come with the program, with their parameters.",
    discussion: "With files, lists the looks of those recipes instead.")

  @Argument(help: "Recipe files, or names of shipped looks.")
  var looks: [String] = []

  @Option(help: "The form of the list: text, for people, or json, for tools.")
  var format = Check.Format.text

  @Flag(help: .hidden)
  var json = false

  @Flag(help: "Print the names alone, a line each.")
  var names = false

  func run() throws {
    let sources = looks.isEmpty ? shippedLooks : try looks.map(RecipeLoading.source(named:))
    if names { return print(sources.map(\.name).joined(separator: "\n")) }
    let entries = try sources.compactMap { source in
      try RecipeLoading.compiled(source).map { look in
        let group = looks.isEmpty ? shippedGroups.first { $0.looks.contains { $0.name == source.name } } : nil
        return Entry(name: source.name, look: look, group: group?.title)
      }
    }
    if json || format == .json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(["looks": entries]), as: UTF8.self))
    } else {
      var lastGroup: String?
      for (index, entry) in entries.enumerated() {
        if index > 0 { print() }
        if let group = entry.group, group != lastGroup { print("\(group.uppercased())\n") }
        lastGroup = entry.group
        print(entry.text)
      }
    }
  }
}

/// One look as it is listed.
private struct Entry: Encodable {
  let name: String
  let title: String
  let group: String?
  let about: String?
  let tags: [String]
  let working: String
  let parameters: [ParameterEntry]
  let variants: [VariantEntry]?

  init(name: String, look: Look, group: String?) {
    self.name = name
    self.group = group
    title = look.name
    about = look.header.about
    tags = look.header.tags
    working = look.header.workingSpace.rawValue
    parameters = look.parameters.map { ParameterEntry($0, of: look) }
    variants = look.variants.isEmpty ? nil : look.variants.map { VariantEntry($0, of: look) }
  }

  var text: String {
    let nameWidth = parameters.map(\.name.count).max() ?? 0
    let valueWidth = parameters.map(\.defaultText.count).max() ?? 0
    let lines = parameters.map { parameter in
      let columns = [
        parameter.name.padded(to: nameWidth), parameter.defaultText.padded(to: valueWidth), parameter.rangeText,
      ]
      return "    " + columns.joined(separator: "  ") + (parameter.label.map { "  \($0)" } ?? "")
    }
    let names = variants.map { ["    variants: " + $0.map(\.name.escapedForDisplay).joined(separator: ", ")] } ?? []
    return ([name.escapedForDisplay + (about.map { "  \($0.escapedForDisplay)" } ?? "")] + lines + names).joined(
      separator: "\n")
  }
}

/// One variant as it is listed: the numbers of each parameter it sets.
private struct VariantEntry: Encodable {
  let name: String
  let values: [String: [Double]]

  init(_ variant: LookVariant, of look: Look) {
    name = variant.name
    let set = look.parameters.compactMap { parameter in
      variant.values[parameter.name].map { (parameter.name, parameter.numbers(of: $0)) }
    }
    values = Dictionary(uniqueKeysWithValues: set)
  }
}

/// One parameter as it is listed.
private struct ParameterEntry: Encodable {
  let name: String
  let type: String
  let `default`: [Double]
  /// The default of a text, date or color, as the language writes it.
  let text: String?
  let choices: [String]?
  let range: [Double]?
  let slider: [Double]?
  let step: Double?
  let unit: String?
  let group: String?
  let label: String?
  let doc: String?

  /// Default and range as the language writes them; not part of the document.
  let defaultText: String
  let rangeText: String

  private enum CodingKeys: CodingKey {
    case name, type, `default`, text, choices, range, slider, step, unit, group, label, doc
  }

  init(_ parameter: Parameter, of look: Look) {
    name = parameter.name
    type = parameter.type.rawValue
    `default` = parameter.type.isWritten ? [] : parameter.numbers(of: parameter.defaultValue)
    defaultText = parameter.listed(
      parameter.defaultValue, in: look.space(of: parameter.name), tables: look.program.tables)
    text = parameter.type.isWritten || parameter.type.isColor ? defaultText : nil
    choices = parameter.choices.isEmpty ? nil : parameter.choices
    range = parameter.hardRange.map { [$0.lowerBound, $0.upperBound].map(parameter.inUnit) }
    slider = parameter.sliderRange.map { [$0.lowerBound, $0.upperBound].map(parameter.inUnit) }
    step = parameter.step.map(parameter.inUnit)
    unit = parameter.unit
    group = parameter.group
    label = parameter.label
    doc = parameter.documentation
    rangeText =
      parameter.choices.isEmpty
      ? parameter.hardRange.map { parameter.spelled($0) } ?? "" : parameter.choices.joined(separator: " ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
