package import TintypeImage
import TintypeSystem

extension LanguageServer {
  /// Serves a client on two descriptors until it leaves.
  ///
  /// - Returns: the exit status: 0 after `shutdown`, else 1.
  package static func serve(
    input: Int32, output: Int32, threads: Int, temporaryFolder: FilePath, isInterrupted: @escaping @Sendable () -> Bool
  ) -> Int32 {
    var canWrite = true
    let server = LanguageServer(threads: threads, temporaryFolder: temporaryFolder) { message in
      do throws(ImageError) {
        if canWrite { try writeAll(framed(message), to: output) }
      } catch {
        canWrite = false
      }
    }
    var reader = MessageReader()
    var waiting: [JSONValue] = []
    var cancelled: Set<JSONValue> = []
    var isAtEnd = false
    while canWrite, server.exitStatus == nil {
      // All that has come is read before anything is done, so that what is cancelled is not begun.
      while canWrite, !isAtEnd, waiting.isEmpty || waiting.count < mostWaiting && hasInput(input) {
        if waiting.isEmpty, !hasInput(input) { server.settle() }
        guard let bytes = try? readSome(from: input, atMost: 1 << 16, isInterrupted: isInterrupted), !bytes.isEmpty
        else {
          isAtEnd = true
          break
        }
        reader.take(bytes)
        while let message = reader.next() {
          guard let value = JSONValue(parsing: message) else {
            server.refuse(.notAMessage)
            continue
          }
          if value["method"]?.text == "$/cancelRequest" {
            if let id = value["params"]?["id"] { cancelled.insert(id) }
          } else {
            waiting.append(value)
          }
        }
      }
      guard !waiting.isEmpty else { break }
      let message = waiting.removeFirst()
      let isCancelled = message["id"].map { cancelled.remove($0) != nil } ?? false
      server.receive(message, isCancelled: isCancelled)
      if waiting.isEmpty { cancelled = [] }
    }
    return server.exitStatus ?? server.statusAtEnd
  }

  private static let mostWaiting = 10_000

  /// Whether reading would give something at once, the end included.
  private static func hasInput(_ descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 0) > 0
  }
}
