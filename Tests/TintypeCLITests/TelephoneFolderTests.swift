import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// A folder as it comes from a telephone, with a scan in it: one command renders it.
@Suite(.enabled(if: ["heif", "tiff"].allSatisfy { PictureFileType(named: $0) != nil }, "needs the traits"))
struct TelephoneFolderTests {
  private let program: Program

  init() throws {
    program = try Program()
    let fixtures = TestFiles.packageRoot + "/Tests/TintypeImageTests/Fixtures/"
    // A live photo: HEIC and film; and the same photo once more as JPEG, as "most compatible" leaves it.
    try program.folder.write(try #require(TestFiles.bytes(of: fixtures + "orientation-6.heic")), to: "in/IMG_1.HEIC")
    try program.folder.write("....ftypqt  ", to: "in/IMG_1.MOV")
    try TestPicture(60, 40, seed: 1).write(program.folder, "in/IMG_1.jpg", metadata: datedCameraData())
    try TestPicture(60, 40, seed: 2).write(program.folder, "in/gain.jpg", metadata: claiming("hdrgm:Version=\"1.0\""))
    try TestPicture(60, 40, seed: 3).write(
      program.folder, "in/motion.jpg", metadata: claiming("GCamera:MotionPhoto=\"1\""))
    // What lies behind the picture: a second picture, and a film.
    let second = try #require(program.folder.bytes(of: "in/IMG_1.jpg"))
    for (name, more) in [("gain", second), ("motion", Array("\0\0\0\u{18}ftypmp42".utf8))] {
      let first = try #require(program.folder.bytes(of: "in/\(name).jpg"))
      try program.folder.write(first + more, to: "in/\(name).jpg")
    }
    try TestPicture(60, 90, seed: 4).write(program.folder, "in/screenshot.png")
    try TestPicture(60, 40, depth: .sixteen, seed: 5).write(program.folder, "scan.png")
    expectQuiet(try program("render", "original", "scan.png", "-o", "in/scan.tif", "-q"))
  }

  private func claiming(_ claim: String) -> PictureMetadata {
    var metadata = datedCameraData()
    let packet = String(decoding: metadata.xmp ?? [], as: UTF8.self)
    metadata.xmp = Array(
      packet.replacingOccurrences(
        of: "<rdf:Description ",
        with: "<rdf:Description xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" "
          + "xmlns:GCamera=\"http://ns.google.com/photos/1.0/camera/\" \(claim) "
      ).utf8)
    return metadata
  }

  @Test func oneCommand() throws {
    let result = try program("render", "noir", "-r", "in", "-o", "out/", "--progress", "plain")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      program.folder.names(in: "out") == [
        "IMG_1-heic.jpg", "IMG_1.jpg", "gain.jpg", "motion.jpg", "scan.tif", "screenshot.png",
      ])
    #expect(result.errors.contains("gain map") && result.errors.contains("motion photo"), "\(result.errors)")
    for name in ["gain", "motion"] {
      let made = String(decoding: try #require(program.folder.bytes(of: "out/\(name).jpg")), as: UTF8.self)
      #expect(!made.contains("hdrgm:Version") && !made.contains("MotionPhoto") && !made.contains("ftyp"))
    }
    expectQuiet(try program("render", "original", "out/scan.tif", "-o", "scan-out.png", "-q"))
    #expect(try TestPicture(program.folder, "scan-out.png").format.depth == .sixteen)
    // By itself it has the plain name, and the two parts of the work agree with the whole.
    expectQuiet(try program("render", "noir", "in/IMG_1.HEIC", "-o", "alone/", "-q"))
    #expect(program.folder.names(in: "alone") == ["IMG_1.jpg"])
    for part in ["1/2", "2/2"] {
      #expect(try program("render", "noir", "-r", "in", "-o", "parts/", "--shard", part, "-q").status == 0)
    }
    #expect(program.folder.names(in: "parts") == program.folder.names(in: "out"))
  }

  /// In place, and killed again and again: each photo goes through the look once. What no build writes stays as it is.
  @Test(.slow) func inPlaceThroughKills() throws {
    // A look that shows how often it was used.
    try program.folder.write("tintype 1\nlook \"d\" { working display }\noutput source * 0.5\n", to: "d.tint")
    let photos = program.folder.names(in: "in").filter { !$0.hasPrefix("IMG_1.") || $0.hasSuffix(".jpg") }
    let others = Dictionary(
      uniqueKeysWithValues: program.folder.names(in: "in").filter { !photos.contains($0) }
        .map { ($0, program.folder.bytes(of: "in/" + $0)) })
    #expect(photos.count == 5 && others.count == 2)
    #expect(try program("render", "./d.tint", "-r", "in", "-o", "once/", "-q").status == 0)
    let render = "render ./d.tint -r in --in-place --manifest m --progress none"
    var numbers = SplitMix64(seed: 5)
    for _ in 0..<8 {
      let pause = Double(numbers.next() % 400) / 1000
      _ = try program.shell(
        "\"$0\" \(render) -q & child=$!; sleep \(pause); kill -9 $child 2> /dev/null; wait $child 2> /dev/null")
    }
    for _ in 0..<2 {
      let result = try program.run(render.split(separator: " ").map(String.init))
      #expect(result.status == 1 && result.errors.contains("in/IMG_1.HEIC: "), "\(result.errors)")
    }
    for name in photos {
      let bytes = program.folder.bytes(of: "in/" + name)
      #expect(bytes != nil && bytes == program.folder.bytes(of: "once/" + name), "\(name)")
    }
    for (name, bytes) in others { #expect(program.folder.bytes(of: "in/" + name) == bytes, "\(name)") }
    #expect(program.folder.names(in: "in").count == 7, "\(program.folder.names(in: "in"))")
  }
}

extension ScratchFolder {
  fileprivate func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }
}
