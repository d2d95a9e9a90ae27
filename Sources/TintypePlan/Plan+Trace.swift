import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

extension Plan: CustomStringConvertible {
  /// A readable trace of the plan: number, instruction, effect.
  public var description: String {
    var trace = ["plan \(name): \(registerCount) registers, \(steps.count) steps, \(uniforms.count) uniforms"]
    for (index, table) in colorTables.enumerated() { trace.append("t\(index) = \(table.described)") }
    for (index, function) in functions.enumerated() {
      let (interval, pieces) = (function.interval, function.coefficients.count - 1)
      let kind = function.starts.isEmpty ? "cubics" : "cubics of a curve"
      trace.append("function \(index) = \(pieces) \(kind) from \(Float(interval.lower)) to \(Float(interval.upper))")
    }
    for (index, text) in texts.enumerated() where lines.contains(where: { $0.letters == nil }) {
      trace.append("text \(index) = \(written(text))")
    }
    for (index, line) in lines.enumerated() {
      let place = line.place.map { "u\($0.index)" }.joined(separator: " ")
      let text = line.letters == nil ? "text \(line.text)" : written(texts[line.text])
      trace.append("line \(index) = \(text) in \(line.lettering) at \(place)")
    }
    for (index, uniform) in uniforms.enumerated() { trace.append("u\(index) = \(text(of: uniform))") }
    for (index, field) in fields.enumerated() { trace += text(of: field, index) }
    for (index, step) in steps.enumerated() { trace.append("\(index): \(text(of: step))") }
    trace.append("store \(color.map(text(of:)).joined(separator: " "))")
    trace.append("bounds \(bounds.map { "u\($0.index)" }.joined(separator: " "))")
    return trace.joined(separator: "\n") + "\n"
  }

  private func written(_ text: Text) -> String {
    switch text {
    case .constant(let lanes): TextLanes.text(of: lanes).debugDescription
    case .chosen(let condition, let then, let otherwise): "u\(condition.index) ? text \(then) : text \(otherwise)"
    case .date(let date, let pattern, let locale): "date \(locale.rawValue) text \(date) as text \(pattern)"
    case .number(let slot, let format): "number u\(slot.index) as \(format)"
    case .joined(let text, let next): "text \(text) and text \(next)"
    }
  }

  private func text(of field: Field, _ index: Int) -> [String] {
    let bounds = field.bounds.map { "u\($0.index)" }.joined(separator: " ")
    switch field.content {
    case .filtered(let of, let operation, let amounts):
      let fields = of.map { "field \($0)" }.joined(separator: " ")
      let by = amounts.isEmpty ? "" : " by " + amounts.map { "u\($0.index)" }.joined(separator: " ")
      return ["field \(index) = \(operation.name) of \(fields)\(by), \(field.channels) channels in \(bounds)"]
    case .pass(let pass):
      let head = "field \(index) = pass: \(pass.registerCount) registers, \(pass.steps.count) steps, in \(bounds)"
      return [head] + pass.steps.enumerated().map { "  \($0): \(text(of: $1))" }
        + ["  keep \(pass.results.map(text(of:)).joined(separator: " "))"]
    }
  }

  private func text(of uniform: Uniform) -> String {
    switch uniform {
    case .constant(let number): "\(number)"
    case .truth(let truth): "\(truth)"
    case .parameter(let index, let lane): "parameter \(index) lane \(lane)"
    case .truthParameter(let index): "truth of parameter \(index)"
    case .sourceBounds(let source, let edge):
      "source\(Self.numbered(source)) \(["left", "top", "right", "bottom"][edge])"
    case .frame: "frame"
    case .interpolate(let table, let lane, let slots):
      "\(Self.channels[lane]) of t\(table) at \(slots.map { "u\($0.index)" }.joined(separator: " "))"
    case .lane(let operation, let slots): "\(operation.rawValue) \(slots.map { "u\($0.index)" }.joined(separator: " "))"
    }
  }

  private func text(of step: Step) -> String {
    switch step {
    case .load(let channel, let source, let register):
      "r\(register.index) = load \(Self.channels[channel])\(Self.numbered(source))"
    case .lookup(let channel, let source, let table, let register):
      "r\(register.index) = table \(table) of \(Self.channels[channel])\(Self.numbered(source))"
    case .interpolate(let table, let registers, let operands):
      "\(registers.map { "r\($0.index)" }.joined(separator: " ")) = t\(table) at "
        + operands.map(text(of:)).joined(separator: " ")
    case .cubics(let function, let register, let operand):
      "r\(register.index) = function \(function) of \(text(of: operand))"
    case .noise(let channel, let seed, let register):
      "r\(register.index) = noise \(Self.channels[channel]) of seed u\(seed.index)"
    case .position(let axis, let register): "r\(register.index) = position \(axis == 0 ? "x" : "y")"
    case .letters(let line, let register): "r\(register.index) = letters of line \(line)"
    case .field(let field, let channel, let register): "r\(register.index) = field \(field) channel \(channel)"
    case .sample(let field, let channel, let filter, let x, let y, let register):
      "r\(register.index) = field \(field) channel \(channel) at \(text(of: x)) \(text(of: y)), \(filter.rawValue)"
    case .lane(let operation, let register, let operands):
      "r\(register.index) = \(operation.rawValue) \(operands.map(text(of:)).joined(separator: " "))"
    }
  }

  private func text(of operand: Operand) -> String {
    switch operand {
    case .register(let register): "r\(register.index)"
    case .uniform(let slot): "u\(slot.index)"
    }
  }

  /// A source's number, but for the photo.
  private static func numbered(_ source: Int) -> String { source == 0 ? "" : " \(source)" }

  private static let channels = ["red", "green", "blue", "alpha"]
}
