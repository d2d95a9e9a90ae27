import TintypeEditing
import TintypeJSON

extension LanguageServer {
  func completion(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    return analysis.editing.completion(at: offset, for: client)
  }

  func hover(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let (analysis, offset) = try place(parameters)
    return analysis.editing.hover(at: offset, for: client)
  }

  func semanticTokens(_ parameters: JSONValue) throws(Failure) -> JSONValue {
    let analysis = try analysis(parameters)
    return analysis.editing.semanticTokens(in: analysis.positions.span(parameters["range"]))
  }
}
