import TintypeIntrinsics
import TintypePlan

/// How often a blur halves its picture, for each size of the photo.
///
/// The passes of a file are fixed, and a host computes no numbers. So the export evaluates sigma for all sizes; each
/// pass has a condition.
struct HookBlur {
  /// The number of halvings in ranges of the side that sigma depends on.
  let levels: [(halvings: Int, conditions: HookConditions)]

  private let halvingFrom: [HookCondition]

  /// The largest photo, by either side.
  static let largestSide = 16384

  /// - Parameter sigma: an entry.
  /// - Returns: nil where sigma depends on both sides in another way than by the shorter or the longer one.
  init?(_ sigma: Int, _ numbers: HostNumbers) {
    let side: HookCondition.Side
    switch numbers.dependence(of: sigma) {
    case .none: side = .short
    case .side(let one): side = one
    case .other: return nil
    }
    let evaluate = numbers.evaluator(of: sigma)
    let isFixed = numbers.dependence(of: sigma) == .none
    var starts: [(halvings: Int, from: Int)] = []
    for length in isFixed ? 1...1 : 1...Self.largestSide {
      let halvings = GaussianSteps(sigma: evaluate(length)).halvings
      if let last = starts.last, halvings < last.halvings { return nil }
      if starts.last?.halvings != halvings { starts.append((halvings, length)) }
    }
    levels = starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].from : nil
      return (
        starts[index].halvings, HookConditions([HookCondition(side: side, from: starts[index].from, upTo: end)])
      )
    }
    halvingFrom = (1...max(starts[starts.count - 1].halvings, 1)).map { halving in
      HookCondition(side: side, from: starts.first { $0.halvings >= halving }?.from ?? 1, upTo: nil)
    }
  }

  /// The most halvings.
  var mostHalvings: Int { levels.last?.halvings ?? 0 }

  /// Where a halving takes place; the first has number 1.
  func condition(ofHalving number: Int) -> HookCondition { halvingFrom[number - 1] }

  /// The first column of the picture that is halved some times, which is also its first row.
  static func origin(afterHalvings count: Int) -> Int {
    (0..<count).reduce(0) { first, _ in GaussianSteps.halved(first..<first + 1).lowerBound }
  }

  /// The number of columns or rows after one more halving, operators behind their operands.
  ///
  /// - Parameters:
  ///   - side: those of the picture that is halved: `pass_haze.w`.
  ///   - count: how often it has been halved.
  static func halved(_ side: String, afterHalvings count: Int) -> String {
    let start = 2 + origin(afterHalvings: count)
    let end = start > 0 ? "\(side) \(start) +" : side
    return "\(end) \(end) 2 % - 2 / \(1 - origin(afterHalvings: count + 1)) +"
  }
}

extension HostNumbers {
  /// What a number depends on.
  enum Dependence: Equatable {
    case none
    case side(HookCondition.Side)
    case other
  }

  func dependence(of entry: Int) -> Dependence {
    switch entries[entry] {
    case .constant, .truth: return .none
    case .sourceBounds(0, let edge): return edge < 2 ? .none : .side(edge == 2 ? .width : .height)
    case .sourceBounds, .frame, .parameter, .truthParameter, .interpolate: return .other
    case .lane(let operation, let slots):
      let operands = slots.map { dependence(of: $0.index) }
      let sides = slots.map { entries[$0.index] }
      if sides.count == 2, sides.contains(.sourceBounds(0, edge: 2)), sides.contains(.sourceBounds(0, edge: 3)) {
        if operation == .minimum { return .side(.short) }
        if operation == .maximum { return .side(.long) }
      }
      let kinds = operands.filter { $0 != .none }
      return kinds.allSatisfy { $0 == kinds[0] } ? kinds.first ?? .none : .other
    }
  }

  /// A function of the sides of a square photo, for a number that depends on nothing else.
  func evaluator(of entry: Int) -> (_ side: Int) -> Float {
    { [entries] side in
      var values: [Float] = []
      for uniform in entries.prefix(entry + 1) {
        switch uniform {
        case .constant(let number): values.append(number)
        case .truth(let truth): values.append(.truth(truth))
        case .sourceBounds(_, let edge): values.append(edge < 2 ? 0 : Float(side))
        case .parameter, .truthParameter, .frame, .interpolate: values.append(0)
        case .lane(let operation, let slots):
          let operands = slots.map { values[$0.index] } + [0, 0]
          values.append(operation(operands[0], operands[1], operands[2]))
        }
      }
      return values[entry]
    }
  }
}
