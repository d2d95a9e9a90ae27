import Foundation
import Testing
import TintypeTestSupport

/// `tintype video`: frames in, frames out.
@Suite struct VideoTests {
  /// Colors that every matrix stores within its codes, moving from frame to frame.
  private func film(
    _ tag: String, width: Int, height: Int, frames: Int, sampleBytes: Int = 1, _ code: (Int, Int) -> Int
  ) -> [UInt8] {
    var bytes = Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C\(tag)\n".utf8)
    let (across, down) =
      tag.hasPrefix("420") ? (2, 2) : tag.hasPrefix("422") ? (2, 1) : tag.hasPrefix("444") ? (1, 1) : (0, 0)
    let color = across == 0 ? 0 : ((width + across - 1) / across) * ((height + down - 1) / down)
    for frame in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      for (plane, count) in [width * height, color, color].enumerated() {
        for index in 0..<count {
          let code = code(plane, frame * 3 + index)
          bytes.append(UInt8(code & 0xFF))
          if sampleBytes == 2 { bytes.append(UInt8(code >> 8)) }
        }
      }
    }
    return bytes
  }

  private func grayish(_ plane: Int, _ index: Int) -> Int { plane == 0 ? 90 + index % 80 : 118 + (index * 7) % 20 }

  private let red = """
    tintype 1
    look "red" { working display }
    kernel red(c: rgb) -> rgb { return rgb(c.r) }
    output red(source)
    """

  /// The photo that is measured is not replaced.
  @Test func theMeasuredPhotoIsKept() throws {
    let program = try Program()
    try program.folder.write(film("444", width: 4, height: 4, frames: 1, grayish), to: "in.y4m")
    try TestPicture(16, 8).write(program.folder, "m.png")
    #expect(try program.shell("mv m.png m.y4m").status == 0)
    let before = program.folder.bytes(of: "m.y4m")
    expectFailure(
      try program(
        "video", "=source * 0 + mean(luma709(source))", "in.y4m", "-o", "m.y4m", "--measure", "m.y4m", "--if-exists",
        "overwrite"), 73, "m.y4m: is read for this result")
    #expect(program.folder.bytes(of: "m.y4m") == before)
  }

  /// The codes of ITU-T H.273, by
  /// python3 -c "kr, kb = .2126, .0722; r, g, b = .5, .25, .75; y = kr*r + (1-kr-kb)*g + kb*b; u = 2**(10-8)
  ///   print([int((c + s*v)*u + .5) for c, s, v in
  ///     ((16, 219, y), (128, 224, (b-y)/2/(1-kb)), (128, 224, (r-y)/2/(1-kr)))])"
  /// Those of bt2020 are of a color that was brought from sRGB's primaries to its own before, in light:
  /// M = [[.627404, .329283, .043313], [.069097, .919540, .011362], [.016391, .088013, .895595]] (ITU-R BT.2087), kr,
  /// kb = .2627, .0593.
  @Test(
    .slow,
    arguments: [
      ("bt601", "444", "LIMITED", [1, 0, 0], [81, 90, 240]), ("bt601", "444", "FULL", [1, 0, 0], [76, 85, 255]),
      ("bt601", "444p10", "LIMITED", [0.5, 0.25, 0.75], [398, 698, 588]),
      ("bt709", "444", "LIMITED", [0, 1, 0], [173, 42, 26]), ("bt709", "444", "FULL", [0, 1, 0], [182, 30, 12]),
      ("bt709", "444p10", "LIMITED", [0, 0, 1], [127, 960, 471]),
      ("bt709", "444p10", "FULL", [0.5, 0.25, 0.75], [347, 738, 616]),
      ("bt2020", "444", "LIMITED", [1, 0, 0], [108, 94, 188]),
      ("bt2020", "444p10", "FULL", [0.5, 0.25, 0.75], [365, 709, 579]),
    ] as [(String, String, String, [Double], [Int])])
  func storesKnownCodes(_ space: String, _ tag: String, _ range: String, _ color: [Double], _ codes: [Int]) throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"c\" { working display }\noutput source * 0 + rgb(\(color[0]), \(color[1]), \(color[2]))\n",
      to: "c.tint")
    let bytes = tag == "444" ? 1 : 2
    let input = film("\(tag) XCOLORRANGE=\(range)", width: 3, height: 2, frames: 1, sampleBytes: bytes, grayish)
    try program.folder.write(input, to: "in.y4m")
    expectQuiet(try program("video", "./c.tint", "in.y4m", "-o", "out.y4m", "--input-space", space, "-q"))
    let result = try #require(program.folder.bytes(of: "out.y4m"))
    #expect(result.count == input.count)
    let samples = Array(result.suffix(18 * bytes))
    for plane in 0..<3 {
      let at = plane * 6 * bytes
      let code = bytes == 1 ? Int(samples[at]) : Int(samples[at]) | Int(samples[at + 1]) << 8
      #expect(code == codes[plane])
    }
    // The same, said on the command line instead.
    let untagged = film(tag, width: 3, height: 2, frames: 1, sampleBytes: bytes, grayish)
    try program.folder.write(untagged, to: "in.y4m")
    expectQuiet(
      try program(
        "video", "./c.tint", "in.y4m", "-o", "said.y4m", "--input-space", space, "--input-range", range.lowercased(),
        "-q"))
    #expect(program.folder.bytes(of: "said.y4m")?.suffix(18 * bytes) == result.suffix(18 * bytes))
  }

  /// What was stored comes back as it was, the lines with what stands in them too.
  @Test(
    arguments: [
      ("444", 1), ("444p10", 2), ("444p16", 2), ("420jpeg", 1), ("420", 1), ("mono", 1), ("mono12", 2),
      ("444 XCOLORRANGE=FULL", 1), ("420jpeg XCOLORRANGE=FULL Xother=1", 1),
    ])
  func originalIsTheOriginal(_ tag: String, _ sampleBytes: Int) throws {
    let program = try Program()
    let bits = Int(tag.drop { $0 != "p" }.dropFirst().prefix(2)) ?? (tag == "mono12" ? 12 : 8)
    var input = film(tag, width: 37, height: 21, frames: 3, sampleBytes: sampleBytes) { plane, index in
      grayish(plane, plane == 0 ? index : index / 40) << (bits - 8)
    }
    let first = try #require(input.firstRange(of: Array("FRAME\n".utf8)))
    input.replaceSubrange(first, with: Array("FRAME Ip Xcut=1\n".utf8))
    try program.folder.write(input, to: "in.y4m")
    expectQuiet(try program.shell("cat in.y4m | \"$0\" video original -o - > out.y4m"))
    #expect(program.folder.bytes(of: "out.y4m") == input)
  }

  /// A video with wide primaries keeps them, and a note states the interpretation.
  @Test func wideFilmsStayWide() throws {
    let program = try Program()
    let input = film("444p10", width: 9, height: 5, frames: 2, sampleBytes: 2) { grayish($0, $1) << 2 }
    try program.folder.write(input, to: "in.y4m")
    let result = try program("video", "original", "in.y4m", "-o", "out.y4m", "--input-space", "bt2020")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "tintype: in.y4m: note: bt2020 is taken for standard dynamic range; "
        + "PQ and HLG have to be brought to it before\n"
    )
    #expect(program.folder.bytes(of: "out.y4m") == input)
  }

  /// Noise changes with the number of the frame, and with nothing else: it is new grain, not another light.
  @Test func grainMovesAndLightStays() throws {
    let program = try Program()
    let (width, height) = (160, 120)
    let input = film("mono", width: width, height: height, frames: 6) { _, _ in 110 }
    try program.folder.write(input, to: "in.y4m")
    try program.folder.write(
      """
      tintype 1
      use "grain" as emulsion
      look "g" { working linear-srgb format 35mm }
      output source |> emulsion(size: 30um, amount: 0.5)
      """, to: "g.tint")
    expectQuiet(try program("video", "./g.tint", "in.y4m", "-o", "out.y4m"))
    let result = try #require(program.folder.bytes(of: "out.y4m"))
    let header = try #require(result.firstIndex(of: UInt8(ascii: "\n"))) + 1
    let pixels = width * height
    let frames: [[UInt8]] = stride(from: header, to: result.count, by: 6 + pixels).map { start in
      Array(result[(start + 6)..<(start + 6 + pixels)])
    }
    #expect(frames.count == 6 && Set(frames).count == 6)
    let means: [Double] = frames.map { frame in Double(frame.reduce(0) { $0 + Int($1) }) / Double(pixels) }
    let spread: [Double] = frames.map { frame in
      let squares = frame.reduce(0.0) { sum, code in sum + (Double(code) - means[0]) * (Double(code) - means[0]) }
      return (squares / Double(pixels)).squareRoot()
    }
    // The mean of so many grains of this spread, which are a few pixels wide.
    let uncertainty = spread[0] / (Double(width * height) / 25).squareRoot()
    let drift = (means.max() ?? 0) - (means.min() ?? 0)
    #expect(drift < 6 * uncertainty, "\(means) \(spread)")
    let growth = (spread.max() ?? 0) / (spread.min() ?? 1)
    #expect(spread[0] > 1 && growth < 1.1)

    // Frames keep their numbers, and threads do not count.
    for threads in ["1", "2", "5"] {
      expectQuiet(
        try program(
          "video", "./g.tint", "in.y4m", "-o", "part.y4m", "--skip-frames", "2", "-j", threads,
          "--if-exists", "overwrite"))
      let rest = result[..<header] + result[(header + 2 * (6 + width * height))...]
      #expect(program.folder.bytes(of: "part.y4m") == Array(rest))
    }
    let none = try program("video", "./g.tint", "in.y4m", "-o", "none.y4m", "--skip-frames", "99")
    #expect(none.status == 0 && none.errors.contains("frames, and all of them are skipped"), "\(none.errors)")
    #expect(program.folder.bytes(of: "none.y4m") == Array(result[..<header]))
  }

  @Test func otherSizes() throws {
    let program = try Program()
    try program.folder.write(film("420jpeg", width: 40, height: 20, frames: 2, grayish), to: "in.y4m")
    try program.folder.write(
      "tintype 1\nlook \"t\" { working display }\noutput source |> crop(left: 3px) |> turn(by: 90deg)\n", to: "t.tint")
    expectQuiet(try program("video", "./t.tint", "in.y4m", "-o", "out.y4m"))
    let result = try #require(program.folder.bytes(of: "out.y4m"))
    let header = "YUV4MPEG2 W20 H37 F25:1 Ip A1:1 C420jpeg\n"
    #expect(result.starts(with: Array(header.utf8)))
    let frame = 6 + 20 * 37 + 2 * 10 * 19
    #expect(result.count == header.utf8.count + 2 * frame)
    try program.folder.write(
      "tintype 1\nlook \"t\" { working display }\noutput source |> resize(by: 1 + frame / 10)\n", to: "t.tint")
    expectFailure(
      try program("video", "./t.tint", "in.y4m", "-o", "b.y4m"), 65, "in.y4m: the look gives frame 1 another size")
    #expect(program.folder.names == ["in.y4m", "out.y4m", "t.tint"])
  }

  /// The shape of pixels, and fields, follow what the look does, whatever size comes of it.
  @Test(
    arguments: [
      ("turn(by: 90deg)", "W18 H32", true), ("turn(by: 270deg) |> crop(ratio: 1)", "W18 H18", true),
      ("turn(by: 90deg) |> resize(by: 0.5)", "W9 H16", true), ("blur(radius: 3%) |> turn(by: 90deg)", "W18 H32", true),
      ("straighten(by: 3deg) |> turn(by: 90deg) |> turn(by: 90deg)", "W", false),
      ("turn(by: 180deg)", "W32 H18", false),
      ("pad(ratio: 0.5625) |> resize(longEdge: 32px)", "W18 H32", false), ("flip(direction: .vertical)", "W32", false),
    ])
  func pixelsAreTurned(_ steps: String, _ size: String, _ isTurned: Bool) throws {
    let program = try Program()
    let input = film("444", width: 32, height: 18, frames: 1, grayish)
    let start = try #require(input.firstIndex(of: UInt8(ascii: "\n")))
    let header = Array("YUV4MPEG2 W32 H18 F25:1 It A16:11 C444".utf8)
    try program.folder.write(header + input[start...], to: "in.y4m")
    expectQuiet(try program("video", "-e", "source |> \(steps)", "in.y4m", "-o", "out.y4m", "-q"))
    let line = try #require(program.folder.bytes(of: "out.y4m")).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self)
    #expect(words.hasPrefix("YUV4MPEG2 \(size)"))
    #expect(words.hasSuffix(isTurned ? " Ip A11:16 C444" : " It A16:11 C444"), "\(words)")
  }

  /// The codes of a log curve under a matrix of wide primaries, and those above white, decoded and encoded again by an
  /// implementation of its own (numpy, with the matrices of the makers' papers).
  @Test func logarithmicCodes() throws {
    let program = try Program()
    for (encoding, codes) in [("apple-log", [421, 457, 622]), ("s-log3", [552, 426, 676])] {
      let input = film("444p10", width: 1, height: 1, frames: 1, sampleBytes: 2) { plane, _ in [460, 478, 572][plane] }
      try program.folder.write(input, to: "in.y4m")
      expectQuiet(
        try program(
          "video", "original", "in.y4m", "-o", "\(encoding).y4m", "-q", "--input-space", "bt2020", "--input-space",
          encoding))
      let bytes = try #require(program.folder.bytes(of: "\(encoding).y4m")).suffix(6)
      let found = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
        Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
      }
      #expect(zip(found, codes).allSatisfy { abs($0 - $1) <= 1 }, "\(encoding): \(found)")
    }
    try program.folder.write(
      "tintype 1\nlook \"dark\" { working linear-srgb }\noutput source * 0.01\n", to: "dark.tint")
    let patches = [900, 940, 960, 1000, 1019]
    let input = film("mono10", width: 5, height: 1, frames: 1, sampleBytes: 2) { _, index in patches[index] }
    try program.folder.write(input, to: "in.y4m")
    expectQuiet(try program("video", "./dark.tint", "in.y4m", "-o", "dark.y4m", "-q", "--input-space", "s-log3"))
    let bytes = try #require(program.folder.bytes(of: "dark.y4m")).suffix(10)
    let found = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
    }
    #expect(zip(found, [538, 636, 692, 818, 886]).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
  }

  /// A photo that is measured is read in the encoding that the frames have, as a photo that is rendered is.
  @Test func measuredPhotosAreReadAlike() throws {
    let program = try Program()
    try program.folder.write(
      "tintype 1\nlook \"m\" { working linear-srgb }\nlet average = mean(source)\n"
        + "output source * 0 + average\n", to: "m.tint")
    let input = film("mono XCOLORRANGE=FULL", width: 16, height: 16, frames: 1) { _, _ in 100 }
    try program.folder.write(input, to: "in.y4m")
    var photo = TestPicture(16, 16)
    photo.samples = photo.samples.map { _ in 100 }
    try photo.write(program.folder, "photo.png")
    for (name, options) in [("first", []), ("file", ["--measure", "photo.png"])] {
      let call = ["video", "./m.tint", "in.y4m", "-o", "\(name).y4m", "-q", "--input-space", "s-log3"]
      expectQuiet(try program.run(call + options))
    }
    #expect(program.folder.bytes(of: "first.y4m") == program.folder.bytes(of: "file.y4m"))
    for (name, options) in [("own", []), ("given", ["--measure-from", "photo.png"])] {
      expectQuiet(
        try program.run(
          ["render", "m.tint", "photo.png", "-o", "\(name).png", "--input-space", "s-log3", "--metadata", "none"]
            + options))
    }
    #expect(try TestPicture(program.folder, "own.png") == TestPicture(program.folder, "given.png"))
  }

  /// A stream that is tagged wrongly comes out as it is; a look that writes a date needs one.
  @Test func whatIsSaidOfTheFrames() throws {
    let program = try Program()
    let limited = film("444", width: 20, height: 10, frames: 1, grayish)
    try program.folder.write(limited, to: "in.y4m")
    expectQuiet(try program("video", "original", "in.y4m", "-o", "full.y4m", "--input-range", "full"))
    let result = String(decoding: try #require(program.folder.bytes(of: "full.y4m")).prefix(80), as: UTF8.self)
    #expect(result.contains(" XCOLORRANGE=FULL\n"))
    let dated = try program("video", "date-stamp", "in.y4m", "-o", "dated.y4m")
    expectFailure(dated, 65, "in.y4m: videos state no date, and the look writes one; pass --date")
    expectQuiet(try program("video", "date-stamp", "in.y4m", "-o", "dated.y4m", "--date", "1998-08-24"))
    expectFailure(
      try program("video", "auto-levels", "in.y4m", "-o", "m.y4m", "--measure", "nope.jpg"), 66,
      "in.y4m: cannot measure over 'nope.jpg': ")
  }

  /// Whole frames, then one line; nothing under the name of a file.
  @Test(.slow) func damage() throws {
    let program = try Program()
    let whole = film("444", width: 30, height: 20, frames: 3, grayish)
    let frame = 6 + 3 * 30 * 20
    for (name, bytes, frames, message) in [
      ("cut", Array(whole.dropLast(7)), 2, "the stream ends early, in the frame behind 2 frames"),
      ("word", Array(whole.dropLast(frame - 3)), 2, "there is no frame header after 2 frames"),
      ("twice", whole + whole, 3, "another stream begins after 3 frames"),
      ("junk", whole + [7, 7, 7], 3, "there is no frame header after 3 frames"),
      ("line", whole + Array("junk\n".utf8), 3, "there is no frame header after 3 frames"),
      ("newline", whole + Array("\n".utf8), 3, "there is no frame header after 3 frames"),
      ("zeros", whole + [UInt8](repeating: 0, count: 9000), 3, "there is no frame header after 3 frames"),
    ] {
      try program.folder.write(bytes, to: "in.y4m")
      let result = try program.shell("\"$0\" video original -o - < in.y4m > out")
      expectFailure(result, 65, "standard input: \(message)")
      let rest = Array(whole.prefix(whole.count - (3 - frames) * frame))
      #expect(program.folder.bytes(of: "out") == rest, "\(name)")
      expectFailure(try program("video", "original", "in.y4m", "-o", "out.y4m"), 65, "in.y4m: \(message)")
      #expect(program.folder.names == ["in.y4m", "out"])
    }
    for (text, status, message) in [
      ("", 65, "the stream is empty"), ("RIFF....AVI LIST", 65, "this is no Y4M stream"), ("YUV4MPEG2 W4", 65, "the "),
      ("YUV4MPEG2 W1 H1 C411\nFRAME\n", 65, "samples stored as '411' are not read"),
      ("YUV4MPEG2 W65535 H65535 C444p16\nFRAME\n", 75, "65535 x 65535 is 4294836225 pixels"),
      ("YUV4MPEG2 W31000 H31000 C444p16\nFRAME\n", 75, "needs about 11 GB of memory"),
      ("YUV4MPEG2 W70000 H1\nFRAME\n", 75, "a width of 70000 pixels is too large"),
    ] as [(String, Int32, String)] {
      try program.folder.write(text, to: "in.y4m")
      expectFailure(try program("video", "original", "in.y4m", "-o", "out.y4m"), status, "in.y4m: \(message)")
    }
    try program.folder.write(whole, to: "in.y4m")
    expectFailure(
      try program("video", "original", "in.y4m", "-o", "out.y4m", "--max-pixels", "500"), 75, "in.y4m: 30 x 20 is 600")
    try program.folder.write("tintype 1\nlook \"t\" { working display }\noutput resize(source, 2)\n", to: "twice.tint")
    expectFailure(
      try program("video", "twice.tint", "in.y4m", "-o", "out.y4m", "--max-pixels", "2000"), 75,
      "in.y4m: the result is 60 x 40 pixels")
    expectFailure(try program("video", "original", "none.y4m", "-o", "out.y4m"), 66, "none.y4m: cannot be opened")
    expectFailure(try program("video", "original", "in.y4m", "-o", "in.y4m"), 73, "in.y4m: is the video that is read")
    #expect(try program("video", "original", "in.y4m", "-o", "out.mp4").status == 64)
    expectQuiet(try program.shell("\"$0\" video original in.y4m -o - | head -c 100 > out"))
  }

  static let ffmpeg = programOnSearchPath("ffmpeg")

  /// The line of the documentation, with a clip as cameras store it.
  @Test(.whereInstalled("ffmpeg")) func throughPipesFromAndToFiles() throws {
    let program = try Program()
    let clip = try program.shell(
      "ffmpeg -v error -f lavfi -i testsrc2=s=320x180:r=25:d=2 -c:v mpeg4 -q:v 3 -pix_fmt yuv420p in.mp4")
    #expect(clip.status == 0, "\(clip.errors)")
    let line = try program.shell(
      """
      ffmpeg -v error -i in.mp4 -f yuv4mpegpipe -strict -1 - | "$0" video tumble-down - -o - |
        ffmpeg -v error -i - -c:v mpeg4 -q:v 3 out.mp4 &&
      ffmpeg -v error -i out.mp4 -map 0:v -f framemd5 - | grep -c '^0,'
      """)
    #expect(line.status == 0 && line.output == "50\n" && line.errors.isEmpty, "\(line.errors)")
  }

  /// Red as we see it against red as ffmpeg's scaler makes it.
  @Test(
    .slow, .whereInstalled("ffmpeg"),
    arguments: [
      ("yuv444p", "left", "bt601", 320), ("yuv444p", "left", "bt709", 1280), ("yuvj444p", "left", "bt601", 320),
      ("yuv420p", "left", "bt601", 320), ("yuv420p", "center", "bt709", 1280), ("yuv422p10", "left", "bt601", 320),
    ])
  func asFFmpegSeesIt(_ format: String, _ siting: String, _ space: String, _ width: Int) throws {
    let program = try Program()
    try program.folder.write(red, to: "red.tint")
    // Soft colors: where these are coarse, interpolations differ.
    let source = "gradients=s=\(width)x180:r=25:c0=0x804030:c1=0x3060a0:c2=0x90a040:n=3:seed=5:d=0.04"
    let line = try program.shell(
      """
      ffmpeg -v error -f lavfi -i \(source) -frames:v 1 \\
        -vf "format=gbrp,scale=out_color_matrix=\(space):flags=accurate_rnd" \
        -pix_fmt \(format) -chroma_sample_location \(siting) -strict -1 in.y4m &&
      ffmpeg -v error -i in.y4m \\
        -vf "scale=in_color_matrix=\(space):flags=bilinear+accurate_rnd+full_chroma_int,format=gbrp" \
        -f rawvideo gbr && "$0" video ./red.tint in.y4m -o out.y4m
      """)
    #expect(line.status == 0 && line.errors.isEmpty, "\(line.errors)")
    let bytes = try #require(program.folder.bytes(of: "out.y4m"))
    let light = bytes[(try #require(bytes.firstRange(of: Array("FRAME\n".utf8))).upperBound)...]
    let theirs = try #require(program.folder.bytes(of: "gbr")).suffix(width * 180)
    let deep = format.hasSuffix("10")
    var worst = 0.0
    for (index, wanted) in theirs.enumerated() {
      let at = light.startIndex + index * (deep ? 2 : 1)
      let code = deep ? Double(Int(light[at]) | Int(light[at + 1]) << 8) / 4 : Double(light[at])
      let red = format.hasPrefix("yuvj") ? code : (code - 16) * 255 / 219
      worst = max(worst, abs(red - Double(wanted)))
    }
    // Both round: a code of lightness is 1.16 of red, and so much does one of color make of it.
    #expect(worst < 2.5, "\(worst)")
  }
}
