public import TintypeIntrinsics

/// The ranges of a program's values, over all pictures and all parameter settings.
///
/// Bounds are in exact arithmetic: a caller that removes steps must allow for the executor's roundings. NaN is ignored.
public struct ValueRanges: Sendable {
  /// More than the side of any picture, in pixels.
  public static let longestSide = 0x1p33

  /// An assumption under which a value is analyzed, such as the condition of its branch.
  public struct Assumption: Sendable, Hashable {
    /// A truth value.
    public let condition: Value
    /// Whether the condition is assumed true or false.
    public let holds: Bool

    /// Assumes that a condition is true or false.
    public init(_ condition: Value, holds: Bool) { (self.condition, self.holds) = (condition, holds) }
  }

  /// The inputs of the analysis.
  public struct Givens: Sendable {
    /// The range of each lane of each parameter.
    public var parameters: [[Interval]]
    /// Values with tighter ranges than their instructions imply.
    public var known: [Value: Interval] = [:]
    /// Whether every photo counts as opaque.
    public var isOpaque = false
    /// The colors of a photo that is not light: beyond 0 to 1, if a wide gamut counts.
    public var photo = Interval.unit
    /// The width and height of a photo, in pixels; nil for those of any picture.
    public var sides: Interval?
    /// The points of each curve parameter, by its position.
    public var curves: [Int: [Double]] = [:]

    /// Creates inputs from the parameters' ranges.
    public init(parameters: [[Interval]]) { self.parameters = parameters }
  }

  private let instructions: [Instruction]
  private let givens: Givens
  private var ranges: [[LaneRange]] = []
  /// The constraints on values and roots that the assumptions imply.
  private var constraints = Constraints()

  /// The requested values, and their dependencies.
  private var isWanted: [Bool]

  /// Analyzes all values of some instructions.
  public init(of instructions: [Instruction], _ givens: Givens) {
    (self.instructions, self.givens) = (instructions, givens)
    isWanted = [Bool](repeating: true, count: instructions.count)
    run()
  }

  /// Analyzes some values and their dependencies; the others stay unknown.
  public init(of instructions: [Instruction], _ givens: Givens, for values: [Value]) {
    (self.instructions, self.givens) = (instructions, givens)
    isWanted = [Bool](repeating: false, count: instructions.count)
    for value in values { isWanted[value.index] = true }
    for index in instructions.indices.reversed() where isWanted[index] {
      for operand in instructions[index].operands { isWanted[operand.index] = true }
    }
    run()
  }

  /// The ranges under assumptions; nil if these contradict each other.
  public func assuming(_ assumptions: [Assumption]) -> ValueRanges? {
    var result = self
    for assumption in assumptions {
      guard let more = constraints(of: assumption.condition, assumption.holds), result.constraints.add(more) else {
        return nil
      }
    }
    result.ranges = []
    result.run()
    return result
  }

  /// The ranges of the lanes of a value; empty for a curve.
  public subscript(value: Value) -> [Interval] { ranges[value.index].map { $0.bounds } }

  /// A range that contains all lanes of a value.
  public func bounds(of value: Value) -> Interval {
    ranges[value.index].dropFirst().reduce(ranges[value.index].first?.bounds ?? .everything) { $0.union($1.bounds) }
  }

  /// Whether a value was analyzed, and is not 0.
  public func isNotZero(_ value: Value) -> Bool { constraints.nonzero.contains(value) }

  /// Whether a value is the same number for every pixel, picture and setting.
  public func isFixed(_ value: Value) -> Bool {
    !ranges[value.index].isEmpty && ranges[value.index].allSatisfy { $0.isPoint }
  }

  private mutating func run() {
    ranges.reserveCapacity(instructions.count)
    for index in instructions.indices {
      var lanes = isWanted[index] ? lanes(of: instructions[index]) : []
      for lane in lanes.indices { lanes[lane] = bounded(lanes[lane], lane, of: Value(index)) }
      ranges.append(lanes)
    }
  }

  // MARK: One value

  /// Adds the given bounds; a lane whose dependence is lost becomes a root.
  private func bounded(_ range: LaneRange, _ lane: Int, of value: Value) -> LaneRange {
    var range = range
    if let known = givens.known[value] { range = range.bounded(by: known) }
    if let wanted = constraints.values[value], instructions[value.index].type.width == 1 {
      range = range.bounded(by: wanted)
    }
    if instructions[value.index].rate == .uniform || range.isPoint { return LaneRange(range.bounds) }
    if range.hasTerms { return range }
    let root = value.index * 4 + lane
    return LaneRange(root: root, constraints.roots[root].flatMap(range.bounds.intersection) ?? range.bounds)
  }

  private func instruction(_ value: Value) -> Instruction { instructions[value.index] }

  private func lanes(of instruction: Instruction) -> [LaneRange] {
    var operands: [[LaneRange]] { instruction.operands.map { ranges[$0.index] } }
    func operand(_ position: Int) -> [LaneRange] { ranges[instruction.operands[position].index] }
    func all(_ interval: Interval) -> [LaneRange] {
      Array(repeating: LaneRange(interval), count: instruction.type.width)
    }
    switch instruction.operation {
    case .constant(let numbers): return numbers.map { LaneRange(Interval($0)) }
    case .parameter(let index):
      guard givens.parameters.indices.contains(index) else { return all(.everything) }
      let lanes = givens.parameters[index]
      return lanes.count == instruction.type.width ? lanes.map { LaneRange($0) } : all(.everything)
    case .source(_, let isLight):
      let light = Interval(-Operation.largestLight, Operation.largestLight)
      let color = isLight ? givens.photo.union(light) : givens.photo
      return Array(repeating: LaneRange(color), count: 3) + [LaneRange(givens.isOpaque ? Interval(1) : .unit)]
    case .noise, .letters: return all(.unit)
    case .sourceBounds:
      let sides = givens.sides ?? Interval(1, Self.longestSide)
      return (0..<4).map { LaneRange($0 < 2 ? Interval(0) : sides) }
    case .shot(let field, let hasFallback):
      let known =
        field.type == .bool
        ? Interval.unit : Interval(field.numbers.lowerBound, field.numbers.upperBound)
      return hasFallback ? operand(0).map { LaneRange($0.bounds.union(known)) } : all(known)
    case .position: return all(Interval(0, givens.sides?.upper ?? .infinity))
    case .frame: return all(Interval(0, .infinity))
    case .component(let lanes): return lanes.map { operand(0)[$0] }
    case .construct: return operands.flatMap { $0 }
    case .apply(let intrinsic) where intrinsic == .select:
      return chosen(instruction, condition: 2, then: 1, otherwise: 0, operands)
    case .lane(.select):
      return chosen(instruction, condition: 0, then: 1, otherwise: 2, operands)
    case .apply(let intrinsic):
      let values = instruction.operands.map { instruction.operands.firstIndex(of: $0) ?? 0 }
      return intrinsic.ranges(of: operands, values: values, width: instruction.type.width)
    case .lane(let operation):
      let (count, first) = (instruction.operands.count, operand(0)[0])
      let last = count > 2 ? operand(2)[0] : first
      guard count > 1 else { return [operation.declaration.range(first, first, first)] }
      let isOne = instruction.operands[0] == instruction.operands[1]
      return [
        isOne ? operation.range(ofOne: first, last) : operation.declaration.range(first, operand(1)[0], last)
      ]
    case .lookup(let numbers): return all(numbers.reduce(Interval(numbers[0])) { $0.union(Interval($1)) })
    case .cubics(let function): return all(function.range)
    case .evaluate: return operand(1).map { LaneRange(evaluated(instruction.operands[0], $0.bounds)) }
    case .spatial(let operation):
      let fields = (0..<operation.fieldCount).map(operand)
      return fields[0].indices.map { lane in
        LaneRange(operation.range(of: fields.map { $0[lane].bounds }))
      }
    case .measured, .curve, .interpolate, .text, .intersect: return all(.everything)
    }
  }

  /// Analyzes each branch under its condition.
  private func chosen(
    _ instruction: Instruction, condition: Int, then: Int, otherwise: Int, _ operands: [[LaneRange]]
  ) -> [LaneRange] {
    let (first, second) = (operands[otherwise], operands[then])
    let (condition, then) = (instruction.operands[condition], instruction.operands[then])
    let otherwise = instruction.operands[otherwise]
    return (0..<instruction.type.width).map { lane in
      func branch(_ value: Value, _ lanes: [LaneRange], holds: Bool) -> LaneRange? {
        let range = lanes.count == 1 ? lanes[0] : lanes[lane]
        return constraints(of: condition, holds)?.refined(range, lanes.count == 1 ? value : nil)
      }
      let (a, b) = (branch(otherwise, first, holds: false), branch(then, second, holds: true))
      guard let a, let b, a != b else { return b ?? a ?? LaneRange(.everything) }
      return LaneRange(a.bounds.union(b.bounds))
    }
  }

  /// A curve without overshoot has its extremes at its points and at the ends of the range.
  private func evaluated(_ curve: Value, _ x: Interval) -> Interval {
    var points: [Double]?
    if case .curve(let numbers) = instruction(curve).operation { points = numbers }
    if case .parameter(let index) = instruction(curve).operation { points = givens.curves[index] }
    guard let points, let curve = MonotoneCurve(points) else { return .everything }
    let inside = stride(from: 0, to: points.count, by: 2).filter { x.contains(points[$0]) }.map { points[$0 + 1] }
    return inside.reduce(Interval(curve(x.lower)).union(Interval(curve(x.upper)))) { $0.union(Interval($1)) }
  }

  // MARK: Conditions

  /// Constraints on values and roots.
  private struct Constraints: Sendable {
    var values: [Value: Interval] = [:]
    var roots: [Int: Interval] = [:]
    /// Values that are not 0, if 0 is not an end of their bounds.
    var nonzero: Set<Value> = []

    /// Adds constraints; false if they contradict.
    mutating func add(_ other: Constraints) -> Bool {
      nonzero.formUnion(other.nonzero)
      for (value, interval) in other.values {
        guard let common = (values[value] ?? .everything).intersection(interval) else { return false }
        values[value] = common
      }
      for (root, interval) in other.roots {
        guard let common = (roots[root] ?? .everything).intersection(interval) else { return false }
        roots[root] = common
      }
      return true
    }

    /// A lane under these constraints; nil if they contradict.
    func refined(_ range: LaneRange, _ value: Value?) -> LaneRange? {
      guard let refined = range.refined(roots) else { return nil }
      guard let value, let wanted = values[value] else { return refined }
      return refined.bounds.intersection(wanted) == nil ? nil : refined.bounded(by: wanted)
    }
  }

  /// The constraints that a condition or its negation implies; nil if it cannot hold.
  private func constraints(of condition: Value, _ holds: Bool) -> Constraints? {
    var result = Constraints()
    var open = [(condition, holds)]
    while let (value, holds) = open.popLast() {
      // Nothing is known of a value that was not requested.
      guard ranges[value.index].first?.bounds.contains(holds ? 1 : 0) != false else { return nil }
      guard let (implication, operands, isDenied) = decision(value) else { continue }
      let isTrue = holds != isDenied
      switch implication {
      case .conjunction: if isTrue { open += operands.map { ($0, true) } }
      case .disjunction: if !isTrue { open += operands.map { ($0, false) } }
      case .negation: open.append((operands[0], !isTrue))
      case .order(let isStrict):
        let (low, high) = isTrue ? (operands[0], operands[1]) : (operands[1], operands[0])
        order(low, below: high, strictly: isStrict == isTrue, &result)
      case .equality where isTrue:
        order(operands[0], below: operands[1], strictly: false, &result)
        order(operands[1], below: operands[0], strictly: false, &result)
      case .equality:
        let isZero = operands.map { ranges[$0.index].first?.bounds == Interval(0) }
        for (value, other) in zip(operands, isZero.reversed()) where other { result.nonzero.insert(value) }
      }
    }
    return result
  }

  /// The constraint that a truth value implies, its values, and whether it is negated, as in `!=`; nil if there is
  /// none.
  private func decision(_ value: Value) -> (Implication, Operands, isDenied: Bool)? {
    let operands = instruction(value).operands
    if case .lane(let operation) = instruction(value).operation {
      return operation.declaration.implication.map { ($0, operands, false) }
    }
    guard case .apply(let intrinsic) = instruction(value).operation, instruction(value).type == .bool else {
      return nil
    }
    let formula = intrinsic.definition.formula { _ in 1 }
    guard case .apply(.not, let parts) = formula, case .apply = parts[0] else {
      return decided(formula, operands).map { ($0.0, $0.1, false) }
    }
    return decided(parts[0], operands).map { ($0.0, $0.1, true) }
  }

  /// The constraints that a formula implies for its whole operands.
  private func decided(_ formula: LaneFormula, _ operands: Operands) -> (Implication, Operands)? {
    guard case .apply(let operation, let parts) = formula, let implication = operation.declaration.implication else {
      return nil
    }
    let values = parts.compactMap { if case .operand(let index, _) = $0 { operands[index] } else { nil } }
    return values.count == parts.count ? (implication, Operands(values)) : nil
  }

  private func order(_ a: Value, below b: Value, strictly: Bool, _ result: inout Constraints) {
    guard let left = ranges[a.index].first, let right = ranges[b.index].first else { return }
    let (least, most) = (left.bounds.lower, right.bounds.upper)
    var more = Constraints()
    more.values[a] = Interval(-.infinity, strictly && most.isFinite ? most.nextDown : most)
    more.values[b] = Interval(strictly && least.isFinite ? least.nextUp : least, .infinity)
    more.roots = (left - right).roots(
      within: Interval(-.infinity, strictly ? (0.0).nextDown : 0))
    _ = result.add(more)
  }
}
