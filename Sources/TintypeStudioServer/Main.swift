import Foundation
import Tintype
import TintypeExecutor
import TintypeImage
import TintypeStudio

/// `tintype-studio`, which `tintype studio` starts: a server for one page, until Ctrl-C.
///
/// Arguments come checked: `--port N`, `--folder DIR`, `--photo FILE`, `--threads N`, `--open`, then looks.
@main
struct Main {
  static func main() async {
    var start = Studio.Start(
      folder: FilePath(FileManager.default.currentDirectoryPath),
      temporaryFolder: FilePath(FileManager.default.temporaryDirectory.path))
    start.stateFolder = stateFolder
    var (port, opens) = (UInt16(0), false)
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--port": port = words.popFirst().flatMap { UInt16($0) } ?? 0
      case "--folder": start.folder = FilePath(words.popFirst() ?? ".").absolute
      case "--photo": start.photo = words.popFirst().map { FilePath($0).absolute }
      case "--threads": start.threads = max(1, words.popFirst().flatMap { Int($0) } ?? 1)
      case "--open": opens = true
      case _ where word.hasPrefix("--"): fail("start it with 'tintype studio'", .usage)
      default: start.looks.append(isRecipePath(word) ? FilePath(word).absolute.description : word)
      }
    }
    guard Execution.isSupportedHere else { fail(Execution.whyUnsupported, .unavailable) }
    signal(SIGPIPE, SIG_IGN)
    do {
      let studio = try Studio(start)
      try await serve(studio, port: port, opens: opens)
    } catch let error as ImageError {
      fail(error.message, ExitStatus(error.kind))
    } catch {
      fail("the server cannot go on: \(error)", .cannotCreate)
    }
  }

  /// Where programs keep their state, by the XDG Base Directory Specification; nil for a user without a home.
  private static var stateFolder: FilePath? {
    let environment = ProcessInfo.processInfo.environment
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let folder = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
    return folder.map { FilePath($0 + "/tintype") }
  }

  private static func serve(_ studio: Studio, port: UInt16, opens: Bool) async throws {
    guard let server = try? HTTPServer(port: port) else {
      fail("port \(port) cannot be had; --port takes another one", .cannotCreate)
    }
    let gate = StudioGate(port: server.port)
    let ended = endingSignals()
    let running = Task { try await server.run(HTTPFace(studio: studio, gate: gate)) }
    let address = "http://127.0.0.1:\(server.port)/\(gate.token)/"
    print("Tintype is at \(address)\nCtrl-C ends it.")
    fflush(nil)
    if opens { open("http://127.0.0.1:\(server.port)/\(gate.invitation)/") }
    for await _ in ended {}
    running.cancel()
    // What is asked now is answered, if that does not take long.
    Task.detached {
      try? await Task.sleep(for: .seconds(1))
      exit(0)
    }
    _ = await running.result
  }

  /// A stream that ends with Ctrl-C, SIGTERM or SIGHUP. From the return on none of them is lost.
  private static func endingSignals() -> AsyncStream<Void> {
    let (ended, end) = AsyncStream<Void>.makeStream()
    let pipe = Pipe()
    signalled = pipe.fileHandleForWriting.fileDescriptor
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = write(Main.signalled, &byte, 1)
      }
    }
    Thread {
      _ = pipe.fileHandleForReading.availableData
      withExtendedLifetime(pipe) { end.finish() }
    }.start()
    return ended
  }

  /// Where the handler of signals writes: all that it may do is a system call.
  nonisolated(unsafe) private static var signalled: Int32 = -1

  /// Shows the page in the browser of the user; the printed address stays for those without one.
  private static func open(_ address: String) {
    #if os(macOS)
      let opener = "/usr/bin/open"
    #else
      let opener = "/usr/bin/xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: opener)
    process.arguments = [address]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
  }

  private static func fail(_ message: String, _ status: ExitStatus) -> Never {
    FileHandle.standardError.write(Data("tintype: \(message)\n".utf8))
    exit(status.rawValue)
  }
}
