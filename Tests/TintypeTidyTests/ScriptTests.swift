import Foundation
import Testing
import TintypeTestSupport

/// Scripts stop at the first command that fails, and say which.
@Suite struct ScriptTests {
  @Test func allAreStrict() {
    for script in ProjectFile.scripts {
      #expect(
        script.text.contains(#/\n\. "\$\(dirname "\${BASH_SOURCE\[0\]}"\)/(../Scripts/)?strict.bash"\n/#),
        "\(script.path) does not begin with Scripts/strict.bash")
      #expect(!script.text.contains("set -e"), "\(script.path) repeats what Scripts/strict.bash does")
    }
    #expect(ProjectFile.scripts.count >= 7)
  }

  /// Ways in which a script under `set -e` would end silently, with what it says now.
  @Test(arguments: [
    (#"x=$(find /none -name x 2>/dev/null | sort | head -n 1)"#, 1, "find /none"),
    ("f() { false; }; f", 1, #""false" ended with status 1"#),
    ("(exit 7)", 7, "ended with status 7"),
    ("true | false | true", 1, "ended with status 1"),
    ("x=$(false; echo 1)", 1, "ended with status 1"),
    ("f() { return 3; }; for x in 1; do f; done", 3, "ended with status 3"),
    ("x=$(false) || true; if false; then :; fi", 0, ""),
  ])
  func nothingEndsSilently(command: String, status: Int32, words: String) throws {
    let strict = TestFiles.packageRoot + "/Scripts/strict.bash"
    let result = try runProgram("/bin/bash", ["-c", ". \(strict)\n\(command)\nexit 0"])
    #expect(result.status == status)
    #expect(words.isEmpty ? result.errors.isEmpty : result.errors.contains(words), "\(result.errors)")
    #expect(result.errorLines.count <= 1, "\(result.errors)")
  }

  /// Who may not install learns what to ask for, in the words of apt-get.
  @Test(arguments: [
    (["clang": "exit 1"], 69, "Swift is missing. Install Swift 6.2 or newer from https://www.swift.org/install"),
    (
      ["swift": "", "clang": "exit 1", "apt-get": "", "id": "echo 1000", "sudo": "exit 1"], 69,
      "\n  apt-get install libjpeg-dev libturbojpeg0-dev libpng-dev zlib1g-dev liblcms2-dev\n"
    ),
    (["swift": "", "clang": "exit 1", "id": "echo 0"], 69, "\n  apt-get install libjpeg-dev"),
    (["swift": "", "clang": "exit 1", "id": "echo 0", "apt-get": "exit 100", "env": "exit 0"], 100, "apt-get update"),
    (["swift": "", "clang": ""], 0, ""),
  ])
  func setup(programs: [String: String], status: Int32, words: String) throws {
    let path = try ScratchFolder()
    for (name, body) in programs {
      try path.install(script: body, as: name)
    }
    let dirname = try #require(programOnSearchPath("dirname"))
    try FileManager.default.createSymbolicLink(atPath: path.path + "/dirname", withDestinationPath: dirname)
    let setup = TestFiles.packageRoot + "/Scripts/setup"
    let result = try runProgram("/usr/bin/env", ["PATH=" + path.path, "/bin/bash", setup])
    #expect(result.status == status)
    #expect(words.isEmpty ? result.errors.isEmpty : result.errors.contains(words), "\(result.errors)")
  }

  @Test func setupKnowsItsOptions() throws {
    let result = try runProgram(TestFiles.packageRoot + "/Scripts/setup", ["--everything"])
    #expect(result.status == 64)
    #expect(result.errors == "Scripts/setup: no option '--everything'; see Scripts/setup --help\n")
  }
}
