import ArgumentParser
import Tintype
import TintypeIR
import TintypeIntrinsics

/// A parameter that takes several values: a range with a step, `grain.amount=0...60 by 5`, or a list,
/// `film=fine,grainy`. `0..60:5` is the same as `0...60 by 5`.
struct Vary: ExpressibleByArgument {
  /// The parameter.
  let name: String

  /// Its values, as `--set` has them.
  let values: [String]

  /// The limit on pictures of a test strip.
  static let mostValues = 100

  init?(argument: String) {
    let halves = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard halves.count == 2, let values = Self.values(halves[1]), !values.isEmpty, values.count <= Self.mostValues
    else {
      return nil
    }
    (name, self.values) = (halves[0], values)
  }

  private static func values(_ text: String) -> [String]? {
    guard let dots = text.firstRange(of: "..") else { return text.split(separator: ",").map(String.init) }
    let rest = text[dots.upperBound...].drop { $0 == "." }.replacing(" by ", with: ":").filter { $0 != " " }
    let ends = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard ends.count <= 2, let from = Number(text[..<dots.lowerBound]), let to = Number(ends[0]) else { return nil }
    let unit = to.unit.isEmpty ? from.unit : to.unit
    guard from.unit.isEmpty || from.unit == unit else { return nil }
    // Five pictures by default.
    guard let step = ends.count == 2 ? Number(ends[1])?.value : (to.value - from.value) / 4, step > 0,
      to.value >= from.value
    else { return nil }
    let count = ((to.value - from.value) / step + 1e-9).rounded(.down)
    guard count < Double(mostValues) else { return nil }
    return (0...Int(count)).map { spelled(from.value + Double($0) * step) + unit }
  }

  /// Rounded to nine decimals, which removes accumulated errors.
  private static func spelled(_ number: Double) -> String {
    let rounded = (number * 1e9).rounded() / 1e9
    return rounded == rounded.rounded() && rounded.magnitude < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// A number and the unit behind it.
  private struct Number {
    let value: Double
    let unit: String

    init?(_ text: Substring) {
      let digits = text.prefix { "0123456789.-+e".contains($0) }
      // The `e` of a unit such as `ev` is not an exponent.
      let end = digits.last == "e" ? digits.dropLast() : digits
      guard let value = Double(end), value.isFinite else { return nil }
      (self.value, unit) = (value, String(text[end.endIndex...]))
    }
  }
}

extension [Vary] {
  /// All settings, the last parameter running fastest. A plain number has the unit of its parameter.
  func settings(of parameters: [Parameter]) -> [[String]] {
    reduce([[]]) { settings, vary in
      let parameter = parameters.first { $0.name == vary.name }
      let unit = parameter.flatMap { $0.type.isQuantity ? $0.unit : nil } ?? ""
      return settings.flatMap { start in
        vary.values.map { start + ["\(vary.name)=\($0)" + (Double($0) == nil ? "" : unit)] }
      }
    }
  }
}
