import Testing
import TintypeColor
import TintypeImage
import TintypeTestSupport

/// Photos of other spaces than sRGB: `--icc`, what results carry, and what is said.
@Suite struct ColorTests {
  private let program: Program

  init() throws { program = try Program() }

  private func path(_ name: String) -> FilePath { FilePath(program.folder.path + "/" + name) }

  private func photo(
    _ name: String, _ profile: [UInt8]?, channels: Int = 3, depth: SampleDepth = .eight
  ) throws -> TestPicture {
    var metadata = PictureMetadata()
    metadata.iccProfile = profile
    let picture = TestPicture(40, 30, channels: channels, depth: depth, seed: 7)
    try picture.write(program.folder, name, metadata: metadata)
    return picture
  }

  @Test(.slow, arguments: [RGBSpace.displayP3, .adobeRGB, .proPhoto], ["display", "linear-srgb"])
  func keptPhotosComeBack(_ space: RGBSpace, _ working: String) throws {
    let picture = try photo("in.png", space.profile)
    let recipe =
      "tintype 1\nlook \"same\" { working \(working) }\noutput source |> turn(by: 90deg) |> turn(by: 270deg)\n"
    try TestFiles.write(Array(recipe.utf8), to: program.folder.path + "/same.tint")
    for look in ["original", "./same.tint"] {
      expectQuiet(try program("render", look, "in.png", "-o", "out.png", "--if-exists", "overwrite"))
      #expect(try TestPicture(program.folder, "out.png") == picture)
      #expect(try openPicture(path("out.png")).metadata.iccProfile == space.profile)
    }
  }

  @Test(arguments: ["srgb", "p3"]) func convertedPhotosHaveTheColorsAndTheProfile(_ policy: String) throws {
    let target: RGBSpace = policy == "srgb" ? .srgb : .displayP3
    let picture = try photo("in.png", RGBSpace.adobeRGB.profile)
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png", "--icc", policy))
    let result = try TestPicture(program.folder, "out.png")
    #expect(try openPicture(path("out.png")).metadata.iccProfile == target.profile)
    for index in stride(from: 0, to: picture.samples.count, by: 3) {
      let color = SIMD3((0..<3).map { Double(picture.samples[index + $0]) / 255 })
      let exact = RGBSpace.adobeRGB.converted(color, to: target).clamped(lowerBound: .zero, upperBound: .one)
      for channel in 0..<3 {
        let difference = (exact[channel] * 255 - Double(result.samples[index + channel])).magnitude
        #expect(difference < 0.55, "\(color) \(channel)")
      }
    }
  }

  @Test func anSRGBProfileChangesNoByte() throws {
    let plain = try photo("plain.jpg", nil)
    // The colorants of the profile by Hewlett-Packard, which most sRGB files have.
    let colorants = Matrix3([0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410])
    let space = try #require(RGBSpace(name: "usual", curves: Array(repeating: .srgb, count: 3), colorants: colorants))
    #expect(try photo("marked.jpg", space.profile) == plain)
    for name in ["plain", "marked"] {
      expectQuiet(try program("render", "tumble-down", "\(name).jpg", "-o", "\(name).png", "--metadata", "none"))
    }
    #expect(try TestPicture(program.folder, "plain.png") == TestPicture(program.folder, "marked.png"))
    #expect(try openPicture(path("marked.png")).metadata.iccProfile == space.profile)
  }

  @Test func sixteenBitsAndAlphaStay() throws {
    for profile in [nil, RGBSpace.displayP3.profile] {
      let picture = try photo("deep.png", profile, channels: 4, depth: .sixteen)
      expectQuiet(try program("render", "original", "deep.png", "-o", "out.png", "--if-exists", "overwrite"))
      #expect(try TestPicture(program.folder, "out.png") == picture)
    }
  }

  @Test func everyNumberOfThreadsGivesTheSameBytes() throws {
    _ = try photo("in.jpg", RGBSpace.proPhoto.profile)
    var files: Set<[UInt8]> = []
    for threads in 1...4 {
      expectQuiet(
        try program(
          "render", "tumble-down", "in.jpg", "-o", "out.jpg", "--icc", "p3", "-j", "\(threads)", "--if-exists",
          "overwrite"))
      files.insert(try #require(TestFiles.bytes(of: program.folder.path + "/out.jpg")))
    }
    #expect(files.count == 1)
  }

  @Test func whatAPNGSaysInChunksAJPEGSaysByAProfile() throws {
    _ = try photo("in.png", nil)
    let p3: [UInt8] = [0, 0, 0, 4] + Array("cICP".utf8) + [12, 13, 0, 1, 0x6E, 0x03, 0xE3, 0xEF]
    var file = try #require(TestFiles.bytes(of: program.folder.path + "/in.png"))
    file.insert(contentsOf: p3, at: 33)
    try TestFiles.write(file, to: program.folder.path + "/in.png")
    expectQuiet(try program("render", "original", "in.png", "-o", "out.jpg"))
    #expect(try openPicture(path("out.jpg")).metadata.iccProfile == RGBSpace.displayP3.profile)
    expectQuiet(try program("render", "original", "in.png", "-o", "out.png"))
    #expect(try openPicture(path("out.png")).color.space == .displayP3)
    #expect(try openPicture(path("out.png")).metadata.iccProfile == nil)
  }

  @Test func aBrokenProfileIsSaidAndLeftOut() throws {
    _ = try photo("in.jpg", Array(RGBSpace.adobeRGB.profile.prefix(300)))
    let result = try program("render", "original", "in.jpg", "-o", "out.jpg")
    #expect(result.status == 0)
    #expect(
      result.errorLines == [
        "tintype: in.jpg: note: the color profile is cut off: 300 of \(RGBSpace.adobeRGB.profile.count) bytes are "
          + "there; it is left out, and colors are taken as sRGB"
      ])
    #expect(try openPicture(path("out.jpg")).metadata.iccProfile == nil)
  }

  @Test func aPhotoIsMadeAgainInTheSameSpace() throws {
    _ = try photo("in.jpg", RGBSpace.adobeRGB.profile)
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.jpg", "--icc", "p3"))
    expectQuiet(try program("render", "--again", "out.jpg", "in.jpg", "-o", "again.jpg"))
    let bytes = try ["out.jpg", "again.jpg"].map { try #require(TestFiles.bytes(of: program.folder.path + "/" + $0)) }
    #expect(bytes[0] == bytes[1])
  }

  @Test func smallerCopiesStayInTheSpace() throws {
    _ = try photo("in.png", RGBSpace.proPhoto.profile)
    _ = try photo("plain.png", nil)
    for name in ["in", "plain"] {
      expectQuiet(try program("render", "original", "\(name).png", "-o", "\(name)-s.png", "--max-edge", "20"))
    }
    let (wide, plain) = (try TestPicture(program.folder, "in-s.png"), try TestPicture(program.folder, "plain-s.png"))
    #expect(wide.format == plain.format && wide.format.width == 20)
    // The same numbers, weighed as light by two curves: near each other, and not the same.
    #expect(zip(wide.samples, plain.samples).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
    #expect(try openPicture(path("in-s.png")).color.space.isLike(.proPhoto))
  }

  @Test func jobsNameASpace() throws {
    _ = try photo("in.jpg", RGBSpace.adobeRGB.profile)
    let job = #"{"look":"original","input":"in.jpg","output":"out.jpg","icc":"srgb"}"#
    let result = try program.shell("echo '\(job)' | \"$0\" worker")
    #expect(result.output.contains(#""ok":true"#), "\(result.output)")
    #expect(try openPicture(path("out.jpg")).metadata.iccProfile == RGBSpace.srgb.profile)
  }
}
