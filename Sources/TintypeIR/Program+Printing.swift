import TintypeIntrinsics
import TintypeText

extension Program: CustomStringConvertible {
  /// The program as text, one value per line; ``ProgramReader`` reads it back.
  public var description: String {
    var lines = ["program \(quoted(name))"]
    lines += tables.map(\.text)
    lines += parameters.map(\.text)
    for (index, instruction) in instructions.enumerated() {
      let label = instruction.label.map { " \(quoted($0))" } ?? ""
      lines.append(
        "%\(index)\(label): \(instruction.rate.rawValue) \(instruction.type.rawValue) = \(text(of: instruction))")
    }
    lines.append("output \(output.color) in \(output.bounds)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of instruction: Instruction) -> String {
    let operands = instruction.operands.map(\.description)
    switch instruction.operation {
    case .constant(let lanes): return (["constant"] + lanes.map(\.description)).joined(separator: " ")
    case .parameter(let index): return "parameter \(parameters[index].name)"
    case .source: return "source"
    case .sourceBounds: return "source.bounds"
    case .noise: return "noise \(operands[0])"
    case .position: return "position"
    case .frame: return "frame"
    case .curve(let points): return (["curve"] + points.map(\.description)).joined(separator: " ")
    case .lookup(let numbers): return (["lookup", operands[0]] + numbers.map(\.description)).joined(separator: " ")
    case .cubics(let function): return "cubics \(function.text) \(operands[0])"
    case .evaluate: return (["evaluate"] + operands).joined(separator: " ")
    case .interpolate: return (["interpolate"] + operands).joined(separator: " ")
    case .construct: return (["construct"] + operands).joined(separator: " ")
    case .component(let lanes): return "component \(operands[0]) \(lanes.map(String.init).joined(separator: " "))"
    case .apply(let intrinsic): return ([intrinsic.rawValue] + operands).joined(separator: " ")
    case .lane(let operation): return (["lane.\(operation.rawValue)"] + operands).joined(separator: " ")
    case .spatial(let operation): return ([operation.declaration.name] + operands).joined(separator: " ")
    case .dateText: return (["date.text"] + operands).joined(separator: " ")
    case .letters(.face(let face)): return (["letters.\(face.rawValue)"] + operands).joined(separator: " ")
    case .letters(.font(let font)):
      let fingerprint = String(font.fingerprint, radix: 16)
      return (["letters.font", quoted(font.name), fingerprint] + operands).joined(separator: " ")
    case .intersect: return (["intersect"] + operands).joined(separator: " ")
    }
  }
}

extension Value: CustomStringConvertible {
  /// `%` and the index.
  public var description: String { "%\(index)" }
}

extension Parameter {
  /// The parameter's line in a program's text.
  fileprivate var text: String {
    var parts = ["parameter \(name): \(type.rawValue) ="] + defaultValue.map(\.description)
    if let range = hardRange { parts.append("in \(range.lowerBound) \(range.upperBound)") }
    if let range = sliderRange { parts.append("slider \(range.lowerBound) \(range.upperBound)") }
    if let step { parts.append("step \(step)") }
    if !choices.isEmpty { parts.append("of \(choices.map(quoted).joined(separator: " "))") }
    if isDatePattern { parts.append("pattern") }
    for (key, value) in [("unit", unit), ("group", group), ("label", label), ("doc", documentation)] {
      if let value { parts.append("\(key) \(quoted(value))") }
    }
    return parts.joined(separator: " ")
  }
}

/// A string in quotes, with quotes, backslashes and line ends escaped.
func quoted(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": out += "\\\""
    case "\\": out += "\\\\"
    case "\n": out += "\\n"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out + "\""
}
