import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// An open parameter of a hook: numbers that the player sets, and the value that shaders read.
struct HookParameter {
  /// The sections that declare the numbers.
  private(set) var sections: [String] = []

  /// The lines in front of a pass that reads the parameter.
  private(set) var definition: [String] = []

  /// The parameter of a position, as a uniform of a name.
  init(_ index: Int, _ uniform: String, of configured: ConfiguredLook) {
    let (parameter, value) = (configured.look.parameters[index], configured.values[index])
    let title = parameter.label ?? parameter.name
    let range = parameter.hardRange
    func add(_ name: String, _ title: String, _ type: String, _ range: (low: String, high: String)?, _ start: String) {
      sections += ["//!PARAM \(name)", "//!DESC \(title.withoutHookMarks)", "//!TYPE \(type)"]
      if let range { sections += ["//!MINIMUM \(range.low)", "//!MAXIMUM \(range.high)"] }
      sections += [start, ""]
    }
    func number(_ name: String, _ title: String, _ number: Double, times factor: Double = 1) {
      let ends = range.map { (($0.lowerBound * factor).shaderText, ($0.upperBound * factor).shaderText) }
      add(name, title, "float", ends, (number * factor).shaderText)
    }
    func define(_ value: String) { definition.append("#define \(uniform) \(value)") }
    switch parameter.type {
    case .bool:
      add("on_" + uniform, title, "int", ("0", "1"), value[0] != 0 ? "1" : "0")
      define("(on_\(uniform) != 0)")
    case .choice:
      let choices = parameter.choices.enumerated().map { "\($0) \($1)" }.joined(separator: ", ")
      add(
        "index_" + uniform, "\(title): \(choices)", "int", ("0", "\(parameter.choices.count - 1)"), "\(Int(value[0]))")
      define("float(index_\(uniform))")
    case .seed: number(uniform, title, max(value[0], 0))
    case .vec2, .rgb, .rgba:
      let lanes = zip(parameter.type == .vec2 ? ["x", "y"] : ["r", "g", "b", "a"], value).map { lane, part in
        number("\(lane)_\(uniform)", "\(title) \(lane)", part)
        return "\(lane)_\(uniform)"
      }
      define("vec\(lanes.count)(\(lanes.joined(separator: ", ")))")
    case .length:
      let used = value.firstIndex { $0 != 0 } ?? 0
      number("number_" + uniform, title, value[used])
      let lanes = value.indices.map { $0 == used ? "number_\(uniform)" : "0.0" }
      define("vec\(lanes.count)(\(lanes.joined(separator: ", ")))")
    default:
      let factor = parameter.inUnit(1)
      let unit = parameter.unit.map { " in \($0)" } ?? ""
      guard factor != 1 else {
        number(uniform, title + unit, value[0])
        return
      }
      number("shown_" + uniform, title + unit, value[0], times: factor)
      define("(shown_\(uniform) / \(factor.shaderText))")
    }
  }
}
