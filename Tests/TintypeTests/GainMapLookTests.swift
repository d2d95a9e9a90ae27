import Testing
import TintypeColor
import TintypeDrawing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Photos with gain maps through looks.
@Suite struct GainMapLookTests {
  /// A gradient of 64 x 48 pixels whose gain is 0 to 2 stops from the left to the right.
  private func photo(_ folder: ScratchFolder) throws -> (lit: FilePath, plain: FilePath) {
    func jpeg(_ name: String, _ color: (Int, Int) -> RGB8) throws -> [UInt8] {
      let path = FilePath(folder.path + "/" + name)
      var pixels: [UInt8] = []
      for y in 0..<48 {
        for x in 0..<64 {
          let color = color(x, y)
          pixels += [color.red, color.green, color.blue]
        }
      }
      _ = try Bitmap(width: 64, height: 48, pixels: pixels).write(to: path, quality: 100, ifExists: .overwrite)
      return try #require(TestFiles.bytes(of: path.description))
    }
    let base = try jpeg("base.jpg") { x, y in RGB8(UInt8(100 + 2 * x), UInt8(100 + 3 * y), UInt8(120 + x)) }
    let map = try jpeg("map.jpg") { x, _ in RGB8(UInt8(4 * x), UInt8(4 * x), UInt8(4 * x)) }
    let file = GainMappedFile(
      base: base, map: map, .iso(GainMappedFile.iso(stops: [(0, 2)], headroom: 2)))
    try folder.write(file.bytes, to: "lit.jpg")
    return (FilePath(folder.path + "/lit.jpg"), FilePath(folder.path + "/base.jpg"))
  }

  private func look(_ recipe: String) throws -> ConfiguredLook {
    let text = "tintype 1\nlook \"light\" { working linear-srgb }\n" + recipe
    let source = SourceFile(name: "light", text: text)
    return ConfiguredLook(try #require(compile(source).look), recipe: source)
  }

  private func render(
    _ recipe: String, _ input: FilePath, _ folder: ScratchFolder, as name: String = "out.png",
    _ fill: (inout RenderOptions) -> Void = { _ in }
  ) throws -> (picture: StoredPicture, notes: [String], reader: PictureReader) {
    var options = RenderOptions()
    options.ifExists = .overwrite
    fill(&options)
    let output = FilePath(folder.path + "/" + name)
    let outcome = try renderPhoto(look(recipe), from: input, to: output, options: options)
    guard case .rendered(_, let notes) = outcome else { preconditionFailure("an output is overwritten") }
    let reader = try openPicture(output)
    return (try StoredPicture(decoding: reader), notes, reader)
  }

  private static let asking = "kernel k(c: rgb) -> rgb { return c / source.headroom }\noutput k(source)"

  /// A look that does not read light sees the file's codes; one that does sees the light and how much there is.
  @Test func appliesForLooksThatReadLight() throws {
    let folder = try ScratchFolder()
    let (lit, plain) = try photo(folder)
    let one = try render("output source * 0.5", lit, folder)
    #expect(one.picture.bytes == (try render("output source * 0.5", plain, folder).picture.bytes))
    #expect(one.notes.contains { $0.contains("is left out, and with it light beyond white") })
    let asking = try render(Self.asking, lit, folder)
    #expect(asking.notes.contains { $0.contains("is applied: light up to 4 times as bright as white") })
    // At the right the light is 4 times the base's, and the headroom takes it back.
    let base = try render("output source", plain, folder).picture
    for y in [4, 20, 40] {
      let codes = (asking.picture.code(column: 63, row: y, channel: 1), base.code(column: 63, row: y, channel: 1))
      #expect((Int(codes.0) - Int(codes.1)).magnitude <= 3, "\(codes)")
    }
    #expect(try render(Self.asking, plain, folder).picture.bytes == base.bytes, "without a map the headroom is 1")
    #expect(try render(Self.asking, lit, folder) { $0.limits.onHighDynamicRange = .ignore }.picture.bytes == base.bytes)
  }

  /// The result is a finished picture in the space of the photo, and has nothing of the map.
  @Test func resultsHaveNoMap() throws {
    let folder = try ScratchFolder()
    let (lit, _) = try photo(folder)
    for recipe in [Self.asking, "output source"] {
      let made = try render(recipe, lit, folder, as: "out.jpg") { $0.limits.onHighDynamicRange = .apply }
      #expect(made.reader.color.gainMap == nil && made.reader.color.space == .srgb)
      let bytes = try #require(folder.bytes(of: "out.jpg"))
      for text in ["MPF\0", "hdrgm", "urn:iso:std:iso:ts:21496"] {
        #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
      }
    }
  }

  /// What was chosen is stated, so that a result can be made again.
  @Test func isStated() throws {
    let folder = try ScratchFolder()
    let (lit, _) = try photo(folder)
    let made = try render("output source", lit, folder) {
      ($0.limits.onHighDynamicRange, $0.limits.maxHeadroom) = (.apply, 2)
    }
    let provenance = try #require(Provenance(made.reader.metadata))
    #expect(provenance.options["hdr"] == ["apply"] && provenance.options["max-headroom"] == ["2"])
    var options = RenderOptions()
    options.take(provenance)
    #expect(options.limits.onHighDynamicRange == .apply && options.limits.maxHeadroom == 2)
    let usual = try #require(Provenance(try render(Self.asking, lit, folder).reader.metadata))
    #expect(usual.options["hdr"] == nil)
  }

  /// Cropping, turning and mirroring act on the light, wherever they stand.
  @Test(.enabled(if: !PictureFileType.notBuiltIn.contains(.tiff), "needs the trait TIFF")) func commutes() throws {
    let folder = try ScratchFolder()
    let (lit, _) = try photo(folder)
    func light(_ recipe: String) throws -> StoredPicture {
      try render(recipe, lit, folder, as: "out.tif") {
        ($0.depth, $0.limits.onHighDynamicRange) = (.half, .apply)
      }.picture
    }
    let whole = try light("output source")
    #expect(whole.number(column: 63, row: 47, channel: 1) > 2)
    let turned = try light("output turn(source, 90deg)")
    let cropped = try light("output crop(source, ratio: 1)")
    let both = try light("output flip(crop(source, ratio: 1), .horizontal)")
    #expect(turned.format.height == 64 && cropped.format.width == 48 && both.format.width == 48)
    for y in 0..<48 {
      for x in 0..<64 {
        let bits = whole.code(column: x, row: y, channel: 0)
        #expect(turned.code(column: 47 - y, row: x, channel: 0) == bits)
        guard (8..<56).contains(x) else { continue }
        #expect(cropped.code(column: x - 8, row: y, channel: 0) == bits)
        #expect(both.code(column: 55 - x, row: y, channel: 0) == bits)
      }
    }
  }

  /// Previews take the same road: a photo in memory shows what a file gets.
  @Test func previewsSeeTheLight() throws {
    let folder = try ScratchFolder()
    let (lit, plain) = try photo(folder)
    let decoded = try DecodedPhoto(lit)
    for (recipe, isLit) in [(Self.asking, true), ("output source", false), (Self.asking, true)] {
      let seen = try decoded.rendered(through: look(recipe), threads: 1)
      let file = try render(recipe, isLit ? lit : plain, folder)
      #expect(seen.pixels == file.picture.bytes)
    }
  }

  /// A film's highlights are brighter where light is there, and what is not lit stays.
  @Test func filmsExposeTheLight() throws {
    let folder = try ScratchFolder()
    let (lit, plain) = try photo(folder)
    let recipe = "output sceneLight(source) / 8"
    let (with, without) = (try render(recipe, lit, folder).picture, try render(recipe, plain, folder).picture)
    func code(_ picture: StoredPicture, _ column: Int) -> Int { Int(picture.code(column: column, row: 30, channel: 0)) }
    #expect((code(with, 1) - code(without, 1)).magnitude <= 4)
    #expect(code(with, 62) > code(without, 62) + 20)
    let ignored = try render(recipe, lit, folder) { $0.limits.onHighDynamicRange = .ignore }
    #expect(ignored.picture.bytes == without.bytes)
  }
}
