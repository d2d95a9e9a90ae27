#if os(Linux)
  import CTestEscapes
  import Foundation
  import Testing
  import TintypeImage
  import TintypeTestSupport

  /// Ways out of the process that decodes, each tried in a child that has confined itself with the same function. Where
  /// the kernel cannot confine it, nothing is tried.
  @Suite(.enabled(if: Confinement.missing == nil, "this kernel lacks Landlock or seccomp filters")) struct EscapeTests {
    /// A way out, and how it ends.
    struct Way: CustomTestStringConvertible, Sendable {
      let name: String
      let way: escape
      let ends: [Int32]
      /// Whether it works for a process that is not confined.
      var worksElsewhere = true

      var testDescription: String { name }
    }

    /// The number of the signal that ends a process, beyond all error numbers.
    private static let bySignal: Int32 = 1000

    static let ways = [
      Way(name: "open a file", way: ESCAPE_OPEN, ends: [EPERM, EACCES]),
      Way(name: "write elsewhere", way: ESCAPE_WRITE, ends: [EPERM, EACCES]),
      Way(name: "ask whether a file is there", way: ESCAPE_STATUS, ends: [EPERM, EACCES]),
      Way(name: "connect", way: ESCAPE_SOCKET, ends: [EPERM, EACCES]),
      Way(name: "execute a program", way: ESCAPE_EXECUTE, ends: [EPERM, EACCES]),
      Way(name: "fork", way: ESCAPE_FORK, ends: [EPERM, ENOSYS]),
      Way(name: "trace", way: ESCAPE_TRACE, ends: [EPERM]),
      Way(name: "make memory executable", way: ESCAPE_CODE, ends: [EPERM]),
      Way(name: "take 1 GiB", way: ESCAPE_MEMORY, ends: [ENOMEM]),
      Way(name: "compute for ever", way: ESCAPE_TIME, ends: [bySignal + SIGXCPU]),
      Way(name: "signal the parent", way: ESCAPE_SIGNAL, ends: [EPERM]),
      Way(name: "write to an inherited descriptor", way: ESCAPE_DESCRIPTOR, ends: [EBADF]),
      Way(name: "raise its limits", way: ESCAPE_LIMITS, ends: [EPERM], worksElsewhere: getuid() == 0),
    ]

    @Test(.slow, arguments: ways) func isClosed(_ way: Way) {
      #expect(way.ends.contains(try_escape(way.way, true)), "\(way.name): \(try_escape(way.way, true))")
    }

    /// Otherwise the test above would show nothing.
    @Test(.slow, arguments: ways.filter(\.worksElsewhere)) func isOpenToOthers(_ way: Way) {
      #expect(try_escape(way.way, false) == 0, "\(way.name)")
      try? FileManager.default.removeItem(atPath: "/tmp/tintype-escaped")
    }

    /// Decoders compute in several threads.
    @Test func threadsAreAllowed() { #expect(try_escape(ESCAPE_THREAD, true) == 0) }
  }
#endif
