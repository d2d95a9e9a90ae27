import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

/// Prints the values of one pass as the statements of a shader.
struct ShaderPrinter {
  let passes: ShaderPasses
  let values: PixelValues
  let dialect: any ShaderDialect

  var shader: ShaderProgram { passes.shader }

  /// The functions that the statements call.
  private(set) var functions: Set<ShaderFunction> = []

  /// The curves that the statements call, by position.
  private(set) var curves: Set<Int> = []

  /// Further functions that the statements call: formulas, functions of single numbers for vectors, and tables.
  var generated: [(name: String, lines: [String])] = []

  /// The stages of tables that are functions.
  private(set) var stages: [(name: String, stage: ColorTable.Stage)] = []

  /// The tables and lines of text that the statements read as pictures.
  private(set) var textures: [ShaderTexture] = []

  /// The names of the values that the host computes.
  private(set) var hosted: [(value: Value, name: String)] = []

  /// One line for each value that has a name.
  private(set) var statements: [String] = []

  private var codes: [Int: ShaderCode] = [:]
  private var names = AuthorNames()
  private var unnamed = 0

  init(_ passes: ShaderPasses, _ values: PixelValues, _ dialect: any ShaderDialect) {
    (self.passes, self.values, self.dialect) = (passes, values, dialect)
    let kept = dialect.refusesInfiniteConstants ? constantsToCompute : []
    for value in values.order {
      let instruction = shader.program[value]
      let label = shader.program.labels[value]
      if passes.hostValues.contains(value) {
        let name = names.name(.setting, label ?? "\(hosted.count + 1)")
        hosted.append((value, name))
        codes[value.index] = ShaderCode(name, lanes: instruction.type.width)
        continue
      }
      var code = code(of: value, instruction)
      if isNamed(value, code, label) || kept.contains(value) {
        let name = label.map { names.name(.value, $0) } ?? numbered()
        statements.append(dialect.statement(dialect.type(instruction.type), name, code))
        code = ShaderCode(name, lanes: instruction.type.width)
      }
      codes[value.index] = code
    }
  }

  /// The value that the shader returns.
  var result: ShaderCode { code(values.result) }

  private func isNamed(_ value: Value, _ code: ShaderCode, _ label: String?) -> Bool {
    let isReadOften = values.uses[value, default: 0] > 1
    switch shader.program[value].operation {
    case .constant, .parameter, .curve, .position, .frame, .sourceBounds, .source, .shot, .measured: return false
    case .component: return label != nil && isReadOften
    default:
      let isLong = code.text.utf8.count > 90 && value != values.result
      return label != nil && code.binding < .postfix || isReadOften || isLong
    }
  }

  /// Gives a name to one operand of each operation on constants, so that the shader computes it at run time.
  private var constantsToCompute: Set<Value> {
    let applied = values.order.map { shader.program[$0] }.compactMap { instruction -> Value? in
      guard case .apply = instruction.operation else { return nil }
      let areConstants = instruction.operands.allSatisfy { operand in
        if case .constant = shader.program[operand].operation { true } else { false }
      }
      return areConstants ? instruction.operands.first : nil
    }
    return Set(applied)
  }

  /// Counted, so that the text does not depend on values that are no part of the result.
  private mutating func numbered() -> String {
    unnamed += 1
    return "t\(unnamed)"
  }

  // MARK: Expressions

  func code(_ value: Value) -> ShaderCode { codes[value.index] ?? ShaderCode("?") }

  func type(_ value: Value) -> ValueType { shader.program[value].type }

  private mutating func code(of value: Value, _ instruction: Instruction) -> ShaderCode {
    let operands = instruction.operands
    let width = instruction.type.width
    if let picture = values.found[value] { return reading(passes.passes[picture].name, instruction) }
    switch instruction.operation {
    case .constant(let numbers):
      if instruction.type == .bool { return ShaderCode(numbers[0] != 0 ? "true" : "false") }
      let codes = numbers.map(dialect.literal)
      if codes.count == 1 { return codes[0] }
      return dialect.construct(.float(width), Set(codes.map(\.text)).count == 1 ? [codes[0]] : codes)
    case .parameter(let index): return ShaderCode(passes.uniforms[index], lanes: width)
    case .source(let number, _): return ShaderCode("stored" + suffix(number), lanes: 4)
    case .sourceBounds(let number): return ShaderCode("bounds" + suffix(number), lanes: 4)
    case .shot: return ShaderCode("photoSeed")
    case .position: return ShaderCode("place", lanes: 2)
    case .frame: return dialect.construct(.float(1), [ShaderCode("frame")])
    case .noise:
      let pixel = dialect.pixel
      return supplied(.noise, [code(operands[0]), ShaderCode("frame"), pixel.column, pixel.row], lanes: 4)
    case .curve: return ShaderCode("")
    case .evaluate: return evaluated(operands, instruction.type)
    case .construct: return dialect.construct(dialect.type(instruction.type), operands.map(code))
    case .component(let lanes): return component(lanes, operands[0])
    case .intersect:
      let corners = zip(["max", "min"], [[0, 1], [2, 3]]).map { function, lanes in
        call(function, operands.map { dialect.lanes(lanes, of: code($0), isColor: false) }, lanes: 2)
      }
      return dialect.construct(.float(4), corners)
    case .apply(let intrinsic): return applied(intrinsic, operands, instruction.type)
    case .lane(let operation): return lane(operation, operands.map(code), width)
    case .letters(let lettering): return lettersCode(operands, lettering)
    case .interpolate: return lookedUp(operands)
    case .spatial, .text, .lookup, .cubics, .measured:
      preconditionFailure("'\(instruction.operation)' is no part of a pass")
    }
  }

  /// The name of a picture besides the photo, as the end of a name.
  private func suffix(_ source: Int) -> String {
    source == 0 ? "" : "_" + passes.inputs[source - 1]
  }

  /// The picture of an earlier pass, at this pixel or at a place.
  private mutating func reading(_ picture: String, _ instruction: Instruction) -> ShaderCode {
    let (name, origin) = (ShaderCode(picture), ShaderCode(ShaderUnit.origin(of: picture)))
    let sample = instruction.sample
    let place = sample.map { _ in code(instruction.operands[1]) }
    if let read = dialect.read(picture, sample?.filter, at: place, lanes: instruction.type.width) { return read }
    let all: ShaderCode
    if let sample, let place {
      let function: ShaderFunction =
        switch sample.filter {
        case .nearest: .nearest
        case .bilinear: .bilinear
        case .bicubic: .bicubic
        }
      all = supplied(function, [name, origin, place], lanes: 4)
    } else {
      all = supplied(.at, [name, .binary(ShaderCode("pixel"), "-", origin, .sum)], lanes: 4)
    }
    let width = instruction.type.width
    return width == 4 ? all : dialect.lanes(Array(0..<width), of: all, isColor: width == 3)
  }

  private mutating func lettersCode(_ operands: Operands, _ lettering: Lettering) -> ShaderCode {
    guard case .constant(let text) = shader.program[operands[0]].operation else {
      preconditionFailure("a text has been settled")
    }
    let number = passes.lines.firstIndex { $0.text == operands[0] && $0.lettering == lettering } ?? 0
    let lines = LetterLine.lines(of: TextLanes.text(of: Array(text)), lettering)
    let numbers = operands.dropFirst().map(code)
    let (height, align) = (numbers[4], numbers[5])
    var x = numbers[0]
    // Where lines are aligned elsewhere than at the anchor, the longest one tells how far away that is.
    if operands[3] != operands[6] {
      let width = dialect.literal(lines.map(\.width).max() ?? 0)
      let part = ShaderCode.binary(align, "-", numbers[2], .sum)
      x = .binary(x, "+", .binary(.binary(part, "*", width, .product), "*", height, .product), .sum)
    }
    let covered = lines.enumerated().map { index, line in
      let name = "letters\(number + 1)" + (index > 0 ? "line\(index + 1)" : "")
      let texture = LetterTexture(line, name: name)
      if !textures.contains(texture.texture) { textures.append(texture.texture) }
      var y = numbers[1]
      if lines.count > 1 {
        let above = ShaderCode.binary(
          numbers[3], "*", dialect.literal(Double(lines.count - 1) * LetterLine.leading), .product)
        let below = ShaderCode.binary(dialect.literal(Double(index) * LetterLine.leading), "-", above, .sum)
        y = .binary(y, "+", .binary(below, "*", height, .product), .sum)
      }
      return supplied(
        .letters,
        [
          ShaderCode(texture.texture.name), ShaderCode("place"), dialect.construct(.float(2), [x, y]),
          dialect.construct(.float(2), [align, numbers[3]]), height, dialect.literal(texture.width),
          dialect.construct(.float(4), texture.box.map(dialect.literal)),
        ])
    }
    return covered.dropFirst().reduce(covered[0]) { call("max", [$0, $1], lanes: 1) }
  }

  private mutating func lookedUp(_ operands: Operands) -> ShaderCode {
    guard case .constant(let position) = shader.program[operands[0]].operation else {
      preconditionFailure("a table has been settled")
    }
    let table = shader.program.tables[Int(position[0])]
    let colors = operands.dropFirst().map(code)
    var color = colors.count == 1 ? colors[0] : dialect.construct(.float(3), Array(colors))
    for (stage, number) in zip(table.stages, 1...) {
      let name = "table\(Int(position[0]) + 1)_\(number)"
      if let text = dialect.function(of: stage, named: name) {
        if !stages.contains(where: { $0.name == name }) { stages.append((name, stage)) }
        color = generatedCall("tt_" + name, [color], lanes: 3) { text }
        continue
      }
      let texture = ShaderTexture(stage, name: name)
      if !textures.contains(where: { $0.name == texture.name }) { textures.append(texture) }
      let lines = [stage.axes.map(\.scale), stage.axes.map(\.offset)].map { numbers in
        dialect.construct(.float(3), numbers.map { dialect.literal(Double($0)) })
      }
      color = supplied(stage.shape == .cube ? .cube : .curves, [ShaderCode(texture.name)] + lines + [color], lanes: 3)
    }
    return color
  }

  /// A function that the language has.
  mutating func call(_ name: String, _ arguments: [ShaderCode], lanes: Int) -> ShaderCode {
    .call(dialect.names[name] ?? name, arguments, lanes: lanes)
  }

  mutating func lanewiseCall(
    _ function: String, as name: String, _ arguments: [ShaderCode], _ lanes: Int
  ) -> ShaderCode {
    generatedCall(name, arguments, lanes: lanes) {
      ShaderFunction.text(calling: function, operands: arguments.count, width: lanes, as: name)
    }
  }

  private mutating func generatedCall(
    _ name: String, _ arguments: [ShaderCode], lanes: Int, text: () -> String
  ) -> ShaderCode {
    if !generated.contains(where: { $0.name == name }) {
      generated.append((name, ShaderText.translated(text(), dialect)))
    }
    return .call(name, arguments, lanes: lanes)
  }

  /// A function that stands in the shader itself.
  private mutating func supplied(_ function: ShaderFunction, _ arguments: [ShaderCode], lanes: Int = 1) -> ShaderCode {
    use(function)
    return .call(function.name, arguments, lanes: lanes)
  }

  mutating func use(_ function: ShaderFunction) {
    for needed in function.needs { use(needed) }
    functions.insert(function)
  }

  private func component(_ lanes: [Int], _ value: Value) -> ShaderCode {
    if type(value).width == 1 {
      return lanes.count == 1 ? code(value) : dialect.construct(.float(lanes.count), [code(value)])
    }
    return dialect.lanes(lanes, of: code(value), isColor: [.rgb, .rgba].contains(type(value)))
  }

  private mutating func evaluated(_ operands: Operands, _ type: ValueType) -> ShaderCode {
    guard case .curve(let points) = shader.program[operands[0]].operation, let curve = MonotoneCurve(points) else {
      preconditionFailure("a curve has points")
    }
    let place = passes.curves.firstIndex { $0.curve == curve } ?? 0
    curves.insert(place)
    let name = passes.curves[place].name
    if type.width == 1 { return .call(name, [code(operands[1])]) }
    return lanewiseCall(name, as: "lanes\(type.width)_\(name)", [code(operands[1])], type.width)
  }
}
