import TintypeIR
import TintypeIntrinsics

/// A rewrite rule, as data: a value of some form equals a simpler one wherever the conditions hold.
///
/// Rules hold lane by lane, so for values of any width. A form of a lane operation also matches the intrinsic that is
/// this operation.
struct AlgebraicRule: Sendable {
  /// A form of values. Equal letters are equal values.
  indirect enum Form: Sendable {
    case x, y, t
    case number(Double)
    case truth(Bool)
    case lane(LaneOperation, [Form])
    case apply(Intrinsic, [Form])
  }

  /// The condition on the ranges of the values, in the executor's arithmetic.
  enum Condition: Sendable {
    /// It is finite, and no larger.
    case magnitude(Form, atMost: Float = .greatestFiniteMagnitude)
    /// No value of the first is below one of the second.
    case isNotBelow(Form, Form)
    /// A comparison always has this result.
    case always(Bool)
  }

  let form: Form
  let result: Form
  let conditions: [Condition]

  init(_ form: Form, is result: Form, where conditions: Condition...) {
    (self.form, self.result, self.conditions) = (form, result, conditions)
  }
}

extension AlgebraicRule {
  /// Exact for every operand, including NaN and infinities, except for the sign of a zero (`x + 0`), which the language
  /// leaves unspecified.
  static let identities = RuleTable([
    Self(.lane(.add, [.number(0), .x]), is: .x),
    Self(.lane(.add, [.x, .number(0)]), is: .x),
    Self(.lane(.subtract, [.x, .number(0)]), is: .x),
    Self(.lane(.multiply, [.number(1), .x]), is: .x),
    Self(.lane(.multiply, [.x, .number(1)]), is: .x),
    Self(.lane(.divide, [.x, .number(1)]), is: .x),
    Self(.lane(.multiplyAdd, [.number(1), .x, .y]), is: .lane(.add, [.x, .y])),
    Self(.lane(.multiplyAdd, [.x, .number(1), .y]), is: .lane(.add, [.x, .y])),
    Self(.lane(.multiplyAdd, [.x, .y, .number(0)]), is: .lane(.multiply, [.x, .y])),
    Self(.lane(.select, [.t, .x, .x]), is: .x),
    Self(.lane(.select, [.truth(true), .x, .y]), is: .x),
    Self(.lane(.select, [.truth(false), .x, .y]), is: .y),
    Self(.lane(.and, [.truth(true), .t]), is: .t),
    Self(.lane(.and, [.t, .truth(true)]), is: .t),
    Self(.lane(.and, [.truth(false), .t]), is: .truth(false)),
    Self(.lane(.and, [.t, .truth(false)]), is: .truth(false)),
    Self(.lane(.or, [.truth(false), .t]), is: .t),
    Self(.lane(.or, [.t, .truth(false)]), is: .t),
    Self(.lane(.or, [.truth(true), .t]), is: .truth(true)),
    Self(.lane(.or, [.t, .truth(true)]), is: .truth(true)),
  ])

  /// A mix of a value with itself saves two roundings (at most 1 unit in the last place, for t from 0 to 1), an sRGB
  /// encoding of a decoding, or the reverse, their roundings (at most 1e-6 of the operand, or of 1 where that is less).
  /// Both functions map 0 to 0 and rise, so a limit at 0 may stand between them.
  ///
  /// They do not hold for infinities and NaN: `mix(inf, inf, 1)` is NaN, and the code of NaN is a number; nor where a
  /// product passes the range of single precision, as in `mix(3, 3, 3e38)`, or a decoding does, as of 1e30.
  static let inverses = RuleTable(
    [
      // The product of two such values is finite.
      Self(.apply(.mix, [.x, .x, .t]), is: .x, where: .magnitude(.x, atMost: 0x1p60), .magnitude(.t, atMost: 0x1p60))
    ]
      + [(Intrinsic.linearToSrgb, Intrinsic.srgbToLinear), (.srgbToLinear, .linearToSrgb)].flatMap { outer, inner in
        // 2^53 to the power 2.4, which decoding has, is finite.
        [
          Self(.apply(outer, [.apply(inner, [.x])]), is: .x, where: .magnitude(.x, atMost: 0x1p53)),
          Self(
            .apply(outer, [.lane(.maximum, [.apply(inner, [.x]), .number(0)])]), is: .apply(.max, [.x, .number(0)]),
            where: .magnitude(.x, atMost: 0x1p53)),
        ]
      })

  /// Limits that no value reaches, branches that are never chosen, and products with 0: the parts of a look that are
  /// inactive at its defaults, and guards against impossible values. Exact, except for the sign of a zero: the ranges
  /// include the roundings of the executor.
  static let idle = RuleTable(
    [
      Self(.lane(.absolute, [.x]), is: .x, where: .isNotBelow(.x, .number(0))),
      Self(.lane(.maximum, [.x, .y]), is: .x, where: .isNotBelow(.x, .y)),
      Self(.lane(.maximum, [.x, .y]), is: .y, where: .isNotBelow(.y, .x)),
      Self(.lane(.minimum, [.x, .y]), is: .x, where: .isNotBelow(.y, .x)),
      Self(.lane(.minimum, [.x, .y]), is: .y, where: .isNotBelow(.x, .y)),
    ]
      + LaneOperation.allCases.filter { $0.declaration.signature == .comparison }.flatMap { operation in
        [true, false].map { Self(.lane(operation, [.x, .y]), is: .truth($0), where: .always($0)) }
      }
      + [(Form.x, Form.y), (.y, .x)].flatMap { zero, other in
        [(Form.lane(.multiply, [.x, .y]), Form.number(0)), (.lane(.multiplyAdd, [.x, .y, .t]), .t)].map {
          Self(
            $0, is: $1, where: .isNotBelow(zero, .number(0)), .isNotBelow(.number(0), zero), .magnitude(other))
        }
      })
}

/// Rules by the operation that they begin with.
struct RuleTable: Sendable {
  private var ofLanes: [[AlgebraicRule]]
  private var ofIntrinsics: [[AlgebraicRule]]

  init(_ rules: [AlgebraicRule]) {
    ofLanes = LaneOperation.allCases.map { operation in
      rules.filter { if case .lane(operation, _) = $0.form { true } else { false } }
    }
    ofIntrinsics = Intrinsic.allCases.map { intrinsic in
      rules.filter { if case .apply(intrinsic, _) = $0.form { true } else { false } }
    }
  }

  /// The simpler value of an instruction whose operands are simplified, or nil.
  ///
  /// - Parameter ranges: of the builder's values; they are extended where a rule asks for them.
  func simpler(
    than instruction: Instruction, _ ranges: inout SingleRanges, _ builder: inout ProgramBuilder
  ) -> Value? {
    if case .apply(let intrinsic) = instruction.operation {
      let rules = ofIntrinsics[position(of: intrinsic)]
      if !rules.isEmpty, let value = first(rules, instruction.operands, instruction.type, &ranges, &builder) {
        return value
      }
    }
    guard let (operation, operands) = instruction.laneOperation else { return nil }
    let rules = ofLanes[position(of: operation)]
    return rules.isEmpty ? nil : first(rules, operands, instruction.type, &ranges, &builder)
  }

  private func first(
    _ rules: [AlgebraicRule], _ operands: Operands, _ type: ValueType, _ ranges: inout SingleRanges,
    _ builder: inout ProgramBuilder
  ) -> Value? {
    for rule in rules {
      var match = Match()
      guard match.binds(rule.form, operands, builder) else { continue }
      if !rule.conditions.isEmpty { ranges.extend(to: builder.instructions) }
      guard rule.conditions.allSatisfy({ match.shows($0, of: rule.form, ranges) }) else { continue }
      if let value = result(rule.result, match, type, &ranges, &builder) { return value }
    }
    return nil
  }

  /// A value of the form; nil if its type cannot be that of the result.
  private func result(
    _ form: AlgebraicRule.Form, _ match: Match, _ type: ValueType, _ ranges: inout SingleRanges,
    _ builder: inout ProgramBuilder
  ) -> Value? {
    switch form {
    case .x, .y, .t:
      let value = match[form]!
      if builder.type(of: value) == type { return value }
      guard builder.type(of: value) == .scalar, type.isNumeric else { return nil }
      return builder.construct(Array(repeating: value, count: type.width), type)
    case .number(let number): return builder.constant(Array(repeating: number, count: type.width), type)
    case .truth(let truth): return builder.constant(Numbers(truth ? 1 : 0), .bool)
    case .lane(let operation, let parts):
      var operands: Operands = []
      for part in parts {
        guard let value = result(part, match, type, &ranges, &builder) else { return nil }
        operands.append(value)
      }
      let instruction = Instruction(.lane(operation), operands, type: type, rate: .varying).withRate(in: builder)
      return simpler(than: instruction, &ranges, &builder) ?? builder.add(instruction)
    case .apply(let intrinsic, let parts):
      var operands: Operands = []
      for part in parts {
        guard let value = result(part, match, type, &ranges, &builder) else { return nil }
        operands.append(value)
      }
      return builder.apply(intrinsic, operands)
    }
  }
}

/// The values that the letters of a form stand for.
private struct Match {
  private var (x, y, t): (Value?, Value?, Value?) = (nil, nil, nil)

  subscript(form: AlgebraicRule.Form) -> Value? {
    switch form {
    case .x: x
    case .y: y
    case .t: t
    case .number, .truth, .lane, .apply: nil
    }
  }

  /// Whether operands have the form of those of an operation.
  mutating func binds(_ form: AlgebraicRule.Form, _ operands: Operands, _ builder: ProgramBuilder) -> Bool {
    switch form {
    case .lane(_, let parts), .apply(_, let parts):
      for (part, operand) in zip(parts, operands) where !binds(part, operand, builder) { return false }
      return true
    case .x, .y, .t, .number, .truth: return false
    }
  }

  private mutating func binds(_ form: AlgebraicRule.Form, _ value: Value, _ builder: ProgramBuilder) -> Bool {
    switch form {
    case .x: return bind(&x, value)
    case .y: return bind(&y, value)
    case .t: return bind(&t, value)
    case .number(let number):
      return builder.type(of: value).isNumeric && builder.constant(value)?.allSatisfy { $0 == number } == true
    case .truth(let truth): return builder.constant(value).map { ($0[0] != 0) == truth } ?? false
    case .lane(let operation, _):
      guard let (found, operands) = builder[value].laneOperation, found == operation else { return false }
      return binds(form, operands, builder)
    case .apply(let intrinsic, _):
      guard case .apply(intrinsic) = builder[value].operation else { return false }
      return binds(form, builder[value].operands, builder)
    }
  }

  private func bind(_ bound: inout Value?, _ value: Value) -> Bool {
    if let bound { return bound == value }
    bound = value
    return true
  }

  func shows(_ condition: AlgebraicRule.Condition, of form: AlgebraicRule.Form, _ ranges: SingleRanges) -> Bool {
    func range(_ form: AlgebraicRule.Form) -> SingleRange? {
      if case .number(let number) = form { return Float(number)...Float(number) }
      return self[form].flatMap { ranges[$0] }
    }
    switch condition {
    case .magnitude(let form, let limit):
      return range(form).map { max($0.lowerBound.magnitude, $0.upperBound.magnitude) <= limit } ?? false
    case .isNotBelow(let a, let b):
      guard let a = range(a), let b = range(b) else { return false }
      return a.lowerBound >= b.upperBound
    case .always(let truth):
      guard case .lane(let operation, let parts) = form, let a = range(parts[0]), let b = range(parts[1]) else {
        return false
      }
      return operation.declaration.singleRange(a, b, a) == (truth ? 1...1 : 0...0)
    }
  }
}

extension Instruction {
  /// The lane operation that it is, with its operands, if it is one on whole operands.
  fileprivate var laneOperation: (LaneOperation, Operands)? {
    switch operation {
    case .lane(let operation): return (operation, operands)
    case .apply(let intrinsic):
      guard let (operation, order) = intrinsic.definition.laneOperation else { return nil }
      var ordered: Operands = []
      for position in order { ordered.append(operands[position]) }
      return (operation, ordered)
    default: return nil
    }
  }
}
