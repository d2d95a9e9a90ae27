import Foundation

/// A headless Chromium with one page, driven over a pipe by the DevTools protocol.
///
/// WebGL runs on the CPU, so results are the same on every machine.
public final class Chromium: @unchecked Sendable {
  /// The program, or nil.
  public static let path = programOnSearchPath("chromium") ?? programOnSearchPath("chromium-browser")

  /// What draws WebGL.
  public enum Driver: String, Sendable {
    /// What Chromium brings.
    case swiftShader = "swiftshader"
    /// Mesa's, with OpenGL ES.
    case llvmpipe = "gl-egl"
  }

  /// Whether Mesa is there.
  public static let hasLLVMpipe = ["/usr/lib", "/usr/lib64"].contains { folder in
    let here = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ([""] + here.filter { $0.hasSuffix("-linux-gnu") }).contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)/libEGL_mesa.so.0")
    }
  }

  /// What went wrong: an exception of the page, or an error of the protocol.
  public struct Failure: Error, CustomStringConvertible {
    /// In the words of the browser.
    public let description: String

    fileprivate static let ended = Failure(description: "chromium has ended")
  }

  /// A message of the protocol.
  private typealias Message = [String: Any]

  private let process: ChildProcess
  /// A socket, because writing to a pipe whose browser has ended raises SIGPIPE, which would end all tests.
  private let requests: FileHandle
  private let replies = Pipe()
  private let profile: ScratchFolder
  private let lock = NSLock()
  private var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
  private var count = 0
  private var session: String?
  private var hasEnded = false

  /// Starts the browser with an empty page.
  ///
  /// - Parameters:
  ///   - flags: further flags, such as `--use-fake-device-for-media-stream`.
  ///   - driver: what draws WebGL.
  /// - Throws: ``Failure`` where it is missing or does not start.
  public init(flags: [String] = [], driver: Driver = .swiftShader) async throws {
    guard let path = Self.path else { throw Failure(description: "there is no chromium") }
    profile = try ScratchFolder()
    // The protocol uses the descriptors 3 and 4, which only a shell can give.
    let arguments =
      ["-c", "exec \"$@\" 3<&0 4>&1 >/dev/null 2>&1", "sh", path] + [
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-swiftshader",
        "--use-angle=\(driver.rawValue)", "--ignore-gpu-blocklist", "--remote-debugging-pipe",
        "--user-data-dir=\(profile.path)",
      ] + flags + ["about:blank"]
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamSocket, 0, &ends) == 0 else { throw Failure(description: "there is no socket") }
    let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    requests = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    process = try ChildProcess(
      "/bin/sh", arguments, input: theirs, output: replies, within: ChildProcess.wholeRun)
    try theirs.close()
    // Reading blocks, so it has a thread of its own.
    Thread { [self] in read() }.start()
    let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    let attached = try await call("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    session = attached["sessionId"] as? String
  }

  deinit { process.signal(SIGTERM) }

  /// Ends the browser without asking it.
  public func kill() throws {
    process.signal(SIGKILL)
    try process.wait()
  }

  /// Ends the browser.
  public func close() async {
    session = nil
    _ = try? await call("Browser.close", within: .seconds(20))
    process.signal(SIGTERM)
    _ = try? process.wait()
  }

  /// Goes to an address, and waits until the page has loaded.
  public func open(_ address: String) async throws {
    _ = try await call("Page.enable")
    _ = try await call("Page.navigate", ["url": address])
    while try await evaluate("document.readyState") != "complete" { try await Task.sleep(for: .milliseconds(20)) }
  }

  /// The value of an expression of JavaScript, which may be a promise.
  ///
  /// - Parameter limit: how long it may take.
  /// - Returns: its text; of `undefined`, an empty one.
  /// - Throws: ``Failure`` with what the page throws, or when there is no answer in time.
  public func evaluate(_ expression: String, within limit: Duration = .seconds(120)) async throws -> String {
    let reply = try await call(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true], within: limit)
    if let details = reply["exceptionDetails"] as? Message {
      let exception = details["exception"] as? Message
      throw Failure(description: "\(exception?["description"] ?? details["text"] ?? "an exception")")
    }
    let result = reply["result"] as? Message
    return result?["value"].map { "\($0)" } ?? ""
  }

  /// What the page looks like, as a PNG file.
  public func screenshot() async throws -> [UInt8] {
    let reply = try await call("Page.captureScreenshot", ["format": "png"])
    return (reply["data"] as? String).flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? []
  }

  /// Calls a method of the protocol.
  ///
  /// - Throws: ``Failure`` with what the browser says, or when it does not answer in time.
  public func call(
    _ method: String, _ parameters: [String: Any] = [:], within limit: Duration = .seconds(120)
  ) async throws -> [String: Any] {
    let data: Data = try await withCheckedThrowingContinuation { continuation in
      let number = send(method, parameters, continuation)
      let detail = (parameters["expression"] as? String).map { " of '\($0.prefix(200))'" } ?? ""
      Task { [weak self] in
        try await Task.sleep(for: limit)
        self?.give(up: number, Failure(description: "\(method)\(detail): chromium has not answered within \(limit)"))
      }
    }
    let message = try JSONSerialization.jsonObject(with: data) as? Message ?? [:]
    if let error = message["error"] as? Message { throw Failure(description: "\(method): \(error["message"] ?? "")") }
    return message["result"] as? Message ?? [:]
  }

  /// Sends a request; gives back its number.
  private func send(
    _ method: String, _ parameters: Message, _ continuation: CheckedContinuation<Data, any Error>
  ) -> Int {
    lock.lock()
    defer { lock.unlock() }
    count += 1
    var message: Message = ["id": count, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    waiting[count] = continuation
    do {
      let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
      guard !hasEnded, sendAll(bytes, to: requests.fileDescriptor) else { throw Failure.ended }
    } catch {
      waiting.removeValue(forKey: count)?.resume(throwing: error)
    }
    return count
  }

  /// Ends the wait for an answer, if there is none yet.
  private func give(up number: Int, _ failure: Failure) {
    lock.lock()
    defer { lock.unlock() }
    waiting.removeValue(forKey: number)?.resume(throwing: failure)
  }

  /// Messages end with a zero byte.
  private func read() {
    var message = Data()
    while true {
      var some = replies.fileHandleForReading.availableData
      guard !some.isEmpty else { break }
      // A picture is megabytes, which a search of a debug build takes seconds for.
      while let end = some.withUnsafeBytes({ bytes in
        memchr(bytes.baseAddress!, 0, bytes.count).map { UnsafeRawPointer($0) - bytes.baseAddress! }
      }) {
        message.append(some.prefix(end))
        answer(message)
        message = Data()
        some = Data(some.dropFirst(end + 1))
        if some.isEmpty { break }
      }
      message.append(some)
    }
    lock.lock()
    defer { lock.unlock() }
    for continuation in waiting.values { continuation.resume(throwing: Failure.ended) }
    (waiting, hasEnded) = ([:], true)
  }

  private func answer(_ message: Data) {
    // Events have no number.
    guard let object = try? JSONSerialization.jsonObject(with: message) as? Message, let id = object["id"] as? Int
    else { return }
    lock.lock()
    defer { lock.unlock() }
    waiting.removeValue(forKey: id)?.resume(returning: message)
  }
}

/// Sends bytes through a socket; false where the other end is closed.
private func sendAll(_ bytes: Data, to socket: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, withoutSignal) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

#if os(Linux)
  private let (streamSocket, withoutSignal) = (Int32(SOCK_STREAM.rawValue), Int32(MSG_NOSIGNAL))
#else
  private let (streamSocket, withoutSignal) = (SOCK_STREAM, Int32(0))
#endif
