import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeImage
import TintypeTables
import TintypeTestSupport

@Suite struct TableTests {
  private static let separate = "=source * rgb(0.9, 1, 0.8) + 0.05"

  private func text(
    _ look: String, without: [String] = [], _ target: ExportTarget, for reader: CubeReader = .any, size: TableSize
  ) throws -> String {
    let table = try ExportedTable(
      ColorLook(configured(look), without: without), to: target, for: reader, size: size)
    return String(decoding: try #require(table.text), as: UTF8.self)
  }

  @Test func goldens() throws {
    expectGolden(
      try text("tumble-down", without: ["grain"], .cube, size: .entries(3)), "tumble-down-3.cube")
    expectGolden(
      try text("minimal-life", without: ["grain"], .cube, for: .ffmpeg, size: .entries(3)), "minimal-life-3.cube")
    expectGolden(try text(Self.separate, .cube, size: .entries(5)), "separate-5.cube")
    expectGolden(try text("sepia", .clf, size: .entries(3)), "sepia-3.clf")
    expectGolden(
      try text("=source |> adjust(exposure: 0.5ev, contrast: 1.2) |> grayscale()", .clf, size: .usual), "operators.clf")
  }

  /// A chain of operators has no alpha, which a table lays on white.
  @Test func transparencyMakesATable() throws {
    let recipe = SourceFile(
      name: "half.tint",
      text: """
        tintype 1
        look "half" { working display }
        kernel half(c: rgba) -> rgba { return c * 0.5 }
        output half(source)

        """)
    let table = try ExportedTable(ColorLook(configured(recipe), without: []), to: .clf, for: .any, size: .usual)
    #expect(try #require(table.text.map { String(decoding: $0, as: UTF8.self) }).contains("<LUT3D"))
    #expect(table.error.limit < 1, "\(table.error.limit)")
  }

  @Test(arguments: ["=min(source, 0.5) + max(source, 0.3)", "=source + source * source * 0.9"])
  func functionsOfOneNumberAreCurves(_ look: String) throws {
    #expect(try text(look, .clf, size: .usual).contains("<LUT1D"))
  }

  /// So is a table of one dimension that comes from a file.
  @Test func aTableOfCurvesIsNoCube() throws {
    let folder = try ScratchFolder()
    try folder.write("LUT_1D_SIZE 3\n0.1 0 0\n0.5 0.6 0.4\n1 0.9 1\n", to: "faded.cube")
    let recipe = SourceFile(
      name: folder.path + "/look.tint",
      text: """
        tintype 1
        look "faded" { working display }
        let faded = lut "faded.cube"
        output lookup(source, faded)

        """)
    let look = try #require(compile(recipe, loader: FolderLoader(for: FilePath(recipe.name))).look)
    let table = try ExportedTable(
      ColorLook(ConfiguredLook(look, recipe: recipe), without: []), to: .cube, for: .any, size: .usual)
    let text = try #require(table.text.map { String(decoding: $0, as: UTF8.self) })
    #expect(text.contains("LUT_1D_SIZE") && !text.contains("LUT_3D_SIZE"))
    #expect(table.error.limit < 1, "\(table.error.limit)")
  }

  @Test func theSameBytesEachTime() throws {
    #expect(
      try text("sepia", .clf, size: .entries(9)) == text("sepia", .clf, size: .entries(9)))
  }

  /// Read by the reader of the language, the file is as far from the look's meaning as its head says.
  @Test(.slow, arguments: ["sepia", "noir", "chrome", "tone-curve", "fade", separate], CubeReader.allCases)
  func readBack(_ name: String, _ reader: CubeReader) throws {
    let look = try configured(name)
    let made = try ExportedTable(ColorLook(look), to: .cube, for: reader)
    let file = SourceFile(name: "look.cube", text: try #require(made.text))
    let table = try CubeFileReader.read(file, name: "look.cube").get()
    let shapes = table.stages.map(\.shape)
    switch reader {
    case .photoshop: #expect(shapes == [.cube])
    case .any, .ffmpeg: #expect(shapes.count == 1)
    case .resolve: #expect(shapes.count == 1 || shapes == [.curves, .cube])
    }
    let found = largestDifference(sampleColors.map(table.exact), sampleColors.map(look.meaning))
    #expect(found <= made.error.limit + 0.01, "\(found) of \(made.error.limit)")
    #expect(file.text(in: Span(0, 2000)).contains("at most"))
  }

  /// No random color differs by more than the head states, of looks with kinks as well.
  @Test(
    .slow,
    arguments: [
      "sepia", "chrome", "tone-curve", "instant", "=source |> posterize()", "=clamp(source * 1.7 - 0.2, 0, 1)",
      "=source |> adjust(contrast: 1.6, saturation: 1.5)", separate,
    ], [5, 17, 33])
  func theStatedErrorHolds(_ name: String, _ entries: Int) throws {
    let look = try configured(name)
    let (width, height) = (256, 128)
    var numbers = SplitMix64(seed: UInt64(entries))
    let codes = (0..<width * height * 3).map { _ in UInt16(truncatingIfNeeded: numbers.next()) }
    let format = PictureFormat(width: width, height: height, channels: 3, depth: .sixteen)
    let bytes = codes.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let made16 = try PictureRenderer(look, source: format, channels: 3).render(bytes, threads: 2)
    let rendered = codes.indices.map { Double(made16[2 * $0]) + 256 * Double(made16[2 * $0 + 1]) }
    let made = try ExportedTable(ColorLook(look), to: .cube, size: .entries(entries))
    let file = SourceFile(name: "look.cube", text: try #require(made.text))
    let table = try CubeFileReader.read(file, name: "look.cube").get()
    var largest = 0.0
    for start in stride(from: 0, to: codes.count, by: 3) {
      let color = table.exact(codes[start..<start + 3].map { Double($0) / 65535 })
      for lane in 0..<3 { largest = max(largest, abs(color[lane] * 255 - rendered[start + lane] / 257)) }
    }
    #expect(largest <= made.error.limit, "\(largest) of \(made.error.limit)")
    let head = String(decoding: made.text?.prefix(3000) ?? [], as: UTF8.self)
    #expect(head.contains("no bound is proven") != head.contains("all 16-bit codes were tried"))
  }

  @Test func separateChannelsAreCurves() throws {
    #expect(try text(Self.separate, .cube, size: .usual).contains("LUT_1D_SIZE 4096"))
    #expect(try text("tone-curve", .cube, size: .usual).contains("LUT_1D_SIZE"))
    #expect(try text("noir", .cube, size: .usual).contains("LUT_3D_SIZE 33"))
  }

  @Test func aShaperIsTakenWhereItHelps() throws {
    let look = try ColorLook(configured("sepia"))
    let plain = try ExportedTable(look, to: .cube)
    let shaped = try ExportedTable(look, to: .cube, for: .resolve)
    #expect(shaped.error.largest < plain.error.largest)
    #expect(
      shaped.text.map { String(decoding: $0, as: UTF8.self).contains("LUT_1D_SIZE 4096\nLUT_3D_SIZE 33") } == true)
  }

  @Test(.slow) func theSmallestTableThatIsGoodEnough() throws {
    let look = try ColorLook(configured("chrome"))
    let errors = try [17, 33, 65].map { try ExportedTable(look, to: .cube, size: .entries($0)).error.largest }
    #expect(errors[0] > errors[1] && errors[1] > errors[2])
    let between = (errors[1] + errors[2]) / 2
    let found = try #require(try ExportedTable(look, to: .cube, size: .error(between)).text)
    #expect(String(decoding: found, as: UTF8.self).contains("LUT_3D_SIZE 65\n"))
    let refusal = #expect(throws: ExportRefusal.self) {
      try ExportedTable(look, to: .cube, for: .resolve, size: .error(0.0001))
    }
    #expect(refusal?.lines.first?.hasPrefix("with the largest size, 65, the error is still ") == true)
  }

  @Test(arguments: [(ExportTarget.cube, 1), (.cube, 130), (.hald, 33), (.clf, 0)])
  func sizesThatCannotBe(_ target: ExportTarget, _ size: Int) throws {
    let look = try ColorLook(configured("noir"))
    let refusal = #expect(throws: ExportRefusal.self) { try ExportedTable(look, to: target, size: .entries(size)) }
    #expect(refusal?.lines.first?.hasPrefix("--size \(size): the size is ") == true)
  }

  /// Looks made of powers, matrices and curves become these, with errors that no table has.
  @Test(
    .slow,
    arguments: [
      "noir", "monochrome", "color-filter", "grayscale", "tone-curve", separate, "original",
      "=source |> adjust(exposure: 0.5ev, contrast: 1.2) |> grayscale()",
    ])
  func operators(_ name: String) throws {
    let made = try ExportedTable(ColorLook(configured(name)), to: .clf)
    let text = String(decoding: try #require(made.text), as: UTF8.self)
    #expect(!text.contains("LUT3D"))
    #expect(made.error.largest < 0.1, "\(made.error.largest)")
  }

  @Test func namesAreEscaped() throws {
    let recipe = SourceFile(
      name: "odd.tint",
      text: """
        tintype 1
        look "<a> & \\"b\\"" {
          working display
        }
        /// Said.
        param words: text = "<!-- \\n ]]>"
        output source * 0.5

        """)
    let look = try ColorLook(configured(recipe))
    let clf = String(decoding: try #require(try ExportedTable(look, to: .clf).text), as: UTF8.self)
    #expect(clf.contains("name=\"&lt;a&gt; &amp; &quot;b&quot;\""))
    #expect(!clf.contains("<!--"))
    let cube = try #require(try ExportedTable(look, to: .cube).text)
    #expect(String(decoding: cube, as: UTF8.self).contains("TITLE \"<a> & 'b'\"\n"))
    _ = try CubeFileReader.read(SourceFile(name: "odd.cube", text: cube), name: "odd.cube").get()
  }
}
