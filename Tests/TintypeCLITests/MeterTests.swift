import Foundation
import Testing
import TintypeColor
import TintypeImage
import TintypeTestSupport

/// `meter`, and `render` with what it found.
@Suite struct MeterTests {
  private static let shifted = """
    tintype 1
    look "shifted" { working linear-srgb }
    param light: rgb = rgb(1) in 0...16
    output source * light
    """

  /// Versions of the built-in scene under other light, by the stops of red, green and blue.
  private func roll(_ program: Program, _ stops: [(Double, Double, Double)]) throws -> [String] {
    try program.folder.write(Self.shifted, to: "shifted.tint")
    expectQuiet(try program("scene", "--width", "480", "--height", "320", "-o", "scene.png"))
    return try stops.enumerated().map { index, light in
      let lanes = [light.0, light.1, light.2].map { "\(exp2($0))" }.joined(separator: ", ")
      let name = "\(index).png"
      expectQuiet(
        try program("render", "./shifted.tint", "scene.png", "--set", "light=rgb(\(lanes))", "-o", name, "-q"))
      return name
    }
  }

  /// The red, green and blue light below which two fifths of a picture are, in stops.
  private func light(_ program: Program, _ name: String) throws -> [Double] {
    let samples = try samples(program, name)
    let curve = RGBSpace.srgb.curves[0]
    return (0..<3).map { lane in
      let ordered = stride(from: lane, to: samples.count, by: 3).map { samples[$0] }.sorted()
      return log2(curve.light(of: Double(ordered[ordered.count * 2 / 5]) / 65_535))
    }
  }

  /// The samples of a picture of 16 bits.
  private func samples(_ program: Program, _ name: String) throws -> [UInt16] {
    let picture = try StoredPicture(decoding: try openPicture(FilePath(program.folder.path + "/" + name)))
    try #require(picture.format.depth == .sixteen && picture.format.channels == 3)
    return picture.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  @Test func aRollInDifferentLightComesOutAlike() throws {
    let program = try Program()
    let photos = try roll(program, [(0, 0, 0), (1, 1, 1), (-2, -2, -2), (0.2, 0, -0.35), (-1.3, -1, -0.5)])
    let report = try program.run(["meter"] + photos + ["-o", "roll.json"])
    #expect(report.status == 0 && report.output.split(separator: "\n").count == photos.count + 1)
    let line = ["render", "original", "--settings", "roll.json", "--depth", "16", "-o", "out/", "-q"]
    expectQuiet(try program.run(line + photos))
    let first = try light(program, "out/0.png")
    for photo in photos.dropFirst() {
      let other = try light(program, "out/" + photo)
      for lane in 0..<3 { #expect(abs(first[lane] - other[lane]) < 0.15, "\(photo): \(first) and \(other)") }
    }
    // One white for all leaves the casts, and one exposure follows from it.
    let one = try program.run(["meter", "--one-white", "-o", "-"] + photos)
    let reds = one.output.split(separator: "\n").compactMap { line in
      line.firstRange(of: "\"red\": ").map { line[$0.upperBound...].prefix { $0 != "," && $0 != "}" } }
    }
    #expect(reds.count == photos.count + 1 && Set(reds).count == 1, "\(one.output)")
  }

  @Test func aResultIsMadeAgainWithItsCorrection() throws {
    let program = try Program()
    let photos = try roll(program, [(-1, -1, -1)])
    #expect(try program("meter", photos[0], "-o", "roll.json").status == 0)
    expectQuiet(try program("render", "slide", photos[0], "--settings", "roll.json", "-o", "a.png"))
    expectQuiet(try program("render", "--again", "a.png", photos[0], "-o", "b.png"))
    #expect(program.folder.bytes(of: "a.png") == program.folder.bytes(of: "b.png"))
    expectQuiet(try program("render", "slide", photos[0], "-o", "c.png"))
    #expect(program.folder.bytes(of: "a.png") != program.folder.bytes(of: "c.png"))
  }

  /// Once: light is what is corrected, and what is resized.
  @Test func aSmallerCopyIsCorrectedOnce() throws {
    let program = try Program()
    _ = try roll(program, [])
    let line = ["render", "original", "scene.png", "--correction", "exposure=-1 red=0.3", "--depth", "16", "-o"]
    expectQuiet(try program.run(line + ["whole.png"]))
    expectQuiet(try program.run(line + ["small.png", "--resize", "50%"]))
    expectQuiet(try program("render", "original", "whole.png", "--resize", "50%", "-o", "after.png"))
    let far = zip(try samples(program, "small.png"), try samples(program, "after.png")).map { abs(Int($0) - Int($1)) }
    #expect(far.count == 240 * 160 * 3 && far.allSatisfy { $0 < 257 })
  }

  /// The clear film of the roll is what `negative` takes, whatever is cropped.
  @Test func aNegativeGetsTheFilmOfTheRoll() throws {
    let program = try Program()
    let photos = try roll(program, [(0, 0, 0), (-1, -1, -1)])
    let report = try program.run(["meter", "--negative", "-o", "film.json"] + photos)
    #expect(report.status == 0 && report.output.contains("roll  clear film"))
    let json = String(decoding: try #require(program.folder.bytes(of: "film.json")), as: UTF8.self)
    let clear = json.split(separator: "[")[1].split(separator: "]")[0]
    let line = ["render", "negative", photos[1], "--depth", "16", "-o"]
    expectQuiet(try program.run(line + ["a.png", "--settings", "film.json"]))
    expectQuiet(try program.run(line + ["b.png", "--set", "clear=rgb(\(clear))"]))
    #expect(try samples(program, "a.png") == samples(program, "b.png"))
  }

  @Test(arguments: [
    ("[]", "no JSON object"), (#"{"photo": {}}"#, "'photo'"), (#"{"roll": {"exposure": 99}}"#, "'roll'"),
    (#"{"photos": [1]}"#, "'photos'"), (#"{"photos": {"a.png": {"light": 1}}}"#, "'a.png'"),
    (#"{"clear": [1, 2]}"#, "'clear'"), (#"{"clear": [0, 1, 1]}"#, "'clear'"), ("", "no JSON object"),
    ("{\"roll\": {},\n  \"ä\": 1,}", "line 2, column 10"), ("{\"photos\": {}} x", "line 1, column 16"),
  ])
  func wrongSettingsAreRefused(_ json: String, _ reason: String) throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "a.png")
    try program.folder.write(json, to: "roll.json")
    let result = try program("render", "noir", "a.png", "--settings", "roll.json", "-o", "b.png")
    #expect(result.status == 65 && result.errors.contains(reason), "\(result.errors)")
    #expect(program.folder.names == ["a.png", "roll.json"])
  }

  @Test func aPhotoIsNotReplacedBySettings() throws {
    let program = try Program()
    expectQuiet(try program("scene", "--width", "480", "--height", "320", "-o", "scene.png"))
    let before = program.folder.bytes(of: "scene.png")
    let result = try program("meter", "scene.png", "-o", "scene.png", "--if-exists", "overwrite")
    #expect(result.status == 73 && result.errors.contains("scene.png: is the input itself"), "\(result.errors)")
    #expect(program.folder.bytes(of: "scene.png") == before)
  }

  @Test func whatItCannotDoIsSaid() throws {
    let program = try Program()
    try TestPicture(8, 8).write(program.folder, "a.png")
    try TestPicture(8, 8).write(program.folder, "b.png")
    #expect(try program("meter", "a.png", "-o", "roll.json").status == 0)
    let missing = try program("meter", "-o", "-", "missing.png")
    #expect(missing.status == 66 && missing.output.isEmpty)
    let unnamed = try program.shell(
      "n=$(printf 'b\\377.png'); cp b.png \"$n\"; \"$0\" meter \"$n\"; s=$?; rm \"$n\"; exit $s")
    #expect(unnamed.status != 0 && unnamed.errors.contains("not UTF-8"))
    let other = try program("render", "noir", "b.png", "--settings", "roll.json", "-o", "c.png")
    #expect(other.status == 0 && other.errors.contains("those of the roll are used"))
    for line in [["--correction", "exposure=1"], ["--again", "a.png"], ["--lossless"], ["--save-edits"]] {
      let result = try program.run(["render", "noir", "a.png", "--settings", "roll.json", "-o", "d.png"] + line)
      #expect(result.status == 64, "\(line): \(result.errors)")
    }
    try program.folder.write(#"{"photos": {}}"#, to: "empty.json")
    let none = try program("render", "noir", "b.png", "--settings", "empty.json", "-o", "d.png")
    #expect(none.status == 0 && none.errors.contains("and change nothing of the roll"))
    let wrong = try program("render", "noir", "a.png", "--correction", "exposure=11", "-o", "d.png")
    #expect(wrong.status == 64 && wrong.errors.contains("from -10 to 10"))
  }
}
