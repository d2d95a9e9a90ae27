/// A recipe of corrections: the first are the defaults of its parameters, and of several each is a variant.
struct DecisionRecipe {
  /// More variants than a menu can show.
  static let mostDecisions = 1000

  let decisions: [ColorDecision]
  let stem: String
  let source: String

  var text: [UInt8] {
    let first = decisions[0]
    let about = first.descriptions.first ?? "A color decision list."
    let name = decisions.count == 1 ? first.id ?? stem : stem
    return formattedRecipe(
      """
      tintype 1

      \(comments([source] + (decisions.count == 1 ? Array(first.descriptions.dropFirst()) : [])))
      look \(writtenText(name.isEmpty ? stem : name)) {
        about \(writtenText(about))
        tags color, cdl
        working linear-srgb
      }

      param slope: rgb = \(Self.color(first.slope)) "Slope"
      param offset: rgb = \(Self.color(first.offset)) "Offset"
      param power: rgb = \(Self.color(first.power)) "Power"
      param saturation: scalar = \(written(first.saturation)) in 0...\(written(max(4, first.saturation))) "Saturation"

      \(decisions.count == 1 ? "" : variants)
      // Slope, offset, power and saturation work on sRGB codes, and clamp as ASC CDL 1.2 does.
      output decisionList(source, slope, offset, power, saturation)

      """)
  }

  private var variants: String {
    var names: Set<String> = []
    var text = ""
    for (place, decision) in decisions.enumerated() {
      let id = decision.id.flatMap { $0.isEmpty ? nil : $0 } ?? "correction \(place + 1)"
      // Cut to 200 characters, or without an id, two may be called alike.
      let name = names.insert(writtenText(id)).inserted ? id : "\(place + 1): \(id)"
      names.insert(writtenText(name))
      text += comments(decision.descriptions)
      text += """
        variant \(writtenText(name)) {
          slope = \(Self.color(decision.slope))
          offset = \(Self.color(decision.offset))
          power = \(Self.color(decision.power))
          saturation = \(written(decision.saturation))
        }


        """
    }
    return text
  }

  private static func color(_ channels: SIMD3<Double>) -> String { writtenColor((0..<3).map { channels[$0] }) }
}
