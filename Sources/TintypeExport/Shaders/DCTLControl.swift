import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// What a parameter is in the panel of DaVinci Resolve, and how its value comes from there.
struct DCTLControl {
  /// The lines that define it.
  let definition: [String]

  /// The statements that make the value of the parameter, where this is more than the control's own number.
  let value: [String]

  /// The names that both use.
  let names: [String]

  /// A box for where the photo's own noise starts.
  static let photoSeed = DCTLControl(
    definition: ["DEFINE_UI_PARAMS(photoSeed, Photo seed, DCTLUI_VALUE_BOX, 0)"], value: [], names: ["photoSeed"])

  /// The control of a parameter, by position.
  init(_ index: Int, of configured: ConfiguredLook) {
    let parameter = configured.look.parameters[index]
    let panel = Panel(parameter, configured.values[index])
    let documentation = (parameter.documentation ?? "").split(separator: "\n").map { String($0).escapedForDisplay }
    let tip = documentation.joined(separator: " ").replacing("\\", with: "/").replacing("\"", with: "'")
    definition = panel.lines + (tip.isEmpty ? [] : panel.labels.map { "DEFINE_UI_TOOLTIP(\($0), \"\(tip)\")" })
    (value, names) = (panel.value.map { [$0] } ?? [], panel.names)
  }

  private init(definition: [String], value: [String], names: [String]) {
    (self.definition, self.value, self.names) = (definition, value, names)
  }
}

/// The lines of one parameter.
private struct Panel {
  private let parameter: Parameter
  private let uniform: String

  /// What names of controls start with that are not the uniform's own.
  private let base: String
  private(set) var lines: [String] = []
  private(set) var names: [String] = []
  private(set) var labels: [String] = []
  private(set) var value: String?

  init(_ parameter: Parameter, _ value: [Double]) {
    self.parameter = parameter
    (uniform, base) = (ShaderName.uniform(parameter.name), ShaderName.identifier(parameter.name))
    let shown = Self.plain(parameter.label ?? parameter.name)
    let unit = parameter.unit.map(Self.plain) ?? ""
    let label = unit.isEmpty ? shown : "\(shown) in \(unit)"
    switch parameter.type {
    case .bool: add(uniform, label, "DCTLUI_CHECK_BOX, \(value[0] != 0 ? 1 : 0)")
    case .choice:
      let choices = parameter.choices.map { base + "_" + ShaderName.identifier($0) }
      names += choices
      let labels = parameter.choices.map(Self.plain).joined(separator: ", ")
      add(
        uniform, label, "DCTLUI_COMBO_BOX, \(Int(value[0])), { \(choices.joined(separator: ", ")) }, { \(labels) }")
    // A seed below 0 is the photo's own, which a film does not have.
    case .seed: add(uniform, label, "DCTLUI_VALUE_BOX, \(max(Int(value[0]), 0))")
    case .rgb, .rgba:
      let codes = value.prefix(3).map { $0.shaderText + "f" }.joined(separator: ", ")
      add(base + "_color", label, "DCTLUI_COLOR_PICKER, \(codes)")
      var lanes = ["r", "g", "b"].map { "\(base)_color.\($0)" }
      if value.count > 3 { lanes.append(slider(base + "_alpha", label + " alpha", value[3], in: 0...1)) }
      vector(lanes)
    case .vec2:
      vector(zip(["x", "y"], value).map { lane, number in slider("\(base)_\(lane)", "\(label) \(lane)", number) })
    case .length:
      let used = value.indices.filter { value[$0] != 0 }
      vector(
        value.indices.map { lane in
          if used.count > 1 { return slider("\(base)_\(lane)", "\(label) \(lane)", value[lane]) }
          return lane == used.first ?? 0 ? slider(base + "_number", label, value[lane]) : "0.0f"
        })
    default:
      let factor = parameter.inUnit(1)
      guard factor != 1 else {
        _ = slider(uniform, label, value[0])
        return
      }
      let shown = slider(base + "_shown", label, value[0], times: factor)
      self.value = "float \(uniform) = \(shown) / \(factor.shaderText)f;"
    }
  }

  private mutating func add(_ name: String, _ label: String, _ kind: String) {
    names.append(name)
    labels.append(label)
    lines.append("DEFINE_UI_PARAMS(\(name), \(label), \(kind))")
  }

  private mutating func vector(_ lanes: [String]) {
    value = "float\(lanes.count) \(uniform) = make_float\(lanes.count)(\(lanes.joined(separator: ", ")));"
  }

  /// A slider, or a box where no range is known; gives back its name.
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

  /// A label: it stands without quotes.
  private static func plain(_ text: String) -> String {
    let shown = text.replacing("%", with: " percent ").unicodeScalars.map { scalar in
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isWord || ".+-".unicodeScalars.contains(scalar) ? Character(scalar) : " "
    }
    return String(shown).split(separator: " ").joined(separator: " ")
  }
}
