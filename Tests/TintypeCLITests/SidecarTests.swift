import Testing
import TintypeImage
import TintypeTestSupport

/// `photo.jpg.tint` beside `photo.jpg`.
@Suite struct SidecarTests {
  private func program(_ sidecar: String) throws -> Program {
    let program = try Program()
    try TestPicture(20, 20).write(program.folder, "in.png")
    try program.folder.write(sidecar, to: "in.png.tint")
    return program
  }

  /// What the arguments give, without the sidecar.
  private func expected(_ program: Program, _ arguments: String...) throws -> [UInt8]? {
    expectQuiet(try program.run(["render", "in.png", "-o", "expected.png", "--no-sidecars"] + arguments))
    return program.folder.bytes(of: "expected.png")
  }

  @Test func settings() throws {
    let program = try program("// brighter\n\n  set contrast = 2  // much\r\nset gamma=1\n")
    let settings = ["--set", "contrast=2", "--set", "gamma=1"]
    expectQuiet(
      try program.run(["render", "minimal-life", "in.png", "-o", "expected.png", "--no-sidecars"] + settings))
    expectQuiet(try program("render", "minimal-life", "in.png", "-o", "out.png"))
    #expect(program.folder.bytes(of: "out.png") == program.folder.bytes(of: "expected.png"))
    // Into a pipe, too.
    expectQuiet(try program.shell("\"$0\" render minimal-life in.png -o - > out.png"))
    #expect(program.folder.bytes(of: "out.png") == program.folder.bytes(of: "expected.png"))
  }

  @Test func theCommandLineComesLast() throws {
    let program = try program("set contrast = 2\n")
    expectQuiet(try program("render", "minimal-life", "in.png", "-o", "out.png", "--set", "contrast=1"))
    expectQuiet(
      try program("render", "minimal-life", "in.png", "-o", "expected.png", "--set", "contrast=1", "--no-sidecars"))
    #expect(program.folder.bytes(of: "out.png") == program.folder.bytes(of: "expected.png"))
  }

  @Test func aWholeRecipe() throws {
    let program = try program(
      "// mine\ntintype 1\nlook \"n\" { working display }\nparam a: scalar = 1 in 0...1\n"
        + "output mix(source, rgb(1) - source, a)\n"
    )
    let result = try program("render", "original", "in.png", "-o", "out.png")
    #expect(result.status == 0 && result.errors.contains("note: its look is the recipe in its sidecar, in.png.tint"))
    let source = try TestPicture(program.folder, "in.png")
    #expect(try TestPicture(program.folder, "out.png").samples == source.samples.map { 255 - $0 })
  }

  @Test(
    arguments: [
      ("set contrast = 9\n", "in.png.tint: line 1, column 16: 'contrast' lies in 0...4"),
      ("\n\n  set contrast = x\n", "in.png.tint: line 3, column 18: "),
      ("contrast = 2\n", "in.png.tint: line 1 is neither 'set name = value' nor a comment"),
      ("tintype 1\nlook \"n\" { working display }\noutput sourc\n", "in.png.tint: line 3, column 8: "),
      ("tintype 1\nkernel k(c: rgb) -> rgb { return c }\n", "in.png.tint: holds no look"),
    ])
  func mistakes(_ sidecar: String, _ message: String) throws {
    let program = try program(sidecar)
    expectFailure(try program("render", "minimal-life", "in.png", "-o", "out.png"), 65, message)
    #expect(program.folder.names == ["in.png", "in.png.tint"])
  }

  /// What was set for another look stays beside the photo.
  @Test func aParameterOfAnotherLook() throws {
    let program = try program("set contrast = 2\n// mine\nset warmth = 3\n")
    let result = try program("render", "minimal-life", "in.png", "-o", "out.png")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "tintype: in.png: note: line 3 of its sidecar has no effect: "
        + "the look 'minimal life' has no parameter 'warmth'\n"
    )
    expectQuiet(
      try program("render", "minimal-life", "in.png", "-o", "expected.png", "--set", "contrast=2", "--no-sidecars"))
    #expect(program.folder.bytes(of: "out.png") == program.folder.bytes(of: "expected.png"))
  }

  /// Memory is bounded by the shell, in kilobytes of addresses; what is too long is told before it is read.
  @Test(.slow) func longSidecars() throws {
    let line = "set contrast = 0\n"
    let program = try program(String(repeating: line, count: 3_800))
    expectQuiet(
      try program.shell("ulimit -v 1500000; exec \"$0\" render minimal-life in.png -o out.png --if-exists overwrite"))
    try program.folder.write(String(repeating: line, count: 8_000), to: "in.png.tint")
    expectFailure(
      try program("render", "minimal-life", "in.png", "-o", "x.png"), 75,
      "in.png.tint: has 136000 bytes of settings, and at most 65536 are read")
    try program.folder.write(String(repeating: line, count: 100_000), to: "in.png.tint")
    expectFailure(
      try program("render", "minimal-life", "in.png", "-o", "x.png"), 75,
      "in.png.tint: the file has 1700000 bytes, and at most 1048576 are read")
    try program.folder.write(CompileLimitTests.Kind.images.recipe(13_000), to: "in.png.tint")
    expectFailure(
      try program("render", "minimal-life", "in.png", "-o", "x.png", "--memory", "20M"), 75,
      "in.png.tint: compiling the look needs more memory than the limit of 20 MB")
    try program.folder.write("tintype 1\nlook \"n\" { working display }\noutput source\n", to: "in.png.tint")
    #expect(try program("render", "minimal-life", "in.png", "-o", "x.png", "--memory", "20M").status == 0)
  }

  @Test func workersReadThemUnlessTold() throws {
    let program = try program("set contrast = 2\n")
    for (options, name) in [("", "beside.png"), (" --no-sidecars", "plain.png")] {
      let job = "{\"look\":\"minimal-life\",\"input\":\"in.png\",\"output\":\"\(name)\"}"
      #expect(try program.shell("echo '\(job)' | \"$0\" worker\(options)").output.contains("\"ok\":true"))
    }
    let render = ["render", "minimal-life", "in.png", "--no-sidecars", "-o"]
    expectQuiet(try program.run(render + ["b.png", "--set", "contrast=2"]))
    expectQuiet(try program.run(render + ["p.png"]))
    #expect(program.folder.bytes(of: "beside.png") == program.folder.bytes(of: "b.png"))
    #expect(program.folder.bytes(of: "plain.png") == program.folder.bytes(of: "p.png"))
  }
}
