import Tintype
import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

/// What a search found, rounded to what can be seen: half of the last digit moves the pictures by less than 0.03.
struct RoundedValues {
  private(set) var values: [[Double]]
  /// The report on each parameter; nil for those that were not fitted.
  private(set) var outcomes: [LookFit.Outcome?]

  init(_ found: LookSearch.Result, of look: Look) {
    values = found.values
    outcomes = values.map { _ in nil }
    for index in found.tried {
      outcomes[index] = .found(look.parameters[index].spelled(values[index]), errors: [])
    }
    for parameter in Set(found.places.map(\.parameter)).subtracting(found.idle).sorted() {
      let declared = look.parameters[parameter]
      // In the unit of the parameter: an angle is held in radians and written in degrees.
      let unit = declared.type.isQuantity ? declared.inUnit(1) - declared.inUnit(0) : 1
      var errors: [String] = []
      for (index, place) in found.places.enumerated() where place.parameter == parameter {
        let slope = found.slopes[index] / unit.magnitude
        let digits = (0...5).first { slope * 0.5 * Self.last($0) < 0.03 } ?? 6
        let range = place.unknown.range
        let number = Self.rounded(values[parameter][place.lane] * unit, digits) / unit
        values[parameter][place.lane] = min(max(number, range.lowerBound), range.upperBound)
        if let error = found.errors[index] { errors.append(Self.short(error * unit.magnitude)) }
      }
      // As it is read from the text.
      let value = values[parameter]
      let numbers = declared.magnitudes(of: value) ?? value
      let text = declared.type == .curve ? look.listed(value, of: declared) : Self.text(numbers, of: declared, unit)
      if let configured = try? ConfiguredLook(look).setting([SourceFile(name: "fit", text: "\(declared.name)=\(text)")])
      {
        values[parameter] = configured.values[parameter]
      }
      outcomes[parameter] = .found(text, errors: errors)
    }
    for index in found.idle { outcomes[index] = .withoutEffect }
  }

  private static func text(_ value: [Double], of parameter: Parameter, _ unit: Double) -> String {
    let numbers = value.map { (($0 * unit * 1e6).rounded() / 1e6).spelled }
    if numbers.count > 1 { return "\(parameter.type.rawValue)(\(numbers.joined(separator: ", ")))" }
    return numbers[0] + (parameter.type.isQuantity ? parameter.unit ?? "" : "")
  }

  private static func last(_ digits: Int) -> Double { (0..<digits).reduce(1) { last, _ in last / 10 } }

  private static func rounded(_ number: Double, _ digits: Int) -> Double {
    // A whole number, so that dividing gives the nearest decimal.
    let scale = (1 / last(digits)).rounded()
    return (number * scale).rounded() / scale
  }

  /// A standard error with one digit that counts.
  private static func short(_ error: Double) -> String {
    let digits = (0...5).first { error >= 0.95 * last($0) } ?? 6
    return rounded(error, digits).spelled
  }
}
