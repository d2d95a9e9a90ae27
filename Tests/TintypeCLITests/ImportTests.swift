import Testing
import TintypeImage
import TintypeTestSupport

@Suite struct ImportTests {
  private static let table = "LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

  private func text(_ program: Program, _ name: String) -> String {
    String(decoding: program.folder.bytes(of: name) ?? [], as: UTF8.self)
  }

  @Test func aTableIsNamedWhereItIs() throws {
    let program = try Program()
    try program.folder.write(Self.table, to: "tables/film.cube")
    expectQuiet(try program("import", "tables/film.cube", "-o", "film.tint"))
    #expect(text(program, "film.tint").contains("lut \"tables/film.cube\""))
    #expect(program.folder.bytes(of: "film.cube") == nil)
    #expect(try program("check", "film.tint").output == "film.tint: ok\n")
    expectQuiet(try program("fmt", "--check", "film.tint"))
  }

  @Test func aTableElsewhereIsCopied() throws {
    let program = try Program()
    try program.folder.write(Self.table, to: "film.cube")
    try program.folder.write("", to: "looks/.keep")
    expectQuiet(try program("import", "film.cube", "-o", "looks/film stock.tint"))
    #expect(text(program, "looks/film stock.cube") == Self.table)
    #expect(try program("check", "looks/film stock.tint").status == 0)
    // The table is there already, and the same; the recipe is kept.
    expectFailure(
      try program("import", "film.cube", "-o", "looks/film stock.tint"), 73, "looks/film stock.tint: exists already")
    expectQuiet(try program("import", "film.cube", "-o", "looks/film stock.tint", "--if-exists", "overwrite"))
    try program.folder.write("other", to: "looks/b.cube")
    expectFailure(try program("import", "film.cube", "-o", "looks/b.tint"), 73, "looks/b.cube: exists already")
    #expect(program.folder.bytes(of: "looks/b.tint") == nil)
  }

  /// A table whose name no recipe may have, or that is behind a link, is copied.
  @Test(arguments: ["Print: D65.cube", "a\\b.cube", "link.cube", "folder/film.cube"])
  func aTableThatCannotBeNamedIsCopied(_ name: String) throws {
    let program = try Program()
    try program.folder.write(Self.table, to: "real/film.cube")
    let links = ["link.cube": ("real/film.cube", "link.cube"), "folder/film.cube": ("real", "folder")]
    if let (target, link) = links[name] {
      _ = try program.shell("ln -s \(target) \(link)")
    } else {
      try program.folder.write(Self.table, to: name)
    }
    expectQuiet(try program("import", name, "-o", "copied.tint"))
    #expect(text(program, "copied.tint").contains("lut \"copied.cube\""))
    #expect(try program("check", "copied.tint").output == "copied.tint: ok\n")
  }

  /// What lies at the table's place is no link that a recipe would not follow, and the recipe's name may name a table.
  @Test func namesThatCannotBe() throws {
    let program = try Program()
    try program.folder.write(Self.table, to: "film.cube")
    _ = try program.shell("ln -s film.cube link.cube")
    expectFailure(try program("import", "link.cube", "-o", "link.tint"), 73, "link.cube: is the input itself")
    #expect(program.folder.bytes(of: "link.tint") == nil)
    #expect(try program("import", "film.cube", "-o", "Film: warm.tint").status == 64)
  }

  @Test(.slow) func aRenderOfAnImportedTable() throws {
    let program = try Program()
    try TestPicture(64, 48).write(program.folder, "photo.png")
    expectQuiet(try program("export", "sepia", "--to", "clf", "--size", "17", "-o", "sepia.clf"))
    expectQuiet(try program("import", "sepia.clf", "-o", "sepia.tint"))
    expectQuiet(try program("render", "sepia", "photo.png", "-o", "a.png"))
    expectQuiet(try program("render", "./sepia.tint", "photo.png", "-o", "b.png"))
    let (a, b) = (try TestPicture(program.folder, "a.png"), try TestPicture(program.folder, "b.png"))
    #expect(zip(a.samples, b.samples).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
  }

  @Test func aPresetBecomesARecipe() throws {
    let program = try Program()
    try TestPicture(64, 48).write(program.folder, "photo.jpg")
    try program.folder.write(
      """
      <x:xmpmeta><rdf:RDF><rdf:Description crs:Exposure2012="+0.50" crs:GrainAmount="20" crs:CropTop="0.1"
      crs:ConvertToGrayscale="True"/></rdf:RDF></x:xmpmeta>
      """, to: "dusk.xmp")
    let imported = try program("import", "dusk.xmp", "-o", "dusk.tint")
    #expect(imported.status == 0 && imported.errors == "dusk.xmp: note: left out: CropTop (crops or turns)\n")
    #expect(try program("check", "--strict", "dusk.tint").output == "dusk.tint: ok\n")
    expectQuiet(try program("fmt", "--check", "dusk.tint"))
    expectQuiet(try program("render", "./dusk.tint", "photo.jpg", "-o", "out.jpg", "--set", "exposure=1ev"))
  }

  @Test func standardOutput() throws {
    let program = try Program()
    try program.folder.write("<ColorCorrection id='night'/>", to: "a.cc")
    let result = try program("import", "a.cc", "-o", "-")
    #expect(result.status == 0 && result.output.contains("look \"night\""))
    try program.folder.write(Self.table, to: "film.cube")
    expectFailure(try program("import", "film.cube", "-o", "-"), 64, "film.cube: needs a table beside the recipe")
  }

  @Test func whatIsWrongIsNamed() throws {
    let program = try Program()
    try program.folder.write("<ProcessList compCLFversion='3'>\n  <Glow/>\n</ProcessList>", to: "a.clf")
    expectFailure(
      try program("import", "a.clf", "-o", "a.tint"), 65, "a.clf:2:3: the operator <Glow> is not understood")
    try program.folder.write("LUT_3D_SIZE 2\n0 0 0\n", to: "a.cube")
    let short = try program("import", "a.cube", "-o", "a.tint")
    #expect(short.status == 65 && short.errors.hasPrefix("error[table-entries]"), "\(short.errors)")
    expectFailure(try program("import", "none.cube", "-o", "a.tint"), 66, "none.cube: ")
    try program.folder.write("x", to: "a.txt")
    expectFailure(try program("import", "a.txt", "-o", "a.tint"), 64, "a.txt: the name has to end in one of .cube")
    try program.folder.write("<ColorCorrection/>", to: "a.cc")
    expectFailure(try program("import", "a.cc", "--id", "b", "-o", "a.tint"), 64, "--id 'b'")
    #expect(try program("import", "a.cc", "-o", "a.jpg").status == 64)
    #expect(try program("import", "a.cc", "-o", "a.tint", "--if-exists", "rename").status == 64)
    expectFailure(try program("import", "a.cc", "-o", "none/a.tint"), 73, "none/a.tint")
    #expect(program.folder.bytes(of: "a.tint") == nil)
    expectQuiet(try program("import", "a.cc", "-o", "a.tint"))
    let skipped = try program("import", "a.cc", "-o", "a.tint", "--if-exists", "skip")
    #expect(skipped.status == 0 && skipped.errors.contains("exists, skipped"))
  }
}
