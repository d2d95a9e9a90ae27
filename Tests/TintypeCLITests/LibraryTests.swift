import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// The library as programs in other languages have it: the page's examples, and the Python module's own tests.
@Suite struct LibraryTests {
  private static let library = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
    .appendingPathComponent("libTintypeC.so").path
  private static let header = TestFiles.packageRoot + "/Sources/CTintype/include"

  private static let python = programOnSearchPath("ffmpeg").flatMap { _ in TintypeTestSupport.python(importing: "numpy")
  }

  /// The text of the page's first block in a language.
  private func example(_ language: String) throws -> String {
    let page = String(
      decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/Library.md") ?? [], as: UTF8.self)
    let start = try #require(page.range(of: "\n```\(language)\n"))
    let end = try #require(page.range(of: "\n```\n", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound]) + "\n"
  }

  private func environment(_ arguments: [String]) -> [String] {
    [
      "TINTYPE_LIBRARY=\(Self.library)", "TINTYPE_COMMAND=\(Program.path)",
      "PYTHONPATH=\(TestFiles.packageRoot)/Python", "PYTHONDONTWRITEBYTECODE=1",
    ] + arguments
  }

  /// The example in C renders what the command renders, and fails as it does.
  @Test func anExampleInC() throws {
    let program = try Program()
    try TestPicture(61, 40).write(program.folder, "in.jpg")
    try program.folder.write(try example("c"), to: "example.c")
    let compiled = try runProgram(
      "/usr/bin/env",
      [
        "clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I\(Self.header)", "example.c", Self.library,
        "-Wl,-rpath,\(Self.library.dropLast("/libTintypeC.so".count))", "-o", "example",
      ], in: program.folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)")
    let first = try runProgram(program.folder.path + "/example", [], in: program.folder.path)
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "expected.jpg"))
    #expect(program.folder.bytes(of: "out.jpg") == program.folder.bytes(of: "expected.jpg"))
    let second = try runProgram(program.folder.path + "/example", [], in: program.folder.path)
    #expect(second.status == 73)
    #expect(second.errors == "out.jpg: exists already\n")
  }

  /// Layouts of pictures, values as numbers, parts of pictures, and what is refused: `Tests/Library/interface.c`.
  @Test func theInterfaceInC() throws {
    let folder = try ScratchFolder()
    let compiled = try runProgram(
      "/usr/bin/env",
      [
        "clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I\(Self.header)",
        TestFiles.packageRoot + "/Tests/Library/interface.c", Self.library,
        "-Wl,-rpath,\(Self.library.dropLast("/libTintypeC.so".count))", "-lm", "-o", "interface",
      ], in: folder.path)
    #expect(compiled.status == 0, "\(compiled.errors)")
    let result = try runProgram(folder.path + "/interface", [], in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  /// The examples of a page in Swift, one program.
  @Test(
    arguments: [
      "Documentation/Library.md", "\(catalog)/Tintype.md", "\(catalog)/LoadingLooks.md",
      "\(catalog)/RenderingPhotos.md",
    ]) func examplesInSwift(_ page: String) throws
  {
    let text = String(decoding: TestFiles.bytes(of: TestFiles.packageRoot + "/" + page) ?? [], as: UTF8.self)
    let blocks = text.matches(of: /\n```swift\n((?:.|\n)*?)\n```\n/).map { String($0.output.1) }
    #expect(!blocks.isEmpty)
    let folder = try ScratchFolder()
    try folder.write(blocks.joined(separator: "\n") + "\n", to: "main.swift")
    let result = try runProgram(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-warnings-as-errors", "-I\(Self.products)/Modules"] + (try Self.clangArguments())
        + ["main.swift"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  private static let catalog = "Sources/Tintype/Tintype.docc"
  private static let products = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path

  /// Where the C modules are.
  private static func clangArguments() throws -> [String] {
    let maps = try FileManager.default.contentsOfDirectory(atPath: products).filter { $0.hasPrefix("CTintype") }
      .map { "\(products)/\($0)/module.modulemap" }.filter(FileManager.default.fileExists)
    return ["-Xcc", "-I\(TestFiles.packageRoot)/Sources/CTintypeCodec/include"]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private static let docc = programOnSearchPath("docc")

  /// Every public symbol has documentation with all its parameters, and every link of the catalog leads somewhere.
  @Test(.slow, .enabled(if: docc != nil, "there is no docc")) func theDocumentationIsWhole() throws {
    let folder = try ScratchFolder()
    let architecture = try runProgram("/usr/bin/env", ["swiftc", "-print-target-info"])
    let target = try #require(architecture.output.firstMatch(of: /"triple": "([^"]+)"/)).output.1
    let extracted = try runProgram(
      "/usr/bin/env",
      ["swift-symbolgraph-extract", "-module-name", "Tintype", "-target", String(target), "-I\(Self.products)/Modules"]
        + (try Self.clangArguments()) + ["-output-dir", ".", "-minimum-access-level", "public"], in: folder.path)
    #expect(extracted.status == 0, "\(extracted.errors)")
    let graph = try JSONSerialization.jsonObject(with: Data(#require(folder.bytes(of: "Tintype.symbols.json"))))
    let symbols = try #require((graph as? [String: Any])?["symbols"] as? [[String: Any]])
    for symbol in symbols where symbol["docComment"] == nil {
      let name = (symbol["identifier"] as? [String: String])?["precise"] ?? ""
      #expect(name.contains("::SYNTHESIZED::"), "\(symbol["pathComponents"] ?? name)")
    }
    let converted = try runProgram(
      #require(Self.docc),
      [
        "convert", "\(TestFiles.packageRoot)/\(Self.catalog)", "--warnings-as-errors", "--additional-symbol-graph-dir",
        ".", "--output-dir", "archive", "--fallback-display-name", "Tintype", "--fallback-bundle-identifier", "tintype",
      ], in: folder.path)
    #expect(converted.status == 0, "\(converted.errors)\(converted.output)")
  }

  @Test(arguments: ["c11", "c++17"]) func theHeaderIsAlone(_ standard: String) throws {
    let isPlusPlus = standard.hasPrefix("c++")
    let result = try runProgram(
      "/usr/bin/env",
      [
        isPlusPlus ? "clang++" : "clang", "-x", isPlusPlus ? "c++" : "c", "-std=\(standard)", "-Wall", "-Wextra",
        "-pedantic", "-Werror", "-fsyntax-only", Self.header + "/tintype.h",
      ])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(.enabled(if: python != nil, "needs python3, NumPy and ffmpeg")) func anExampleInPython() throws {
    let program = try Program()
    try TestPicture(61, 40).write(program.folder, "in.jpg")
    let result = try runProgram(
      "/usr/bin/env", environment([try #require(Self.python), "-c", try example("python")]), in: program.folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect((Double(result.output.dropLast()) ?? 0) > 0, "\(result.output)")
    expectQuiet(
      try program(
        "render", "tumble-down", "in.jpg", "-o", "expected.jpg", "--set", "contrast=1.2", "--quality", "92"))
    #expect(program.folder.bytes(of: "out.jpg") == program.folder.bytes(of: "expected.jpg"))
  }

  @Test(.slow, .enabled(if: python != nil, "needs python3, NumPy and ffmpeg")) func theModuleInPython() throws {
    let result = try runProgram(
      "/usr/bin/env", environment([try #require(Self.python), TestFiles.packageRoot + "/Tests/Python/test_tintype.py"]))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.hasSuffix("\nOK\n"), "\(result.errors)")
  }

  @Test(
    .enabled(if: python != nil, "needs python3, NumPy and ffmpeg"),
    .enabled(if: PictureFileType(named: "raw") != nil, "needs the trait RAW")) func aRawFileInPython() throws
  {
    let program = try Program()
    try program.folder.write(RawRecipe(width: 96, height: 64).dng, to: "a.dng")
    let text = "import tintype; tintype.Look('slide').render_file('a.dng', 'a.jpg', white='3000K')"
    let result = try runProgram(
      "/usr/bin/env", environment([try #require(Self.python), "-c", text]), in: program.folder.path)
    #expect(result.status == 0, "\(result.errors)")
    expectQuiet(try program("render", "slide", "a.dng", "-o", "b.jpg", "--white", "3000K"))
    #expect(program.folder.bytes(of: "a.jpg") == program.folder.bytes(of: "b.jpg"))
  }
}
