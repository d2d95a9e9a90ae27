import Foundation
import Testing
import Tintype
import TintypeColor
import TintypeImage
import TintypeTestSupport

/// The OpenFX bundle in a host of our own, `Tests/Hosts/ofx`, which ends with 1 where the bundle breaks what the
/// interface promises.
@Suite struct OFXHostTests {
  private static let products = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path

  /// A folder with `Tintype.ofx` and `host`.
  private static func compiled() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let options = ["clang", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror"]
    let root = TestFiles.packageRoot
    func sources(_ folder: String) -> [String] {
      TestFiles.names(in: "\(root)/\(folder)", endingIn: ".c").map { "\(root)/\(folder)/\($0)" }
    }
    for arguments in [
      ["-fPIC", "-shared", "-fvisibility=hidden", "-I\(root)/Sources/CTintype/include"] + sources("Hosts/ofx")
        + [products + "/libTintypeC.so", "-Wl,-rpath,\(products)", "-lm", "-o", "Tintype.ofx"],
      sources("Tests/Hosts/ofx") + ["-lm", "-o", "host"],
    ] {
      let result = try runProgram("/usr/bin/env", options + arguments, in: folder.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    return folder
  }

  private func host(_ folder: ScratchFolder, _ arguments: [String]) throws -> ProgramResult {
    try runProgram(folder.path + "/host", [folder.path + "/Tintype.ofx"] + arguments, in: folder.path)
  }

  private static let size = (width: 75, height: 50)

  /// Renders pixels through an effect.
  private func rendered(
    _ folder: ScratchFolder, _ look: String, _ pixels: [UInt8], _ arguments: [String]
  ) throws -> (result: ProgramResult, bytes: [UInt8]) {
    try folder.write(pixels, to: "in.raw")
    let result = try host(
      folder, ["tintype.\(look)", "\(Self.size.width)", "\(Self.size.height)", "in.raw", "out.raw"] + arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(look) \(arguments): \(result.errors)")
    return (result, folder.bytes(of: "out.raw") ?? [])
  }

  private static func format(_ channels: Int, _ depth: SampleDepth) -> PictureFormat {
    PictureFormat(width: size.width, height: size.height, channels: channels, depth: depth)
  }

  /// Numbers of which all are multiples of 1/65535, alpha 1.
  private static func numbers(_ channels: Int, upTo largest: Double = 1) -> [Double] {
    (0..<size.width * size.height * channels).map { index in
      if index % channels == 3 { return 1 }
      return Double((UInt32(truncatingIfNeeded: index) &* 2_654_435_761) >> 16) / 65_535 * largest
    }
  }

  private static func bytes(_ numbers: [Double], _ depth: SampleDepth) -> [UInt8] {
    switch depth {
    case .eight: numbers.map { UInt8(min(max($0, 0), 1) * 255 + 0.5) }
    case .sixteen: stored(numbers.map { UInt16(min(max($0, 0), 1) * 65_535 + 0.5) })
    case .half: stored(numbers.map { Float16($0) })
    case .float: stored(numbers.map { Float($0) })
    }
  }

  private static func stored(_ samples: [some BitwiseCopyable]) -> [UInt8] { samples.withUnsafeBytes { Array($0) } }

  private static func numbers(_ bytes: [UInt8], _ depth: SampleDepth) -> [Double] {
    bytes.withUnsafeBytes { bytes in
      switch depth {
      case .eight: bytes.map { Double($0) / 255 }
      case .sixteen: bytes.bindMemory(to: UInt16.self).map { Double($0) / 65_535 }
      case .half: bytes.bindMemory(to: Float16.self).map { Double($0) }
      case .float: bytes.bindMemory(to: Float.self).map { Double($0) }
      }
    }
  }

  private static let words: [SampleDepth: String] = [.eight: "byte", .sixteen: "short", .half: "half", .float: "float"]

  private static func layout(_ channels: Int, _ depth: SampleDepth) -> [String] {
    [".channels=\(channels)", ".depth=\(words[depth] ?? "")"]
  }

  private static func settings(_ texts: String...) -> [SourceFile] {
    texts.map { SourceFile(name: "setting", text: $0) }
  }

  // MARK: Descriptions

  @Test func everyLookIsAnEffect() throws {
    let folder = try Self.compiled()
    let result = try host(folder, ["list"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let effects = result.output.split(separator: "\n").filter { $0.hasPrefix("tintype.") }
    #expect(effects.map { $0.prefix { $0 != " " } } == shippedLooks.map { "tintype.\($0.name)"[...] })
    for line in ["tintype.sepia tiles \"sepia\"", "tintype.warm-negative frames \"warm negative\""] {
      #expect(effects.contains(line[...]))
    }
    for line in [
      "  TintypeVariant Choice 0 \"Variant\"", "  light Double 0 <-2 >2 [-2 ]2 \"Light (ev)\"",
      "  TintypeInputSpace Choice 0 \"Input space\"", "  second String '' \"Second picture\"",
    ] { #expect(result.output.contains(line + "\n"), "\(line)") }
    #expect(result.output.contains(#/\n  \[.+\]\n/#))
  }

  // MARK: Pixels

  /// Every layout of memory gives what the library gives.
  @Test(arguments: [3, 4], SampleDepth.allCases) func layouts(_ channels: Int, _ depth: SampleDepth) throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(channels), depth)
    for name in ["tumble-down", "warm-negative"] {
      let look = try ConfiguredLook(named: name)
      let expected = try PictureRenderer(look, source: Self.format(channels, depth)).render(pixels)
      for arguments in [[".rows=up"], [".rows=down", ".padding=12", ".origin=-7,13"]] {
        let (result, bytes) = try rendered(folder, name, pixels, Self.layout(channels, depth) + arguments)
        #expect(result.output.contains("status 0\n"), "\(result.output)")
        #expect(bytes == expected, "\(name) \(arguments)")
      }
    }
  }

  /// Floats equal the result of 16 bits, within one of its codes.
  @Test(arguments: ["tumble-down", "warm-negative", "slide", "noir", "sepia"]) func floats(_ name: String) throws {
    let folder = try Self.compiled()
    let numbers = Self.numbers(4)
    let (_, bytes) = try rendered(folder, name, Self.bytes(numbers, .float), Self.layout(4, .float))
    let codes = try PictureRenderer(ConfiguredLook(named: name), source: Self.format(4, .sixteen)).render(
      Self.bytes(numbers, .sixteen))
    let (made, wanted) = (Self.numbers(bytes, .float), Self.numbers(codes, .sixteen))
    try #require(made.count == wanted.count)
    #expect(zip(made, wanted).allSatisfy { abs(min(max($0, 0), 1) - $1) <= 1 / 65_535 })
  }

  /// What is brighter than white stays so.
  @Test func beyondWhite() throws {
    let folder = try Self.compiled()
    let numbers = Self.numbers(4, upTo: 8)
    let pixels = Self.bytes(numbers, .float)
    #expect(try rendered(folder, "original", pixels, Self.layout(4, .float)).bytes == pixels)
    let (_, bytes) = try rendered(folder, "adjust", pixels, Self.layout(4, .float) + ["exposure=1"])
    let look = try ConfiguredLook(named: "adjust").setting(Self.settings("exposure=1ev"))
    #expect(bytes == (try PictureRenderer(look, source: Self.format(4, .float)).render(pixels)))
    #expect((Self.numbers(bytes, .float).max() ?? 0) > 8)
  }

  /// Premultiplied and opaque pixels are those of the straight picture.
  @Test func alpha() throws {
    let folder = try Self.compiled()
    let straight = Self.numbers(4).enumerated().map {
      $0.offset % 4 == 3 ? 0.25 + 0.75 * Double($0.offset % 7) / 6 : $0.1
    }
    func premultiplied(_ numbers: [Double]) -> [Double] {
      numbers.enumerated().map { $0.offset % 4 == 3 ? $0.element : $0.element * numbers[$0.offset | 3] }
    }
    let renderer = try PictureRenderer(ConfiguredLook(named: "noir"), source: Self.format(4, .float))
    let wanted = premultiplied(Self.numbers(try renderer.render(Self.bytes(straight, .float)), .float))
    let (_, bytes) = try rendered(
      folder, "noir", Self.bytes(premultiplied(straight), .float), Self.layout(4, .float) + [".alpha=premultiplied"])
    let made = Self.numbers(bytes, .float)
    try #require(made.count == wanted.count)
    #expect(zip(made, wanted).allSatisfy { abs($0 - $1) < 1e-5 })
    let opaque = straight.enumerated().map { $0.offset % 4 == 3 ? 1 : $0.element }
    let (_, other) = try rendered(
      folder, "noir", Self.bytes(straight, .eight), Self.layout(4, .eight) + [".alpha=opaque"])
    let ofOpaque = try PictureRenderer(ConfiguredLook(named: "noir"), source: Self.format(4, .eight))
    #expect(other == (try ofOpaque.render(Self.bytes(opaque, .eight))))
  }

  @Test func spaces() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(3), .float)
    let names = InputSpace.allCases
    let (input, output) = (InputSpace.davinciIntermediate, InputSpace.rec709)
    let position = { (space: InputSpace) in names.firstIndex(of: space) ?? 0 }
    // The first option of the output is "as input".
    for (arguments, other) in [
      (["TintypeOutputSpace=\(position(output) + 1)"], output), ([], input),
    ] as [([String], InputSpace)] {
      let (_, bytes) = try rendered(
        folder, "slide", pixels, Self.layout(3, .float) + ["TintypeInputSpace=\(position(input))"] + arguments)
      let renderer = try PictureRenderer(
        ConfiguredLook(named: "slide"), source: Self.format(3, .float), inputSpace: input, outputSpace: other)
      #expect(bytes == (try renderer.render(pixels)))
    }
  }

  // MARK: Parts, sizes, frames

  /// A window is that part of the result; a look of its own pixel gets the same part of the source.
  @Test(arguments: [("sepia", "source 30 x 20"), ("warm-negative", "source 75 x 50"), ("vignette", "source 30 x 20")])
  func windows(_ name: String, _ source: String) throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    let whole = try PictureRenderer(ConfiguredLook(named: name), source: Self.format(4, .eight)).render(pixels)
    let (result, bytes) = try rendered(
      folder, name, pixels, Self.layout(4, .eight) + [".window=10,5,40,25", ".padding=4", ".origin=3,-2"])
    #expect(result.output.contains(source + "\n"), "\(result.output)")
    // y points up.
    #expect(bytes == Self.part(of: whole, width: Self.size.width, 4, columns: 10..<40, rows: 25..<45))
  }

  /// Bytes of the pixels in some columns and rows.
  private static func part(
    of pixels: [UInt8], width: Int, _ pixelBytes: Int, columns: Range<Int>, rows: Range<Int>
  ) -> [UInt8] {
    var part: [UInt8] = []
    for row in rows {
      let start = row * width
      part += pixels[(start + columns.lowerBound) * pixelBytes..<(start + columns.upperBound) * pixelBytes]
    }
    return part
  }

  /// A look that adds a border has a larger result around the middle of the source. Where the host keeps the frame, it
  /// gets the middle of the result.
  @Test func otherSizes() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(3), .eight)
    let renderer = try PictureRenderer(ConfiguredLook(named: "rebate"), source: Self.format(3, .eight))
    let (width, height) = (renderer.result.width, renderer.result.height)
    #expect(width > Self.size.width && height > Self.size.height)
    let expected = try renderer.render(pixels)
    let (result, bytes) = try rendered(folder, "rebate", pixels, Self.layout(3, .eight))
    let left = Int(((Double(Self.size.width) - Double(width)) / 2).rounded(.down))
    let bottom = Int(((Double(Self.size.height) - Double(height)) / 2).rounded(.down))
    #expect(result.output.contains("area \(left) \(bottom) \(left + width) \(bottom + height)\n"), "\(result.output)")
    #expect(bytes == expected)
    let (_, part) = try rendered(folder, "rebate", pixels, Self.layout(3, .eight) + [".window=0,0,75,50"])
    #expect(
      part
        == Self.part(
          of: expected, width: width, 3, columns: -left..<Self.size.width - left,
          rows: height + bottom - Self.size.height..<height + bottom))
  }

  @Test func frames() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    let renderer = try PictureRenderer(ConfiguredLook(named: "tumble-down"), source: Self.format(4, .eight))
    let (result, bytes) = try rendered(folder, "tumble-down", pixels, Self.layout(4, .eight) + [".times=3"])
    #expect(result.output.contains("varying 1\n"))
    #expect(bytes == (try (0..<3).flatMap { try renderer.render(pixels, frame: UInt32($0)) }))
    let still = try rendered(folder, "sepia", pixels, Self.layout(4, .eight))
    #expect(still.result.output.contains("varying 0\n"))
  }

  /// At half the scale, sizes on film and in % are half as many pixels: it is the render of the smaller picture.
  @Test func scales() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(3), .eight)
    let expected = try PictureRenderer(ConfiguredLook(named: "soften"), source: Self.format(3, .eight)).render(pixels)
    let (_, bytes) = try rendered(folder, "soften", pixels, Self.layout(3, .eight) + [".scale=0.5"])
    #expect(bytes == expected)
  }

  // MARK: Parameters

  /// Values of the host, some of them beyond what the look takes.
  @Test func parameters() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    for (arguments, settings) in [
      (["light=1", "grain=0"], Self.settings("light=1ev", "grain=0")),
      (["light=99", "halation=-3"], Self.settings("light=2ev", "halation=0")),
    ] {
      let look = try ConfiguredLook(named: "warm-negative").setting(settings)
      let (_, bytes) = try rendered(folder, "warm-negative", pixels, Self.layout(4, .eight) + arguments)
      #expect(bytes == (try PictureRenderer(look, source: Self.format(4, .eight)).render(pixels)), "\(arguments)")
    }
  }

  /// A variant that the user chooses sets the sliders.
  @Test func variants() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    let look = try ConfiguredLook(named: "warm-negative")
    let variant = try #require(look.look.variants.first)
    let (result, bytes) = try rendered(
      folder, "warm-negative", pixels, Self.layout(4, .eight) + ["TintypeVariant=1", ".edit=TintypeVariant"])
    #expect(result.output.contains("  TintypeVariant Choice 1\n"), "\(result.output)")
    let varied = try look.setting([], variant: variant)
    #expect(bytes == (try PictureRenderer(varied, source: Self.format(4, .eight)).render(pixels)))
    #expect(bytes != (try PictureRenderer(look, source: Self.format(4, .eight)).render(pixels)))
  }

  @Test func pictures() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    let scene = try runProgram(
      Program.path, ["scene", "--width", "90", "--height", "60", "-o", "second.png"], in: folder.path)
    #expect(scene.status == 0, "\(scene.errors)")
    let file = folder.path + "/second.png"
    let look = try ConfiguredLook(named: "double-exposure").giving(pictures: ["second": FilePath(file)])
    let (_, bytes) = try rendered(folder, "double-exposure", pixels, Self.layout(4, .eight) + ["second=\(file)"])
    #expect(bytes == (try PictureRenderer(look, source: Self.format(4, .eight)).render(pixels)))
  }

  // MARK: Failures

  /// A failed render shows its reason on the effect, or once if the host has no messages.
  @Test func failures() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    for (version, start, count) in [(2, "persistent OfxMessageError", 2), (1, "message OfxMessageError", 1)] {
      let (result, bytes) = try rendered(
        folder, "double-exposure", pixels, Self.layout(4, .eight) + [".times=2", ".messages=\(version)"])
      #expect(result.output.components(separatedBy: "status 1\n").count == 3, "\(result.output)")
      #expect(bytes.isEmpty)
      #expect(result.output.split(separator: "\n").count { $0.hasPrefix(start) } == count, "\(result.output)")
      #expect(result.output.contains("needs a picture 'second'"))
    }
    try folder.write(pixels, to: "in.raw")
    let silent = try host(
      folder, ["tintype.double-exposure", "75", "50", "in.raw", "out.raw", ".messages=0", "second=none.png"])
    #expect(silent.errors.hasPrefix("Tintype.ofx: ") && silent.errors.contains("none.png"), "\(silent.errors)")
  }

  /// A render that the host gives up ends without a message.
  @Test func interruption() throws {
    let folder = try Self.compiled()
    let pixels = Self.bytes(Self.numbers(4), .eight)
    let (result, _) = try rendered(folder, "warm-negative", pixels, Self.layout(4, .eight) + [".aborts=1"])
    #expect(result.output.hasSuffix("status 0\n"), "\(result.output)")
    #expect(!result.output.contains("OfxMessage"))
  }
}
