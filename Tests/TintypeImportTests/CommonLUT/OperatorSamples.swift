/// Operators of a CLF, each kind and style at least once.
enum OperatorSamples {
  static let depths = #"inBitDepth="32f" outBitDepth="32f""#

  private static func exponent(_ style: String, _ exponent: String, _ offset: String? = nil) -> (String, String) {
    let offset = offset.map { #" offset="\#($0)""# } ?? ""
    return (
      style, #"<Exponent \#(depths) style="\#(style)"><ExponentParams exponent="\#(exponent)"\#(offset)/></Exponent>"#
    )
  }

  private static func log(_ style: String, _ parameters: String = "") -> (String, String) {
    let parameters = parameters.isEmpty ? "" : "<LogParams \(parameters)/>"
    return (style + parameters.prefix(24), #"<Log \#(depths) style="\#(style)">\#(parameters)</Log>"#)
  }

  private static func range(_ numbers: [String], _ attributes: String = "") -> (String, String) {
    let names = ["minInValue", "maxInValue", "minOutValue", "maxOutValue"]
    let text = zip(names, numbers).filter { !$1.isEmpty }.map { "<\($0)> \($1) </\($0)>" }.joined()
    return ("range \(numbers.joined(separator: " ")) \(attributes)", "<Range \(depths) \(attributes)>\(text)</Range>")
  }

  private static func decisions(_ style: String) -> (String, String) {
    (
      style,
      """
      <ASC_CDL \(depths) style="\(style)"><SOPNode><Slope>1.2 1 0.8</Slope><Offset>-0.05 0.1 0</Offset>
      <Power>1.3 1 0.7</Power></SOPNode><SatNode><Saturation>1.4</Saturation></SatNode></ASC_CDL>
      """
    )
  }

  private static let camera =
    #"base="10" logSideSlope="0.2471" logSideOffset="0.3855" linSideSlope="5.5556" linSideOffset="0.0523""#
    + #" linSideBreak="0.0106""#

  private static let perChannel = """
    <Exponent \(depths) style="monCurveFwd"><ExponentParams channel="R" exponent="2.2" offset="0.1"/>
    <ExponentParams channel="G" exponent="1.8" offset="0.05"/><ExponentParams channel="B" exponent="3" offset="0.2"/>
    </Exponent>
    """

  /// Of a channel without parameters nothing is changed.
  private static let oneChannel =
    #"<Exponent \#(depths) style="basicFwd"><ExponentParams channel="G" exponent="2.2"/></Exponent>"#

  private static let pictures: [(String, String)] = {
    let cube = (0..<27).map { index in
      let (red, green, blue) = (Double(index / 9) / 2, Double(index / 3 % 3) / 2, Double(index % 3) / 2)
      return "\(red * red) \(green * 0.8 + red * 0.1) \(blue * 1.1 - 0.05 * green)"
    }
    return [
      ("LUT1D 3", "<LUT1D \(depths)><Array dim=\"4 3\">0 0.1 -0.1\n0.2 0.5 0.3 0.5 0.6 0.8 1.2 0.9 1</Array></LUT1D>"),
      ("LUT1D 1", #"<LUT1D inBitDepth="32f" outBitDepth="32f"><Array dim="3 1">0 0.25 1</Array></LUT1D>"#),
      (
        "LUT3D",
        #"<LUT3D \#(depths) interpolation="tetrahedral"><Array dim="3 3 3 3">"#
          + cube.joined(separator: "\n") + "</Array></LUT3D>"
      ),
    ]
  }()

  static let all: [(name: String, text: String)] =
    [
      ("matrix 3x3", "<Matrix \(depths)><Array dim=\"3 3\">0.9 0.1 0 -0.1 1.2 0 0 0.2 0.8</Array></Matrix>"),
      ("matrix 3x4", "<Matrix \(depths)><Array dim=\"3 4\">0.9 0.1 0 0.05 0 1 0 -1e-3 0 0.2 0.8 0</Array></Matrix>"),
      exponent("basicFwd", "2.2"), exponent("basicRev", "2.2"), exponent("basicMirrorFwd", "1.7"),
      exponent("basicMirrorRev", "1.7"), exponent("basicPassThruFwd", "2"), exponent("basicPassThruRev", "2"),
      exponent("monCurveFwd", "2.2", "0.099"), exponent("monCurveRev", "2.2", "0.099"),
      exponent("monCurveMirrorFwd", "2.4", "0.055"), exponent("monCurveMirrorRev", "2.4", "0.055"),
      exponent("monCurveMirrorFwd", "3", "0.16"), exponent("monCurveMirrorRev", "3", "0.16"),
      ("channels", perChannel), ("channel", oneChannel), log("log2"), log("log10"), log("antiLog2"), log("antiLog10"),
      log("linToLog", #"base="10" logSideSlope="0.5" linSideSlope="2" linSideOffset="0.01" logSideOffset="0.4""#),
      log("logToLin", #"base="10" logSideSlope="0.5" linSideSlope="2" linSideOffset="0.01" logSideOffset="0.4""#),
      log("linToLog", #"base="3""#), log("cameraLinToLog", camera), log("cameraLogToLin", camera),
      log("cameraLinToLog", camera + #" linearSlope="5.3""#), log("cameraLogToLin", camera + #" linearSlope="5.3""#),
      range(["0", "1", "0.1", "0.9"]), range(["0.1", "", "0.1", ""]), range(["", "0.8", "", "0.8"]),
      range(["0", "1", "0.2", "1.3"], #"style="noClamp""#), decisions("Fwd"), decisions("Rev"),
      decisions("FwdNoClamp"), decisions("RevNoClamp"),
    ] + pictures
}
