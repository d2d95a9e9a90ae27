import Testing
import TintypeTestSupport

/// Tables that `--set`, sidecars and jobs give.
@Suite struct GivenTableTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(16, 12).write(program.folder, "in.png")
    try program.folder.write(Self.look(default: ""), to: "look.tint")
    try write("half.cube", red: 0.5)
    try write("dim.cube", red: 0.25)
  }

  private static func look(default: String) -> String {
    "tintype 1\nlook \"print\" { working display }\nparam film: lut\(`default`)\noutput lookup(source, film)\n"
  }

  private func write(_ name: String, red: Double) throws {
    let rows = (0..<8).map { "\(Double($0 & 1) * red) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    try program.folder.write("LUT_3D_SIZE 2\n" + rows, to: name)
  }

  private func render(_ output: String, _ rest: String...) throws {
    expectQuiet(try program.run(["render", "./look.tint", "in.png", "-o", output] + rest))
  }

  private func expectSame(_ a: String, _ b: String) {
    #expect(program.folder.bytes(of: a) != nil)
    #expect(program.folder.bytes(of: a) == program.folder.bytes(of: b))
  }

  @Test func aGivenTableIsTheOneInTheRecipe() throws {
    // Without the record of how they were made, equal pixels are equal files.
    try render("given.png", "--set", "film=half.cube", "--metadata", "none")
    try render("quoted.png", "--set", "film=\"./half.cube\"", "--metadata", "none")
    try render("plain.png", "--metadata", "none")
    try program.folder.write(Self.look(default: " = lut \"half.cube\""), to: "look.tint")
    try render("default.png", "--metadata", "none")
    try render("own.png", "--set", "film=dim.cube", "--set", "film=lut \"half.cube\"", "--metadata", "none")
    expectSame("given.png", "default.png")
    expectSame("quoted.png", "default.png")
    expectSame("own.png", "default.png")
    #expect(program.folder.bytes(of: "plain.png") != program.folder.bytes(of: "given.png"))
  }

  @Test func aResultIsMadeAgain() throws {
    _ = try program.shell("mv half.cube \"it's; a.cube\"")
    try render("given.png", "--set", "film=it's; a.cube")
    try render("default.png")
    for name in ["given", "default"] {
      expectQuiet(
        try program("render", "--again", "\(name).png", "in.png", "--recipe", "look.tint", "-o", "\(name)2.png"))
      expectSame("\(name).png", "\(name)2.png")
    }
    for name in ["a\u{1}; \"b\u{7F}%41.cube", "a\r\nb.cube", "100%41.cube"] {
      try write(name, red: 0.125)
      try render("odd.png", "--set", "film=\(name)", "--if-exists", "overwrite")
      expectQuiet(
        try program(
          "render", "--again", "odd.png", "in.png", "--recipe", "look.tint", "-o", "odd2.png", "--if-exists",
          "overwrite"))
      expectSame("odd.png", "odd2.png")
    }
    try write("it's; a.cube", red: 0.75)
    let changed = try program("render", "--again", "given.png", "in.png", "--recipe", "look.tint", "-o", "x.png")
    #expect(changed.status == 65)
    #expect(changed.errors.contains("is not the file that made given.png"))
    _ = try program.shell("rm \"it's; a.cube\"")
    let missing = try program("render", "--again", "given.png", "in.png", "--recipe", "look.tint", "-o", "x.png")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("there is no file 'it's; a.cube'"))
    #expect(program.folder.bytes(of: "x.png") == nil)
  }

  @Test(arguments: [
    ("none.cube", "error[missing-file]: there is no file 'none.cube'"),
    ("look.tint", "error[table-format]"), ("bad.cube", "bad.cube:1:1"), ("lut \"half.cube\"", "omit 'lut'"),
    ("in.png", "error[not-a-hald]"), (".", "error[table-format]"), ("3", "error[table-format]"),
  ])
  func whatIsNoTableIsRefused(_ value: String, _ message: String) throws {
    try program.folder.write("nonsense\n", to: "bad.cube")
    let result = try program("render", "./look.tint", "in.png", "-o", "out.png", "--set", "film=\(value)")
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(program.folder.bytes(of: "out.png") == nil)
  }

  @Test func aSidecarNamesAFileBesideThePhoto() throws {
    try render("given.png", "--set", "film=half.cube")
    try program.folder.write("set film = \"half.cube\"\n", to: "in.png.tint")
    try render("beside.png")
    expectSame("given.png", "beside.png")
    for name in ["../half.cube", "/half.cube", "link.cube"] {
      _ = try program.shell("ln -sf half.cube link.cube")
      try program.folder.write("set film = \"\(name)\"\n", to: "in.png.tint")
      let result = try program("render", "./look.tint", "in.png", "-o", "x.png")
      #expect(result.errors.contains("the table '\(name)' cannot be read: "), "\(result.errors)")
      #expect(program.folder.bytes(of: "x.png") == nil)
    }
    _ = try program.shell("rm in.png.tint")
    let saving = try program(
      "render", "./look.tint", "in.png", "-o", "x.png", "--set", "film=half.cube", "--save-edits")
    #expect(saving.errors.contains("a sidecar names the files of tables from the photo's folder"))
    #expect(program.folder.bytes(of: "x.png") == nil)
  }

  @Test func aManifestSeesAChangedTable() throws {
    let batch = ["render", "./look.tint", "in.png", "-o", "out.png", "--manifest", "m", "--set", "film=half.cube"]
    #expect(try program.run(batch).status == 0)
    let first = program.folder.bytes(of: "out.png")
    try write("half.cube", red: 0.75)
    #expect(try program.run(batch + ["--if-exists", "overwrite"]).status == 0)
    #expect(first != nil && first != program.folder.bytes(of: "out.png"))
  }

  @Test func exportsHaveTheGivenTable() throws {
    expectQuiet(
      try program("export", "./look.tint", "--to", "cube", "-o", "a.cube", "--size", "2", "--set", "film=half.cube"))
    let rows = String(decoding: program.folder.bytes(of: "a.cube") ?? [], as: UTF8.self).split(separator: "\n").filter {
      $0.first?.isNumber ?? false
    }
    #expect(rows.map { $0.prefix(4) } == ["0.00", "0.50", "0.00", "0.50", "0.00", "0.50", "0.00", "0.50"], "\(rows)")
  }

  @Test func jobsStayBelowTheirRoot() throws {
    try program.folder.write("x", to: "outside.cube")
    _ = try program.shell("mkdir jobs && cp in.png look.tint half.cube jobs")
    func answer(_ film: String) throws -> String {
      let job = #"{"look": "look.tint", "input": "in.png", "output": "out.png", "set": {"film": "\#(film)"}}"#
      try program.folder.write(job + "\n", to: "jobs.txt")
      return try program.shell("\"$0\" worker --root jobs < jobs.txt").output
    }
    #expect(try answer("half.cube").contains(#""ok":true"#))
    #expect(try answer("../outside.cube").contains("the table '../outside.cube' cannot be read: leads up by '..'"))
    #expect(try answer("/etc/passwd").contains("is an absolute path"))
    #expect(try answer("none.cube").contains("there is no file"))
  }
}
