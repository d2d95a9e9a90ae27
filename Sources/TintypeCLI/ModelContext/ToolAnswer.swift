import Tintype
import TintypeImage
import TintypeJSON

/// What a call of a tool comes to: texts and pictures, and the same in JSON.
struct ToolAnswer {
  private var content: [JSONValue]
  private var structure: JSONObject
  private let isError: Bool

  init(_ text: String, _ structure: JSONObject, isError: Bool = false) {
    (content, self.structure, self.isError) = ([["type": "text", "text": JSONValue(text)]], structure, isError)
  }

  /// A failure, which the assistant is to read.
  init(_ refusal: Refusal) {
    let details = refusal.diagnostics.map(\.rendered).joined(separator: "\n")
    self.init(
      refusal.message + (details.isEmpty ? "" : "\n\n" + details),
      [
        "status": JSONValue(Int(refusal.status.rawValue)), "message": JSONValue(refusal.message),
        "diagnostics": refusal.diagnostics.isEmpty ? nil : refusal.diagnostics.values,
      ],
      isError: true)
  }

  /// The same with a picture.
  func adding(picture: [UInt8], _ type: PictureFileType) -> ToolAnswer {
    var answer = self
    answer.content.append([
      "type": "image", "data": JSONValue(picture.base64), "mimeType": JSONValue("image/\(type.name)"),
    ])
    return answer
  }

  /// As the protocol has it.
  var members: JSONObject {
    ["content": .array(content), "structuredContent": structure.json, "isError": JSONValue(isError)]
  }
}

extension [Diagnostic] {
  /// As `check --format json` has them.
  var values: JSONValue { .array(compactMap { JSONValue(parsing: $0.json.utf8) }) }
}
