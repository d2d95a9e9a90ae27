import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// The metadata of a result: `--metadata`, `--tag`, `--rating`, `why` and `--again`.
@Suite struct MetadataTests {
  /// Model, artist, a GPS directory with a latitude, and the latitude as three rationals behind it (TIFF 6.0, EXIF
  /// 2.32).
  static let exif: [UInt8] =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 3]
    + [0x01, 0x10, 0, 2, 0, 0, 0, 8, 0, 0, 0, 50] + [0x01, 0x3B, 0, 2, 0, 0, 0, 4] + Array("Ann\0".utf8)
    + [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 58] + [0, 0, 0, 0] + Array("X-T1000\0".utf8)
    + [0, 2] + [0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0] + [0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 88] + [0, 0, 0, 0]
    + [0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0, 1]

  static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
     <rdf:Description rdf:about="uuid:1" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.5N"
       xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2">
      <!-- </rdf:RDF> --><exif:GPSLongitude>2,21E</exif:GPSLongitude>
      <dc:subject><rdf:Bag><rdf:li>river</rdf:li></rdf:Bag></dc:subject>
     </rdf:Description>
    </rdf:RDF></x:xmpmeta>
    \(String(repeating: " ", count: 2000))
    <?xpacket end="w"?>
    """

  private let program: Program

  init() throws {
    program = try Program()
    var metadata = PictureMetadata()
    metadata.exif = Self.exif
    metadata.xmp = Array(Self.xmp.utf8)
    for name in ["in.jpg", "in.png"] { try TestPicture(32, 24).write(program.folder, name, metadata: metadata) }
  }

  private func metadata(_ arguments: String...) throws -> (metadata: PictureMetadata, xmp: String) {
    let output = "out-\(arguments.joined().hashValue)." + (arguments[0].hasSuffix("png") ? "png" : "jpg")
    expectQuiet(try program.run(["render", "tumble-down"] + arguments + ["-o", output, "--if-exists", "overwrite"]))
    let metadata = try openPicture(FilePath(program.folder.path + "/" + output)).metadata
    return (metadata, String(decoding: metadata.xmp ?? [], as: UTF8.self))
  }

  @Test(arguments: ["in.jpg", "in.png"]) func everythingStays(_ input: String) throws {
    let (metadata, xmp) = try metadata(input)
    #expect(metadata.exif == Self.exif)
    // The padding gives way: the packet has its old length, and lost nothing.
    #expect(xmp.utf8.count == Self.xmp.utf8.count)
    let start = try #require(
      xmp.range(of: " <rdf:Description rdf:about=\"uuid:1\" xmlns:tintype=")
        ?? xmp.range(of: "<rdf:Description rdf:about=\"uuid:1\" xmlns:tintype="))
    let end = try #require(xmp.range(of: "/>\n", range: start.lowerBound..<xmp.endIndex))
    let rest = xmp[..<start.lowerBound] + xmp[end.upperBound...]
    #expect(Self.xmp.filter { !$0.isWhitespace } == rest.filter { !$0.isWhitespace })
  }

  /// Marks in the file beside a photo go with it, and keywords of its captions stay beside new ones.
  @Test func marksGoWithThePhoto() throws {
    #expect(try program("tag", "in.jpg", "--rating", "5", "--add", "album").status == 0)
    let (result, _) = try metadata("in.jpg")
    #expect(result.marks == PictureMarks(rating: 5, keywords: ["river", "album"]))
    try TestPicture(32, 24).write(program.folder, "plain.jpg")
    let keyword =
      Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 10, 0x1C, 2, 25, 0, 5] + Array("boats".utf8)
    var captioned = try #require(program.folder.bytes(of: "plain.jpg"))
    captioned.insert(contentsOf: [0xFF, 0xED, 0, UInt8(keyword.count + 2)] + keyword, at: 2)
    try program.folder.write(captioned, to: "captions.jpg")
    #expect(try metadata("captions.jpg").metadata.marks.keywords == ["boats"])
    #expect(try metadata("captions.jpg", "--tag", "new").metadata.marks.keywords == ["boats", "new"])
  }

  @Test(arguments: ["in.jpg", "in.png"]) func positionsGo(_ input: String) throws {
    let (metadata, xmp) = try metadata(input, "--metadata", "no-gps")
    let exif = try #require(metadata.exif)
    #expect(exif.count == Self.exif.count)
    // Two entries are left, and the model and its offset are where they were.
    #expect(Array(exif[8..<10]) == [0, 2])
    #expect(exif[10..<34] == Self.exif[10..<34] && exif[50..<58] == Self.exif[50..<58])
    #expect(exif[58...].allSatisfy { $0 == 0 })
    #expect(!xmp.contains("GPSL") && !xmp.contains("48,51") && xmp.contains("<rdf:li>river</rdf:li>"))
  }

  @Test(arguments: ["in.jpg", "in.png"]) func littleStays(_ input: String) throws {
    let minimal = try metadata(input, "--metadata", "minimal").metadata
    #expect(minimal.xmp == nil)
    let exif = String(decoding: try #require(minimal.exif), as: UTF8.self)
    #expect(exif.contains("Ann") && !exif.contains("X-T1000"))
    let none = try metadata(input, "--metadata", "none").metadata
    #expect(none.xmp == nil && none.exif == nil && none.comments.isEmpty)
  }

  @Test func keywordsAndRating() throws {
    let (_, xmp) = try metadata("in.jpg", "--tag", "album:summer", "--tag", "river", "--tag", "a<b&c", "--rating", "5")
    #expect(xmp.contains("<rdf:li>river</rdf:li><rdf:li>album:summer</rdf:li><rdf:li>a&lt;b&amp;c</rdf:li></rdf:Bag>"))
    #expect(xmp.contains("xmp:Rating=\"5\"") && !xmp.contains("xmp:Rating=\"2\""))
    try TestPicture(32, 24).write(program.folder, "bare.jpg")
    let bare = try metadata("bare.jpg", "--tag", "x", "--rating", "0", "--metadata", "none").xmp
    #expect(bare.contains("<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"))
    #expect(bare.contains("xmp:Rating=\"0\"") && !bare.contains("tintype"))
    #expect(try program("render", "original", "in.jpg", "-o", "x.jpg", "--rating", "6").status == 64)
  }

  @Test func whatMadeIt() throws {
    expectQuiet(
      try program(
        "render", "tumble-down", "in.jpg", "-o", "out.jpg", "--set", "contrast=1.3", "--quality", "80", "--tag",
        "a b;%=c"))
    let why = try program("why", "out.jpg")
    #expect(why.status == 0 && why.errors.isEmpty)
    #expect(why.output.hasPrefix("out.jpg\n  look        tumble-down\n  recipe      the shipped one, sha256 "))
    #expect(why.output.contains("contrast=1.3") && why.output.contains("quality=80 tag=a b;%=c"))
    expectFailure(try program("why", "in.jpg"), 65, "in.jpg: does not say that tintype made it")
    expectQuiet(try program("render", "--again", "out.jpg", "in.jpg", "-o", "again.jpg"))
    #expect(program.folder.bytes(of: "again.jpg") == program.folder.bytes(of: "out.jpg"))
    // Rendered once more, it says so once.
    expectQuiet(try program("render", "minimal-life", "out.jpg", "-o", "twice.jpg"))
    let twice = try openPicture(FilePath(program.folder.path + "/twice.jpg")).metadata
    #expect(String(decoding: twice.xmp ?? [], as: UTF8.self).components(separatedBy: "tintype:Look").count == 2)
    #expect(try program("why", "twice.jpg").output.contains("minimal-life"))
  }

  @Test func againWithARecipeOfOnesOwn() throws {
    let recipe = "tintype 1\nlook \"e\" { working display }\nparam a: scalar = 1 in 0...1\noutput source * a\n"
    try program.folder.write(recipe, to: "evening.tint")
    expectQuiet(try program("render", "./evening.tint", "in.png", "-o", "out.png", "--set", "a=0.123"))
    expectFailure(try program("render", "--again", "out.png", "in.png", "-o", "x.png"), 66, "out.png: was made with")
    try program.folder.write(recipe, to: "renamed.tint")
    expectQuiet(try program("render", "--again", "out.png", "in.png", "-o", "x.png", "--recipe", "renamed.tint"))
    #expect(program.folder.bytes(of: "x.png") == program.folder.bytes(of: "out.png"))
    try program.folder.write(recipe + "\n", to: "renamed.tint")
    expectFailure(
      try program("render", "--again", "out.png", "in.png", "-o", "y.png", "--recipe", "renamed.tint"), 65,
      "renamed.tint: is not the recipe that made out.png")
  }

  /// A look depends on the files that it uses: they are recorded, and must be unchanged for `--again`.
  @Test func againWithWhatARecipeUses() throws {
    let table = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    try program.folder.write(
      "tintype 1\nlook \"e\" { working display }\nuse \"parts/half.tint\" as half\n"
        + "output half(lookup(source, lut \"flat film.cube\"))\n", to: "looks/evening.tint")
    try program.folder.write(table, to: "looks/flat film.cube")
    let half = "tintype 1\nlook \"half\" { working display }\noutput source * 0.5\n"
    try program.folder.write(half, to: "looks/parts/half.tint")
    let way = ["render", "--again", "out.png", "in.png", "--recipe", "looks/evening.tint", "--if-exists", "overwrite"]
    expectQuiet(try program("render", "looks/evening.tint", "in.png", "-o", "out.png"))
    let why = try program("why", "out.png").output
    #expect(why.contains("uses        parts/half.tint, ") && why.contains("uses        flat film.cube, "), "\(why)")
    expectQuiet(try program.run(way + ["-o", "x.png"]))
    #expect(program.folder.bytes(of: "x.png") == program.folder.bytes(of: "out.png"))
    try program.folder.write(table + "# of no account\n", to: "looks/flat film.cube")
    expectQuiet(try program.run(way + ["-o", "x.png"]))
    try program.folder.write(table.replacing("1 1 1", with: "1 1 0.9"), to: "looks/flat film.cube")
    expectFailure(
      try program.run(way + ["-o", "y.png"]), 65, "flat film.cube: is not the file that made out.png")
    try program.folder.write(table, to: "looks/flat film.cube")
    try program.folder.write(half.replacing("0.5", with: "0.4"), to: "looks/parts/half.tint")
    expectFailure(
      try program.run(way + ["-o", "y.png"]), 65, "parts/half.tint: is not the file that made out.png")
    #expect(!program.folder.names.contains("y.png"))
  }

  /// Another reader of XMP and EXIF agrees.
  @Test(.whereInstalled("exiftool")) func exiftoolAgrees() throws {
    var metadata = PictureMetadata()
    metadata.exif = Self.exif
    // exiftool takes tags in comments for tags.
    metadata.xmp = Array(Self.xmp.replacing("<!-- </rdf:RDF> -->", with: "").utf8)
    try TestPicture(32, 24).write(program.folder, "plain.jpg", metadata: metadata)
    expectQuiet(
      try program(
        "render", "tumble-down", "plain.jpg", "-o", "out.jpg", "--metadata", "no-gps", "--tag", "album:summer",
        "--rating",
        "4"))
    let result = try runProgram(
      try #require(programOnSearchPath("exiftool")),
      ["-s", "-a", "-G1", "-XMP:all", "-EXIF:all", "-GPS:all", "-Warning", program.folder.path + "/out.jpg"])
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for line in [
      "[XMP-dc] Subject : river, album:summer", "[XMP-xmp] Rating : 4", "[XMP-tintype] Look : tumble-down",
      "[IFD0] Model : X-T1000", "[IFD0] Artist : Ann",
    ] { #expect(lines.contains(line), "\(line) is not in \(lines)") }
    #expect(!result.output.contains("GPS") && !result.output.contains("Warning"))
  }
}
