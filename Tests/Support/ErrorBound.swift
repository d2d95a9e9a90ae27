public import TintypeIR
import TintypeIntrinsics
import TintypeTables
import TintypeText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A number in double precision, and how far single precision may be from it after the same steps.
public struct ErrorBound: Sendable {
  /// What exact arithmetic gives.
  public let exact: Double

  /// The largest error; infinite where a branch is near, so that single precision may have taken the other one.
  public let bound: Double

  /// Whether the two precisions can be compared at all.
  public var isKnown: Bool { bound.isFinite && exact.isFinite }

  /// The lanes of every value of a program of scalars (`split-lanes` and `lower-intrinsics` ran, nothing was folded).
  ///
  /// Each operation adds its own rounding to what its operands bring (Higham: "Accuracy and stability of numerical
  /// algorithms", chapter 3). Operands are taken from `exact`, the interpreter's values of the same program.
  public static func values(of program: Program, exact: [[Double]]) -> [[ErrorBound]] {
    var values: [[ErrorBound]] = []
    values.reserveCapacity(exact.count)
    for (instruction, lanes) in zip(program.instructions, exact) {
      let operands = instruction.operands.map { values[$0.index] }
      switch instruction.operation {
      case .constant, .parameter, .shot, .measured: values.append(lanes.map(rounded))
      case .source: values.append(lanes.map { ErrorBound(exact: $0, bound: 2.01 * unit * $0) })
      case .sourceBounds, .position, .frame: values.append(lanes.map { ErrorBound(exact: $0, bound: 0) })
      case .noise: values.append(lanes.map { ErrorBound(exact: $0, bound: seedBound(operands[0][0])) })
      case .letters(let lettering):
        let place = operands.dropFirst().map { $0[0] }
        // Of what stands in sight and is known well: a pixel's cover changes by no more than a place does.
        let isNear = place.allSatisfy { $0.bound < 1e-5 && $0.exact.magnitude < 100 }
        // An outline's corner may fall on the next step of its grid, which is a thousandth of a pixel.
        let bound =
          switch lettering {
          case .font: 4e-3
          case .face: 2e-4
          }
        values.append([isNear ? ErrorBound(exact: lanes[0], bound: bound) : unknown(lanes[0])])
      case .construct: values.append(operands.flatMap { $0 })
      case .component(let selection): values.append(selection.map { operands[0][$0] })
      case .lane(let operation): values.append([lane(operation, operands.map { $0[0] }, lanes[0])])
      case .curve, .text: values.append([])
      // A choice between texts.
      case .apply where instruction.type.isLetters: values.append([])
      case .interpolate:
        let color = operands.dropFirst().flatMap { $0 }
        values.append(lookedUp(program.tables[Int(exact[instruction.operands[0].index][0])], color, lanes))
      case .apply, .intersect, .evaluate, .lookup, .cubics, .spatial:
        preconditionFailure("not lowered: \(instruction)")
      }
    }
    return values
  }

  /// Half an ulp of 1 in single precision.
  private static let unit = 0x1p-24

  /// Half the distance of the smallest numbers.
  private static let tiny = 0x1p-150

  private static let largest = Double(Float.greatestFiniteMagnitude)

  private static func rounded(_ number: Double) -> ErrorBound {
    let single = Double(Float(number))
    return ErrorBound(exact: number, bound: single == number ? 0 : abs(single - number))
  }

  /// A seed is cut to a whole number.
  private static func seedBound(_ seed: ErrorBound) -> Double {
    func cut(_ x: Double) -> Double { min(max(x, 0), 0x1p24).rounded(.down) }
    return seed.isKnown && cut(seed.exact - seed.bound) == cut(seed.exact + seed.bound) ? 0 : .infinity
  }

  /// One operation: what the operands' errors become, and one rounding more.
  private static func lane(_ operation: LaneOperation, _ x: [ErrorBound], _ exact: Double) -> ErrorBound {
    if operation == .select {
      // The branch that is not taken may be anything.
      return x[0].isKnown ? ErrorBound(exact: exact, bound: (x[0].exact != 0 ? x[1] : x[2]).bound) : unknown(exact)
    }
    guard x.allSatisfy(\.isKnown), exact.isFinite, let error = error(operation, x, exact) else { return unknown(exact) }
    guard exact.magnitude + error < largest else { return unknown(exact) }
    return ErrorBound(exact: exact, bound: error)
  }

  private static func unknown(_ exact: Double) -> ErrorBound { ErrorBound(exact: exact, bound: .infinity) }

  /// The bound of one operation on known operands, or nil where a branch is near.
  private static func error(_ operation: LaneOperation, _ x: [ErrorBound], _ exact: Double) -> Double? {
    let (a, b) = (x[0], x.count > 1 ? x[1] : x[0])
    switch operation {
    case .add, .subtract: return rounding(exact, a.bound + b.bound)
    case .multiply: return rounding(exact, productError(a, b))
    case .divide:
      let least = b.exact.magnitude - b.bound
      return least > 0 ? rounding(exact, (a.bound + exact.magnitude * b.bound) / least) : nil
    case .multiplyAdd: return rounding(exact, productError(a, b) + x[2].bound)
    case .negate, .absolute: return a.bound
    case .minimum, .maximum: return Swift.max(a.bound, b.bound)
    case .floor: return (a.exact - a.bound).rounded(.down) == (a.exact + a.bound).rounded(.down) ? 0 : nil
    case .squareRoot:
      let least = a.exact - a.bound
      return least > 0
        ? rounding(exact, a.bound / (exact + least.squareRoot())) : a.bound == 0 && a.exact == 0 ? 0 : nil
    case .exp2, .log2, .power, .sine, .cosine, .arcTangent: return elementaryError(operation, x, exact)
    case .srgbCode:
      let codes = [a.exact - a.bound - 1e-6 * a.exact, a.exact + a.bound + 1e-6 * a.exact].map { operation.exact([$0]) }
      return codes[0] == codes[1] ? 2 * unit : nil
    case .less, .lessOrEqual, .equal:
      return (a.exact - b.exact).magnitude > a.bound + b.bound || a.bound + b.bound == 0 ? 0 : nil
    case .and, .or, .not: return 0
    case .select: return nil
    }
  }

  /// A table is continuous and made of planes: where the place on an axis is off by so many steps, the color is off by
  /// as many times the largest difference of neighbors. The place has two roundings of its own, the rest one, and the
  /// sum of four products four.
  private static func lookedUp(_ table: ColorTable, _ color: [ErrorBound], _ exact: [Double]) -> [ErrorBound] {
    guard color.allSatisfy(\.isKnown) else { return exact.map(unknown) }
    var places = color.map(\.bound)
    var input = color.map(\.exact)
    for stage in table.stages {
      let steps = zip(stage.axes, zip(input, places)).map { axis, place in
        let last = Double(axis.last)
        let free = Double(axis.scale).magnitude * (place.0.magnitude + place.1) + Double(axis.offset).magnitude
        return min(Double(axis.scale) * place.1 + 4 * unit * (min(free, 1e30) + last), last)
      }
      let largest = stage.entries.reduce(0.0) { max($0, Double(max(abs($1.x), abs($1.y), abs($1.z)))) }
      let differences = stage.largestDifferences
      let sum = zip(steps, differences).reduce(0.0) { $0 + $1.0 * $1.1 }
      let error = (sum + 8 * unit * largest) * (1 + 1e-6) + tiny
      places = places.map { _ in error }
      input = ColorTable(name: "", stages: [stage])!.exact(input)
    }
    return zip(exact, places).map { ErrorBound(exact: $0, bound: $1) }
  }

  private static func rounding(_ exact: Double, _ propagated: Double) -> Double {
    propagated + unit * (exact.magnitude + propagated) + tiny
  }

  private static func productError(_ a: ErrorBound, _ b: ErrorBound) -> Double {
    a.exact.magnitude * b.bound + b.exact.magnitude * a.bound + a.bound * b.bound
  }

  /// The functions' own errors are those that `ElementaryAccuracyTests` measures, with some room.
  private static func elementaryError(_ operation: LaneOperation, _ x: [ErrorBound], _ exact: Double) -> Double? {
    let a = x[0]
    let corners = [a.exact - a.bound, a.exact + a.bound]
    let smallest = Double(Float.leastNormalMagnitude)
    switch operation {
    case .exp2:
      let spread = corners.map { abs(operation.exact([$0]) - exact) }.max()!
      // Below the normal numbers single precision has 0.
      return spread + 3 * unit * (exact + spread) + (exact - spread < 2 * smallest ? 2 * smallest : 0)
    case .log2:
      guard corners[0] > smallest || corners[1] < smallest || a.bound == 0 else { return nil }
      let spread = corners.map { abs(operation.exact([$0]) - exact) }.max()!
      return spread + 4 * unit * (exact.magnitude + spread)
    case .power:
      let y = x[1]
      guard corners[0] > smallest || corners[1] < smallest || a.bound == 0 else { return nil }
      if corners[1] < smallest { return 0 }
      let results = corners.flatMap { x in [y.exact - y.bound, y.exact + y.bound].map { operation.exact([x, $0]) } }
      let spread = results.map { abs($0 - exact) }.max()!
      let own = (3 + y.exact.magnitude) * unit
      guard own < 0.01 else { return nil }
      return spread + own * (exact + spread) + (exact - spread < 2 * smallest ? 2 * smallest : 0)
    case .arcTangent: return a.bound + 2 * unit * (exact.magnitude + a.bound)
    default:
      // Sine and cosine; beyond the largest angle the angle counts as 0.
      let limit = Double(ElementaryPolynomials.largestAngle)
      let magnitude = a.exact.magnitude
      if magnitude - a.bound > limit { return 2 * unit }
      return magnitude + a.bound <= limit ? a.bound + 2 * unit : a.bound == 0 ? 2 * unit : nil
    }
  }
}

extension ColorTable.Stage {
  /// The largest difference of neighbors along red, green and blue; over curves, each channel has one axis and one
  /// lane.
  fileprivate var largestDifferences: [Double] {
    let strides = shape == .curves ? [1, 1, 1] : [1, edge, edge * edge]
    return (0..<3).map { axis in
      entries.indices.reduce(0.0) { largest, index in
        guard index / strides[axis] % edge + 1 < edge else { return largest }
        let (a, b) = (entries[index], entries[index + strides[axis]])
        let lanes = shape == .curves ? axis...axis : 0...2
        return lanes.reduce(largest) { max($0, abs(Double(b[$1]) - Double(a[$1]))) }
      }
    }
  }
}
