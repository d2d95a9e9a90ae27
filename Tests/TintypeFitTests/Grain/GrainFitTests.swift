import Testing
import Tintype
import TintypeDrawing
import TintypeFit
import TintypeIR
import TintypeTestSupport

@Suite struct GrainFitTests {
  private let pairs: Pairs

  init() throws { pairs = try Pairs() }

  /// Even grays, with a textured half where grain cannot be told from edges, through a look.
  private func scan(_ name: String, of look: ConfiguredLook) throws -> FilePath {
    let (width, height) = (512, 320)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let isEdge = y >= height / 2 && (x / 3 + y / 5) % 2 == 0
        let code = UInt8(24 + x / 64 * 24 + (isEdge ? 60 : 0))
        pixels += [code, code, code]
      }
    }
    let path = pairs.path(name)
    let picture = Bitmap(width: width, height: height, pixels: pixels)
    try pairs.write(picture.rendered(through: look, threads: 1), to: path)
    return path
  }

  private func value(_ name: String, of fit: GrainFit) -> [Double]? {
    zip(fit.look.look.parameters, fit.look.values).first { $0.0.name == name }?.1
  }

  @Test func grainIsFound() throws {
    let wanted = try look("grain").setting([
      setting("size=60um"), setting("amount=0.6"), setting("roughness=0"), setting("color=0.7"), setting("emulsion=9"),
    ])
    let scan = try GrainScan(scan("grainy.png", of: wanted))
    // Of 16 x 10 blocks the upper half is flat.
    #expect((60...80).contains(scan.blockCount), "\(scan.blockCount)")
    let free = try GrainFit(look("grain"), holding: [], to: scan)
    #expect(free.error < 0.06, "\(free.error)")
    let size = try #require(value("size", of: free))
    #expect((54...66).contains(size[1]), "\(size)")
    #expect((0.55...0.65).contains(try #require(value("amount", of: free))[0]))
    #expect((0.6...0.8).contains(try #require(value("color", of: free))[0]))
    #expect(try #require(value("roughness", of: free))[0] < 0.1)
    #expect(value("emulsion", of: free) == [1])
    let recipe = String(decoding: free.recipe(named: "found", extending: "grain", from: "grainy.png"), as: UTF8.self)
    #expect(recipe.contains("set size"), "\(recipe)")
  }

  @Test func aFilmKeepsItsColors() throws {
    let film = try look("warm-negative")
    let scan = try GrainScan(scan("film.png", of: film.setting([setting("grain=1.7")])))
    let fit = try GrainFit(film, holding: [], to: scan)
    #expect((1.6...1.8).contains(try #require(value("grain", of: fit))[0]))
    #expect(fit.findings.count == 1, "\(fit.findings)")
    let others = zip(film.look.parameters, zip(film.values, fit.look.values)).filter { $0.0.name != "grain" }
    #expect(others.allSatisfy { $0.1.0 == $0.1.1 })
  }

  @Test func whatHasNoGrainIsRefused() throws {
    let even = try scan("even.png", of: .original)
    #expect { try GrainScan(even) } throws: { "\($0)".contains("has no grain") }
    let small = pairs.path("small.png")
    try pairs.write(Bitmap(width: 20, height: 20, pixels: [UInt8](repeating: 90, count: 1200)), to: small)
    #expect { try GrainScan(small) } throws: { "\($0)".contains("20 x 20 pixels") }
    let area = GrainScan.Area(left: 900, top: 0, width: 100, height: 100)
    #expect { try GrainScan(even, area: area) } throws: { "\($0)".contains("an area lies in it") }
    let grainy = try GrainScan(scan("grainy.png", of: look("grain")))
    #expect { try GrainFit(look("vignette"), holding: [], to: grainy) } throws: {
      "\($0)".contains("no parameter that turns its grain off")
    }
  }
}
