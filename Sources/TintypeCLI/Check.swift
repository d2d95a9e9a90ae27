import ArgumentParser
import Tintype

/// `tintype check`
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check recipes and say everything that is wrong with them.",
    discussion: "Exits with 0 when no recipe has an error, else with 65.")

  @Argument(help: "Recipe files.")
  var files: [String]

  func run() throws {
    var failure: ExitCode?
    for path in files {
      do {
        let (_, diagnostics) = compile(try RecipeLoading.file(path))
        RecipeLoading.report(diagnostics)
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count - errors
        print("\(path.escapedForDisplay): \(verdict(errors, warnings))")
        if errors > 0 { failure = failure ?? Status.data.exitCode }
      } catch let code as ExitCode {
        failure = failure ?? code
      }
    }
    if let failure { throw failure }
  }

  private func verdict(_ errors: Int, _ warnings: Int) -> String {
    func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
    switch (errors, warnings) {
    case (0, 0): return "ok"
    case (0, _): return "ok, \(counted(warnings, "warning"))"
    case (_, 0): return counted(errors, "error")
    default: return "\(counted(errors, "error")), \(counted(warnings, "warning"))"
    }
  }
}
