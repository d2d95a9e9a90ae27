import Testing
import TintypeColor
import TintypeImage
import TintypeTestSupport

/// `render --lossless`: blocks of a JPEG go from file to file.
@Suite struct LosslessTests {
  private let program: Program

  init() throws {
    program = try Program()
    try TestPicture(96, 64, seed: 5).write(
      program.folder, "in.jpg", metadata: datedCameraData(orientation: 6), subsampling: .quarter420)
  }

  private func size(_ name: String) throws -> [Int] {
    let format = try TestPicture(program.folder, name).format
    return [format.width, format.height]
  }

  @Test func fourTurnsGiveThePictureBack() throws {
    try TestPicture(96, 64, seed: 5).write(program.folder, "0.jpg", subsampling: .quarter420)
    for turn in 1...4 {
      expectQuiet(
        try program(
          "render", "frame", "\(turn - 1).jpg", "-o", "\(turn).jpg", "--set", "turn=.right", "--lossless",
          "--if-exists", "overwrite"))
      #expect(try size("\(turn).jpg") == (turn % 2 == 1 ? [64, 96] : [96, 64]))
    }
    #expect(try TestPicture(program.folder, "4.jpg") == TestPicture(program.folder, "0.jpg"))
  }

  @Test func theOrientationIsPartOfTheMove() throws {
    // Shown after a turn to the right, and turned back.
    expectQuiet(try program("render", "frame", "in.jpg", "-o", "out.jpg", "--set", "turn=.left", "--lossless"))
    #expect(try TestPicture(program.folder, "out.jpg") == TestPicture(program.folder, "in.jpg"))
    let reader = try openPicture(FilePath(program.folder.path + "/out.jpg"))
    #expect(reader.orientation == .upright)
    #expect(reader.metadata.captureDate != nil)
    expectQuiet(try program("render", "original", "in.jpg", "-o", "upright.jpg", "--lossless"))
    let sized = try program("render", "original", "in.jpg", "-o", "half.jpg", "--lossless", "--resize", "50%")
    #expect(sized.status == 64 && sized.errors.contains("omit --resize"))
    #expect(try size("upright.jpg") == [64, 96])
    let made = try program("why", "upright.jpg").output
    #expect(made.contains("lossless=true") && !made.contains("quality"))
  }

  /// EXIF's ColorSpace 2; the camera data may be left out, and with them what states the space.
  @Test(arguments: MetadataPolicy.allCases) func theSpaceThatCameraDataStateStays(_ policy: MetadataPolicy) throws {
    var metadata = PictureMetadata()
    metadata.exif =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26] + [0, 0, 0, 0]
      + [0, 1] + [0xA0, 0x01, 0, 3, 0, 0, 0, 1, 0, 2, 0, 0] + [0, 0, 0, 0]
    try TestPicture(32, 16).write(program.folder, "adobe.jpg", metadata: metadata)
    expectQuiet(
      try program(
        "render", "original", "adobe.jpg", "-o", "out.jpg", "--lossless", "--metadata", policy.rawValue))
    let reader = try openPicture(FilePath(program.folder.path + "/out.jpg"))
    #expect(reader.metadata.iccProfile == RGBSpace.adobeRGB.profile)
    #expect(try TestPicture(program.folder, "out.jpg") == TestPicture(program.folder, "adobe.jpg"))
  }

  @Test func itIsMadeAgainInPlaceAndThroughPipes() throws {
    let crop = ["-e", "source |> crop(right: 16px) |> flip(.vertical)"]
    expectQuiet(try program.run(["render"] + crop + ["in.jpg", "-o", "file.jpg", "--lossless"]))
    let bytes = try #require(program.folder.bytes(of: "file.jpg"))
    expectQuiet(try program("render", "--again", "file.jpg", "in.jpg", "-o", "again.jpg"))
    #expect(program.folder.bytes(of: "again.jpg") == bytes)
    let line = "\"$0\" render -e '\(crop[1])' - -o - --lossless < in.jpg > piped.jpg"
    expectQuiet(try program.shell(line))
    #expect(program.folder.bytes(of: "piped.jpg") == bytes)
    let job =
      "{\"look\":\"= \(crop[1])\",\"input\":\"in.jpg\",\"output\":\"job.jpg\",\"lossless\":true}"
    try program.folder.write(job + "\n", to: "jobs")
    #expect(try program.shell("\"$0\" worker --no-confine < jobs").output.contains("\"ok\":true"))
    #expect(try TestPicture(program.folder, "job.jpg") == TestPicture(program.folder, "file.jpg"))
    expectQuiet(try program.run(["render"] + crop + ["in.jpg", "--in-place", "--lossless"]))
    #expect(program.folder.bytes(of: "in.jpg") == bytes)
  }

  @Test func aCropGrowsToBlocksAndSaysSo() throws {
    let result = try program("render", "frame", "in.jpg", "-o", "out.jpg", "--set", "ratio=.square", "--lossless")
    #expect(result.status == 0)
    // Upright it is 64 x 96; its middle begins at row 16, between blocks.
    expectQuiet(result)
    #expect(try size("out.jpg") == [64, 64])
    let grown = try program("render", "-e", "source |> crop(top: 20px)", "in.jpg", "-o", "grown.jpg", "--lossless")
    #expect(
      grown.errors == "tintype: in.jpg: note: cropped between blocks of 16 x 16 pixels: the result has 64 x 80 pixels "
        + "from column 16, row 0 of the stored picture, where the look asks for 64 x 76 pixels from column 20, row 0\n")
    #expect(try size("grown.jpg") == [64, 80])
  }

  @Test func whatLosesIsRefused() throws {
    func refused(_ expression: String, _ input: String, _ start: String, _ more: [String] = []) throws {
      expectFailure(
        try program.run(["render", "-e", expression, input, "-o", "out.jpg", "--lossless"] + more), 65,
        "\(input): \(start)")
      #expect(program.folder.bytes(of: "out.jpg") == nil)
    }
    try refused(
      "source |> noir()", "in.jpg",
      "the look 'expression' computes colors; only crops, quarter turns and mirroring are without loss; without "
        + "--lossless the photo is rendered, and compressed again")
    try refused("source |> straighten(by: 1deg)", "in.jpg", "the look 'expression' reads between pixels")
    try TestPicture(40, 32).write(program.folder, "odd.jpg", subsampling: .quarter420)
    try refused(
      "source |> turn(by: 180deg)", "odd.jpg",
      "its blocks of 16 x 16 pixels do not fill its size, and the incomplete ones cannot be moved to where this look "
        + "puts them; cut them off first, as in 'source |> crop(right: 8px) |> ...'")
    expectQuiet(
      try program(
        "render", "-e", "source |> crop(right: 8px) |> turn(by: 180deg)", "odd.jpg", "-o", "cut.jpg", "--lossless"))
    #expect(try size("cut.jpg") == [32, 32])
    // An incomplete block stays where it is.
    expectQuiet(try program("render", "-e", "source |> flip(.vertical)", "odd.jpg", "-o", "v.jpg", "--lossless"))
    try TestPicture(40, 32).write(program.folder, "in.png")
    try refused("source", "in.png", "is PNG and the result JPEG: only the blocks of a JPEG can be moved")
    let bytes = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array(bytes.dropLast(bytes.count / 3)), to: "cut-off.jpg")
    try refused("source", "cut-off.jpg", "a part of the picture is missing, so its blocks cannot be moved")
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "out.jpg", "--lossless", "--memory", "100K"), 75,
      "in.jpg: needs about")
  }

  /// jpegtran is an implementation of its own.
  @Test(.whereInstalled("jpegtran")) func jpegtranAgrees() throws {
    try TestPicture(96, 64, seed: 5).write(program.folder, "plain.jpg", subsampling: .quarter420)
    for (setting, option) in [
      ("turn=.right", "-rotate 90"), ("turn=.around", "-rotate 180"), ("turn=.left", "-rotate 270"),
      ("mirror=.sides", "-flip horizontal"), ("mirror=.topAndBottom", "-flip vertical"),
    ] {
      expectQuiet(
        try program(
          "render", "frame", "plain.jpg", "-o", "own.jpg", "--lossless", "--set", setting, "--if-exists", "overwrite"))
      #expect(try program.shell("jpegtran -perfect \(option) plain.jpg > other.jpg").status == 0)
      #expect(try TestPicture(program.folder, "own.jpg") == TestPicture(program.folder, "other.jpg"), "\(option)")
    }
  }

  @Test(.whereInstalled("exiftool")) func theThumbnailShowsTheResult() throws {
    try TestPicture(96, 64, seed: 9).write(program.folder, "old.jpg", subsampling: .quarter420)
    let made = try program.shell("exiftool -q -overwrite_original '-ThumbnailImage<=old.jpg' -Make=Maker in.jpg")
    #expect(made.status == 0, "\(made.errors)")
    expectQuiet(try program("render", "original", "in.jpg", "-o", "moved.jpg", "--lossless"))
    let read = try program.shell(
      "exiftool -b -ThumbnailImage moved.jpg > small.jpg; exiftool -s3 -Orientation -n -ImageSize moved.jpg")
    #expect(read.output == "1\n64 96\n", "\(read.output)")
    // The result is smaller than a thumbnail may be, so both have the same pixels, but for their compression.
    let (small, whole) = (try TestPicture(program.folder, "small.jpg"), try TestPicture(program.folder, "moved.jpg"))
    #expect(small.format == whole.format)
    let difference = zip(small.samples, whole.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(difference < small.samples.count * 6)
  }
}
