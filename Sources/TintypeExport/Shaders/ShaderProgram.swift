import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// A look of single pixels as a shader is written from: values whole, with the author's names, and what the parameters
/// settle settled.
struct ShaderProgram {
  let program: Program

  /// The parameters that stay open, by position.
  let open: [Int]

  /// The parameters whose values are written as numbers.
  let frozen: [Int]

  /// Whether each value is part of the result.
  let isLive: [Bool]

  /// How often each value is read by others that are part of the result.
  let uses: [Int]

  /// - Parameters:
  ///   - program: of a look, with nothing in it but one pixel, its place and noise.
  ///   - isLinear: whether source and result are linear light, as Core Image has them, instead of sRGB codes.
  init(_ program: Program, values: [[Double]], freezing names: Set<String>, isLinear: Bool) {
    let settling = program.settlingParameters
    let open = program.parameters.indices.filter { index in
      let parameter = program.parameters[index]
      return parameter.type.isShaderUniform && !settling.contains(index) && !names.contains(parameter.name)
    }
    let simplified = program.simplified(values: values, open: Set(open), isLinear: isLinear)
    let isLive = simplified.reachedByColor
    var uses = [Int](repeating: 0, count: simplified.instructions.count)
    for (index, instruction) in simplified.instructions.enumerated() where isLive[index] {
      for operand in instruction.operands { uses[operand.index] += 1 }
    }
    uses[simplified.output.color.index] += 1
    let read = Set(
      simplified.instructions.indices.filter { isLive[$0] }.compactMap { index -> Int? in
        if case .parameter(let parameter) = simplified.instructions[index].operation { parameter } else { nil }
      })
    (self.program, self.isLive, self.uses) = (simplified, isLive, uses)
    self.open = open.filter(read.contains)
    frozen = program.parameters.indices.filter { !open.contains($0) && program.parameters[$0].type != .picture }
  }

  /// Whether some live operation satisfies a condition.
  func has(_ isWanted: (Operation) -> Bool) -> Bool {
    program.instructions.indices.contains { isLive[$0] && isWanted(program.instructions[$0].operation) }
  }
}

extension ValueType {
  /// Whether a shader can have a uniform of the type.
  fileprivate var isShaderUniform: Bool {
    switch self {
    case .scalar, .vec2, .rgb, .rgba, .angle, .ev, .kelvin: true
    case .bool, .matrix, .rect, .length, .seed, .choice, .curve, .lut, .picture, .text, .date: false
    }
  }
}

extension Program {
  /// The parameters on which conditions depend that are the same at all pixels: they choose which code there is.
  fileprivate var settlingParameters: Set<Int> {
    var parameters: Set<Int> = []
    for instruction in instructions where instruction.operation == .apply(.select) {
      guard self[instruction.operands[2]].rate == .uniform else { continue }
      var open = [instruction.operands[2]]
      while let value = open.popLast() {
        if case .parameter(let index) = self[value].operation { parameters.insert(index) }
        open += self[value].operands
      }
    }
    return parameters
  }

  fileprivate var reachedByColor: [Bool] {
    var isReached = [Bool](repeating: false, count: instructions.count)
    isReached[output.color.index] = true
    for index in instructions.indices.reversed() where isReached[index] {
      for operand in instructions[index].operands { isReached[operand.index] = true }
    }
    return isReached
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
    result.output.bounds = builder.sourceBounds()
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
    case .source(0) where isLinear:
      let light = builder.source()
      let code = builder.apply(.linearToSrgb, builder.component([0, 1, 2], of: light))
      return builder.construct([code, builder.component([3], of: light)], .rgba)
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
    case .apply(.radians), .apply(.kelvins), .apply(.number):
      if builder.type(of: operands[0]) == .scalar { return operands[0] }
    default: break
    }
    let known = operands.compactMap { builder.constant($0).map(Array.init) }
    let folds = if case .apply = instruction.operation { true } else { false }
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
