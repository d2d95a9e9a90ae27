import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeOptimizer
import TintypeRender
import TintypeSemantics
import TintypeText

/// The program that shaders are generated from: values with all lanes and the author's names, with closed parameters
/// folded.
struct ShaderProgram {
  let program: Program

  /// The parameters that stay open, by position.
  let open: [Int]

  /// The parameters whose values are written as numbers.
  let frozen: [Int]

  /// Whether the result would have transparency and is composited over white.
  let isFlattened: Bool

  /// - Parameters:
  ///   - program: of a look.
  ///   - isLinear: whether source and result are linear light, as Core Image has them, instead of sRGB codes.
  ///   - hasAlpha: whether the target has alpha. Otherwise the photo is opaque, and a result that may be transparent is
  ///     composited over white, as in a render.
  ///   - isSplit: whether values are single numbers, except where spatial steps read them, and the photo is opaque, for
  ///     languages without operations on vectors; the result has three lanes where it is opaque.
  init(
    _ program: Program, values: [[Double]], freezing names: Set<String>, isLinear: Bool, hasAlpha: Bool = true,
    isSplit: Bool = false
  ) {
    var open = Set(
      program.parameters.indices.filter { index in
        program.parameters[index].type.isShaderUniform && !names.contains(program.parameters[index].name)
      })
    var simplified = program.simplified(values: values, open: open, isLinear: isLinear)
    // A resolved condition removes a branch, which may resolve further conditions.
    while !open.isDisjoint(with: simplified.parametersThatChoosePasses) {
      open.subtract(simplified.parametersThatChoosePasses)
      simplified = program.simplified(values: values, open: open, isLinear: isLinear)
    }
    var isFlattened = false
    if isSplit || !hasAlpha {
      let split = lowerReductions(splitLanes(assumeOpaque(simplified)))
        .simplified(values: values, open: open, isLinear: false).withoutAlphaOfOne
      isFlattened = !hasAlpha && split[split.output.color].type == .rgba
      if isSplit {
        simplified = split.joiningSteps
      } else if isFlattened {
        simplified = flattenOverWhite(simplified).simplified(values: values, open: open, isLinear: false)
      }
    }
    let isReached = simplified.reached
    let read = Set(
      simplified.instructions.indices.filter { isReached[$0] }.compactMap { index -> Int? in
        if case .parameter(let parameter) = simplified.instructions[index].operation { parameter } else { nil }
      })
    self.program = simplified
    self.isFlattened = isFlattened
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
    _ configured: ConfiguredLook, for form: ExportForm, without names: [String], freezing frozen: [String],
    isLinear: Bool, hasAlpha: Bool = true, isSplit: Bool = false,
    remaining: (ShaderProgram) -> Set<UnsupportedFeature.Kind>
  ) throws(ExportRefusal) {
    if let name = frozen.first(where: { name in !configured.look.parameters.contains { $0.name == name } }) {
      throw .unknownParameter(name, meant: nearestName(to: name, among: configured.look.parameters.map(\.name)))
    }
    // If the result must have the photo's size, the parameters of its size are bound.
    let sizing = form.holdsCrops ? [] : configured.look.program.parametersOfBounds
    func shader(_ program: Program) -> ShaderProgram {
      ShaderProgram(
        program, values: configured.values, freezing: sizing.union(frozen), isLinear: isLinear, hasAlpha: hasAlpha,
        isSplit: isSplit)
    }
    let program = configured.bound.program(for: configured.shot).answered(by: configured.shot)
    let reduced = try ReducedLook(configured, program, without: names, for: form) { remaining(shader($0)) }
    self = shader(reduced.program)
  }

  /// Features that passes do not support: text in a font's outlines, and texts or tables that depend on the photo's
  /// size.
  var kindsBeyondPasses: Set<UnsupportedFeature.Kind> {
    let isReached = program.reached
    var kinds: Set<UnsupportedFeature.Kind> = []
    for (index, instruction) in program.instructions.enumerated() where isReached[index] {
      func isSettled(_ value: Value) -> Bool { if case .constant = program[value].operation { true } else { false } }
      switch instruction.operation {
      case .shot(let field, _) where field != .seed: kinds.insert(.shot)
      case .letters(let lettering):
        if case .font = lettering { kinds.insert(.text) }
        if !isSettled(instruction.operands[0]) {
          let below = program.cone(of: instruction.operands[0]).map { program[$0].operation }
          kinds.insert(below.contains(.frame) ? .frame : below.contains(.sourceBounds()) ? .crop : .text)
        }
      case .interpolate where !isSettled(instruction.operands[0]): kinds.insert(.tables)
      default: break
      }
    }
    return kinds
  }

  /// What the result depends on besides its color.
  var kinds: Set<UnsupportedFeature.Kind> {
    let isReached = program.reached
    return Set(
      program.instructions.indices.filter { isReached[$0] }.compactMap {
        UnsupportedFeature.Kind(program.instructions[$0].operation)
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
  /// The parameters of uniform conditions whose branches need different passes, texts or tables: left open, both
  /// branches would be computed. Also parameters that select a text or are written into one: text is drawn before.
  fileprivate var parametersThatChoosePasses: Set<Int> {
    var parameters: Set<Int> = []
    var seen: Set<Value> = []
    for instruction in instructions where instruction.operation == .apply(.select) {
      let condition = instruction.operands[2]
      guard self[condition].rate == .uniform else { continue }
      let isSeen = !seen.insert(condition).inserted
      guard instruction.type.isLetters || !isSeen && costlySteps(condition, false) != costlySteps(condition, true)
      else { continue }
      parameters.formUnion(parametersBelow(condition))
    }
    for (index, instruction) in instructions.enumerated() {
      if case .text = instruction.operation { parameters.formUnion(parametersBelow(Value(index))) }
    }
    return parameters
  }

  /// The parameters that a value is computed from.
  private func parametersBelow(_ value: Value) -> [Int] {
    cone(of: value).compactMap { if case .parameter(let index) = self[$0].operation { index } else { nil } }
  }

  /// The names of the parameters that the rectangle of the result is computed from.
  fileprivate var parametersOfBounds: Set<String> {
    Set(parametersBelow(output.bounds).map { parameters[$0].name })
  }

  /// The passes, texts, tables and sources that the color needs if a condition is true, or false. Sources matter
  /// because they limit the size of a pass.
  private func costlySteps(_ condition: Value, _ holds: Bool) -> Set<Value> {
    cone(of: output.color, where: condition, holds).filter { value in
      switch self[value].operation {
      case .interpolate, .source: true
      case let operation: operation.readsNeighbors || operation.isLetters
      }
    }
  }

  fileprivate func cone(of value: Value, where condition: Value? = nil, _ holds: Bool = true) -> Set<Value> {
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

  /// The program with closed parameters bound, simplified by the optimizer's rules into a readable form.
  fileprivate func simplified(values: [[Double]], open: Set<Int>, isLinear: Bool) -> Program {
    let bound = bindParameters(self, to: values, leavingOpen: open)
    // Linear light may exceed white, up to the largest half.
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
      if case .source(let number, _) = moved.operation, number == 0 || !pictures[number - 1].isData {
        let light = builder.add(moved)
        let code = builder.apply(.linearToSrgb, builder.component([0, 1, 2], of: light))
        renamed.append(builder.construct([code, builder.component([3], of: light)], .rgba))
      } else {
        renamed.append(builder.add(moved))
      }
    }
    let codes = renamed[output.color.index]
    // A look that ends with an encoding already has its linear light.
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
