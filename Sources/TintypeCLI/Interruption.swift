import Synchronization
import TintypeSystem

/// Ctrl-C, SIGTERM and SIGHUP while photos are rendered: the first ends the work cleanly, the second ends it at once.
enum Interruption {
  /// The signal that came; 0 while none has.
  private static let received = Atomic<Int32>(0)

  /// Whether the work is to end.
  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  /// From here on signals are requests. One that the caller ignores, as `nohup` does, stays ignored.
  static func watch() {
    guard received.load(ordering: .relaxed) == 0 else { return }
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&watched, number)
      let before = signal(number) { number in
        if Interruption.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
      if before.map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
      // A read that waits ends with EINTR.
      var action = sigaction()
      sigaction(number, nil, &action)
      action.sa_flags &= ~SA_RESTART
      sigaction(number, &action, nil)
    }
    // Dispatch's threads block these signals, and a program that one of them starts inherits that.
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
  }

  /// If a signal came, ends the program by that signal: a shell reports 128 plus its number.
  static func endIfRequested() {
    let number = received.load(ordering: .relaxed)
    guard number != 0 else { return }
    fflush(nil)
    signal(number, SIG_DFL)
    raise(number)
    // The first process of a container is not ended by a signal to itself.
    exit(128 + number)
  }
}
