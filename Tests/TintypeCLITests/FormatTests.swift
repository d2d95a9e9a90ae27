import Testing
import TintypeImage
import TintypeTestSupport

/// Formats behind traits, as a photographer has them in a folder.
@Suite struct FormatTests {
  private static func isBuiltIn(_ format: String) -> Bool { PictureFileType(named: format) != nil }

  private func heic(_ name: String, _ program: Program, to path: String) throws {
    let fixtures = TestFiles.packageRoot + "/Tests/TintypeImageTests/Fixtures/"
    try program.folder.write(try #require(TestFiles.bytes(of: fixtures + name)), to: path)
  }

  /// 16 bits go through without a loss, and the output's name is enough.
  @Test(.enabled(if: isBuiltIn("tiff"), "needs the trait TIFF")) func sixteenBitsThroughTIFF() throws {
    let program = try Program()
    let picture = TestPicture(40, 70, depth: .sixteen)
    try picture.write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "a.tif", "-q"))
    expectQuiet(try program("render", "original", "a.tif", "-o", "out/{stem}.{ext}", "-q"))
    expectQuiet(try program("render", "original", "out/a.tif", "-o", "b.png", "-q"))
    #expect(try TestPicture(program.folder, "b.png") == picture)
    #expect(try program("why", "out/a.tif").output.contains("original"))
    // Threads make no difference.
    for threads in ["1", "4"] {
      expectQuiet(try program("render", "tumble-down", "a.tif", "-o", threads + ".tif", "-q", "-j", threads))
    }
    #expect(program.folder.bytes(of: "1.tif") == program.folder.bytes(of: "4.tif"))
    expectQuiet(try program("render", "tumble-down", "a.tif", "--in-place", "-q"))
    let piped = try program.shell("\"$0\" render original - -o - --format tiff < b.png > c.tif")
    #expect(piped.status == 0)
    #expect(try TestPicture(program.folder, "c.tif") == picture)
  }

  @Test(.enabled(if: !isBuiltIn("tiff"), "the trait TIFF is on")) func withoutTheTraitsEachIsNamed() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "in.png")
    expectFailure(
      try program("render", "original", "in.png", "-o", "a.tif"), 69,
      "a.tif: the name of an output ends in .jpg, .jpeg, .jpe or .png; that of this one needs a build with "
        + "'swift build --traits TIFF'")
  }

  /// By the name, into a pipe, in a folder and in place; threads make no difference.
  @Test(
    .slow, .enabled(if: isBuiltIn("avif") && isBuiltIn("jxl"), "needs the traits AVIF and JXL"),
    arguments: ["avif", "jxl"])
  func resultsOfWholePictures(_ name: String) throws {
    let program = try Program()
    #expect(try program.shell("mkdir in").status == 0)
    try TestPicture(40, 70).write(program.folder, "in/a.png", metadata: cameraData(orientation: 6))
    expectQuiet(try program("render", "original", "in/a.png", "-o", "a." + name, "-q", "--quality", "100"))
    expectQuiet(try program("render", "original", "a." + name, "-o", "b.png", "-q"))
    expectQuiet(try program("render", "original", "in/a.png", "-o", "c.png", "-q"))
    #expect(try TestPicture(program.folder, "b.png") == TestPicture(program.folder, "c.png"))
    #expect(try program("why", "a." + name).output.contains("original"))
    for threads in ["1", "4"] {
      expectQuiet(try program("render", "tumble-down", "in/a.png", "-o", threads + "." + name, "-q", "-j", threads))
    }
    #expect(program.folder.bytes(of: "1." + name) == program.folder.bytes(of: "4." + name))
    let piped = try program.shell("\"$0\" render tumble-down - -o - --format \(name) < in/a.png > piped." + name)
    #expect(piped.status == 0)
    #expect(try TestPicture(program.folder, "piped." + name) == TestPicture(program.folder, "1." + name))
    expectQuiet(try program("render", "original", "-r", "in", "-o", "out/", "--format", name, "-q"))
    #expect(try TestPicture(program.folder, "out/a." + name).format.width == 70)
    expectQuiet(try program("render", "tumble-down", "out/a." + name, "--in-place", "-q"))
    #expect(try program("render", "tumble-down", "out/a." + name, "--in-place", "-q").status == 73)
    expectFailure(
      try program("render", "original", "in/a.png", "-o", "d." + name, "--memory", "100kB"), 75,
      "in/a.png: needs about")
    #expect(program.folder.bytes(of: "d." + name) == nil)
  }

  @Test(.enabled(if: !isBuiltIn("avif"), "the trait AVIF is on")) func resultsWithoutTheTraits() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "in.png")
    for (name, trait) in [("avif", "AVIF"), ("jxl", "JXL")] {
      let result = try program("render", "original", "in.png", "-o", "a." + name)
      #expect(result.status == 69 && result.errors.hasSuffix("needs a build with 'swift build --traits \(trait)'\n"))
    }
  }

  /// Results of photos in a format that is only read are JPEGs.
  @Test(.enabled(if: isBuiltIn("heif"), "needs the trait HEIF")) func aFolderOfATelephone() throws {
    let program = try Program()
    try heic("orientation-6.heic", program, to: "in/one.heic")
    try heic("ten-bits.heic", program, to: "in/TWO.HEIC")
    try program.folder.write(Array("RIFF....WEBPVP8 ".utf8), to: "in/three.webp")
    let result = try program("render", "original", "-r", "in", "-o", "out/", "-q")
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("tintype: in/three.webp: this is a WebP file"))
    #expect(try TestPicture(program.folder, "out/one.jpg").format.width == 16)
    #expect(try TestPicture(program.folder, "out/TWO.jpg").format.width == 24)
    expectQuiet(try program("render", "original", "in/TWO.HEIC", "-o", "two.png", "-q"))
    #expect(try TestPicture(program.folder, "two.png").format.depth == .sixteen)
    // It cannot be written, so it is not replaced either.
    let before = program.folder.bytes(of: "in/one.heic")
    #expect(try program("render", "original", "in/one.heic", "--in-place", "-q").status == 69)
    #expect(program.folder.bytes(of: "in/one.heic") == before)
  }
}
