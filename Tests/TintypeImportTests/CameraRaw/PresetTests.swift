import Testing
import Tintype
import TintypeImport
import TintypeTestSupport

/// Presets of Lightroom and Camera Raw.
@Suite struct PresetTests {
  /// A preset with settings as attributes, and elements besides.
  private func preset(_ attributes: String, _ elements: String = "", _ name: String = "look.xmp") -> SourceFile {
    file(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="sample">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
         \(attributes)>
      \(elements)
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      """, name)
  }

  private func text(_ file: SourceFile) throws -> String {
    String(decoding: try ImportedLook(file, stem: "look").recipe, as: UTF8.self)
  }

  private static let name =
    #"<crs:Name><rdf:Alt><rdf:li xml:lang="x-default">Dusk</rdf:li></rdf:Alt></crs:Name>"#

  private static func curve(_ key: String, _ points: [String]) -> String {
    let items = points.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    return "<crs:\(key)><rdf:Seq>\(items)</rdf:Seq></crs:\(key)>"
  }

  /// The namespace counts, and not its prefix.
  @Test func anyPrefix() throws {
    let usual = preset("crs:Exposure2012=\"+0.50\"")
    let text = String(decoding: usual.text, as: UTF8.self)
    let other = SourceFile(
      name: "look.xmp", text: Array(text.replacing("crs:", with: "raw:").replacing(":crs=", with: ":raw=").utf8))
    func settings(_ file: SourceFile) throws -> [Substring] {
      try self.text(file).split(separator: "\n").filter { !$0.contains("SHA-256") }
    }
    #expect(try settings(other) == settings(usual))
    let foreign = SourceFile(
      name: "look.xmp", text: Array(text.replacing("http://ns.adobe.com/camera-raw", with: "http://example.com").utf8))
    #expect(throws: ImportRefusal.self) { try ImportedLook(foreign, stem: "look") }
  }

  /// Every key that the recipe takes, away from its usual value.
  @Test func everySlider() throws {
    let attributes = DevelopKeys.sliders.map { key, value in "crs:\(key)=\"\(value)\"" }.joined(separator: "\n")
    let curves = ["", "Red", "Green", "Blue"].map {
      Self.curve("ToneCurvePV2012" + $0, ["0, 10", "128, 120", "255, 250"])
    }
    let whole = preset(attributes + " crs:ConvertToGrayscale=\"True\"", Self.name + curves.joined())
    let look = try ImportedLook(whole, stem: "whole")
    #expect(look.notes.isEmpty, "\(look.notes)")
    expectGolden(String(decoding: look.recipe, as: UTF8.self), "preset.tint")
    expectFormatted(look)
    _ = try ImportedMeaning(look)
  }

  /// What `tintype fmt` and `tintype check` would say.
  private func expectFormatted(_ look: ImportedLook) {
    let source = SourceFile(name: "look.tint", text: look.recipe)
    #expect(compile(source, withLints: true).diagnostics.map(\.rendered).isEmpty)
  }

  @Test func bothSyntaxesAreOne() throws {
    let asAttributes = preset(#"crs:Exposure2012="+0.50" crs:Contrast2012="20" crs:ConvertToGrayscale="True""#)
    let asElements = preset(
      "",
      "<crs:Exposure2012>+0.50</crs:Exposure2012> <crs:Contrast2012>20</crs:Contrast2012>"
        + "<crs:ConvertToGrayscale>True</crs:ConvertToGrayscale>")
    func body(_ file: SourceFile) throws -> String {
      try text(file).split(separator: "\n").filter { !$0.contains("SHA-256") }.joined(separator: "\n")
    }
    #expect(try body(asAttributes) == body(asElements))
    #expect(try body(asAttributes).contains("0.5ev"))
  }

  @Test func aNeutralPresetChangesNothing() throws {
    let neutral = try ImportedLook(
      preset(
        #"crs:Exposure2012="0" crs:GrainAmount="0" crs:GrainSize="25" crs:LensProfileEnable="0" crs:Version="15.0""#,
        Self.curve("ToneCurvePV2012", ["0, 0", "255, 255"])), stem: "look")
    #expect(neutral.notes.isEmpty)
    let text = String(decoding: neutral.recipe, as: UTF8.self)
    #expect(text.contains("output source") && text.contains("Without effect") && text.contains("LensProfileEnable"))
    #expect(try ImportedMeaning(neutral)([0.3, 0.2, 0.1]) == [0.3, 0.2, 0.1])
  }

  /// No key is passed over in silence.
  @Test func whatIsLeftOutIsNamed() throws {
    let look = try ImportedLook(
      preset(
        #"crs:Temperature="5200" crs:LensProfileEnable="1" crs:CropTop="0.1" crs:Exposure="+1.00" crs:Sparkle="7""#,
        "<crs:Look><rdf:Description crs:Name=\"Portrait\"/></crs:Look>"), stem: "look")
    #expect(
      look.notes == [
        "left out: Temperature (is relative to the light of a raw file)",
        "left out: LensProfileEnable (corrects a lens or the perspective)", "left out: CropTop (crops or turns)",
        "left out: Exposure (is of a process version before 2012)", "left out: Sparkle (is not known)",
        "left out: Look (belongs to a profile of the program)",
      ])
    let text = String(decoding: look.recipe, as: UTF8.self)
    for key in ["Temperature", "LensProfileEnable", "CropTop", "Exposure", "Sparkle", "Look"] {
      #expect(text.contains(key))
    }
  }

  // MARK: Numbers

  /// Exposure is a factor of two a stop, in linear light.
  /// python3 -c "f=lambda c:((c+.055)/1.055)**2.4; g=lambda l:1.055*l**(1/2.4)-.055;
  /// print([g(2*f(c)) for c in (.5,.3,.2)])"
  @Test func exposure() throws {
    let found = try ImportedMeaning(preset(#"crs:Exposure2012="+1.00""#))([0.5, 0.3, 0.2])
    for (a, b) in zip(found, [0.685836119, 0.418868148, 0.285384163]) { #expect(abs(a - b) < 1e-6, "\(found)") }
  }

  /// A point of a curve maps its code, within the four digits of the recipe.
  @Test func pointCurve() throws {
    let curve = Self.curve("ToneCurvePV2012", ["0, 0", "128, 150", "255, 255"])
    let found = try ImportedMeaning(preset("", curve))([128.0 / 255, 0, 1])
    #expect(abs(found[0] - 150.0 / 255) < 1e-4 && abs(found[1]) < 1e-6 && abs(found[2] - 1) < 1e-6, "\(found)")
  }

  /// A slider at 50, a color, and what has to hold of the color that comes out.
  private static let directions: [(key: String, color: [Double], holds: @Sendable ([Double]) -> Bool)] = [
    ("IncrementalTemperature", [0.3, 0.3, 0.3], { $0[0] > $0[2] }),
    ("IncrementalTint", [0.3, 0.3, 0.3], { $0[1] < $0[0] }),
    ("Shadows2012", [0.03, 0.03, 0.03], { $0[0] > 0.03 }),
    ("Highlights2012", [0.7, 0.7, 0.7], { $0[0] > 0.7 }),
    ("Whites2012", [0.7, 0.7, 0.7], { $0[0] > 0.7 }),
    ("Blacks2012", [0.03, 0.03, 0.03], { $0[0] > 0.03 }),
    ("Contrast2012", [0.05, 0.05, 0.05], { $0[0] < 0.05 }),
    ("Saturation", [0.4, 0.2, 0.2], { $0[0] > 0.4 && $0[1] < 0.2 }),
    ("Vibrance", [0.2, 0.22, 0.3], { $0[2] - $0[0] > 0.1 }),
    ("ParametricDarks", [0.1, 0.1, 0.1], { $0[0] > 0.1 }),
    ("LuminanceAdjustmentBlue", [0.05, 0.1, 0.5], { $0[2] > 0.5 }),
    ("SaturationAdjustmentRed", [0.4, 0.1, 0.1], { $0[0] > 0.4 }),
    ("HueAdjustmentRed", [0.4, 0.05, 0.05], { $0[1] > $0[2] }),
  ]

  /// Each slider moves in its direction: warmer, lighter, fuller.
  @Test(arguments: directions.indices) func slidersMoveInTheirDirection(_ index: Int) throws {
    let (key, color, holds) = Self.directions[index]
    let found = try ImportedMeaning(preset("crs:\(key)=\"50\""))(color)
    #expect(holds(found), "\(key): \(found)")
  }

  // MARK: Wrong and hostile files

  @Test(
    arguments: [
      (#"crs:Exposure2012="9""#, "", "Exposure2012 is a number from -5 to 5, and this is '9'"),
      (#"crs:Contrast2012="much""#, "", "Contrast2012 is a number from -100 to 100"),
      ("", PresetTests.curve("ToneCurvePV2012", ["0, 0"]), "a curve has 2 to 64 points"),
      ("", PresetTests.curve("ToneCurvePV2012", ["0, 0", "300, 0"]), "a point is two numbers from 0 to 255"),
      ("", PresetTests.curve("ToneCurvePV2012", ["9, 0", "9, 4"]), "do not go from left to right"),
      (#"crs:Dehaze="1""#, "<crs:Dehaze>2</crs:Dehaze>", "'Dehaze' is given twice"),
      ("", "", "the file holds no settings of Lightroom or Camera Raw"),
    ])
  func mistakesHavePlaces(_ attributes: String, _ elements: String, _ message: String) {
    let lines = refusal(preset(attributes, elements))
    #expect(lines.count == 1 && lines[0].contains(message) && lines[0].hasPrefix("look.xmp:"), "\(lines)")
  }

  @Test func hostileFilesAreRefused() {
    #expect(refusal(file("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "a.xmp"))[0].contains("document type"))
    #expect(refusal(file(String(repeating: "<a>", count: 100_000), "a.xmp"))[0].contains("32 deep"))
    let many = (0..<600).map { "crs:A\($0)=\"1\"" }.joined(separator: " ")
    #expect(refusal(preset(many))[0].contains("at most 512 attributes"))
    let points = (0..<10_000).map { "\($0), 0" }
    #expect(refusal(preset("", Self.curve("ToneCurvePV2012", points)))[0].contains("2 to 64 points"))
    #expect(refusal(file("<ProcessList/>", "a.xmp"))[0].contains("holds no settings"))
  }

  /// Names and values of the file stay data.
  @Test func namesCannotLeaveTheirPlace() throws {
    let evil = "\"}\noutput source // &#x202E;"
    let named = preset(
      #"crs:Exposure2012="1" crs:Evil_output="1""#,
      "<crs:Name><rdf:Alt><rdf:li>\(evil)</rdf:li></rdf:Alt></crs:Name>")
    _ = try ImportedMeaning(named)
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    var numbers = SplitMix64(seed: 4)
    let whole = preset(
      #"crs:Exposure2012="+0.50" crs:Contrast2012="20""#, Self.name + Self.curve("ToneCurvePV2012", ["0, 9", "255, 9"]))
    for _ in 0..<(runsAllTests ? 20_000 : 400) {
      var bytes = whole.text
      for _ in 0..<3 { bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next()) }
      guard let look = try? ImportedLook(SourceFile(name: "look.xmp", text: bytes), stem: "look") else { continue }
      #expect(compile(SourceFile(name: "look.tint", text: look.recipe)).look != nil)
    }
  }
}

/// The keys of sliders, each with a value that has an effect.
private enum DevelopKeys {
  static let sliders: [(String, String)] =
    [
      ("Exposure2012", "+0.35"), ("SplitToningShadowHue", "210"), ("SplitToningHighlightHue", "45"),
      ("ColorGradeMidtoneHue", "30"), ("ColorGradeGlobalHue", "10"), ("SharpenRadius", "+1.2"),
    ]
    + [
      "IncrementalTemperature", "IncrementalTint", "Contrast2012", "Highlights2012", "Shadows2012", "Whites2012",
      "Blacks2012", "Dehaze", "ParametricHighlights", "ParametricLights", "ParametricDarks", "ParametricShadows",
      "Vibrance", "Saturation", "SplitToningShadowSaturation", "ColorGradeShadowLum", "ColorGradeMidtoneSat",
      "ColorGradeMidtoneLum", "SplitToningHighlightSaturation", "ColorGradeHighlightLum", "ColorGradeGlobalSat",
      "ColorGradeGlobalLum", "SplitToningBalance", "Clarity2012", "Texture", "Sharpness", "PostCropVignetteAmount",
      "PostCropVignetteRoundness", "GrainAmount",
    ].map { ($0, "12") }
    + [
      ("ParametricShadowSplit", "20"), ("ParametricMidtoneSplit", "45"), ("ParametricHighlightSplit", "80"),
      ("PostCropVignetteMidpoint", "40"), ("PostCropVignetteFeather", "60"), ("GrainSize", "30"),
      ("GrainFrequency", "40"),
    ]
    + ["HueAdjustment", "SaturationAdjustment", "LuminanceAdjustment", "GrayMixer"].flatMap { key in
      ["Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta"].map { (key + $0, "-8") }
    }
}
