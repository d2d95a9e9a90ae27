import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

/// Prints the values of one pass as the statements of a shader.
struct ShaderPrinter {
  let passes: ShaderPasses
  let values: PixelValues
  let dialect: ShaderDialect

  private var shader: ShaderProgram { passes.shader }

  /// The functions that the statements call, with the widest vectors of each.
  private(set) var functions: [ShaderFunction: Set<Int>] = [:]

  /// The curves that the statements call, by the name of their function.
  private(set) var curves: [(name: String, curve: MonotoneCurve, widths: Set<Int>)] = []

  /// The tables and lines of text that the statements read.
  private(set) var textures: [ShaderTexture] = []

  /// The names of the values that the host computes.
  private(set) var hosted: [(value: Value, name: String)] = []

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
  init(_ passes: ShaderPasses, _ values: PixelValues, _ dialect: ShaderDialect, names: Set<String>) {
    (self.passes, self.values, self.dialect) = (passes, values, dialect)
    self.names = names.union(dialect.reserved)
    for index in shader.open { self.names.insert(uniformName(index)) }
    for value in values.order {
      let instruction = shader.program[value]
      let label = shader.program.labels[value]
      if passes.hostValues.contains(value) {
        let name = unique(label ?? "setting\(hosted.count + 1)")
        hosted.append((value, name))
        codes[value.index] = Code(text: name, binding: .postfix)
        continue
      }
      var code = code(of: value, instruction)
      if isNamed(value, code, label) {
        // The photo is not what a shader calls its source.
        let name = label.map { unique($0 == "source" ? "color" : $0) } ?? uniqueNumbered()
        statements.append("\(dialect.type(instruction.type)) \(name) = \(code.text);")
        code = Code(text: name, binding: .postfix)
      }
      codes[value.index] = code
    }
  }

  /// The value that the shader gives back.
  var result: String { codes[values.result.index]?.text ?? "" }

  /// The name of a parameter in the shader.
  func uniformName(_ index: Int) -> String { dialect.uniformName(shader.program.parameters[index].name) }

  private func isNamed(_ value: Value, _ code: Code, _ label: String?) -> Bool {
    let isReadOften = values.uses[value, default: 0] > 1
    switch shader.program[value].operation {
    case .constant, .parameter, .curve, .position, .frame, .sourceBounds, .source, .shot: return false
    case .component: return label != nil && isReadOften
    default: return label != nil && code.binding < .postfix || isReadOften || code.text.utf8.count > 90
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

  private mutating func code(of value: Value, _ instruction: Instruction) -> Code {
    let operands = instruction.operands
    if let picture = values.found[value] { return reading(passes.passes[picture].name, instruction) }
    switch instruction.operation {
    case .constant(let numbers):
      if instruction.type == .bool { return Code(text: numbers[0] != 0 ? "true" : "false", binding: .postfix) }
      let texts = numbers.map(dialect.number)
      if texts.count == 1 { return Code(text: texts[0], binding: numbers[0] < 0 ? .unary : .postfix) }
      let isOne = Set(texts).count == 1
      return call(dialect.vector(max(1, min(4, texts.count))), isOne ? [texts[0]] : texts)
    case .parameter(let index): return Code(text: uniformName(index), binding: .postfix)
    case .source(let number): return Code(text: "stored" + suffix(number), binding: .postfix)
    case .sourceBounds(let number): return Code(text: "bounds" + suffix(number), binding: .postfix)
    case .shot: return Code(text: "photoSeed", binding: .postfix)
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
    case .letters(let lettering): return lettersCode(operands, lettering)
    case .interpolate: return lookedUp(operands)
    case .spatial, .dateText, .lookup, .cubics, .lane:
      preconditionFailure("'\(instruction.operation)' is no part of a pass")
    }
  }

  /// The name of a picture besides the photo, as the end of a name.
  private func suffix(_ source: Int) -> String {
    source == 0 ? "" : "_" + passes.inputs[source - 1]
  }

  /// The picture of an earlier pass, at this pixel or at a place.
  private mutating func reading(_ picture: String, _ instruction: Instruction) -> Code {
    let lanes = ["x", "xy", "rgb", "rgba"][instruction.type.width - 1]
    let part = lanes == "rgba" ? "" : "." + lanes
    guard case .spatial(let operation) = instruction.operation, case .elsewhere(let sample) = operation.reading else {
      use(.at)
      return Code(text: "tt_at(\(picture), pixel - \(picture)_origin)\(part)", binding: .postfix)
    }
    let function: ShaderFunction =
      switch sample.filter {
      case .nearest: .nearest
      case .bilinear: .bilinear
      case .bicubic: .bicubic
      }
    use(function)
    let place = code(instruction.operands[1]).text
    return Code(text: "\(function.name)(\(picture), \(picture)_origin, \(place))\(part)", binding: .postfix)
  }

  private mutating func lettersCode(_ operands: Operands, _ lettering: Lettering) -> Code {
    guard case .constant(let text) = shader.program[operands[0]].operation else {
      preconditionFailure("a text has been settled")
    }
    let number = passes.lines.firstIndex { $0.text == operands[0] && $0.lettering == lettering } ?? 0
    let line = LetterLine(TextLanes.text(of: Array(text)), lettering)
    let texture = LetterTexture(line, name: "letters\(number + 1)")
    if !textures.contains(texture.texture) { textures.append(texture.texture) }
    use(.letters)
    let numbers = operands.dropFirst().map { code($0).text }
    let box = texture.box.map(dialect.number)
    return call(
      "tt_letters",
      [
        texture.texture.name, "place", call(dialect.vector(2), [numbers[0], numbers[1]]).text,
        call(dialect.vector(2), [numbers[2], numbers[3]]).text, numbers[4], dialect.number(texture.width),
        call(dialect.vector(4), box).text,
      ])
  }

  private mutating func lookedUp(_ operands: Operands) -> Code {
    guard case .constant(let position) = shader.program[operands[0]].operation else {
      preconditionFailure("a table has been settled")
    }
    let table = shader.program.tables[Int(position[0])]
    let colors = operands.dropFirst().map { code($0).text }
    var color = colors.count == 1 ? Code(text: colors[0], binding: .choice) : call(dialect.vector(3), colors)
    for (stage, number) in zip(table.stages, 1...) {
      let texture = ShaderTexture(stage, name: "table\(Int(position[0]) + 1)_\(number)")
      if !textures.contains(where: { $0.name == texture.name }) { textures.append(texture) }
      use(stage.shape == .cube ? .cube : .curves)
      let lines = [stage.axes.map(\.scale), stage.axes.map(\.offset)].map { numbers in
        call(dialect.vector(3), numbers.map { dialect.number(Double($0)) }).text
      }
      color = call(stage.shape == .cube ? "tt_cube" : "tt_curves", [texture.name] + lines + [color.text])
    }
    return color
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
    if type(value).width == 1 {
      return lanes.count == 1 ? code(value) : call(dialect.vector(lanes.count), [code(value).text])
    }
    return Code(text: code(value).within(.postfix) + "." + lanes.map { letters[$0] }.joined(), binding: .postfix)
  }

  private mutating func evaluated(_ operands: Operands, _ type: ValueType) -> Code {
    guard case .curve(let points) = shader.program[operands[0]].operation, let curve = MonotoneCurve(points) else {
      preconditionFailure("a curve has points")
    }
    let place = curves.firstIndex { $0.curve == curve } ?? curves.count
    if place == curves.count {
      curves.append((unique("curve" + (shader.program.labels[operands[0]].map { "_" + $0 } ?? "")), curve, []))
    }
    curves[place].widths.insert(type.width)
    return call(curves[place].name, [code(operands[1]).text])
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
    case .abs, .min, .max, .clamp, .sign, .floor, .fract, .mix, .exp, .exp2:
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
    case .sin: return own(.sine)
    case .cos: return own(.cosine)
    case .tan: return own(.tangent)
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
