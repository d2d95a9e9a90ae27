import Foundation
import Testing
import TintypeColor
import TintypeImage
import TintypeTestSupport

/// `--max-edge` and `--resize`.
@Suite struct SizeTests {
  /// From a JPEG, which is decoded smaller where that serves, and from a PNG alike.
  @Test(
    .slow,
    arguments: [
      (["--max-edge", "50"], 50, 38), (["--max-edge", "25"], 25, 19), (["--max-edge", "101"], 101, 77),
      (["--max-edge", "202"], 202, 153), (["--max-edge", "999"], 203, 154), (["--resize", "25%"], 51, 39),
      (["--resize", "60x30"], 40, 30), (["--resize", "406x999"], 406, 308), (["--max-edge", "1"], 1, 1),
    ])
  func sizes(_ size: [String], _ width: Int, _ height: Int) throws {
    let program = try Program()
    try TestPicture(203, 154).write(program.folder, "in.jpg")
    try TestPicture(203, 154).write(program.folder, "in.png")
    for (input, output) in [("in.jpg", "a.jpg"), ("in.png", "b.png")] {
      expectQuiet(try program.run(["render", "tumble-down", input, "-o", output] + size))
      let format = try TestPicture(program.folder, output).format
      #expect((format.width, format.height) == (width, height), "\(input)")
    }
    // Made again from the original: the size is among the options that the result names.
    expectQuiet(try program("render", "--again", "a.jpg", "in.jpg", "-o", "again.jpg"))
    #expect(program.folder.bytes(of: "again.jpg") == program.folder.bytes(of: "a.jpg"))
  }

  @Test func nothingIsEnlargedUnasked() throws {
    let program = try Program()
    try TestPicture(90, 60).write(program.folder, "in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png", "--max-edge", "90"))
    #expect(try TestPicture(program.folder, "out.png") == TestPicture(90, 60))
  }

  /// The size is that of what comes out, also where a look crops or the photo was held upright.
  @Test(.slow) func whatComesOutHasTheSize() throws {
    let program = try Program()
    try TestPicture(1203, 802).write(program.folder, "in.jpg", metadata: cameraData(orientation: 6))
    try program.folder.write(
      "tintype 1\nlook \"c\" { working display }\noutput source |> crop(ratio: 1)\n", to: "c.tint")
    for edge in [400, 333, 100, 57] {
      expectQuiet(
        try program("render", "./c.tint", "in.jpg", "-o", "c.png", "--max-edge", "\(edge)", "--if-exists", "overwrite"))
      let square = try TestPicture(program.folder, "c.png").format
      #expect((square.width, square.height) == (edge, edge))
    }
    expectQuiet(try program("render", "original", "in.jpg", "-o", "o.jpg", "--max-edge", "300"))
    let upright = try TestPicture(program.folder, "o.jpg").format
    #expect((upright.width, upright.height) == (200, 300))
  }

  /// A slope of light stays where it was: pixel x of 1/n stands at n (x + 1/2) - 1/2 of the photo.
  @Test(.slow, arguments: ["in.png", "in.jpg"]) func lightStaysInPlace(_ name: String) throws {
    let program = try Program()
    var picture = TestPicture(640, 480)
    func light(_ x: Double, _ y: Double) -> Double { 60 + x / 8 + y / 5 }
    for index in picture.samples.indices {
      let pixel = index / 3
      picture.samples[index] = UInt16(light(Double(pixel % 640), Double(pixel / 640)).rounded())
    }
    try picture.write(program.folder, name)
    for (edge, ratio) in [(160, 4.0), (128, 5.0), (400, 1.6)] {
      expectQuiet(
        try program("render", "original", name, "-o", "out.png", "--max-edge", "\(edge)", "--if-exists", "overwrite"))
      let small = try TestPicture(program.folder, "out.png")
      for y in 4..<(small.format.height - 4) {
        for x in 4..<(edge - 4) {
          let wanted = light((Double(x) + 0.5) * ratio - 0.5, (Double(y) + 0.5) * ratio - 0.5)
          // Rounded in the photo and in the copy, and means are taken of light.
          #expect(abs(Double(small[x, y][1]) - wanted) < 1.6, "\(x) \(y)")
        }
      }
    }
  }

  /// Grain is as strong and as large a part of a small copy as of the photo.
  @Test(.slow) func grainLooksTheSame() throws {
    let program = try Program()
    var gray = TestPicture(1600, 1200)
    gray.samples = gray.samples.map { _ in 120 }
    try gray.write(program.folder, "in.png")
    try program.folder.write(
      """
      tintype 1
      use "grain" as emulsion
      look "g" { working linear-srgb format 35mm }
      output source |> emulsion(size: 200um, amount: 0.6)
      """, to: "g.tint")
    expectQuiet(try program("render", "./g.tint", "in.png", "-o", "large.png"))
    expectQuiet(try program("render", "original", "large.png", "-o", "reduced.png", "--max-edge", "400"))
    expectQuiet(try program("render", "./g.tint", "in.png", "-o", "small.png", "--max-edge", "400"))
    let spreads = try ["reduced.png", "small.png"].map { name in
      let codes = try TestPicture(program.folder, name).samples.map(Double.init)
      let mean = codes.reduce(0, +) / Double(codes.count)
      return (codes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(codes.count)).squareRoot()
    }
    #expect(spreads[0] > 2 && abs(spreads[1] / spreads[0] - 1) < 0.15, "\(spreads)")
  }

  /// A copy is in the space of its photo.
  @Test func aCopyHasTheColorsOfThePhoto() throws {
    let program = try Program()
    var metadata = PictureMetadata()
    metadata.iccProfile = RGBSpace.adobeRGB.profile
    var picture = TestPicture(64, 48)
    for index in picture.samples.indices { picture.samples[index] = [60, 170, 90][index % 3] }
    try picture.write(program.folder, "in.png", metadata: metadata)
    for (size, name) in [("64", "same.png"), ("16", "small.png")] {
      expectQuiet(try program("render", "original", "in.png", "-o", name, "--max-edge", size, "--icc", "srgb"))
    }
    let (same, small) = (try TestPicture(program.folder, "same.png"), try TestPicture(program.folder, "small.png"))
    #expect(same[30, 20] != picture[30, 20])
    for channel in 0..<3 { #expect(abs(Int(same[30, 20][channel]) - Int(small[8, 6][channel])) <= 1) }
  }

  @Test(.slow) func whatIsNoSize() throws {
    let program = try Program()
    try TestPicture(60, 40).write(program.folder, "in.jpg")
    for size in [
      ["--max-edge", "0"], ["--max-edge", "2k"], ["--resize", "10"], ["--resize", "0%"], ["--resize", "x10"],
      ["--resize", "10x10x10"], ["--resize", "99999%"], ["--max-edge", "9", "--resize", "9x9"],
    ] {
      #expect(try program.run(["render", "original", "in.jpg", "-o", "out.jpg"] + size).status == 64, "\(size)")
    }
    expectFailure(
      try program("render", "original", "in.jpg", "-o", "out.jpg", "--resize", "1600%", "--max-pixels", "3000"), 75,
      "in.jpg: 960 x 640 is 614400 pixels, and the limit is 3000")
    // Damage below the last row that is needed is damage.
    let whole = try #require(program.folder.bytes(of: "in.jpg"))
    try program.folder.write(Array(whole.prefix(whole.count * 9 / 10)), to: "cut.jpg")
    expectFailure(
      try program("render", "original", "cut.jpg", "-o", "out.jpg", "--max-edge", "8"), 65, "cut.jpg: ")
    #expect(program.folder.names == ["cut.jpg", "in.jpg"])
  }
}
