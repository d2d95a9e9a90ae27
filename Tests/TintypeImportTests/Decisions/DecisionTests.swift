import Testing
import TintypeImport
import TintypeTestSupport

@Suite struct DecisionTests {
  private static let collection = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ColorCorrectionCollection xmlns="urn:ASC:CDL:v1.2">
      <ColorCorrection id="010 &quot;dusk&quot;">
        <SOPNode><Description>Colder.</Description>
          <Slope>1.1 1 0.9</Slope><Offset>-0.01 0 2e-2</Offset><Power>1.2 1 0.95</Power></SOPNode>
        <SatNode><Saturation>0.8</Saturation></SatNode></ColorCorrection>
      <ColorCorrection id="020"><SATNode><Saturation> 1.3 </Saturation></SATNode></ColorCorrection>
      <ColorCorrection/>
    </ColorCorrectionCollection>
    """

  @Test func recipes() throws {
    let collection = file(Self.collection, "scene.ccc")
    expectGolden(String(decoding: try ImportedLook(collection, stem: "scene").recipe, as: UTF8.self), "collection.tint")
    let one = try ImportedLook(collection, stem: "scene", correction: "020")
    expectGolden(String(decoding: one.recipe, as: UTF8.self), "correction.tint")
    #expect(one.tables.isEmpty)
    _ = try ImportedMeaning(ImportedLook(collection, stem: "scene"))
  }

  /// slope 1.1, offset -0.01, power 1.2, saturation 0.8 of the code 0.5:
  /// python3 -c "s=[(.5*a+b)**p for a,b,p in ((1.1,-.01,1.2),(1,0,1),(.9,.02,.95))];
  /// l=.2126*s[0]+.7152*s[1]+.0722*s[2]; print([l+.8*(x-l) for x in s])"
  @Test func numbers() throws {
    let meaning = try ImportedMeaning(file(Self.collection, "scene.ccc"))
    for (found, expected) in zip(meaning([0.5, 0.5, 0.5]), [0.480777784, 0.498866492, 0.489332248]) {
      #expect(abs(found - expected) < 1e-6, "\(found) \(expected)")
    }
  }

  @Test func lists() throws {
    let list = file(
      """
      <ColorDecisionList><ColorDecision><MediaRef ref="a.dpx"/>
      <ColorCorrection id="a"/></ColorDecision></ColorDecisionList>
      """, "a.cdl")
    #expect(try ImportedMeaning(list)([0.3, 0.2, 0.1]).map { ($0 * 1e6).rounded() / 1e6 } == [0.3, 0.2, 0.1])
  }

  @Test func unknownCorrections() {
    let lines = refusal(file(Self.collection, "scene.ccc"), correction: "021")
    #expect(lines == ["--id '021': the file has no such correction; did you mean '020'?"])
    let others = refusal(file(Self.collection, "scene.ccc"), correction: "night")
    #expect(others == ["--id 'night': the file has no such correction; it has 010 \"dusk\", 020"])
    #expect(refusal(clf(""), correction: "a").first?.hasPrefix("--id 'a'") == true)
  }

  @Test(
    arguments: [
      ("<ColorCorrection><SOPNode><Slope>1 1</Slope></SOPNode></ColorCorrection>", "1:27: <Slope> has 2 numbers"),
      ("<ColorCorrection><SOPNode><Slope>-1 1 1</Slope></SOPNode></ColorCorrection>", "1:18: a slope is 0 or more"),
      ("<ColorCorrection><SOPNode><Power>0 1 1</Power></SOPNode></ColorCorrection>", "1:18: a power is above 0"),
      ("<ColorCorrection><SatNode><Saturation>-1</Saturation></SatNode></ColorCorrection>", "1:18: a saturation is 0"),
      ("<ColorCorrection><SatNode><Saturation>inf</Saturation></SatNode></ColorCorrection>", "1:27: 'inf', at place 1"),
      ("<ColorCorrection><SatNode/><SatNode/></ColorCorrection>", "1:28: <SatNode> is given twice"),
      ("<ColorCorrection><Curve/></ColorCorrection>", "1:18: <Curve> in <ColorCorrection> is not understood"),
      ("<ColorCorrectionCollection/>", "1:1: <ColorCorrectionCollection> holds no correction"),
      (
        "<ColorDecisionList><ColorDecision><ColorCorrectionRef ref='a'/></ColorDecision></ColorDecisionList>",
        "1:35: <ColorCorrectionRef> in <ColorDecision> is not understood"
      ),
      (
        "<ColorCorrectionCollection><ColorCorrection id='a'/><ColorCorrection id='a'/></ColorCorrectionCollection>",
        "1:53: two corrections have the id 'a'"
      ),
    ])
  func wrongDecisions(_ text: String, _ expected: String) {
    let lines = refusal(file(text, "a.cc"))
    #expect(lines.count == 1 && lines.first?.hasPrefix("a.cc:" + expected) == true, "\(lines)")
  }

  @Test func tooManyCorrections() {
    let corrections = (0...1000).map { "<ColorCorrection id='\($0)'/>" }.joined()
    let lines = refusal(file("<ColorCorrectionCollection>\(corrections)</ColorCorrectionCollection>", "a.ccc"))
    #expect(lines.first?.contains("at most 1000 corrections, and the file has 1001; choose one by --id") == true)
  }

  @Test(.slow) func aThousandCorrectionsAreARecipe() throws {
    let corrections = (0..<1000).map { "<ColorCorrection id='\($0)'/>" }.joined()
    let look = try ImportedLook(
      file("<ColorCorrectionCollection>\(corrections)</ColorCorrectionCollection>", "a.ccc"), stem: "a")
    _ = try ImportedMeaning(look)
  }
}
