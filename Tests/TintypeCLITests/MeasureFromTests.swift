import Testing
import TintypeTestSupport

/// `render --measure-from`: one photo is measured for all.
@Suite struct MeasureFromTests {
  private static let mean = "=source * 0 + mean(luma709(source))"

  @Test func aRollIsMeasuredOnce() throws {
    let program = try Program()
    try TestPicture(16, 8).write(program.folder, "a.png")
    try TestPicture(40, 24).write(program.folder, "b.png")
    expectQuiet(try program("render", Self.mean, "a.png", "b.png", "-o", "each/", "-q"))
    expectQuiet(try program("render", Self.mean, "a.png", "b.png", "--measure-from", "a.png", "-o", "roll/", "-q"))
    #expect(program.folder.bytes(of: "roll/a.png") == program.folder.bytes(of: "each/a.png"))
    #expect(program.folder.bytes(of: "roll/b.png") != program.folder.bytes(of: "each/b.png"))
    // Made again from what was measured, without the other photo.
    try program.folder.write(
      "tintype 1\nlook \"mean\" { working display }\noutput source * 0 + mean(luma709(source))\n", to: "mean.tint")
    expectQuiet(try program("render", "./mean.tint", "b.png", "--measure-from", "a.png", "-o", "b2.png"))
    try program.folder.write("gone", to: "a.png")
    expectQuiet(try program("render", "--again", "b2.png", "b.png", "--recipe", "mean.tint", "-o", "again.png"))
    #expect(program.folder.bytes(of: "again.png") == program.folder.bytes(of: "b2.png"))
  }

  @Test func whatItCannotDoIsSaid() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "a.png")
    let nothing = try program("render", "noir", "a.png", "--measure-from", "a.png", "-o", "b.png")
    #expect(nothing.status == 64 && nothing.errors.contains("measures nothing"))
    let missing = try program("render", Self.mean, "a.png", "--measure-from", "c.png", "-o", "b.png")
    #expect(missing.status == 66 && missing.errors.contains("c.png"))
    let again = try program("render", "--again", "b.png", "a.png", "--measure-from", "a.png", "-o", "c.png")
    #expect(again.status == 64 && again.errors.contains("--again reuses the recorded measurements"))
    #expect(program.folder.names == ["a.png"])
  }
}
