import Testing
import Tintype
import TintypeDrawing

/// Functions of the standard library against numbers from outside, far finer than a code of 8 bits.
@Suite struct LibraryFormulaTests {
  /// The display values of the colors that a formula is asked for.
  private static let colors = KnownStep.colors[..<2]

  /// What a formula gives, of a color `c` in display values.
  struct KnownFormula: Sendable, CustomTestStringConvertible {
    let formula: String
    /// For each color.
    let values: [[Double]]
    var tolerance = 4e-6
    var testDescription: String { formula }

    init(_ formula: String, _ values: [[Double]], within tolerance: Double = 4e-6) {
      (self.formula, self.values, self.tolerance) = (formula, values, tolerance)
    }
  }

  @Test(arguments: cameras + gamuts + spaces + masks + roundTrips)
  private func isWhatThePaperSays(_ known: KnownFormula) throws {
    for (color, values) in zip(Self.colors, known.values) {
      let want = "rgb(\(values[0]), \(values[1]), \(values[2]))"
      // Gray where the formula is right, black or white where it is off by the tolerance or more.
      let text = """
        tintype 1
        look "formula" { working display }
        kernel shown(c: rgb) -> rgb { return 0.5 + (\(known.formula) - \(want)) * \(0.5 / known.tolerance) }
        output shown(source)
        """
      let (look, diagnostics) = compile(SourceFile(name: "formula", text: text))
      #expect(diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
      let picture = Bitmap(width: 3, height: 3, color: RGB8(color.0, color.1, color.2))
      let pixel = try picture.rendered(through: ConfiguredLook(#require(look)), threads: 1)[1, 1]
      for (channel, code) in [pixel.red, pixel.green, pixel.blue].enumerated() {
        #expect(0 < code && code < 255, "channel \(channel) of \(color): \(code)")
      }
    }
  }

  /// colour-science 0.4: `colour.RGB_to_RGB(c, space, sRGB, "Bradford")` and back, of copies of
  /// `colour.RGB_COLOURSPACES` with `use_derived_transformation_matrices(True)`.
  private static let gamuts: [KnownFormula] = [
    .init("arriWideGamut3 * c", [[0.9874862, 0.4795113, 0.317138], [0.0135318, 0.1400516, 0.7272102]]),
    .init("inverse(arriWideGamut3) * c", [[0.6571346, 0.4621228, 0.3779386], [0.1994047, 0.2976851, 0.5602471]]),
    .init("arriWideGamut4 * c", [[1.0777142, 0.421885, 0.3295562], [-0.0314427, 0.2067267, 0.6936088]]),
    .init("inverse(arriWideGamut4) * c", [[0.6370665, 0.4863891, 0.3734742], [0.2055222, 0.2648784, 0.5754813]]),
    .init("sGamut3 * c", [[1.0695906, 0.4356126, 0.3241773], [-0.0184788, 0.1877841, 0.6990132]]),
    .init("inverse(sGamut3) * c", [[0.6374443, 0.4801466, 0.3753606], [0.20446, 0.2748611, 0.5734634]]),
    .init("sGamut3Cine * c", [[0.9912159, 0.4427511, 0.3107232], [0.0098458, 0.1624036, 0.726936]]),
    .init("inverse(sGamut3Cine) * c", [[0.6619536, 0.4800756, 0.3840931], [0.1966675, 0.2849065, 0.5579115]]),
    .init("vGamut * c", [[1.0504017, 0.4332107, 0.3238953], [-0.020726, 0.2020244, 0.7008768]]),
    .init("inverse(vGamut) * c", [[0.6433366, 0.4832688, 0.3762113], [0.2025896, 0.2659638, 0.5710394]]),
    .init("canonCinemaGamut * c", [[1.0888703, 0.4407951, 0.2932974], [-0.0401016, 0.1449826, 0.8042814]]),
    .init("inverse(canonCinemaGamut) * c", [[0.6315787, 0.4776061, 0.3937877], [0.2148316, 0.2883894, 0.5220205]]),
    .init("davinciWideGamut * c", [[1.0787543, 0.4552349, 0.2633742], [-0.029813, 0.1296697, 0.8132066]]),
    .init("inverse(davinciWideGamut) * c", [[0.6337644, 0.474668, 0.4034258], [0.2136807, 0.2938595, 0.5191888]]),
    .init("acesAp1 * c", [[1.0153014, 0.4309645, 0.327414], [0.0020493, 0.2464818, 0.6902641]]),
    .init("inverse(acesAp1) * c", [[0.6573585, 0.4910272, 0.3747247], [0.1817452, 0.2323115, 0.5739725]]),
    .init("rec2020 * c", [[1.0000972, 0.4324959, 0.3332786], [0.0113737, 0.2466728, 0.676147]]),
    .init("inverse(rec2020) * c", [[0.6623252, 0.4909291, 0.3703665], [0.1784674, 0.2316208, 0.5845795]]),
    .init("dGamut * c", [[1.0071603, 0.4675681, 0.3066828], [0.0010388, 0.1543256, 0.7436239]]),
    .init("inverse(dGamut) * c", [[0.6523843, 0.4687155, 0.3844055], [0.2012477, 0.2883862, 0.5496851]]),
    .init("redWideGamut * c", [[1.1019781, 0.4526208, 0.246057], [-0.0298576, 0.1298501, 0.8892542]]),
    .init("inverse(redWideGamut) * c", [[0.6290923, 0.4765015, 0.4105129], [0.2099301, 0.2870375, 0.4901848]]),
    .init(
      "logC3(inverse(arriWideGamut3) * (arriWideGamut3 * fromLogC3(c))) - c", [[0, 0, 0], [0, 0, 0]], within: 1e-5),
  ]

  /// colour-science 0.4: `colour.models.log_encoding_ARRILogC3(c, EI=800, method="Linear Scene Exposure Factor")`,
  /// `log_encoding_ARRILogC4`, `log_encoding_SLog3`, `log_encoding_VLog`, `log_encoding_CanonLog3`,
  /// `log_encoding_ACEScct`, `oetf_DaVinciIntermediate`, `log_encoding_CanonLog2`, `log_encoding_FLog`,
  /// `log_encoding_FLog2`, `log_encoding_NLog`, `log_encoding_AppleLogProfile`, `log_encoding_DJIDLog`,
  /// `log_encoding_LLog` and `log_encoding_Log3G10`.
  private static let cameras: [KnownFormula] = [
    .init("logC3(c * 0.02)", [[0.1740212, 0.1433281, 0.1306983], [0.1054388, 0.1180686, 0.1596844]]),
    .init("logC3(c * 1)", [[0.5448253, 0.4908316, 0.4606472], [0.3481428, 0.418504, 0.5211878]]),
    .init("logC3(c * 8)", [[0.7669408, 0.7122091, 0.6814147], [0.5641858, 0.6380648, 0.7430258]]),
    .init("logC4(c * 0.02)", [[0.1336521, 0.1193967, 0.1134358], [0.1002359, 0.1070686, 0.1267959]]),
    .init("logC4(c * 1)", [[0.4055226, 0.3599434, 0.3348237], [0.2452136, 0.3003686, 0.3854839]]),
    .init("logC4(c * 8)", [[0.5969783, 0.5495094, 0.5228522], [0.4220149, 0.485418, 0.5762251]]),
    .init("sLog3(c * 0.02)", [[0.1884094, 0.1551883, 0.1396073], [0.1084452, 0.1240262, 0.173948]]),
    .init("sLog3(c * 1)", [[0.5693586, 0.5135773, 0.4824077], [0.3664005, 0.4389141, 0.5449353]]),
    .init("sLog3(c * 8)", [[0.7989774, 0.742386, 0.7105471], [0.5893658, 0.6657302, 0.7742494]]),
    .init("vLog(c * 0.02)", [[0.208808, 0.1777059, 0.1645294], [0.1381765, 0.1513529, 0.1943829]]),
    .init("vLog(c * 1)", [[0.5738848, 0.5210722, 0.4915326], [0.3812463, 0.4502624, 0.550768]]),
    .init("vLog(c * 8)", [[0.7909785, 0.7374961, 0.7074025], [0.5928156, 0.6650355, 0.7676098]]),
    .init("canonLog3(c * 0.02)", [[0.1594133, 0.1457808, 0.1406161], [0.1302868, 0.1354515, 0.152667]]),
    .init("canonLog3(c * 1)", [[0.5439935, 0.469906, 0.4299274], [0.2954202, 0.3764512, 0.5112132]]),
    .init("canonLog3(c * 8)", [[0.8654192, 0.7849463, 0.7398931], [0.5711719, 0.676873, 0.8302049]]),
    .init("acesCct(c * 0.02)", [[0.2126511, 0.1705868, 0.1473072], [0.09770609, 0.1225067, 0.1942762]]),
    .init("acesCct(c * 1)", [[0.534789, 0.4927247, 0.4690354], [0.3785695, 0.4356471, 0.5164141]]),
    .init("acesCct(c * 8)", [[0.7060218, 0.6639576, 0.6402682], [0.5498023, 0.60688, 0.687647]]),
    .init(
      "davinciIntermediate(c * 0.02)", [[0.1150263, 0.08166036, 0.0658194], [0.02457475, 0.04717986, 0.09965399]]),
    .init("davinciIntermediate(c * 1)", [[0.4883649, 0.4350164, 0.4051488], [0.2932942, 0.3633699, 0.4650201]]),
    .init("davinciIntermediate(c * 8)", [[0.7073623, 0.6534324, 0.6230833], [0.5074763, 0.5803499, 0.6837989]]),
    .init("canonLog2(c * 0.02)", [[0.1896662, 0.1607408, 0.1474402], [0.1143684, 0.1322032, 0.1761981]]),
    .init("canonLog2(c * 1)", [[0.5480577, 0.4954168, 0.4660096], [0.3566509, 0.4249883, 0.5250076]]),
    .init("canonLog2(c * 8)", [[0.7648287, 0.7113979, 0.6813382], [0.5669415, 0.6390276, 0.7414815]]),
    .init("fLog(c * 0.02)", [[0.1905982, 0.1587383, 0.1447944], [0.1122771, 0.129417, 0.1755143]]),
    .init("fLog(c * 1)", [[0.6693178, 0.5949593, 0.5536297], [0.402369, 0.4963437, 0.636709]]),
    .init("fLog(c * 8)", [[0.9777795, 0.9015836, 0.8587449], [0.6960781, 0.7984988, 0.9444782]]),
    .init("fLog2(c * 0.02)", [[0.1836202, 0.1558658, 0.1432587], [0.1124324, 0.1289568, 0.1706444]]),
    .init("fLog2(c * 1)", [[0.5426771, 0.4892979, 0.4595085], [0.3490889, 0.4180078, 0.5192966]]),
    .init("fLog2(c * 8)", [[0.7628126, 0.7085291, 0.6779936], [0.5618381, 0.6350208, 0.7390919]]),
    .init("nLog(c * 0.02)", [[0.1811819, 0.1630925, 0.1551481], [0.1362154, 0.1462943, 0.1726111]]),
    .init("nLog(c * 1)", [[0.5694605, 0.4945594, 0.4523772], [0.3178176, 0.3963849, 0.5367415]]),
    .init("nLog(c * 8)", [[0.8743639, 0.7994628, 0.7572807], [0.5961938, 0.6978283, 0.8416449]]),
    .init("appleLog(c * 0.02)", [[0.2399212, 0.2048771, 0.1904916], [0.1632912, 0.1766296, 0.2236081]]),
    .init("appleLog(c * 1)", [[0.6649073, 0.6028877, 0.5682228], [0.4390922, 0.5198348, 0.6377548]]),
    .init("appleLog(c * 8)", [[0.920104, 0.857216, 0.8218333], [0.6871481, 0.7720259, 0.8926249]]),
    .init("dLog(c * 0.02)", [[0.1790875, 0.1491043, 0.1354294], [0.1070765, 0.1212529, 0.165101]]),
    .init("dLog(c * 1)", [[0.557805, 0.5018802, 0.4706524], [0.3546894, 0.4271162, 0.5333137]]),
    .init("dLog(c * 8)", [[0.7882476, 0.7314363, 0.6994765], [0.5778726, 0.6544949, 0.7634228]]),
    .init("lLog(c * 0.02)", [[0.1959947, 0.1613565, 0.1451786], [0.1088235, 0.1276471, 0.17995]]),
    .init("lLog(c * 1)", [[0.6035921, 0.5445616, 0.5115471], [0.3883229, 0.4654273, 0.5777529]]),
    .init("lLog(c * 8)", [[0.8462765, 0.7864873, 0.7528454], [0.6247529, 0.7054838, 0.820152]]),
    .init("log3G10(c * 0.02)", [[0.1568915, 0.1357048, 0.1263988], [0.104602, 0.1161088, 0.146873]]),
    .init("log3G10(c * 1)", [[0.470216, 0.4217812, 0.3948478], [0.2961307, 0.3574939, 0.4489787]]),
    .init("log3G10(c * 8)", [[0.6710002, 0.6214128, 0.5935321], [0.4876417, 0.554319, 0.6493285]]),
  ]

  /// Oklab: `M2 @ np.cbrt(M1 @ c)` with the matrices that its author published; colour-science, which goes by way of
  /// XYZ, agrees within 0.0001. HSV and HSL: `colorsys.rgb_to_hsv` and `rgb_to_hls`.
  private static let spaces: [KnownFormula] = [
    .init("oklab(c)", [[0.8138291, 0.04268256, 0.04541183], [0.622914, -0.01411064, -0.119551]]),
    .init("oklch(c)", [[0.8138291, 0.06232203, 46.77452], [0.622914, 0.1203809, 263.2685]], within: 0.001),
    .init("hsv(c)", [[16.363636, 0.55, 0.78431373], [226.15385, 0.8125, 0.62745098]], within: 0.0001),
    .init("hsl(c)", [[16.363636, 0.5, 0.56862745], [226.15385, 0.68421053, 0.37254902]], within: 0.0001),
  ]

  /// By hand, from `smoothstep`: the first color has the luma 0.534, the hue 16.4 and the saturation 0.55, the second
  /// 0.238, 226.2 and 0.81.
  private static let masks: [KnownFormula] = [
    .init("rgb(lumaMask(c, from: 0.4))", [[1, 1, 1], [0, 0, 0]]),
    .init("rgb(lumaMask(c, to: 0.3))", [[0, 0, 0], [1, 1, 1]]),
    .init("rgb(chromaMask(c, from: 0.7, softness: 0.1))", [[0, 0, 0], [1, 1, 1]]),
    .init("rgb(hueMask(c))", [[1, 1, 1], [0, 0, 0]]),
    .init("rgb(hueMask(c, hue: 230deg))", [[0, 0, 0], [1, 1, 1]]),
    .init("rgb(hueMask(c, hue: 356.363636deg, width: 20deg, softness: 20deg))", [[0.5, 0.5, 0.5], [0, 0, 0]]),
  ]

  /// There and back again.
  private static let roundTrips: [KnownFormula] = [
    ("oklab", "fromOklab"), ("oklch", "fromOklch"), ("hsv", "fromHsv"), ("hsl", "fromHsl"), ("logC3", "fromLogC3"),
    ("logC4", "fromLogC4"), ("sLog3", "fromSLog3"), ("vLog", "fromVLog"), ("canonLog3", "fromCanonLog3"),
    ("acesCct", "fromAcesCct"), ("davinciIntermediate", "fromDavinciIntermediate"),
    ("canonLog2", "fromCanonLog2"), ("fLog", "fromFLog"), ("fLog2", "fromFLog2"), ("nLog", "fromNLog"),
    ("appleLog", "fromAppleLog"), ("dLog", "fromDLog"), ("lLog", "fromLLog"), ("log3G10", "fromLog3G10"),
  ].flatMap { there, back in
    ["c", "c * 0.01"].map { color in
      KnownFormula("\(back)(\(there)(\(color))) - \(color)", [[0, 0, 0], [0, 0, 0]], within: 0.00001)
    }
  }
}
