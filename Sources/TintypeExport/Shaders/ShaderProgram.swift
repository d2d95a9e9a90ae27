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
        lowerReductions(splitLanes(assumeOpaque(simplified)))
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

  /// The program with its closed parameters bound and by the optimizer's rules, as a person reads it.
  fileprivate func simplified(values: [[Double]], open: Set<Int>, isLinear: Bool) -> Program {
    let bound = bindParameters(self, to: values, leavingOpen: open)
    // Light may pass white, as far as halves go.
    return isLinear
      ? Pipeline.simplified(bound.withLinearSource, source: -65504...65504) : Pipeline.simplified(bound, source: 0...1)
  }

  /// The program for a photo and pictures that are light, with a result that is light.
  private var withLinearSource: Program {
    var builder = ProgramBuilder(capacity: instructions.count)
    var renamed: [Value] = []
    for instruction in instructions {
      var moved = instruction
      moved.operands.rename { renamed[$0.index] }
      if case .source(let number) = moved.operation, number == 0 || !pictures[number - 1].isData {
        let light = builder.add(moved)
        let code = builder.apply(.linearToSrgb, builder.component([0, 1, 2], of: light))
        renamed.append(builder.construct([code, builder.component([3], of: light)], .rgba))
      } else {
        renamed.append(builder.add(moved))
      }
    }
    let codes = renamed[output.color.index]
    // A look that ends by encoding its light has it already.
    let shown = builder.component([0, 1, 2], of: codes)
    let isEncoded = builder[shown].operation == .apply(.linearToSrgb)
    let light = isEncoded ? builder[shown].operands[0] : builder.apply(.srgbToLinear, shown)
    var result = self
    result.labels = labels.renamed { renamed[$0.index] }
    result.output.color = builder.construct([light, builder.component([3], of: codes)], .rgba)
    result.output.bounds = renamed[output.bounds.index]
    result.instructions = builder.instructions
    return result
  }
}
