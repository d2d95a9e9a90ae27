import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// What photos say, and the marks on them: `info`, `tag`, `--only`.
@Suite struct AlbumTests {
  private let program: Program

  init() throws {
    program = try Program()
    var metadata = PictureMetadata()
    metadata.exif = MetadataTests.exif
    metadata.xmp = Array(MetadataTests.xmp.utf8)
    for name in ["in.jpg", "in.png"] { try TestPicture(32, 24).write(program.folder, name, metadata: metadata) }
    try TestPicture(40, 20).write(program.folder, "bare.png")
    try TestPicture(32, 24).write(program.folder, "dated.jpg", metadata: datedCameraData(orientation: 6))
  }

  private func bytes(_ name: String) -> [UInt8] { program.folder.bytes(of: name) ?? [] }

  @Test func whatAPhotoSays() throws {
    let shown = try program("info", "in.jpg", "dated.jpg")
    #expect(shown.status == 0 && shown.errors.isEmpty)
    #expect(shown.output.contains("in.jpg\n  picture  32 x 24, JPEG, \(bytes("in.jpg").count) bytes\n"))
    for line in ["  camera   X-T1000", "  rating   2", "  tags     river", "  date     2024-05-06 07:08:09"] {
      #expect(shown.output.contains(line + "\n"), "\(line)")
    }
    #expect(shown.output.contains("picture  24 x 32, JPEG"), "upright")
    let object = try JSONSerialization.jsonObject(with: Data(try program("info", "--json", "in.png").output.utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["width"] as? Int == 32 && members["format"] as? String == "png")
    #expect(members["tags"] as? [String] == ["river"] && members["favorite"] as? Bool == false)
    // 48 degrees, 51 minutes, 30 seconds; EXIF has no longitude, so XMP says the place.
    #expect(abs((members["latitude"] as? Double ?? 0) - 48.858333) < 1e-5)
    #expect(abs((members["longitude"] as? Double ?? 0) - 2.35) < 1e-9)
    #expect(members["look"] == nil)
    expectFailure(try program("info", "none.jpg"), 66, "none.jpg: cannot be opened")
  }

  /// Older programs write keywords into IPTC captions alone, in UTF-8 or Latin-1; XMP that has some wins.
  @Test func keywordsOfCaptions() throws {
    func dataSet(_ text: [UInt8]) -> [UInt8] { [0x1C, 2, 25, 0, UInt8(text.count)] + text }
    let captions = [Array("Île".utf8), [0xCE] + Array("le".utf8), Array("sea".utf8), Array("sea".utf8)].flatMap(dataSet)
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(captions.count)] + captions
    let segment = Array("Photoshop 3.0\0".utf8) + resource + [UInt8](repeating: 0, count: captions.count % 2)
    func addCaptions(_ name: String) throws {
      let picture = bytes(name)
      try program.folder.write(
        picture[..<2] + [0xFF, 0xED, 0, UInt8(segment.count + 2)] + segment + picture[2...], to: name)
    }
    try TestPicture(32, 24).write(program.folder, "captions.jpg")
    try addCaptions("captions.jpg")
    #expect(try program("info", "captions.jpg").output.contains("  tags     Île, sea\n"))
    #expect(try program("info", "captions.jpg", "--only", "tag=sea").output.contains("captions.jpg"))
    // A tag more leaves them.
    expectQuiet(try program("render", "original", "captions.jpg", "-o", "made.jpg"))
    expectQuiet(try program("tag", "made.jpg", "--add", "new"))
    #expect(try program("info", "made.jpg").output.contains("tags        Île, sea, new\n"))
    var metadata = PictureMetadata()
    metadata.xmp = Array(MetadataTests.xmp.utf8)
    try TestPicture(32, 24).write(program.folder, "both.jpg", metadata: metadata)
    try addCaptions("both.jpg")
    #expect(try program("info", "both.jpg").output.contains("  tags     river\n"))
  }

  @Test func aResultSaysItsLook() throws {
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "out.jpg", "--set", "contrast=1.3"))
    let shown = try program("info", "out.jpg").output
    #expect(shown.contains("look        tumble-down\n") && shown.contains("contrast=1.3"))
    let why = try program("why", "out.jpg").output.split(separator: "\n").dropFirst()
    #expect(!why.isEmpty && why.allSatisfy { shown.contains($0) })
    #expect(try program("info", "out.jpg", "--json").output.contains("\"look\":{\"look\":\"tumble-down\""))
  }

  /// The marks are in the file, and every other byte is where it was.
  @Test(arguments: ["jpg", "png"]) func marksOfAResult(_ ending: String) throws {
    let file = "out.\(ending)"
    expectQuiet(try program("render", "tumble-down", "in.\(ending)", "-o", file, "--metadata", "none"))
    // Without its provenance it is somebody's file.
    expectQuiet(try program("tag", file, "--rating", "4"))
    #expect(program.folder.names.contains("\(file).xmp"))
    expectQuiet(try program("render", "tumble-down", "in.\(ending)", "-o", "own.\(ending)"))
    let before = bytes("own.\(ending)")
    let (path, old) = ("own.\(ending)", try TestPicture(program.folder, "own.\(ending)"))
    expectQuiet(try program("tag", path, "--favorite", "--add", "album:summer", "--add", "a<b&c", "--remove", "river"))
    #expect(!program.folder.names.contains("\(path).xmp"))
    #expect(try TestPicture(program.folder, path) == old)
    let marks = try openPicture(FilePath(program.folder.path + "/" + path)).metadata.marks
    #expect(marks == PictureMarks(rating: 5, keywords: ["album:summer", "a<b&c"]))
    #expect(try program("why", path).status == 0)
    #expect(try openPicture(FilePath(program.folder.path + "/" + path)).metadata.exif == MetadataTests.exif)
    // What surrounds the packet is the same to the byte.
    let after = bytes(path)
    let packet = Array("<?xpacket begin".utf8)
    let start = try #require(before.indices.first { before[$0...].starts(with: packet) })
    let head = ending == "jpg" ? 33 : 30
    #expect(after[..<(start - head)] == before[..<(start - head)])
    #expect(after.suffix(300) == before.suffix(300))
    // Marking it the same again writes nothing.
    expectQuiet(try program("tag", path, "--favorite", "--add", "album:summer"))
    #expect(bytes(path) == after)
    expectQuiet(try program("tag", path, "--rating", "0", "--remove", "a<b&c"))
    #expect(try program("info", path).output.contains("  rating      0\n  tags        album:summer\n"))
  }

  /// A photo is not changed. Its own marks are copied to the file beside it.
  @Test func marksBesideAPhoto() throws {
    let before = (bytes("in.jpg"), bytes("bare.png"))
    expectQuiet(try program("tag", "in.jpg", "bare.png", "--rating", "3", "--add", "album:summer"))
    #expect(bytes("in.jpg") == before.0 && bytes("bare.png") == before.1)
    #expect(try program("info", "in.jpg").output.contains("  rating   3\n  tags     river, album:summer\n"))
    #expect(try program("info", "bare.png").output.contains("  rating   3\n  tags     album:summer\n"))
    expectQuiet(try program("tag", "in.jpg", "--remove", "river"))
    #expect(try program("info", "in.jpg").output.contains("  tags     album:summer\n"))
    expectQuiet(try program("tag", "in.jpg", "--remove", "album:summer"))
    #expect(!(try program("info", "in.jpg").output.contains("  tags ")))
    // What another program wrote beside it stays.
    let foreign = MetadataTests.xmp.replacing("river", with: "sea")
    try program.folder.write(foreign, to: "dated.jpg.xmp")
    expectQuiet(try program("tag", "dated.jpg", "--add", "boat"))
    let text = String(decoding: bytes("dated.jpg.xmp"), as: UTF8.self)
    #expect(text.contains("<rdf:li>sea</rdf:li><rdf:li>boat</rdf:li>") && text.contains("GPSLongitude>2,21E<"))
    try program.folder.write("<x:xmpmeta <broken", to: "in.png.xmp")
    expectFailure(try program("info", "in.png"), 65, "in.png: the XMP beside it, 'in.png.xmp', is not well-formed XML")
    expectFailure(
      try program("tag", "in.png", "--rating", "1"), 65,
      "in.png: the XMP beside it, 'in.png.xmp', is not well-formed XML")
  }

  /// The marks beside a photo are recorded: a result is made again from them, whatever the file says then.
  @Test(arguments: ["in.jpg", "bare.png"]) func marksBesideAPhotoAreRecorded(_ photo: String) throws {
    let (made, again) = ("made.jpg", "again.jpg")
    expectQuiet(try program("tag", photo, "--rating", "4", "--add", "sun, moon", "--remove", "river"))
    expectQuiet(try program("render", "tumble-down", photo, "-o", made))
    #expect(try program("why", made).output.contains("marks       rating=4 tag=sun, moon\n"))
    #expect(try program("why", made, "--json").output.contains(#""marks":{"rating":["4"],"tag":["sun, moon"]}"#))
    expectQuiet(try program("tag", photo, "--rating", "1", "--add", "rain"))
    expectQuiet(try program("render", "--again", made, photo, "-o", again))
    #expect(bytes(again) == bytes(made))
    #expect(try program.shell("rm \(photo).xmp \(again)").status == 0)
    expectQuiet(try program("render", "--again", made, photo, "-o", again))
    #expect(bytes(again) == bytes(made))
  }

  /// Where there were none, there are none later either.
  @Test func noMarksBesideAPhotoStayNone() throws {
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "made.jpg"))
    #expect(!(try program("why", "made.jpg").output.contains("marks")))
    expectQuiet(try program("tag", "in.jpg", "--favorite", "--add", "sun"))
    expectQuiet(try program("render", "--again", "made.jpg", "in.jpg", "-o", "again.jpg"))
    #expect(bytes("again.jpg") == bytes("made.jpg"))
  }

  @Test(.whereModesBind) func nothingIsHalfWritten() throws {
    try FileManager.default.createDirectory(atPath: program.folder.path + "/sub", withIntermediateDirectories: true)
    expectQuiet(try program("render", "tumble-down", "in.jpg", "-o", "sub/out.jpg"))
    try program.folder.write(bytes("in.jpg"), to: "sub/in.jpg")
    let before = bytes("sub/out.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: program.folder.path + "/sub")
    expectFailure(try program("tag", "sub/out.jpg", "--rating", "1"), 73, "sub/out.jpg: cannot be created")
    // The file that cannot be written is the one that is named.
    expectFailure(
      try program("tag", "sub/in.jpg", "--rating", "1"), 73,
      "sub/in.jpg: the XMP beside it, 'sub/in.jpg.xmp', cannot be created")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.folder.path + "/sub")
    #expect(bytes("sub/out.jpg") == before)
  }

  @Test func wrongMarks() throws {
    #expect(try program("tag", "in.jpg").status == 64)
    #expect(try program("tag", "in.jpg", "--rating", "6").status == 64)
    #expect(try program("tag", "in.jpg", "--add", "a", "--remove", "a").status == 64)
    #expect(try program("tag", "in.jpg", "--add", " ").status == 64)
    #expect(!program.folder.names.contains("in.jpg.xmp"))
  }

  @Test func onlySome() throws {
    expectQuiet(try program("tag", "in.jpg", "--rating", "4", "--add", "album:summer"))
    expectQuiet(try program("tag", "bare.png", "--rating", "4"))
    expectQuiet(try program("tag", "dated.jpg", "--favorite", "--add", "album:summer"))
    func found(_ filter: String) throws -> [String] {
      let result = try program("info", "in.jpg", "in.png", "bare.png", "dated.jpg", "--only", filter)
      #expect(result.status == 0, "\(filter): \(result.errors)")
      return result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    }
    #expect(try found("rating>=4 && tag=album:summer") == ["in.jpg", "dated.jpg"])
    #expect(try found("favorite") == ["dated.jpg"])
    #expect(try found("!favorite && rating") == ["in.jpg", "in.png", "bare.png"])
    #expect(try found("tag=ALBUM:*") == ["in.jpg", "dated.jpg"])
    #expect(try found("!tag") == ["bare.png"])
    #expect(try found("tag != river") == ["bare.png", "dated.jpg"])
    #expect(try found("date>=2024-05 && date < 2024-05-07") == ["dated.jpg"])
    #expect(try found("date>2024") == [] && found("date=2024-05-06T07:08") == ["dated.jpg"])
    #expect(try found("camera=x-t*0 && (rating=2 || rating=4)") == ["in.jpg", "in.png"])
    #expect(try found("look || camera=\"X-T1000\"") == ["in.jpg", "in.png"])
    expectQuiet(
      try program("render", "tumble-down", "in.jpg", "bare.png", "dated.jpg", "-o", "out/", "--only", "favorite", "-q"))
    #expect(TestFiles.names(in: program.folder.path + "/out", endingIn: "") == ["dated.jpg"])
    #expect(
      try program("sheet", "noir", "in.jpg", "bare.png", "-o", "sheet.png", "--only", "tag=river").status == 0)
    expectFailure(
      try program("sheet", "noir", "bare.png", "-o", "none.png", "--only", "tag=river"), 66,
      "--only: takes none of the photos")
  }

  @Test(arguments: [
    ("ratin > 3", "column 1: there is no field 'ratin'; did you mean 'rating'?"),
    ("rating >= five", "column 11: a rating is a number from 0 to 5, or -1 for rejected, not 'five'"),
    ("rating >", "column 9: a value is expected, and there is the end"),
    ("favorite = 1", "column 10: 'favorite' takes no value"), ("tag < a", "column 5: 'tag' is a text"),
    ("date = 2024-13", "column 8: a date is written 2024, 2024-05"), ("(tag", "column 5: ')' is expected"),
    ("tag & look", "column 5: '&&', '||' or the end is expected, and there is '&'"), ("", "column 1: a field"),
  ]) func aWrongFilter(_ filter: String, _ complaint: String) throws {
    let result = try program("info", "in.jpg", "--only", filter)
    #expect(result.status == 64 && result.errors.contains(complaint), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func deepFiltersEnd() throws {
    let deep = String(repeating: "(", count: 100_000) + "tag"
    #expect(try program("info", "in.jpg", "--only", deep).status == 64)
  }

  /// Another reader of XMP agrees, in pictures and beside them.
  @Test(.whereInstalled("exiftool")) func exiftoolAgrees() throws {
    expectQuiet(try program("render", "tumble-down", "bare.png", "-o", "out.png"))
    expectQuiet(try program("render", "tumble-down", "bare.png", "-o", "out.jpg"))
    expectQuiet(try program("tag", "out.png", "out.jpg", "bare.png", "--rating", "4", "--add", "sea", "--add", "é<"))
    for file in ["out.png", "out.jpg", "bare.png.xmp"] {
      let result = try runProgram(
        try #require(programOnSearchPath("exiftool")),
        ["-s", "-a", "-G1", "-XMP:all", "-Warning", "-validate", program.folder.path + "/" + file])
      let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      #expect(lines.contains("[XMP-dc] Subject : sea, é<") && lines.contains("[XMP-xmp] Rating : 4"), "\(lines)")
      #expect(!result.output.contains("Warning"), "\(result.output)")
    }
  }
}
