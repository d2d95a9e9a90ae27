import TintypeEditing
import TintypeJSON
import TintypeSemantics

extension LanguageServer {
  func signatureHelp(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (place, offset) = try place(parameters)
    let analysis = place.editing
    guard let call = analysis.call(around: offset), let signature = analysis.signature(of: call) else { return .null }
    let active = call.active(in: signature)
    let documentation = analysis.symbol(of: call).flatMap { analysis.model.documentation(of: $0) }
    let can = client["textDocument"]?["signatureHelp"]?["signatureInformation"]
    let asLabels = can?["parameterInformation"]?["labelOffsetSupport"]?.truth == true
    let formats = can?["documentationFormat"]
    var start = signature.head.utf16.count + 1
    let inputs = signature.inputs.map { input -> JSONValue in
      let end = start + input.text.utf16.count
      defer { start = end + 2 }
      return [
        "label": asLabels ? [JSONValue(start), JSONValue(end)] : .string(input.text),
        "documentation": input.documentation.map { analysis.markup($0, formats) },
      ]
    }
    return [
      "signatures": [
        [
          "label": .string(signature.text), "parameters": .array(inputs),
          "documentation": documentation.map { analysis.markup($0, formats) },
        ]
      ],
      "activeSignature": 0, "activeParameter": active.map { JSONValue($0) },
    ]
  }
}
