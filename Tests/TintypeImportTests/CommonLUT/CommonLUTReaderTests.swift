import Testing
import TintypeImport
import TintypeTestSupport

@Suite struct CommonLUTReaderTests {
  private static let depths = OperatorSamples.depths

  /// All that is not understood, and where.
  @Test func everyStrangeOperatorIsNamed() {
    let lines = refusal(
      clf(
        """
          <Matrix \(Self.depths)><Array dim="3 3">1 0 0 0 1 0 0 0 1</Array></Matrix>
          <FixedFunction \(Self.depths) style="ACES_RedMod10"/>
          <Exponent \(Self.depths) style="basicForward"><ExponentParams exponent="2"/></Exponent>
          <LUT1D \(Self.depths) halfDomain="true"><Array dim="2 1">0 1</Array></LUT1D>
        """))
    #expect(
      lines == [
        "look.clf:5:3: the operator <FixedFunction> is not understood",
        "look.clf:6:3: the style 'basicForward' of <Exponent> is not understood; did you mean 'basicFwd'?",
        "look.clf:7:3: halfDomain=\"true\" of <LUT1D> is not understood",
      ])
  }

  @Test(
    arguments: [
      ("<Matrix inBitDepth='32f' outBitDepth='32f'/>", "<Matrix> has no <Array>"),
      ("<Matrix outBitDepth='32f'><Array dim='3 3'>1 0 0 0 1 0 0 0 1</Array></Matrix>", "<Matrix> has no inBitDepth"),
      (
        "<Matrix \(depths)><Array dim='3 3'>1 0 0 0 1 0 0 0</Array></Matrix>",
        "<Array> has 8 numbers, and should have 9"
      ),
      ("<Matrix \(depths)><Array dim='3 3'>1 0 0 0 1 0 0 0 1 1</Array></Matrix>", "<Array> has more than the 9"),
      (
        "<Matrix \(depths)><Array dim='3 3'>1 0 0 nan 1 0 0 0 1</Array></Matrix>",
        "'nan', at place 4 of <Array>, is not a number"
      ),
      ("<Matrix \(depths)><Array dim='3 3'>1 0 0 1e39 1 0 0 0 1</Array></Matrix>", "'1e39', at place 4"),
      ("<Matrix \(depths)><Array dim='3 3'>1 0 0 0x1 1 0 0 0 1</Array></Matrix>", "'0x1', at place 4"),
      ("<Matrix \(depths)><Array dim='3 3'>1,5 0 0 0 1 0 0 0 1</Array></Matrix>", "'1,5', at place 1"),
      ("<Matrix \(depths)><Array dim='4 4'>1</Array></Matrix>", "a matrix of colors has the dim"),
      ("<Matrix \(depths)><Array dim='3 x'>1</Array></Matrix>", "dim=\"3 x\" is no size"),
      ("<Matrix \(depths) bypass='true'><Array dim='3 3'>1</Array></Matrix>", "the attribute 'bypass' of <Matrix>"),
      (
        "<Matrix inBitDepth='9i' outBitDepth='32f'><Array dim='3 3'>1 0 0 0 1 0 0 0 1</Array></Matrix>",
        "inBitDepth=\"9i\""
      ),
      ("<Exponent \(depths)><ExponentParams exponent='2'/></Exponent>", "<Exponent> has no style"),
      ("<Exponent \(depths) style='basicFwd'/>", "<Exponent> has parameters for all"),
      ("<Exponent \(depths) style='basicFwd'><ExponentParams/></Exponent>", "<ExponentParams> has no exponent"),
      ("<Exponent \(depths) style='basicFwd'><ExponentParams exponent='0'/></Exponent>", "an exponent of this style"),
      (
        "<Exponent \(depths) style='basicFwd'><ExponentParams exponent='2' offset='.1'/></Exponent>",
        "the style 'basicFwd' has no offset"
      ),
      (
        "<Exponent \(depths) style='monCurveFwd'><ExponentParams exponent='2' offset='1'/></Exponent>",
        "an offset is from 0"
      ),
      (
        "<Exponent \(depths) style='basicFwd'><ExponentParams channel='R' exponent='2'/>"
          + "<ExponentParams channel='R' exponent='3'/></Exponent>",
        "<Exponent> has parameters for all"
      ),
      ("<Log \(depths) style='log2'><LogParams base='2'/></Log>", "the style 'log2' takes no <LogParams>"),
      ("<Log \(depths) style='linToLog'><LogParams base='1'/></Log>", "a base is above 0"),
      ("<Log \(depths) style='linToLog'><LogParams logSideSlope='0'/></Log>", "a slope is not 0"),
      (
        "<Log \(depths) style='linToLog'><LogParams linSideBreak='0.1'/></Log>",
        "the style 'linToLog' has no linSideBreak"
      ),
      ("<Log \(depths) style='cameraLinToLog'><LogParams/></Log>", "the style 'cameraLinToLog' needs a linSideBreak"),
      ("<Log \(depths) style='cameraLinToLog'><LogParams linSideBreak='-1'/></Log>", "the logarithm does not exist"),
      ("<Range \(depths)/>", "<Range> has both minimums"),
      ("<Range \(depths)><minInValue>0</minInValue></Range>", "<Range> has both minimums"),
      (
        "<Range \(depths)><minInValue>1</minInValue><minOutValue>0</minOutValue><maxInValue>1</maxInValue>"
          + "<maxOutValue>1</maxOutValue></Range>", "maxInValue is above minInValue"
      ),
      (
        "<Range \(depths) style='noClamp'><minInValue>1</minInValue><minOutValue>0</minOutValue></Range>",
        "<Range> without clamping"
      ),
      ("<Range \(depths)><minInValue>1</minInValue><minInValue>1</minInValue></Range>", "<minInValue> is given twice"),
      ("<ASC_CDL \(depths) style='Forward'/>", "the style 'Forward' of <ASC_CDL>"),
      (
        "<ASC_CDL \(depths) style='Rev'><SatNode><Saturation>0</Saturation></SatNode></ASC_CDL>",
        "a slope or a saturation of 0 has no inverse"
      ),
      ("<LUT1D \(depths)><Array dim='1 1'>0</Array></LUT1D>", "a <LUT1D> has 2 to 65536 entries"),
      ("<LUT1D \(depths)><Array dim='2 2'>0 1 2 3</Array></LUT1D>", "the dim of a <LUT1D> is 'N 3' or 'N 1'"),
      ("<LUT3D \(depths)><Array dim='200 200 200 3'>0</Array></LUT3D>", "a <LUT3D> has 2 to 129 entries"),
      (
        "<LUT3D \(depths)><Array dim='129 129 129 3'>0</Array></LUT3D>",
        "<Array> has 1 numbers, and should have 6440067"
      ),
      ("<LUT3D \(depths)><Array dim='2 2 3 3'>0</Array></LUT3D>", "the dim of a <LUT3D> is 'N N N 3'"),
      ("<LUT3D \(depths) interpolation='cubic'><Array dim='2 2 2 3'>0</Array></LUT3D>", "interpolation=\"cubic\""),
      ("<LUT1D \(depths) hueAdjust='dw3'><Array dim='2 1'>0 1</Array></LUT1D>", "hueAdjust=\"dw3\""),
      (
        "<LUT1D \(depths)><IndexMap dim='2'>0 1</IndexMap><Array dim='2 1'>0 1</Array></LUT1D>", "<IndexMap> in <LUT1D>"
      ),
    ])
  func wrongOperators(_ text: String, _ expected: String) {
    let lines = refusal(clf(text))
    #expect(lines.count == 1 && lines.first?.contains(": " + expected) == true, "\(lines)")
  }

  @Test func depthsFollowEachOther() {
    let lines = refusal(
      clf(
        """
        <Log inBitDepth="10i" outBitDepth="32f" style="log2"/>
        <Log inBitDepth="16f" outBitDepth="32f" style="log2"/>
        """))
    #expect(lines == ["look.clf:5:1: <Log> takes 16f bits, and <Log> before it gives 32f"])
  }

  @Test func versions() {
    #expect(refusal(clf("", version: "2.0")).isEmpty)
    #expect(refusal(clf("", version: "4")).first?.contains("version 4 of the format is not understood") == true)
    #expect(refusal(file("<ProcessList/>")).first?.contains("has no compCLFversion") == true)
    #expect(refusal(file("<ProcessList version='1.7'/>", "look.ctf")).isEmpty)
    #expect(refusal(file("<Strange/>")).first?.contains("<Strange> is the root of no color decision list") == true)
  }

  @Test func tooManyOperators() {
    let lines = refusal(clf(String(repeating: "<Log \(Self.depths) style='log2'/>", count: 65)))
    #expect(lines.first?.contains("at most 64 operators") == true)
  }

  @Test(.slow) func sixtyFourOperatorsAreARecipe() throws {
    let file = clf(
      String(
        repeating: "<Matrix \(Self.depths)><Array dim='3 3'>0.9 .1 0 0 1 0 0 0 1</Array></Matrix>", count: 64))
    #expect(try ImportedMeaning(file)([0.5, 0.5, 0.5])[0] == 0.5)
  }

  @Test func recipe() throws {
    let everything = clf(OperatorSamples.all.map(\.text).joined(separator: "\n"))
    let look = try ImportedLook(everything, stem: "every")
    expectGolden(String(decoding: look.recipe, as: UTF8.self), "every-operator.tint")
    #expect(look.tables.map(\.name) == ["every-curves36.cube", "every-curves37.cube", "every-cube38.cube"])
  }
}
