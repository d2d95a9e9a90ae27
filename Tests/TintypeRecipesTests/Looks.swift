import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeIntrinsics
import TintypeTestSupport

/// A shipped look, or a recipe written in a test.
struct TestedLook {
  let look: Look

  init(_ name: String) throws {
    let source = try #require(shippedLooks.first { $0.name == name })
    look = try #require(compile(source).look)
  }

  /// One step over the photo, in linear light.
  init(step: String) throws {
    try self.init(
      compiling: "tintype 1\nlook \"step\" {\n  working linear-srgb\n  format  35mm\n}\noutput \(step)\n")
  }

  /// A recipe of its own.
  init(compiling text: String) throws {
    let (look, diagnostics) = compile(SourceFile(name: "step", text: text))
    #expect(diagnostics.map(\.rendered) == [])
    self.look = try #require(look)
  }

  /// A picture through it, with some parameters set; names that it does not have change nothing.
  func callAsFunction(_ picture: Bitmap, _ settings: [String: Double] = [:]) throws -> Bitmap {
    let values = look.parameters.map { parameter -> (String, [Double]) in
      guard let value = settings[parameter.name] else { return (parameter.name, parameter.defaultValue) }
      // A length has a lane for each unit, and a number in its own.
      return (parameter.name, parameter.defaultValue.map { parameter.type == .length && $0 == 0 ? 0 : value })
    }
    let plates = Dictionary(uniqueKeysWithValues: look.picturesToGive.map { ($0, TestedPlate.file) })
    let configured = try ConfiguredLook(look).replacing(Dictionary(uniqueKeysWithValues: values)).giving(
      pictures: plates)
    return try picture.rendered(through: configured, threads: 1)
  }

  /// One color through it.
  func callAsFunction(_ red: UInt8, _ green: UInt8, _ blue: UInt8) throws -> [Int] {
    let result = try self(Bitmap(width: 3, height: 3, color: RGB8(red, green, blue)))[1, 1]
    return [Int(result.red), Int(result.green), Int(result.blue)]
  }
}

/// A picture for the looks that need one: a disc, bright in the middle, on a gradient.
enum TestedPlate {
  private static let folder = try? ScratchFolder()

  static let file: FilePath = {
    var plate = Bitmap(width: 90, height: 90)
    for y in 0..<90 {
      for x in 0..<90 {
        let away = (x - 45) * (x - 45) + (y - 45) * (y - 45)
        plate[x, y] = RGB8(UInt8(max(0, 255 - away / 6)), UInt8(x * 2), UInt8(y))
      }
    }
    let path = FilePath((folder?.path ?? "") + "/plate.png")
    _ = try? plate.write(to: path, quality: 95, ifExists: .overwrite)
    return path
  }()
}

/// The scene that the project draws: sky, skin tones, foliage, a chart, and a gray scale.
let scene = TestScene(width: 240, height: 160).drawn()

/// All grays from black to white, side by side.
let grays: Bitmap = {
  var picture = Bitmap(width: 256, height: 4)
  for y in 0..<4 {
    for x in 0..<256 { picture[x, y] = RGB8(UInt8(x), UInt8(x), UInt8(x)) }
  }
  return picture
}()

/// Settings that disable spatial and position-dependent steps, which leaves the tone of a single color.
let withoutTexture: [String: Double] = [
  "grain": 0, "halation": 0, "glow": 0, "vignette": 0, "softness": 0,
]
