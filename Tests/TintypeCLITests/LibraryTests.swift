import Foundation
import Testing
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

  @Test func anExampleInSwift() throws {
    let folder = try ScratchFolder()
    try folder.write(try example("swift"), to: "main.swift")
    let products = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let maps = try FileManager.default.contentsOfDirectory(atPath: products).filter { $0.hasPrefix("CTintype") }
      .map { "\(products)/\($0)/module.modulemap" }.filter(FileManager.default.fileExists)
    let result = try runProgram(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-warnings-as-errors", "-I\(products)/Modules"]
        + ["-Xcc", "-I\(TestFiles.packageRoot)/Sources/CTintypeCodec/include"]
        + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + ["main.swift"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
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
    let result = try runProgram("/usr/bin/env", environment([try #require(Self.python), "-c", try example("python")]))
    #expect(result.status == 0, "\(result.errors)")
    #expect((Double(result.output.dropLast()) ?? 0) > 0, "\(result.output)")
  }

  @Test(.slow, .enabled(if: python != nil, "needs python3, NumPy and ffmpeg")) func theModuleInPython() throws {
    let result = try runProgram(
      "/usr/bin/env", environment([try #require(Self.python), TestFiles.packageRoot + "/Tests/Python/test_tintype.py"]))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.hasSuffix("\nOK\n"), "\(result.errors)")
  }
}
