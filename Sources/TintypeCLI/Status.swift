import ArgumentParser
import Tintype

typealias Status = ExitStatus

extension ExitStatus {
  var exitCode: ExitCode { ExitCode(rawValue) }

  /// The status of a recipe with errors: 75 if the first error is a limit, since the recipe may be valid.
  init(_ diagnostics: [Diagnostic]) {
    self = diagnostics.first { $0.severity == .error }?.isLimit == true ? .limit : .data
  }
}

/// Ends the program at once.
func endProgram(_ status: Status) -> Never { TintypeCommand.exit(withError: status.exitCode) }
