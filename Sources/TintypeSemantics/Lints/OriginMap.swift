import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics

/// What the text wrote where: equal instructions are one value of a program, and a program knows no places, so what is to
/// be asked of values with a place is kept beside it.
struct OriginMap {
  /// Something that is worth a question.
  enum Kind {
    /// A function or operator, its operands and where they stand.
    case operation(Intrinsic, [Value], [SourceLocation])
    /// What is used as a mask.
    case mask(Value)
    /// What decides between two ways.
    case condition(Value)
  }

  /// One place, as often as it is read.
  struct Mark {
    let kind: Kind
    let place: SourceLocation
    /// The call that is being written out, where one is.
    let call: SourceLocation?
    /// What holds where it stands.
    let assumptions: [ValueRanges.Assumption]
  }

  private(set) var marks: [Mark] = []

  /// What holds where the checker is reading.
  var assumptions: [ValueRanges.Assumption] = []

  /// Values of which the checker knows more than the program tells.
  private(set) var known: [Value: Interval] = [:]

  /// A mask that has a name is one thing to speak of, wherever it is used.
  private var masks: Set<Value> = []

  mutating func add(_ kind: Kind, at place: SourceLocation, in call: SourceLocation?) {
    if case .mask(let value) = kind, !masks.insert(value).inserted { return }
    marks.append(Mark(kind: kind, place: place, call: call, assumptions: assumptions))
  }

  mutating func know(_ value: Value, _ interval: Interval) { known[value] = interval }
}

/// The file on which advice is wanted.
struct LintedFile {
  let file: SourceFile
  /// What the bodies of its kernels and functions are for inputs nobody knows.
  var bodies: [Int: Draft] = [:]
  /// The functions that the program calls.
  var called: Set<Int> = []
}

extension Checker {
  /// Takes note of a place in the file on which advice is wanted.
  mutating func mark(_ kind: OriginMap.Kind, at place: SourceLocation) {
    guard let linted, place.file == linted.file else { return }
    draft.origins.add(kind, at: place, in: outermostCall)
  }

  /// Reads what is reached only where a condition holds, or does not.
  mutating func assuming<Result>(_ condition: Value?, holds: Bool, _ work: (inout Checker) -> Result) -> Result {
    guard let condition else { return work(&self) }
    draft.origins.assumptions.append(ValueRanges.Assumption(condition, holds: holds))
    defer { draft.origins.assumptions.removeLast() }
    return work(&self)
  }

  /// A value of which more is known than its instruction tells.
  mutating func known(_ value: Value, _ interval: Interval) -> Operand {
    draft.origins.know(value, interval)
    return .value(value)
  }
}
