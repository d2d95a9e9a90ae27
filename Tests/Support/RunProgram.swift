import Foundation

/// How a program ended, and what it said.
public struct ProgramResult: Sendable {
  /// The exit status; of a program that a signal ended, 128 and the signal's number, as shells count.
  public let status: Int32
  /// Standard output.
  public let output: String
  /// Standard error.
  public let errors: String

  /// The lines of standard error.
  public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Runs a program to its end, without input.
///
/// - Parameters:
///   - folder: where it runs.
/// - Throws: when it cannot be started, and ``ChildProcess/Timeout``.
public func runProgram(_ path: String, _ arguments: [String], in folder: String = "/") throws -> ProgramResult {
  let scratch = try ScratchFolder()
  let (output, errors) = (scratch.path + "/output", scratch.path + "/errors")
  // Files rather than pipes: nobody has to empty them while the program runs.
  try TestFiles.write([], to: output)
  try TestFiles.write([], to: errors)
  let ends = try [output, errors].map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }
  let process = try ChildProcess(path, arguments, in: folder, output: ends[0], errors: ends[1])
  // Foundation keeps them open, and looks through all open files whenever it starts a program: with 1,365 of them it
  // reads beyond its buffer.
  for end in ends { try end.close() }
  return ProgramResult(
    status: try process.wait(),
    output: String(decoding: TestFiles.bytes(of: output) ?? [], as: UTF8.self),
    errors: String(decoding: TestFiles.bytes(of: errors) ?? [], as: UTF8.self))
}

/// The first program of this name on the search path, or nil.
public func programOnSearchPath(_ name: String) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { $0 + "/" + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
