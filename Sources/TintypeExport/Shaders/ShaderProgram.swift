import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeOptimizer
import TintypeSemantics
import TintypeText

/// A look as shaders are written from: values whole, with the author's names, and what the parameters settle settled.
struct ShaderProgram {
  let program: Program

  /// The parameters that stay open, by position.
  let open: [Int]

  /// The parameters whose values are written as numbers.
  let frozen: [Int]

  /// - Parameters:
  ///   - program: of a look.
  ///   - isLinear: whether source and result are linear light, as Core Image has them, instead of sRGB codes.
  ///   - isSplit: whether values are single numbers and the photo is opaque, for languages without operations on
  ///     vectors; the result has three lanes where it is opaque.
  init(
    _ program: Program, values: [[Double]], freezing names: Set<String>, isLinear: Bool, isSplit: Bool = false
  ) {
    var open = Set(
      program.parameters.indices.filter { index in
        program.parameters[index].type.isShaderUniform && !names.contains(program.parameters[index].name)
      })
    var simplified = program.simplified(values: values, open: open, isLinear: isLinear)
    // A condition that is settled removes a branch, and what other conditions choose between shows only then.
    while !open.isDisjoint(with: simplified.parametersThatChoosePasses) {
      open.subtract(simplified.parametersThatChoosePasses)
      simplified = program.simplified(values: values, open: open, isLinear: isLinear)
    }
    if isSplit {
      simplified =
        splitLanes(assumeOpaque(simplified)).withoutReductions
        .simplified(values: values, open: open, isLinear: false).withoutAlphaOfOne
    }
    let isReached = simplified.reached
    let read = Set(
      simplified.instructions.indices.filter { isReached[$0] }.compactMap { index -> Int? in
        if case .parameter(let parameter) = simplified.instructions[index].operation { parameter } else { nil }
      })
    self.program = simplified
    self.open = open.intersection(read).sorted()
    frozen = program.parameters.indices.filter { !open.contains($0) && program.parameters[$0].type != .picture }
  }
}

extension ShaderProgram {
  /// - Parameters:
  ///   - names: of steps to leave out.
  ///   - frozen: of parameters to write as numbers.
  ///   - remaining: the kinds that the program depends on and that the target cannot hold.
  init(
    _ configured: ConfiguredLook, for target: ExportTarget, without names: [String], freezing frozen: [String],
    isLinear: Bool, isSplit: Bool = false, remaining: (ShaderProgram) -> Set<Obstacle.Kind>
  ) throws(ExportRefusal) {
    if let name = frozen.first(where: { name in !configured.look.parameters.contains { $0.name == name } }) {
      throw .unknownParameter(name, meant: nearestName(to: name, among: configured.look.parameters.map(\.name)))
    }
    // Where the result has the photo's size, what its size depends on is settled.
    let sizing = target == .passes ? [] : configured.look.program.parametersOfBounds
    func shader(_ program: Program) -> ShaderProgram {
      ShaderProgram(
        program, values: configured.values, freezing: sizing.union(frozen), isLinear: isLinear, isSplit: isSplit)
    }
    let program = configured.look.program.answered(by: configured.shot)
    let reduced = try ReducedLook(configured, program, without: names, for: target) { remaining(shader($0)) }
    self = shader(reduced.program)
  }

  /// What passes cannot hold: text in a font's outlines, and a text or table that the size of the photo chooses.
  var kindsBeyondPasses: Set<Obstacle.Kind> {
    let isReached = program.reached
    var kinds: Set<Obstacle.Kind> = []
    for (index, instruction) in program.instructions.enumerated() where isReached[index] {
      func isSettled(_ value: Value) -> Bool { if case .constant = program[value].operation { true } else { false } }
      switch instruction.operation {
      case .shot(let field, _) where field != .seed: kinds.insert(.shot)
      case .letters(let lettering):
        if case .font = lettering { kinds.insert(.text) }
        if !isSettled(instruction.operands[0]) { kinds.insert(.text) }
      case .interpolate where !isSettled(instruction.operands[0]): kinds.insert(.tables)
      default: break
      }
    }
    return kinds
  }

  /// What the result depends on besides its color.
  var kinds: Set<Obstacle.Kind> {
    let isReached = program.reached
    return Set(
      program.instructions.indices.filter { isReached[$0] }.compactMap {
        Obstacle.Kind(program.instructions[$0].operation)
      })
  }
}

extension ValueType {
  /// Whether a shader can have a uniform of the type.
  fileprivate var isShaderUniform: Bool {
    switch self {
    case .scalar, .bool, .vec2, .rgb, .rgba, .length, .angle, .ev, .kelvin, .seed, .choice: true
    case .matrix, .rect, .curve, .lut, .picture, .text, .date: false
    }
  }
}

extension Program {
  /// The parameters of conditions, the same at all pixels, whose branches need different passes, texts or tables: left
  /// open, they would cost what both branches cost. Those that choose a text, too: a text is drawn before.
  fileprivate var parametersThatChoosePasses: Set<Int> {
    var parameters: Set<Int> = []
    var seen: Set<Value> = []
    for instruction in instructions where instruction.operation == .apply(.select) {
      let condition = instruction.operands[2]
      guard self[condition].rate == .uniform else { continue }
      let isSeen = !seen.insert(condition).inserted
      guard instruction.type.isLetters || !isSeen && costlySteps(condition, false) != costlySteps(condition, true)
      else { continue }
      for value in cone(of: condition) {
        if case .parameter(let index) = self[value].operation { parameters.insert(index) }
      }
    }
    return parameters
  }

  /// The names of the parameters that the rectangle of the result is computed from.
  fileprivate var parametersOfBounds: Set<String> {
    Set(
      cone(of: output.bounds).compactMap { value in
        if case .parameter(let index) = self[value].operation { parameters[index].name } else { nil }
      })
  }

  /// What the color needs besides arithmetic where a condition holds, or does not. A pass is no larger than the sources
  /// that it reads, so these count.
  private func costlySteps(_ condition: Value, _ holds: Bool) -> Set<Value> {
    cone(of: output.color, where: condition, holds).filter { value in
      switch self[value].operation {
      case .interpolate, .source: true
      case let operation: operation.readsNeighbors || operation.isLetters
      }
    }
  }

  private func cone(of value: Value, where condition: Value? = nil, _ holds: Bool = true) -> Set<Value> {
    var cone: Set<Value> = []
    var open = [value]
    while let value = open.popLast() {
      guard cone.insert(value).inserted else { continue }
      let instruction = self[value]
      if instruction.operation == .apply(.select), instruction.operands[2] == condition {
        open.append(instruction.operands[holds ? 1 : 0])
      } else {
        open += instruction.operands
      }
    }
    return cone
  }

  /// The program with a result of three lanes, if its alpha is 1.
  fileprivate var withoutAlphaOfOne: Program {
    var builder = ProgramBuilder(continuing: instructions)
    let lanes = builder[output.color].operands
    guard builder.isConstruct(output.color), lanes.count == 4, builder.number(lanes[3]) == 1 else { return self }
    var result = self
    result.output.color = builder.construct(Array(lanes.prefix(3)), .rgb)
    result.instructions = builder.instructions
    return result
  }

  /// The program with sums in place of scalar products and lengths.
  fileprivate var withoutReductions: Program {
    var builder = ProgramBuilder(capacity: instructions.count)
    var places: [Value] = []
    func lanes(_ value: Value) -> [Value] {
      builder.isConstruct(value) ? Array(builder[value].operands) : [value]
    }
    for (index, instruction) in instructions.enumerated() {
      var moved = instruction
      moved.operands.rename { places[$0.index] }
      let value: Value
      switch instruction.operation {
      case .apply(.dot):
        value = builder.sumOfProducts(lanes(moved.operands[0]), lanes(moved.operands[1]))
      case .apply(.length) where lanes(moved.operands[0]).count > 1:
        let parts = lanes(moved.operands[0])
        value = builder.apply(.sqrt, builder.sumOfProducts(parts, parts))
      default: value = builder.add(moved)
      }
      if let label = labels[Value(index)] { builder.label(value, label) }
      places.append(value)
    }
    var result = self
    (result.instructions, result.labels) = (builder.instructions, builder.labels)
    result.output.color = places[output.color.index]
    result.output.bounds = places[output.bounds.index]
    return result
  }

  /// The program with its closed parameters bound, constants folded in double precision, and conversions that cancel
  /// removed. Values stay whole: a person reads the result.
  fileprivate func simplified(values: [[Double]], open: Set<Int>, isLinear: Bool) -> Program {
    var builder = ProgramBuilder(capacity: instructions.count)
    var places: [Value] = []
    for (index, instruction) in instructions.enumerated() {
      var moved = instruction
      moved.operands.rename { places[$0.index] }
      if moved.rate == .varying { moved.rate = moved.impliedRate { builder.rate(of: $0) } }
      let value = simplified(moved, values, open, isLinear, &builder)
      if let label = labels[Value(index)] { builder.label(value, label) }
      places.append(value)
    }
    var result = self
    var color = places[output.color.index]
    if isLinear {
      let light = inverse(of: .linearToSrgb, builder.component([0, 1, 2], of: color), &builder)
      color = builder.construct([light, builder.component([3], of: color)], .rgba)
    }
    result.output.color = color
    result.output.bounds = places[output.bounds.index]
    result.instructions = builder.instructions
    result.labels = builder.labels
    return result
  }

  private func simplified(
    _ instruction: Instruction, _ values: [[Double]], _ open: Set<Int>, _ isLinear: Bool,
    _ builder: inout ProgramBuilder
  ) -> Value {
    let operands = instruction.operands
    switch instruction.operation {
    case .parameter(let index) where !open.contains(index):
      if instruction.type == .curve { return builder.curve(values[index]) }
      return builder.constant(Numbers(values[index]), instruction.type)
    case .source(let number) where isLinear && (number == 0 || !pictures[number - 1].isData):
      let light = builder.source(number)
      let code = builder.apply(.linearToSrgb, builder.component([0, 1, 2], of: light))
      return builder.construct([code, builder.component([3], of: light)], .rgba)
    case .shot(.seed, _): return builder.shot(.seed)
    // A blur of one color is this color.
    case .spatial where builder.rate(of: operands[0]) == .uniform: return operands[0]
    case .letters where builder.constant(operands[0])?.isEmpty == true: return builder.constant(0)
    case .component(let lanes): return builder.component(lanes, of: operands[0])
    case .construct: return builder.construct(operands, instruction.type)
    case .intersect: return builder.intersect(operands[0], operands[1])
    case .apply(.select):
      guard let condition = builder.constant(operands[2]) else { break }
      return widened(condition[0] != 0 ? operands[1] : operands[0], instruction.type, &builder)
    case .apply(.srgbToLinear): return inverse(of: .linearToSrgb, operands[0], &builder)
    case .apply(.linearToSrgb): return inverse(of: .srgbToLinear, operands[0], &builder)
    case .apply(.multiply), .apply(.add):
      let idle = instruction.operation == .apply(.add) ? 0.0 : 1
      for (known, other) in [(operands[0], operands[1]), (operands[1], operands[0])]
      where builder.number(known) == idle && builder.type(of: other) == instruction.type { return other }
    case .apply(.mix) where operands[0] == operands[1] && builder.type(of: operands[0]) == instruction.type:
      return operands[0]
    case .apply(.divide) where builder.number(operands[1]) == 1 && builder.type(of: operands[0]) == instruction.type:
      return operands[0]
    case .apply(.radians), .apply(.kelvins), .apply(.number):
      if builder.type(of: operands[0]) == .scalar { return operands[0] }
    default: break
    }
    let known = operands.compactMap { builder.constant($0).map(Array.init) }
    let folds =
      switch instruction.operation {
      case .apply, .dateText: true
      default: false
      }
    if folds, !known.isEmpty, known.count == operands.count,
      let lanes = instruction.meaning(of: known, tables: tables), lanes.allSatisfy(\.isFinite)
    {
      return builder.constant(Numbers(lanes), instruction.type)
    }
    return builder.add(instruction)
  }

  /// A function of a value, or what the value is its inverse of.
  private func inverse(of intrinsic: Intrinsic, _ value: Value, _ builder: inout ProgramBuilder) -> Value {
    if builder[value].operation == .apply(intrinsic) { return builder[value].operands[0] }
    return builder.apply(intrinsic == .linearToSrgb ? .srgbToLinear : .linearToSrgb, value)
  }

  private func widened(_ value: Value, _ type: ValueType, _ builder: inout ProgramBuilder) -> Value {
    guard builder.type(of: value) != type, builder.type(of: value) == .scalar else { return value }
    return builder.construct(Array(repeating: value, count: type.width), type)
  }
}

extension ProgramBuilder {
  /// The sum of the products of two lists of scalars, of which one may stand for all.
  fileprivate mutating func sumOfProducts(_ a: [Value], _ b: [Value]) -> Value {
    let products = (0..<max(a.count, b.count)).map { lane in
      apply(.multiply, a.count == 1 ? a[0] : a[lane], b.count == 1 ? b[0] : b[lane])
    }
    return products.dropFirst().reduce(products[0]) { apply(.add, $0, $1) }
  }
}
