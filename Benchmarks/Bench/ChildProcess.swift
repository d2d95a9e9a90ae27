#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a finished program has cost.
struct ChildProcess {
  /// Seconds of processor time, its own and the system's for it.
  let processor: Double
  /// Seconds on the clock.
  let wall: Double
  /// Most memory it held at once, in megabytes.
  let peak: Double

  struct Failure: Error {
    let command: [String]
    let status: Int32
  }

  /// Runs a program to its end.
  init(_ command: [String]) throws {
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    let start = ContinuousClock.now
    let refused = posix_spawn(&child, command[0], nil, nil, &words, environ)
    guard refused == 0 else { throw Failure(command: command, status: refused) }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw Failure(command: command, status: status)
    }
    let parts = (ContinuousClock.now - start).components
    wall = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    processor = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    peak = Double(usage.ru_maxrss) / 1024
  }
}

/// Another product of this package, beside this program.
func sibling(_ name: String) -> String {
  let own = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
  return (own + [name[...]]).joined(separator: "/")
}
