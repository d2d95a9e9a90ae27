import Foundation
import Testing
import TintypeTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// `tintype studio` at work in a folder, until the object goes.
final class StudioServer: @unchecked Sendable {
  let port: UInt16
  /// `http://127.0.0.1:PORT/TOKEN/`
  let address: String
  private let process: ChildProcess
  private let output = Pipe()

  init(_ program: Program, _ arguments: String...) throws {
    process = try ChildProcess(
      "/usr/bin/env",
      ["XDG_STATE_HOME=\(program.folder.path)/.state", Program.path, "studio", "--no-open"] + arguments,
      in: program.folder.path, output: output, within: ChildProcess.wholeRun)
    var said = ""
    while !said.contains("Ctrl-C") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      said += String(decoding: part, as: UTF8.self)
    }
    let match = try #require(said.firstMatch(of: #/http://127\.0\.0\.1:([0-9]+)/[0-9a-f]{32}//#), "\(said)")
    address = String(match.output.0)
    port = try #require(UInt16(match.output.1))
  }

  deinit { end() }

  /// Ends it as Ctrl-C does.
  @discardableResult
  func end() -> Int32 {
    process.signal(SIGINT)
    return (try? process.wait()) ?? -1
  }

  /// What stands behind host and port.
  var path: String { String(address.dropFirst("http://127.0.0.1:\(port)".count)) }

  /// Sends bytes as they are, and reads until the server closes or is silent.
  ///
  /// - Parameter host: the address to connect to.
  /// - Returns: the answer; nil where nobody listens.
  func exchange(_ bytes: [UInt8], host: String = "127.0.0.1", seconds: Int = 5) -> String? {
    let socket = connection(host: host, seconds: seconds)
    guard socket >= 0 else { return nil }
    defer { close(socket) }
    _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while answer.count < 1 << 22 {
      let count = recv(socket, &part, part.count, 0)
      guard count > 0 else { break }
      answer += part[..<count]
      let text = String(decoding: answer, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n"),
        let length = text.firstMatch(of: /Content-Length: ([0-9]+)/.ignoresCase()).flatMap({ Int($0.output.1) }),
        text[end.upperBound...].utf8.count >= length
      {
        break
      }
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// A connection, whose reads wait no longer than some seconds; -1 where nobody listens.
  func connection(host: String = "127.0.0.1", seconds: Int = 5) -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &place.sin_addr)
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(socket)
      return -1
    }
    var wait = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    return socket
  }

  /// The status of a request with these headers.
  func status(_ method: String, _ path: String, _ headers: [String: String] = [:], body: String = "") -> Int? {
    var headers = headers
    headers["Host"] = headers["Host"] ?? "127.0.0.1:\(port)"
    if method == "POST", headers["Content-Length"] == nil { headers["Content-Length"] = "\(body.utf8.count)" }
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    return exchange(Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8)).flatMap { answer in
      Int(answer.split(separator: " ").dropFirst().first ?? "")
    }
  }
}
