import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

/// A look cut into passes at its spatial steps. It is the same for every shading language.
///
/// ```
///  photo ─ premultiplied ──── blur ────┐
///     └────────────────────────────────┴─ result        three passes: two are drawn, one is a filter
/// ```
///
/// A pass produces one picture, which later passes read: the field of a spatial step, the output of a filter, or the
/// result. Per-pixel values that several passes need are computed in each of them.
struct ShaderPasses {
  let shader: ShaderProgram

  /// In order: each after the passes that it reads; the last produces the result.
  private(set) var passes: [ShaderPass] = []

  /// The pass whose picture a spatial step reads.
  private(set) var pictures: [Value: Int] = [:]

  /// The values that earlier passes store for the passes of a rectangle.
  private var stored: [StoredValue: Int] = [:]

  /// The most pictures of other passes that one pass reads, so that photo, plates, tables and texts find room among 16.
  static let mostPictures = 11

  /// Uniform values, which the host computes once instead of a shader at each pixel.
  let hostValues: Set<Value>

  /// The lines of text, each once.
  private(set) var lines: [TextLine] = []

  /// The curves and the names of their functions, each once.
  private(set) var curves: [(name: String, curve: MonotoneCurve)] = []

  /// The names of the parameters, as those of uniforms, by position.
  let uniforms: [String]

  /// The names of the pictures besides the photo, as those of samplers.
  let inputs: [String]

  private var names = AuthorNames()

  /// Whether the pictures of passes are stored. Otherwise each pass is a function of a pixel, and a filter is one pass.
  private let storesPictures: Bool

  struct TextLine: Hashable {
    let text: Value
    let lettering: Lettering
  }

  private struct StoredValue: Hashable {
    let value: Value
    let bounds: Value
  }

  /// - Parameters:
  ///   - hasHost: whether a host computes what is the same at all pixels.
  ///   - storesPictures: whether the pictures of passes are stored.
  init(_ shader: ShaderProgram, hasHost: Bool, storesPictures: Bool = true) {
    (self.shader, self.storesPictures) = (shader, storesPictures)
    let program = shader.program
    hostValues = hasHost ? program.worthComputingOnce : []
    uniforms = names.names(.parameter, program.parameters.map(\.name))
    inputs = names.names(.picture, program.pictures.map(\.name))
    let isReached = program.reached
    for (index, instruction) in program.instructions.enumerated() where isReached[index] {
      switch instruction.operation {
      case .letters(let lettering):
        let line = TextLine(text: instruction.operands[0], lettering: lettering)
        if !lines.contains(line) { lines.append(line) }
      case .curve(let points):
        guard let curve = MonotoneCurve(points), !curves.contains(where: { $0.curve == curve }) else { continue }
        curves.append((names.name(.curve, program.labels[Value(index)] ?? "\(curves.count + 1)"), curve))
      default: break
      }
    }
    for (index, instruction) in program.instructions.enumerated() where isReached[index] {
      guard case .spatial(let operation) = instruction.operation else { continue }
      let (value, bounds) = (Value(index), instruction.operands[instruction.operands.count - 1])
      let fields = instruction.operands.prefix(operation.fieldCount).map { draw($0, in: bounds) }
      switch operation.reading {
      case .elsewhere: pictures[value] = fields[0]
      case .around(let filter):
        let label = program.labels[value] ?? passes[fields[0]].label + "_" + filter.name
        let amounts = instruction.operands.dropFirst(fields.count).prefix(filter.amounts.count)
        add(label, filter, fields, Array(amounts), bounds, instruction.type.width)
        pictures[value] = passes.count - 1
      }
    }
    let drawing = drawing(program.output.color, in: program.output.bounds)
    let name = ShaderPass.resultName
    passes.append(ShaderPass(name: name, label: name, work: drawing, bounds: program.output.bounds, channels: 4))
  }

  /// The passes of a filter; the last one has its label.
  private mutating func add(
    _ label: String, _ filter: FieldFilter, _ fields: [Int], _ amounts: [Value], _ bounds: Value, _ channels: Int
  ) {
    switch filter.shading {
    case .stages(let stages) where storesPictures:
      let first = passes.count
      for (number, stage) in stages.enumerated() {
        let read = stage.reads.map { _, origin in
          switch origin {
          case .field(let field): fields[field]
          case .stage(let stage): first + stage
          }
        }
        let work: ShaderPass.Work =
          switch stage.work {
          case .shader: .stage(stage, filter, of: read, amounts)
          case .filter(let part, let amount): .filter(part, of: read, [amounts[amount]])
          }
        add(number == stages.count - 1 ? label : label + "_" + stage.name, work, bounds, channels)
      }
    case .byRuntime, .stages: add(label, .filter(filter, of: fields, amounts), bounds, channels)
    }
  }

  /// The pass that draws a value in a rectangle.
  private mutating func draw(_ value: Value, in bounds: Value) -> Int {
    if let known = stored[StoredValue(value: value, bounds: bounds)] { return known }
    if let known = pictures[value], passes[known].bounds == bounds, !shader.program[value].readsElsewhere {
      return known
    }
    let drawing = drawing(value, in: bounds)
    let label = shader.program.labels[value] ?? "\(passes.count + 1)"
    add(label, drawing, bounds, shader.program[value].type.width)
    stored[StoredValue(value: value, bounds: bounds)] = passes.count - 1
    return passes.count - 1
  }

  private mutating func add(_ label: String, _ work: ShaderPass.Work, _ bounds: Value, _ channels: Int) {
    passes.append(
      ShaderPass(name: names.name(.pass, label), label: label, work: work, bounds: bounds, channels: channels))
  }

  /// The per-pixel values of a pass. If it reads too many pictures, a part of it becomes a separate pass.
  private mutating func drawing(_ value: Value, in bounds: Value) -> ShaderPass.Work {
    while let part = crowdedPart(of: value, in: bounds) { _ = draw(part, in: bounds) }
    return .draw(PixelValues(value, self, in: bounds))
  }

  /// If a pass reads too many pictures: the value at which to cut it, so that its operands read as many as allowed.
  private func crowdedPart(of result: Value, in bounds: Value) -> Value? {
    let program = shader.program
    let live = PixelValues(result, self, in: bounds)
    guard live.pictures.count > Self.mostPictures else { return nil }
    var read: [Value: Set<Int>] = [:]
    for value in live.order {
      var pictures: Set<Int> = live.found[value].map { [$0] } ?? []
      for operand in program.operandsHere(of: value) where live.found[value] == nil || program[value].readsElsewhere {
        pictures.formUnion(read[operand] ?? [])
      }
      read[value] = pictures
    }
    let parts = live.order.filter { value in
      let isNumber = program[value].type.isNumeric && program[value].rate == .varying && value != result
      return isNumber && (2...Self.mostPictures).contains(read[value]?.count ?? 0)
    }
    return parts.max { (read[$0]?.count ?? 0, $0) < (read[$1]?.count ?? 0, $1) }
  }

  /// The values of the last pass.
  var result: PixelValues? {
    if case .draw(let values) = passes.last?.work { values } else { nil }
  }

  /// How many passes read the picture of one.
  func uses(of pass: ShaderPass) -> Int {
    passes.count { reader in
      switch reader.work {
      case .draw(let values): values.pictures.contains { passes[$0].name == pass.name }
      case .filter(_, let of, _), .stage(_, _, let of, _): of.contains { passes[$0].name == pass.name }
      }
    }
  }

  /// The sources that a pass reads at its pixel: its rectangle lies within all of them.
  func sources(of pass: ShaderPass) -> [Int] {
    switch pass.work {
    case .filter(_, let of, _), .stage(_, _, let of, _): sources(of: passes[of[0]])
    case .draw(let values):
      (0...inputs.count).filter { number in
        values.order.contains { shader.program[$0].operation == .source(number) }
      }
    }
  }

  /// The pass whose picture holds a value, which is then read instead of computed.
  func place(of value: Value, in bounds: Value) -> Int? {
    pictures[value] ?? stored[StoredValue(value: value, bounds: bounds)]
  }
}

/// A pass: how the pixels of one picture are made.
struct ShaderPass {
  enum Work {
    /// Pixel by pixel.
    case draw(PixelValues)
    /// A filter of the pictures of earlier passes by amounts, which the runtime knows.
    case filter(FieldFilter, of: [Int], [Value])
    /// A part of a filter, by its shader.
    case stage(ShaderStage, FieldFilter, of: [Int], [Value])
  }

  /// A name that no other pass has, and that a shader may use.
  let name: String

  /// What the author calls it, or its number.
  let label: String
  let work: Work

  /// The rectangle, in pixels of the photo.
  let bounds: Value

  /// 1 to 4.
  let channels: Int

  /// The name of the last pass.
  static let resultName = "result"
}

/// The values that one pass computes at a pixel.
struct PixelValues {
  let result: Value

  /// The values, operands first.
  let order: [Value]

  /// How often each is read.
  let uses: [Value: Int]

  /// For each value that is read from an earlier pass or sampled from one: the index of that pass.
  let found: [Value: Int]

  /// Those passes, each once.
  let pictures: [Int]

  /// The values that the host computes.
  let hosted: [Value]

  init(_ result: Value, _ passes: ShaderPasses, in bounds: Value) {
    let program = passes.shader.program
    var (uses, found): ([Value: Int], [Value: Int]) = ([result: 1], [:])
    var open = [result]
    var seen: Set<Value> = [result]
    while let value = open.popLast() {
      found[value] = value == result ? passes.pictures[value] : passes.place(of: value, in: bounds)
      guard found[value] == nil || program[value].readsElsewhere, !passes.hostValues.contains(value) else { continue }
      for operand in program.operandsHere(of: value) {
        uses[operand, default: 0] += 1
        if seen.insert(operand).inserted { open.append(operand) }
      }
    }
    (self.result, self.uses, self.found) = (result, uses, found)
    order = seen.sorted()
    pictures = Set(found.values).sorted()
    hosted = order.filter(passes.hostValues.contains)
  }
}

extension Instruction {
  /// Whether it reads a field at a place that is computed at each pixel.
  var readsElsewhere: Bool { sample != nil }

  /// How it reads a field at such a place; nil for other instructions.
  var sample: Sample? {
    guard case .spatial(let operation) = operation, case .elsewhere(let sample) = operation.reading else { return nil }
    return sample
  }
}

extension Program {
  /// The uniform values of some steps, if they depend only on numbers.
  fileprivate var worthComputingOnce: Set<Value> {
    var steps: [Int?] = []
    var worth: Set<Value> = []
    for (index, instruction) in instructions.enumerated() {
      guard instruction.rate == .uniform else {
        steps.append(nil)
        continue
      }
      switch instruction.operation {
      case .constant, .parameter, .sourceBounds, .frame, .curve: steps.append(0)
      case .shot, .measured, .interpolate, .source, .noise, .position, .letters, .spatial: steps.append(nil)
      case .component, .construct:
        let below = instruction.operands.map { steps[$0.index] }
        steps.append(below.contains(nil) ? nil : below.reduce(0) { $0 + ($1 ?? 0) })
      case .evaluate, .lookup, .cubics, .text, .apply, .lane, .intersect:
        let below = instruction.operands.map { steps[$0.index] }
        steps.append(below.contains(nil) ? nil : below.reduce(1) { min($0 + ($1 ?? 0), 1000) })
        let isNumber = instruction.type.isNumeric || instruction.type.isQuantity && instruction.type.width == 1
        if let count = steps[index], count >= Self.fewestSteps, isNumber { worth.insert(Value(index)) }
      }
    }
    return worth
  }

  /// Fewer steps than this stay in the shader, which is easier to read.
  private static var fewestSteps: Int { 3 }

  /// The operands that are computed at the same pixel: of a spatial step, the place.
  fileprivate func operandsHere(of value: Value) -> Operands {
    let instruction = self[value]
    guard case .spatial = instruction.operation else { return instruction.operands }
    return instruction.readsElsewhere ? [instruction.operands[1]] : []
  }
}
