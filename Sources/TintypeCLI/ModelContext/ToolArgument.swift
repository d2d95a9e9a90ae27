import Tintype
import TintypeImage
import TintypeJSON

/// An argument of tools: its name, what it may be, and what it is for. Schemas and checks of calls follow from it.
struct ToolArgument: Sendable {
  /// What a value may be.
  enum Kind: Sendable {
    case text
    /// A text, or a number in its place: `"50%"`, `2048`.
    case value
    case texts
    /// Values by the names of parameters: `{"contrast": 1.3}`.
    case settings
    /// Texts by the names of parameters: `{"plate": "paper.png"}`.
    case files
    case flag
    case number(ClosedRange<Int>)
    case words([String])
  }

  let name: String
  let kind: Kind
  private let text: String?
  /// The option of `render` that it is.
  private var option: RenderOption?

  init(_ name: String, _ kind: Kind, _ help: String) { (self.name, self.kind, text) = (name, kind, help) }

  /// An option of a render, under the name that it has in a worker's job. The command has all of them but
  /// `createFolders`.
  init(_ option: RenderOption) {
    (name, text, self.option) = (option.key, nil, option)
    kind =
      switch option.kind {
      case _ where option.isList: .texts
      case .flag: .flag
      case .number(let range): .number(range)
      case .words(let words): .words(words)
      case .form: .value
      }
  }

  /// What it is for. Looked up when it is asked for: the help of all commands names the tools.
  var help: String {
    text ?? option.flatMap { Help.text(ofOption: "--" + $0.name, of: TintypeCommand.name(of: Render.self)) }
      ?? "Create missing folders of the output."
  }

  /// The same under another name.
  func named(_ name: String) -> ToolArgument { ToolArgument(name, kind, help) }

  /// Its schema (JSON Schema 2020-12).
  var schema: JSONValue {
    var schema: JSONObject =
      switch kind {
      case .text: ["type": "string"]
      case .value: ["type": ["string", "number"]]
      case .texts: ["type": "array", "items": ["type": "string"]]
      case .settings:
        ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]]]
      case .files: ["type": "object", "additionalProperties": ["type": "string"]]
      case .flag: ["type": "boolean"]
      case .number(let range):
        ["type": "integer", "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound)]
      case .words(let words): ["type": "string", "enum": JSONValue(words)]
      }
    schema["description"] = JSONValue(help)
    return schema.json
  }

  /// What a value is, for a call that has another one.
  private var expected: String {
    switch kind {
    case .text: "a text"
    case .value: "a text or a number"
    case .texts: "a list of texts"
    case .settings: #"an object such as {"contrast": 1.3}"#
    case .files: #"an object such as {"plate": "paper.png"}"#
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .words(let words): "one of " + words.joined(separator: ", ")
    }
  }

  /// Refuses a value of another kind.
  func check(_ value: JSONValue) throws(Refusal) {
    let isValid =
      switch kind {
      case .text: value.text != nil
      case .value: value.text != nil || value.double != nil
      case .texts: value.texts != nil
      case .settings: value.isObject && value.members.allSatisfy { $0.value.spelled != nil }
      case .files: value.isObject && value.members.allSatisfy { $0.value.text != nil }
      case .flag: value.truth != nil
      case .number(let range): value.integer.map(range.contains) ?? false
      // A number of bits may be given as a number.
      case .words(let words): value.spelled.map(words.contains) ?? false
      }
    guard isValid else { throw Refusal(.usage, "'\(name)' is \(expected)") }
  }
}

extension JSONValue {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

// MARK: The table

extension ToolArgument {
  static let look = ToolArgument(
    LookRequest.keys[0], .text,
    "The look: a name from 'list', the path of a .tint or .tintpack file, or an expression after '=' such as "
      + "\"= source |> noir()\"."
  )

  static let recipe = ToolArgument(LookRequest.keys[1], .text, "The text of a recipe, in place of 'look'.")

  /// The arguments that set the parameters of a look.
  static let values = [
    ToolArgument(LookRequest.keys[2], .settings, "Values of the look's parameters by their names."),
    ToolArgument(LookRequest.keys[3], .text, "Start from this variant of the look; 'set' counts over it."),
    ToolArgument(LookRequest.keys[4], .files, "Files of the look's pictures by their names."),
  ]

  /// A look with its values.
  static let configuredLook = [look, recipe] + values

  static let photo = ToolArgument("input", .text, "The path of a photo; without one, a drawn scene.")

  static let output = ToolArgument("output", .text, "A .tint file to write as well.")

  static let ifExists = ToolArgument(
    "ifExists", .words(["error", "skip", "overwrite"]), "What to do when the output exists; error by default.")

  /// The options of a render, as a worker's job has them.
  static let renderOptions = Job.options.map { ToolArgument($0) }
}
