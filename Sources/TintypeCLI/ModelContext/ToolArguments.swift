import Tintype
import TintypeJSON

/// The arguments of a call, checked against the tool's table.
struct ToolArguments {
  let object: JSONObject

  /// - Throws: for an argument that the tool does not have or that is of another kind, and for one that is missing.
  init(_ value: JSONValue, of tool: Tool) throws(Refusal) {
    guard case .object(let object) = value else { throw Refusal(.usage, "the arguments are an object") }
    for (name, value) in object.sorted {
      guard let argument = tool.arguments.first(where: { $0.name == name }) else {
        let near = nearestName(to: name, among: tool.arguments.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw Refusal(.usage, "'\(tool.name)' has no argument '\(name.escapedForDisplay)'" + near)
      }
      try argument.check(value)
    }
    if let missing = tool.needed.first(where: { object[$0] == nil }) {
      throw Refusal(.usage, "'\(tool.name)' needs the argument '\(missing)'")
    }
    self.object = object
  }

  subscript(name: String) -> JSONValue? { object[name] }

  /// A text; nil for none.
  func text(_ name: String) -> String? { object[name]?.text }

  /// A number, with a default.
  func number(_ name: String, _ usual: Int) -> Int { object[name]?.integer ?? usual }

  /// A list, empty where it is missing.
  func texts(_ name: String) -> [String] { object[name]?.texts ?? [] }

  /// The look that is asked for.
  ///
  /// - Parameter suffix: of the names, where a tool takes several looks.
  func look(_ suffix: String = "") throws(Refusal) -> LookRequest {
    var request = LookRequest()
    for key in LookRequest.keys {
      if let value = object[key + suffix] { _ = request.take(value, for: key) }
    }
    let (name, recipe) = ("look" + suffix, "recipe" + suffix)
    if request.recipe != nil, !request.name.isEmpty {
      throw Refusal(.usage, "'\(name)' and '\(recipe)' exclude each other; give one")
    }
    if request.recipe == nil, request.name.isEmpty {
      throw Refusal(.usage, "give a '\(name)', or a '\(recipe)' with its text")
    }
    return request
  }
}
