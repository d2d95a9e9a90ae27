import Foundation
import Testing
import TintypeDrawing
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeRender
import TintypeTestSupport

@testable import Tintype

/// Capture metadata in recipes: `source.iso ?? 100`.
@Suite struct ShotTests {
  @Test func valuesThatAreWritten() {
    #expect(ShotField.iso.lanes(of: "800") == [800])
    #expect(ShotField.exposureTime.lanes(of: "1/250") == [0.004])
    #expect(ShotField.flash.lanes(of: "True") == [1])
    #expect(ShotField.camera.lanes(of: " X100V\u{202E}\n  ").map(TextLanes.text) == "X100V--")
    #expect(ShotField.lens.lanes(of: String(repeating: "ü", count: 100_000))?.count == TextLanes.mostCharacters)
    for text in ["", "nan", "-nan", "inf", "-1", "0", "1/0", "0/0", "1e300", "1e-300", "1/2/3", "/", "800x", "1/nan"] {
      #expect(ShotField.iso.lanes(of: text) == nil, "\(text)")
    }
    #expect(ShotField.flash.lanes(of: "1") == nil)
    #expect(ShotField.camera.lanes(of: "   ") == nil)
    for setting in ["iso", "=800", "date=2024-08-31", "width=3", "iso=", "Iso=800"] {
      #expect(Shot(settings: [setting]) == nil, "\(setting)")
    }
    let settings = ["iso=640", "exposureTime=0.004", "flash=false", "lens=50mm f/1.4"]
    #expect(Shot(settings: settings)?.spelled == settings)
    #expect(Shot(settings: ["iso=1", "iso=2"])?.spelled == ["iso=2"])
  }

  // MARK: Metadata

  private enum Field {
    case short([Int]), long(Int), fraction(Int, Int), text(String)
  }

  /// A big-endian block with fields in its EXIF directory.
  private func metadata(_ fields: [Int: Field]) -> PictureMetadata {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
    let entries = fields.sorted { $0.key < $1.key }
    var tail: [UInt8] = []
    var directory = bytes(entries.count, 2)
    let end = 26 + 2 + 12 * entries.count + 4
    for (tag, field) in entries {
      let (type, count, value): (Int, Int, [UInt8]) =
        switch field {
        case .short(let numbers): (3, numbers.count, numbers.flatMap { bytes($0, 2) })
        case .long(let number): (4, 1, bytes(number, 4))
        case .fraction(let top, let bottom): (5, 1, bytes(top, 4) + bytes(bottom, 4))
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        }
      directory += bytes(tag, 2) + bytes(type, 2) + bytes(count, 4)
      if value.count <= 4 {
        directory += value + [UInt8](repeating: 0, count: 4 - value.count)
      } else {
        directory += bytes(end + tail.count, 4)
        tail += value
      }
    }
    let header = Array("MM".utf8) + bytes(42, 2) + bytes(8, 4)
    let main = bytes(1, 2) + bytes(0x8769, 2) + bytes(4, 2) + bytes(1, 4) + bytes(26, 4) + bytes(0, 4)
    var metadata = PictureMetadata()
    metadata.exif = header + main + directory + bytes(0, 4) + tail
    return metadata
  }

  @Test func camerasMayWriteAnything() {
    func said(_ fields: [Int: Field]) -> [String] { Shot(metadata(fields).exposure).spelled }
    #expect(
      said([0x8827: .short([200, 0]), 0x829A: .fraction(1, 250), 0x829D: .fraction(28, 10), 0x9209: .short([0x19])])
        == ["iso=200", "exposureTime=0.004", "aperture=2.8", "flash=true"])
    #expect(said([0x8827: .short([65535]), 0x8833: .long(102_400)]) == ["iso=102400"])
    #expect(said([0x8827: .short([65535]), 0x8832: .long(80000), 0x8833: .long(0)]) == ["iso=80000"])
    #expect(said([0x8827: .short([0]), 0x829D: .fraction(0, 0), 0x920A: .fraction(50, 0)]).isEmpty)
    #expect(
      said([0x829A: .long(2), 0x829D: .text("f/8"), 0xA434: .text("\u{1B}[31mlens")])
        == ["exposureTime=2", "lens=-[31mlens"])
    // A fraction that lies behind the end, and more numbers than there are bytes.
    var damaged = metadata([0x829A: .fraction(1, 250)])
    damaged.exif = damaged.exif.map { Array($0.dropLast(5)) }
    #expect(Shot(damaged.exposure).spelled.isEmpty)
  }

  @Test func entitiesOfXMPAreLetters() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
      tiff:Model="A &amp; B &#x20AC;" aux:Lens="50 &lt;mm&gt;"/></rdf:RDF></x:xmpmeta>
      """.utf8)
    #expect(Shot(metadata.exposure).spelled == ["camera=A & B €", "lens=50 <mm>"])
  }

  // MARK: Rendering

  private func look(_ output: String) throws -> ConfiguredLook {
    let text = "tintype 1\nlook \"shot\" { working display }\n\(output)\n"
    let source = SourceFile(name: "shot", text: text)
    let (look, diagnostics) = compile(source, withLints: true)
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    return ConfiguredLook(try #require(look), recipe: source)
  }

  @Test(.slow) func photosOfOneKindShareAPlan() throws {
    let folder = try ScratchFolder()
    let look = try look(
      """
      let isDark = (source.iso ?? 100) > 800
      image quiet = if isDark { source |> blur(radius: 2%) } else { source }
      output quiet * min(1, 200 / (source.iso ?? 100)) + text(source.lens ?? source.camera ?? "none", height: 20%)
      """)
    let input = FilePath(folder.path + "/in.png")
    let scene = TestScene(width: 72, height: 48).drawn()
    _ = try scene.write(to: input, quality: 95, ifExists: .overwrite)
    var pictures: Set<[UInt8]> = []
    for iso in 1...20 {
      var options = RenderOptions()
      options.shot = try #require(Shot(settings: ["iso=\(iso * 100)", "camera=\(iso % 2)"]))
      (options.ifExists, options.metadata) = (.overwrite, .none)
      _ = try renderPhoto(look, from: input, to: FilePath(folder.path + "/out.png"), options: options)
      let bytes = try #require(folder.bytes(of: "out.png"))
      pictures.insert(bytes)
      // Both sides of the condition; the interpreter is slow.
      guard [1, 8, 9, 20].contains(iso) else { continue }
      options.engine = .reference
      _ = try renderPhoto(look, from: input, to: FilePath(folder.path + "/slow.png"), options: options)
      let pair = try ["out.png", "slow.png"].map {
        try DecodedPhoto(FilePath(folder.path + "/" + $0)).rendered(through: try self.look("output source"), threads: 1)
      }
      #expect(zip(pair[0].pixels, pair[1].pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
    #expect(pictures.count == 20, "ISO and camera are seen")
    #expect(look.bound.compilations == 1)
  }

  @Test func aPhotoThatLacksAField() throws {
    let picture = TestScene(width: 150, height: 100).drawn()
    let (fallback, plain) = (try look("output source * (source.aperture ?? 0.5)"), try look("output source * 0.5"))
    #expect(try picture.rendered(through: fallback, threads: 1) == picture.rendered(through: plain, threads: 1))
    let demanding = try look("output source * source.aperture")
    let error = #expect(throws: ImageError.self) { _ = try picture.rendered(through: demanding, threads: 1) }
    #expect(error?.message.contains("--shot aperture=") ?? false)
    var told = demanding
    told.shot = try #require(Shot(settings: ["aperture=0.5"]))
    #expect(try picture.rendered(through: told, threads: 1) == picture.rendered(through: plain, threads: 1))
    // The date may have a fallback, too; such a look needs no other source for it.
    let dated = try look("output source + text(source.date ?? \"2024-08-31\", height: 40%)")
    let written = try look("output source + text(source.date, height: 40%)")
    #expect(
      try picture.rendered(through: dated, threads: 1)
        == picture.rendered(through: written, date: CivilDate("2024-08-31"), threads: 1))
    let sized = try look("output source * (source.width / source.height / 3)")
    #expect(try picture.rendered(through: sized, threads: 1) == picture.rendered(through: plain, threads: 1))
  }

  /// The source is what the look works on, which `--max-edge` has made smaller.
  @Test func theSizeIsThatOfTheSmallerPicture() throws {
    let folder = try ScratchFolder()
    let (input, output) = (FilePath(folder.path + "/in.png"), FilePath(folder.path + "/out.png"))
    _ = try TestScene(width: 150, height: 100).drawn().write(to: input, quality: 95, ifExists: .error)
    let look = try look("output source * 0 + source.width / 255 * rgb(1, 0, 0) + source.height / 255 * rgb(0, 1, 0)")
    var options = RenderOptions()
    (options.size, options.ifExists) = (.longEdge(60), .overwrite)
    for size in [(60, 40), (150, 100)] {
      _ = try renderPhoto(look, from: input, to: output, options: options)
      let pixel = try DecodedPhoto(output).rendered(through: self.look("output source"), threads: 1)[1, 1]
      #expect((Int(pixel.red), Int(pixel.green)) == size)
      options.size = nil
    }
  }

  @Test(arguments: 0..<60) func answersMeanWhatTheFallbackMeans(seed: Int) {
    let program = RandomProgram.make(seed: UInt64(seed))
    var shot = Shot()
    if seed % 2 == 0 { shot[.iso] = [800] }
    if seed % 3 == 0 { shot[.flash] = [1] }
    if seed % 5 == 0 { shot[.aperture] = [2.8] }
    let answered = program.answered(by: shot)
    #expect(answered.problems == [])
    // Without an open field the answers change nothing.
    #expect(answered.answered(by: Shot()).output == answered.output)
    for index in program.instructions.indices {
      guard case .shot(let field, let hasFallback) = program.instructions[index].operation else { continue }
      let operation = answered.instructions[index].operation
      if let lanes = shot[field] { #expect(operation == .constant(Numbers(lanes))) }
      if shot[field] == nil, hasFallback {
        #expect(!answered.instructions.contains { $0.operands.contains(Value(index)) })
      }
    }
  }

  @Test(.slow, .whereInstalled("exiftool")) func whatExiftoolReads() throws {
    let folder = try ScratchFolder()
    for name in ["photo.jpg", "photo.png"] {
      let path = FilePath(folder.path + "/" + name)
      _ = try TestScene(width: 150, height: 100).drawn().write(to: path, quality: 90, ifExists: .overwrite)
      let tags = [
        "-ISO=640", "-ExposureTime=1/320", "-FNumber=5.6", "-FocalLength=35.5", "-EXIF:Flash#=25", "-Model=Camera Ü",
        "-LensModel=35mm F2",
      ]
      #expect(try run(["-q", "-overwrite_original"] + tags + [path.description]) == "")
      let shot = Shot(try openPicture(path).metadata.exposure)
      let read = ["ISO", "ExposureTime", "FNumber", "FocalLength", "Flash", "Model", "LensModel"].map { "-EXIF:" + $0 }
      let told = try run(["-s3", "-n"] + read + [path.description]).split(separator: "\n").map(String.init)
      try #require(told.count == 7)
      let numbers = zip([ShotField.iso, .exposureTime, .aperture, .focalLength], told)
      for (field, text) in numbers { #expect(abs(shot[field]![0] / Double(text)! - 1) < 1e-9, "\(field): \(text)") }
      #expect(shot[.flash] == [Double(Int(told[4])! & 1)])
      #expect([shot[.camera], shot[.lens]].map { $0.map(TextLanes.text) } == [told[5], told[6]])
      // Without EXIF, what XMP says.
      let xmp = ["-XMP-exif:ISO=640", "-XMP-exif:ExposureTime=1/320", "-XMP-exif:FNumber=5.6", "-XMP-aux:Lens=35mm F2"]
      #expect(try run(["-q", "-overwrite_original", "-EXIF:all="] + xmp + [path.description]) == "")
      let other = Shot(try openPicture(path).metadata.exposure)
      #expect([other[.iso], other[.aperture], other[.lens]] == [shot[.iso], shot[.aperture], shot[.lens]])
      #expect(abs(try #require(other[.exposureTime])[0] * 320 - 1) < 1e-6)
    }
  }

  private func run(_ arguments: [String]) throws -> String {
    try runProgram(try #require(programOnSearchPath("exiftool")), arguments).output
  }
}
