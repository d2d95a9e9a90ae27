import Testing
import TintypeColor
import TintypeDrawing
import TintypeIR
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// A photo in memory and one from file to file go the same way, so their pixels are the same.
@Suite struct OneWayToRenderTests {
  private static let looks = [
    "original", "minimal-life", "tumble-down", "warm-negative", "noir", "halation", "soften", "tilt-shift", "border",
    "vignette",
  ]

  private static let spaces: [RGBSpace?] = [nil, .srgb, .displayP3, .adobeRGB, .proPhoto, .rec2020]

  /// Writes a PNG of the test scene, a part of it transparent if it has alpha.
  private func photo(
    _ folder: ScratchFolder, _ depth: SampleDepth, channels: Int, _ space: RGBSpace?
  ) throws -> FilePath {
    let scene = TestScene(width: 150, height: 100).drawn()
    let format = PictureFormat(width: 150, height: 100, channels: channels, depth: depth)
    var samples: [UInt16] = []
    for pixel in 0..<150 * 100 {
      samples += scene.pixels[pixel * 3..<pixel * 3 + 3].map { UInt16($0) * 257 ^ UInt16(pixel & 0x7F) }
      if channels == 4 { samples.append(UInt16(truncatingIfNeeded: pixel * 31)) }
    }
    let bytes =
      depth == .eight ? samples.map { UInt8($0 >> 8) } : samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var metadata = PictureMetadata()
    if let space { metadata.iccProfile = space.profile }
    let path = FilePath(folder.path + "/photo.png")
    let file = try OutputFile(path, ifTaken: .replace)
    let writer = try PictureFileType.png.writer(to: file.descriptor, format: format, metadata: metadata)
    try PhotoPipeline(StoredPicture(format, bytes: bytes), to: writer).run(threads: 1)
    try writer.finish()
    return try file.commit()
  }

  private func look(_ name: String) throws -> ConfiguredLook {
    let source = try #require(shippedLooks.first { $0.name == name })
    return ConfiguredLook(try #require(compile(source).look), recipe: source)
  }

  private func codes(_ path: FilePath) throws -> [UInt16] {
    try StoredPicture(decoding: openPicture(path)).colorCodes
  }

  @Test(.slow, arguments: looks, [SampleDepth.eight, .sixteen])
  func memoryAndFilesGiveTheSamePixels(_ name: String, _ depth: SampleDepth) throws {
    let folder = try ScratchFolder()
    let look = try look(name)
    for (channels, space) in [3, 4].flatMap({ channels in Self.spaces.map { (channels, $0) } }) {
      let input = try photo(folder, depth, channels: channels, space)
      let inMemory = try DecodedPhoto(input).rendered(through: look, threads: 1)
      #expect(try DecodedPhoto(input).rendered(through: look, threads: 3) == inMemory)
      var options = RenderOptions()
      (options.icc, options.depth, options.ifExists) = (.srgb, .eight, .overwrite)
      options.subsampling = .full444
      // A JPEG is composited over white, like a picture in memory.
      let (one, other) = (FilePath(folder.path + "/one.jpg"), FilePath(folder.path + "/other.jpg"))
      _ = try renderPhoto(look, from: input, to: one, options: options)
      _ = try inMemory.write(to: other, quality: options.quality, ifExists: .overwrite)
      #expect(try codes(one) == codes(other), "\(channels) channels, \(space?.name ?? "no") profile")
      let png = FilePath(folder.path + "/one.png")
      _ = try renderPhoto(look, from: input, to: png, options: options)
      if try openPicture(png).format.channels == 3 {
        #expect(try codes(png) == inMemory.pixels.map { UInt16($0) }, "\(space?.name ?? "no") profile")
      }
    }
  }

  /// A bitmap is a photo of 8 bits in sRGB.
  @Test(arguments: looks) func bitmapsAreRenderedAsPhotos(_ name: String) throws {
    let folder = try ScratchFolder()
    let scene = TestScene(width: 300, height: 200).drawn()
    let (input, output) = (FilePath(folder.path + "/in.png"), FilePath(folder.path + "/out.png"))
    #expect(try scene.write(to: input, quality: 95, ifExists: .error) == .rendered(to: input, notes: []))
    let look = try look(name)
    var options = RenderOptions()
    // A picture in memory has no seed of its own.
    options.shot[.seed] = ShotField.seed.unknown
    for threads in [1, 2] {
      (options.threads, options.ifExists) = (threads, .overwrite)
      _ = try renderPhoto(look, from: input, to: output, options: options)
      #expect(try codes(output) == scene.rendered(through: look, threads: threads).pixels.map { UInt16($0) })
    }
  }

  /// Sizes, dates and threads settle no step: photos of one kind cost one compilation.
  @Test func photosOfOneKindShareAPlan() throws {
    let folder = try ScratchFolder()
    let recipe = "tintype 1\nlook \"dated\" { working display }\noutput source * 0.9 |> stamp()\n"
    let source = SourceFile(
      name: "dated", text: recipe.replacing("look", with: "use \"date-stamp\" as stamp\nlook", maxReplacements: 1))
    let look = ConfiguredLook(try #require(compile(source).look), recipe: source)
    var pictures: Set<[UInt8]> = []
    for day in 10..<20 {
      for width in [240, 300] {
        let input = FilePath(folder.path + "/in.png")
        _ = try Bitmap(width: width, height: 200).write(to: input, quality: 95, ifExists: .overwrite)
        var options = RenderOptions()
        options.photoDate.given = CivilDate("2024-08-\(day)")
        (options.ifExists, options.threads, options.metadata) = (.overwrite, 1 + day % 2, .none)
        _ = try renderPhoto(look, from: input, to: FilePath(folder.path + "/out.png"), options: options)
        pictures.insert(folder.bytes(of: "out.png") ?? [])
      }
    }
    #expect(pictures.count == 20, "each date is written")
    #expect(look.bound.compilations == 1)
    // Other samples, other values: other steps.
    var options = RenderOptions()
    (options.depth, options.photoDate.missing) = (.sixteen, .skip)
    _ = try renderPhoto(
      look, from: FilePath(folder.path + "/in.png"), to: FilePath(folder.path + "/deep.png"), options: options)
    #expect(look.bound.compilations == 2)
  }
}
