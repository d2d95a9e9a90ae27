import ArgumentParser
import Tintype

typealias Status = ExitStatus

extension ExitStatus {
  var exitCode: ExitCode { ExitCode(rawValue) }

  /// That of a recipe with errors: where the first is a limit, it may be right.
  init(_ diagnostics: [Diagnostic]) {
    self = diagnostics.first { $0.severity == .error }?.isLimit == true ? .limit : .data
  }
}

/// Ends the program at once.
func endProgram(_ status: Status) -> Never { TintypeCommand.exit(withError: status.exitCode) }
