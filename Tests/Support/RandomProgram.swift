public import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

/// Valid programs drawn from a seed, with every operation and type there is.
public struct RandomProgram {
  /// What the constants of a program are like.
  public enum Numbers: Sendable {
    /// What recipes hold: small, mostly between -1 and 3, so that results stay in sight.
    case everyday
    /// Now and then the ends of the number line: huge, tiny, infinite, negative zero.
    case awkward
  }

  private var random: SplitMix64
  private let numbers: Numbers
  private var parameters: [Parameter] = []
  private var tables: [ColorTable] = []
  private var pictures: [PlacedPicture] = []
  private var builder = ProgramBuilder()
  private let isLowered: Bool
  private var isPlain = false

  private init(seed: UInt64, _ numbers: Numbers, isLowered: Bool) {
    random = SplitMix64(seed: seed)
    (self.numbers, self.isLowered) = (numbers, isLowered)
  }

  /// Draws a program.
  ///
  /// - Parameters:
  ///   - seed: equal seeds give equal programs.
  ///   - numbers: what constants are like.
  ///   - steps: how many values are drawn, besides the constants and parts they need.
  ///   - spatialSteps: how many of them look beyond their pixel.
  ///   - pictures: how many pictures there are besides the photo.
  ///   - isLowered: whether there are also instructions of the tile machine, which no recipe has.
  ///   - isPlain: whether all rectangles are the photo's, and all that look beyond their pixel are small blurs.
  public static func make(
    seed: UInt64, _ numbers: Numbers = .everyday, steps: Int = 30, spatialSteps: Int = 0, pictures: Int = 0,
    isLowered: Bool = true, isPlain: Bool = false
  ) -> Program {
    var draw = RandomProgram(seed: seed, numbers, isLowered: isLowered)
    draw.isPlain = isPlain
    draw.pictures = (0..<pictures).map { PlacedPicture(name: "picture \($0)", isData: $0 % 2 == 1) }
    draw.drawTables()
    for type in ValueType.primitives { draw.declareParameter(type) }
    _ = draw.builder.source()
    for step in 0..<steps {
      draw.step()
      if spatialSteps > 0, step % (steps / spatialSteps) == 0 { draw.spatialStep() }
      if pictures > 0, step % 7 == 3 { draw.placedPicture() }
    }
    return draw.finished(name: "random \(seed)")
  }

  // MARK: Values

  private mutating func step() {
    let value =
      switch Int.random(in: 0..<24, using: &random) {
      case 0: constant(anyType())
      case 1: parameter()
      case 2: builder.noise(seed: seed())
      case 3, 4: construct(pick([.vec2, .rgb, .rgba, .rect]))
      case 5, 6: component()
      case 7: builder.intersect(uniformRect(), uniformRect())
      case 8, 9: isLowered ? lane() : intrinsic()
      case 10: builder.evaluate(builder.curve(curvePoints()), at: value(of: pick([.scalar, .rgb])))
      case 11: builder.position()
      case 12: builder.frame()
      case 15: shot()
      case 14: letters()
      case 13: builder.interpolate(value(of: .lut), at: value(of: .rgb))
      default: intrinsic()
      }
    if chance(1, of: 6) { builder.label(value, pick(["lit", "gray", "a \"b\" \\ c", "zwei\nZeilen", "ü %7: 1"])) }
  }

  private mutating func shot() -> Value {
    let field = pick([ShotField.iso, .aperture, .flash])
    let known = value(of: field.type) { $0.rate == .uniform }
    return builder.shot(field, fallback: chance(1, of: 2) ? known : nil)
  }

  private mutating func spatialStep() {
    let field = value(of: pick([.scalar, .rgb, .rgba])) { $0.rate == .varying }
    if isPlain {
      _ = builder.spatial(.blur, field, builder.constant(pick([0.3, 1, 2.5, 4])), in: builder.sourceBounds())
      return
    }
    let bounds = chance(1, of: 2) ? builder.sourceBounds() : smallRect()
    if chance(1, of: 2) {
      let sigma = chance(1, of: 4) ? builder.frame() : builder.constant(pick([0.3, 1, 2.5, 4, 7.5, 9, 33, 500]))
      if chance(1, of: 4) {
        let others = (0..<pick([1, 2])).map { _ in builder.constant(pick([0.3, 2.5, 9, 40])) }
        let weights = (0...others.count).map { _ in Float(pick([1, -0.5, 1.59, 0.25])) }
        _ = builder.spatial(.blurs(weights), [field], Operands([sigma] + others), in: bounds)
      } else {
        _ = builder.spatial(.blur, field, sigma, in: bounds)
      }
      return
    }
    if chance(1, of: 3) {
      let radius = chance(1, of: 4) ? builder.frame() : builder.constant(pick([0.3, 0.5, 1, 2.4, 4, 6.5]))
      _ = builder.spatial(.median, field, radius, in: bounds)
      return
    }
    if chance(1, of: 3) {
      let radius = chance(1, of: 4) ? builder.frame() : builder.constant(pick([0.3, 0.5, 1, 2.4, 4, 9, 130]))
      _ = builder.spatial(pick([.erode, .dilate]), field, radius, in: bounds)
      return
    }
    if chance(1, of: 4) {
      let guide = value(of: builder[field].type) { $0.rate == .varying }
      let amounts: Operands = [builder.constant(pick([0.1, 0.8, 3, 9])), builder.constant(pick([0.001, 0.1, 5]))]
      _ = builder.spatial(.guidedFilter, [field, chance(1, of: 2) ? field : guide], amounts, in: bounds)
      return
    }
    if chance(1, of: 3) {
      _ = builder.spatial(.convolve(kernel()), [field], [], in: bounds)
      return
    }
    let place = chance(1, of: 4) ? value(of: .vec2) : movedPosition()
    _ = builder.spatial(.sample(pick(SampleFilter.allCases)), field, place, in: bounds)
  }

  private mutating func kernel() -> ConvolutionKernel {
    let (columns, rows) = (pick([1, 3, 3, 5, 9]), pick([1, 3, 3, 7, 9]))
    let weights = (0..<columns * rows).map { _ in pick([0, 0, 1, -1, 0.25, 1.0 / 3, -2.5]) }
    return ConvolutionKernel(columns: columns, weights: weights)!
  }

  /// A picture besides the photo, sometimes blurred, placed elsewhere; rarely at this pixel.
  private mutating func placedPicture() {
    let number = Int.random(in: 1...pictures.count, using: &random)
    let (whole, bounds) = (builder.source(number), builder.sourceBounds(number))
    if chance(1, of: 8) { return }
    var color = builder.component(pick([[0], [3], [0, 1, 2], [0, 1, 2, 3]]), of: whole)
    if chance(1, of: 2) { color = builder.apply(.srgbToLinear, color) }
    if chance(1, of: 3) { color = builder.spatial(.blur, color, builder.constant(pick([0.4, 1.5, 6])), in: bounds) }
    _ = builder.spatial(.sample(pick(SampleFilter.allCases)), color, movedPosition(), in: bounds)
  }

  /// The pixel's place turned, mirrored, scaled and moved: what reaches can be told of.
  private mutating func movedPosition() -> Value {
    let position = builder.position()
    let (x, y) = (builder.component([0], of: position), builder.component([1], of: position))
    return builder.construct(
      (0..<2).map { _ in
        let across = builder.apply(.multiply, x, builder.constant(pick([0, 0.1, 1, -1, 0.5])))
        let down = builder.apply(.multiply, builder.constant(pick([0, 1, 1, 2, -1, 0.7])), y)
        let sum = builder.apply(.add, across, down)
        return builder.apply(.subtract, sum, builder.constant(pick([0, 0.5, 3, -2.25])))
      }, .vec2)
  }

  private mutating func smallRect() -> Value {
    let (left, top) = (Double.random(in: -2...5, using: &random), Double.random(in: 0...4, using: &random))
    let edges = [left, top, left + .random(in: -1...30, using: &random), top + .random(in: -1...30, using: &random)]
    return builder.constant(edges, .rect)
  }

  private mutating func intrinsic() -> Value {
    let intrinsic = pick(Intrinsic.primitives)
    let type: ValueType = pick([.scalar, .scalar, .vec2, .rgb, .rgb, .rgba])
    let unit = pick(ValueType.primitives.filter(\.isQuantity))
    let isQuantity = chance(1, of: 5)
    var operands: [Value] =
      switch intrinsic.definition.signature {
      case .lanes(let count): (0..<count).map { _ in value(of: chance(1, of: 4) ? .scalar : type) }
      case .linear(let count):
        (0..<count).map { _ in value(of: isQuantity ? unit : chance(1, of: 4) ? .scalar : type) }
      case .product: isQuantity ? [value(of: .scalar), value(of: unit)] : [value(of: type), value(of: .scalar)]
      case .quotient: [value(of: isQuantity ? unit : type), value(of: .scalar)]
      case .blend: [value(of: isQuantity ? unit : type), value(of: isQuantity ? unit : type), value(of: .scalar)]
      case .turn: [value(of: isQuantity ? .angle : type)]
      case .conversion(let unit): [value(of: unit)]
      case .comparison: [value(of: .scalar), value(of: .scalar)]
      case .logic(let count): (0..<count).map { _ in value(of: .bool) }
      case .reduction(let count): (0..<count).map { _ in value(of: type) }
      case .direction, .truths, .matrix: preconditionFailure("\(intrinsic) is composed of others")
      case .choice:
        chance(1, of: 4)
          ? choice(pick(ValueType.primitives.filter { $0.allows(.chosen) }))
          : [value(of: type), value(of: chance(1, of: 4) ? .scalar : type), value(of: .bool)]
      }
    // Equal edges, a difference from itself, a mix of one color.
    if chance(1, of: 5), operands.count > 1, builder[operands[0]].type == builder[operands[1]].type {
      operands[1] = operands[0]
    }
    // Known operands, whose result is not always a number that can be folded.
    if chance(1, of: 8) { operands = operands.map { constant(builder[$0].type) } }
    return builder.apply(intrinsic, Operands(operands))
  }

  /// Two values of one type and a condition. Letters are chosen by one that no rounding decides.
  private mutating func choice(_ type: ValueType) -> [Value] {
    let isLetters = type.isLetters
    let condition = value(of: .bool) { instruction in
      switch instruction.operation {
      case .constant, .parameter, .shot: true
      default: !isLetters
      }
    }
    return [value(of: type), value(of: type), condition]
  }

  private mutating func lane() -> Value {
    let operation = pick(LaneOperation.allCases)
    switch operation {
    case .and, .or, .not: return builder.lane(operation, Operands((0..<operation.arity).map { _ in value(of: .bool) }))
    case .select:
      let type: ValueType = pick([.scalar, .bool])
      return builder.lane(.select, [value(of: .bool), value(of: type), value(of: type)])
    default: return builder.lane(operation, Operands((0..<operation.arity).map { _ in value(of: .scalar) }))
    }
  }

  private mutating func construct(_ type: ValueType) -> Value {
    var parts: [Value] = []
    var room = type.width
    while room > 0 {
      let fitting = ([.scalar, .scalar, .vec2, .rgb] as [ValueType]).filter { $0.width <= room }
      let part = value(of: pick(fitting))
      parts.append(part)
      room -= builder[part].type.width
    }
    return builder.construct(parts, type)
  }

  private mutating func component() -> Value {
    let whole = value(of: pick([.scalar, .vec2, .rgb, .rgba, .rgba, .rect]))
    let width = builder[whole].type.width
    let lanes = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<width, using: &random) }
    let type = ProgramBuilder.type(ofWidth: lanes.count)
    // As it stands, so that passes also meet what the builder would have simplified.
    return builder.add(Instruction(.component(lanes), [whole], type: type, rate: builder[whole].rate))
  }

  /// A value that is there already, mostly a late one, or a constant.
  private mutating func value(of type: ValueType, where isWanted: (Instruction) -> Bool = { _ in true }) -> Value {
    let fitting = builder.instructions.indices.filter {
      builder.instructions[$0].type == type && isWanted(builder.instructions[$0])
    }
    guard !fitting.isEmpty, !chance(1, of: 6) else { return constant(type) }
    return Value(chance(1, of: 2) ? fitting[fitting.count - 1] : pick(fitting))
  }

  /// A constant, or a parameter that may hold any number.
  private mutating func seed() -> Value {
    let uniform = value(of: .scalar) { $0.rate == .uniform }
    return chance(1, of: 2) ? builder.constant(Double(Int.random(in: 0...9, using: &random))) : uniform
  }

  private mutating func uniformRect() -> Value { value(of: .rect) { $0.rate == .uniform } }

  private mutating func parameter() -> Value {
    let index = Int.random(in: parameters.indices, using: &random)
    return builder.parameter(index, parameters[index].type)
  }

  private mutating func constant(_ type: ValueType) -> Value {
    if type == .curve { return builder.curve(curvePoints()) }
    if type == .lut { return builder.constant([tableIndex()], .lut) }
    if type.isLetters { return builder.constant(written(type), type) }
    return builder.constant((0..<type.width).map { _ in type == .bool ? pick([0, 1]) : number() }, type)
  }

  /// A line of letters somewhere near the first pixels.
  private mutating func letters() -> Value {
    if chance(1, of: 3) { _ = builder.apply(.select, Operands(choice(pick([.text, .date])))) }
    let text = chance(1, of: 2) ? value(of: .text) : writtenText()
    let numbers = (0..<6).map { index in
      let near = builder.constant(
        index < 2 ? pick([0, 3.5, 12]) : index == 4 ? pick([0.4, 5, 9, 30]) : pick([0, 0.5, 1]))
      return chance(1, of: 4) ? value(of: .scalar) { $0.rate == .uniform } : near
    }
    // Seldom an outline: its cover is known less well, and what hangs on it can hardly be compared.
    let face = chance(1, of: 8) ? Lettering.font(SampleFont.squares) : .face(pick(LetterFace.allCases))
    return builder.letters(text, face, numbers)
  }

  /// A text made of something else. Of numbers only those whose single precision all engines know.
  private mutating func writtenText() -> Value {
    switch pick([0, 1, 2]) {
    case 0: builder.text(.date(pick(DateLocale.allCases)), [value(of: .date), value(of: .text)])
    case 1: builder.text(.number(pick(NumberFormat.allCases)), [constant(.scalar)])
    default: builder.text(.joined, [value(of: .text), value(of: .text)])
    }
  }

  private mutating func written(_ type: ValueType) -> [Double] {
    if type == .date { return pick([[], [1998, 8, 24, 7, 5, 9], [2024, 2, 29, 23, 59, 59]]) }
    return TextLanes.lanes(of: pick(["", "'yy _M _d", "Xé \"3\"", "8", "a\nbc\n", "yyyy-MM-dd HH:mm", "-1.5:"]))
  }

  /// Two to five points whose x rises.
  private mutating func curvePoints() -> [Double] {
    var x = Double.random(in: -1...0, using: &random)
    return (0..<Int.random(in: 2...5, using: &random)).flatMap { _ -> [Double] in
      x += Double.random(in: 0.1...1, using: &random)
      return [x, Double.random(in: -1...2, using: &random)]
    }
  }

  private mutating func tableIndex() -> Double { Double(Int.random(in: tables.indices, using: &random)) }

  /// A cube, curves, and curves before a cube: small enough to be printed, and one that is not.
  private mutating func drawTables() {
    let forms: [[(ColorTable.Stage.Shape, Int)]] = [
      [(.cube, 3)], [(.curves, 5)], [(.curves, 4), (.cube, 2)], [(.cube, 5)],
    ]
    for (index, form) in forms.enumerated() {
      let stages = form.map { shape, edge in
        let axes = (0..<3).map { _ in
          ColorTable.Axis(
            from: pick([0, 0, -0.5, 0.25]), to: pick([1, 1, 2, 1.5]), edge: edge)!
        }
        let entries = (0..<ColorTable.Stage.entryCount(shape, edge: edge)).map { _ in
          SIMD4<Float>(entryNumber(), entryNumber(), entryNumber(), 0)
        }
        return ColorTable.Stage(shape, edge: edge, axes: axes, entries: entries)!
      }
      tables.append(ColorTable(name: "folder/\"table\" \(index).cube", stages: stages)!)
    }
  }

  private mutating func entryNumber() -> Float {
    chance(1, of: 4) ? pick([0, -0.0, 1, 0.5, 3]) : .random(in: -0.5...1.5, using: &random)
  }

  private mutating func number() -> Double {
    if numbers == .awkward, chance(1, of: 4) {
      return pick([
        .infinity, -.infinity, -0.0, 1e300, -1e300, .leastNonzeroMagnitude, 1e-40, 3.4e38, -3.5e38, 0x1p-126, 0x1p24,
        16_777_217, 65537, -65536,
        0.1 + 0.2, 1 / 3,
      ])
    }
    return chance(1, of: 2)
      ? pick([0, 0, 0, 1, 1, 1, -1, 0.5, 2, 0.25, 0.3, 2.4, 1.055, -0.5])
      : .random(in: -1...3, using: &random)
  }

  private mutating func declareParameter(_ type: ValueType) {
    let value =
      type == .lut
      ? [tableIndex()]
      : type == .curve || type.isLetters
        ? (type == .curve ? curvePoints() : written(type))
        : (0..<type.width).map { _ in type == .bool ? pick([0.0, 1]) : Double.random(in: -1...3, using: &random) }
    var parameter = Parameter(name: "\(type)Value", type: type, defaultValue: value)
    if chance(1, of: 2) { parameter.hardRange = -5...Double.random(in: 3...9, using: &random) }
    if type == .choice { parameter.choices = ["fine", "coarse \"grain\""] }
    if chance(1, of: 2) { parameter.sliderRange = -1...3 }
    if chance(1, of: 2) { parameter.step = 0.01 }
    if chance(1, of: 2) { parameter.unit = "ev" }
    if chance(1, of: 2) { parameter.group = "Light: \"first\"" }
    if chance(1, of: 2) { parameter.label = "How \\ much" }
    if chance(1, of: 2) { parameter.documentation = "One line.\nAnother one, \"quoted\"." }
    parameters.append(parameter)
  }

  // MARK: Output

  private mutating func finished(name: String) -> Program {
    let color = builder.construct((0..<4).map { _ in shownLane() }, .rgba)
    let bounds = bounds()
    return Program(
      name: name, parameters: parameters, tables: tables, pictures: pictures, instructions: builder.instructions,
      labels: builder.labels, output: Program.Output(color: color, bounds: bounds))
  }

  /// Some late scalars together, mostly brought to where they can be stored.
  private mutating func shownLane() -> Value {
    var lane = spatialLane() ?? lateLane()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      lane = builder.apply(.mix, lane, lateLane(), builder.constant(pick([0.5, 0.25, 0.3])))
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return lane
    case 1: return builder.apply(.linearToSrgb, lane)
    case 2: return builder.apply(.multiply, lane, builder.constant(0.25))
    case 3: return builder.apply(.mix, builder.constant(0.5), lane, builder.constant(0.125))
    default: return builder.apply(.smoothstep, builder.constant(-2), builder.constant(4), lane)
    }
  }

  /// A lane of one of the last varying values.
  private mutating func lateLane() -> Value {
    let varying = builder.instructions.indices.filter {
      builder.instructions[$0].rate == .varying && builder.instructions[$0].type.isNumeric
    }
    let whole = Value(varying[max(0, varying.count - Int.random(in: 1...12, using: &random))])
    return builder.component([Int.random(in: 0..<builder[whole].type.width, using: &random)], of: whole)
  }

  /// A lane of a step that looks beyond its pixel, where there is one.
  private mutating func spatialLane() -> Value? {
    let steps = builder.instructions.indices.filter { builder.instructions[$0].operation.readsNeighbors }
    guard !steps.isEmpty else { return nil }
    let step = Value(pick(steps))
    return builder.component([Int.random(in: 0..<builder[step].type.width, using: &random)], of: step)
  }

  /// The source's rectangle, or a smaller one.
  private mutating func bounds() -> Value {
    let whole = builder.sourceBounds()
    guard !isPlain, chance(1, of: 2) else { return whole }
    let inset = [1, 2, -1, -1].map { builder.constant($0) }
    let edges = (0..<4).map { builder.apply(.add, builder.component([$0], of: whole), inset[$0]) }
    return builder.intersect(whole, builder.construct(edges, .rect))
  }

  // MARK: Drawing

  private mutating func anyType() -> ValueType { pick(ValueType.primitives) }

  private mutating func chance(_ count: Int, of total: Int) -> Bool {
    Int.random(in: 0..<total, using: &random) < count
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }
}
