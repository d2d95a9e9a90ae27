import Foundation
import Testing
import Tintype
import TintypeDrawing
import TintypeExport
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTestSupport

/// A look with settings, and what the engine makes of a photo by it: every language of shaders is compared with this.
struct PassCase: Sendable {
  let name: String

  /// With defaults, as it is exported.
  let look: ConfiguredLook

  /// The values of parameters that whoever runs the shader sets, by name, in lanes.
  let settings: [String: [Double]]

  let expected: Pixels

  /// Red, green, blue and straight alpha.
  struct Pixels: Sendable {
    let width, height: Int
    let pixels: [UInt8]
  }

  static let photo = TestScene(width: 240, height: 180).drawn()
  static let plate = TestScene(width: 90, height: 70).drawn(instruments: false)
  static let seed = 7.0

  /// Every shipped look with its defaults, and with every open parameter elsewhere; and what no shipped look has.
  static let all: [PassCase] = {
    do {
      let folder = try ScratchFolder()
      let file = FilePath(folder.path + "/plate.png")
      _ = try plate.write(to: file, quality: 95, ifExists: .overwrite)
      let shipped = try shippedLooks.flatMap { recipe in
        let plain = try configured(recipe)
        let dates = plain.look.parameters.filter { $0.type == .date }.map { "\($0.name)=2024-08-31" }
        let pictures = Dictionary(uniqueKeysWithValues: plain.look.picturesToGive.map { ($0, file) })
        let look = try configured(recipe, dates).giving(pictures: pictures)
        return try [[:], otherValues(look)].map { try PassCase(recipe.name, look, $0) }
      }
      return try shipped
        + programs.enumerated().map { number, text in
          let recipe = SourceFile(
            name: "program-\(number).tint",
            text: "tintype 1\nlook \"program \(number)\" { working display }\n" + text + "\n")
          return try PassCase(recipe.name, configured(recipe), [:])
        } + odd
    } catch {
      Issue.record("the cases cannot be made: \(error)")
      return []
    }
  }()

  /// Recipes with odd names and texts; every other one is a single pass, for languages that hold no more.
  private static var odd: [PassCase] {
    get throws {
      try (0..<UInt64(runsAllTests ? 60 : 4)).flatMap { seed in
        let look = try OddRecipe.look(seed: seed, isSpatial: seed % 2 == 1)
        return try [[:], otherValues(look)].map { try PassCase("odd-\(seed)", look, $0) }
      }
    }
  }

  private static let programs = [
    "output source - (0.5 - source * (1 / (source + 1))) / (2 / 3)",
    "let c = curve [(0, 0.1), (0.4, 0.3), (1, 0.95)]\noutput c(source)",
    "kernel k(c: rgb, at: position) -> rgb { return c * sin(at.pixels.x / 9) + mod(c, 0.3) }\noutput k(source)",
    "kernel k(c: rgb) -> rgb { return smoothstep(0.9, 0.1, c) * exp(-c) + log2(c + 1) / 9 + atan2(c.r, c.g) / 9 }\n"
      + "output k(source)",
    // Neither product is ever where it jumps.
    "kernel k(c: rgb) -> rgb { return asin(c) / pi + acos(c) / 9 + tanh(c - 0.5) + round(c * 7) / 14 }\n"
      + "output k(source)",
    "kernel k(c: rgb) -> rgb { return ceil(c * 4.9 + 0.03) / 5 }\noutput k(source)",
    "kernel k(c: rgb) -> rgb { return if any(c > 0.5) { sqrt(c) / 2 } else { -c } }\noutput k(source)",
    "output source |> resize(by: 137%)", "output source |> turn(by: 90deg) |> crop(left: 7px)",
    "output source |> median(3px)", "output source |> erode(2px) |> crop(left: 3px)", "output source |> dilate(1%)",
    "output source |> convolve(weights: (0, -0.4137, 0.2291), (-0.3313, 2.1719, -0.4471), (0, -0.2713, 0))",
    "output source |> guidedFilter(radius: 2%, epsilon: 0.02)",
    "output guidedFilter(source, guide: source.g, radius: 3px) |> convolve(weights: (0.25, 0.5, 0.25))",
    "output source |> crop(ratio: 1) |> blur(9%)",
    "output source |> zoom(by: 130%) |> median(2px) |> blur(5px)",
    "output source |> zoom(by: 162%, at: vec2(0.3, 0.6)) |> crop(top: 5%)",
    // No point is halfway between two codes.
    "param p: scalar = 0.4 in 0...1\nlet c = curve [(0, p / 3), (p, 0.33), (0.7, 0.91), (1, 1)]\noutput c(source)",
  ]

  init(_ name: String, _ look: ConfiguredLook, _ settings: [String: [Double]]) throws {
    (self.name, self.look, self.settings) = (name, look, settings)
    // The values of dates and texts stay.
    let values = Dictionary(uniqueKeysWithValues: zip(look.look.parameters.map(\.name), look.values))
    // An export has what its look measures as numbers.
    let measured = look.measures ? look.measurements : nil
    expected = try Self.rendered(
      Self.photo, look.replacing(values.merging(settings) { $1 }), seed: Self.seed, measurements: measured)
  }

  /// A photo rendered by the engine; with 3 channels over white, as for a JPEG.
  static func rendered(
    _ photo: Bitmap, _ look: ConfiguredLook, seed: Double, measurements: [[Double]]? = nil, channels: Int = 4
  ) throws -> Pixels {
    var shot = Shot()
    shot.measurements = measurements
    shot[.seed] = [seed]
    let renderer = try PictureRenderer(
      look, source: PictureFormat(width: photo.width, height: photo.height, channels: 3, depth: .eight),
      channels: channels,
      shot: shot)
    let pixels = try renderer.render(photo.pixels, threads: 2)
    return Pixels(width: renderer.result.width, height: renderer.result.height, pixels: pixels)
  }

  /// The open parameters, by position.
  static func open(_ look: ConfiguredLook) throws -> [Int] {
    let json = try JSONSerialization.jsonObject(with: Data(ExportedPasses(look).json.utf8)) as? [String: Any]
    let names = Set((json?["parameters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
    return look.look.parameters.indices.filter { names.contains(look.look.parameters[$0].name) }
  }

  /// A third of the way from the value to the end of its range.
  private static func otherValues(_ look: ConfiguredLook) throws -> [String: [Double]] {
    var values: [String: [Double]] = [:]
    for index in try open(look) {
      let (parameter, value) = (look.look.parameters[index], look.values[index])
      switch parameter.type {
      case .bool: values[parameter.name] = [1 - value[0]]
      case .seed: values[parameter.name] = [value[0] + 1]
      case .choice: values[parameter.name] = [Double((Int(value[0]) + 1) % parameter.choices.count)]
      default:
        guard let end = (parameter.sliderRange ?? parameter.hardRange)?.upperBound else { continue }
        values[parameter.name] = value.map { parameter.type == .length && $0 == 0 ? 0 : $0 + (end - $0) / 3 }
      }
    }
    return values
  }

  /// The names of the open parameters in shaders, by their own.
  func uniforms() throws -> [String: String] {
    let json = try JSONSerialization.jsonObject(with: Data(ExportedPasses(look).json.utf8)) as? [String: Any]
    let pairs = (json?["parameters"] as? [[String: Any]] ?? []).compactMap { one in
      (one["name"] as? String).flatMap { name in (one["uniform"] as? String).map { (name, $0) } }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The settings as an object of JSON.
  var settingsJSON: String {
    get throws {
      String(decoding: try JSONSerialization.data(withJSONObject: settings, options: .sortedKeys), as: UTF8.self)
    }
  }

  /// At most one code apart, in less than 0.1 % of samples.
  func expectEqual(_ made: Pixels, in language: String, codes: Int = 1, share: Double = 0.001) {
    let what = "\(name) with \(settings) in \(language)"
    #expect(made.width == expected.width && made.height == expected.height, "\(what)")
    guard made.pixels.count == expected.pixels.count else {
      Issue.record("\(what): \(made.pixels.count) bytes")
      return
    }
    let all = expected.pixels.count
    var (count, most) = (0, 0)
    // Most samples are equal, and a debug build is slow at each.
    for first in stride(from: 0, to: all, by: 64) {
      let run = first..<min(first + 64, all)
      guard made.pixels[run] != expected.pixels[run] else { continue }
      for index in run where made.pixels[index] != expected.pixels[index] {
        count += 1
        most = max(most, abs(Int(made.pixels[index]) - Int(expected.pixels[index])))
      }
    }
    #expect(most <= codes, "\(what): \(most), \(count) of \(all)")
    #expect(Double(count) < share * Double(all), "\(what): \(count) of \(all)")
  }
}
