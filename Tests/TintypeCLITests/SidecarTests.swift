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
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    let source = try TestPicture(program.folder, "in.png")
    #expect(try TestPicture(program.folder, "out.png").samples == source.samples.map { 255 - $0 })
  }

  @Test(
    arguments: [
      ("set contrast = 9\n", "in.png.tint: line 1, column 16: 'contrast' lies in 0...4"),
      ("\n\n  set contras = 1\n", "in.png.tint: line 3, column 7: the look 'minimal life' has no parameter 'contras'"),
      ("contrast = 2\n", "in.png.tint: line 1 is neither 'set name = value' nor a comment"),
      ("tintype 1\nlook \"n\" { working display }\noutput sourc\n", "in.png.tint: line 3, column 8: "),
      ("tintype 1\nkernel k(c: rgb) -> rgb { return c }\n", "in.png.tint: holds no look"),
    ])
  func mistakes(_ sidecar: String, _ message: String) throws {
    let program = try program(sidecar)
    expectFailure(try program("render", "minimal-life", "in.png", "-o", "out.png"), 65, message)
    #expect(program.folder.names == ["in.png", "in.png.tint"])
  }
}
