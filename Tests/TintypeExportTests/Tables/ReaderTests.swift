import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeImage
import TintypeTestSupport

/// Programs that people use read the files, and get the look's colors within the error that the file states.
@Suite(.serialized) struct ReaderTests {
  private static let ffmpeg = programOnSearchPath("ffmpeg")
  private static let imageMagick = programOnSearchPath("identify").flatMap { _ in programOnSearchPath("convert") }
  private static let python = TintypeTestSupport.python(importing: "PyOpenColorIO")

  private static let tables: [(look: String, target: ExportTarget, reader: CubeReader)] = [
    ("noir", .clf, .any), ("tone-curve", .clf, .any), ("color-filter", .clf, .any), ("sepia", .clf, .any),
    ("=source |> adjust(exposure: 0.5ev, contrast: 1.2) |> grayscale()", .clf, .any),
    ("=source * rgb(0.9, 1, 0.8) + 0.05", .cube, .any), ("chrome", .cube, .any), ("sepia", .cube, .resolve),
  ]

  /// The colors of the test as codes of 16 bits.
  private var codes: [SIMD3<UInt16>] {
    sampleColors.map { color in SIMD3(UInt16(color[0] * 65535), UInt16(color[1] * 65535), UInt16(color[2] * 65535)) }
  }

  private func write(_ table: ExportedTable, _ folder: ScratchFolder, _ name: String) throws {
    let file = try OutputFile(FilePath(folder.path + "/" + name), ifTaken: .replace)
    try table.write(to: file.descriptor)
    try file.commit()
  }

  private static let readAll = """
    import sys, PyOpenColorIO as o
    t = o.FileTransform(sys.argv[1], interpolation=o.INTERP_TETRAHEDRAL)
    p = o.Config.CreateRaw().getProcessor(t).getDefaultCPUProcessor()
    for line in open(sys.argv[2]):
        print(*p.applyRGB([float(x) for x in line.split()]))
    """

  @Test(
    .slow, .enabled(if: python != nil, "there is no PyOpenColorIO: Scripts/setup --tests"), arguments: tables.indices)
  func openColorIO(_ index: Int) throws {
    let (name, target, reader) = Self.tables[index]
    let folder = try ScratchFolder()
    let look = try configured(name)
    let table = try ExportedTable(ColorLook(look), to: target, for: reader)
    let file = "look.\(target.rawValue)"
    try write(table, folder, file)
    try folder.write(Self.readAll, to: "read.py")
    try folder.write(
      sampleColors.map { $0.map(\.description).joined(separator: " ") }.joined(separator: "\n"), to: "colors")
    let result = try runProgram(try #require(Self.python), ["read.py", file, "colors"], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let found = result.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(found.count == sampleColors.count)
    let difference = largestDifference(found, sampleColors.map(look.meaning))
    #expect(difference <= table.error.largest * 1.3 + 0.02, "\(difference) of \(table.error.largest)")
  }

  private func expectFile(
    _ name: String, in folder: ScratchFolder, _ look: ConfiguredLook, within error: Double
  ) throws {
    let read = try StoredPicture(decoding: openPicture(FilePath(folder.path + "/" + name)))
    #expect(read.format.depth == .sixteen)
    let colors = codes.indices.map { column in
      (0..<3).map { Double(read.code(column: column, row: 0, channel: $0)) / 65535 }
    }
    let sources = codes.map { color in (0..<3).map { Double(color[$0]) / 65535 } }
    let difference = largestDifference(colors, sources.map(look.meaning))
    #expect(difference <= error * 1.3 + 0.02, "\(difference) of \(error)")
  }

  private func writePhoto(_ folder: ScratchFolder) throws {
    let file = try OutputFile(FilePath(folder.path + "/photo.png"), ifTaken: .replace)
    _ = try StoredPicture(width: codes.count, height: 1, codes: codes).write(as: .png, to: file.descriptor)
    try file.commit()
  }

  @Test(
    .slow, .whereInstalled("ffmpeg"),
    arguments: [
      ("chrome", "lut3d"), ("instant", "lut3d"), ("fade", "lut3d"), ("noir", "lut3d"), ("sepia", "lut3d"),
      ("=source * rgb(0.9, 1, 0.8) + 0.05", "lut1d"),
    ])
  func ffmpegReadsCubes(_ name: String, _ filter: String) throws {
    let folder = try ScratchFolder()
    try writePhoto(folder)
    let look = try configured(name)
    let table = try ExportedTable(ColorLook(look), to: .cube, for: .ffmpeg)
    try write(table, folder, "look.cube")
    let result = try runProgram(
      try #require(Self.ffmpeg),
      [
        "-v", "error", "-i", "photo.png", "-vf", "format=gbrpf32le,\(filter)=look.cube", "-pix_fmt", "rgb48be",
        "out.png",
      ], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    // Its conversion to float and back alone is 0.16 of 255 off.
    try expectFile("out.png", in: folder, look, within: table.error.largest + 0.16)
  }

  @Test(.slow, .whereInstalled("ffmpeg")) func ffmpegReadsHald() throws {
    let folder = try ScratchFolder()
    try writePhoto(folder)
    let look = try configured("sepia")
    let table = try ExportedTable(ColorLook(look), to: .hald)
    try write(table, folder, "hald.png")
    // Packed, since version 5.1 misreads a table in planes.
    let result = try runProgram(
      try #require(Self.ffmpeg),
      [
        "-v", "error", "-i", "photo.png", "-i", "hald.png", "-filter_complex",
        "[0]format=rgb48[a];[1]format=rgb48[b];[a][b]haldclut=interp=tetrahedral", "-frames:v", "1", "-pix_fmt",
        "rgb48be", "out.png",
      ], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    try expectFile("out.png", in: folder, look, within: table.error.largest)
  }

  @Test(.slow, .enabled(if: imageMagick != nil, "there is no ImageMagick")) func imageMagickReadsHald() throws {
    let folder = try ScratchFolder()
    try writePhoto(folder)
    let look = try configured("sepia")
    let table = try ExportedTable(ColorLook(look), to: .hald)
    try write(table, folder, "hald.png")
    let result = try runProgram(
      try #require(Self.imageMagick),
      ["photo.png", "hald.png", "-hald-clut", "-depth", "16", "-define", "png:color-type=2", "out.png"],
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    // It interpolates trilinearly.
    try expectFile("out.png", in: folder, look, within: table.error.readings[1].largest)
  }
}
