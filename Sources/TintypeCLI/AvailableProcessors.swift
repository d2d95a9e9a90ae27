import FoundationEssentials

/// The number of threads that can run at once: the processors that this process may use, limited by the quota of its
/// control group (a container with a quota of two processors on a machine of sixty-four has two).
func availableProcessors() -> Int {
  let affine = max(1, ProcessInfo.processInfo.activeProcessorCount)
  guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return affine }
  // "max 100000" or "200000 100000": microseconds of processor time in each period.
  let words = text.split { $0 == " " || $0 == "\n" }
  guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), period > 0 else { return affine }
  return min(affine, max(1, (quota + period - 1) / period))
}
