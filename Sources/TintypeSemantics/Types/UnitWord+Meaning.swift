import TintypeIntrinsics
import TintypeSyntax

extension UnitWord {
  /// The meaning of a unit: a type, the lane that it fills, and the value of 1 in that lane, as a fraction.
  var meaning: (type: ValueType, lane: Int, factor: Double, divisor: Double) {
    switch self {
    case .percent: (.length, 0, 1, 1)
    case .micrometers: (.length, 1, 1, 1)
    case .millimeters: (.length, 1, 1000, 1)
    case .pixels: (.length, 2, 1, 1)
    case .stops: (.ev, 0, 1, 1)
    case .kelvins: (.kelvin, 0, 1, 1)
    case .degrees: (.angle, 0, .pi, 180)
    case .radians: (.angle, 0, 1, 1)
    }
  }

  /// The lanes of a number with this unit.
  func lanes(of number: Double) -> [Double] {
    var lanes = [Double](repeating: 0, count: meaning.type.width)
    lanes[meaning.lane] = number * meaning.factor / meaning.divisor
    return lanes
  }

  /// The number with this unit that fills its lane so much.
  func number(of lane: Double) -> Double {
    let number = lane * meaning.divisor / meaning.factor
    return meaning.factor == meaning.divisor ? number : (number * 1e9).rounded() / 1e9
  }
}

extension ValueType {
  /// The units of its numbers, in a sentence.
  var unitList: String { list(UnitWord.allCases.filter { $0.meaning.type == self }.map { $0.rawValue }, "or") }
}
