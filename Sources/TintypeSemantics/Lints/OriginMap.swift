package import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics

/// The places in the text that lints check, with the values that they became. A program has no source locations, and
/// equal instructions are one value, so the places are stored beside it.
package struct OriginMap: Sendable {
  /// The kind of a place.
  package enum Kind: Sendable {
    /// A function or operator, its operands and their places.
    case operation(Intrinsic, [Value], [SourceLocation])
    /// A value used as a mask.
    case mask(Value)
    /// A condition.
    case condition(Value)
    /// The place of a sample.
    case place(Value)
    /// The place of a text, of a gradient or of a crop's corner, 0 to 1 across and down.
    case anchor(Value)
  }

  /// One evaluation of a place. A place in a body has one for each call.
  struct Mark: Sendable {
    let kind: Kind
    let place: SourceLocation
    /// The call that is being inlined, if any.
    let call: SourceLocation?
    /// The conditions under which it is evaluated.
    let assumptions: [ValueRanges.Assumption]
  }

  package init() {}

  private(set) var marks: [Mark] = []

  /// The conditions that hold at the current position of lowering.
  package var assumptions: [ValueRanges.Assumption] = []

  /// Ranges that lowering knows and the program does not tell.
  private(set) var known: [Value: Interval] = [:]

  /// The masks that have been added. Each is reported once, wherever it is used.
  private var masks: Set<Value> = []

  package mutating func add(_ kind: Kind, at place: SourceLocation, in call: SourceLocation?) {
    if case .mask(let value) = kind, !masks.insert(value).inserted { return }
    marks.append(Mark(kind: kind, place: place, call: call, assumptions: assumptions))
  }

  package mutating func know(_ value: Value, _ interval: Interval) { known[value] = interval }
}
