import Testing
import Tintype
import TintypeDiagnostics
import TintypeExport
import TintypeTestSupport

/// Steps that a table cannot hold are named, and can be omitted by name.
@Suite struct UnsupportedFeatureTests {
  private func refusal(_ look: ConfiguredLook, without names: [String] = []) -> [String] {
    do {
      _ = try ColorLook(look, without: names)
      return []
    } catch {
      return error.lines
    }
  }

  @Test func grainIsNamedByItsImage() throws {
    #expect(
      try refusal(configured("tumble-down")) == [
        "a table cannot hold 'grain' at tumble-down:40:24: it depends on noise", "--without grain leaves that out",
      ])
    #expect(try refusal(configured("tumble-down"), without: ["grain"]).isEmpty)
  }

  @Test func parametersDecideWhatStandsInTheWay() throws {
    #expect(try refusal(configured("warm-negative")).last == "--without haloed,resolved,grainy leaves that out")
    #expect(try refusal(configured("warm-negative", "grain=0", "halation=0", "sharpness=0")).isEmpty)
    #expect(
      try refusal(configured("tumble-down", "grainScale=3")).first?.contains("'grain'") == true,
      "a sample of noise is noise")
  }

  @Test func callsAreNamedWhereTheyStand() throws {
    let look = try configured("=source |> vignette() |> grain() |> noir()")
    #expect(
      refusal(look) == [
        "a table cannot hold 'vignette' at -e:1:11: it depends on the place of a pixel",
        "a table cannot hold 'grain' at -e:1:25: it depends on noise and other pixels",
        "--without vignette,grain leaves that out",
      ])
    #expect(refusal(look, without: ["vignette"]).last == "--without grain leaves that out")
    #expect(refusal(look, without: ["vignette", "grain"]).isEmpty)
    #expect(refusal(look, without: ["place", "noise", "neighbors"]).isEmpty)
  }

  @Test(arguments: [
    ("source |> crop(left: 10%)", "crop", "where the picture ends"),
    ("source |> turn(by: 90deg)", "turn", "other pixels"),
    ("source |> blur(radius: 2px)", "blur", "other pixels"),
    ("source |> dateStamp()", "dateStamp", "text"), ("source |> doubleExposure()", "doubleExposure", "another picture"),
    ("mix(source, rgb(source.iso), 0.5)", "shot", "the photo's metadata"),
  ])
  func everyKindIsNamed(_ expression: String, _ name: String, _ phrase: String) throws {
    let look = try configured("=" + expression)
    let lines = refusal(look)
    #expect(lines.contains { $0.contains("'\(name)'") && $0.contains(phrase) }, "\(lines)")
    #expect(lines.last?.contains("--without \(name)") == true, "\(lines)")
  }

  @Test(.slow) func allShippedLooksAreTables() throws {
    for recipe in shippedLooks {
      let look = try configured(recipe)
      let names = refusal(look).last?.split(separator: " ").dropFirst().first?.split(separator: ",").map(String.init)
      #expect(refusal(look, without: names ?? []).isEmpty, "\(recipe.name)")
    }
  }

  @Test func namesOfNothingAreRefused() throws {
    let look = try configured("tumble-down")
    #expect(
      refusal(look, without: ["grian"]) == [
        "--without 'grian': no step of the look has this name; did you mean 'grain'?"
      ])
    #expect(
      refusal(look, without: ["toned"]) == [
        "--without 'toned': there is nothing in this step to leave out"
      ])
  }

  /// Grain that is left out is its mean, a blur does nothing, and a vignette is what it is in the middle.
  @Test func whatIsLeftOutIsNeutral() throws {
    let plain = try ColorLook(configured("=source |> noir()"))
    let others = try ColorLook(
      configured("=source |> blur(radius: 9px) |> vignette() |> noir()"), without: ["blur", "vignette"])
    let text = try ExportedTable(plain, to: .cube, size: .entries(5)).text.map { String(decoding: $0, as: UTF8.self) }
    let other = try ExportedTable(others, to: .cube, size: .entries(5)).text.map { String(decoding: $0, as: UTF8.self) }
    let entries = text?.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(entries?.count == 125)
    #expect(entries == other?.split(separator: "\n").filter { $0.first?.isNumber == true })
  }
}
