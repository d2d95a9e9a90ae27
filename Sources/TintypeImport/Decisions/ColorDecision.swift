/// A correction of the Color Decision List of the American Society of Cinematographers (ASC CDL 1.2).
///
/// Slope, offset and power for each channel, then saturation about the luma of Rec. 709.
struct ColorDecision {
  /// What lists call it.
  var id: String?
  /// What people wrote about it, a line each.
  var descriptions: [String] = []
  var slope = SIMD3<Double>(repeating: 1)
  var offset = SIMD3<Double>(repeating: 0)
  var power = SIMD3<Double>(repeating: 1)
  var saturation = 1.0
}

extension XMLValues {
  /// The numbers of a correction: of a `ColorCorrection`, or of an `ASC_CDL` in a CLF.
  func decision(_ element: XMLElement) throws(ImportRefusal) -> ColorDecision {
    var decision = ColorDecision(id: element["id"])
    decision.descriptions = Self.descriptions(of: element)
    if let node = try child("SOPNode", of: element) {
      try expectChildren(Self.remarks.union(["Slope", "Offset", "Power"]), of: node)
      decision.descriptions += Self.descriptions(of: node)
      if let slope = try child("Slope", of: node) { decision.slope = SIMD3(try numbers(slope, 3)) }
      if let offset = try child("Offset", of: node) { decision.offset = SIMD3(try numbers(offset, 3)) }
      if let power = try child("Power", of: node) { decision.power = SIMD3(try numbers(power, 3)) }
      guard decision.slope.min() >= 0 else { throw refusal("a slope is 0 or more", node) }
      guard decision.power.min() > 0 else { throw refusal("a power is above 0", node) }
    }
    // The standard writes SatNode, some programs SATNode.
    let nodes = element.children.filter { $0.name == "SatNode" || $0.name == "SATNode" }
    if nodes.count > 1 { throw refusal("<\(nodes[1].name)> is given twice", nodes[1]) }
    if let node = nodes.first {
      try expectChildren(Self.remarks.union(["Saturation"]), of: node)
      decision.descriptions += Self.descriptions(of: node)
      if let saturation = try child("Saturation", of: node) { decision.saturation = try numbers(saturation, 1)[0] }
      guard decision.saturation >= 0 else { throw refusal("a saturation is 0 or more", node) }
    }
    return decision
  }

  /// Descriptive elements, which have no effect on colors.
  static let remarks: Set = ["Description", "InputDescription", "ViewingDescription"]

  private static func descriptions(of element: XMLElement) -> [String] {
    element.children.filter { remarks.contains($0.name) }.map(\.oneLine).filter { !$0.isEmpty }
  }

  /// The corrections of a `.cdl`, `.cc` or `.ccc` file.
  func decisions(_ root: XMLElement) throws(ImportRefusal) -> [ColorDecision] {
    var corrections: [XMLElement] = []
    switch root.name {
    case "ColorCorrection": corrections = [root]
    case "ColorCorrectionCollection":
      try expectChildren(Self.remarks.union(["ColorCorrection"]), of: root)
      corrections = root.children("ColorCorrection")
    case "ColorDecisionList":
      try expectChildren(Self.remarks.union(["ColorDecision"]), of: root)
      for decision in root.children("ColorDecision") {
        // A MediaRef says which shot it is for; a ColorCorrectionRef, that the numbers are in another file.
        try expectChildren(Self.remarks.union(["ColorCorrection", "MediaRef"]), of: decision)
        corrections += decision.children("ColorCorrection")
      }
    default: throw refusal("<\(root.name)> is the root of no color decision list", root)
    }
    guard !corrections.isEmpty else { throw refusal("<\(root.name)> holds no correction", root) }
    var decisions: [ColorDecision] = []
    var ids: Set<String> = []
    for correction in corrections {
      try expectChildren(Self.remarks.union(["SOPNode", "SatNode", "SATNode"]), of: correction)
      let decision = try decision(correction)
      if let id = decision.id, !ids.insert(id).inserted {
        throw refusal("two corrections have the id '\(id)'", correction)
      }
      decisions.append(decision)
    }
    return decisions
  }
}
