import Foundation
import Testing
import TintypeDrawing
import TintypeIR
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// The seed `.photo`: grain that belongs to the photo.
@Suite struct PhotoSeedTests {
  private let folder: ScratchFolder
  private let grainy: ConfiguredLook

  init() throws {
    folder = try ScratchFolder()
    grainy = try compiled("output source * 0.5 + 0.5 * noise(seed: .photo)")
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.path + "/" + name) }

  /// Draws the scene into a file.
  private func draw(_ name: String, width: Int = 150) throws -> [UInt8] {
    let scene = TestScene(width: width, height: 100).drawn()
    _ = try scene.write(to: path(name), quality: 90, ifExists: .overwrite)
    return try #require(folder.bytes(of: name))
  }

  /// The pixels of a file through a look.
  private func pixels(
    _ name: String, _ look: ConfiguredLook, threads: Int = 1, engine: RenderOptions.Engine = .fast, shot: [String] = []
  ) throws -> [UInt8] {
    var options = RenderOptions()
    (options.ifExists, options.metadata, options.threads, options.engine) = (.overwrite, .none, threads, engine)
    options.shot = try #require(Shot(settings: shot))
    _ = try renderPhoto(look, from: path(name), to: path("out.png"), options: options)
    return try DecodedPhoto(path("out.png")).rendered(through: compiled("output source"), threads: 1).pixels
  }

  /// A look with a setting.
  private func set(_ text: String, in look: ConfiguredLook) throws -> ConfiguredLook {
    try look.setting([SourceFile(name: "--set", text: text)])
  }

  // MARK: The hash

  @Test func metadataOfJPEGsDoNotCount() throws {
    let bytes = try draw("a.jpg")
    let comment: [UInt8] = [0xFF, 0xFE, 0, 7] + Array("hello".utf8)
    try folder.write(bytes[..<2] + comment + bytes[2...] + Array("appended".utf8), to: "b.jpg")
    #expect(try pixels("a.jpg", grainy) == pixels("b.jpg", grainy))
    // A byte of the scan does.
    var other = bytes
    other[other.count - 40] ^= 1
    try folder.write(other, to: "c.jpg")
    #expect(try openPicture(path("a.jpg")).seed() != openPicture(path("c.jpg")).seed())
  }

  @Test func metadataAndChunksOfPNGsDoNotCount() throws {
    let bytes = try draw("a.png")
    let start = try #require(bytes.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
    let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let data = bytes[(start + 8)..<(start + 8 + count)]
    let cut = data.startIndex + count / 3
    let chunks =
      chunk("tEXt", Array("Comment\u{0}hello".utf8)) + chunk("IDAT", Array(data[..<cut])) + chunk("IDAT", [])
      + chunk("IDAT", Array(data[cut...]))
    try folder.write(bytes[..<start] + chunks + bytes[(start + 12 + count)...], to: "b.png")
    #expect(try openPicture(path("b.png")).metadata.comments.count == 1)
    let digits = ContentHash.digits(of: Array(data.prefix(64 << 10)))
    #expect(try openPicture(path("b.png")).seed() == Double(Int(digits.prefix(6), radix: 16)! >> 1))
    #expect(try pixels("a.png", grainy) == pixels("b.png", grainy))
  }

  private func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    var crc = ~UInt32(0)
    for byte in Array(type.utf8) + payload {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return bytes(UInt32(payload.count)) + Array(type.utf8) + payload + bytes(~crc)
  }

  @Test(.whereInstalled("exiftool"), arguments: ["jpg", "png"])
  func anotherProgramEditsTheMetadata(_ ending: String) throws {
    _ = try draw("a." + ending)
    let before = try pixels("a." + ending, grainy)
    let edits = ["-q", "-overwrite_original", "-Model=Camera", "-XMP:Rating=4", "-Comment=x", "-GPSLatitude=52"]
    let exiftool = try #require(programOnSearchPath("exiftool"))
    #expect(try runProgram(exiftool, edits + [path("a." + ending).description]).status == 0)
    #expect(try openPicture(path("a." + ending)).metadata.exif != nil)
    #expect(try pixels("a." + ending, grainy) == before)
  }

  // MARK: Rendering

  @Test func photosOfASeriesDiffer() throws {
    // One scene, coded in another quality: the picture is nearly the same, and the grain another one.
    let scene = TestScene(width: 150, height: 100).drawn()
    var grains: Set<[UInt8]> = []
    let noise = try compiled("output crop(noise(seed: .photo), to: source.bounds)")
    for quality in 90...97 {
      _ = try scene.write(to: path("a.jpg"), quality: quality, ifExists: .overwrite)
      grains.insert(try pixels("a.jpg", noise))
    }
    #expect(grains.count == 8)
    #expect(noise.bound.compilations == 1)
  }

  /// A series through a look of the cabinet: ten files have ten grains without a likeness, and a file keeps its own.
  @Test(.slow) func tenPhotosHaveTenGrains() throws {
    let scene = TestScene(width: 150, height: 100).drawn()
    let silver = try ConfiguredLook(named: "reportage")
    let (grainy, plain) = (try set("grain=3", in: silver), try set("grain=0", in: silver))
    var grains: [[Double]] = []
    for photo in 0..<10 {
      let name = "photo-\(photo).jpg"
      _ = try scene.write(to: path(name), quality: 88 + photo, ifExists: .overwrite)
      let result = try pixels(name, grainy)
      #expect(try pixels(name, grainy) == result, "the same photo twice")
      grains.append(try zip(result, pixels(name, plain)).map { Double($0) - Double($1) })
    }
    func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    for (index, one) in grains.enumerated() {
      #expect(product(one, one) / Double(one.count) > 4, "there is grain: a standard deviation over 2 codes")
      for other in grains[..<index] {
        let likeness = product(one, other) / (product(one, one) * product(other, other)).squareRoot()
        // 15,000 pixels, grain of two or three pixels: 0.02 by chance.
        #expect(abs(likeness) < 0.1, "\(likeness)")
      }
    }
  }

  @Test(.slow) func theBytesDependOnNothingElse() throws {
    _ = try draw("a.png", width: 700)
    let wanted = try pixels("a.png", grainy)
    for threads in [2, 3, 8] { #expect(try pixels("a.png", grainy, threads: threads) == wanted) }
    let exact = try pixels("a.png", grainy, engine: .reference)
    #expect(zip(wanted, exact).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(try DecodedPhoto(path("a.png")).rendered(through: grainy, threads: 1).pixels == wanted)
    // The number itself gives the same.
    let seed = Int(try openPicture(path("a.png")).seed())
    #expect(seed > 0 && seed < 1 << 23)
    #expect(try pixels("a.png", grainy, shot: ["seed=\(seed)"]) == wanted)
    #expect(try pixels("a.png", grainy, shot: ["seed=\(seed + 1)"]) != wanted)
  }

  @Test func parametersNoiseAndLooksSayTheSame() throws {
    _ = try draw("a.png")
    let wanted = try pixels("a.png", grainy)
    let parameter = try compiled("param grain: seed = .photo\noutput source * 0.5 + 0.5 * noise(grain)")
    #expect(try pixels("a.png", parameter) == wanted)
    #expect(try pixels("a.png", parameter, engine: .reference).count == wanted.count)
    let ranged = try compiled(
      "param grain: seed = 4 in 0...9\noutput source * 0.5 + 0.5 * noise(number(grain))")
    #expect(try pixels("a.png", set("grain=.photo", in: ranged)) == wanted)
    #expect(try pixels("a.png", ranged) == pixels("a.png", grainy, shot: ["seed=4"]))
    #expect(throws: InvalidSettings.self) { try set("grain=.picture", in: ranged) }
    let number = try compiled("output source * 0.5 + 0.5 * noise(seed: number(.photo) + 0)")
    #expect(try pixels("a.png", number) == wanted)
  }

  @Test func withoutAPhotoItIsZero() throws {
    let scene = TestScene(width: 150, height: 100).drawn()
    func rendered(_ look: ConfiguredLook) throws -> Bitmap { try scene.rendered(through: look, threads: 1) }
    let zero = try compiled("output source * 0.5 + 0.5 * noise(seed: 0)")
    #expect(try rendered(grainy) == rendered(zero))
    let parameter = try compiled("param grain: seed = .photo\noutput source * 0.5 + 0.5 * noise(grain)")
    #expect(try rendered(parameter) == rendered(zero))
    var other = grainy
    other.shot = try #require(Shot(settings: ["seed=7"]))
    #expect(try rendered(other) != rendered(zero))
  }

  @Test func aResultSaysWithWhichSeedItWasMade() throws {
    _ = try draw("a.png")
    let text = "tintype 1\nlook \"x\" { working display }\nparam grain: seed = .photo\n"
    let source = SourceFile(
      name: "x.tint", text: text + "output source * 0.5 + 0.5 * noise(grain)\n")
    let look = ConfiguredLook(try #require(compile(source).look), recipe: source)
    _ = try renderPhoto(look, from: path("a.png"), to: path("b.png"), options: RenderOptions())
    let made = try #require(Provenance(openPicture(path("b.png")).metadata))
    let seed = Int(try openPicture(path("a.png")).seed())
    #expect(made.parameters == ["grain=\(seed)"])
    #expect(look.look.spelled(look.values) == ["grain=.photo"])
    #expect(try pixels("a.png", set(made.parameters[0], in: look)) == pixels("a.png", look))
    // The result is known as one of this look, whatever its own seed would be.
    let error = #expect(throws: ImageError.self) { try look.requireOriginal(path("b.png")) }
    #expect(error?.kind == .exists)
  }
}
