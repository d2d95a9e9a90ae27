import Testing
import TintypeColor
import TintypeDrawing
import TintypeExecutor
import TintypeImage
import TintypeIntrinsics
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Pictures besides the photo, from their files into results.
@Suite struct GivenPicturesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// A picture whose pixels all differ.
  private func draw(_ name: String, _ width: Int, _ height: Int, seed: UInt64 = 1) throws {
    var random = SplitMix64(seed: seed)
    let codes = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    _ = try Bitmap(width: width, height: height, pixels: codes).write(
      to: path(name), quality: 95, ifExists: .overwrite)
  }

  private static let over = """
    kernel over(base: rgba, top: rgba) -> rgba { return top + base * (1 - top.a) }
    """

  private func look(_ body: String, working: String = "display", file: String = "test.tint") throws -> ConfiguredLook {
    let text = "tintype 1\nlook \"test\" { working \(working) }\n\(body)\n"
    let source = SourceFile(name: folder.path + "/" + file, text: text)
    let (look, diagnostics) = compile(source, loader: FolderLoader(for: FilePath(source.name)))
    guard let look else { throw TestFailure("\(diagnostics.map(\.rendered))") }
    return ConfiguredLook(look, recipe: source)
  }

  private func codes(_ name: String) throws -> [[[Int]]] {
    let picture = try StoredPicture(decoding: openPicture(path(name)))
    return (0..<picture.format.height).map { row in
      (0..<picture.format.width).map { column in
        (0..<3).map { Int(picture.code(column: column, row: row, channel: $0)) }
      }
    }
  }

  private func render(
    _ look: ConfiguredLook, from photo: String = "photo.png", to name: String = "out.png",
    _ fill: (inout RenderOptions) -> Void = { _ in }
  ) throws -> [[[Int]]] {
    var options = RenderOptions()
    options.ifExists = .overwrite
    fill(&options)
    _ = try renderPhoto(look, from: path(photo), to: path(name), options: options)
    return try codes(name)
  }

  private static let plate = "param plate: picture\n"

  // MARK: Placing

  @Test func aPictureOfTheSameSizeComesOutBitForBit() throws {
    try draw("photo.png", 9, 7)
    try draw("plate.png", 9, 7, seed: 2)
    let plate = try codes("plate.png")
    for placing in ["fit", "fill", "stretch"] {
      let look = try look(Self.plate + "\(Self.over)\noutput source |> over(\(placing)(plate))")
      #expect(try render(look.giving(pictures: ["plate": path("plate.png")])) == plate, "\(placing)")
    }
  }

  @Test(arguments: [0, 90, 180, 270]) func turnsClockwise(_ degrees: Int) throws {
    try draw("plate.png", 5, 3, seed: 3)
    let (width, height) = degrees % 180 == 0 ? (5, 3) : (3, 5)
    try draw("photo.png", width, height)
    let plate = try codes("plate.png")
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(stretch(plate, turn: \(degrees)deg))")
    let result = try render(look.giving(pictures: ["plate": path("plate.png")]))
    for row in 0..<height {
      for column in 0..<width {
        let wanted =
          switch degrees {
          case 0: plate[row][column]
          case 90: plate[2 - column][row]
          case 180: plate[2 - row][4 - column]
          default: plate[column][4 - row]
          }
        #expect(result[row][column] == wanted, "\(column) \(row)")
      }
    }
  }

  /// Around its rectangle a picture is transparent, and crops nothing.
  @Test func leavesThePhotoAround() throws {
    try draw("photo.png", 10, 6)
    try draw("plate.png", 3, 3, seed: 4)
    let (photo, plate) = (try codes("photo.png"), try codes("plate.png"))
    let look = try look(
      Self.plate + "\(Self.over)\noutput source |> over(fit(plate, to: vec2(0.8, 0.5), anchor: .right))")
    let result = try render(look.giving(pictures: ["plate": path("plate.png")]))
    for row in 0..<6 {
      for column in 0..<10 {
        let isPlate = (5..<8).contains(column) && row < 3
        #expect(result[row][column] == (isPlate ? plate[row][column - 5] : photo[row][column]), "\(column) \(row)")
      }
    }
  }

  @Test func tilesRepeat() throws {
    try draw("photo.png", 8, 6)
    try draw("plate.png", 3, 2, seed: 5)
    let plate = try codes("plate.png")
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(tile(plate, size: 2px))")
    let result = try render(look.giving(pictures: ["plate": path("plate.png")]))
    for row in 0..<6 {
      for column in 0..<8 { #expect(result[row][column] == plate[row % 2][column % 3], "\(column) \(row)") }
    }
  }

  /// A tile that is resampled sees its neighbors: where its own edges lie makes no difference.
  @Test(arguments: ["bicubic", "data"]) func tilesHaveNoSeams(_ reading: String) throws {
    try draw("photo.png", 40, 30)
    try draw("plate.png", 8, 6, seed: 5)
    let plate = try codes("plate.png")
    var rolled = Bitmap(width: 8, height: 6)
    for row in 0..<6 {
      for column in 0..<8 {
        let code = plate[(row + 2) % 6][(column + 3) % 8].map { UInt8($0) }
        rolled[column, row] = RGB8(code[0], code[1], code[2])
      }
    }
    _ = try rolled.write(to: path("rolled.png"), quality: 95, ifExists: .overwrite)
    let call = "tile(plate, size: 12px\(reading == "data" ? ", as: .data" : ""))"
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(\(call))")
    let whole = try render(look.giving(pictures: ["plate": path("plate.png")]))
    let moved = try render(look.giving(pictures: ["plate": path("rolled.png")]))
    for row in 0..<(30 - 4) {
      for column in 0..<(40 - 6) { #expect(moved[row][column] == whole[row + 4][column + 6], "\(column) \(row)") }
    }
  }

  /// A tile that gets smaller is smoothed across its edges.
  @Test func tilesAreSmoothedAcrossTheirEdges() throws {
    try draw("photo.png", 20, 10)
    var plate = Bitmap(width: 40, height: 40)
    for row in 0..<40 { for column in 20..<40 { plate[column, row] = RGB8(255, 255, 255) } }
    _ = try plate.write(to: path("plate.png"), quality: 95, ifExists: .overwrite)
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(tile(plate, size: 10px))")
    let row = try render(look.giving(pictures: ["plate": path("plate.png")]))[4].map { $0[0] }
    // Light falls off alike at both edges of the white, of which one is that of the tile.
    for step in 0..<4 { #expect(abs(row[5 + step] - row[14 - step - 5]) <= 1, "\(row)") }
    #expect(row[0] > 0 && row[9] < 255, "\(row)")
    #expect(Array(row[..<10]) == Array(row[10...]), "\(row)")
  }

  /// Random placings of random pictures: the optimizer and the executor against the interpreter, for any number of
  /// threads.
  @Test(.slow, arguments: 0..<24) func bothEnginesAgree(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    try draw("photo.png", Int.random(in: 4...18, using: &random), Int.random(in: 4...18, using: &random))
    try draw("plain.png", Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random), seed: seed)
    // Some have alpha and 16 bits, and are in Display P3.
    let fade = try self.look(
      "kernel fade(c: rgba, p: position) -> rgba { return c * p.relative.x }\noutput fade(source)")
    _ = try render(fade, from: "plain.png", to: "plate.png") {
      if seed % 2 == 0 { ($0.depth, $0.icc) = (.sixteen, .p3) }
    }
    let placing = pick(["fit(plate", "fill(plate", "stretch(plate", "tile(plate, size: \(pick(["7px", "30%", "90%"]))"])
    let area = pick(["", ", from: vec2(0.2, 0.1)", ", to: vec2(0.9, 0.6)", ", on: crop(source, left: 2px)"])
    let anchor = placing.hasPrefix("stretch") ? "" : pick(["", ", anchor: .topLeft", ", anchor: vec2(0.3, 0.8)"])
    let turn = pick(["", ", turn: 90deg", ", turn: 180deg", ", turn: 270deg"])
    let call = "\(placing)\(area)\(anchor)\(turn)\(pick(["", ", as: .data"])))"
    let look = try look(
      Self.plate + "\(Self.over)\noutput source |> over(\(call))", working: pick(["display", "linear-srgb"])
    ).giving(pictures: ["plate": path("plate.png")])
    let fast = try render(look)
    #expect(try render(look) { $0.threads = 3 } == fast, "\(call)")
    let reference = try render(look) { $0.engine = .reference }
    let farthest = zip(fast.joined().joined(), reference.joined().joined()).map { abs($0 - $1) }.max()
    #expect(try #require(farthest) <= 1, "\(call)")
  }

  // MARK: Colors and numbers

  @Test func dataAreCodesAndColorsAreConverted() throws {
    try draw("photo.png", 6, 4)
    try draw("plain.png", 6, 4, seed: 7)
    _ = try render(try look("output source"), from: "plain.png", to: "plate.png") { $0.icc = .p3 }
    let stored = try codes("plate.png")
    let given = ["plate": path("plate.png")]
    for working in ["display", "linear-srgb"] {
      // Squared back, because the result is encoded.
      let text = "kernel shown(c: rgb, d: rgb) -> rgb { return \(working == "display" ? "d" : "srgbToLinear(d)") }\n"
      let data = try look(Self.plate + text + "output shown(source, stretch(plate, as: .data))", working: working)
      #expect(try render(data.giving(pictures: given)) == stored, "\(working)")
    }
    let color = try look(
      Self.plate + "kernel shown(c: rgb, d: rgb) -> rgb { return d }\noutput shown(source, stretch(plate))")
    let converted = try render(color.giving(pictures: given))
    #expect(converted != stored)
    // The colors of a picture in Display P3 are those that it had in sRGB.
    let farthest = zip(converted.joined().joined(), try codes("plain.png").joined().joined()).map { abs($0 - $1) }.max()
    #expect(try #require(farthest) <= 3)
  }

  // MARK: Files

  @Test func aMissingPictureIsSaidByName() throws {
    try draw("photo.png", 4, 4)
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(fill(plate))")
    let error = #expect(throws: ImageError.self) { try render(look) }
    #expect(error?.message == "the look 'test' needs a picture 'plate' (\(path("test.tint")), line 3)")
    let lost = try look.giving(pictures: ["plate": path("phot.png")])
    let missing = #expect(throws: ImageError.self) { try render(lost) }
    #expect(missing?.kind == .missing)
    #expect(missing?.message.hasPrefix("the look's picture 'plate', '\(path("phot.png"))': cannot be opened") == true)
    #expect(missing?.message.hasSuffix("; did you mean 'photo.png'?") == true)
    #expect(error?.remedy == .picture("plate"))
    #expect(look.look.picturesToGive == ["plate"])
    let wrong = #expect(throws: UsageError.self) { try look.giving(pictures: ["plat": path("photo.png")]) }
    #expect(wrong?.message == "the look 'test' has no picture 'plat'; did you mean 'plate'?")
    // A plan that does not read it does not need it.
    let unused = try self.look(
      Self.plate + "\(Self.over)\nparam amount: scalar = 0\n"
        + "output if amount == 0 { source } else { source |> over(fill(plate)) }")
    #expect(try render(unused) == codes("photo.png"))
  }

  @Test func eachPhotoHasItsOwn() throws {
    try draw("photo.png", 5, 5)
    try draw("photo-depth.png", 5, 5, seed: 8)
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(fill(plate))")
    #expect(try render(look.giving(pictures: ["plate": "{stem}-depth.png"])) == codes("photo-depth.png"))
    #expect(throws: UsageError.self) { try look.giving(pictures: ["plate": "{n}.png"]) }
    #expect(throws: UsageError.self) { try look.giving(pictures: ["plate": "{what}.png"]) }
  }

  @Test func aRecipeNamesItsOwn() throws {
    try draw("photo.png", 5, 5)
    try folder.write([], to: "papers/empty.png")
    try draw("papers/paper.png", 5, 5, seed: 9)
    let text = "let paper = picture \"papers/paper.png\"\n\(Self.over)\noutput source |> over(fill(paper))"
    let paper = try look(text)
    #expect(try render(paper) == codes("papers/paper.png"))
    #expect(paper.look.picturesToGive == [])
    #expect(paper.look.usedPaths(besides: try #require(paper.recipe)).contains(path("papers/paper.png")))
    for name in ["papers/empty.png", "papers/none.png", "../photo.png"] {
      #expect(throws: TestFailure.self) { try look(text.replacing("papers/paper.png", with: name)) }
    }
    // A parameter's own file is the default, and another one may be given.
    let open = try look(
      "param plate: picture = picture \"papers/paper.png\"\n\(Self.over)\noutput source |> over(fill(plate))")
    #expect(try render(open) == codes("papers/paper.png"))
    #expect(try render(open.giving(pictures: ["plate": path("photo.png")])) == codes("photo.png"))
  }

  @Test func resultsSayWhichPictureAndAChangedOneIsRenderedAgain() throws {
    try draw("photo.png", 5, 5)
    try draw("plate.png", 5, 5, seed: 10)
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(fill(plate))")
      .giving(pictures: ["plate": path("plate.png")])
    _ = try render(look)
    let provenance = try #require(Provenance(try openPicture(path("out.png")).metadata))
    let digest = try ContentHash.digits(ofFile: path("plate.png"))
    #expect(provenance.pictures == [UsedPicture(name: "plate", file: path("plate.png").description, digest: digest)])
    #expect(provenance.parameters == [])
    var batch = Batch(look)
    batch.manifest = try Manifest(path("manifest"))
    let photo = PlannedPhoto(input: path("photo.png"), output: path("batch.png"))
    guard case .rendered = batch.run(photo), case .done = batch.run(photo) else { throw TestFailure("not done") }
    try draw("plate.png", 5, 5, seed: 11)
    guard case .rendered = batch.run(photo) else { throw TestFailure("an old result is taken for a new one") }
    #expect(try codes("batch.png") == codes("plate.png"))
  }

  @Test func bitmapsAndDecodedPhotosHaveThem() throws {
    try draw("photo.png", 6, 5)
    try draw("plate.png", 6, 5, seed: 12)
    let look = try look(Self.plate + "\(Self.over)\noutput source |> over(stretch(plate))")
      .giving(pictures: ["plate": path("plate.png")])
    let plate = try codes("plate.png").joined().joined().map { UInt8($0) }
    #expect(try DecodedPhoto(path("photo.png")).rendered(through: look, threads: 1).pixels == plate)
    #expect(try Bitmap(width: 6, height: 5).rendered(through: look, threads: 1).pixels == plate)
  }

  // MARK: Memory

  /// 500 megapixels on a photo of 12: the estimate that '--memory' goes by, without decoding.
  @Test func aHugePictureStreams() throws {
    let format = PictureFormat(width: 25_000, height: 20_000, channels: 3, depth: .eight)
    func memory(_ placing: String) throws -> ByteCount {
      let look = try look(Self.plate + "\(Self.over)\noutput source |> over(\(placing))", working: "linear-srgb")
      let photo = RenderTarget.Samples(depth: .eight, hasAlpha: false, space: .srgb)
      let plan = look.bound.plan(for: RenderTarget(source: photo, result: photo, pictures: [photo]), shot: nil)
      let pixels = PixelFormat(channels: 3, depth: .eight)
      let execution = plan.execution(
        width: 4000, height: 3000, source: pixels,
        pictures: [.init(width: format.width, height: format.height, format: pixels)], result: pixels)
      return StagedExecution.peakMemory(of: execution, workers: 2).bytes(workers: 2)
    }
    for placing in ["fit(plate)", "fill(plate)", "stretch(plate, to: vec2(0.5, 1))"] {
      let bytes = try memory(placing)
      #expect(bytes < 60_000_000, "\(placing): \(bytes)")
    }
    #expect(try memory("fill(plate, turn: 90deg)") > 500_000_000)
  }
}
