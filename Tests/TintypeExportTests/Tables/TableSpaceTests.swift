import Foundation
import Testing
import Tintype
import TintypeColor
import TintypeExport
import TintypeIR
import TintypeTables
import TintypeTestSupport

/// Tables between other codes than those of sRGB.
@Suite struct TableSpaceTests {
  /// Sony, Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3, 2014.
  private func light(sLog3 code: Double) -> Double {
    let step = code * 1023
    return step >= 171.2102946929 ? pow(10, (step - 420) / 261.5) * 0.19 - 0.01 : (step - 95) * 0.01125 / 76.2102946929
  }

  /// The grays of a table at its own entries, where nothing is interpolated: code, and result.
  private func grays(
    _ look: ConfiguredLook, from input: InputSpace, to output: InputSpace
  ) throws -> [(code: Double, result: [Double])] {
    let made = try ExportedTable(ColorLook(look, from: input, to: output), to: .cube, size: .entries(33))
    let text = try #require(made.text)
    let table = try CubeFileReader.read(SourceFile(name: "look.cube", text: text), name: "look.cube").get()
    return (0..<33).map { entry in
      let code = (Double(entry) / 32 * 65535).rounded() / 65535
      return (code, table.exact([code, code, code]))
    }
  }

  @Test func aMonitorShowsALog() throws {
    for (code, result) in try grays(configured("original"), from: .sLog3, to: .rec709) {
      let shown = pow(min(max(light(sLog3: code), 0), 1), 1 / 2.4)
      #expect(result.allSatisfy { abs($0 - shown) < 0.001 }, "\(code): \(result), not \(shown)")
    }
  }

  /// Light beyond white is kept where the result has room for it.
  @Test func aLogComesBack() throws {
    for (code, result) in try grays(configured("original"), from: .sLog3, to: .sLog3) {
      #expect(result.allSatisfy { abs($0 - code) < 0.001 }, "\(code): \(result)")
    }
    for (code, result) in try grays(configured("original"), from: .logC4, to: .sLog3)
    where code > 0.05 && code < 0.5 {
      // ARRI, LogC4 specification, 2022.
      let (a, b, c) = ((262_144 - 16.0) / 117.45, (1023 - 95) / 1023.0, 95 / 1023.0)
      let wanted = (pow(2.0, 14 * (code - c) / b + 6) - 64) / a
      #expect(
        result.allSatisfy { abs(light(sLog3: $0) - wanted) < 0.001 + 0.01 * wanted.magnitude }, "\(code): \(result)")
    }
  }

  /// A film sees the light of the scene, and guesses nothing.
  @Test func aFilmIsExposedByIt() throws {
    let film = try configured("warm-negative", "grain=0", "halation=0", "sharpness=0")
    let lit = film.look.program.lit(bySceneLight: true)
    for (code, result) in try grays(film, from: .sLog3, to: .srgb) {
      let light = light(sLog3: code)
      let stored = light < 0 ? -RGBSpace.srgb.curves[0].code(of: -light) : RGBSpace.srgb.curves[0].code(of: light)
      let wanted = Interpreter(lit, parameters: film.values, width: 1, height: 1)
        .color(at: .init(color: [stored, stored, stored, 1]))
      for lane in 0..<3 { #expect(abs(result[lane] - min(max(wanted[lane], 0), 1)) < 0.002, "\(code): \(result)") }
    }
  }

  @Test func filesSayTheirSpaces() throws {
    let look = try ColorLook(configured("original"), from: .sLog3, to: .rec709)
    let cube = String(decoding: try #require(ExportedTable(look, to: .cube, size: .entries(2)).text), as: UTF8.self)
    #expect(cube.contains("# from s-log3 codes to rec709 codes, 0 to 1\n"))
    let clf = String(decoding: try #require(ExportedTable(look, to: .clf, size: .entries(2)).text), as: UTF8.self)
    #expect(clf.contains("<InputDescriptor>s-log3</InputDescriptor>\n  <OutputDescriptor>rec709</OutputDescriptor>"))
  }
}
