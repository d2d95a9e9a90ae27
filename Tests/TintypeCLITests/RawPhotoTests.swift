import Foundation
import Testing
import TintypeImage
import TintypeTestSupport

/// A raw file wherever a photo can be: it is one like others.
@Suite(.enabled(if: PictureFileType(named: "raw") != nil, "needs the trait RAW")) struct RawPhotoTests {
  private let program: Program

  init() throws {
    program = try Program()
    var recipe = RawRecipe(width: 96, height: 64) { x, y in
      SIMD3(Double(x) / 400 + 0.02, Double(y) / 300 + 0.02, 0.1)
    }
    recipe.exif = [
      .init(0x8827, 800), .init(0x829A, fractions: [0.004], signed: false),
      .init(0x829D, fractions: [5.6], signed: false),
      .init(0x9003, text: "2024:05:06 07:08:09"), .init(0x920A, fractions: [35], signed: false),
    ]
    try program.folder.write(recipe.dng, to: "a.dng")
    recipe.white = SIMD3(repeating: 4_095)
    try program.folder.write(recipe.cr2, to: "b.cr2")
    try program.folder.write("tintype 1\nlook \"v\" { working display }\noutput source * 0.5\n", to: "v.tint")
  }

  private func info(_ name: String) throws -> String {
    let result = try program("info", "--json", name)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func infoAndMarks() throws {
    let facts = try info("a.dng")
    for fact in [
      "\"format\":\"raw\"", "\"camera\":\"Made 1\"", "\"date\":\"2024-05-06T07:08:09\"", "\"iso\":800",
      "\"exposureTime\":0.004", "\"aperture\":5.6", "\"focalLength\":35", "\"width\":96",
    ] {
      #expect(facts.contains(fact), "\(fact): \(facts)")
    }
    #expect(try info("b.cr2").contains("\"camera\":\"Canon EOS 350D DIGITAL\""))
    let before = program.folder.bytes(of: "a.dng")
    #expect(try program("tag", "a.dng", "--rating", "4").status == 0)
    #expect(try info("a.dng").contains("\"rating\":4") && program.folder.bytes(of: "a.dng") == before)
  }

  /// Raw and JPEG of one name, as cameras leave them, have results of two names.
  @Test func foldersWithBoth() throws {
    for name in ["a.dng", "b.cr2"] {
      try program.folder.write(try #require(program.folder.bytes(of: name)), to: "in/" + name)
    }
    expectQuiet(try program("render", "original", "a.dng", "-o", "in/a.jpg", "-q"))
    #expect(try program("render", "noir", "-r", "in", "-o", "out/", "-q").status == 0)
    let results = try FileManager.default.contentsOfDirectory(atPath: program.folder.path + "/out")
    #expect(results.sorted() == ["a-dng.jpg", "a.jpg", "b.jpg"])
  }

  /// The white balance is an option that a result remembers.
  @Test func againWithItsWhite() throws {
    expectQuiet(try program("render", "slide", "a.dng", "-o", "a.jpg", "--white", "3000K", "-q"))
    #expect(try program("why", "a.jpg").output.contains("white=3000K"))
    expectQuiet(try program("render", "--again", "a.jpg", "a.dng", "-o", "again.jpg", "-q"))
    expectQuiet(try program("render", "slide", "a.dng", "-o", "camera.jpg", "-q"))
    let bytes = program.folder.bytes(of: "a.jpg")
    #expect(bytes == program.folder.bytes(of: "again.jpg") && bytes != program.folder.bytes(of: "camera.jpg"))
    // A finished photo has its balance, and who asks for another one hears that it is not changed.
    let finished = try program("render", "original", "camera.jpg", "-o", "b.jpg", "--white", "3000K")
    #expect(finished.status == 0)
    #expect(finished.errors == "tintype: camera.jpg: note: this is no raw file, so --white has no effect\n")
  }

  @Test(arguments: [("all", true), ("no-gps", true), ("minimal", false), ("none", false)])
  func metadata(_ policy: String, _ isKept: Bool) throws {
    expectQuiet(try program("render", "original", "a.dng", "-o", "a.jpg", "--metadata", policy, "-q"))
    #expect(try info("a.jpg").contains("\"camera\":\"Made 1\"") == isKept)
    #expect(try info("a.jpg").contains("\"date\":\"2024-05-06T07:08:09\"") == isKept)
  }

  /// By OpenEXR and back: light beyond white and the facts of the photo.
  @Test(.enabled(if: PictureFileType(named: "exr") != nil, "needs the trait EXR")) func throughOpenEXR() throws {
    let first = try program("render", "original", "a.dng", "-o", "a.exr")
    #expect(first.status == 0 && first.errorLines.count == 1 && first.errors.contains("all but camera"))
    expectQuiet(try program("render", "original", "a.exr", "-o", "b.exr", "-q"))
    for fact in [
      "\"camera\":\"Made 1\"", "\"date\":\"2024-05-06T07:08:09\"", "\"iso\":800", "\"exposureTime\":0.004",
      "\"aperture\":5.6", "\"focalLength\":35",
    ] {
      #expect(try info("b.exr").contains(fact), "\(fact)")
    }
    // The photo's own options go with the first, and so the packets differ.
    let results = try ["a.exr", "b.exr"].map { try TestPicture(program.folder, $0) }
    #expect(results[0] == results[1])
  }

  @Test func workersAndPipes() throws {
    let job = "{\"id\":1,\"look\":\"slide\",\"input\":\"a.dng\",\"output\":\"w.jpg\",\"white\":\"3000K\"}"
    let worker = try program.shell("echo '\(job)' | \"$0\" worker --root .")
    #expect(worker.output.contains("\"result\":\"rendered\""), "\(worker.output)")
    expectQuiet(try program("render", "slide", "a.dng", "-o", "a.jpg", "--white", "3000K", "-q"))
    #expect(program.folder.bytes(of: "w.jpg") == program.folder.bytes(of: "a.jpg"))
    let piped = try program.shell("\"$0\" render slide - -o - --white 3000K < a.dng > p.jpg")
    #expect(piped.status == 0 && program.folder.bytes(of: "p.jpg")?.starts(with: [0xFF, 0xD8]) == true)
  }

  @Test func watchAndSheets() throws {
    let watch = try program.shell(
      """
      "$0" watch v.tint a.dng -o p.png > log & watch=$!
      until [ $(wc -l < log) -ge 1 ]; do kill -0 $watch || exit 1; sleep 0.1; done; kill -KILL $watch; cat log
      """)
    #expect(watch.output.hasPrefix("p.png: 96 x 64"), "\(watch.errors)")
    // The preview is the photo through the look.
    expectQuiet(try program("render", "v.tint", "a.dng", "-o", "r.png", "--depth", "8", "-q"))
    #expect(try TestPicture(program.folder, "p.png").samples == TestPicture(program.folder, "r.png").samples)
    for command in [["sheet", "noir", "slide", "a.dng", "b.cr2"], ["diff", "noir", "original", "a.dng"]] {
      let result = try program.run(command + ["-o", command[0] + ".png"])
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}
