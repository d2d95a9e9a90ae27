import Foundation
import Testing
import TintypeColor
import TintypeDrawing
import TintypeImage
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Results of `--hdr gainmap`: a finished picture, and the light that its map leads to.
@Suite struct GainMapResultTests {
  private static let (width, height) = (96, 64)

  private func jpeg(_ folder: ScratchFolder, _ name: String, _ color: (Int, Int) -> RGB8) throws -> [UInt8] {
    let path = FilePath(folder.path + "/" + name)
    var pixels: [UInt8] = []
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let color = color(x, y)
        pixels += [color.red, color.green, color.blue]
      }
    }
    _ = try Bitmap(width: Self.width, height: Self.height, pixels: pixels).write(
      to: path, quality: 100, ifExists: .overwrite)
    return try #require(TestFiles.bytes(of: path.description))
  }

  /// A gradient whose light is up to 4 times white at the right.
  private func photo(_ folder: ScratchFolder) throws -> FilePath {
    let base = try jpeg(folder, "base.jpg") { x, y in RGB8(UInt8(60 + 2 * x), UInt8(60 + 3 * y), UInt8(120 + x)) }
    let map = try jpeg(folder, "map.jpg") { x, _ in
      let code = UInt8(5 * max(x - 45, 0))
      return RGB8(code, code, code)
    }
    let file = GainMappedFile(base: base, map: map, .iso(GainMappedFile.iso(stops: [(0, 2)], headroom: 2)))
    try folder.write(file.bytes, to: "lit.jpg")
    return FilePath(folder.path + "/lit.jpg")
  }

  private func render(
    _ recipe: String, _ input: FilePath, _ name: String, _ folder: ScratchFolder,
    _ fill: (inout RenderOptions) -> Void = { _ in }
  ) throws -> (file: FilePath, notes: [String]) {
    let text = "tintype 1\nlook \"light\" { working linear-srgb }\n" + recipe
    let source = SourceFile(name: "light", text: text)
    let look = ConfiguredLook(try #require(compile(source).look), recipe: source)
    var options = RenderOptions()
    (options.ifExists, options.quality) = (.overwrite, 100)
    fill(&options)
    let output = FilePath(folder.path + "/" + name)
    guard case .rendered(_, let notes) = try renderPhoto(look, from: input, to: output, options: options) else {
      preconditionFailure("an output is overwritten")
    }
    return (output, notes)
  }

  private func mapped(_ options: inout RenderOptions) { options.limits.onHighDynamicRange = .gainmap }

  /// The picture that viewers see; the notes of reading have nothing to complain about.
  private func finished(_ file: FilePath) throws -> StoredPicture { try StoredPicture(decoding: try openPicture(file)) }

  private func light(_ file: FilePath) throws -> StoredPicture {
    var limits = PictureLimits()
    limits.onHighDynamicRange = .apply
    return try StoredPicture(decoding: try openPicture(file, limits: limits))
  }

  /// The difference of two lights in stops, root of the mean square, over all samples.
  private func stops(_ a: StoredPicture, _ b: StoredPicture) throws -> Double {
    try #require(a.format.width == b.format.width && a.format.height == b.format.height)
    var sum = 0.0
    for y in 0..<a.format.height {
      for x in 0..<a.format.width {
        for channel in 0..<3 {
          let ratio =
            (a.number(column: x, row: y, channel: channel) + 1 / 64)
            / (b.number(column: x, row: y, channel: channel) + 1 / 64)
          sum += log2(ratio) * log2(ratio)
        }
      }
    }
    return (sum / Double(a.format.width * a.format.height * 3)).squareRoot()
  }

  private static let film = "output sceneLight(source) / 2"

  @Test(arguments: ["output source", "output source * 2", film, "output crop(turn(source, 90deg), ratio: 1)"])
  func thePictureIsTheResultWithout(_ recipe: String) throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let plain = try render(recipe, photo, "plain.jpg", folder).file
    let made = try render(recipe, photo, "made.jpg", folder, mapped)
    #expect(try finished(made.file).bytes == finished(plain).bytes)
    #expect(made.notes.contains { $0.hasPrefix("the gain map leads to light up to") }, "\(made.notes)")
    #expect(!made.notes.contains { $0.contains("left out") }, "\(made.notes)")
    let stated = try #require(try openPicture(made.file).color.gainMap)
    #expect(stated.standard == "ISO 21496-1" && stated.headroom > 1.5)
  }

  /// Both descriptions are there, with the length of the map, and the camera data and the provenance are kept.
  @Test func everyoneFindsTheMap() throws {
    let folder = try ScratchFolder()
    let made = try render("output source", try photo(folder), "made.jpg", folder, mapped).file
    let bytes = try #require(TestFiles.bytes(of: made.description))
    let text = String(decoding: bytes, as: UTF8.self)
    let second = try #require(
      bytes.indices.dropFirst(2).dropLast(3).first { bytes[$0..<$0 + 4] == [0xFF, 0xD8, 0xFF, 0xE1] })
    #expect(text.contains("Item:Semantic=\"GainMap\" Item:Length=\"\(bytes.count - second)\""))
    #expect(text.contains("hdrgm:GainMapMax=") && text.contains("urn:iso:std:iso:ts:21496:-1"))
    let reader = try openPicture(made)
    let provenance = try #require(Provenance(reader.metadata))
    #expect(provenance.options["hdr"] == ["gainmap"])
    var options = RenderOptions()
    options.take(provenance)
    #expect(options.limits.onHighDynamicRange == .gainmap)
  }

  /// Without the list of pictures, XMP says where the map is.
  @Test func mapsWithoutAList() throws {
    let folder = try ScratchFolder()
    let made = try render("output source", try photo(folder), "made.jpg", folder, mapped).file
    var bytes = try #require(TestFiles.bytes(of: made.description))
    let list = try #require(bytes.firstRange(of: Array("MPF\0MM".utf8)))
    bytes[list.lowerBound] = UInt8(ascii: "X")
    try folder.write(bytes, to: "unlisted.jpg")
    #expect(try light(FilePath(folder.path + "/unlisted.jpg")).bytes == light(made).bytes)
    bytes.removeLast(1)
    try folder.write(bytes, to: "short.jpg")
    #expect(try openPicture(FilePath(folder.path + "/short.jpg")).color.gainMap == nil)
  }

  @Test func theLightIsThatOfThePhoto() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let made = try render("output source", photo, "made.jpg", folder, mapped).file
    #expect(try stops(light(made), light(photo)) < 0.02)
    // As bright as they are, and no brighter.
    let bright = try light(made).number(column: Self.width - 1, row: Self.height - 1, channel: 0)
    #expect((bright / 3.6 - 1).magnitude < 0.15, "\(bright)")
  }

  /// The light of a cropped, turned and resized photo is the cropped, turned and resized light.
  @Test func commutes() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let whole = try render("output source", photo, "whole.jpg", folder, mapped).file
    var random = SplitMix64(seed: 5)
    let steps = [
      "crop(#, ratio: 1)", "turn(#, 90deg)", "turn(#, 180deg)", "flip(#, .horizontal)", "resize(#, 0.5)",
      "crop(#, ratio: 4/3)", "flip(#, .vertical)",
    ]
    for _ in 0..<(runsAllTests ? 200 : 12) {
      let recipe = (0..<3).reduce("source") { text, _ in
        let step = steps[Int(random.next() % UInt64(steps.count))]
        return step.split(separator: "#").map(String.init).joined(separator: text)
      }
      let before = try render("output \(recipe)", photo, "before.jpg", folder, mapped).file
      let after = try render("output \(recipe)", whole, "after.jpg", folder, mapped).file
      // A code of 8 bits is 0.03 stops in the middle tones.
      #expect(try stops(light(before), light(after)) < 0.03, "\(recipe)")
    }
  }

  /// A film's print keeps its paper's white, and is lit where the photo is brighter; what is laid over it is not lit.
  @Test func printsAreLit() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let recipe = "output pad(min(sceneLight(source), rgb(0.9)), by: 20%, color: #fff)"
    let made = try render(recipe, photo, "made.jpg", folder, mapped).file
    let (base, lit) = (try finished(made), try light(made))
    let (right, bottom) = (lit.format.width - 1, lit.format.height - 1)
    let border = lit.number(column: 1, row: 1, channel: 1)
    #expect((border - 1).magnitude < 0.05, "\(border)")
    let margin = (lit.format.width - Self.width) / 2
    let lamp = lit.number(column: right - margin - 3, row: bottom - margin - 3, channel: 0)
    // The photo's light there is about 3.6.
    #expect((2...3).contains(lamp), "\(lamp)")
    let dark = (margin + 10, lit.format.height / 2)
    let code = Double(base.code(column: dark.0, row: dark.1, channel: 0)) / 255
    let shadow = lit.number(column: dark.0, row: dark.1, channel: 0)
    #expect((ToneCurve.srgb.light(of: code) / shadow - 1).magnitude < 0.05)
  }

  /// What the photo's metadata say about a map goes, with the note that any result without one has.
  @Test func claimsOfAMapThatIsNotThere() throws {
    let folder = try ScratchFolder()
    let claim = "what the metadata say about a gain map is left out, for the result has none"
    let flat = GainMappedFile(
      base: try jpeg(folder, "base.jpg") { x, y in RGB8(UInt8(2 * x), UInt8(3 * y), 90) },
      map: try jpeg(folder, "map.jpg") { _, _ in RGB8(0, 0, 0) },
      .ultraHDR("hdrgm:Version=\"1.0\" hdrgm:GainMapMin=\"0\" hdrgm:GainMapMax=\"2\" hdrgm:HDRCapacityMax=\"2\""))
    try folder.write(flat.bytes, to: "flat.jpg")
    let made = try render("output source * 0.5", FilePath(folder.path + "/flat.jpg"), "made.jpg", folder, mapped)
    #expect(made.notes.contains("nothing is brighter than white, so the result has no gain map"), "\(made.notes)")
    #expect(made.notes.filter { $0 == claim }.count == 1, "\(made.notes)")
    #expect(try #require(TestFiles.bytes(of: made.file.description)).firstRange(of: Array("hdrgm".utf8)) == nil)
  }

  @Test func nothingBrighterThanWhite() throws {
    let folder = try ScratchFolder()
    _ = try photo(folder)
    let base = FilePath(folder.path + "/base.jpg")
    let made = try render("output source * 0.9", base, "made.jpg", folder, mapped)
    #expect(made.notes.contains("nothing is brighter than white, so the result has no gain map"))
    let plain = try render("output source * 0.9", base, "plain.jpg", folder).file
    #expect(try finished(made.file).bytes == finished(plain).bytes)
    let bytes = try #require(TestFiles.bytes(of: made.file.description))
    for text in ["MPF\0", "hdrgm", "urn:iso:std:iso:ts:21496", "Container"] {
      #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)")
    }
    #expect(try openPicture(made.file).notes == [])
    // Nothing is left of the packet that the map needs, and a packet of the photo stays as it is.
    for policy in [MetadataPolicy.none, .minimal] {
      for (name, fill) in [("bare.jpg", { _ in }), ("map.jpg", mapped)] as [(String, (inout RenderOptions) -> Void)] {
        _ = try render("output source * 0.9", base, name, folder) {
          fill(&$0)
          ($0.metadata, $0.keywords) = (policy, policy == .minimal ? ["sea"] : [])
        }
      }
      #expect(folder.bytes(of: "bare.jpg") == folder.bytes(of: "map.jpg"), "\(policy)")
    }
  }

  @Test func otherFormatsAreRefused() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let error = try refusal { _ = try render("output source", photo, "made.png", folder, mapped) }
    #expect(error.kind == .unsupported && error.message.contains("name it .jpg"))
    let jpeg = try refusal { _ = try render("output source", photo, "made.jpg", folder) { $0.icc = .pq } }
    #expect(jpeg.message.contains("--icc pq is for") && jpeg.message.contains("--hdr gainmap instead"))
    let bits = try refusal { _ = try render("output source", photo, "made.png", folder) { $0.depth = .ten } }
    #expect(bits.message.hasPrefix("--depth 10 is for AVIF"))
  }

  /// Damaged files of our own end in a picture or an error.
  @Test func mutants() throws {
    let folder = try ScratchFolder()
    let made = try render("output source", try photo(folder), "made.jpg", folder, mapped).file
    let whole = try #require(TestFiles.bytes(of: made.description))
    var random = SplitMix64(seed: 11)
    var read = 0
    for index in 0..<1_000 {
      var mutant = whole
      for _ in 0..<(1 + index % 4) {
        // Where the descriptions are, most often.
        let end = index % 3 == 0 ? mutant.count : min(mutant.count, 6_000)
        mutant[Int(random.next() % UInt64(end))] = UInt8(truncatingIfNeeded: random.next())
      }
      if index % 10 == 0 { mutant.removeLast(Int(random.next() % UInt64(mutant.count / 2))) }
      try folder.write(mutant, to: "mutant.jpg")
      do throws(ImageError) {
        _ = try lightOrError(FilePath(folder.path + "/mutant.jpg"))
        read += 1
      } catch {
        #expect([.corrupt, .unsupported, .limit].contains(error.kind), "\(error)")
      }
    }
    #expect((100..<1_000).contains(read), "\(read)")
  }

  private func lightOrError(_ file: FilePath) throws(ImageError) -> StoredPicture {
    var limits = PictureLimits(maxPixels: 1 << 20)
    limits.onHighDynamicRange = .apply
    return try StoredPicture(decoding: try openPicture(file, limits: limits))
  }

  private func refusal(_ body: () throws -> Void) throws -> ImageError {
    do { try body() } catch let error as ImageError { return error }
    return try #require(nil, "nothing was refused")
  }

  // MARK: PQ and HLG

  private static let coded: [(name: String, ColorPolicy, ResultDepth?)] = [
    ("made.png", .pq, nil), ("made.png", .hlg, nil), ("made.jxl", .pq, nil), ("made.jxl", .hlg, .sixteen),
    ("made.avif", .pq, .ten), ("made.avif", .pq, .twelve), ("made.avif", .hlg, .twelve), ("made.avif", .pq, nil),
  ].filter { row in PictureFileType(nameEnding: Array(row.0.split(separator: ".")[1].utf8)) != nil }

  /// What is written is read as the light that it was.
  @Test(arguments: coded.indices) func codes(_ index: Int) throws {
    let (name, policy, depth) = Self.coded[index]
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let made = try render("output source", photo, name, folder) { ($0.icc, $0.depth) = (policy, depth) }.file
    let reader = try openPicture(made)
    #expect(reader.color.statement == .codePoints && reader.metadata.iccProfile == nil)
    // Back in the photo's primaries.
    let back = try render("output source", made, "back.png", folder) {
      ($0.limits.onHighDynamicRange, $0.icc, $0.depth) = (.apply, .srgb, .sixteen)
    }.file
    let plain = try render("output source", photo, "plain.png", folder) {
      ($0.limits.onHighDynamicRange, $0.icc, $0.depth) = (.apply, .srgb, .sixteen)
    }.file
    #expect(try stops(finished(back), finished(plain)) < 0.02)
    #expect(try light(made).number(column: Self.width - 1, row: Self.height - 1, channel: 0) > 2)
  }

  /// A print is lit by the light that its look gets: after the correction, in the primaries of the result.
  @Test func printsAreLitByTheCorrectedLight() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    let correction = try #require(LightCorrection("exposure=-0.5 red=0.6 contrast=1.1"))
    func made(_ recipe: String, _ name: String) throws -> StoredPicture {
      try light(
        render(recipe, photo, name, folder) {
          ($0.icc, $0.limits.correction, $0.limits.onHighDynamicRange) = (.pq, correction, .apply)
        }.file)
    }
    let plain = try made("output source", "plain.png")
    let print = "kernel print(c: rgb, headroom: scalar) -> rgb { return saturate(c) }\noutput "
    let (clipped, lit) = (
      try made(print + "print(source, 1)\n", "clipped.png"),
      try made(print + "print(source, source.headroom)\n", "lit.png")
    )
    var brighter = 0
    for column in 0..<Self.width {
      func number(_ picture: StoredPicture, _ channel: Int) -> Double {
        picture.number(column: column, row: 50, channel: channel)
      }
      let most = (0..<3).map { number(plain, $0) }.reduce(0, max)
      let factor = most > 1 ? most - 1 + 1 / most : 1
      if most > 1.5 { brighter += 1 }
      for channel in 0..<3 {
        let wanted = number(clipped, channel) * factor
        #expect((number(lit, channel) - wanted).magnitude < 0.01 * max(most, 1), "\(column): \(wanted)")
      }
    }
    #expect(brighter > 10)
  }

  @Test(arguments: [ColorPolicy.pq, .hlg]) func transparencyIsKept(_ policy: ColorPolicy) throws {
    let folder = try ScratchFolder()
    let made = try render(
      "kernel faint(c: rgba) -> rgba { return c * 0.5 }\noutput faint(source)\n", try photo(folder), "made.png", folder
    ) { $0.icc = policy }
    #expect(!made.notes.contains { $0.contains("laid over white") }, "\(made.notes)")
    let reader = try openPicture(made.file, limits: tonemapped)
    #expect(reader.format.channels == 4)
    let alpha = try StoredPicture(decoding: reader).number(column: 5, row: 5, channel: 3)
    #expect((alpha - 0.5).magnitude < 0.001)
  }

  private var tonemapped: PictureLimits {
    var limits = PictureLimits()
    limits.onHighDynamicRange = .tonemap
    return limits
  }

  /// Light over the usual bound is said to be cut, unless the caller chose the bound.
  @Test func whatIsCutIsSaid() throws {
    let folder = try ScratchFolder()
    let photo = try photo(folder)
    func notes(_ recipe: String, _ headroom: Double? = nil) throws -> Bool {
      try render(recipe, photo, "made.png", folder) { ($0.icc, $0.limits.maxHeadroom) = (.pq, headroom) }.notes
        .contains("light over 16 times white is cut there; --max-headroom says otherwise")
    }
    #expect(try notes("output source * 20"))
    #expect(try !notes("output source"))
    #expect(try !notes("output source * 20", 4))
    let refused = try #require(throws: ImageError.self) {
      try render("output source", photo, "made.png", folder) {
        ($0.icc, $0.limits.onHighDynamicRange) = (.pq, .tonemap)
      }
    }
    #expect(refused.message.hasPrefix("--hdr tonemap makes what a screen shows"))
  }
}
