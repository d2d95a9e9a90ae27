import ArgumentParser
import Tintype
package import TintypeJSON
package import TintypeManual

/// `tintype explain-error`
struct ExplainError: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain-error",
    abstract: "Explain the code of an error or warning, with an example and a fix.",
    discussion: "Without a code, lists them all. With --format json, each code is a JSON object on a line.")

  @Argument(help: "The word in brackets, such as unknown-name.", completion: Completions.codes)
  var code: String?

  @Option(help: "The form of the explanation: text, for people, or json, for tools.")
  var format = Check.Format.text

  func validate() throws {
    guard let code, ErrorPage.page(of: code) == nil else { return }
    let hint = nearestName(to: code, among: ErrorPage.all.map(\.code)).map { "Did you mean '\($0)'?" }
    throw ValidationError(
      "There is no error or warning '\(code.escapedForDisplay)'. \(hint ?? "'tintype explain-error' lists them all.")")
  }

  func run() {
    let page = code.flatMap(ErrorPage.page)
    if format == .json {
      for page in page.map({ [$0] }) ?? ErrorPage.all { print(JSONValue(page).line) }
      return
    }
    guard let page else {
      print(ErrorPage.all.map { [$0.code, $0.summary] }.alignedColumns.joined(separator: "\n"))
      return
    }
    print(page.text, terminator: "")
  }
}

extension ErrorPage: JSONRepresentable {
  package var json: JSONValue {
    let examples = examples.map { ["title": JSONValue($0.title), "text": JSONValue($0.text)] as JSONValue }
    return [
      "code": JSONValue(code), "summary": JSONValue(summary), "explanation": JSONValue(explanation),
      "examples": .array(examples),
    ]
  }
}
