import FlyingSocks
import Foundation
import Synchronization
import TintypeStudio

/// A server of HTTP/1.1 on a port of 127.0.0.1. Everything that a stranger may send is bounded in size and time before
/// it is parsed: heads, contents, and the connections that wait for one.
struct HTTPServer {
  let port: UInt16
  private let socket: Socket
  private let waiting = WaitingConnections()

  /// Takes a port; 0 for any that is free.
  init(port: UInt16) throws {
    socket = try Socket(domain: Int32(AF_INET))
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    self.port = port
  }

  /// Serves until the task is canceled.
  func run(_ face: HTTPFace) async throws {
    let pool = SocketPool.make()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    defer { try? socket.close() }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await pool.run() }
      while !Task.isCancelled {
        do {
          let client = try await listener.accept()
          group.addTask {
            var connection = HTTPConnection(client, waiting)
            await connection.serve(face)
          }
        } catch is CancellationError {
          return
        } catch {
          // A transient error, such as too many open files.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
}

/// The connections that wait for the next head. Above a number of them the one that has waited longest is ended.
final class WaitingConnections: Sendable {
  private let sockets = Mutex<[Socket]>([])

  /// A page has six connections, and a browser several pages.
  private static let most = 48

  func add(_ socket: Socket) {
    sockets.withLock { sockets in
      sockets.append(socket)
      if sockets.count > Self.most { shutdown(sockets.removeFirst().file.rawValue, Int32(SHUT_RDWR)) }
    }
  }

  func remove(_ socket: Socket) { sockets.withLock { sockets in sockets.removeAll { $0 == socket } } }
}
