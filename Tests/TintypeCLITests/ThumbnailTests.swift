import Testing
import TintypeImage
import TintypeTestSupport

/// The small picture in camera data, as exiftool sees it.
@Suite(.whereInstalled("exiftool")) struct ThumbnailTests {
  /// A photo with a thumbnail that shows something else, in orientation `turn`.
  private func program(_ turn: Int = 1) throws -> Program {
    let program = try Program()
    try TestPicture(640, 400, seed: 3).write(program.folder, "in.jpg")
    try TestPicture(96, 64, seed: 9).write(program.folder, "old.jpg")
    let result = try program.shell(
      """
      exiftool -q -overwrite_original '-ThumbnailImage<=old.jpg' -Make=Maker -n -Orientation=\(turn) \\
        -Software=old in.jpg
      """)
    #expect(result.status == 0, "\(result.errors)")
    return program
  }

  /// The mean of each channel, 0 to 255.
  private func means(_ picture: TestPicture) -> [Double] {
    let channels = picture.format.channels
    let scale = picture.format.depth == .eight ? 1.0 : 257
    return (0..<3).map { channel in
      let codes = stride(from: channel, to: picture.samples.count, by: channels).map {
        Double(picture.samples[$0]) / scale
      }
      return codes.reduce(0, +) / Double(codes.count)
    }
  }

  private func check(_ program: Program, _ name: String, _ width: Int, _ height: Int) throws {
    let result = try program.shell(
      "exiftool -b -ThumbnailImage \(name) > thumb.jpg; exiftool -validate -warning -a \(name)")
    // What exiftool itself left out in making the photo, the renderer does not add.
    let warnings = result.output.split(separator: "\n").filter { $0.hasPrefix("Warning") && !$0.contains("Missing") }
    #expect(warnings.isEmpty, "\(result.output)")
    let thumbnail = try TestPicture(program.folder, "thumb.jpg")
    #expect((thumbnail.format.width, thumbnail.format.height) == (width, height), "\(name)")
    for (small, large) in zip(means(thumbnail), means(try TestPicture(program.folder, name))) {
      #expect(abs(small - large) < 3, "\(name)")
    }
  }

  @Test(.slow) func itShowsTheResult() throws {
    let program = try program()
    for (look, name) in [("tumble-down", "a.jpg"), ("original", "b.jpg"), ("tumble-down", "c.png")] {
      expectQuiet(try program("render", look, "in.jpg", "-o", name))
      try check(program, name, 160, 100)
    }
    // Softened, so through rows that look at each other; and smaller than a thumbnail is.
    try program.folder.write(
      "tintype 1\nlook \"s\" { working display }\noutput source |> blur(radius: 1%)\n", to: "s.tint")
    expectQuiet(try program("render", "./s.tint", "in.jpg", "-o", "soft.jpg"))
    try check(program, "soft.jpg", 160, 100)
    expectQuiet(try program("render", "original", "in.jpg", "-o", "tiny.jpg", "--max-edge", "40"))
    try check(program, "tiny.jpg", 40, 25)
    let sizes = try program.shell("exiftool -s3 -ExifImageWidth -ImageSize tiny.jpg")
    #expect(sizes.output.hasSuffix("40x25\n"))
  }

  @Test(.slow) func itIsUpright() throws {
    let program = try program(6)
    expectQuiet(try program("render", "original", "in.jpg", "-o", "out.jpg"))
    try check(program, "out.jpg", 75, 120)
  }

  /// Threads hand their rows in as they come.
  @Test func threadsDoNotCount() throws {
    let program = try program()
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "one.jpg", "-j", "1"))
    for threads in ["2", "3", "7"] {
      expectQuiet(
        try program("render", "tumble-down", "in.jpg", "-o", "more.jpg", "-j", threads, "--if-exists", "overwrite"))
      #expect(program.folder.bytes(of: "more.jpg") == program.folder.bytes(of: "one.jpg"))
    }
    // Through a pipe as into a file.
    expectQuiet(try program.shell("\"$0\" render tumble-down - -o - < in.jpg > piped.jpg"))
    #expect(program.folder.bytes(of: "piped.jpg") == program.folder.bytes(of: "one.jpg"))
  }

  @Test(.slow) func whereThereWasNone() throws {
    let program = try program()
    #expect(try program.shell("exiftool -q -overwrite_original -ThumbnailImage= in.jpg").status == 0)
    expectQuiet(try program("render", "original", "in.jpg", "-o", "out.jpg"))
    #expect(try program.shell("exiftool -b -ThumbnailImage out.jpg").output.isEmpty)
    for policy in ["minimal", "none"] {
      expectQuiet(try program("render", "original", "in.jpg", "-o", "\(policy).jpg", "--metadata", policy))
      #expect(try program.shell("exiftool -b -ThumbnailImage \(policy).jpg").output.isEmpty)
    }
  }
}
