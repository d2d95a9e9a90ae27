import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// The control of a parameter in the panel of DaVinci Resolve, and the code that reads its value.
struct DCTLControl {
  /// The lines that define it.
  let definition: [String]

  /// The statements that compute the parameter's value, if it is more than the control's own number.
  let value: [String]

  /// A box for where the photo's own noise starts.
  static let photoSeed = DCTLControl(
    definition: ["DEFINE_UI_PARAMS(photoSeed, Photo seed, DCTLUI_VALUE_BOX, 0)"], value: [])

  /// The control of a parameter, by position, for a value of a name.
  init(_ index: Int, _ uniform: String, of configured: ConfiguredLook) {
    let parameter = configured.look.parameters[index]
    let panel = Panel(
      parameter, configured.look.parameters.labelInPanel(of: index), uniform, configured.values[index])
    let tip = (parameter.documentation ?? "").split(separator: "\n").joined(separator: " ")
    definition =
      panel.lines + (tip.isEmpty ? [] : panel.labels.map { "DEFINE_UI_TOOLTIP(\($0), \(tip.asPlainLiteral))" })
    value = panel.value.map { [$0] } ?? []
  }

  private init(definition: [String], value: [String]) { (self.definition, self.value) = (definition, value) }
}

/// The lines of one parameter.
private struct Panel {
  private let parameter: Parameter

  /// The value's name. Controls that are only a part of it have a word in front.
  private let uniform: String
  private(set) var lines: [String] = []
  private(set) var labels: [String] = []
  private(set) var value: String?

  init(_ parameter: Parameter, _ text: String, _ uniform: String, _ value: [Double]) {
    (self.parameter, self.uniform) = (parameter, uniform)
    let label = text.asMacroLabel
    // Letters that a macro cannot have would be holes in a word.
    let isWhole = text.unicodeScalars.allSatisfy { $0.isASCII || !$0.properties.isAlphabetic }
    let shown = label.isEmpty || !isWhole ? parameter.name : label
    let unit = parameter.unit?.asMacroLabel ?? ""
    let title = unit.isEmpty ? shown : "\(shown) in \(unit)"
    switch parameter.type {
    case .bool: add(uniform, title, "DCTLUI_CHECK_BOX, \(value[0] != 0 ? 1 : 0)")
    case .choice:
      let choices = parameter.choices.indices.map { "choice\($0)_" + uniform }
      let titles = parameter.choices.joined(separator: ", ")
      add(
        uniform, title, "DCTLUI_COMBO_BOX, \(Int(value[0])), { \(choices.joined(separator: ", ")) }, { \(titles) }")
    // A seed below 0 is the photo's own, which a video does not have.
    case .seed: add(uniform, title, "DCTLUI_VALUE_BOX, \(max(Int(value[0]), 0))")
    case .rgb, .rgba:
      let codes = value.prefix(3).map { $0.shaderText + "f" }.joined(separator: ", ")
      add("color_" + uniform, title, "DCTLUI_COLOR_PICKER, \(codes)")
      var lanes = ["r", "g", "b"].map { "color_\(uniform).\($0)" }
      if value.count > 3 { lanes.append(slider("alpha_" + uniform, title + " alpha", value[3], in: 0...1)) }
      vector(lanes)
    case .vec2:
      vector(zip(["x", "y"], value).map { lane, number in slider("\(lane)_\(uniform)", "\(title) \(lane)", number) })
    case .length:
      let used = value.indices.filter { value[$0] != 0 }
      vector(
        value.indices.map { lane in
          if used.count > 1 { return slider("lane\(lane)_\(uniform)", "\(title) \(lane)", value[lane]) }
          return lane == used.first ?? 0 ? slider("number_" + uniform, title, value[lane]) : "0.0f"
        })
    default:
      let factor = parameter.inUnit(1)
      guard factor != 1 else {
        _ = slider(uniform, title, value[0])
        return
      }
      let shown = slider("shown_" + uniform, title, value[0], times: factor)
      self.value = "float \(uniform) = \(shown) / \(factor.shaderText)f;"
    }
  }

  private mutating func add(_ name: String, _ label: String, _ kind: String) {
    labels.append(label)
    lines.append("DEFINE_UI_PARAMS(\(name), \(label), \(kind))")
  }

  private mutating func vector(_ lanes: [String]) {
    value = "float\(lanes.count) \(uniform) = make_float\(lanes.count)(\(lanes.joined(separator: ", ")));"
  }

  /// Adds a slider, or a box if there is no range; returns its name.
  private mutating func slider(
    _ name: String, _ label: String, _ number: Double, in other: ClosedRange<Double>? = nil, times factor: Double = 1
  ) -> String {
    func shown(_ number: Double) -> String { (number * factor).shaderText + "f" }
    guard let range = other ?? parameter.sliderRange ?? parameter.hardRange else {
      add(name, label, "DCTLUI_VALUE_BOX, \(shown(number))")
      return name
    }
    let step = parameter.step ?? (range.upperBound - range.lowerBound) / 100
    let numbers = [number, range.lowerBound, range.upperBound, step].map(shown).joined(separator: ", ")
    add(name, label, "DCTLUI_SLIDER_FLOAT, \(numbers)")
    return name
  }
}
