#if os(Linux)
  import Foundation
  import Synchronization

  /// Exchanges a folder for a link to another one, and back, until it is stopped.
  public final class FolderThief: Sendable {
    private let isOver = Atomic(false)
    private let isDone = DispatchSemaphore(value: 0)
    private let exchanges = Atomic(0)
    private let failures = Atomic(0)

    /// - Parameters:
    ///   - folder: its path.
    ///   - link: the path of the link.
    ///   - pauses: how long the folder stays under its name, and then the link, in microseconds.
    public init(exchanging folder: String, with link: String, pauses: (folder: UInt32, link: UInt32) = (0, 0)) {
      Thread { [self] in
        while !isOver.load(ordering: .relaxed) {
          for pause in [pauses.link, pauses.folder] {
            if Self.exchange(folder, link) {
              exchanges.wrappingAdd(1, ordering: .relaxed)
            } else {
              failures.wrappingAdd(1, ordering: .relaxed)
            }
            if pause > 0 { usleep(pause) }
          }
        }
        isDone.signal()
      }
      .start()
    }

    /// Exchanges two names, so that at every moment both have something.
    private static func exchange(_ one: String, _ other: String) -> Bool {
      // Swift sees no functions of the C library that are Linux's alone.
      typealias Rename =
        @convention(c) (
          Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32
      guard let symbol = dlsym(nil, "renameat2") else { return false }
      // RENAME_EXCHANGE of linux/fs.h
      return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, one, AT_FDCWD, other, 2) == 0
    }

    /// Ends it, with the folder under its own name.
    ///
    /// - Returns: how often both were exchanged, and how often they were not.
    public func stop() -> (exchanges: Int, failures: Int) {
      isOver.store(true, ordering: .relaxed)
      isDone.wait()
      return (exchanges.load(ordering: .relaxed), failures.load(ordering: .relaxed))
    }
  }
#endif
