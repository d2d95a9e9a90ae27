package import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics

/// What the text wrote where: equal instructions are one value of a program, and a program knows no places, so what is
/// to be asked of values with a place is kept beside it.
package struct OriginMap: Sendable {
  /// Something that is worth a question.
  package enum Kind: Sendable {
    /// A function or operator, its operands and where they stand.
    case operation(Intrinsic, [Value], [SourceLocation])
    /// What is used as a mask.
    case mask(Value)
    /// What decides between two ways.
    case condition(Value)
  }

  /// One place, as often as it is read.
  struct Mark: Sendable {
    let kind: Kind
    let place: SourceLocation
    /// The call that is being written out, where one is.
    let call: SourceLocation?
    /// What holds where it stands.
    let assumptions: [ValueRanges.Assumption]
  }

  package init() {}

  private(set) var marks: [Mark] = []

  /// What holds where the program is being written.
  package var assumptions: [ValueRanges.Assumption] = []

  /// Values of which lowering knows more than the program tells.
  private(set) var known: [Value: Interval] = [:]

  /// A mask that has a name is one thing to speak of, wherever it is used.
  private var masks: Set<Value> = []

  package mutating func add(_ kind: Kind, at place: SourceLocation, in call: SourceLocation?) {
    if case .mask(let value) = kind, !masks.insert(value).inserted { return }
    marks.append(Mark(kind: kind, place: place, call: call, assumptions: assumptions))
  }

  package mutating func know(_ value: Value, _ interval: Interval) { known[value] = interval }
}
