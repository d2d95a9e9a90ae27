import Testing
import TintypeImage
import TintypeTestSupport

/// Options and files that work alone, together.
@Suite struct CombinationTests {
  /// A format of light alone gets light, whatever the photo is.
  @Test(
    .enabled(if: PictureFileType(named: "exr") != nil, "needs the trait EXR"),
    arguments: [[], ["--depth", "float"], ["--depth", "8"]])
  func codesBecomeLight(_ depth: [String]) throws {
    let program = try Program()
    try TestPicture(40, 24).write(program.folder, "a.png")
    expectQuiet(try program.run(["render", "original", "a.png", "-o", "a.exr", "-q"] + depth))
    expectQuiet(try program("render", "original", "a.exr", "-o", "b.png", "--depth", "8", "-q"))
    let (was, now) = (try TestPicture(program.folder, "a.png"), try TestPicture(program.folder, "b.png"))
    // Codes of 8 bits that are made of floats are dithered.
    #expect(zip(was.samples, now.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(was.samples.count == now.samples.count)
    expectQuiet(try program.run(["render", "original", "a.png", "-o", "again.exr", "-q"] + depth))
    #expect(program.folder.bytes(of: "a.exr") == program.folder.bytes(of: "again.exr"))
  }

  /// A finished picture does not carry the code points of the light that it was made from.
  @Test(arguments: [["original", "--hdr", "tonemap"], ["slide"]]) func finishedPicturesAreNoLight(
    _ look: [String]
  ) throws {
    let program = try Program()
    try TestPicture(64, 48).write(program.folder, "a.png")
    expectQuiet(try program("render", "original", "a.png", "-o", "pq.png", "--icc", "pq"))
    expectQuiet(try program.run(["render", look[0], "pq.png", "-o", "b.png", "-q"] + look.dropFirst()))
    // Refused if it still said PQ.
    expectQuiet(try program("render", "original", "b.png", "-o", "c.png", "--hdr", "ignore"))
  }

  @Test func datesThatAreSkippedAreSkippedAgain() throws {
    let program = try Program()
    try TestPicture(64, 48).write(program.folder, "a.png")
    expectQuiet(try program("render", "date-camera", "a.png", "-o", "b.png", "--date-missing", "skip", "-q"))
    expectQuiet(try program("render", "--again", "b.png", "a.png", "-o", "c.png", "-q"))
    #expect(program.folder.bytes(of: "b.png") == program.folder.bytes(of: "c.png"))
  }

  @Test(arguments: ["a\nb.png", "a{b}.png"]) func oddNamesAreFoundAgain(_ name: String) throws {
    let program = try Program()
    try TestPicture(40, 24).write(program.folder, "a.png")
    try TestPicture(40, 24, seed: 2).write(program.folder, name)
    try program.folder.write(
      "tintype 1\nlook \"two\" { working display }\nparam other: picture\noutput blend(fill(other), source, 0.5)\n",
      to: "two.tint")
    let given = "other=" + name.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }
    expectQuiet(try program("render", "./two.tint", "a.png", "-o", "b.png", "--picture", given))
    expectQuiet(try program("render", "--again", "b.png", "a.png", "--recipe", "two.tint", "-o", "c.png"))
    #expect(program.folder.bytes(of: "b.png") == program.folder.bytes(of: "c.png"))
  }

  /// A stream has the size of its first frame, also where each frame decides.
  @Test func theFirstFrameDecidesTheSize() throws {
    let program = try Program()
    let frame = "FRAME\n" + String(repeating: "0", count: 12 * 8)
    try program.folder.write("YUV4MPEG2 W12 H8 F25:1 Ip A1:1 Cmono\n" + frame + frame, to: "a.y4m")
    try program.folder.write(
      """
      tintype 1
      look "turned" { working display }
      output if mean(source).r > 0.4 { source } else { source |> turn(by: 90deg) }
      """, to: "turned.tint")
    expectQuiet(try program("video", "./turned.tint", "a.y4m", "-o", "b.y4m", "--measure", "each"))
    let made = String(decoding: try #require(program.folder.bytes(of: "b.y4m")).prefix(21), as: UTF8.self)
    #expect(made == "YUV4MPEG2 W8 H12 F25:")
  }

  @Test func severalPhotosAreDescribedAsFarAsTheyCan() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "a.png")
    #expect(try program("info", "none.png").status == 66)
    let both = try program("info", "none.png", "a.png")
    #expect(both.status == 1 && both.output.contains("8 x 8"))
  }
}
