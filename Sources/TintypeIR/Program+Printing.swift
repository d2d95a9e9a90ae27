import TintypeIntrinsics
import TintypeText

extension Program: CustomStringConvertible {
  /// The program as text, one value per line; ``ProgramReader`` reads it back.
  public var description: String {
    var lines = ["program \(quoted(name))"]
    lines += tables.map { $0.text }
    lines += pictures.map { $0.text }
    lines += parameters.map { $0.text }
    for (index, instruction) in instructions.enumerated() {
      let label = labels[Value(index)].map { " \(quoted($0))" } ?? ""
      lines.append(
        "%\(index)\(label): \(instruction.rate.rawValue) \(instruction.type.rawValue) = \(text(of: instruction))")
    }
    lines.append("output \(output.color) in \(output.bounds)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of instruction: Instruction) -> String {
    var words = [instruction.operation.declaration.name]
    if case .cubics(let function) = instruction.operation { words.append(function.text) }
    if case .letters(.font(let font)) = instruction.operation {
      words += [quoted(font.name), String(font.fingerprint, radix: 16)]
    }
    if let number = instruction.operation.sourceNumber, number > 0 { words.append("\(number)") }
    words += instruction.operands.map { $0.description }
    if case .parameter(let index) = instruction.operation { words.append(parameters[index].name) }
    if case .constant(let lanes) = instruction.operation { words += lanes.map({ $0.description }) }
    if let number = instruction.operation.measurement { words.append("\(number)") }
    if case .component(let lanes) = instruction.operation { words += lanes.map(String.init) }
    if case .curve(let numbers) = instruction.operation { words += numbers.map({ $0.description }) }
    if case .lookup(let numbers) = instruction.operation { words += numbers.map({ $0.description }) }
    if case .spatial(.convolve(let kernel)) = instruction.operation {
      words += ["\(kernel.columns)"] + kernel.weights.map { $0.description }
    }
    if case .spatial(.blurs(let weights)) = instruction.operation { words += weights.map { $0.description } }
    return words.joined(separator: " ")
  }
}

extension Value: CustomStringConvertible {
  /// `%` and the index.
  public var description: String { "%\(index)" }
}

extension PlacedPicture {
  /// The picture's line in a program's text.
  fileprivate var text: String {
    "picture \(quoted(name))" + (file.map { " " + quoted($0) } ?? "") + (isData ? " data" : "")
  }
}

extension Parameter {
  /// The parameter's line in a program's text.
  fileprivate var text: String {
    var parts = ["parameter \(name): \(type.rawValue) ="] + defaultValue.map { $0.description }
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
