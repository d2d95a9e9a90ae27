import Testing
import TintypeImage
import TintypeTestSupport

/// `tintype render` when all is well.
@Suite struct RenderTests {
  @Test func originalKeepsEverySample() throws {
    let program = try Program()
    let picture = TestPicture(61, 47)
    try picture.write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    #expect(try TestPicture(program.folder, "out.png") == picture)
    #expect(program.folder.names == ["in.png", "out.png"])
  }

  @Test func sixteenBitsStay() throws {
    let program = try Program()
    let picture = TestPicture(61, 47, depth: .sixteen)
    try picture.write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    #expect(try TestPicture(program.folder, "out.png") == picture)
    expectQuiet(try program("render", "original", "in.png", "-o", "eight.png", "--depth", "8", "--dither", "off"))
    let eight = try TestPicture(program.folder, "eight.png")
    #expect(eight.format.depth == .eight)
    #expect(zip(eight.samples, picture.samples).allSatisfy { abs(Int($0) * 257 - Int($1)) <= 128 })
  }

  @Test func eightBitsBecomeSixteenWhenAsked() throws {
    let program = try Program()
    let picture = TestPicture(20, 9)
    try picture.write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png", "--depth", "16"))
    let result = try TestPicture(program.folder, "out.png")
    #expect(result.format.depth == .sixteen)
    #expect(result.samples == picture.samples.map { $0 * 257 })
  }

  @Test func alphaStaysInPNG() throws {
    let program = try Program()
    let picture = TestPicture(40, 30, channels: 4)
    try picture.write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    let result = try TestPicture(program.folder, "out.png")
    #expect(result.format == picture.format)
    for y in 0..<30 {
      for x in 0..<40 where picture[x, y][3] > 0 { #expect(result[x, y] == picture[x, y], "at \(x), \(y)") }
    }
  }

  @Test func alphaIntoJPEGIsSaid() throws {
    let program = try Program()
    var picture = TestPicture(32, 32, channels: 4)
    for index in picture.samples.indices where index % 4 == 3 { picture.samples[index] = 0 }
    try picture.write(program.folder, "in.png")
    let result = try program("render", "original", "in.png", "-o", "out.jpg")
    #expect(result.status == 0)
    #expect(result.errors == "tintype: in.png: note: JPEG has no alpha: the picture is laid over white\n")
    #expect(try TestPicture(program.folder, "out.jpg").samples.allSatisfy { $0 >= 254 })
  }

  @Test func lettersThatTheFaceLacksAreSaid() throws {
    let program = try Program()
    try TestPicture(32, 32).write(program.folder, "in.png")
    let recipe = """
      tintype 1
      look "x" { working display }
      param name: text = "Cafe"
      output source * (1 - text(name))
      """
    try program.folder.write(recipe, to: "signed.tint")
    expectQuiet(try program("render", "signed.tint", "in.png", "-o", "plain.png"))
    let result = try program("render", "signed.tint", "in.png", "-o", "out.png", "--set", "name=Café Ж")
    #expect(result.status == 0)
    #expect(result.errors == "tintype: in.png: note: the face .plain has no 'Ж' and draws boxes instead\n")
  }

  /// Orientation 6: what is shown is the stored picture after a quarter turn clockwise.
  @Test func theOutputIsUpright() throws {
    let program = try Program()
    let picture = TestPicture(24, 10)
    try picture.write(program.folder, "in.png", metadata: cameraData(orientation: 6))
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    let result = try TestPicture(program.folder, "out.png")
    #expect((result.format.width, result.format.height) == (10, 24))
    for y in 0..<24 {
      for x in 0..<10 { #expect(result[x, y] == picture[y, 9 - x], "at \(x), \(y)") }
    }
    #expect(try openPicture(FilePath(program.folder.path + "/out.png")).orientation == .upright)
  }

  @Test(arguments: ["jpg", "png"]) func threadsDoNotShow(_ type: String) throws {
    let program = try Program()
    try TestPicture(301, 203).write(program.folder, "in.jpg")
    for jobs in ["1", "2", "7", "100000"] {
      expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "\(jobs).\(type)", "-j", jobs))
    }
    let one = try #require(program.folder.bytes(of: "1." + type))
    for jobs in ["2", "7", "100000"] { #expect(program.folder.bytes(of: "\(jobs).\(type)") == one) }
  }

  @Test func theSourceIsFollowed() throws {
    let program = try Program()
    let picture = TestPicture(40, 30)
    try picture.write(program.folder, "in.jpg", subsampling: .quarter420)
    try picture.write(program.folder, "in.png")
    func subsampling(_ arguments: String...) throws -> ChromaSubsampling {
      expectQuiet(try program.run(["render", "original"] + arguments + ["-o", "out.jpg", "--if-exists", "overwrite"]))
      return try openPicture(FilePath(program.folder.path + "/out.jpg")).subsampling
    }
    #expect(try subsampling("in.jpg") == .quarter420)
    #expect(try subsampling("in.png") == .full444)
    #expect(try subsampling("in.jpg", "--subsampling", "422") == .half422)
  }

  @Test func coloredGrainGetsFineChroma() throws {
    let program = try Program()
    try TestPicture(40, 30).write(program.folder, "in.jpg", subsampling: .quarter420)
    let grain = "source |> mix(source * noise(seed: 3), 0.5)"
    func subsampling(_ arguments: String...) throws -> (ChromaSubsampling, notes: String) {
      let result = try program.run(
        ["render", "-e", grain, "in.jpg", "-o", "out.jpg", "--if-exists", "overwrite"] + arguments)
      #expect(result.status == 0)
      return (try openPicture(FilePath(program.folder.path + "/out.jpg")).subsampling, result.errors)
    }
    let fine = try subsampling()
    #expect(fine.0 == .full444)
    #expect(fine.notes.contains("in.jpg: note: the grain is colored: chroma is stored at full resolution"))
    let coarse = try subsampling("--subsampling", "420")
    #expect(coarse.0 == .quarter420 && coarse.notes.isEmpty)
  }

  @Test func deepPhotosAreDithered() throws {
    let program = try Program()
    try TestPicture(64, 48, depth: .sixteen).write(program.folder, "deep.png")
    func pixels(_ arguments: String...) throws -> TestPicture {
      expectQuiet(
        try program.run(
          ["render", "original", "deep.png", "-o", "out.png", "--depth", "8", "--if-exists", "overwrite"] + arguments))
      return try TestPicture(program.folder, "out.png")
    }
    let plain = try pixels("--dither", "off")
    #expect(try pixels() == pixels("--dither", "on"))
    let dithered = try pixels()
    #expect(dithered != plain)
    #expect(zip(dithered.samples, plain.samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(try pixels("-j", "5") == dithered)
    let exact = try pixels("--engine", "reference")
    #expect(zip(dithered.samples, exact.samples).filter { $0 != $1 }.count <= 3)
    let result = try program("render", "original", "deep.png", "-o", "deep16.png", "--dither", "on")
    #expect(result.status == 0 && result.errors.contains("note: a result of 16 bits is not dithered"))
  }

  @Test func lessQualityIsLess() throws {
    let program = try Program()
    try TestPicture(200, 200).write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "fine.jpg"))
    expectQuiet(try program("render", "original", "in.png", "-o", "coarse.jpg", "--quality", "30"))
    let sizes = ["fine.jpg", "coarse.jpg"].map { program.folder.bytes(of: $0)?.count ?? 0 }
    #expect(sizes[1] * 2 < sizes[0])
  }

  @Test func aRecipeOfOnesOwn() throws {
    let program = try Program()
    let picture = TestPicture(30, 20)
    try picture.write(program.folder, "in.png")
    try program.folder.write(
      """
      tintype 1
      look "negative" { working display }
      param amount: scalar = 0 in 0...1
      output mix(source, rgb(1) - source, amount)
      """, to: "negative.tint")
    expectQuiet(try program("render", "negative.tint", "in.png", "-o", "same.png"))
    expectQuiet(try program("render", "./negative.tint", "in.png", "-o", "out.png", "--set", "amount=1"))
    #expect(try TestPicture(program.folder, "same.png") == picture)
    #expect(try TestPicture(program.folder, "out.png").samples == picture.samples.map { 255 - $0 })
  }

  /// The format of an input does not depend on its name; the extension of an output may be in capitals.
  @Test func namesAreOnlyNames() throws {
    let program = try Program()
    let picture = TestPicture(16, 16)
    try picture.write(program.folder, "in.png")
    try program.folder.write(try #require(program.folder.bytes(of: "in.png")), to: "-a photo \u{7}.jpg")
    expectQuiet(try program("render", "original", "-o", "OUT.PNG", "--", "-a photo \u{7}.jpg"))
    #expect(try TestPicture(program.folder, "OUT.PNG") == picture)
  }

  @Test func onePixel() throws {
    let program = try Program()
    try TestPicture(1, 1).write(program.folder, "in.png")
    for look in ["original", "minimal-life", "tumble-down"] {
      expectQuiet(try program("render", look, "in.png", "-o", look + ".jpg"))
      #expect(try TestPicture(program.folder, look + ".jpg").samples.count == 3)
    }
  }
}
