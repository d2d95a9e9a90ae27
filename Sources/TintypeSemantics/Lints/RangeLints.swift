import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

/// Lints that follow from the ranges of values.
///
/// A lint about a *possible* event assumes usual settings: the range of a parameter, or its default if it has none. A
/// lint about an *impossible* event must hold for all settings and every evaluation of the place.
struct RangeLints {
  private let instructions: [Instruction]
  private let marks: [OriginMap.Mark]
  private let possible: ValueRanges
  /// As ``possible``, also for photos of any gamut, for whose colors a clamp may be needed.
  private let possibleInAnyGamut: ValueRanges
  /// As ``possible``, also for photos whose colors leave 0 to 1 a little, which a condition may ask for.
  private let possibleInWideGamut: ValueRanges
  private let usual: ValueRanges
  /// As ``usual``, where the width and height of the photo are usual, too.
  private let usualInUsualPhoto: ValueRanges

  init(
    _ instructions: [Instruction], _ origins: OriginMap, possible: ValueRanges.Givens, usual: ValueRanges.Givens
  ) {
    self.instructions = instructions
    marks = origins.marks
    func ranges(_ givens: ValueRanges.Givens) -> ValueRanges {
      var givens = givens
      givens.known = origins.known
      return ValueRanges(of: instructions, givens)
    }
    let narrow = ranges(possible)
    func wider(_ photo: Interval, ifNeeded isNeeded: (OriginMap.Mark) -> Bool) -> ValueRanges {
      guard origins.marks.contains(where: isNeeded) else { return narrow }
      var wide = possible
      wide.photo = photo
      return ranges(wide)
    }
    self.possible = narrow
    possibleInAnyGamut = wider(.everything) { Self.isNeedless($0, narrow) }
    possibleInWideGamut = wider(Interval(-0.5, 1.5)) { mark in
      mark.value.map { narrow.isFixed($0) } == true || mark.isAskedUnderConditions
    }
    self.usual = ranges(usual)
    var usualPhoto = usual
    usualPhoto.sides = Interval(200, 6000)
    usualInUsualPhoto = origins.marks.contains(where: Self.dependsOnSides) ? ranges(usualPhoto) : self.usual
  }

  /// At most one for each place, in the order of evaluation.
  var warnings: [Diagnostic] {
    var places: [Span] = []
    var marksByPlace: [Span: [OriginMap.Mark]] = [:]
    for mark in marks {
      if marksByPlace[mark.place.span] == nil { places.append(mark.place.span) }
      marksByPlace[mark.place.span, default: []].append(mark)
    }
    var guarded = Guarded(usual, of: instructions.count)
    var conditions = Guarded(possibleInWideGamut, of: instructions.count)
    return places.compactMap { place in
      let marks = marksByPlace[place] ?? []
      return marks.lazy.compactMap { possibleTrouble($0, &guarded) }.first ?? certainTrouble(marks)
        ?? excludedCondition(marks, &conditions)
    }
  }

  // MARK: What can happen

  private func possibleTrouble(_ mark: OriginMap.Mark, _ guarded: inout Guarded) -> Diagnostic? {
    guard case .operation(let intrinsic, let operands, let places) = mark.kind,
      let hazard = intrinsic.definition.hazard, let (operand, bites) = hazard.trouble
    else { return nil }
    if case .largeAngle = hazard {
      let range = usualInUsualPhoto.assuming(mark.assumptions)?.bounds(of: operands[operand])
      return range.flatMap { bites($0) ? .largeAngle(at: places[operand], $0, mark) : nil }
    }
    guard bites(usual.bounds(of: operands[operand])), let ranges = guarded.ranges(mark.assumptions) else { return nil }
    let range = ranges.bounds(of: operands[operand])
    guard bites(range) else { return nil }
    switch hazard {
    case .negativeBase: return .powerOfNegative(at: places[operand], range, mark)
    case .negativeRoot: return .rootOfNegative(at: places[operand], range, mark)
    case .zeroDivisor:
      return ranges.isNotZero(operands[operand]) ? nil : .divisionByZero(at: places[operand], range, mark)
    case .noLogarithm: return .logarithmOfZero(at: places[operand], range, mark)
    case .largeAngle, .limits: return nil
    }
  }

  private static func dependsOnSides(_ mark: OriginMap.Mark) -> Bool {
    switch mark.kind {
    case .anchor: true
    case .operation(let intrinsic, _, _): if case .largeAngle = intrinsic.definition.hazard { true } else { false }
    case .mask, .condition, .place: false
    }
  }

  /// Ranges under assumptions, which many places share.
  private struct Guarded {
    private let base: ValueRanges
    private var known: [[ValueRanges.Assumption]: ValueRanges?] = [:]
    private let limit: Int

    init(_ base: ValueRanges, of count: Int) { (self.base, limit) = (base, CheckLimits.rangeAnalyses(of: count)) }

    /// Nil if the assumptions contradict each other, or if too many combinations have been analyzed.
    mutating func ranges(_ assumptions: [ValueRanges.Assumption]) -> ValueRanges? {
      if assumptions.isEmpty { return base }
      if let found = known[assumptions] { return found }
      guard known.count < limit else { return nil }
      let ranges = base.assuming(assumptions)
      known[assumptions] = .some(ranges)
      return ranges
    }
  }

  // MARK: What never happens

  private func certainTrouble(_ marks: [OriginMap.Mark]) -> Diagnostic? {
    guard let first = marks.first else { return nil }
    switch first.kind {
    case .operation(let intrinsic, let operands, let places) where intrinsic.definition.hazard == .limits:
      guard instructions[operands[0].index].rate == .varying else { return nil }
      if places.count == 3, marks.allSatisfy({ hasSwappedLimits($0) }) {
        return .swappedLimits(first, places[1], places[2])
      }
      let x = possible.bounds(of: operands[0])
      if marks.allSatisfy({ Self.isNeedless($0, possibleInAnyGamut) }) { return .needlessClamp(first, x) }
      return marks.allSatisfy({ clipsEverything($0) }) ? .clampOfEverything(first, x) : nil
    case .mask(let value):
      return isFixed(value, at: marks) ? .constantMask(first, possible.bounds(of: value)) : nil
    case .condition(let value):
      guard instructions[value.index].rate == .varying, isFixed(value, at: marks) else { return nil }
      return .constantCondition(first, holds: possible.bounds(of: value).lower == 1)
    case .place(let value):
      // One that is the same at all pixels is meant as a distance from each.
      let isFixed = instructions[value.index].rate != .varying
      let near = isFixed ? Interval(-32, 32) : Interval(-2, 2)
      guard
        marks.allSatisfy({ mark in
          if case .place(let value) = mark.kind { possible[value].allSatisfy { $0.isWithin(near) } } else { false }
        })
      else { return nil }
      return .relativePlace(first.place, isFixed: isFixed, possible[value][0], in: first.call)
    case .anchor(let value):
      let outside = usualInUsualPhoto[value].first { $0.lower > 2 || $0.upper < -1 }
      return outside.map { .placeInPixels(first.place, $0, in: first.call) }
    case .operation: return nil
    }
  }

  /// A condition that is never true under those around it.
  private func excludedCondition(_ marks: [OriginMap.Mark], _ guarded: inout Guarded) -> Diagnostic? {
    guard let first = marks.first else { return nil }
    for mark in marks {
      guard mark.isAskedUnderConditions, case .condition(let value) = mark.kind,
        instructions[value.index].rate == .varying, let ranges = guarded.ranges(mark.assumptions),
        ranges.isFixed(value), ranges.bounds(of: value).upper == 0
      else { return nil }
    }
    return .excludedCondition(first)
  }

  private func hasSwappedLimits(_ mark: OriginMap.Mark) -> Bool {
    Self.limits(mark, possible).allSatisfy { _, low, high in low.lower > high.upper }
  }

  /// Whether a mask or condition is the same number at each evaluation of its place.
  private func isFixed(_ value: Value, at marks: [OriginMap.Mark]) -> Bool {
    let ranges = possibleInWideGamut
    return ranges.isFixed(value) && marks.allSatisfy { $0.value.map { ranges[$0] } == ranges[value] }
  }

  /// The ranges of the lanes that are clamped, and of their limits.
  private static func limits(_ mark: OriginMap.Mark, _ ranges: ValueRanges) -> [(
    x: Interval, low: Interval, high: Interval
  )] {
    guard case .operation(let intrinsic, let operands, _) = mark.kind, intrinsic.definition.hazard == .limits else {
      return []
    }
    func lane(_ operand: Int, _ index: Int, otherwise number: Double) -> Interval {
      guard operands.count > operand else { return Interval(number) }
      let lanes = ranges[operands[operand]]
      return lanes.count == 1 ? lanes[0] : lanes[index]
    }
    let width = operands.map { ranges[$0].count }.max() ?? 1
    return (0..<width).map { (lane(0, $0, otherwise: 0), lane(1, $0, otherwise: 0), lane(2, $0, otherwise: 1)) }
  }

  private static func isNeedless(_ mark: OriginMap.Mark, _ ranges: ValueRanges) -> Bool {
    let limits = limits(mark, ranges)
    return !limits.isEmpty
      && limits.allSatisfy { x, low, high in
        low.upper <= high.lower && x.isWithin(Interval(low.upper, high.lower))
      }
  }

  private func clipsEverything(_ mark: OriginMap.Mark) -> Bool {
    Self.limits(mark, possible).allSatisfy { x, low, high in
      x.upper <= low.lower || x.lower >= high.upper || low.lower > high.upper
    }
  }

  // MARK: What reaches the output

  /// The positions of the parameters that the output does not depend on.
  func parametersWithoutEffect(on program: Program) -> [Int] {
    var reached = Set<Int>()
    var seen = Set<Value>()
    var open = [program.output.color, program.output.bounds]
    while let value = open.popLast() {
      guard seen.insert(value).inserted, !possible.isFixed(value) else { continue }
      let instruction = program[value]
      if case .parameter(let index) = instruction.operation { reached.insert(index) }
      if instruction.operation == .apply(.select), possible.isFixed(instruction.operands[2]) {
        open.append(instruction.operands[possible.bounds(of: instruction.operands[2]).lower == 1 ? 1 : 0])
      } else {
        open += instruction.operands
      }
    }
    return program.parameters.indices.filter { !reached.contains($0) }
  }
}

extension OriginMap.Mark {
  fileprivate var isAskedUnderConditions: Bool {
    if case .condition = kind { !assumptions.isEmpty } else { false }
  }

  /// The mask or condition.
  fileprivate var value: Value? {
    switch kind {
    case .mask(let value), .condition(let value): value
    case .operation, .place, .anchor: nil
    }
  }
}

extension IntrinsicDefinition.Hazard {
  /// The operand to check, and the ranges in which it is hazardous. A range with one infinite bound is not evidence.
  fileprivate var trouble: (operand: Int, bites: (Interval) -> Bool)? {
    switch self {
    case .negativeBase(let operand), .negativeRoot(let operand):
      (operand, { $0.lower.isFinite && $0.lower < -Interval.slack(0) })
    case .zeroDivisor(let operand): (operand, { $0.contains(0) && ($0.lower.isFinite || $0.upper.isFinite) })
    case .noLogarithm(let operand): (operand, { $0.lower.isFinite && $0.lower <= 0 })
    case .largeAngle(let operand):
      // Wider ranges are those in which the analysis has lost how values depend on each other.
      (operand, { $0.isWithin(Interval(-1e9, 1e9)) && !$0.isWithin(Interval(-65536, 65536)) })
    case .limits: nil
    }
  }
}

extension ValueRanges.Givens {
  /// The ranges of the parameters of a look.
  init(_ parameters: [Parameter], isUsual: Bool) {
    self.init(parameters: parameters.map { $0.lanes(isUsual: isUsual) })
    isOpaque = isUsual
    if isUsual {
      for (index, parameter) in parameters.enumerated() where parameter.type == .curve {
        curves[index] = parameter.defaultValue
      }
    }
  }
}

extension Parameter {
  /// The ranges of its lanes: all that is allowed, or the usual settings.
  func lanes(isUsual: Bool) -> [Interval] {
    if type == .bool { return [.unit] }
    if type == .choice { return [Interval(0, Double(max(choices.count - 1, 0)))] }
    let usual = isUsual ? sliderRange.map { Interval($0.lowerBound, $0.upperBound) } : nil
    let range = hardRange.map { Interval($0.lowerBound, $0.upperBound) } ?? usual
    // The range of a length applies to the lane of the parameter's unit; the other lanes are 0.
    let isOneOfSeveral = type == .length && magnitudes(of: defaultValue) != nil
    if isUsual, PhotoSeed.isMeant(by: defaultValue, of: type) {
      return [Interval(PhotoSeed.all.lowerBound, PhotoSeed.all.upperBound)]
    }
    return defaultValue.indices.map { lane in
      if isOneOfSeveral, magnitudes(of: defaultValue.indices.map { $0 == lane ? 1 : 0 }) == nil { return Interval(0) }
      return range ?? (isUsual ? Interval(defaultValue[lane]) : .everything)
    }
  }
}
