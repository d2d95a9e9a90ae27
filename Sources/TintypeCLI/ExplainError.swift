import ArgumentParser
import Tintype
import TintypeErrorPages

/// `tintype explain-error`
struct ExplainError: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain-error",
    abstract: "Explain the code of an error or warning, with an example and a fix.",
    discussion: "Without a code, lists them all.")

  @Argument(help: "The word in brackets, such as unknown-name.", completion: Completions.codes)
  var code: String?

  func validate() throws {
    guard let code, ErrorPage.page(of: code) == nil else { return }
    let hint = nearestName(to: code, among: ErrorPage.all.map(\.code)).map { "Did you mean '\($0)'?" }
    throw ValidationError(
      "There is no error or warning '\(code.escapedForDisplay)'. \(hint ?? "'tintype explain-error' lists them all.")")
  }

  func run() {
    guard let code, let page = ErrorPage.page(of: code) else {
      print(ErrorPage.all.map { [$0.code, $0.summary] }.alignedColumns.joined(separator: "\n"))
      return
    }
    print(page.text, terminator: "")
  }
}
