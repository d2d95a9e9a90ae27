import ArgumentParser
import Tintype

typealias Status = ExitStatus

extension ExitStatus {
  var exitCode: ExitCode { ExitCode(rawValue) }
}

/// Ends the program at once.
func endProgram(_ status: Status) -> Never { TintypeCommand.exit(withError: status.exitCode) }
