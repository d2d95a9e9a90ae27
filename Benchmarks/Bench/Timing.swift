#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Seconds of processor time that this process has used.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The medians of several bodies run in turn, so that a neighbor on the machine disturbs all alike.
func medians(rounds: Int, _ bodies: [() -> Void]) -> [Double] {
  for body in bodies { body() }
  var times = [[Double]](repeating: [], count: bodies.count)
  for _ in 0..<rounds {
    for (index, body) in bodies.enumerated() {
      let start = processorSeconds()
      body()
      times[index].append(processorSeconds() - start)
    }
  }
  return times.map { $0.median }
}

extension [Double] {
  /// The one in the middle.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
