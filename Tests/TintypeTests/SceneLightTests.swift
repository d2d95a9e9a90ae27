import Testing
import TintypeColor
import TintypeDrawing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Photos whose samples are numbers beyond 0 to 1, from the file to the result.
@Suite(.enabled(if: !PictureFileType.notBuiltIn.contains(.tiff), "needs the trait TIFF")) struct SceneLightTests {
  private static let numbers: [Float] = [
    0, -0, 0.18, 1, 1.86, 16, 640, 65_504, -0.25, -65_504, 1e-7, 0x1p-14, 0x1p-24, 0.333333, .infinity, -.infinity,
    .nan,
    100_000, 5.9604e-8, 2.9e-8, 2_049, 2_051, 3.0001,
  ]

  /// Rows of three channels that hold the numbers in turn.
  private func write(_ depth: SampleDepth, _ path: FilePath, channels: Int = 3) throws -> [Double] {
    let format = PictureFormat(width: 23, height: 5, channels: channels, depth: depth)
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
    var stored: [Double] = []
    bytes.withUnsafeMutableBytes { bytes in
      for sample in 0..<23 * 5 * channels {
        let place = sample * depth.bytes
        depth.store(Double(Self.numbers[sample * 7 % Self.numbers.count]), at: place, in: bytes)
        stored.append(depth.number(at: place, in: UnsafeRawBufferPointer(bytes)))
      }
    }
    _ = try StoredPicture(format, bytes: bytes).written(as: .tiff, path)
    return stored
  }

  private func render(
    _ recipe: String, _ input: FilePath, _ output: FilePath, _ fill: (inout RenderOptions) -> Void = { _ in }
  ) throws -> (reader: PictureReader, numbers: [Double]) {
    var options = RenderOptions()
    options.ifExists = .overwrite
    fill(&options)
    let text = "tintype 1\nlook \"light\" { working linear-srgb }\n" + recipe
    let look = try #require(compile(SourceFile(name: "light", text: text)).look)
    _ = try renderPhoto(ConfiguredLook(look), from: input, to: output, options: options)
    let reader = try openPicture(output)
    let picture = try StoredPicture(decoding: reader)
    let format = picture.format
    let numbers = (0..<format.width * format.height * 3).map { index in
      picture.number(column: index / 3 % format.width, row: index / 3 / format.width, channel: index % 3)
    }
    return (reader, numbers)
  }

  @Test(arguments: [SampleDepth.half, .float]) func comesBackAsItWas(_ depth: SampleDepth) throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.tif"), FilePath(folder.path + "/out.tif"))
    let stored = try write(depth, input)
    let copied = try render("output source", input, output)
    #expect(copied.reader.format.depth == depth && copied.numbers == stored)
    // Through the loops: multiplied and divided by a power of two, where nothing is lost but at the ends.
    let computed = try render("output source * 0.5 + source * 0.5", input, output)
    for (number, wanted) in zip(computed.numbers, stored) {
      #expect((number - wanted).magnitude <= wanted.magnitude * 1e-6 + (depth == .half ? 0x1p-24 : 1e-12))
    }
  }

  @Test(arguments: [SampleDepth.half, .float], [RenderOptions.Engine.fast, .reference])
  func isComputedWithoutBounds(_ depth: SampleDepth, _ engine: RenderOptions.Engine) throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.tif"), FilePath(folder.path + "/out.tif"))
    let stored = try write(depth, input)
    let made = try render("output source * 0.125 - 0.5", input, output) { $0.engine = engine }
    for (number, before) in zip(made.numbers, stored) {
      let wanted = before * 0.125 - 0.5
      #expect((number - wanted).magnitude <= max(wanted.magnitude, 0.5) * (depth == .half ? 0x1p-11 : 0x1p-22))
    }
  }

  /// Looks that were made for finished pictures see light as a camera finishes it: nothing is lighter than white.
  @Test(arguments: ["minimal-life", "tumble-down"]) func looksForFinishedPictures(_ name: String) throws {
    let folder = try ScratchFolder()
    let source = try #require(shippedLooks.first { $0.name == name })
    let look = try ConfiguredLook(#require(compile(source).look))
    let samples = [UInt8](repeating: 255, count: 32 * 32 * 3)
    let white = FilePath(folder.path + "/white.png")
    _ = try StoredPicture(PictureFormat(width: 32, height: 32, channels: 3, depth: .eight), bytes: samples)
      .written(as: .png, white)
    let wanted = try DecodedPhoto(white).rendered(through: look, threads: 1)
    for light in [1.86, 4, 640] {
      let format = PictureFormat(width: 32, height: 32, channels: 3, depth: .float)
      var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
      bytes.withUnsafeMutableBytes { bytes in
        for sample in 0..<32 * 32 * 3 { format.depth.store(light, at: sample * format.depth.bytes, in: bytes) }
      }
      let path = FilePath(folder.path + "/\(light).tif")
      _ = try StoredPicture(format, bytes: bytes).written(as: .tiff, path)
      let made = try DecodedPhoto(path).rendered(through: look, threads: 1)
      #expect(zip(made.pixels, wanted.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(light)")
    }
  }

  /// A codes' result is sRGB, clipped at white.
  @Test func becomesAFinishedPicture() throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.tif"), FilePath(folder.path + "/out.png"))
    let stored = try write(.half, input)
    let made = try render("output source", input, output)
    #expect(made.reader.format.depth == .sixteen && made.reader.color.space == .srgb)
    for (number, light) in zip(made.numbers, stored) {
      let wanted = RGBSpace.srgb.curves[0].code(of: min(max(light, 0), 1))
      #expect((number - wanted).magnitude < 2.0 / 65_535, "\(light)")
    }
    // And back: floats that are not light say their space.
    let back = FilePath(folder.path + "/back.tif")
    let again = try render("output source", output, back) { $0.depth = .float }
    #expect(again.reader.color.space == .srgb && !again.reader.color.isSceneLight)
    for (number, code) in zip(again.numbers, made.numbers) { #expect((number - code).magnitude < 1e-6) }
  }

  @Test func looksAskForIt() throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.tif"), FilePath(folder.path + "/out.tif"))
    let recipe = "kernel k(c: rgb) -> rgb { return select(rgb(0.25), rgb(4), source.isSceneLight) }\noutput k(source)"
    _ = try write(.half, input)
    #expect(try render(recipe, input, output).numbers.allSatisfy { $0 == 4 })
    let codes = try render(recipe, input, output) { $0.limits.inputSpace = .srgb }
    #expect(codes.numbers.allSatisfy { ($0 - 0.5371).magnitude < 0.001 })
    let png = FilePath(folder.path + "/in.png")
    _ = try Bitmap(width: 3, height: 3, color: RGB8(1, 2, 3)).write(to: png, quality: 95, ifExists: .error)
    #expect(
      try render(recipe, png, output) { $0.depth = .float }.numbers.allSatisfy { ($0 - 0.5371).magnitude < 0.001 })
  }

  /// What is said of the photo's colors does not hold for the pictures of a look.
  @Test func picturesOfALookKeepTheirColors() throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.png"), FilePath(folder.path + "/out.png"))
    _ = try Bitmap(width: 4, height: 4, color: RGB8(100, 100, 100)).write(to: input, quality: 95, ifExists: .error)
    let plate = folder.path + "/plate.png"
    _ = try Bitmap(width: 4, height: 4, color: RGB8(128, 128, 128)).write(
      to: FilePath(plate), quality: 95, ifExists: .error)
    let text = """
      tintype 1
      look "plate" { working display }
      param plate: picture
      kernel second(a: rgb, b: rgb) -> rgb { return b }
      output second(source, stretch(plate))

      """
    let look = ConfiguredLook(try #require(compile(SourceFile(name: "l", text: text)).look))
    for space in [InputSpace.linearSRGB, .sLog3] {
      var options = RenderOptions()
      (options.ifExists, options.limits.inputSpace) = (.overwrite, space)
      let given = try look.giving(pictures: ["plate": FilePath(plate)])
      _ = try renderPhoto(given, from: input, to: output, options: options)
      #expect(try StoredPicture(decoding: openPicture(output)).colorCodes.allSatisfy { $0 == 128 }, "\(space)")
    }
  }

  /// Smaller, turned and measured: nothing between the file and the look has bounds.
  @Test(arguments: [SampleDepth.half, .float]) func isResizedAndMeasuredWithoutBounds(_ depth: SampleDepth) throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.tif"), FilePath(folder.path + "/out.tif"))
    let format = PictureFormat(width: 64, height: 48, channels: 3, depth: depth)
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
    bytes.withUnsafeMutableBytes { bytes in
      for sample in 0..<64 * 48 * 3 { depth.store(8, at: sample * depth.bytes, in: bytes) }
    }
    _ = try StoredPicture(format, bytes: bytes).written(as: .tiff, input)
    let smaller = try render("output source", input, output) { $0.size = .longEdge(20) }
    #expect(smaller.reader.format.width == 20 && smaller.numbers.allSatisfy { ($0 - 8).magnitude < 0.01 })
    let divided = try render("let most = maximum(source)\noutput source / most.r", input, output)
    #expect(divided.numbers.allSatisfy { ($0 - 1).magnitude < 0.001 })
    let turned = try render("output turn(source, 90deg)", input, output)
    #expect(turned.reader.format.height == 64 && turned.numbers.allSatisfy { $0 == 8 })
  }
}

extension StoredPicture {
  fileprivate func written(as type: PictureFileType, _ path: FilePath) throws -> FilePath {
    _ = try RenderOptions.IfExists.error.write(path) { (descriptor) throws(ImageError) in
      try write(as: type, to: descriptor, metadata: PictureMetadata(), options: EncodingOptions())
    }
    return path
  }
}
