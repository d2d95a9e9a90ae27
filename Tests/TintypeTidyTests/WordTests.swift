import Testing
import TintypeTestSupport

/// Words that have no place in this project, or only in one part of it.
@Suite struct WordTests {
  @Test func nothingIsLeftForLater() {
    // Put together, so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
    let files = ProjectFile.all(
      in: ["Sources", "Tests", "Benchmarks", "Recipes", "Grammar", "Documentation"],
      endingIn: [".swift", ".c", ".h", ".tint", ".ebnf", ".md"])
    #expect(files.count > 400)
    for file in files + ProjectFile.scripts + [ProjectFile(path: "Package.swift"), ProjectFile(path: "README.md")] {
      for word in words { #expect(!file.text.contains(word), "\(file.path) puts something off") }
    }
  }

  @Test func noErrorIsFatal() {
    let word = "try" + "!"
    for file in ProjectFile.swift(in: "Sources") + ProjectFile.swift(in: "Tests") + ProjectFile.swift(in: "Recipes") {
      #expect(!file.text.contains(word), "\(file.path) ends the program at an error")
    }
  }

  @Test(.slow) func onlyTheCommandSpeaksAndEnds() {
    let words: Set<Substring> = [
      "print", "debugPrint", "dump", "puts", "fputs", "printf", "fatalError", "exit", "_exit", "abort", "getenv",
      "setenv", "signal",
    ]
    for file in belowTheCommand {
      // Compiled without checks, the executor says for itself where it ends.
      for call in file.bareCalls
      where !(call.name == "fatalError" && file.path.hasSuffix("TintypeExecutor/Require.swift")) {
        #expect(!words.contains(call.name), "\(file.path):\(call.line) calls \(call.name): only the command does that")
      }
      for word in ["CommandLine", "ProcessInfo"] {
        #expect(
          !file.code.contains { $0.contains(word) }, "\(file.path) asks the environment: only the command does that")
      }
    }
  }

  @Test func onlyPictureFilesTouchTheDisk() {
    let words: Set<Substring> = [
      "open", "openat", "creat", "fopen", "read", "pread", "write", "pwrite", "stat", "lstat", "fstat", "unlink",
      "rename",
      "link", "mkdir", "opendir", "mmap", "remove",
    ]
    // Without the system's library these names can only be the project's own.
    let libraries: Set<String> = ["Foundation", "FoundationEssentials", "TintypeSystem"]
    for file in belowTheCommand where !file.path.hasPrefix("Sources/TintypeImage/") {
      guard !file.imports.isDisjoint(with: libraries) else { continue }
      for call in file.bareCalls {
        #expect(!words.contains(call.name), "\(file.path):\(call.line) calls \(call.name): TintypeImage touches files")
      }
    }
  }

  /// Where a stage has a case for an intrinsic, adding one means visiting that stage.
  @Test func onlyTheTableSwitchesOverIntrinsics() {
    let table = ProjectFile(path: "Sources/TintypeIntrinsics/Intrinsic+Definitions.swift")
    let cases = table.code.filter { $0.hasPrefix("  case ") }.flatMap { $0.dropFirst(7).split(separator: ",") }
    let names = Set(cases.map { String($0.drop { $0 == " " }) })
    #expect(names.isSuperset(of: ["add", "smoothstep", "pi", "number"]))
    for file in ProjectFile.swift(in: "Sources") where file.path != table.path {
      var isOverIntrinsics = false
      for (number, line) in zip(1..., file.code) {
        if line.contains("switch ") { isOverIntrinsics = line.contains(" intrinsic {") }
        guard line.drop(while: { $0 == " " }).hasPrefix("case ") else { continue }
        let named = line.matches(of: #/\.([a-zA-Z0-9]+)/#).map { String($0.output.1) }
        let isNamed =
          line.prefix { $0 != ":" }.contains(".apply(.") || isOverIntrinsics && named.contains(where: names.contains)
        #expect(!isNamed, "\(file.path):\(number) has a case for an intrinsic: what differs belongs into the table")
      }
    }
  }

  @Test func rawMemoryStaysWhereItIsNeeded() {
    let folders = ["Executor", "Fonts", "Raster", "Raw", "Image", "C", "Wasm"].map { "Sources/Tintype\($0)/" }
    // Rows on their way from a codec or a caller to the executor and back, and into a table; bytes on their way to the
    // standard streams.
    let files =
      ["Threads/PhotoPipeline", "ComputedRows", "Threads/ReferenceRows", "ReducedPhoto"].map {
        "Sources/TintypeRender/\($0).swift"
      }
      + [
        "Rendering/GivenPictures", "Rendering/PictureRenderer", "FolderLoader+Hald", "Video/RenderVideo",
        "Rendering/LitRows", "Sizing/ResizedReader",
      ].map { "Sources/Tintype/\($0).swift" }
    let command = ["Sources/TintypeCLI/StandardStreams.swift", "Sources/TintypeSystem/Mutex.swift"]
    for file in ProjectFile.swift(in: "Sources") + ProjectFile.swift(in: "Recipes") {
      let isAllowed = folders.contains(where: file.path.hasPrefix) || (files + command).contains(file.path)
      let isUnsafe = file.code.contains { $0.contains("Unsafe") || $0.contains("withMemoryRebound") }
      #expect(isAllowed || !isUnsafe, "\(file.path) handles raw memory")
    }
    for path in files + command { #expect(!ProjectFile(path: path).text.isEmpty, "\(path) is gone from the table") }
  }

  private var belowTheCommand: [ProjectFile] {
    (ProjectFile.swift(in: "Sources") + ProjectFile.swift(in: "Recipes")).filter {
      !["CLI", "Decode", "StudioServer"].map { "Sources/Tintype\($0)/" }.contains(where: $0.path.hasPrefix)
    }
  }
}
