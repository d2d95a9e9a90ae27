import TintypeJSON

/// Something that an assistant can have done.
struct Tool: Sendable {
  let name: String
  /// What it does and what it answers, for an assistant.
  let summary: String
  let arguments: [ToolArgument]
  /// The names of the arguments that a call must have.
  var needed: [String] = []
  /// Whether it may write files.
  var writes = false
  let run: @Sendable (ToolArguments, inout ToolSession) throws(Refusal) -> ToolAnswer

  /// All of them, in the order in which they are listed.
  static let all: [Tool] = [.check, .fix, .format, .render, .probe, .fit, .diff, .test, .list, .help]
}

extension Tool: JSONRepresentable {
  var json: JSONValue {
    let properties = arguments.map { ($0.name, JSONValue?.some($0.schema)) }
    return [
      "name": JSONValue(name), "description": JSONValue(summary),
      "inputSchema": [
        "type": "object", "properties": .object(JSONObject(properties)),
        "required": needed.isEmpty ? nil : JSONValue(needed), "additionalProperties": false,
      ],
      "annotations": [
        "readOnlyHint": JSONValue(!writes), "openWorldHint": false, "destructiveHint": writes ? true : nil,
      ],
    ]
  }
}
