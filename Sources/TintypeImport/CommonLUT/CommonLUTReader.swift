import TintypeDiagnostics
import TintypeTables

/// Reads the operators of a Common LUT Format file (CLF 3, S-2014-006; its earlier versions, and CTF, where they say
/// the same).
///
/// Every operator that is not understood is a problem of its own, so that all of them are known at once.
struct CommonLUTReader {
  /// What a file holds.
  struct Content {
    var name: String?
    /// What the file says for people: descriptions, and what goes in and comes out.
    var remarks: [String] = []
    var steps: [ColorStep] = []
  }

  /// More operators than any file has. Each is a step of the recipe.
  static let mostOperators = 64

  private let values: XMLValues

  static func content(of root: XMLElement, in file: SourceFile) throws(ImportRefusal) -> Content {
    try CommonLUTReader(values: XMLValues(file: file)).content(root)
  }

  private func content(_ root: XMLElement) throws(ImportRefusal) -> Content {
    try checkVersion(root)
    var content = Content(name: root["name"] ?? root["id"])
    var problems: [ImportRefusal.Problem] = []
    var depth: (word: String, element: String)?
    for element in root.children {
      switch element.name {
      case "Description": content.remarks.append(element.oneLine)
      case "InputDescriptor": content.remarks.append("takes: " + element.oneLine)
      case "OutputDescriptor": content.remarks.append("gives: " + element.oneLine)
      case "Info": continue
      default:
        guard content.steps.count < Self.mostOperators else {
          throw values.refusal("a file has at most \(Self.mostOperators) operators", element)
        }
        do throws(ImportRefusal) {
          let step = ColorStep(
            element: element.name, line: element.line,
            remarks: [element["name"]].compactMap { $0 } + element.children("Description").map(\.oneLine),
            action: try action(element))
          if let depth, depth.word != element["inBitDepth"] {
            throw values.refusal(
              "<\(element.name)> takes \(element["inBitDepth"] ?? "no") bits, and <\(depth.element)> before it gives "
                + depth.word, element)
          }
          content.steps.append(step)
          depth = element["outBitDepth"].map { ($0, element.name) }
        } catch .problems(let found) {
          problems += found
          depth = nil
        }
      }
    }
    content.remarks.removeAll(where: \.isEmpty)
    guard problems.isEmpty else { throw .problems(problems) }
    return content
  }

  /// A later version may mean other things by the same words.
  private func checkVersion(_ root: XMLElement) throws(ImportRefusal) {
    guard let version = root["compCLFversion"] ?? root["version"] else {
      throw values.refusal("<ProcessList> has no compCLFversion", root)
    }
    let major = version.prefix { $0 != "." }
    guard let number = Int(major), (1...3).contains(number) else {
      throw values.refusal("version \(version.prefix(40)) of the format is not understood; 1 to 3 are", root)
    }
  }

  // MARK: Operators

  private static let commonAttributes: Set = ["id", "name", "inBitDepth", "outBitDepth"]

  private func action(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let read: (XMLElement) throws(ImportRefusal) -> ColorStep.Action
    var attributes: Set<String> = []
    var children: Set<String> = []
    switch element.name {
    case "Matrix": (read, children) = (matrix, ["Array"])
    case "Exponent", "Gamma": (read, attributes, children) = (exponent, ["style"], ["ExponentParams", "GammaParams"])
    case "Log": (read, attributes, children) = (logarithm, ["style"], ["LogParams"])
    case "Range":
      (read, attributes) = (range, ["style"])
      children = ["minInValue", "maxInValue", "minOutValue", "maxOutValue"]
    case "ASC_CDL": (read, attributes, children) = (decisions, ["style"], ["SOPNode", "SatNode", "SATNode"])
    case "LUT1D", "LUT3D":
      read = table
      (attributes, children) = (["interpolation", "halfDomain", "rawHalfs", "hueAdjust"], ["Array"])
    default: throw values.refusal("the operator <\(element.name)> is not understood", element)
    }
    try values.expectAttributes(Self.commonAttributes.union(attributes), of: element)
    try values.expectChildren(children.union(XMLValues.remarks), of: element)
    return try read(element)
  }

  /// The code of 1 in the depths of an operator: CLF counts integers up to 2^n - 1.
  private func full(_ attribute: String, _ element: XMLElement) throws(ImportRefusal) -> Double {
    let codes: [String: Double] = [
      "8i": 255, "10i": 1023, "12i": 4095, "16i": 65_535, "16f": 1, "32f": 1,
    ]
    guard let word = element[attribute] else {
      throw values.refusal("<\(element.name)> has no \(attribute)", element)
    }
    guard let code = codes[word] else {
      throw values.refusal("\(attribute)=\"\(word.prefix(40))\" is no depth of CLF", element)
    }
    return code
  }

  private func style<Style: RawRepresentable<String> & CaseIterable>(
    _ element: XMLElement, default usual: Style? = nil
  ) throws(ImportRefusal) -> Style {
    guard let word = element["style"] else {
      if let usual { return usual }
      throw values.refusal("<\(element.name)> has no style", element)
    }
    guard let style = Style.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
      let nearest = nearestName(to: word, among: Style.allCases.map(\.rawValue))
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      throw values.refusal("the style '\(word.prefix(40))' of <\(element.name)> is not understood\(hint)", element)
    }
    return style
  }

  private func array(_ element: XMLElement) throws(ImportRefusal) -> (element: XMLElement, dimensions: [Int]) {
    guard let array = try values.child("Array", of: element) else {
      throw values.refusal("<\(element.name)> has no <Array>", element)
    }
    try values.expectAttributes(["dim"], of: array)
    let words = (array["dim"] ?? "").split(separator: " ")
    let dimensions = words.compactMap { Int($0) }
    guard !words.isEmpty, dimensions.count == words.count, dimensions.allSatisfy({ (1...1_000_000).contains($0) })
    else {
      throw values.refusal("dim=\"\((array["dim"] ?? "").prefix(40))\" is no size of an array", array)
    }
    return (array, dimensions)
  }

  private func matrix(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let (array, dimensions) = try array(element)
    // Version 2 names the channels behind the rows and columns.
    guard [[3, 3], [3, 4], [3, 3, 3], [3, 4, 3]].contains(dimensions) else {
      throw values.refusal("a matrix of colors has the dim '3 3' or '3 4'; alpha is not understood", array)
    }
    let columns = dimensions[1]
    let numbers = try values.numbers(array, 3 * columns)
    let (from, to) = (try full("inBitDepth", element), try full("outBitDepth", element))
    return .matrix(
      (0..<3).map { row in
        let row = numbers[(row * columns)..<((row + 1) * columns)].map { $0 / to }
        return SIMD4(row[0] * from, row[1] * from, row[2] * from, columns == 4 ? row[3] : 0)
      })
  }

  private func exponent(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let style: ExponentStyle = try style(element)
    return .exponent(
      style,
      try channels(element, ["ExponentParams", "GammaParams"], otherwise: ExponentParameters(exponent: 1)) {
        parameters throws(ImportRefusal) in
        let word = parameters.name == "GammaParams" ? "gamma" : "exponent"
        try values.expectAttributes(["channel", word, "offset"], of: parameters)
        guard let exponent = try values.number(word, of: parameters) else {
          throw values.refusal("<\(parameters.name)> has no \(word)", parameters)
        }
        let offset = try values.number("offset", of: parameters)
        // The bounds of CLF, as OpenColorIO holds them.
        let bounds = style.isMonCurve ? 1...10.0 : 0.01...100
        guard bounds.contains(exponent) else {
          throw values.refusal(
            "an exponent of this style is from \(bounds.lowerBound) to \(bounds.upperBound)", parameters)
        }
        if style.isMonCurve, !(0...0.9).contains(offset ?? 0) {
          throw values.refusal("an offset is from 0 to 0.9", parameters)
        }
        if !style.isMonCurve, offset ?? 0 != 0 {
          throw values.refusal("the style '\(style.rawValue)' has no offset", parameters)
        }
        return ExponentParameters(exponent: exponent, offset: offset ?? 0)
      })
  }

  private func logarithm(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let style: LogarithmStyle = try style(element)
    if !style.hasParameters {
      if let wrong = element.children("LogParams").first {
        throw values.refusal("the style '\(style.rawValue)' takes no <LogParams>", wrong)
      }
      let base = style == .log2 || style == .antiLog2 ? 2.0 : 10
      return .logarithm(style, Array(repeating: LogarithmParameters(base: base), count: 3))
    }
    return .logarithm(
      style,
      try channels(element, ["LogParams"]) { parameters throws(ImportRefusal) in
        var result = LogarithmParameters()
        try values.expectAttributes(
          [
            "channel", "base", "logSideSlope", "logSideOffset", "linSideSlope", "linSideOffset", "linSideBreak",
            "linearSlope",
          ], of: parameters)
        result.base = try values.number("base", of: parameters) ?? 2
        result.logSideSlope = try values.number("logSideSlope", of: parameters) ?? 1
        result.logSideOffset = try values.number("logSideOffset", of: parameters) ?? 0
        result.linSideSlope = try values.number("linSideSlope", of: parameters) ?? 1
        result.linSideOffset = try values.number("linSideOffset", of: parameters) ?? 0
        result.linSideBreak = try values.number("linSideBreak", of: parameters)
        result.linearSlope = try values.number("linearSlope", of: parameters)
        guard result.base > 0, result.base != 1 else {
          throw values.refusal("a base is above 0, and not 1", parameters)
        }
        guard result.logSideSlope != 0, result.linSideSlope != 0, result.linearSlope != 0 else {
          throw values.refusal("a slope is not 0", parameters)
        }
        guard style.isCamera == (result.linSideBreak != nil) else {
          let wish = style.isCamera ? "needs a" : "has no"
          throw values.refusal("the style '\(style.rawValue)' \(wish) linSideBreak", parameters)
        }
        if let edge = result.linSideBreak {
          let line = result.straightLine(below: edge)
          guard result.linSideSlope * edge + result.linSideOffset > 0, line.slope.isFinite, line.slope != 0,
            line.offset.isFinite
          else { throw values.refusal("the logarithm does not exist at the linSideBreak", parameters) }
        }
        return result
      })
  }

  /// The parameters of red, green and blue: one element for all, or one for each.
  ///
  /// - Parameter unchanged: those of a channel without an element; nil where each needs one.
  private func channels<Parameters>(
    _ element: XMLElement, _ names: Set<String>, otherwise unchanged: Parameters? = nil,
    _ read: (XMLElement) throws(ImportRefusal) -> Parameters
  ) throws(ImportRefusal) -> [Parameters] {
    let found = element.children.filter { names.contains($0.name) }
    if found.count == 1, found[0]["channel"] == nil {
      let common = try read(found[0])
      return [common, common, common]
    }
    var result: [Parameters] = []
    for channel in ["R", "G", "B"] {
      let own = found.filter { $0["channel"] == channel }
      if own.isEmpty, let unchanged, !found.isEmpty, found.allSatisfy({ ["R", "G", "B"].contains($0["channel"]) }) {
        result.append(unchanged)
        continue
      }
      guard own.count == 1, found.count == 3 || unchanged != nil else {
        throw values.refusal(
          "<\(element.name)> has parameters for all channels at once, or for R, G and B each", element)
      }
      result.append(try read(own[0]))
    }
    return result
  }

  private func range(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let word = element["style"] ?? "Clamp"
    guard ["clamp", "noclamp"].contains(word.lowercased()) else {
      throw values.refusal("the style '\(word.prefix(40))' of <Range> is not understood", element)
    }
    func number(_ name: String, _ full: Double) throws(ImportRefusal) -> Double? {
      guard let child = try values.child(name, of: element) else { return nil }
      return try values.numbers(child, 1)[0] / full
    }
    let (from, to) = (try full("inBitDepth", element), try full("outBitDepth", element))
    let limits = RangeLimits(
      lowIn: try number("minInValue", from), highIn: try number("maxInValue", from),
      lowOut: try number("minOutValue", to), highOut: try number("maxOutValue", to),
      clamps: word.lowercased() == "clamp")
    guard (limits.lowIn == nil) == (limits.lowOut == nil), (limits.highIn == nil) == (limits.highOut == nil),
      limits.lowIn != nil || limits.highIn != nil
    else { throw values.refusal("<Range> has both minimums, both maximums, or all four", element) }
    if let low = limits.lowIn, let high = limits.highIn {
      guard low < high else { throw values.refusal("maxInValue is above minInValue", element) }
      if let low = limits.lowOut, let high = limits.highOut, low > high {
        throw values.refusal("maxOutValue is not below minOutValue", element)
      }
    } else if !limits.clamps {
      throw values.refusal("<Range> without clamping has all four values", element)
    }
    return .range(limits)
  }

  private func decisions(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let styles = [
      "fwd": (false, true), "rev": (true, true), "fwdnoclamp": (false, false), "revnoclamp": (true, false),
      // Version 1 and 2.
      "v1.2_fwd": (false, true), "v1.2_rev": (true, true),
    ]
    let word = element["style"] ?? "Fwd"
    guard let (isInverse, clamps) = styles[word.lowercased()] else {
      throw values.refusal(
        "the style '\(word.prefix(40))' of <ASC_CDL> is not understood; there are Fwd, Rev, FwdNoClamp and RevNoClamp",
        element)
    }
    let decision = try values.decision(element)
    if isInverse, decision.slope.min() == 0 || decision.saturation == 0 {
      throw values.refusal("a slope or a saturation of 0 has no inverse", element)
    }
    return .decisions(decision, isInverse: isInverse, clamps: clamps)
  }

  private func table(_ element: XMLElement) throws(ImportRefusal) -> ColorStep.Action {
    let isCube = element.name == "LUT3D"
    for attribute in ["halfDomain", "rawHalfs"] where element[attribute] == "true" {
      throw values.refusal("\(attribute)=\"true\" of <\(element.name)> is not understood", element)
    }
    if let adjust = element["hueAdjust"], adjust != "none" {
      throw values.refusal("hueAdjust=\"\(adjust.prefix(40))\" is not understood", element)
    }
    let known = isCube ? ["default", "trilinear", "tetrahedral"] : ["default", "linear"]
    guard known.contains(element["interpolation"] ?? "default") else {
      throw values.refusal("interpolation=\"\(element["interpolation"] ?? "")\" is not understood", element)
    }
    _ = try full("inBitDepth", element)
    let full = try full("outBitDepth", element)
    let (array, dimensions) = try array(element)
    let shape: ColorTable.Stage.Shape = isCube ? .cube : .curves
    let edge = dimensions[0]
    let isShaped = isCube ? dimensions == [edge, edge, edge, 3] : [[edge, 1], [edge, 3]].contains(dimensions)
    guard isShaped else {
      throw values.refusal("the dim of a <\(element.name)> is '\(isCube ? "N N N 3" : "N 3' or 'N 1")'", array)
    }
    guard (2...shape.largestEdge).contains(edge) else {
      throw values.refusal("a <\(element.name)> has 2 to \(shape.largestEdge) entries along an axis", array)
    }
    let channels = dimensions[dimensions.count - 1]
    let count = ColorTable.Stage.entryCount(shape, edge: edge)
    let numbers = try values.numbers(array, count * channels).map { Float($0 / full) }
    let entries = (0..<count).map { index in
      // In CLF blue varies fastest, in a .cube red.
      let place = isCube ? index % edge * edge * edge + index / edge % edge * edge + index / edge / edge : index
      let lanes = (0..<3).map { numbers[place * channels + min($0, channels - 1)] }
      return SIMD4(lanes[0], lanes[1], lanes[2], 0)
    }
    let axes = (0..<3).compactMap { _ in ColorTable.Axis(from: 0, to: 1, edge: edge) }
    guard let stage = ColorTable.Stage(shape, edge: edge, axes: axes, entries: entries) else {
      throw values.refusal("the numbers of the table are too large", array)
    }
    return .table(stage)
  }
}
