import Foundation
import TintypeTestSupport

/// The library that lets calls fail, compiled once; nil where there is no C compiler, or no such libraries.
enum FaultLibrary {
  static let path: String? = {
    #if os(Linux)
      guard let compiler = programOnSearchPath("clang") ?? programOnSearchPath("cc") else { return nil }
      let output = FileManager.default.temporaryDirectory.path + "/tintype-faults-\(getpid()).so"
      let source = TestFiles.folder(ofTarget: #filePath) + "/Faults/FailCalls.c"
      let result = try? runProgram(compiler, ["-shared", "-fPIC", "-O1", "-o", output, source, "-ldl"])
      return result?.status == 0 ? output : nil
    #else
      return nil
    #endif
  }()
}
