import Dispatch
import Synchronization
public import TintypeImage
import TintypeJSON

extension LanguageServer {
  /// Serves a client on two descriptors until it leaves.
  ///
  /// The caller's thread reads and another one works, so that a request that is cancelled is answered at once, even
  /// while it is worked on.
  ///
  /// - Parameters:
  ///   - input: messages of the client, each with its header.
  ///   - output: where the messages for the client go.
  ///   - threads: how many may render previews.
  ///   - temporaryFolder: where the pictures of previews may lie.
  ///   - isInterrupted: polled often; once true, waiting messages are dropped.
  /// - Returns: the exit status: 0 after `shutdown`, else 1.
  public static func serve(
    input: Int32, output: Int32, threads: Int, temporaryFolder: FilePath, isInterrupted: @escaping @Sendable () -> Bool
  ) -> Int32 {
    let (inbox, outbox) = (Inbox(), Outbox(output))
    let work = DispatchGroup()
    DispatchQueue(label: "tintype.lsp").async(group: work) {
      let server = LanguageServer(
        threads: threads, temporaryFolder: temporaryFolder, isOutdated: { inbox.holdsChange }
      ) { message in
        if message["method"] == nil, let id = message["id"], !inbox.finish(id) { return }
        outbox.send(message)
      }
      while server.exitStatus == nil, outbox.isOpen {
        if inbox.isEmpty { server.settle() }
        guard let message = inbox.next() else { break }
        server.receive(message)
      }
      outbox.end(server.exitStatus ?? server.statusAtEnd)
    }
    inbox.fill(from: input, outbox, isInterrupted)
    work.wait()
    return outbox.status
  }
}

extension Inbox {
  /// Reads messages until the client leaves, and answers what it cancels.
  fileprivate func fill(from input: Int32, _ outbox: Outbox, _ isInterrupted: () -> Bool) {
    var reader = MessageReader()
    while outbox.isOpen, !isInterrupted() {
      guard let bytes = try? readSome(from: input, atMost: 1 << 16, isInterrupted: isInterrupted), !bytes.isEmpty else {
        break
      }
      reader.take(bytes)
      while let content = reader.next() {
        guard let message = JSONValue(parsing: content) else {
          outbox.send(LanguageServer.answer(to: .null, .failure(.notAMessage)))
          continue
        }
        if message["method"]?.text == "$/cancelRequest" {
          guard let id = message["params"]?["id"], cancel(id) else { continue }
          outbox.send(LanguageServer.answer(to: id, .failure(.cancelled)))
        } else {
          while isFull, outbox.isOpen { waitForRoom() }
          add(message)
          if message["method"]?.text == "exit", message["id"] == nil { return end(dropsWaiting: false) }
        }
      }
    }
    end(dropsWaiting: isInterrupted())
  }
}

/// Messages to a client, which may be gone.
private final class Outbox: Sendable {
  private let descriptor: Int32
  private let canWrite = Mutex(true)
  private let end = Mutex<Int32?>(nil)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the client accepts messages, so that the server can continue.
  var isOpen: Bool { canWrite.withLock { $0 } && end.withLock { $0 == nil } }

  /// The exit status.
  var status: Int32 { end.withLock { $0 } ?? 1 }

  func end(_ status: Int32) { end.withLock { $0 = status } }

  func send(_ message: JSONValue) {
    let bytes = framed(message)
    canWrite.withLock { canWrite in
      guard canWrite else { return }
      do throws(ImageError) {
        try writeAll(bytes, to: descriptor)
      } catch {
        canWrite = false
      }
    }
  }
}
