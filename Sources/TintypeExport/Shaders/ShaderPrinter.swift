import TintypeIR
import TintypeIntrinsics

/// Prints the values of a program as the statements of a shader.
struct ShaderPrinter {
  let shader: ShaderProgram
  let dialect: ShaderDialect

  /// The functions that the statements call, with the widest vectors of each.
  private(set) var functions: [ShaderFunction: Set<Int>] = [:]

  /// The curves that the statements call, by the name of their function.
  private(set) var curves: [(name: String, curve: MonotoneCurve)] = []

  /// One line for each value that has a name.
  private(set) var statements: [String] = []

  private var codes: [Int: Code] = [:]
  private var names: Set<String>
  private var unnamed = 0

  /// An expression, and how tightly it binds.
  struct Code {
    enum Binding: Int, Comparable {
      case choice, or, and, equality, comparison, sum, product, unary, postfix

      static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    let text: String
    let binding: Binding

    func within(_ outer: Binding) -> String { binding < outer ? "(\(text))" : text }
  }

  /// - Parameter names: that the frame of the shader uses.
  init(_ shader: ShaderProgram, _ dialect: ShaderDialect, names: Set<String>) {
    (self.shader, self.dialect) = (shader, dialect)
    self.names = names.union(dialect.reserved)
    for index in shader.open { self.names.insert(uniformName(index)) }
    for index in shader.program.instructions.indices where shader.isLive[index] {
      var code = code(of: shader.program.instructions[index])
      let label = shader.program.labels[Value(index)]
      if isNamed(index, code, label) {
        // The photo is not what a shader calls its source.
        let name = label.map { unique($0 == "source" ? "color" : $0) } ?? uniqueNumbered()
        statements.append("\(dialect.type(shader.program.instructions[index].type)) \(name) = \(code.text);")
        code = Code(text: name, binding: .postfix)
      }
      codes[index] = code
    }
  }

  /// The color that the shader gives back.
  var result: String { codes[shader.program.output.color.index]?.text ?? "" }

  /// The name of a parameter in the shader.
  func uniformName(_ index: Int) -> String {
    let name = Self.identifier(shader.program.parameters[index].name)
    return dialect.reserved.contains(name) ? name + "_" : name
  }

  private func isNamed(_ index: Int, _ code: Code, _ label: String?) -> Bool {
    let instruction = shader.program.instructions[index]
    switch instruction.operation {
    case .constant, .parameter, .curve, .position, .frame, .sourceBounds, .source: return false
    case .component: return label != nil && shader.uses[index] > 1
    default: return label != nil && code.binding < .postfix || shader.uses[index] > 1 || code.text.utf8.count > 90
    }
  }

  /// Counted, so that the text does not depend on values that are no part of the result.
  private mutating func uniqueNumbered() -> String {
    unnamed += 1
    return unique("t\(unnamed)")
  }

  private mutating func unique(_ label: String) -> String {
    let base = Self.identifier(label)
    var name = base
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }

  /// Letters, digits and `_`; a shader allows no two `_` in a row.
  static func identifier(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isWord { out.unicodeScalars.append(scalar) } else if !out.hasSuffix("_") { out += "_" }
    }
    if out.first?.isNumber ?? true { out = "v" + out }
    return out.hasPrefix("gl_") || out.hasPrefix("tt_") ? "v" + out : out
  }

  // MARK: Expressions

  private func code(_ value: Value) -> Code { codes[value.index] ?? Code(text: "?", binding: .postfix) }

  private func type(_ value: Value) -> ValueType { shader.program[value].type }

  /// An operand with as many lanes as the result.
  private func widened(_ value: Value, to width: Int) -> String {
    let own = type(value).width
    return own == width || width == 1 ? code(value).text : "\(dialect.vector(width))(\(code(value).text))"
  }

  private mutating func code(of instruction: Instruction) -> Code {
    let operands = instruction.operands
    switch instruction.operation {
    case .constant(let numbers):
      if instruction.type == .bool { return Code(text: numbers[0] != 0 ? "true" : "false", binding: .postfix) }
      let texts = numbers.map(dialect.number)
      if texts.count == 1 { return Code(text: texts[0], binding: numbers[0] < 0 ? .unary : .postfix) }
      let isOne = Set(texts).count == 1
      return call(dialect.vector(max(1, min(4, texts.count))), isOne ? [texts[0]] : texts)
    case .parameter(let index): return Code(text: uniformName(index), binding: .postfix)
    case .source: return Code(text: "stored", binding: .postfix)
    case .sourceBounds: return Code(text: "bounds", binding: .postfix)
    case .position: return Code(text: "place", binding: .postfix)
    case .frame: return Code(text: "float(frame)", binding: .postfix)
    case .noise:
      use(.noise)
      return call("tt_noise", [code(operands[0]).text, "uint(frame)", "pixel"])
    case .curve: return Code(text: "", binding: .postfix)
    case .evaluate: return evaluated(operands, instruction.type)
    case .construct: return call(dialect.type(instruction.type), operands.map { code($0).text })
    case .component(let lanes): return component(lanes, operands[0])
    case .intersect:
      let (a, b) = (code(operands[0]).within(.postfix), code(operands[1]).within(.postfix))
      return call(dialect.vector(4), ["max(\(a).xy, \(b).xy)", "min(\(a).zw, \(b).zw)"])
    case .apply(let intrinsic): return applied(intrinsic, operands, instruction.type)
    case .spatial, .letters, .dateText, .shot, .interpolate, .lookup, .cubics, .lane:
      preconditionFailure("'\(instruction.operation)' has been refused")
    }
  }

  private func call(_ name: String, _ arguments: [String]) -> Code {
    Code(text: "\(name)(\(arguments.joined(separator: ", ")))", binding: .postfix)
  }

  private mutating func use(_ function: ShaderFunction, width: Int = 1) {
    for needed in function.needs { use(needed) }
    functions[function, default: []].insert(width)
  }

  private func component(_ lanes: [Int], _ value: Value) -> Code {
    let letters = [.rgb, .rgba].contains(type(value)) ? ["r", "g", "b", "a"] : ["x", "y", "z", "w"]
    if type(value).width == 1 { return code(value) }
    return Code(text: code(value).within(.postfix) + "." + lanes.map { letters[$0] }.joined(), binding: .postfix)
  }

  private mutating func evaluated(_ operands: Operands, _ type: ValueType) -> Code {
    guard case .curve(let points) = shader.program[operands[0]].operation, let curve = MonotoneCurve(points) else {
      preconditionFailure("a curve has points")
    }
    let name: String
    if let known = curves.first(where: { $0.curve == curve }) {
      name = known.name
    } else {
      name = unique("curve" + (shader.program.labels[operands[0]].map { "_" + $0 } ?? ""))
      curves.append((name, curve))
    }
    guard type.width > 1 else { return call(name, [code(operands[1]).text]) }
    let inner = code(operands[1]).within(.postfix)
    return call(
      dialect.vector(type.width), ["x", "y", "z", "w"].prefix(type.width).map { "\(name)(\(inner).\($0))" })
  }

  private mutating func applied(_ intrinsic: Intrinsic, _ operands: Operands, _ type: ValueType) -> Code {
    let width = type.width
    func binary(_ symbol: String, _ binding: Code.Binding) -> Code {
      let left = code(operands[0]).within(binding)
      // The order of operations is that of the program, and a sign behind an operator would read as one.
      let tighter = Code.Binding(rawValue: binding.rawValue + 1) ?? .postfix
      let right = code(operands[1])
      let shown = right.text.hasPrefix("-") ? "(\(right.text))" : right.within(tighter)
      return Code(text: "\(left) \(symbol) \(shown)", binding: binding)
    }
    func plain(_ name: String) -> Code { call(dialect.names[name] ?? name, operands.map { widened($0, to: width) }) }
    func own(_ function: ShaderFunction) -> Code {
      use(function)
      if width > 1 { use(function, width: width) }
      return plain(function.name)
    }
    func scaled(_ code: Code, _ factor: Double) -> Code {
      Code(text: "\(code.within(.product)) * \(dialect.number(factor))", binding: .product)
    }
    func text(_ place: Int) -> String { widened(operands[place], to: width) }
    switch intrinsic {
    case .add: return binary("+", .sum)
    case .subtract: return binary("-", .sum)
    case .multiply: return binary("*", .product)
    case .divide: return binary("/", .product)
    case .negate: return Code(text: "-" + code(operands[0]).within(.postfix), binding: .unary)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return binary(intrinsic.spelling, .comparison)
    case .equal, .notEqual: return binary(intrinsic.spelling, .equality)
    case .and: return binary("&&", .and)
    case .or: return binary("||", .or)
    case .not: return Code(text: "!" + code(operands[0]).within(.postfix), binding: .unary)
    case .abs, .min, .max, .clamp, .sign, .floor, .fract, .mix, .exp, .exp2, .sin, .cos, .tan:
      return plain(intrinsic.rawValue)
    case .step: return plain("step")
    case .saturate: return call("clamp", [text(0), filled(0, width), filled(1, width)])
    case .exp10: return call("exp2", [scaled(code(operands[0]), 3.321928094887362).text])
    case .log2: return own(.logarithm)
    case .log: return scaled(own(.logarithm), 0.6931471805599453)
    case .log10: return scaled(own(.logarithm), 0.3010299956639812)
    case .mod: return own(.remainder)
    case .smoothstep: return own(.smooth)
    case .select:
      return Code(
        text: "\(code(operands[2]).within(.or)) ? \(wide(operands[1], width)) : \(wide(operands[0], width))",
        binding: .choice)
    case .sqrt: return own(.root)
    case .pow: return own(.power)
    case .atan2: return own(.angle)
    case .dot:
      let lanes = max(self.type(operands[0]).width, self.type(operands[1]).width)
      if lanes == 1 { return binary("*", .product) }
      return call("dot", operands.map { widened($0, to: lanes) })
    case .length: return call(self.type(operands[0]).width == 1 ? "abs" : "length", [code(operands[0]).text])
    case .srgbToLinear: return own(.decoded)
    case .linearToSrgb: return own(.encoded)
    case .radians, .kelvins, .number: return code(operands[0])
    case .gain: return call("exp2", [code(operands[0]).text])
    case .normalize, .any, .all, .transpose, .inverse: preconditionFailure("no program holds '\(intrinsic)'")
    }
  }

  /// A number in each lane.
  private func filled(_ number: Double, _ width: Int) -> String {
    width == 1 ? dialect.number(number) : "\(dialect.vector(width))(\(dialect.number(number)))"
  }

  /// A branch of a choice.
  private func wide(_ value: Value, _ width: Int) -> String {
    type(value).width == width ? code(value).within(.or) : widened(value, to: width)
  }
}
