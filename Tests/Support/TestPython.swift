import Foundation

/// A Python that can import some modules: the one of `Scripts/setup --tests`, or that of the search path; nil where
/// neither can.
public func python(importing modules: String...) -> String? {
  let candidates = [TestFiles.packageRoot + "/.build/python/bin/python3", programOnSearchPath("python3")]
  return candidates.compactMap { $0 }.first { path in
    FileManager.default.isExecutableFile(atPath: path)
      && (try? runProgram(path, ["-c", "import " + modules.joined(separator: ", ")]).status) == 0
  }
}
