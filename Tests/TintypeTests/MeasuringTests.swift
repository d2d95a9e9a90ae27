import Testing
import TintypeColor
import TintypeDrawing
import TintypeIR
import TintypeImage
import TintypePlan
import TintypeTestSupport

@testable import Tintype
@testable import TintypeRender

/// What looks measure over the photo before it is rendered.
@Suite struct MeasuringTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// Draws the scene into a file, with edge blocks that are not full.
  private func draw(_ name: String) throws -> Bitmap {
    let scene = TestScene(width: 150, height: 99).drawn()
    _ = try scene.write(to: path(name), quality: 95, ifExists: .overwrite)
    return scene
  }

  /// The means of 8 x 8 samples of a picture, 0 to 1.
  private func blocks(_ picture: Bitmap) -> [[Double]] {
    var blocks: [[Double]] = []
    for top in stride(from: 0, to: picture.height, by: 8) {
      for left in stride(from: 0, to: picture.width, by: 8) {
        let places = (top..<min(top + 8, picture.height)).flatMap { row in
          (left..<min(left + 8, picture.width)).map { 3 * (row * picture.width + $0) }
        }
        blocks.append(
          (0..<3).map { channel in
            places.map { Double(picture.pixels[$0 + channel]) }.reduce(0, +) / Double(places.count) / 255
          })
      }
    }
    return blocks
  }

  private func lane(_ lane: Int, _ blocks: [[Double]]) -> [Double] { blocks.map { $0[lane] }.sorted() }

  private func results(_ declarations: String, over name: String) throws -> [[Double]] {
    let look = try compiled(declarations)
    return look.bound.measurements(over: try ReducedPhoto(of: path(name)), Shot())
  }

  private func isNear(_ found: [[Double]], _ wanted: [[Double]], within bound: Double) -> Bool {
    found.map(\.count) == wanted.map(\.count)
      && zip(found.joined(), wanted.joined()).allSatisfy { abs($0 - $1) <= bound }
  }

  private static let all = """
    let a = mean(source)
    let b = percentile(source, 25%)
    let c = minimum(source)
    let d = maximum(source)
    let e = mean(2 * source.r - 0.75)
    output source * (a + b + c + d + e)
    """

  @Test func statisticsAreThoseOfBlocks() throws {
    let blocks = blocks(try draw("a.png"))
    let lanes = (0..<3).map { lane($0, blocks) }
    let quarter = lanes.map { lane in
      let place = 0.25 * Double(lane.count - 1)
      let before = Int(place)
      return lane[before] + (place - Double(before)) * (lane[before + 1] - lane[before])
    }
    let means = lanes.map { $0.reduce(0, +) / Double($0.count) }
    // Means are stored as 16 bits.
    #expect(
      isNear(
        try results(Self.all, over: "a.png"),
        [means, quarter, lanes.map { $0[0] }, lanes.map { $0[$0.count - 1] }, [2 * means[0] - 0.75]], within: 2e-5))
  }

  /// A JPEG is decoded at an eighth of its size.
  @Test(arguments: [true, false]) func statisticsOfJPEGsAreNearThoseOfTheirPixels(_ isFine: Bool) throws {
    let scene = try draw("a.png")
    let file = try OutputFile(path("a.jpg"), ifTaken: .replace)
    let format = PictureFormat(width: scene.width, height: scene.height, channels: 3, depth: .eight)
    let writer = try PictureFileType.jpeg.writer(
      to: file.descriptor, format: format, metadata: PictureMetadata(),
      options: EncodingOptions(quality: 90, subsampling: isFine ? .full444 : .quarter420))
    try PhotoPipeline(StoredPicture(format, bytes: scene.pixels), to: writer).run(threads: 1)
    try writer.finish()
    _ = try file.commit()
    let decoded = try StoredPicture(decoding: openPicture(path("a.jpg")))
    let pixels = Bitmap(width: scene.width, height: scene.height, pixels: decoded.bytes)
    _ = try pixels.write(to: path("b.png"), quality: 95, ifExists: .error)
    let (found, wanted) = (try results(Self.all, over: "a.jpg"), try results(Self.all, over: "b.png"))
    #expect(isNear([found[0], found[4]], [wanted[0], wanted[4]], within: 1 / 255), "\(found) \(wanted)")
    #expect(isNear(Array(found[..<2]), Array(wanted[..<2]), within: 2 / 255), "\(found) \(wanted)")
    #expect(isNear(found, wanted, within: 12 / 255), "\(found) \(wanted)")
  }

  @Test func rectanglesAreThoseOfTheUprightPhoto() throws {
    let look = try compiled(
      "let a = mean(source |> crop(from: vec2(0, 0.5), to: vec2(0.25, 1)))\noutput source * a")
    let format = PictureFormat(width: 64, height: 32, channels: 3, depth: .eight)
    var numbers = SplitMix64(seed: 7)
    let bytes = (0..<64 * 32 * 3).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    for orientation in Orientation.allCases {
      let stored = try StoredPicture(format, bytes: bytes)
      let upright = try stored.upright(orientation)
      let found = look.bound.measurements(
        over: try ReducedPhoto(reducing: stored, turnedBy: orientation, .srgb), Shot())
      upright.rewind()
      #expect(found == look.bound.measurements(over: try ReducedPhoto(reducing: upright, .srgb), Shot()))
      upright.rewind()
      var (sum, count) = (0, 0)
      for row in upright.format.height / 2..<upright.format.height {
        for column in 0..<upright.format.width / 4 {
          (sum, count) = (sum + Int(upright.code(column: column, row: row, channel: 0)), count + 1)
        }
      }
      #expect(abs(found[0][0] - Double(sum) / Double(count) / 255) < 2e-5)
    }
  }

  @Test func laterMeasurementsDependOnEarlierOnes() throws {
    _ = try draw("a.png")
    let found = try results(
      "image b = source / mean(source)\nlet m = mean(b)\noutput b * m", over: "a.png")
    #expect(found.count == 2)
    #expect(isNear([found[1]], [[1, 1, 1]], within: 1e-4))
  }

  @Test func parametersCount() throws {
    _ = try draw("a.png")
    let look = try compiled("param p: scalar = 0.1 in 0...1\noutput source * percentile(source.g, p)")
    let photo = try ReducedPhoto(of: path("a.png"))
    let low = look.bound.measurements(over: photo, Shot())
    let high = try look.setting([SourceFile(name: "--set", text: "p=0.9")]).bound.measurements(over: photo, Shot())
    #expect(low[0][0] < high[0][0])
  }

  @Test func withoutAPhotoTheGraysAreMeasured() throws {
    let look = try compiled("output source * mean(source) + percentile(source.b, 100%)")
    #expect(isNear(look.bound.results(for: Shot()), [[0.5, 0.5, 0.5], [1]], within: 1e-6))
  }

  // MARK: Rendering

  private func pixels(
    _ look: ConfiguredLook, _ input: String, threads: Int = 1, engine: RenderOptions.Engine = .fast,
    shot: Shot = Shot()
  ) throws -> [UInt8] {
    var options = RenderOptions()
    (options.ifExists, options.threads, options.engine, options.shot) = (.overwrite, threads, engine, shot)
    _ = try renderPhoto(look, from: path(input), to: path("out.png"), options: options)
    return try StoredPicture(decoding: openPicture(path("out.png"))).bytes
  }

  @Test func resultsAreRenderedByBothEnginesAndAnyThreads() throws {
    let scene = try draw("a.png")
    let look = try compiled("output 0.5 * source + 0.5 * mean(source.r)")
    let mean = lane(0, blocks(scene))
    let shown = mean.reduce(0, +) / Double(mean.count)
    let rendered = try pixels(look, "a.png")
    for (before, after) in zip(scene.pixels, rendered) {
      #expect(abs(Double(before) / 2 + 127.5 * shown - Double(after)) < 0.51)
    }
    #expect(try pixels(look, "a.png", threads: 3) == rendered)
    let exact = try pixels(look, "a.png", engine: .reference)
    #expect(zip(exact, rendered).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(try DecodedPhoto(path("a.png")).rendered(through: look, threads: 1).pixels == rendered)
    #expect(try scene.rendered(through: look, threads: 1).pixels == rendered)
    let renderer = try PictureRenderer(
      look, source: PictureFormat(width: 150, height: 99, channels: 3, depth: .eight))
    #expect(try renderer.render(scene.pixels) == rendered)
  }

  /// What was measured is in the provenance, and a result is made again without measuring.
  @Test func resultsAreKept() throws {
    _ = try draw("a.png")
    let text = "tintype 1\nlook \"m\" { working display }\noutput source * mean(source)\n"
    let recipe = SourceFile(name: "m.tint", text: text)
    let look = ConfiguredLook(try #require(compile(recipe).look), recipe: recipe)
    let rendered = try pixels(look, "a.png")
    let provenance = try #require(Provenance(openPicture(path("out.png")).metadata))
    let shot = try #require(Shot(settings: provenance.options["shot"] ?? []))
    #expect(shot.measurements == look.bound.measurements(over: try ReducedPhoto(of: path("a.png")), Shot()))
    #expect(try pixels(look, "a.png", shot: shot) == rendered)
    var other = shot
    other.measurements = [[0, 0, 0]]
    #expect(try pixels(look, "a.png", shot: other).allSatisfy { $0 == 0 })
    #expect(try look.measured(over: path("a.png")).shot.measurements == shot.measurements)
  }

  @Test func resultsOfAnotherLookAreRefused() throws {
    _ = try draw("a.png")
    let look = try compiled("output source * mean(source)")
    for setting in ["measured=1", "measured=1,2,3;1"] {
      let shot = try #require(Shot(settings: [setting]))
      #expect(shot.spelled == Shot(settings: shot.spelled)?.spelled)
      #expect(throws: ImageError.self) { try pixels(look, "a.png", shot: shot) }
    }
    for text in ["", "1,2", "nan", "1;;2", "1;", Array(repeating: "1", count: 65).joined(separator: ";")] {
      #expect(Shot(settings: ["measured=" + text]) == nil, "\(text)")
    }
  }

  /// The edges of a rectangle go to the nearest edges of blocks, also where a turn puts an incomplete block first.
  @Test(arguments: [Orientation.upright, .mirrored, .halfTurn, .quarterTurnRight])
  func rectanglesAreOfBlocks(_ orientation: Orientation) throws {
    // Each pixel has the number of its block.
    let (width, height) = (65, 19)
    var stored: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { stored += [UInt8(10 * (x / 8)), UInt8(10 * (y / 8)), 0] as [UInt8] }
    }
    let picture = try StoredPicture(
      PictureFormat(width: width, height: height, channels: 3, depth: .eight), bytes: stored)
    let photo = try ReducedPhoto(reducing: picture, turnedBy: orientation, .srgb)
    let upright = try picture.upright(orientation)
    let channel = orientation.exchangesAxes ? 1 : 0
    let blocks = (0..<upright.format.width).map { upright.code(column: $0, row: 0, channel: channel) }
    var columns = [0]
    for x in 1..<blocks.count where blocks[x] != blocks[x - 1] { columns.append(x) }
    columns.append(blocks.count)
    for left in 0..<upright.format.width {
      for right in left + 1...upright.format.width {
        let found = photo.blocks(in: PixelRectangle(columns: left..<right, rows: 0..<3)).columns
        func distance(_ edge: Int, _ place: Int) -> Int { abs(edge - place) }
        let nearest = columns.map { distance($0, left) }.min()
        #expect(distance(columns[found.lowerBound], left) == nearest || found.upperBound == columns.count - 1)
        let last = columns.map { distance($0, right) }.min()
        #expect(distance(columns[found.upperBound], right) == last || found.count == 1)
      }
    }
  }

  /// A JPEG may hold samples beyond its edges, such as those that a crop of whole blocks has hidden.
  @Test func hiddenSamplesAreNotMeasured() throws {
    var pixels: [UInt8] = []
    for sample in 0..<16 * 24 * 3 { pixels.append(sample / 3 % 24 < 17 ? 0 : 255) }
    _ = try Bitmap(width: 24, height: 16, pixels: pixels).write(to: path("a.jpg"), quality: 95, ifExists: .error)
    var bytes = try #require(folder.bytes(of: "a.jpg"))
    let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
    #expect(Array(bytes[frame + 5..<frame + 9]) == [0, 16, 0, 24])
    bytes[frame + 8] = 17
    try folder.write(bytes, to: "a.jpg")
    #expect(try results("let a = mean(source)\noutput source * a", over: "a.jpg")[0].allSatisfy { $0 < 0.05 })
    #expect(try results("let a = maximum(source)\noutput source * a", over: "a.jpg")[0].allSatisfy { $0 < 0.1 })
  }

  @Test(arguments: [1, 3]) func framesAreMeasuredOnceOrEach(_ threads: Int) throws {
    let look = try compiled("output 0 * source + mean(source)")
    let levels: [UInt8] = [60, 120, 180]
    let frames = levels.flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: $0, count: 256) }
    let header = Array("YUV4MPEG2 W16 H16 F25:1 Cmono XCOLORRANGE=FULL\n".utf8)
    try folder.write(header + frames, to: "in.y4m")
    func rendered(_ photo: VideoOptions.MeasuredPhoto, skipping count: Int = 0) throws -> [UInt8] {
      var options = VideoOptions()
      (options.measuredPhoto, options.threads, options.ifExists) = (photo, threads, .overwrite)
      options.skippedFrames = count
      _ = try renderVideo(
        look, from: Y4MReader(path("in.y4m"), isInterrupted: { false }), to: path("out.y4m"), options: options)
      let bytes = try #require(folder.bytes(of: "out.y4m"))
      let size = 256 + 6
      let start = bytes.count - (levels.count - count) * size
      return (0..<levels.count - count).map { bytes[start + $0 * size + 6 + 100] }
    }
    #expect(try rendered(.each) == levels)
    #expect(try rendered(.first) == [60, 60, 60])
    #expect(try rendered(.first, skipping: 1) == [120, 120])
    _ = try draw("a.png")
    let photo = try rendered(.file(path("a.png")))
    #expect(Set(photo).count == 1 && photo[0] != 60)
  }

  /// What is measured decides for each picture whether another one is read, any number of times.
  @Test func otherPicturesAreReadAgain() throws {
    _ = try Bitmap(width: 16, height: 16, pixels: Array(repeating: 200, count: 768))
      .write(to: path("plate.png"), quality: 95, ifExists: .error)
    let look = try compiled(
      """
      param plate: picture
      kernel halves(a: rgb, b: rgb) -> rgb { return (a + b) / 2 }
      output if mean(source.r) > 0.4 { source } else { halves(source, fit(plate)) }
      """
    ).giving(pictures: ["plate": path("plate.png")])
    let format = PictureFormat(width: 16, height: 16, channels: 3, depth: .eight)
    let renderer = try PictureRenderer(look, source: format)
    for (level, wanted) in [(60, 130), (180, 180), (40, 120)] as [(UInt8, UInt8)] {
      #expect(try Set(renderer.render(Array(repeating: level, count: 768))) == [wanted])
    }
    let frames = [60, 180, 40].flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: $0, count: 256) }
    try folder.write(Array("YUV4MPEG2 W16 H16 F25:1 Cmono XCOLORRANGE=FULL\n".utf8) + frames, to: "in.y4m")
    var options = VideoOptions()
    options.measuredPhoto = .each
    _ = try renderVideo(
      look, from: Y4MReader(path("in.y4m"), isInterrupted: { false }), to: path("out.y4m"), options: options)
    let bytes = try #require(folder.bytes(of: "out.y4m"))
    #expect((0..<3).map { bytes[bytes.count - (3 - $0) * 262 + 100] } == [130, 180, 120])
  }

  // MARK: Mistakes

  private func codes(_ text: String) -> [String] {
    compile(SourceFile(name: "test.tint", text: "tintype 1\nlook \"test\" { working display }\n\(text)\n"))
      .diagnostics.map(\.code)
  }

  @Test(
    arguments: [
      "blur(source, radius: 1%)", "source + noise(seed: 1)", "source * text(\"a\")", "source |> flip(.horizontal)",
      "source * frame", "source |> vignetted(amount: 1)",
    ])
  func whatIsNoColorOfThePhotoIsRefused(_ measured: String) {
    #expect(codes("output source * mean(\(measured))") == ["not-measurable"])
    #expect(
      codes("function lit(a: image) -> image { return a * mean(a) }\noutput lit(\(measured))") == ["not-measurable"])
  }

  @Test func thereAreNotTooMany() {
    func look(_ count: Int) -> String {
      "output source" + (0..<count).map { " * mean(source.r + \($0))" }.joined()
    }
    #expect(codes(look(Measurement.most)).isEmpty)
    #expect(codes(look(Measurement.most + 1)) == ["too-large"])
  }
}
