import Foundation
import Testing
import TintypeTestSupport

/// The built program, in a folder of its own.
struct Program {
  let folder: ScratchFolder

  /// An empty folder to run in.
  init() throws { folder = try ScratchFolder() }

  /// Runs `tintype` with these arguments in the folder.
  func callAsFunction(_ arguments: String...) throws -> ProgramResult { try run(arguments) }

  /// Runs `tintype` with these arguments in the folder.
  func run(_ arguments: [String]) throws -> ProgramResult {
    try runProgram(Self.path, arguments, in: folder.path)
  }

  /// Runs a line of `sh` in the folder, with the program's path as `$0`.
  func shell(_ line: String) throws -> ProgramResult {
    try runProgram("/bin/sh", ["-c", line, Self.path], in: folder.path)
  }

  /// Beside the test bundle.
  static let path: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("tintype").path
  }()
}

/// Expects a failure as users are to see it: a status, one line that begins so, nothing on standard output.
func expectFailure(
  _ result: ProgramResult, _ status: Int32, _ start: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errorLines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errors.hasPrefix("tintype: " + start), "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errors.hasSuffix("\n"), sourceLocation: sourceLocation)
  #expect(result.output.isEmpty, sourceLocation: sourceLocation)
}

/// Expects that the program did what it was told, and had nothing to say.
func expectQuiet(_ result: ProgramResult, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(result.status == 0, sourceLocation: sourceLocation)
  #expect(result.output + result.errors == "", sourceLocation: sourceLocation)
}
